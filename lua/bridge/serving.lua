-- When requests are answered beyond the one pass of each frame: in the frame's service window, or while the host waits for the
-- next frame.
local limits = require("bridge.limits")
local Dispatcher = require("bridge.dispatcher")
local own_host = require("bridge.own_host")

local FRAMES_OF_INTEREST = 120
-- Milliseconds: longer than any frame, because our host ends the wait when the frame is due.
local UNTIL_THE_FRAME = 100
-- After one alone the turn is often back before anybody has done a thing, because those who wait by spinning only look and yield, too.
local YIELDS = 3

local serving = {}

--- How many microseconds are left of an `idle`, and how many milliseconds it may wait. Only our own host knows.
---@return fun(): integer left
---@return integer wait
---@return boolean is_own_host
function serving.idle_time()
  local idle_left = own_host.find("idleLeft")
  if idle_left then return idle_left, UNTIL_THE_FRAME, true end
  return function() return 1000 end, 1, false
end

--- What lets the other programs go first; nil where there is no such thing.
---@return (fun(times: integer): boolean)?
function serving.find_yield()
  return own_host.find("yieldProcessor") --[[@as (fun(times: integer): boolean)?]]
end

---@param app bridge.App
---@param more boolean whether there is work that needn't be waited for
---@return integer cost of what was served in this frame
local function serve_window(app, more)
  local window, server, readiness, clock = app.window, app.server, app.readiness, app.clock
  -- In fast-forward mGBA's other threads make better use of the processor.
  local busy_poll = not window.fast and app.busy_poll or nil
  local cost = server.cost
  while not window:is_over() do
    local at_once, readable, waited, over = more
    if not at_once then
      readable, waited = readiness:wait(busy_poll)
      if not waited then return cost end
      if not readable then window:waited() end
    end
    local all = not (readable or at_once) or not clock.usable or server:sweeps(clock.now)
    more, over = app:pass(window:left(), readable, all)
    cost = cost + server.cost
    if readable or at_once then window:served(clock.now, server.cost, at_once) end
    if readable and busy_poll then busy_poll:served(clock.now, server.cost) end
    if over or app.hold.lease then return cost end
  end
  return cost
end

--- The rest of a frame where the host doesn't call back while it waits for the next one.
---@param app bridge.App
---@param more boolean whether the pass has left work
---@param over boolean whether nothing further may be called
function serving.use_frame(app, more, over)
  local window, usage, server = app.window, app.usage, app.server
  local budget = window.budget
  if over then
    app.pace:frame(app.clock, true)
    usage:add(budget, budget)
    return
  end
  local plan = window:plan(app.clock, server.quiet_frames)
  app.pace:frame(app.clock, plan == "window")
  if plan == "window" then
    window:open(app.clock.now, server.cost + app.watches.cost, app.pace.scale)
    server.pass_cost = limits.window_cost
    usage:add(serve_window(app, more), budget)
    server.pass_cost = limits.pass_cost
  elseif more then
    usage:add(budget, budget)
  elseif plan == "glance" then
    local readable = app.readiness:wait()
    if readable then app:pass(limits.pass_cost, readable, false) end
  elseif server.quiet_frames > 0 then
    usage:add(0, budget)
  end
end

--- Waits until somebody is there.
---@param app bridge.App
---@return boolean ready false when there is nothing to do
---@return bridge.Connection? readable
local function wait_in_idle(app)
  local readiness = app.readiness
  local readable, waited = readiness:wait_for_any(app.idle_wait, app.busy_poll)
  if readable or not waited then return true, readable end
  if #app.connections.list < 2 then return false end
  if app.server.quiet_frames < FRAMES_OF_INTEREST then return true end
  readable = readiness:glance()
  return readable ~= nil, readable
end

--- The host has nothing to do until the next frame, and calls again and again until then.
---@param app bridge.App
function serving.idle(app)
  local usage, idle_left = app.usage, app.idle_left
  if usage.is_sampling then usage:enter(idle_left()) end
  local ready, readable = true, nil
  if not app.work_left then ready, readable = wait_in_idle(app) end
  if not ready then return end
  -- Where the latest pass had more than one small request the others' next ones are about to come, and take less time together.
  if readable and app.yield and app.server.cost > Dispatcher.COST then app.yield(YIELDS) end
  local left = idle_left()
  if left <= 0 then return end
  if usage.is_sampling then usage:begin(left) end
  local all = not readable or app.server:sweeps(-left)
  app.work_left = app:pass(left, readable, all, app.idle_is_over)
  if readable then app.busy_poll:served(app.clock.now, app.server.cost) end
end

return serving
