-- The connections. A pass reads everything that has arrived, runs it, and answers each connection in one send.
local limits = require("bridge.limits")
local framing = require("bridge.framing")
local Connection = require("bridge.connection")
local Listener = require("bridge.listener")
local greeting = require("bridge.greeting")
local escaping = require("bridge.escaping")
local Journal = require("bridge.journal")

---@class bridge.Server
---@field connections bridge.Connection[]
---@field private listener bridge.Listener?
---@field active bridge.Connection? the one that was heard last
---@field quiet_frames integer frames without a request
---@field stopped boolean? a command asked that nothing further is run in this pass
local Server = {}
Server.__index = Server

---@class bridge.ServerParts
---@field dispatcher bridge.Dispatcher
---@field game bridge.Game
---@field input bridge.Input
---@field clock bridge.Clock
---@field journal bridge.Journal
---@field secret string
---@field facts fun(): string

---@param parts bridge.ServerParts
function Server.new(parts)
  local self = setmetatable({ connections = {}, quiet_frames = math.huge }, Server)
  for name, part in pairs(parts) do self[name] = part end
  return self
end

---@return boolean? listening
---@return string? problem
function Server:listen(address, port)
  local problem
  self.listener, problem = Listener.open(address, port)
  return self.listener ~= nil, problem
end

function Server:accept()
  local listener = self.listener
  while listener do
    local accepted = listener:accept()
    if not accepted then return end
    if #self.connections < limits.connections then
      self.connections[#self.connections + 1] = Connection.new(accepted, self.clock)
    else
      local sentence = ("this script serves %d connections at once"):format(limits.connections)
      accepted:send(framing.header("0", "busy", self.game.frame_text, nil, #sentence) .. sentence .. framing.TERMINATOR)
      self.dropped = true
      self.journal:refused("connections beyond the limit", "refused a connection: " .. sentence)
    end
  end
end

function Server:greet(connection, message)
  local refusal = greeting.judge(message, self.secret)
  if refusal then
    local argument = refusal.argument and escaping.encode(refusal.argument)
    connection:send(refusal.id, refusal.status, self.game.frame_text, argument, refusal.sentence)
    connection.refused = refusal.sentence
    return
  end
  connection.client = message.arguments[2]
  self.journal:info(("%s connected"):format(Journal.clean(connection.client, 64)))
  connection:send(message.id, "ok", self.game.frame_text, self.facts())
end

--- Runs what waits, until its replies are too large for one pass.
---@private
function Server:run(connection)
  local cost, unsent = 0, connection.unsent
  while not (self.stopped or connection.refused or connection.gone) do
    if cost + connection.unsent - unsent > limits.pass_bytes then return end
    local request = connection:next_request()
    if not request then return end
    if connection.client then
      cost = cost + self.dispatcher:run(request)
    else
      self:greet(connection, request)
    end
  end
end

function Server:break_off(connection)
  if connection.client then
    connection.gone = ("it broke the protocol (%s)"):format(connection.problem)
    return
  end
  local sentence = "this is not the bridge's protocol"
  connection:send("0", "bad-hello", self.game.frame_text, nil, sentence)
  connection.refused = sentence
end

--- One pass.
---@param readable? bridge.Connection the one for which select has said that something is there
---@param before_sending? fun()
---@return boolean more whether work was left for the next pass
function Server:pass(readable, before_sending)
  self:accept()
  local connections, more = self.connections, false
  self.stopped = nil
  for i = 1, #connections do
    local connection = connections[i]
    connection:receive(connection == readable)
    if connection.busy_messages > 0 then
      connection.busy_messages = 0
      self.active, self.quiet_frames = connection, 0
    end
    if connection.problem then self:break_off(connection) end
  end
  for i = 1, #connections do connections[i]:apply_cancels(self.input) end
  for i = 1, #connections do
    if not connections[i].gone then self:run(connections[i]) end
  end
  if before_sending then before_sending() end
  for i = 1, #connections do
    local connection = connections[i]
    if not connection.gone and connection.unsent > 0 then connection:flush() end
    if connection.gone or connection.refused then self.dropped = true end
    more = more or connection:has_work()
  end
  if self.dropped then self:drop() end
  return more
end

--- Forgets the connections that are over, which closes them.
---@private
function Server:drop()
  local kept = {}
  for _, connection in ipairs(self.connections) do
    if connection.gone or connection.refused then
      self.input:let_go(connection)
      if self.active == connection then self.active = nil end
      connection.socket, connection.gone = nil, connection.gone or "refused"
      if connection.client then
        self.journal:info(("%s disconnected: %s"):format(Journal.clean(connection.client, 64), connection.gone))
      elseif connection.refused then
        self.journal:refused("connections without a good hello", "refused a connection: " .. connection.refused)
      end
    else
      kept[#kept + 1] = connection
    end
  end
  self.connections, self.dropped = kept, nil
  collectgarbage()
end

--- Once each emulated frame.
function Server:frame()
  self.quiet_frames = self.quiet_frames + 1
  for _, connection in ipairs(self.connections) do
    if not connection.client then
      connection.age = connection.age + 1
      if connection.age >= limits.frames_until_hello then connection.refused = "it never said hello" end
    end
  end
end

--- Looks at one socket, each time another: what a quiet script can afford a thousand times a second.
---@return boolean stirring
function Server:glance()
  local turn = (self.turn or 0) % (#self.connections + 1)
  self.turn = turn + 1
  if turn == 0 then return self.listener:is_readable() end
  return self.connections[turn].socket:select(0) == 1
end

--- Waits up to a millisecond for the connection that was heard last.
---@return bridge.Connection? readable
---@return boolean waited false: there is nobody to wait for
function Server:wait()
  local active = self.active
  if not active or active.gone or not active:has_room() then return nil, false end
  return active.socket:select(1) == 1 and active or nil, true
end

function Server:tell_all(status)
  for _, connection in ipairs(self.connections) do
    if connection.client then
      connection:send("0", status, self.game.frame_text)
      connection:flush()
    end
  end
end

--- Closes everything.
function Server:stop()
  for _, connection in ipairs(self.connections) do
    connection.socket, connection.gone = nil, "stopped"
  end
  self.connections, self.active, self.listener = {}, nil, nil
  collectgarbage()
end

return Server
