-- sensors.status, sensors.set.
local sensor_setting = require("bridge.game.sensor_setting")

return function()
  return {
    ["sensors.status"] = { arguments = 0, game = true, needs = "sensors", run = function() return _host.sensors() end },
    ["sensors.set"] = { arguments = 5, game = true, needs = "sensors", run = function(request)
      sensor_setting.read(request.arguments)()
      return _host.sensors()
    end },
  }
end
