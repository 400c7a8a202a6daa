-- The service window: how long the frame callback may wait for further requests, so that several requests in a row get their
-- replies within one frame. Pure arithmetic on the bridge's clock and on counted waits; docs/protocol/wire.md, "Clock".
--
-- Where there is a wall clock, the window ends by it as well, and no wait begins that doesn't fit.
local wall_clock = require("bridge.system.wall_clock")
local WaitTime = require("bridge.serving.wait_time")

local A_WAIT = 1060 -- microseconds that select(1) takes when nothing comes
-- Less time than this is too little to wait for a back-to-back client.
local TOO_LITTLE = 300
-- Microseconds after which another window may open: in the mode `shared`, where two frames are also enough, and in fast-forward.
local SPACING, SPACING_IF_FAST = 30000, 45000
-- Max microseconds of a window in fast-forward: the user wants speed, and a fifth of the time is enough for requests.
local MOST_IF_FAST = 9000
-- Windows open for this many frames after a request.
local FRAMES_OF_INTEREST = 30
-- Fast-forward is recognized after this number of frames, each in less time than this. With few requests the clock moves seldom.
-- A frame with a window takes at least as long as that, 15 ms, and one of a game that keeps its speed 16.7.
local SOME_FRAMES, A_FAST_FRAME = 120, 16000

local DEFAULT_BUDGET = { shared = 13000, every = 14000, off = 0 }
-- The largest scale that Pace may allow: 15 ms, for games that take little of their frame.
local MAX_SCALE = { every = 15 / 14 }
-- The share of the game's speed to keep: in mGBA's own window a window in every frame costs 0.5 to 1.4 %.
local ENOUGH = { every = 0.98 }

---@class bridge.Window
---@field mode "shared"|"every"|"off"
---@field budget integer microseconds
---@field max_scale number
---@field enough number? the share of the game's speed that must be kept; nil: Pace's default
---@field private limit integer of this one
---@field private counted integer frames
---@field private counted_from integer the clock then
---@field private counted_to integer the clock in the latest of them
---@field private breaks integer? of the clock then
---@field fast boolean whether frames come much faster than a console's
---@field private moved boolean whether the clock has moved since the frame before, so a client sends requests
---@field private is_lively boolean whether the latest wait was answered
---@field private opened integer? the clock when the latest window began
---@field private frames integer since then
---@field private at integer the clock when this one was opened
---@field private first integer? the first timestamp in this window
---@field private before integer time counted until then
---@field private since integer time counted since the clock last moved
---@field private latest integer
---@field private wait_time bridge.WaitTime
---@field private began integer? the wall clock when this frame's callback began
---@field private tries boolean whether the window waits once although there is no time for it
local Window = {}
Window.__index = Window

---@param mode "shared"|"every"|"off"
---@param milliseconds? number
---@param wait_time? bridge.WaitTime
---@return bridge.Window
function Window.new(mode, milliseconds, wait_time)
  local budget = milliseconds and milliseconds * 1000 or DEFAULT_BUDGET[mode]
  return setmetatable({
    mode = mode, budget = budget, max_scale = not milliseconds and MAX_SCALE[mode] or 1, enough = ENOUGH[mode], limit = budget,
    counted = 0, counted_from = 0, counted_to = 0, fast = false, moved = false, frames = 0, at = 0, before = 0, since = 0,
    latest = 0, wait_time = wait_time or WaitTime.new(), tries = false,
  }, Window)
end

--- Whether frames come much faster than a console's.
---@private
---@param clock bridge.Clock
---@return boolean
function Window:is_fast(clock)
  local now, counted = clock.now, self.counted + 1
  self.counted = counted
  if clock.breaks ~= self.breaks then
    self.fast, self.breaks = false, clock.breaks
    self.counted, self.counted_from = 0, now
  -- While no request comes the clock stands still, and frames pass that it doesn't count.
  elseif counted >= SOME_FRAMES and (now ~= self.counted_to or not clock.usable) then
    self.fast = clock.usable and now - self.counted_from < counted * A_FAST_FRAME
    self.counted, self.counted_from = 0, now
  end
  self.moved, self.counted_to = now ~= self.counted_to, now
  return self.fast
end

--- Decides what a frame may do: a whole window, a glance (one wait of a millisecond), or nothing. Called once each frame.
---@param clock bridge.Clock
---@param quiet_frames integer frames without a request
---@return "window"|"glance"|nil
function Window:plan(clock, quiet_frames)
  self.frames = self.frames + 1
  local fast = self:is_fast(clock)
  if self.mode == "off" or quiet_frames >= FRAMES_OF_INTEREST then return nil end
  if self.mode == "every" and not fast or not self.opened then return "window" end
  -- With few requests the clock stands still for long, so frames count as well.
  local spaced
  if fast then spaced = clock.now - self.opened >= SPACING_IF_FAST
  else spaced = self.frames >= 2 or clock.usable and clock.now - self.opened >= SPACING end
  if spaced then return "window" end
  -- Occasional requests seldom arrive in that millisecond, and each of these frames would lose it.
  if fast or self.wait_time:is_coarse() then return nil end
  return (self.moved or not clock.usable) and "glance" or nil
end

--- Starts counting again after the game stood still on purpose.
---@param clock bridge.Clock
function Window:forget(clock)
  self.counted, self.counted_from = 0, clock.now
end

---@param now integer
---@param spent integer what this frame has taken already
---@param scale? number how much of the budget it may use
function Window:open(now, spent, scale)
  local limit = self.budget * (scale or 1) // 1
  self.limit = self.fast and math.min(limit, MOST_IF_FAST) or limit
  self.opened, self.frames = now, 0
  self.is_lively = false
  self.at, self.latest, self.first, self.before, self.since = now, now, nil, 0, spent
  local wall = wall_clock.now()
  self.began = wall and wall - spent
  self.tries = self.limit < self.wait_time.expected and self.wait_time:skip()
end

--- Counts a wait that timed out.
function Window:waited()
  self.is_lively, self.tries = false, false
  self.since = self.since + self.wait_time.latest
end

--- Counts a request. Its timestamp gives the time; without a newer one the request counts as a whole wait.
---@param now integer
---@param cost integer of serving it
---@param at_once? boolean whether the request had arrived before the window waited
function Window:served(now, cost, at_once)
  self.is_lively, self.tries = now > self.latest, false
  if now <= self.latest then
    self.since = self.since + (at_once and cost or math.max(A_WAIT, cost))
    return
  end
  if not self.first then
    -- The clock stood still since some earlier frame: what passed in this window is what was counted, and half a wait.
    self.first, self.before = now, self.since + A_WAIT // 2
    self.opened = math.max(self.at, now - self.before)
  end
  -- The timestamp is from before the request was served.
  self.latest, self.since = now, cost
end

---@return integer left of the budget, in microseconds
function Window:left()
  local spent = self.before + self.since
  if self.first then spent = spent + self.latest - self.first end
  local wall = self.began and wall_clock.now()
  if wall then spent = math.max(spent, wall - self.began) end
  return self.limit - spent
end

---@return boolean over whether one more wait would be too long
function Window:is_over()
  if self.tries then return false end
  return self:left() < (self.is_lively and TOO_LITTLE or self.wait_time.expected)
end

--- Whether there is time for a wait, by the wall clock where there is one.
---@return boolean
function Window:may_wait()
  return self.tries or not self.began or self:left() >= self.wait_time.expected
end

return Window
