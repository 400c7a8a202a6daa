-- The connections. A pass reads everything that has arrived, runs it, and answers each connection in one send.
local limits = require("bridge.limits")
local framing = require("bridge.framing")
local Connection = require("bridge.connection")
local Listener = require("bridge.listener")
local greeting = require("bridge.greeting")
local escaping = require("bridge.escaping")
local Journal = require("bridge.journal")
local turns = require("bridge.turns")
local Picture = require("bridge.picture")

local GREETING_COST = 100
-- A command that may take milliseconds isn't begun when there is less time than this.
local TIME_FOR_LONG = 4000
-- Microseconds until the connections that are quiet are looked at again.
local SWEEP = 500
local TURN = limits.turn_cost

---@class bridge.Server
---@field connections bridge.Connection[]
---@field private listener bridge.Listener?
---@field active bridge.Connection? the one that was heard last
---@field quiet_frames integer frames without a request
---@field stopped boolean? a command asked that nothing further is run in this pass
---@field cost integer of the latest pass, in microseconds
---@field pass_cost integer what a pass may cost
---@field stands boolean? whether the game stands still, so that no next frame is to be waited for
---@field private is_blind boolean? whether the latest frame is not drawn
---@field private turn integer whose it was last
---@field private swept integer when all connections were looked at
local Server = {}
Server.__index = Server

---@class bridge.ServerParts
---@field dispatcher bridge.Dispatcher
---@field game bridge.Game
---@field input bridge.Input
---@field events bridge.Events
---@field watches bridge.Watches
---@field clock bridge.Clock
---@field journal bridge.Journal
---@field secret string
---@field ignores_sigpipe boolean whether mGBA survives writing to a connection that is gone
---@field facts fun(): string

---@param parts bridge.ServerParts
function Server.new(parts)
  local self = setmetatable({
    connections = {}, quiet_frames = math.huge, turn = 0, swept = 0, cost = 0, pass_cost = limits.pass_cost,
  }, Server)
  for name, part in pairs(parts) do self[name] = part end
  self.run_turn = function(connection, most) return self:run(connection, most) end
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
      self.connections[#self.connections + 1] = Connection.new(accepted, self.clock, self.ignores_sigpipe)
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
function Server:find_client(name)
  for _, connection in ipairs(self.connections) do
    if connection.client == name then return connection end
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

--- Runs what waits, until it has cost that much.
---@private
---@param connection bridge.Connection
---@param most integer microseconds
---@return integer? cost nil when there was nothing that can be run now
function Server:run(connection, most)
  local dispatcher, cost = self.dispatcher, 0
  local next_request, run_request, finish = connection.next_request, dispatcher.run, connection.finish
  while cost < most and not (self.stopped or connection.refused or connection.gone) do
    local request = next_request(connection)
    if not request then break end
    if not connection.client then
      self:greet(connection, request)
      finish(connection, false)
      cost = cost + GREETING_COST
    elseif self.in_a_hurry and dispatcher:is_long(request) then
      self.postponed = true
      break
    elseif self.is_blind and not self.stands and dispatcher:shows(request) then
      Picture.look() -- has the next frame drawn
      self.postponed = true
      break
    else
      local of_this, finished, kept = run_request(dispatcher, request)
      if finished then finish(connection, kept) end
      cost = cost + of_this
    end
  end
  return cost > 0 and cost or nil
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

--- Reads what has arrived: on the connection that is known to be readable, on those that were heard lately, and now
--- and then on all.
---@private
---@param readable? bridge.Connection
---@param all boolean
---@param except? bridge.Connection one that is not looked at
function Server:receive(readable, all, except)
  local connections, cancels = self.connections, false
  for i = 1, #connections do
    local connection = connections[i]
    if connection ~= except and (connection == readable or all or connection:is_lively()) then
      connection:receive(connection == readable)
      if connection.busy_messages > 0 then
        connection.busy_messages = 0
        self.active, self.quiet_frames = connection, 0
      end
      if connection.problem then self:break_off(connection) end
      if connection.gone then self.dropped = true end
      cancels = cancels or connection.cancels
    end
  end
  if not cancels then return end
  for i = 1, #connections do connections[i]:apply_cancels() end
end

--- The connection that alone has anything to run: it needn't wait for its turn, and dealing out turns costs as much as a
--- request.
---@private
---@return bridge.Connection?
function Server:alone()
  local connections, alone = self.connections, nil
  for i = 1, #connections do
    local connection = connections[i]
    if connection.first <= connection.last then
      if alone then return nil end
      alone = connection
    end
  end
  return alone
end

local function never() return false end

--- One pass.
---@param left integer microseconds there are
---@param readable? bridge.Connection the one for which select has said that something is there
---@param all boolean whether every connection is to be looked at
---@param is_over? fun(spent: integer): boolean
---@param before_sending? fun()
---@return boolean more whether work was left that the next pass can do
function Server:pass(left, readable, all, is_over, before_sending)
  self.stopped, self.postponed, self.in_a_hurry = nil, nil, left < TIME_FOR_LONG
  self.is_blind = Picture.is_missing()
  local budget = math.min(left, self.pass_cost)
  self:receive(readable, all and not readable)
  local connections = self.connections
  local alone = self:alone()
  local cost = alone and self:run(alone, budget < TURN and budget or TURN) or 0
  if not alone or alone.first <= alone.last then
    local spent
    self.turn, spent = turns.take(connections, self.turn, budget - cost, self.run_turn, is_over or never)
    cost = cost + spent
  end
  self.cost = cost
  if before_sending then before_sending() end
  for i = 1, #connections do
    local connection = connections[i]
    if (connection.unsent > 0 or connection.notice_bytes > 0) and not connection.gone then connection:flush() end
    if connection.gone or connection.refused then self.dropped = true end
  end
  if self.dropped then self:drop() end
  -- Replies don't wait for a look at the others, who are the next pass's.
  if readable and all then self:receive(nil, true, readable) end
  return not self.postponed and self:has_work()
end

--- Whether a pass would find something to do without anything new.
---@private
---@return boolean
function Server:has_work()
  local connections = self.connections
  for i = 1, #connections do
    local connection = connections[i]
    if connection:has_work() or connection.unsent > 0 and not connection.blocked then return true end
  end
  return false
end

---@return boolean
function Server:has_unsent()
  local connections = self.connections
  for i = 1, #connections do
    if connections[i].unsent > 0 then return true end
  end
  return false
end

--- Whether the time has come to look at all connections again.
---@param now integer microseconds of any clock
---@return boolean
function Server:sweeps(now)
  local since = now - self.swept
  if since >= 0 and since < SWEEP then return false end
  self.swept = now
  return true
end

--- Forgets the connections that are over, which closes them.
---@private
function Server:drop()
  local kept, left = {}, {}
  for _, connection in ipairs(self.connections) do
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
  self.connections, self.dropped = kept, nil
  for client, reason in pairs(left) do
    if not self:find_client(client) then
      self.journal:info(("%s disconnected: %s"):format(Journal.clean(client, 64), reason))
    end
  end
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
  self:accept()
end

--- Waits up to a millisecond for the connection that was heard last.
---@return bridge.Connection? readable
---@return boolean waited false: there is nobody to wait for
function Server:wait()
  local active = self.active
  if not active or active.gone or not active:has_room() then return nil, false end
  return active:wait(1) and active or nil, true
end

--- Whether no bridge is connected.
---@return boolean
function Server:is_deserted()
  for _, connection in ipairs(self.connections) do
    if connection.client then return false end
  end
  return true
end

--- Waits for whoever is there: as long as it may if that is one alone, else a millisecond for the one that was heard
--- last.
---@param milliseconds integer
---@return bridge.Connection? readable
---@return boolean waited false: whoever is there can't be waited for
function Server:wait_for_any(milliseconds)
  local connections = self.connections
  local connection = self.active or connections[1]
  if not connection then
    if self.listener:wait(milliseconds) then self:accept() end
    return nil, true
  end
  if not connection:has_room() then return nil, false end
  if #connections > 1 or connection.unsent > 0 then milliseconds = 1 end
  return connection:wait(milliseconds) and connection or nil, true
end

--- Waits up to a millisecond, for whoever is there or else for somebody to come.
---@return bridge.Connection? readable
function Server:wait_standing()
  local readable, waited = self:wait_for_any(1)
  if not waited and self.listener:wait(1) then self:accept() end
  return readable
end

--- Looks at one of the connections, each time another: what a quiet script can afford a thousand times a second.
---@return bridge.Connection? readable
function Server:glance()
  local glances = (self.glances or 0) % #self.connections + 1
  self.glances = glances
  local connection = self.connections[glances]
  return connection:wait(0) and connection or nil
end

function Server:tell_all(status)
  for _, connection in ipairs(self.connections) do
    if connection.client then
      connection:take_notices() -- they are older
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
