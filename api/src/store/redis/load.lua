-- Loads an encounter for a token, and what was answered to its seat under a key.
-- KEYS: fight, answers. ARGV: the token's hash, the key or ''.
local found = redis.call('HMGET', KEYS[1], 'revision', 't:' .. ARGV[1])
local revision, seat = found[1], found[2]
if not revision or not seat then return false end
local state = redis.call('HGET', KEYS[1], 's:' .. revision)
if not state then return false end
local answer = false
if ARGV[2] ~= '' then answer = redis.call('HGET', KEYS[2], seat .. '/' .. ARGV[2]) end
return {seat, revision, state, answer}
