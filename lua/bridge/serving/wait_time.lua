-- Measures how long a wait of a millisecond takes if nothing arrives. Windows ends it with a tick of its clock: 1 to 2 ms later, or up to
-- 15.6 ms later for a window that isn't shown. There it is measured; other systems have no clock for it.
local wall_clock = require("bridge.system.wall_clock")

local A_WAIT = 1060 -- microseconds
local COARSE = 4000
-- After this many service windows without a wait one waits again, and is measured.
local PATIENCE = 120

---@class bridge.WaitTime
---@field expected integer microseconds that the next wait takes if nothing arrives: the longest of the latest ones
---@field latest integer microseconds that the latest wait without data took
---@field private skipped integer windows without a wait since then
local WaitTime = {}
WaitTime.__index = WaitTime

---@return bridge.WaitTime
function WaitTime.new()
  return setmetatable({ expected = A_WAIT, latest = A_WAIT, skipped = 0 }, WaitTime)
end

--- Returns whether a wait takes so long that it must begin only if there is time for it.
---@return boolean
function WaitTime:is_coarse()
  return self.expected > COARSE
end

--- Records a wait in which nothing arrived.
---@param began integer? the wall clock at its start
function WaitTime:learn(began)
  local now = began and wall_clock.now()
  local expected = self.expected
  local took = now and math.max(now - began, A_WAIT) or expected
  self.latest = took
  self.expected = took > expected and took or expected - (expected - took) // 8
  -- After a short wait the next one is measured soon.
  self.skipped = took > COARSE and 0 or PATIENCE
end

--- Records a window that has no time for a wait.
---@return boolean tries whether it should wait once anyway, because ticks may have become shorter
function WaitTime:skip()
  self.skipped = self.skipped + 1
  return self.skipped > PATIENCE
end

return WaitTime
