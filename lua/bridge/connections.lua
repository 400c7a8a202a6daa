-- Who is there: connections are taken in, greeted, refused, waited for and forgotten.
local limits = require("bridge.limits")
local framing = require("bridge.framing")
local Connection = require("bridge.connection")
local Listener = require("bridge.listener")
local greeting = require("bridge.greeting")
local escaping = require("bridge.escaping")
local Journal = require("bridge.journal")

---@class bridge.Connections: bridge.ConnectionsParts
---@field list bridge.Connection[]
---@field active bridge.Connection? the one that was heard last
---@field dropped boolean? whether there was one that is over
---@field private listener bridge.Listener?
---@field private glances integer whose it was last
local Connections = {}
Connections.__index = Connections

---@class bridge.ConnectionsParts
---@field game bridge.Game
---@field input bridge.Input
---@field hold bridge.Hold
---@field events bridge.Events
---@field watches bridge.Watches
---@field clock bridge.Clock
---@field journal bridge.Journal
---@field access bridge.Access
---@field ignores_sigpipe boolean whether mGBA survives writing to a connection that is gone
---@field facts fun(): string, string what is told in the header, and the lines of the payload

---@param parts bridge.ConnectionsParts
---@return bridge.Connections
function Connections.new(parts)
  local self = setmetatable({ list = {}, glances = 0 }, Connections)
  for name, part in pairs(parts) do self[name] = part end
  return self
end

---@return boolean? listening
---@return string? problem
function Connections:listen(address, port)
  local problem
  self.listener, problem = Listener.open(address, port)
  return self.listener ~= nil, problem
end

--- Reads what has arrived on a connection without a client, and judges its hello if that is there.
---@private
---@param connection bridge.Connection
---@return boolean silent whether it is still without a client
function Connections:is_silent(connection)
  if connection.client then return false end
  connection:receive()
  if connection.problem then self:break_off(connection) end
  local request = not connection.refused and connection:next_request()
  if request then
    self:greet(connection, request)
    connection:finish(false)
  end
  return not connection.client
end

--- Closes the oldest connection that has not said hello. A hello that has arrived counts, whether it was read or not.
---@private
---@return boolean made
function Connections:make_room()
  for i, connection in ipairs(self.list) do
    if self:is_silent(connection) then
      if not connection.refused then
        connection:send("0", "busy", self.game.frame_text, nil, "another connection needs the place, and this one has not said hello")
      end
      connection:flush()
      connection.socket, connection.gone = nil, "made room"
      if self.active == connection then self.active = nil end
      table.remove(self.list, i)
      self.dropped = true
      self.journal:refused("connections that made room", "closed a connection that had not said hello: another one needed its place")
      return true
    end
  end
  return false
end

function Connections:accept()
  local listener = self.listener
  if not listener then return end
  -- So many at once: a flood of them must not keep the frame waiting.
  for _ = 1, limits.backlog do
    local accepted = listener:accept()
    if not accepted then return end
    if #self.list < limits.connections or self:make_room() then
      self.list[#self.list + 1] = Connection.new(accepted, self.clock, self.ignores_sigpipe)
    else
      local sentence = ("this script serves %d connections at once"):format(limits.connections)
      accepted:send(framing.message("0", "busy", self.game.frame_text, nil, sentence))
      self.dropped = true
      self.journal:refused("connections beyond the limit", "refused a connection: " .. sentence)
    end
  end
end

--- One of that name that is connected: a bridge has several connections and gives all of them the same name.
---@private
---@param name string
---@return bridge.Connection?
function Connections:find_client(name)
  for _, connection in ipairs(self.list) do
    if connection.client == name then return connection end
  end
end

--- Ends the connections that were greeted without a secret, or with an older one.
---@private
---@param secret string
function Connections:end_others(secret)
  for _, connection in ipairs(self.list) do
    if connection.client and connection.secret ~= secret then
      connection.gone, self.dropped = "its hello did not have the secret of now", true
    end
  end
end

---@param connection bridge.Connection
---@param message bridge.Request
function Connections:greet(connection, message)
  local secret = self.access:renew()
  local refusal = greeting.judge(message, secret)
  if refusal then
    local argument = refusal.argument and escaping.encode(refusal.argument)
    connection:send(refusal.id, refusal.status, self.game.frame_text, argument, refusal.sentence)
    connection.refused = refusal.sentence .. (refusal.status == "unauthorized" and self.access:advice() or "")
    return
  end
  if secret ~= "" then self:end_others(secret) end
  connection.secret = secret
  local client = message.arguments[2]
  local sibling = self:find_client(client)
  if sibling then
    connection.clock_source = sibling.clock_source
  else
    self.journal:info(("%s connected"):format(Journal.clean(client, 64)))
  end
  connection.client = client
  connection:send(message.id, "ok", self.game.frame_text, self.facts())
end

--- It has sent what is not the protocol.
---@param connection bridge.Connection
function Connections:break_off(connection)
  if connection.client then
    connection.gone = ("it broke the protocol (%s)"):format(connection.problem)
    return
  end
  local sentence = "this is not the bridge's protocol"
  connection:send("0", "bad-hello", self.game.frame_text, nil, sentence)
  connection.refused = sentence
end

--- Forgets those that are over, which closes them.
function Connections:drop()
  local kept, left = {}, {}
  for _, connection in ipairs(self.list) do
    if connection.gone or connection.refused then
      self.input:let_go(connection)
      self.events:forget(connection)
      self.watches:forget(connection)
      if self.active == connection then self.active = nil end
      connection.socket, connection.gone = nil, connection.gone or "refused"
      for _, waiting in pairs(connection.waiting) do waiting.cancel() end
      if connection.client then
        left[connection.client] = connection.gone
      elseif connection.refused then
        self.journal:refused("connections without a good hello", "refused a connection: " .. connection.refused)
      end
    else
      kept[#kept + 1] = connection
    end
  end
  self.list, self.dropped = kept, nil
  for client, reason in pairs(left) do
    if not self:find_client(client) then
      self.hold:remove_client(client)
      self.journal:info(("%s disconnected: %s"):format(Journal.clean(client, 64), reason))
    end
  end
  collectgarbage()
end

--- Whether one that has said nothing so far had enough time for it; in fast-forward its frames are over in a tenth of a second.
---@param connection bridge.Connection
local function is_too_late(connection)
  return connection.age >= limits.frames_until_hello and os.time() - connection.since >= limits.seconds_until_hello
end

--- Once each emulated frame.
function Connections:frame()
  for _, connection in ipairs(self.list) do
    if not connection.client then
      connection.age = connection.age + 1
      if is_too_late(connection) then connection.refused = "it never said hello" end
    end
  end
  self:accept()
end

--- Whether no bridge is connected.
---@return boolean
function Connections:is_deserted()
  for _, connection in ipairs(self.list) do
    if connection.client then return false end
  end
  return true
end

---@return boolean
function Connections:has_unsent()
  local list = self.list
  for i = 1, #list do
    if list[i].unsent > 0 then return true end
  end
  return false
end

--- Waits up to a millisecond for the one that was heard last.
---@param busy_poll? bridge.BusyPoll
---@return bridge.Connection? readable
---@return boolean waited false: there is nobody to wait for
function Connections:wait(busy_poll)
  local active = self.active
  if not active or active.gone or not active:has_room() then return nil, false end
  return (busy_poll and busy_poll:finds(active) or active:wait(1)) and active or nil, true
end

--- Waits for whoever is there: as long as it may if that is one alone, else a millisecond for the one that was heard
--- last.
---@param milliseconds integer
---@param busy_poll? bridge.BusyPoll
---@return bridge.Connection? readable
---@return boolean waited false: whoever is there can't be waited for
function Connections:wait_for_any(milliseconds, busy_poll)
  local list = self.list
  local connection = self.active or list[1]
  if not connection then
    if self.listener:wait(milliseconds) then self:accept() end
    return nil, true
  end
  if not connection:has_room() then return nil, false end
  if busy_poll and busy_poll:finds(connection) then return connection, true end
  if #list > 1 or connection.unsent > 0 then milliseconds = 1 end
  return connection:wait(milliseconds) and connection or nil, true
end

--- Waits up to a millisecond, for whoever is there or else for somebody to come.
---@return bridge.Connection? readable
function Connections:wait_standing()
  local readable, waited = self:wait_for_any(1)
  if not waited and self.listener:wait(1) then self:accept() end
  return readable
end

--- Looks at one of them, each time another: what a quiet script can afford a thousand times a second.
---@return bridge.Connection? readable
function Connections:glance()
  local glances = self.glances % #self.list + 1
  self.glances = glances
  local connection = self.list[glances]
  return connection:wait(0) and connection or nil
end

--- Tells every bridge something that it hasn't asked for.
---@param status string
---@param arguments? string
function Connections:tell_all(status, arguments)
  for _, connection in ipairs(self.list) do
    if connection.client then
      connection:take_notices() -- they are older
      connection:send("0", status, self.game.frame_text, arguments)
      connection:flush()
    end
  end
end

--- Closes everything.
function Connections:stop()
  for _, connection in ipairs(self.list) do
    connection.socket, connection.gone = nil, "stopped"
  end
  self.list, self.active, self.listener = {}, nil, nil
  collectgarbage()
end

return Connections
