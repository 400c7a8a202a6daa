-- Serves requests while the game stands at a stop, between two instructions, until it goes on.
local own_host = require("bridge.system.own_host")
local drawing = require("bridge.picture.drawing")

---@class bridge.StoppedParts
---@field stop bridge.Stop
---@field standing bridge.Standing
---@field connections bridge.Connections
---@field breakpoints bridge.Breakpoints
---@field clock bridge.Clock
---@field pace bridge.Pace
---@field window bridge.Window

---@class bridge.Stopped: bridge.StoppedParts
---@field private place fun(): string
---@field private stands fun(): boolean
---@field private give_up fun()
local Stopped = {}
Stopped.__index = Stopped

---@param parts bridge.StoppedParts becomes the object
---@return bridge.Stopped
function Stopped.new(parts)
  local self = setmetatable(parts, Stopped) --[[@as bridge.Stopped]]
  local stop = parts.stop
  self.place = own_host.find("stop") or function() return "" end
  function self.stands() return stop.stands end
  function self.give_up() stop:release() end
  return self
end

---@private
---@param line string of the host's `stop`
function Stopped:serve(line)
  local stop = self.stop
  self.breakpoints:frame()
  drawing.take_latest()
  stop:begin(line)
  self.connections:tell_all("stopped", "1")
  -- What the stop has replied to is sent at once.
  self.standing:serve(stop.time, true, self.stands, self.give_up)
  self.pace:forget(self.clock)
  self.window:forget(self.clock)
end

--- The host calls this when the game has stopped. Returns when it goes on, also after an error.
function Stopped:keep()
  local line = self.place()
  if line == "" then return end
  local ok, problem = xpcall(self.serve, debug.traceback, self, line)
  self.stop:release()
  self.connections:tell_all("stopped", "0")
  if not ok then
    self.standing:leave(self.stop.time)
    error(problem, 0)
  end
end

return Stopped
