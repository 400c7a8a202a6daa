-- What a request sets of the cartridge's sensors. All of it is checked before anything is set.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local refuse = require("bridge.wire.refusal").refuse

local MAX = limits.sensor_thousandths
local FIXED = "The clock of this emulator can't be set: it was created with one, which goes on with the frames."

local sensor_setting = {}

--- Returns the names of the cartridge's sensors, and the values in the order of the arguments.
---@return string names with commas; a hyphen: none
---@return integer[] values
local function status()
  local names, numbers = _host.sensors():match("^(%S+) (.*)$")
  local values = {}
  for number in numbers:gmatch("%S+") do values[#values + 1] = math.tointeger(number) end
  return names, values
end

local function check_there(names, sensor)
  if not ("," .. names .. ","):find("," .. sensor .. ",", 1, true) then
    local others = names == "-" and "none" or names:gsub(",", ", ")
    refuse("conflict", ("This cartridge has no %s; of the sensors it has %s."):format(sensor, others), sensor)
  end
end

--- Reads the arguments of sensors.set.
---@param given string[]
---@return fun() set sets what they say, and can't fail
function sensor_setting.read(given)
  local names, changes = (status()), {}
  local function take(index, name, sensor, min, max)
    if given[index] == "" then return end
    changes[index] = arguments.signed(given[index], name, min, max)
    check_there(names, sensor)
  end
  take(1, "tiltX", "tilt", -MAX, MAX)
  take(2, "tiltY", "tilt", -MAX, MAX)
  take(3, "gyroscope", "gyroscope", -MAX, MAX)
  take(4, "light", "light", 0, MAX)
  local clock = given[5] ~= "" and arguments.integer(given[5], "clock", 0, limits.clock_second) or nil
  if clock then
    check_there(names, "clock")
    if not _host.canSetClock() then refuse("conflict", FIXED, "clock") end
  end
  return function()
    if clock then _host.setClock(clock) end
    local _, values = status()
    for index, value in pairs(changes) do values[index] = value end
    _host.setSensors(values[1], values[2], values[3], values[4])
  end
end

return sensor_setting
