-- Waits until a connection can be read, or until a client connects.
local wall_clock = require("bridge.system.wall_clock")

-- Milliseconds of a wait while the game stands still, where all sockets end it.
local A_FRAME = 16

---@class bridge.Readiness
---@field private connections bridge.Connections
---@field private admission bridge.Admission
---@field private wait_time bridge.WaitTime measures waits in which nothing arrived
---@field private wait_for_data? fun(milliseconds: integer): boolean waits for all sockets at once
---@field private glances integer index of the connection polled last
local Readiness = {}
Readiness.__index = Readiness

---@param connections bridge.Connections
---@param admission bridge.Admission
---@param wait_time bridge.WaitTime
---@param wait_for_data? fun(milliseconds: integer): boolean
---@return bridge.Readiness
function Readiness.new(connections, admission, wait_time, wait_for_data)
  return setmetatable({
    connections = connections, admission = admission, wait_time = wait_time, wait_for_data = wait_for_data, glances = 0,
  }, Readiness)
end

--- Waits up to a millisecond for the connection that sent last.
---@param busy_poll? bridge.BusyPoll
---@param window? bridge.Window that must have time for the wait
---@return bridge.Connection? readable
---@return boolean waited false: there is no connection to wait for, or no time
function Readiness:wait(busy_poll, window)
  local active = self.connections.active
  if not active or active.gone or not active:has_room() then return nil, false end
  if busy_poll and busy_poll:finds(active) then return active, true end
  if window and not window:may_wait() then return nil, false end
  local began = wall_clock.now()
  if active:wait(1) then return active, true end
  self.wait_time:learn(began)
  return nil, true
end

--- Waits for all connections at once, and for new ones, if the host can do that.
---@private
---@param milliseconds integer
---@return bridge.Connection? readable
---@return boolean waited false: the host can't, or what can be read now must not be read
function Readiness:wait_for_all(milliseconds)
  if not self.wait_for_data or self.connections:has_unsent() then return nil, false end
  if not self.wait_for_data(milliseconds) then return nil, true end
  local list = self.connections.list
  for i = 1, #list do
    local connection = list[i]
    if connection:has_room() and connection:wait(0) then return connection, true end
  end
  self.admission:accept()
  return nil, false
end

--- Waits for a connection: the full time for a single one, or if the host waits for all, else a millisecond for the one that sent last.
---@param milliseconds integer
---@param busy_poll? bridge.BusyPoll
---@return bridge.Connection? readable
---@return boolean waited false: the connection has no room for requests
function Readiness:wait_for_any(milliseconds, busy_poll)
  local connections = self.connections
  local list = connections.list
  local connection = connections.active or list[1]
  if not connection then
    self.admission:wait(milliseconds)
    return nil, true
  end
  if not connection:has_room() then return nil, false end
  if busy_poll and busy_poll:finds(connection) then return connection, true end
  if #list > 1 then
    local readable, waited = self:wait_for_all(milliseconds)
    if waited then return readable, true end
  end
  if #list > 1 or connection.unsent > 0 then milliseconds = 1 end
  return connection:wait(milliseconds) and connection or nil, true
end

--- Returns the connection over which the next request probably comes. A bridge sends steps over one and asks for pictures over another,
--- so a client that does both in turn is heard alternately.
---@private
---@return bridge.Connection?
function Readiness:expected()
  local active = self.connections.active
  local following = active and active.followed_by
  if following and not following.gone and following:has_room() then return following end
  return active or self.connections.list[1]
end

--- Waits for a connection, or else for a new one, while the game stands still: up to a frame if the host waits for all of them, else up
--- to a millisecond.
---@param busy_poll bridge.BusyPoll
---@return bridge.Connection? readable
---@return integer? microseconds that the wait took if nothing arrived
function Readiness:wait_standing(busy_poll)
  local found = busy_poll:find(self.connections.list)
  if found and found:has_room() then return found end
  local readable, waited = self:wait_for_all(A_FRAME)
  if waited then return readable, not readable and 1000 * A_FRAME or nil end
  local began, connection = wall_clock.now(), self:expected()
  local waits = connection ~= nil and connection:has_room()
  if waits and connection:wait(1) then return connection end
  if not waits then self.admission:wait(1) end
  self.wait_time:learn(began)
  return nil, self.wait_time.latest
end

--- Polls one connection, the next one each time. Cheap enough to be called a thousand times a second.
---@return bridge.Connection? readable
function Readiness:glance()
  local list = self.connections.list
  local glances = self.glances % #list + 1
  self.glances = glances
  local connection = list[glances]
  return connection:wait(0) and connection or nil
end

return Readiness
