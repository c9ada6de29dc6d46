-- Commits a command: all of it, or nothing.
-- KEYS: head, tokens, log, answers, order of the answers, states by revision.
-- ARGV: revision it was resolved on, state, entry, seat/key or '', answer, '1' to keep the state before,
--       kept revisions to drop (by spaces), seat of a new token, that token or '', seconds to live, most answers,
--       channel, id.
local revision = redis.call('HGET', KEYS[1], 'revision')
if not revision then return {'gone'} end
if ARGV[4] ~= '' then
  local answer = redis.call('HGET', KEYS[4], ARGV[4])
  if answer then return {'answered', answer} end
end
if revision ~= ARGV[1] then return {'stale'} end
local made = string.format('%d', tonumber(revision) + 1)
redis.call('HSET', KEYS[1], 'revision', made)
redis.call('HSET', KEYS[6], made, ARGV[2])
if ARGV[6] ~= '1' then redis.call('HDEL', KEYS[6], revision) end
for dropped in string.gmatch(ARGV[7], '%d+') do redis.call('HDEL', KEYS[6], dropped) end
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
-- All keys live as long as the head does; what has hardly been used up is not renewed each time. Keys that
-- are new in this command have no time to live yet, and the log's first one is among them.
if redis.call('TTL', KEYS[1]) < ARGV[10] - 3600 or made == '2' or ARGV[4] ~= '' then
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[10]) end
end
redis.call('PUBLISH', ARGV[12], ARGV[13])
return {'done'}
