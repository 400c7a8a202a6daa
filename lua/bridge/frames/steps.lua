-- The queue of steps while the game is held. Each completed step renews the lease. Pure: the caller counts frames.
local limits = require("bridge.wire.limits")

---@class bridge.Step
---@field frames integer requested
---@field ran integer
---@field mask integer buttons
---@field draws boolean whether its last frame is drawn
---@field open? bridge.OpenStep
---@field on_end? fun(step: bridge.Step, status: "ok"|"cancelled"|"interrupted"|"conflict")

-- A step without a fixed length.
---@class bridge.OpenStep
---@field on_begin fun() called before its first frame; may complete it
---@field on_end fun(step: bridge.Step, status: "cancelled"|"interrupted") only when it ends early
---@field may_skip_drawing fun(): boolean whether its next frame need not be drawn

---@class bridge.Steps
---@field current bridge.Step? the one that runs
---@field waiting bridge.Step[]
---@field private time bridge.LeaseTime
local Steps = {}
Steps.__index = Steps

---@param time bridge.LeaseTime
---@return bridge.Steps
function Steps.new(time)
  return setmetatable({ time = time, waiting = {} }, Steps)
end

--- Queues a step.
---@param frames integer
---@param mask integer
---@param on_end? fun(step: bridge.Step, status: string)
---@param draws? boolean whether its last frame is drawn; default true
---@return bridge.Step? step nil when the queue is full
function Steps:add(frames, mask, on_end, draws)
  if #self.waiting >= limits.steps then return nil end
  local step = { frames = frames, ran = 0, mask = mask, on_end = on_end, draws = draws ~= false }
  self.waiting[#self.waiting + 1] = step
  return step
end

--- Returns whether a step runs or waits.
---@return boolean
function Steps:any()
  return self.current ~= nil or self.waiting[1] ~= nil
end

--- Queues a step that lasts until it is completed.
---@param open bridge.OpenStep
---@return bridge.Step? step nil when the queue is full
function Steps:add_open(open)
  local step = self:add(math.huge, 0, open.on_end)
  if step then step.open = open end
  return step
end

local function finish(step, status)
  local on_end = step.on_end
  step.on_end = nil
  if on_end then on_end(step, status) end
end

--- Ends a step without a fixed length.
---@param step bridge.Step
function Steps:complete(step)
  step.on_end = nil
  if step ~= self.current then return self:cancel(step) end
  self.current = nil
  self.time:renew()
end

--- Drops a queued step; ends a running one within two frames, because the next frame may already be set up not to be drawn and the
--- last frame must be.
---@param step bridge.Step
function Steps:cancel(step)
  if step == self.current then
    step.frames = math.min(step.frames, step.ran + 2)
    return finish(step, "interrupted")
  end
  for i, waiting in ipairs(self.waiting) do
    if waiting == step then
      table.remove(self.waiting, i)
      return finish(step, "cancelled")
    end
  end
end

--- Ends all steps.
function Steps:drop()
  local step, waiting = self.current, self.waiting
  self.current, self.waiting = nil, {}
  if step then finish(step, "interrupted") end
  for _, other in ipairs(waiting) do finish(other, "cancelled") end
end

--- Called once each emulated frame.
function Steps:frame()
  local step = self.current
  if not step then return end
  step.ran = step.ran + 1
  if step.ran < step.frames then return end
  self.current = nil
  self.time:renew()
  finish(step, "ok")
end

--- Begins the next step unless one runs.
---@param claimed fun(): integer mask of the buttons that no step may have
---@return boolean runs whether a step runs now
function Steps:begin_next(claimed)
  while not self.current and self.waiting[1] do
    local step = table.remove(self.waiting, 1)
    if step.mask ~= 0 and step.mask & claimed() ~= 0 then
      finish(step, "conflict")
    else
      self.current = step
      if step.open then step.open.on_begin() end
    end
  end
  return self.current ~= nil
end

--- Returns the mask of the step's buttons in the next frame.
---@return integer
function Steps:mask()
  return self.current and self.current.mask or 0
end

--- Counts frames without a callback. None of them may be the last frame of a step.
---@param frames integer
function Steps:skip(frames)
  self.current.ran = self.current.ran + frames
end

--- Returns whether the next frame need not be drawn: it is not the last frame of its step, or the step draws none.
---@return boolean
function Steps:may_skip_drawing()
  local step = self.current
  if not step then return false end
  if step.open then return step.open.may_skip_drawing() end
  return step.frames - step.ran > 1 or not step.draws
end

return Steps
