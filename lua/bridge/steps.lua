-- The steps of a game that is held: frames that are emulated one step after the other. Each that ends renews the lease. Pure: the
-- caller counts the frames.
local limits = require("bridge.limits")

---@class bridge.Step
---@field frames integer asked for
---@field ran integer
---@field mask integer buttons
---@field draws boolean whether its last frame is drawn
---@field on_begin? fun() of one that lasts until it is completed
---@field on_end? fun(step: bridge.Step, status: "ok"|"cancelled"|"interrupted"|"conflict")

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

---@param frames integer
---@param mask integer
---@param on_end? fun(step: bridge.Step, status: string)
---@param draws? boolean whether its last frame is drawn; default true
---@return bridge.Step? step nil when too many wait
function Steps:add(frames, mask, on_end, draws)
  if #self.waiting >= limits.steps then return nil end
  local step = { frames = frames, ran = 0, mask = mask, on_end = on_end, draws = draws ~= false }
  self.waiting[#self.waiting + 1] = step
  return step
end

--- Adds a step that lasts until it is completed, and whose frames are all drawn.
---@param on_begin fun() called before its first frame; may complete it
---@param on_end fun(step: bridge.Step, status: "cancelled"|"interrupted") only when it ends early
---@return bridge.Step? step nil when too many wait
function Steps:add_open(on_begin, on_end)
  local step = self:add(math.huge, 0, on_end)
  if step then step.on_begin = on_begin end
  return step
end

local function finish(step, status)
  local on_end = step.on_end
  step.on_end = nil
  if on_end then on_end(step, status) end
end

---@param step bridge.Step
function Steps:complete(step)
  step.on_end = nil
  if step ~= self.current then return self:cancel(step) end
  self.current = nil
  self.time:renew()
end

--- Drops a step that waits; cuts off one that runs. What comes next may be set already not to be drawn, so there are two more
--- frames: the last one of a step always is.
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

--- Ends all of them.
function Steps:drop()
  local step, waiting = self.current, self.waiting
  self.current, self.waiting = nil, {}
  if step then finish(step, "interrupted") end
  for _, other in ipairs(waiting) do finish(other, "cancelled") end
end

--- A frame has been emulated.
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
      if step.on_begin then step.on_begin() end
    end
  end
  return self.current ~= nil
end

--- Mask of the buttons that are down in the next frame.
---@return integer
function Steps:mask()
  return self.current and self.current.mask or 0
end

--- Frames that have been emulated without a word of it; none of them was the last one of a step.
---@param frames integer
function Steps:skip(frames)
  self.current.ran = self.current.ran + frames
end

--- Whether nobody is to see the next frame: it is followed by another one of the same step, or the step said so.
---@return boolean
function Steps:is_passing()
  local step = self.current
  return step ~= nil and not step.on_begin and (step.frames - step.ran > 1 or not step.draws)
end

return Steps
