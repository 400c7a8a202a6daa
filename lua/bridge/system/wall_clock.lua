-- Reads wall time where Lua offers it: `os.clock` returns wall time on Windows, and processor time on other systems.
local operating_system = require("bridge.system.operating_system")

local wall_clock = {}

--- Returns the time since mGBA was started, in steps of a millisecond.
---@return integer? microseconds nil on other systems, and on Windows after 24.8 days, when a signed 32-bit count of milliseconds overflows
function wall_clock.now()
  if not operating_system.is_windows then return nil end
  local seconds = os.clock()
  return seconds >= 0 and seconds * 1000000 // 1 | 0 or nil
end

return wall_clock
