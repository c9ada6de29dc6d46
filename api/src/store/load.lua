-- Loads an encounter for a token, and what was answered to its seat under a key.
-- KEYS: state, tokens, answers. ARGV: the token's hash, the key or ''.
local seat = redis.call('HGET', KEYS[2], ARGV[1])
if not seat then return false end
local state = redis.call('HMGET', KEYS[1], 'revision', 'state')
if not state[1] then return false end
local answer = false
if ARGV[2] ~= '' then answer = redis.call('HGET', KEYS[3], seat .. '/' .. ARGV[2]) end
return {seat, state[1], state[2], answer}
