-- Commands to one of many encounters after the other.
local targets, next = {}, 0

function init()
  for line in io.lines(os.getenv("ENCOUNTERS")) do
    local path, token = line:match("(%S+) (%S+)")
    local headers = {
      ["Host"] = wrk.headers["Host"], ["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. token,
    }
    targets[#targets + 1] = wrk.format("POST", path, headers, os.getenv("COMMAND"))
  end
end

function request()
  next = next % #targets + 1
  return targets[next]
end
