-- speed.get, speed.set.
local arguments = require("bridge.wire.arguments")

---@param speed bridge.Speed
return function(speed)
  return {
    ["speed.get"] = { arguments = 0, game = true, needs = "speed", run = function()
      return tostring(speed:get())
    end },

    ["speed.set"] = { arguments = 1, game = true, needs = "speed", run = function(request)
      speed:set(arguments.speed(request.arguments[1], "thousandths"))
    end },
  }
end
