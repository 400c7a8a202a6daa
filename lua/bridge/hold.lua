-- The hold: the game stands still until its lease runs out, apart from the frames of steps. Pure: the caller stands still,
-- waits, and counts frames.
--
-- The lease runs only while the game stands still. Its time is the bridge's clock; where that doesn't move, because the bridge
-- was stopped or nobody is heard, it is the waits that ran out.
local limits = require("bridge.limits")

local A_WAIT = 1060 -- microseconds that select(1) takes when nothing comes

---@class bridge.Step
---@field frames integer asked for
---@field ran integer
---@field mask integer buttons
---@field draws boolean whether its last frame is drawn
---@field on_begin? fun() of one that lasts until it is completed
---@field on_end? fun(step: bridge.Step, status: "ok"|"cancelled"|"interrupted"|"conflict")

---@class bridge.Hold
---@field lease string? nil: the game isn't held
---@field owner string
---@field exclusive boolean
---@field private clients table<string, boolean> those that took, joined or renewed it
---@field step bridge.Step? the one that runs
---@field steps bridge.Step[] those that wait
---@field in_frame boolean whether what begins now stands still before another frame
---@field private stands boolean
---@field private on_begin? fun(status: "ok"|"cancelled") whoever waits until it stands still
---@field private term integer microseconds of a fresh lease
---@field private left integer microseconds when the clock last moved
---@field private counted integer waits since then
---@field private clock integer what the clock showed then
---@field private is_first boolean? whether it has not moved since the game stands still
---@field private leases integer
local Hold = {}
Hold.__index = Hold

---@return bridge.Hold
function Hold.new()
  return setmetatable({ owner = "", exclusive = false, clients = {}, steps = {}, in_frame = false, stands = false, term = 0, left = 0,
    counted = 0, clock = 0, leases = 0 }, Hold)
end

---@return integer milliseconds until the lease ends, if nobody renews it
function Hold:time_left()
  return math.max(0, self.left - self.counted + 999) // 1000
end

--- Why whoever comes with this lease may not do something.
---@param lease string empty: without one
---@return "not-held"|"held"|nil
function Hold:objection(lease)
  if not self.lease then return "not-held" end
  if lease == "" then return self.exclusive and "held" or nil end
  return lease ~= self.lease and "held" or nil
end

--- What an objection says to people, and what else is told of it.
---@param objection "not-held"|"held"
---@return string sentence
---@return string? milliseconds until the lease ends
function Hold:explain(objection)
  if objection == "not-held" then return "the game is not held, or the lease has run out" end
  local left = self:time_left()
  return ("%s holds the game%s for another %d ms, unless it is renewed"):format(self.owner, self.exclusive and " exclusively" or "", left),
    tostring(left)
end

---@private
function Hold:renew(term)
  self.left, self.counted = math.max(self.left - self.counted, term), 0
end

--- Begins a hold, or joins one that isn't exclusive.
---@param term integer microseconds
---@param exclusive boolean
---@param owner string
---@return "held"|nil problem
function Hold:take(term, exclusive, owner)
  if not self.lease then
    self.leases = self.leases + 1
    self.lease = ("%x%08x"):format(self.leases, math.random(0, 0xFFFFFFFF))
    self.owner, self.exclusive = owner, exclusive
    self.term, self.left, self.counted = term, term, 0
    return nil
  end
  if self.exclusive or exclusive then return "held" end
  self.term = math.max(self.term, term)
  self:renew(term)
end

--- Notes a client that has taken, joined or renewed the hold: it lasts no longer than one of them is connected.
---@param client string
function Hold:add_client(client)
  self.clients[client] = true
end

--- Ends the hold if this was the last of its clients.
---@param client string one that has no connection any more
function Hold:remove_client(client)
  if not self.clients[client] then return end
  self.clients[client] = nil
  if next(self.clients) == nil then self:free() end
end

--- Calls `on_begin` when the game stands still, or when that has come to nothing.
---@param on_begin fun(status: "ok"|"cancelled")
function Hold:await(on_begin)
  self.on_begin = on_begin
end

--- Another time for the lease. What is left of it is never cut short.
---@param lease string
---@param term integer microseconds
---@return "not-held"|"held"|nil problem
function Hold:prolong(lease, term)
  local problem = self:objection(lease)
  if problem then return problem end
  self.term = term
  self:renew(term)
end

local function finish(step, status)
  local on_end = step.on_end
  step.on_end = nil
  if on_end then on_end(step, status) end
end

---@private
function Hold:begin(status)
  local on_begin = self.on_begin
  self.on_begin = nil
  if on_begin then on_begin(status) end
end

--- Ends the steps; the hold goes on.
function Hold:drop_steps()
  local step, steps = self.step, self.steps
  self.step, self.steps = nil, {}
  if step then finish(step, "interrupted") end
  for _, waiting in ipairs(steps) do finish(waiting, "cancelled") end
end

--- Ends the hold, and all that belongs to it.
function Hold:free()
  self.lease, self.clients = nil, {}
  self:drop_steps()
  self:begin("cancelled")
end

---@param frames integer
---@param mask integer
---@param on_end? fun(step: bridge.Step, status: string)
---@param draws? boolean whether its last frame is drawn; default true
---@return bridge.Step? step nil when too many wait
function Hold:add(frames, mask, on_end, draws)
  if #self.steps >= limits.steps then return nil end
  local step = { frames = frames, ran = 0, mask = mask, on_end = on_end, draws = draws ~= false }
  self.steps[#self.steps + 1] = step
  return step
end

--- Adds a step that lasts until it is completed, and whose frames are all drawn.
---@param on_begin fun() called before its first frame; may complete it
---@param on_end fun(step: bridge.Step, status: "cancelled"|"interrupted") only when it ends early
---@return bridge.Step? step nil when too many wait
function Hold:add_open(on_begin, on_end)
  local step = self:add(math.huge, 0, on_end)
  if step then step.on_begin = on_begin end
  return step
end

---@param step bridge.Step
function Hold:complete(step)
  step.on_end = nil
  if step ~= self.step then return self:cancel(step) end
  self.step = nil
  self:renew(self.term)
end

--- Drops a step that waits; cuts off one that runs. What comes next may be set already not to be drawn, so there are two more
--- frames: the last one of a step always is.
---@param step bridge.Step
function Hold:cancel(step)
  if step == self.step then
    step.frames = math.min(step.frames, step.ran + 2)
    return finish(step, "interrupted")
  end
  for i, waiting in ipairs(self.steps) do
    if waiting == step then
      table.remove(self.steps, i)
      return finish(step, "cancelled")
    end
  end
end

--- A frame has been emulated.
function Hold:frame()
  self:begin("ok")
  local step = self.step
  if not step then return end
  step.ran = step.ran + 1
  if step.ran < step.frames then return end
  self.step = nil
  self:renew(self.term)
  finish(step, "ok")
end

--- Whether another frame is to be emulated; begins the next step.
---@param claimed fun(): integer mask of the buttons that no step may have
---@return boolean
function Hold:goes_on(claimed)
  if not self.lease then return true end
  while not self.step and self.steps[1] do
    local step = table.remove(self.steps, 1)
    if step.mask ~= 0 and step.mask & claimed() ~= 0 then
      finish(step, "conflict")
    else
      self.step = step
      if step.on_begin then step.on_begin() end
    end
  end
  return self.step ~= nil
end

--- Mask of the buttons that are down in the next frame.
---@return integer
function Hold:mask()
  return self.step and self.step.mask or 0
end

--- Frames that have been emulated without a word of it; none of them was the last one of a step.
---@param frames integer
function Hold:skip(frames)
  self.step.ran = self.step.ran + frames
end

--- Whether nobody is to see the next frame: it is followed by another one of the same step, or the step said so.
---@return boolean
function Hold:is_passing()
  local step = self.step
  return step ~= nil and not step.on_begin and (step.frames - step.ran > 1 or not step.draws)
end

--- The game stands still from now on.
---@param now integer the bridge's clock
function Hold:stand(now)
  self.stands, self.clock, self.is_first = true, now, true
end

--- Another frame is to be emulated.
function Hold:leave()
  self.stands = false
  self:renew(0)
end

--- A wait ran out.
function Hold:waited()
  self.counted = self.counted + A_WAIT
end

--- Something may have come.
---@param now integer the bridge's clock
---@param usable boolean false: what came has no stamp, so it is taken for a whole wait
function Hold:heard(now, usable)
  if not self.stands then return end
  if now > self.clock then
    -- At first the clock may be from long before: what passed then is what was counted, and half a wait.
    local passed = self.is_first and self.counted + A_WAIT // 2 or math.max(now - self.clock, self.counted)
    self.left, self.counted, self.clock, self.is_first = self.left - passed, 0, now, nil
  elseif not usable then
    self.counted = self.counted + A_WAIT
  end
end

---@return boolean
function Hold:is_over()
  return self.left <= self.counted
end

return Hold
