-- Measures whether the game keeps its speed, by the bridge's clock, and decides how much of its budget the window may use. Pure.
--
-- A speed is measured over five seconds. Periods without a window give the game's own speed. If a period is 1 % slower, or 2 % in a
-- mode that allows it, the window shrinks by an eighth or to half. It grows again after fast periods, and beyond its first size
-- where the game loses no speed.
local PERIOD = 5000000 -- microseconds
-- Microseconds: a larger step of the clock means a pause, or that no bridge was connected.
local MAX_STEP = 600000

local NATIVE = 59.7275
-- mGBA's window runs at 60. A faster game is in fast-forward, which is no speed to keep.
local MAX_SPEED = 60
local ENOUGH = 0.99
-- From this share of the speed on, the window is at most half a millisecond too long, so it shrinks only by an eighth.
local NEARLY_ENOUGH = 0.97
-- From this share of the speed on, the game loses nothing that five seconds could show.
local NO_LOSS = 0.997

local MIN_SCALE = 1 / 16
local SMALL_STEP, STEP = 1 / 8, 1 / 4
-- Good periods until the window may grow: twice as many each time that it grew too early.
local PATIENCE, MAX_PATIENCE = 2, 64

---@class bridge.Pace
---@field scale number how much of its budget the window may use, from 1/16
---@field private max_scale number 1 or more
---@field private enough number the share of `speed` that must be kept
---@field private trust integer fast periods in a row before the window may grow beyond its first size
---@field private speed number frames a second that the game should keep
---@field private began integer the clock when this period began
---@field private breaks integer? of the clock then
---@field private latest integer
---@field private frames integer in this period
---@field private windows integer in this period
---@field private good integer periods that were fast enough, in a row
---@field private patience integer
---@field private grew boolean whether the window grew after the last period
local Pace = {}
Pace.__index = Pace

---@param max_scale? number default 1
---@param enough? number the share of the game's speed that must be kept; default 0.99
---@return bridge.Pace
function Pace.new(max_scale, enough)
  return setmetatable({
    max_scale = max_scale or 1, enough = enough or ENOUGH, trust = PATIENCE,
    scale = 1, speed = NATIVE, began = 0, latest = 0, frames = 0, windows = 0, good = 0, patience = PATIENCE, grew = false,
  }, Pace)
end

---@private
function Pace:begin(now)
  self.began, self.frames, self.windows = now, 0, 0
end

---@private
function Pace:shrink(speed)
  if self.scale <= MIN_SCALE then
    self.speed = speed -- this game is so slow with almost no window
    return
  end
  if self.grew then self.patience = math.min(2 * self.patience, MAX_PATIENCE) end
  local scale = math.min(self.scale, 1)
  local nearly = speed >= self.speed * NEARLY_ENOUGH
  self.scale, self.good = math.max(nearly and scale - SMALL_STEP or scale / 2, MIN_SCALE), 0
end

--- Widens a window that has its first size or more.
---@private
---@param all_kept boolean whether the game has lost nothing
function Pace:widen(all_kept)
  if not all_kept then
    if self.scale > 1 then self.trust = math.min(2 * self.trust, MAX_PATIENCE) end
    self.scale, self.good = 1, 0
  elseif self.good >= self.trust then
    self.scale = self.max_scale
  end
end

---@private
function Pace:adjust(speed)
  if self.windows == 0 then
    self.speed = math.min(speed, MAX_SPEED)
    return
  end
  if speed < self.speed * self.enough then
    self:shrink(speed)
    self.grew = false
    return
  end
  self.good, self.grew = self.good + 1, false
  if self.scale >= 1 then
    self.patience = PATIENCE
    self:widen(speed >= self.speed * NO_LOSS)
  elseif self.good >= self.patience then
    self.scale, self.good, self.grew = math.min(self.scale * 2, self.scale + STEP, 1), 0, true
  end
end

--- Begins a new period after the game stood still on purpose.
---@param clock bridge.Clock
function Pace:forget(clock)
  self.latest = clock.now
  self:begin(clock.now)
end

--- Counts an emulated frame.
---@param clock bridge.Clock
---@param with_window boolean whether this frame had one
function Pace:frame(clock, with_window)
  local now, before = clock.now, self.latest
  self.frames = self.frames + 1
  if with_window then self.windows = self.windows + 1 end
  if now == before then return end -- it has not moved
  self.latest = now
  if clock.breaks ~= self.breaks or now - before > MAX_STEP then
    self.breaks = clock.breaks
    self:begin(now)
  elseif now - self.began >= PERIOD then
    self:adjust(self.frames * 1000000 / (now - self.began))
    self:begin(now)
  end
end

return Pace
