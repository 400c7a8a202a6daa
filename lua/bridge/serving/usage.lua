-- Measures how much of the time for requests is used: of the window in a frame callback, or of the host's wait for the next frame.
-- Pure.
local PERIOD = 64 -- frames: about a second
-- Reading the host's time takes time from requests, so only every few frames are measured.
local SAMPLED = 8

---@class bridge.Usage
---@field is_sampling boolean whether the time between this frame and the next one is measured
---@field private share integer? thousandths in the latest complete period
---@field private left integer? microseconds until the next frame when serving began; nil: no request is being served
---@field private is_entered boolean whether the host has called `idle` since the latest measured frame
---@field private frames integer of this period
---@field private used integer microseconds
---@field private available integer microseconds
local Usage = {}
Usage.__index = Usage

---@return bridge.Usage
function Usage.new()
  return setmetatable({ is_sampling = false, is_entered = false, frames = 0, used = 0, available = 0 }, Usage)
end

---@return integer? thousandths nil before anything is known
function Usage:thousandths()
  return self.share
end

---@param used integer
---@param available integer
function Usage:add(used, available)
  self.used = self.used + math.min(used, available)
  self.available = self.available + available
end

--- Called when the host calls `idle` while it waits for the next frame.
---@param left integer microseconds until the next frame
function Usage:enter(left)
  local since = self.left
  self.left = nil
  if self.is_entered then
    if since then self.used = self.used + math.max(since - left, 0) end
  else
    self.is_entered = true
    self.available = self.available + math.max(left, 0)
  end
end

--- Called when serving begins.
---@param left integer microseconds until the next frame
function Usage:begin(left)
  self.left = left
end

--- Called once each emulated frame.
function Usage:frame()
  if self.is_entered and self.left then self.used = self.used + self.left end
  self.left, self.is_entered = nil, false
  self.frames = self.frames + 1
  self.is_sampling = self.frames % SAMPLED == 0
  if self.frames < PERIOD then return end
  self.share = self.available > 0 and math.min(1000 * self.used // self.available, 1000) or nil
  self.frames, self.used, self.available = 0, 0, 0
end

return Usage
