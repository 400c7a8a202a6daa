-- One TCP connection and its queue of received requests. The send queue is outbox.lua.
local limits = require("bridge.wire.limits")
local framing = require("bridge.wire.framing")
local outbox = require("bridge.clients.outbox")
local socket_error = require("bridge.system.socket_error")

local FIRST_RECEIVE, NEXT_RECEIVE = 4096, 65536
local INBOX_MESSAGES, INBOX_BYTES, OUTBOX_BYTES = limits.inbox_messages, limits.inbox_bytes, limits.outbox_bytes
-- Words of messages that ask nothing of the game. A cancel or tick overtakes queued requests; a ping waits for its turn.
local OVERTAKES = "overtakes"
local QUIET = { cancel = OVERTAKES, tick = OVERTAKES, ping = "waits" }
-- A connection counts as quiet after this many polls without data.
local LIVELY_LOOKS = 8

---@class bridge.Request: bridge.Message
---@field connection bridge.Connection
---@field cancelled boolean?
---@field progress any of a command that takes several passes
---@field plan any what a command has parsed before it runs

---@class bridge.Waiting
---@field cancel fun() ends the command early and replies; also called when the connection has ended

---@class bridge.Connection
---@field client string? its name, once its proof is accepted
---@field secret string? the secret that its proof needed; empty: none
---@field challenge bridge.Challenge? what its hello was answered with, until its proof is accepted
---@field clock_source table source of its timestamps; shared by all connections of a client
---@field waiting table<string, bridge.Waiting> commands that reply later, by request id
---@field age integer frames until it has a client
---@field since integer system time of the accept, in seconds
---@field gone string? why the connection has ended; nothing more is sent
---@field refused string? why it closes once its queued replies are sent
---@field followed_by bridge.Connection? the connection that sent the requests after its latest ones
---@field credit integer see round_robin.lua
local Connection = {}
Connection.__index = Connection
for name, method in pairs(outbox.methods) do Connection[name] = method end

---@param socket mgba.RawSocket
---@param clock bridge.Clock
---@param ignores_sigpipe boolean whether mGBA survives writing to a closed connection
---@return bridge.Connection
function Connection.new(socket, clock, ignores_sigpipe)
  local self = setmetatable({
    -- Methods are looked up once, which halves the cost of a call.
    socket = socket, select = socket.select, recv = socket.recv, hand_over = socket.send, credit = 0, empty_looks = 0,
    ignores_sigpipe = ignores_sigpipe, clock = clock, clock_source = {}, reader = framing.reader(), waiting = {}, age = 0,
    since = os.time(), inbox = {}, first = 1, last = 0, inbox_bytes = 0, overfull = false, heard = false, busy_messages = 0,
  }, Connection)
  outbox.open(self)
  return self
end

function Connection:has_room()
  return self.last - self.first + 1 < INBOX_MESSAGES and self.inbox_bytes < INBOX_BYTES
end

--- Whether a request can be run now.
function Connection:has_work()
  return self.first <= self.last and self.unsent < OUTBOX_BYTES
end

--- Whether data has arrived recently.
function Connection:is_lively()
  return self.empty_looks < LIVELY_LOOKS
end

--- Waits until data arrives, or until the timeout.
---@param milliseconds integer
---@return boolean readable
function Connection:wait(milliseconds)
  return self.select(self.socket, milliseconds) == 1
end

--- Records a cancel, which overtakes queued requests. A tick needs no further handling.
---@private
---@param message bridge.Message
---@return boolean done whether the message needs no reply
function Connection:overtake(message)
  local target = message.word == "cancel" and message.arguments[1]
  if target then
    self.cancels = self.cancels or {}
    self.cancels[target] = true
  end
  return message.id == "0"
end

--- Moves messages from the reader to the queue while there is room.
---@private
function Connection:parse()
  local reader, inbox, first, last, bytes = self.reader, self.inbox, self.first, self.last, self.inbox_bytes
  local take, heard, busy, stamp = reader.next, self.heard, 0, nil
  while last - first + 1 < INBOX_MESSAGES and bytes < INBOX_BYTES do
    local message, problem = take(reader)
    if not message then
      self.problem = problem
      break
    end
    stamp = message.number
    local kind = QUIET[message.word]
    if not kind then busy = busy + 1 end
    -- As the first message, a cancel or tick is an invalid hello.
    if kind == OVERTAKES and heard and self:overtake(message) then
      reader:release(message)
    else
      message.connection = self
      last = last + 1
      inbox[last] = message
      bytes = bytes + #message.payload
    end
    heard = true
  end
  self.last, self.inbox_bytes, self.heard, self.busy_messages = last, bytes, heard, self.busy_messages + busy
  if not self:has_room() then self.overfull = true end
  -- Only the latest timestamp counts.
  if stamp then self.clock:observe(self.clock_source, tonumber(stamp) --[[@as integer]]) end
end

--- Reads what has arrived, at most a megabyte.
---@param readable boolean? whether select has said so already
function Connection:receive(readable)
  if self.problem or self.gone or self.refused then return end
  if self.overfull then -- the reader's buffer may hold more
    self.overfull = false
    self:parse()
    if self.problem or not self:has_room() then return end
  end
  local socket, recv = self.socket, self.recv
  if not readable and self.select(socket, 0) ~= 1 then
    self.empty_looks = self.empty_looks + 1
    return
  end
  self.empty_looks = 0
  local size, total = FIRST_RECEIVE, 0
  local bytes = recv(socket, size)
  -- mGBA reports the end of the stream as "try again"; after a select that said 1 it can't be anything else.
  if not bytes or bytes == "" then
    self.gone = "closed by the other side"
    return
  end
  repeat
    self.reader:feed(bytes)
    self:parse()
    total = total + #bytes
    -- A short read: more data is unlikely, and the next pass gets it.
    if #bytes < size or self.problem or total >= limits.pass_bytes or not self:has_room() then return end
    size = NEXT_RECEIVE
    bytes = recv(socket, size)
  until not bytes or bytes == ""
  -- A reset is reported once. Requests before it still run; the next read finds the end.
  self.was_reset = not socket_error.is_temporary(socket.error)
end

--- Applies the cancels, once everything that has arrived is read.
function Connection:apply_cancels()
  local cancels = self.cancels
  if not cancels then return end
  self.cancels = nil
  for i = self.first, self.last do
    local message = self.inbox[i]
    if not message.progress and cancels[message.id] then message.cancelled = true end
  end
  for id in pairs(cancels) do
    local waiting = self.waiting[id]
    if waiting then waiting.cancel() end
  end
end

--- Returns the next request to run; it stays in the queue until `finish`.
---@return bridge.Request?
function Connection:next_request()
  if self.first > self.last or self.unsent >= OUTBOX_BYTES then return nil end
  return self.inbox[self.first]
end

--- Removes the first request, which has run.
---@param kept boolean whether its table is still in use, or has extra fields
function Connection:finish(kept)
  local inbox, first = self.inbox, self.first
  local message = inbox[first]
  inbox[first] = nil
  self.inbox_bytes = self.inbox_bytes - #message.payload
  if first == self.last then self.first, self.last = 1, 0 else self.first = first + 1 end
  if not kept then self.reader:release(message) end
end

return Connection
