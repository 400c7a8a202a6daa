-- Measures whether the game keeps its speed, by the bridge's clock, and decides how much of its budget the window may use. Pure.
--
-- A speed is measured over five seconds. Periods without a window give the game's own speed. If a period is 1 % slower, or 2 % in a
-- mode that allows it, the window shrinks by an eighth or to half. It grows again after fast periods, and beyond its first size
-- where the game loses no speed.
local A_PERIOD = 5000000
-- A larger step of the clock means a pause, or that the bridge was away.
local A_LEAP = 600000

local NATIVE = 59.7275
-- mGBA's window runs at 60. A faster game is in fast-forward, which is no speed to keep.
local MOST = 60
local ENOUGH = 0.99
-- Down to this share the window is at most half a millisecond too long, so an eighth less is enough.
local NEARLY_ENOUGH = 0.97
-- The share from which no speed is lost, as far as five seconds can tell.
local ALL = 0.997

local LEAST = 1 / 16
local SMALL_STEP, STEP = 1 / 8, 1 / 4
-- Good periods until the window may grow: twice as many each time that it grew too early.
local PATIENCE, MOST_PATIENCE = 2, 64

---@class bridge.Pace
---@field scale number how much of its budget the window may use, from 1/16
---@field private most number the largest scale, 1 or more
---@field private enough number the share of that speed that has to be kept
---@field private trust integer good periods that it takes until the window may become larger than it began
---@field private speed number frames a second that are to be kept
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

---@param most? number the largest scale; default 1
---@param enough? number the share of the game's speed that has to be kept; default 0.99
---@return bridge.Pace
function Pace.new(most, enough)
  return setmetatable({
    most = most or 1, enough = enough or ENOUGH, trust = PATIENCE,
    scale = 1, speed = NATIVE, began = 0, latest = 0, frames = 0, windows = 0, good = 0, patience = PATIENCE, grew = false,
  }, Pace)
end

---@private
function Pace:begin(now)
  self.began, self.frames, self.windows = now, 0, 0
end

---@private
function Pace:shrink(speed)
  if self.scale <= LEAST then
    self.speed = speed -- this game is so slow with almost no window
    return
  end
  if self.grew then self.patience = math.min(2 * self.patience, MOST_PATIENCE) end
  local scale = math.min(self.scale, 1)
  local nearly = speed >= self.speed * NEARLY_ENOUGH
  self.scale, self.good = math.max(nearly and scale - SMALL_STEP or scale / 2, LEAST), 0
end

--- Widens a window that has its first size or more.
---@private
---@param all_kept boolean whether the game has lost nothing
function Pace:widen(all_kept)
  if not all_kept then
    if self.scale > 1 then self.trust = math.min(2 * self.trust, MOST_PATIENCE) end
    self.scale, self.good = 1, 0
  elseif self.good >= self.trust then
    self.scale = self.most
  end
end

---@private
function Pace:judge(speed)
  if self.windows == 0 then
    self.speed = math.min(speed, MOST)
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
    self:widen(speed >= self.speed * ALL)
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
  if clock.breaks ~= self.breaks or now - before > A_LEAP then
    self.breaks = clock.breaks
    self:begin(now)
  elseif now - self.began >= A_PERIOD then
    self:judge(self.frames * 1000000 / (now - self.began))
    self:begin(now)
  end
end

return Pace
