-- Turns of an agent: optionally a state, a sequence of buttons, a wait for a value, frames to settle, then reads. All of it happens in
-- frame callbacks, so an act is deterministic. While the game is held, an act runs like a step.
local limits = require("bridge.wire.limits")
local act_drawing = require("bridge.frames.act_drawing")
local on_error = require("bridge.serving.dispatcher").on_error

---@class bridge.Act
---@field prepare? fun() loads the state; may throw
---@field sequence bridge.Sequence?
---@field owner any the connection that owns the sequence
---@field check? fun(): boolean the condition to wait for after the sequence; may throw
---@field ends_early boolean? whether the condition also ends the sequence
---@field until_met bridge.UntilMet? the conditions that it looks at
---@field is_over boolean? whether they are met, or can't be met any more
---@field of_screen boolean? whether one of the conditions is on the picture
---@field draws? fun(frame: integer): boolean whether a picture of a frame, counted from its beginning, is needed before the last one
---@field awaits_since integer? frames of the act before the wait
---@field met_in integer? the number of the frame in which they were met
---@field needs_hold boolean? whether it is cancelled if the game is released before it begins
---@field timeout integer maximum frames of that wait
---@field settle integer frames after the wait
---@field observe? fun(act: bridge.Act) takes what is due after a frame; may throw
---@field on_end fun(act: bridge.Act, problem?: { status: string, sentence: string }) once
---@field frames integer emulated since it began
---@field met boolean
---@field private is_new boolean? whether it begins in the next frame callback
---@field private begun boolean?
---@field private played boolean? whether the sequence is over
---@field private phase "playing"|"awaiting"|"settling"
---@field private in_phase integer frames
---@field private ended boolean?
---@field private step bridge.Step? while the game is held

---@class bridge.Acts
---@field private input bridge.Input
---@field private hold bridge.Hold
---@field private acts bridge.Act[] in order
local Acts = {}
Acts.__index = Acts

local HELD = "A button of steps is held by buttons.set."
local INTERRUPTED = { status = "interrupted", sentence = "The act ended early; its buttons were released." }
local CANCELLED = { status = "cancelled", sentence = "The act was cancelled before it began." }
local BUSY = { status = "busy", sentence = ("The queue of presses and sequences is full (%d)."):format(limits.presses) }

---@param input bridge.Input
---@param hold bridge.Hold
---@return bridge.Acts
function Acts.new(input, hold)
  return setmetatable({ input = input, hold = hold, acts = {} }, Acts)
end

---@return boolean
function Acts:any()
  return self.acts[1] ~= nil
end

--- Returns why there is no room for another act; nil if there is.
---@param of_screen boolean whether it would look at the picture in each frame
---@return string?
function Acts:lack_of_room(of_screen)
  if #self.acts >= limits.acts then return ("The queue of acts is full (%d)."):format(limits.acts) end
  local others = 0
  for _, act in ipairs(of_screen and self.acts or {}) do
    if act.of_screen then others = others + 1 end
  end
  if others >= limits.screen_waits then return ("The queue of acts for the screen is full (%d)."):format(limits.screen_waits) end
end

---@private
function Acts:finish(act, problem)
  act.ended = true
  for i, other in ipairs(self.acts) do
    if other == act then table.remove(self.acts, i) end
  end
  local sequence = act.sequence
  if sequence and act.begun and not act.played then
    sequence.on_end = nil
    self.input:stop(sequence)
  end
  if act.step then self.hold.steps:complete(act.step) end
  act.on_end(act, problem)
end

--- Ends an act early.
---@param act bridge.Act
function Acts:stop(act)
  if not act.ended then self:finish(act, act.begun and INTERRUPTED or CANCELLED) end
end

---@private
--- Looks at an act's condition.
---@return boolean? met nil: it failed, and the act is over
function Acts:check(act)
  local ok, met = xpcall(act.check, on_error)
  if not ok then return self:finish(act, met) end
  act.met = met
  return met
end

---@private
--- Ends the sequence of an act if the condition holds that ends it.
function Acts:end_early(act)
  if not act.is_over and self:check(act) then
    act.played = true
    self.input:stop(act.sequence)
  end
end

---@private
--- Enters the next phase if it is due.
function Acts:look(act)
  if act.phase == "playing" then
    if act.ends_early then self:end_early(act) end
    if act.ended or act.sequence and not act.played then return end
    act.phase, act.in_phase = act.ends_early and (act.met or act.is_over) and "settling" or "awaiting", 0
    if act.ends_early and act.phase == "awaiting" then return end -- the condition was checked in this frame already
  end
  if act.phase == "awaiting" then
    local met = not act.check or self:check(act)
    if met == nil or not met and act.in_phase < act.timeout then return end
    act.phase, act.in_phase = "settling", 0
  end
  if act.in_phase >= act.settle then self:finish(act) end
end

---@private
--- Begins in the frame callback, before the keys of the next frame are set.
function Acts:begin(act)
  local sequence = act.sequence
  if sequence then
    local problem = self.input:queue(sequence, act.owner, function()
      if sequence.state == "done" then
        act.played = true
      elseif not act.played then
        self:stop(act)
      end
    end)
    if problem == "busy" then return self:finish(act, BUSY) end
    if problem then return self:finish(act, { status = problem, argument = "steps", sentence = HELD }) end
  end
  act.begun = true
  if act.prepare then
    local ok, problem = xpcall(act.prepare, on_error)
    if not ok then return self:finish(act, problem) end
  end
  self:look(act)
end

---@private
function Acts:start(act)
  local is_held = self.hold.lease ~= nil
  if act.needs_hold and not is_held then return self:finish(act, CANCELLED) end
  if not is_held then return self:begin(act) end
  act.step = self.hold.steps:add_open({
    on_begin = function() self:begin(act) end,
    on_end = function() self:stop(act) end,
    may_skip_drawing = function() return act_drawing.may_skip(act) end,
  })
  if not act.step then self:finish(act, { status = "busy", sentence = ("The queue of steps is full (%d)."):format(limits.steps) }) end
end

--- Begins an act: now in a frame callback, else in the next one; while the game is held, after the steps before it.
---@param act bridge.Act there must be room for it
function Acts:add(act)
  act.frames, act.met, act.phase, act.in_phase = 0, false, "playing", 0
  self.acts[#self.acts + 1] = act
  if self.hold.in_frame then self:start(act) else act.is_new = true end
end

---@private
function Acts:age(act)
  act.frames, act.in_phase = act.frames + 1, act.in_phase + 1
  if act.observe then
    local ok, problem = xpcall(act.observe, on_error, act)
    if not ok then return self:finish(act, problem) end
  end
  self:look(act)
end

--- Called once each emulated frame, after the input.
function Acts:frame()
  if not self.acts[1] then return end
  for _, act in ipairs(table.move(self.acts, 1, #self.acts, 1, {})) do
    if act.is_new then
      act.is_new = nil
      self:start(act)
    elseif act.begun and not act.ended then
      self:age(act)
    end
  end
end

--- Ends all acts.
function Acts:clear()
  for _, act in ipairs(table.move(self.acts, 1, #self.acts, 1, {})) do self:stop(act) end
end

return Acts
