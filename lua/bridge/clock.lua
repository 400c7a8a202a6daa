-- The bridge's clock, as the stamps in the requests tell it; Lua inside mGBA has none. Pure.
--
-- Every client's clock is laid beside the others' when it is first heard, and again when it is so far off that no
-- waiting in a queue explains it: after a pause all of them leap, one after the other, and none may be left behind, because
-- what is behind no longer moves the clock.
local LEAP = 1000000
local LAG = 100000

---@class bridge.Clock
---@field now integer microseconds, never goes back
---@field breaks integer how often it missed some time: nobody had been heard, or somebody leapt
---@field usable boolean whether the latest request carried a stamp
local Clock = {}
Clock.__index = Clock

---@return bridge.Clock
function Clock.new()
  return setmetatable({ now = 0, usable = false, breaks = 0 }, Clock)
end

---@param source table the sender of the stamps; keeps `clock_offset`
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
