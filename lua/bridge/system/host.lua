-- Describes the emulator that runs the script and what our own host adds.
local own_host = require("bridge.system.own_host")

-- Milliseconds: longer than any frame, because our host ends the wait when the frame is due.
local UNTIL_THE_FRAME = 100

---@class bridge.Host
---@field is_own boolean whether it is the headless host that comes with the bridge
---@field calls_idle boolean whether it calls `idle` while it waits for the next frame
---@field idle_left fun(): integer microseconds until the next frame; an estimate in any host but our own
---@field idle_wait integer maximum milliseconds of one wait between two frames
---@field yield? fun(times: integer): boolean yields the processor to other programs
---@field wait_for_data? fun(milliseconds: integer): boolean waits for all sockets at once; missing in any host but our own
---@field microseconds? fun(): integer a clock; missing in any host but our own
---@field is_ending fun(): boolean whether it shuts down when the callback returns
local Host = {}

local function a_millisecond() return 1000 end
local function never() return false end

---@return bridge.Host
function Host.new()
  local idle_left = own_host.find("idleLeft")
  -- The time left until one moment is a clock that runs backwards.
  local microseconds = idle_left and function() return -idle_left() end
  return {
    is_own = idle_left ~= nil, calls_idle = false, idle_left = idle_left or a_millisecond, idle_wait = idle_left and UNTIL_THE_FRAME or 1,
    wait_for_data = own_host.find("waitForData"), yield = own_host.find("yieldProcessor"), microseconds = microseconds,
    is_ending = own_host.find("isEnding") or never,
  }
end

return Host
