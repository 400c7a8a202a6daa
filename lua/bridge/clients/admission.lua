-- Accepts connections, and closes those that don't become clients in time or break the protocol.
local limits = require("bridge.wire.limits")
local framing = require("bridge.wire.framing")
local Connection = require("bridge.clients.connection")

---@class bridge.AdmissionParts
---@field connections bridge.Connections
---@field game bridge.Game
---@field clock bridge.Clock
---@field journal bridge.Journal
---@field greeter bridge.Greeter
---@field ignores_sigpipe boolean whether mGBA survives writing to a closed connection

---@class bridge.Admission: bridge.AdmissionParts
---@field private listener bridge.Listener?
local Admission = {}
Admission.__index = Admission

---@param parts bridge.AdmissionParts becomes the object
---@return bridge.Admission
function Admission.new(parts)
  return setmetatable(parts, Admission) --[[@as bridge.Admission]]
end

--- Accepts clients from now on.
---@param listener bridge.Listener
function Admission:begin(listener)
  self.listener = listener
end

--- Reads from a connection without a client, and answers its hello if that has arrived.
---@private
---@param connection bridge.Connection
---@return boolean silent whether it still has no client
function Admission:is_silent(connection)
  if connection.client then return false end
  connection:receive()
  if connection.problem then self:break_off(connection) end
  local request = not connection.refused and connection:next_request()
  if request then
    self.greeter:greet(connection, request)
    connection:finish(false)
    connection:flush()
  end
  return not connection.client
end

--- Finds the oldest connection that has sent no valid hello, or else the oldest one without a proof. First reads and answers the messages
--- that have arrived.
---@private
---@return integer? index
function Admission:find_silent()
  local challenged
  for i, connection in ipairs(self.connections.list) do
    if self:is_silent(connection) then
      if connection.refused or not connection.challenge then return i end
      challenged = challenged or i
    end
  end
  return challenged
end

--- Closes a connection without a client.
---@private
---@return boolean made
function Admission:make_room()
  local index = self:find_silent()
  if not index then return false end
  local connection = self.connections.list[index]
  if not connection.refused then
    connection:send("0", "busy", self.game.frame_text, nil, "The connection has no client yet and makes room for another one.")
  end
  connection:flush()
  self.connections:close(index, "made room")
  self.journal:refused("connections that made room", "closed a connection without a client, to make room for another")
  return true
end

--- Accepts the connections that wait in the backlog. If there is no room for a connection, it gets `busy`.
function Admission:accept()
  local listener, connections = self.listener, self.connections
  if not listener then return end
  -- Bounded, so that a flood of connections does not delay the frame.
  for _ = 1, limits.backlog do
    local accepted = listener:accept()
    if not accepted then return end
    if #connections.list < limits.connections or self:make_room() then
      connections.list[#connections.list + 1] = Connection.new(accepted, self.clock, self.ignores_sigpipe)
    else
      local sentence = ("The script accepts at most %d connections."):format(limits.connections)
      accepted:send(framing.message("0", "busy", self.game.frame_text, nil, sentence))
      connections.dropped = true
      self.journal:refused("connections beyond the limit", "refused a connection: " .. sentence)
    end
  end
end

--- Closes a connection that has broken the protocol.
---@param connection bridge.Connection
function Admission:break_off(connection)
  if connection.client then
    connection.gone = ("it broke the protocol (%s)"):format(connection.problem)
    return
  end
  local sentence = "The message does not fit the protocol."
  connection:send("0", "bad-hello", self.game.frame_text, nil, sentence)
  connection.refused = sentence
end

--- Returns whether the time for the hello is over. Counting frames is not enough, because in fast-forward the limit would take a
--- tenth of a second.
---@param connection bridge.Connection
local function is_too_late(connection)
  return connection.age >= limits.frames_until_hello and os.time() - connection.since >= limits.seconds_until_hello
end

--- Called once in each emulated frame.
function Admission:frame()
  self.journal:frame()
  for _, connection in ipairs(self.connections.list) do
    if not connection.client then
      connection.age = connection.age + 1
      if is_too_late(connection) then connection.refused = "It sent no hello, or no proof, in time." end
    end
  end
  self:accept()
end

--- Waits for a client to connect, and accepts it.
---@param milliseconds integer
function Admission:wait(milliseconds)
  if self.listener:wait(milliseconds) then self:accept() end
end

--- Stops listening. The socket is closed when the garbage is collected.
function Admission:stop()
  self.listener = nil
end

return Admission
