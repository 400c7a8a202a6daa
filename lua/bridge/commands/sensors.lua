-- sensors.status, sensors.set.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local refusal = require("bridge.wire.refusal")

local MAX = limits.sensor_thousandths
local FIXED = "The clock of this emulator can't be set: it was created with one, which goes on with the frames."

--- Returns the names of the cartridge's sensors, and the values in the order of the arguments.
---@return string names with commas; a hyphen: none
---@return integer[] values
local function read()
  local names, numbers = _host.sensors():match("^(%S+) (.*)$")
  local values = {}
  for number in numbers:gmatch("%S+") do values[#values + 1] = math.tointeger(number) end
  return names, values
end

local function check_there(names, sensor)
  if not ("," .. names .. ","):find("," .. sensor .. ",", 1, true) then
    local others = names == "-" and "none" or names:gsub(",", ", ")
    refusal.refuse("conflict", ("This cartridge has no %s; of the sensors it has %s."):format(sensor, others), sensor)
  end
end

return function()
  local commands = {}

  commands["sensors.status"] = { arguments = 0, game = true, needs = "sensors", run = function() return _host.sensors() end }

  commands["sensors.set"] = { arguments = 5, game = true, needs = "sensors", run = function(request)
    local given = request.arguments
    local names, values = read()
    local function take(index, name, sensor, min, max)
      if given[index] == "" then return end
      values[index] = arguments.signed(given[index], name, min, max)
      check_there(names, sensor)
    end
    take(1, "tiltX", "tilt", -MAX, MAX)
    take(2, "tiltY", "tilt", -MAX, MAX)
    take(3, "gyroscope", "gyroscope", -MAX, MAX)
    take(4, "light", "light", 0, MAX)
    local clock = given[5]
    if clock ~= "" then
      local seconds = arguments.integer(clock, "clock", 0, limits.clock_second)
      check_there(names, "clock")
      if not _host.setClock(seconds) then refusal.refuse("conflict", FIXED, "clock") end
    end
    _host.setSensors(values[1], values[2], values[3], values[4])
    return _host.sensors()
  end }

  return commands
end
