-- Frame skip for steps: most frames in the middle of a step serve no requests, because our own host emulates an undrawn frame faster
-- than the script polls the connections. At unlimited speed the host skips the callbacks of these frames.
local drawing = require("bridge.picture.drawing")
local own_host = require("bridge.system.own_host")

-- During a step, one frame of this number serves requests.
local SERVING = 16

---@class bridge.FrameSkipParts
---@field steps bridge.Steps
---@field game bridge.Game
---@field connections bridge.Connections
---@field input bridge.Input
---@field waits bridge.Waits
---@field acts bridge.Acts
---@field watches bridge.Watches
---@field events bridge.Events
---@field breakpoints bridge.Breakpoints
---@field serves_between boolean whether requests are also served between frames

---@class bridge.FrameSkip: bridge.FrameSkipParts
---@field must_check boolean whether mGBA may have changed something since the latest frame
---@field private skipped integer frames without a callback since the latest callback
---@field private quiet_frames? fun(frames: integer): boolean has the host skip callbacks
local FrameSkip = {}
FrameSkip.__index = FrameSkip

--- Returns the function that has our own host skip callbacks for a number of frames.
---@return (fun(frames: integer): boolean)? done nil in any other mGBA
local function find_quiet_frames()
  local quiet_frames, speed = own_host.find("quietFrames"), own_host.find("speed")
  if not quiet_frames then return nil end
  return function(frames)
    -- At a limited speed the step may be cancelled in between, and its buttons must be released then.
    if speed() ~= 0 then return false end
    quiet_frames(frames)
    return true
  end
end

---@param parts bridge.FrameSkipParts becomes the object
---@return bridge.FrameSkip
function FrameSkip.new(parts)
  local self = setmetatable(parts, FrameSkip) --[[@as bridge.FrameSkip]]
  self.quiet_frames, self.skipped, self.must_check = find_quiet_frames(), 0, false
  return self
end

--- Counts the skipped frames. Called first in each callback.
function FrameSkip:count_skipped()
  local skipped = self.skipped
  if skipped == 0 then return end
  self.skipped = 0
  self.steps:skip(skipped)
  self.game:skip(skipped)
end

--- Returns whether this frame skips serving requests.
---@return boolean
function FrameSkip:is_skipped()
  local step = self.steps.current
  -- An act's last frame is known only after it was emulated.
  return step ~= nil and not step.open and self.serves_between and not self.must_check
    and step.frames - step.ran > 1 and (step.ran + 1) % SERVING ~= 0 and not self.connections:has_unsent()
end

---@private
--- Returns whether anything but the step needs the callback of each frame.
---@return boolean
function FrameSkip:needs_callbacks()
  local input = self.input
  return drawing.is_on() or self.connections:has_unsent() or input.sequences[1] ~= nil or input.held:is_changing()
    or self.waits:any() or self.acts:any() or self.watches:any() or self.events:has_listeners()
    or self.breakpoints.may_exist
end

--- Has our own host skip callbacks until the next frame that serves requests or must be prepared. Called last in each callback.
function FrameSkip:skip()
  local steps = self.steps
  local step = steps.current
  if not (step and not step.open and self.quiet_frames and steps:may_skip_drawing()) or self:needs_callbacks() then return end
  local next_frame = step.ran + 1
  local last = step.draws and step.frames - 1 or step.frames
  local serving = (next_frame + SERVING - 1) // SERVING * SERVING
  local skipped = math.min(last, serving) - next_frame
  if skipped > 0 and self.quiet_frames(skipped) then self.skipped = skipped end
end

return FrameSkip
