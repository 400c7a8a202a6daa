-- Runs a pass: reads everything that has arrived, runs it, and answers each connection with one send.
local limits = require("bridge.wire.limits")
local round_robin = require("bridge.serving.round_robin")
local drawing = require("bridge.picture.drawing")

local GREETING_COST = 100
-- Microseconds: with less time left, commands that may take milliseconds don't begin.
local TIME_FOR_LONG = 4000
-- Microseconds until quiet connections are polled again.
local SWEEP = 500
local TURN = limits.turn_cost

---@class bridge.Server
---@field quiet_frames integer frames without a request
---@field private last fun()? the call that ends this pass
---@field cost integer of the latest pass, in microseconds
---@field pass_cost integer what a pass may cost
---@field stands boolean? whether the game stands still, so that no next frame comes
---@field private connections bridge.Connections
---@field private admission bridge.Admission
---@field private dispatcher bridge.Dispatcher
---@field private turn integer index of the connection that had the latest turn
---@field private swept integer when all connections were polled
local Server = {}
Server.__index = Server

---@param connections bridge.Connections
---@param admission bridge.Admission
---@param dispatcher bridge.Dispatcher
---@return bridge.Server
function Server.new(connections, admission, dispatcher)
  local self = setmetatable({
    connections = connections, admission = admission, dispatcher = dispatcher, quiet_frames = math.huge, turn = 0, swept = 0,
    cost = 0, pass_cost = limits.pass_cost,
  }, Server)
  self.run_turn = function(connection, max_cost)
    local cost = self:run(connection, max_cost)
    -- The next turn may take long, so the replies are sent before it.
    if self.sends_each_turn and connection.unsent > 0 and not connection.gone then connection:flush() end
    return cost
  end
  return self
end

--- Ends the pass with this call, which may take mGBA's context away.
---@param run fun()
function Server:finish_with(run)
  self.last = run
end

--- Runs queued requests of a connection up to a cost.
---@private
---@param connection bridge.Connection
---@param max_cost integer microseconds
---@return integer? cost nil when nothing could run
function Server:run(connection, max_cost)
  local dispatcher, cost = self.dispatcher, 0
  local next_request, run_request, finish = connection.next_request, dispatcher.run, connection.finish
  local in_a_hurry = self.in_a_hurry
  while cost < max_cost and not (self.last or connection.refused or connection.gone) do
    local request = next_request(connection)
    if not request then break end
    if not connection.client then
      self.admission.greeter:greet(connection, request)
      finish(connection, false)
      cost = cost + GREETING_COST
    elseif in_a_hurry and dispatcher:is_long(request) then
      self.postponed = true
      break
    else
      local of_this, finished, kept = run_request(dispatcher, request)
      if finished then
        finish(connection, kept)
      elseif of_this == 0 then
        self.postponed = true
        break
      end
      cost = cost + of_this
    end
  end
  return cost > 0 and cost or nil
end

--- Reads what has arrived: from the readable connection, from recently active ones, and from all if asked.
---@private
---@param readable? bridge.Connection
---@param all boolean
---@param except? bridge.Connection one to skip
function Server:receive(readable, all, except)
  local connections, cancels = self.connections, false
  local list = connections.list
  for i = 1, #list do
    local connection = list[i]
    if connection ~= except and (connection == readable or all or connection:is_lively()) then
      connection:receive(connection == readable)
      if connection.busy_messages > 0 then
        connection.busy_messages = 0
        if connections.active then connections.active.followed_by = connection end
        connections.active, self.quiet_frames = connection, 0
      end
      if connection.problem then self.admission:break_off(connection) end
      if connection.gone then connections.dropped = true end
      cancels = cancels or connection.cancels
    end
  end
  if not cancels then return end
  for i = 1, #list do list[i]:apply_cancels() end
end

--- Returns the connection if only one has requests: round robin would cost as much as a request.
---@private
---@return bridge.Connection?
function Server:alone()
  local list, alone = self.connections.list, nil
  for i = 1, #list do
    local connection = list[i]
    if connection.first <= connection.last then
      if alone then return nil end
      alone = connection
    end
  end
  return alone
end

local function never() return false end

--- Runs one pass.
---@param left integer microseconds left
---@param readable? bridge.Connection one that select has reported as readable
---@param all boolean whether to poll every connection
---@param is_over? fun(spent: integer): boolean
---@param before_sending? fun(is_last: boolean) called with whether a call ends the pass
---@return boolean more whether there is work for the next pass
---@return boolean over whether mGBA may not be called any more
function Server:pass(left, readable, all, is_over, before_sending)
  self.postponed, self.in_a_hurry = nil, left < TIME_FOR_LONG
  self.sends_each_turn = not before_sending
  self.dispatcher.is_blind = not self.stands and drawing.is_blind()
  local budget = math.min(left, self.pass_cost)
  self:receive(readable, all and not readable)
  local connections = self.connections
  local list, alone = connections.list, self:alone()
  local cost = alone and self:run(alone, budget < TURN and budget or TURN) or 0
  -- After a long request, the others' turns come first.
  if alone then alone.credit = TURN - cost end
  if not alone or alone.first <= alone.last then
    local spent
    self.turn, spent = round_robin.run(list, self.turn, budget - cost, self.run_turn, is_over or never)
    cost = cost + spent
  end
  self.cost = cost
  if before_sending then before_sending(self.last ~= nil) end
  for i = 1, #list do
    local connection = list[i]
    if (connection.unsent > 0 or connection.notice_bytes > 0) and not connection.gone then connection:flush() end
    if connection.gone or connection.refused then connections.dropped = true end
  end
  if connections.dropped then connections:drop() end
  -- The others are polled after the replies are sent; their requests run in the next pass.
  if readable and all then self:receive(nil, true, readable) end
  local more, last = not self.postponed and connections:has_work(), self.last
  if not last then return more, false end
  self.last = nil
  last()
  return more, true
end

--- Whether all connections should be polled again.
---@param now integer microseconds of any clock
---@return boolean
function Server:sweeps(now)
  local since = now - self.swept
  if since >= 0 and since < SWEEP then return false end
  self.swept = now
  return true
end

--- Called once each emulated frame.
function Server:frame()
  self.quiet_frames = self.quiet_frames + 1
  self.admission:frame()
end

return Server
