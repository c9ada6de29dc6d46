-- Commits a command: all of it, or nothing.
-- KEYS: fight, log, answers, order of the answers.
-- ARGV: revision it was resolved on, state, entry, seat/key or '', answer, states to drop (by spaces),
--       seat of a new token, that token or '', seconds to live, most answers, channel, id.
-- Answers 'renewed' where the time to live was renewed, and 'done' where that was not due.
local fight, log, answers, order = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local revision = redis.call('HGET', fight, 'revision')
if not revision then return {'gone'} end
if ARGV[4] ~= '' then
  local answer = redis.call('HGET', answers, ARGV[4])
  if answer then return {'answered', answer} end
end
if revision ~= ARGV[1] then return {'stale'} end
local made = string.format('%d', tonumber(revision) + 1)
-- First what may fail by itself: after an error a script stops, and what it did before stays.
redis.call('XADD', log, made .. '-0', 'e', ARGV[3])
redis.call('HSET', fight, 'revision', made, 's:' .. made, ARGV[2])
local dropped = {}
for state in string.gmatch(ARGV[6], '%d+') do dropped[#dropped + 1] = 's:' .. state end
if #dropped > 0 then redis.call('HDEL', fight, unpack(dropped)) end
local is_first_answer = false
if ARGV[4] ~= '' then
  redis.call('HSET', answers, ARGV[4], ARGV[5])
  local count = redis.call('RPUSH', order, ARGV[4])
  is_first_answer = count == 1
  if count > tonumber(ARGV[10]) then redis.call('HDEL', answers, redis.call('LPOP', order)) end
end
if ARGV[8] ~= '' then
  for _, field in ipairs(redis.call('HKEYS', fight)) do
    if string.sub(field, 1, 2) == 't:' and redis.call('HGET', fight, field) == ARGV[7] then
      redis.call('HDEL', fight, field)
    end
  end
  redis.call('HSET', fight, 't:' .. ARGV[8], ARGV[7])
end
-- All keys live as long as the fight does. A time to live that has hardly been used up is not renewed, but for
-- keys that are new in this command, which have none yet.
local is_due = redis.call('TTL', fight) < ARGV[9] - 3600
if is_due or made == '2' or is_first_answer then
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[9]) end
end
redis.call('PUBLISH', ARGV[11], ARGV[12])
if is_due then return {'renewed'} end
return {'done'}
