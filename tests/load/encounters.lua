-- Commands to one of many encounters after the other; or posts to one path, where there is none.
local targets = {}
for line in io.lines(os.getenv("ENCOUNTERS")) do
  local path, token = line:match("(%S+) (%S+)")
  targets[#targets + 1] = wrk.format("POST", path, {
    ["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. token,
  }, os.getenv("COMMAND"))
end
local next = 0
request = function()
  next = next % #targets + 1
  return targets[next]
end
