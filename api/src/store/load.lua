-- Loads an encounter for a token, and what was answered to its seat under a key.
-- KEYS: head, tokens, answers, states by revision. ARGV: the token's hash, the key or ''.
local seat = redis.call('HGET', KEYS[2], ARGV[1])
if not seat then return false end
local revision = redis.call('HGET', KEYS[1], 'revision')
if not revision then return false end
local state = redis.call('HGET', KEYS[4], revision)
if not state then return false end
local answer = false
if ARGV[2] ~= '' then answer = redis.call('HGET', KEYS[3], seat .. '/' .. ARGV[2]) end
return {seat, revision, state, answer}
