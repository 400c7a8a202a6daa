-- A monotonic clock made from the timestamps in requests, because Lua inside mGBA has none. Pure. Each client's clock gets an offset
-- at its first timestamp, and a new one if it is too far off for queueing to explain, as after a pause of the machine.
-- Microseconds by which a timestamp may be ahead of the clock and behind it.
local LEAP = 1000000
local LAG = 100000

---@class bridge.Clock
---@field now integer microseconds, never goes back
---@field breaks integer how often an offset was set, so that some time was not measured
---@field usable boolean whether the latest request had a timestamp
local Clock = {}
Clock.__index = Clock

---@return bridge.Clock
function Clock.new()
  return setmetatable({ now = 0, usable = false, breaks = 0 }, Clock)
end

--- Advances the clock to a timestamp.
---@param source table the client; keeps `clock_offset`
---@param stamp integer
function Clock:observe(source, stamp)
  self.usable = stamp > 0
  if not self.usable then return end
  local offset = source.clock_offset
  local now = offset and stamp + offset or self.now
  if now > self.now + LEAP or now < self.now - LAG then
    now = self.now
    offset = nil
  end
  if not offset then
    source.clock_offset = now - stamp
    self.breaks = self.breaks + 1
  end
  if now > self.now then self.now = now end
end

return Clock
