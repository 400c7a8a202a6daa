-- Serves requests beyond the one pass of each frame: in the frame's window, or while the host waits for the next frame.
local limits = require("bridge.wire.limits")
local Dispatcher = require("bridge.serving.dispatcher")

-- With several connections, for this many frames after a request each wait in idle time ends with a pass that polls them all.
local FRAMES_OF_INTEREST = 120
-- One yield is often not enough, because other programs that spin also yield at once.
local YIELDS = 3

---@class bridge.ServingParts
---@field server bridge.Server
---@field connections bridge.Connections
---@field readiness bridge.Readiness
---@field clock bridge.Clock
---@field window bridge.Window
---@field pace bridge.Pace
---@field usage bridge.Usage
---@field watches bridge.Watches
---@field hold bridge.Hold
---@field host bridge.Host
---@field busy_poll bridge.BusyPoll

---@class bridge.Serving: bridge.ServingParts
---@field work_left boolean whether the latest pass left work that can run at once
---@field private idle_is_over fun(): boolean
local Serving = {}
Serving.__index = Serving

---@param parts bridge.ServingParts becomes the object
---@return bridge.Serving
function Serving.new(parts)
  local self = setmetatable(parts, Serving) --[[@as bridge.Serving]]
  local idle_left = self.host.idle_left
  self.work_left = false
  self.idle_is_over = function() return idle_left() <= 0 end
  return self
end

---@private
---@param more boolean whether there is work that can run at once
---@return integer cost of what was served in this frame
function Serving:serve_window(more)
  local window, server, readiness, clock = self.window, self.server, self.readiness, self.clock
  -- In fast-forward mGBA's other threads make better use of the processor.
  local busy_poll = not window.fast and self.busy_poll or nil
  local cost = server.cost
  while not window:is_over() do
    local at_once, readable, waited, over = more
    if not at_once then
      readable, waited = readiness:wait(busy_poll, window)
      if not waited then return cost end
      if not readable then window:waited() end
    end
    local all = not (readable or at_once) or not clock.usable or server:sweeps(clock.now)
    more, over = server:pass(window:left(), readable, all)
    cost = cost + server.cost
    if readable or at_once then window:served(clock.now, server.cost, at_once) end
    if readable and busy_poll then busy_poll:served(clock.now, server.cost) end
    if over or self.hold.lease then return cost end
  end
  return cost
end

--- Uses the rest of a frame where the host doesn't call `idle` while it waits for the next one.
---@param more boolean whether the pass has left work
---@param over boolean whether nothing further may be called
function Serving:use_frame(more, over)
  local window, usage, server, clock, pace = self.window, self.usage, self.server, self.clock, self.pace
  local budget = window.budget
  if over then
    pace:frame(clock, true)
    usage:add(budget, budget)
    return
  end
  local plan = window:plan(clock, server.quiet_frames)
  pace:frame(clock, plan == "window")
  if plan == "window" then
    window:open(clock.now, server.cost + self.watches.totals.cost, pace.scale)
    server.pass_cost = limits.window_cost
    usage:add(self:serve_window(more), budget)
    server.pass_cost = limits.pass_cost
  elseif more then
    usage:add(budget, budget)
  elseif plan == "glance" then
    local readable = self.readiness:wait()
    if readable then server:pass(limits.pass_cost, readable, false) end
  elseif server.quiet_frames > 0 then
    usage:add(0, budget)
  end
end

--- Waits until a request or a client arrives.
---@private
---@return boolean ready false when there is nothing to do
---@return bridge.Connection? readable
function Serving:wait_in_idle()
  local readiness = self.readiness
  local readable, waited = readiness:wait_for_any(self.host.idle_wait, self.busy_poll)
  if readable or not waited then return true, readable end
  if #self.connections.list < 2 then return false end
  if self.server.quiet_frames < FRAMES_OF_INTEREST then return true end
  readable = readiness:glance()
  return readable ~= nil, readable
end

--- Serves once while the host waits for the next frame. The host calls it repeatedly until then.
function Serving:idle()
  local host, server, usage = self.host, self.server, self.usage
  local idle_left = host.idle_left
  host.calls_idle, server.pass_cost = true, limits.idle_cost
  if usage.is_sampling then usage:enter(idle_left()) end
  local ready, readable = true, nil
  if not self.work_left then ready, readable = self:wait_in_idle() end
  if not ready then return end
  -- After a pass with several requests more are about to arrive, and serving them together takes less time.
  local yield = host.yield
  if readable and yield and server.cost > Dispatcher.COST then yield(YIELDS) end
  local left = idle_left()
  if left <= 0 then return end
  if usage.is_sampling then usage:begin(left) end
  local all = not readable or server:sweeps(-left)
  self.work_left = server:pass(left, readable, all, self.idle_is_over)
  if readable then self.busy_poll:served(self.clock.now, server.cost) end
end

return Serving
