-- Loads an encounter for a token, with what was answered to its seat under a key.
-- KEYS: fight. ARGV: the token's field, the key.
local found = redis.call('HMGET', KEYS[1], 'revision', ARGV[1], 'state')
if not found[2] then return false end
found[4] = redis.call('HGET', KEYS[1], 'a:' .. found[2] .. '/' .. ARGV[2])
return found
