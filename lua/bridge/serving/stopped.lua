-- Serves requests while the game stands at a stop, between two instructions: runs passes, with waits in between, until it goes on.
local limits = require("bridge.wire.limits")
local own_host = require("bridge.system.own_host")
local drawing = require("bridge.picture.drawing")

-- Microseconds of waits after which the work of a frame is done, although the game stands still.
local A_FRAME = 16000
-- Microseconds that a pass with data counts as.
local A_WAIT = 1000

---@class bridge.StoppedParts
---@field stop bridge.Stop
---@field server bridge.Server
---@field connections bridge.Connections
---@field readiness bridge.Readiness
---@field busy_poll bridge.BusyPoll
---@field breakpoints bridge.Breakpoints
---@field clock bridge.Clock
---@field pace bridge.Pace
---@field window bridge.Window
---@field is_ending fun(): boolean

---@class bridge.Stopped: bridge.StoppedParts
---@field private place fun(): string
local Stopped = {}
Stopped.__index = Stopped

---@param parts bridge.StoppedParts becomes the object
---@return bridge.Stopped
function Stopped.new(parts)
  local self = setmetatable(parts, Stopped) --[[@as bridge.Stopped]]
  self.place = own_host.find("stop") or function() return "" end
  return self
end

---@private
--- Runs a pass, after a wait unless there is work.
---@param more boolean whether the pass before has left work
---@return boolean more
---@return integer waited microseconds
function Stopped:pass(more)
  local server, clock, time = self.server, self.clock, self.stop.time
  local readable, took
  if not more then
    readable, took = self.readiness:wait_standing(self.busy_poll)
    if took then time:waited(took) end
  end
  local all = not readable or not clock.usable or server:sweeps(clock.now)
  more = server:pass(limits.pass_cost, readable, all)
  if server.cost > 0 then self.busy_poll:served(clock.now, 0) end
  time:heard(clock.now, clock.usable or not readable)
  return more, all and (took or A_WAIT) or 0
end

--- The host calls this when the game has stopped. Returns when it goes on.
function Stopped:keep()
  local stop, server, connections = self.stop, self.server, self.connections
  local line = self.place()
  if line == "" then return end
  self.breakpoints:frame()
  drawing.take_latest()
  stop:begin(line)
  connections:tell_all("stopped", "1")
  stop.time:stand(self.clock.now)
  server.stands = true
  local more, since_frame = true, 0
  while stop.stands do
    local waited
    more, waited = self:pass(more)
    since_frame = since_frame + waited
    if since_frame >= A_FRAME then
      since_frame = 0
      server:frame()
    end
    if stop.time:is_over() or connections:is_deserted() or self.is_ending() then stop:release() end
  end
  server.stands = nil
  stop.time:leave()
  connections:tell_all("stopped", "0")
  self.pace:forget(self.clock)
  self.window:forget(self.clock)
end

return Stopped
