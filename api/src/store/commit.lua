-- Commits a command: all of it, or nothing.
-- KEYS: state, tokens, log, answers, order of the answers, kept states.
-- ARGV: revision it was resolved on, state, entry, seat/key or '', answer, '1' to keep the state before,
--       kept revisions to drop (by spaces), seat of a new token, that token or '', seconds to live, most answers, channel, id.
local revision = redis.call('HGET', KEYS[1], 'revision')
if not revision then return {'gone'} end
if ARGV[4] ~= '' then
  local answer = redis.call('HGET', KEYS[4], ARGV[4])
  if answer then return {'answered', answer} end
end
if revision ~= ARGV[1] then return {'stale'} end
local made = string.format('%d', tonumber(revision) + 1)
if ARGV[6] == '1' then redis.call('HSET', KEYS[6], revision, redis.call('HGET', KEYS[1], 'state')) end
for dropped in string.gmatch(ARGV[7], '%d+') do redis.call('HDEL', KEYS[6], dropped) end
redis.call('HSET', KEYS[1], 'revision', made, 'state', ARGV[2])
redis.call('XADD', KEYS[3], made .. '-0', 'e', ARGV[3])
if ARGV[4] ~= '' then
  redis.call('HSET', KEYS[4], ARGV[4], ARGV[5])
  if redis.call('RPUSH', KEYS[5], ARGV[4]) > tonumber(ARGV[11]) then
    redis.call('HDEL', KEYS[4], redis.call('LPOP', KEYS[5]))
  end
end
if ARGV[9] ~= '' then
  local tokens = redis.call('HGETALL', KEYS[2])
  for i = 1, #tokens, 2 do
    if tokens[i + 1] == ARGV[8] then redis.call('HDEL', KEYS[2], tokens[i]) end
  end
  redis.call('HSET', KEYS[2], ARGV[9], ARGV[8])
end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[10]) end
redis.call('PUBLISH', ARGV[12], ARGV[13])
return {'done'}
