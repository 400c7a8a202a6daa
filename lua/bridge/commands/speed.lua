-- speed.get, speed.set.
local refuse_argument = require("bridge.wire.refusal").refuse_argument

local SLOWEST, FASTEST = 250, 16000

local function thousandths_of(text)
  local value = #text <= 5 and text:find("^%d+$") and math.tointeger(tonumber(text))
  if not value or value ~= 0 and (value < SLOWEST or value > FASTEST) then
    refuse_argument("thousandths", text, ("%d to %d, or 0 for unlimited"):format(SLOWEST, FASTEST))
  end
  return value
end

return function()
  return {
    ["speed.get"] = { arguments = 0, game = true, needs = "speed", run = function()
      return tostring(_host.speed())
    end },

    ["speed.set"] = { arguments = 1, game = true, needs = "speed", run = function(request)
      _host.setSpeed(thousandths_of(request.arguments[1]))
    end },
  }
end
