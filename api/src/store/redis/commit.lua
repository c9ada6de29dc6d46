-- Commits a command: all of it, or nothing.
-- KEYS: fight, log.
-- ARGV: revision it was resolved on, state, field of its slot, entry, id, seconds to live or 0 where that is not said
--       anew, and a field to be set beside with its value: an answer 'a:SEAT/KEY', a token 't:HASH', or nothing ''.
-- CHANNEL and MOST_ANSWERS are set before.
local fight, log = KEYS[1], KEYS[2]
local revision = redis.call('HGET', fight, 'revision')
if not revision then return {'gone'} end
local field, value = ARGV[7], ARGV[8]
local beside = string.sub(field, 1, 2)
if beside == 'a:' then
  local answer = redis.call('HGET', fight, field)
  if answer then return {'answered', answer} end
end
if revision ~= ARGV[1] then return {'stale'} end
local made = string.format('%d', revision + 1)
-- First what may fail by itself: after an error a script stops, and what it did before stays.
redis.call('XADD', log, made, 'e', ARGV[4])
-- The state stands twice: where a load finds it, and where an undo does once there is another one.
redis.call('HSET', fight, 'revision', made, 'state', ARGV[2], ARGV[3], ARGV[2])
if beside == 'a:' then
  -- Of the newest answers a ring knows the fields: a new one takes the place of the oldest.
  local count = redis.call('HINCRBY', fight, 'answers', 1)
  local place = 'n:' .. count % MOST_ANSWERS
  local oldest = redis.call('HGET', fight, place)
  if oldest then redis.call('HDEL', fight, oldest) end
  redis.call('HSET', fight, field, value, place, field)
elseif beside == 't:' then
  for _, known in ipairs(redis.call('HKEYS', fight)) do
    if string.sub(known, 1, 2) == 't:' and redis.call('HGET', fight, known) == value then
      redis.call('HDEL', fight, known)
    end
  end
  redis.call('HSET', fight, field, value)
end
if ARGV[6] ~= '0' then
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[6]) end
end
redis.call('PUBLISH', CHANNEL, ARGV[5])
return {'done'}
