-- One TCP connection: what has come and waits to be run, what has been answered and waits to be sent.
local limits = require("bridge.limits")
local framing = require("bridge.framing")

local concat, sub, message_of = table.concat, string.sub, framing.message
local FIRST_RECEIVE, NEXT_RECEIVE = 4096, 65536
local IS_WINDOWS = package.config:sub(1, 1) == "\\"
local STUBBORN_SENDS = 600
local INBOX_MESSAGES, INBOX_BYTES, OUTBOX_BYTES = limits.inbox_messages, limits.inbox_bytes, limits.outbox_bytes
local KEPT_PIECES = 256
-- What asks nothing of the game.
local OVERTAKES = "overtakes"
local QUIET = { cancel = OVERTAKES, tick = OVERTAKES, ping = "waits" }
-- Looks that found nothing until a connection counts as quiet.
local LIVELY_LOOKS = 8
-- Bytes that are with the other side when a send returns, even one that reads slowly.
local ARRIVES_AT_ONCE = 16384
-- Receives before one send: who goes on talking all that time is read further in the next pass.
local MOST_LOOKS = 64

-- Windows builds before 0.10.2 know no "try again".
---@param problem integer
local function is_temporary(problem)
  return problem == C.SOCKERR.AGAIN or IS_WINDOWS
end

---@class bridge.Request: bridge.Message
---@field connection bridge.Connection
---@field cancelled boolean?
---@field progress any of a command that takes several passes
---@field plan any what a command has worked out before it runs

---@class bridge.Waiting
---@field cancel fun() ends what is waited for, if it can be ended, and answers; also called when the connection is gone

---@class bridge.Connection
---@field client string? its name, once the hello is accepted
---@field clock_source table whose clock its stamps tell; all connections of a client have the same
---@field waiting table<string, bridge.Waiting> what is answered later, by request
---@field age integer frames until the hello
---@field gone string? why nothing can be sent any more
---@field refused string? why it is closed after what is queued has been sent
---@field unsent integer bytes
---@field blocked boolean whether the other side doesn't take what is unsent
---@field clear boolean whether it may be written to without another look; see flush
---@field was_reset boolean whether it may not be written to any more
---@field credit integer see turns.lua
---@field notice_bytes integer of messages nobody asked for that are not among what is unsent yet
local Connection = {}
Connection.__index = Connection

---@param socket mgba.RawSocket
---@param clock bridge.Clock
---@return bridge.Connection
function Connection.new(socket, clock)
  return setmetatable({
    -- A method that is looked up once costs a call half as much.
    socket = socket, select = socket.select, recv = socket.recv, hand_over = socket.send, credit = 0, empty_looks = 0,
    clock = clock, clock_source = {}, reader = framing.reader(), waiting = {}, age = 0,
    inbox = {}, first = 1, last = 0, inbox_bytes = 0, overfull = false, heard = false, busy_messages = 0,
    pieces = {}, count = 0, blobs = {}, offset = 1, unsent = 0, failed_sends = 0, blocked = false, clear = true, was_reset = false,
    sent_last = 0,
    notices = {}, first_notice = 1, last_notice = 0, notice_bytes = 0, lost = 0,
  }, Connection)
end

function Connection:has_room()
  return self.last - self.first + 1 < INBOX_MESSAGES and self.inbox_bytes < INBOX_BYTES
end

--- Whether something waits that can be run.
function Connection:has_work()
  return self.first <= self.last and self.unsent < OUTBOX_BYTES
end

--- Whether it was heard lately.
function Connection:is_lively()
  return self.empty_looks < LIVELY_LOOKS
end

--- Waits until something is there, or for that long.
---@param milliseconds integer
---@return boolean readable
function Connection:wait(milliseconds)
  return self.select(self.socket, milliseconds) == 1
end

--- A cancel overtakes what waits; a tick has done its work.
---@private
---@param message bridge.Message
---@return boolean done whether nothing is left to run
function Connection:overtake(message)
  local target = message.word == "cancel" and message.arguments[1]
  if target then
    self.cancels = self.cancels or {}
    self.cancels[target] = true
  end
  return message.id == "0"
end

--- Takes what the reader has, as far as there is room.
---@private
function Connection:parse()
  local reader, inbox, first, last, bytes = self.reader, self.inbox, self.first, self.last, self.inbox_bytes
  local stamp
  while last - first + 1 < INBOX_MESSAGES and bytes < INBOX_BYTES do
    local message, problem = reader:next()
    if not message then
      self.problem = problem
      break
    end
    stamp = message.number
    local kind = QUIET[message.word]
    if not kind then self.busy_messages = self.busy_messages + 1 end
    -- As a first message both that overtake are a wrong hello.
    if kind == OVERTAKES and self.heard and self:overtake(message) then
      reader:release(message)
    else
      message.connection = self
      last = last + 1
      inbox[last] = message
      bytes = bytes + #message.payload
    end
    self.heard = true
  end
  self.last, self.inbox_bytes = last, bytes
  if not self:has_room() then self.overfull = true end
  -- The latest tells the time; those before it were sent earlier.
  if stamp then self.clock:observe(self.clock_source, stamp) end
end

--- Reads what has arrived, a megabyte at most.
---@param readable boolean? whether select has said so already
function Connection:receive(readable)
  if self.problem or self.gone or self.refused then return end
  if self.overfull then -- its buffer may hold more
    self.overfull = false
    self:parse()
    if self.problem or not self:has_room() then return end
  end
  local socket, recv = self.socket, self.recv
  if not readable and self.select(socket, 0) ~= 1 then
    self.empty_looks = self.empty_looks + 1
    self.clear = self.sent_last <= ARRIVES_AT_ONCE
    return
  end
  self.empty_looks, self.clear = 0, false
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
    if self.problem or total >= limits.pass_bytes or not self:has_room() then return end
    if #bytes == size then size = NEXT_RECEIVE end
    bytes = recv(socket, size)
  until not bytes or bytes == ""
  -- A reset is told once. What has come before it still runs; the next look finds the end.
  self.was_reset = not is_temporary(socket.error)
  self.clear = self.sent_last <= ARRIVES_AT_ONCE
end

--- Marks what was cancelled, once everything that has arrived is read.
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

--- The one that is to be run; it stays at the front until `finish`.
---@return bridge.Request?
function Connection:next_request()
  if self.first > self.last or self.unsent >= OUTBOX_BYTES then return nil end
  return self.inbox[self.first]
end

--- The request at the front has been run.
---@param kept boolean whether somebody still refers to it, or it has fields that the next one hasn't
function Connection:finish(kept)
  local inbox, first = self.inbox, self.first
  local message = inbox[first]
  inbox[first] = nil
  self.inbox_bytes = self.inbox_bytes - #message.payload
  if first == self.last then self.first, self.last = 1, 0 else self.first = first + 1 end
  if not kept then self.reader:release(message) end
end

--- Queues a message; `flush` sends it.
---@param id string
---@param status string
---@param frame integer|string
---@param arguments? string as they stand on the wire
---@param payload? string
function Connection:send(id, status, frame, arguments, payload)
  if self.gone then return end
  payload = payload or ""
  if #payload >= 1024 then return self:send_long(id, status, frame, arguments, payload) end
  local text, count = message_of(id, status, frame, arguments, payload), self.count + 1
  self.pieces[count], self.count = text, count
  self.unsent = self.unsent + #text
end

--- The same without a copy of the payload.
---@private
function Connection:send_long(id, status, frame, arguments, payload)
  local pieces, count, header = self.pieces, self.count, framing.header(id, status, frame, arguments, #payload)
  pieces[count + 1], pieces[count + 2], pieces[count + 3] = header, payload, framing.TERMINATOR
  self.count = count + 3
  self.unsent = self.unsent + #header + #payload + #framing.TERMINATOR
end

---@private
function Connection:drop_notice()
  local first = self.first_notice
  self.notice_bytes = self.notice_bytes - #self.notices[first]
  self.notices[first], self.first_notice, self.lost = nil, first + 1, self.lost + 1
end

--- Queues a message nobody asked for. Of what the other side doesn't take the oldest are dropped, and counted.
---@param word string
---@param frame integer|string
---@param arguments? string as they stand on the wire
---@param payload? string
function Connection:tell(word, frame, arguments, payload)
  local notice, last = message_of("0", word, frame, arguments, payload or ""), self.last_notice + 1
  self.notices[last], self.last_notice = notice, last
  self.notice_bytes, self.notice_frame = self.notice_bytes + #notice, frame
  while self.notice_bytes > OUTBOX_BYTES do self:drop_notice() end
end

--- Puts them among what is sent next, unless that is stuck: then they stay where they can be dropped.
function Connection:take_notices()
  if self.notice_bytes == 0 or self.blobs[1] then return end
  if self.lost > 0 then
    self:send("0", "lost", self.notice_frame, tostring(self.lost))
    self.lost = 0
  end
  local notices, first, last, pieces, count, bytes = self.notices, self.first_notice, self.last_notice, self.pieces, self.count, 0
  while first <= last and bytes < limits.send_bytes do
    local notice = notices[first]
    count, bytes = count + 1, bytes + #notice
    pieces[count], notices[first] = notice, nil
    first = first + 1
  end
  if first > last then first, self.last_notice = 1, 0 end
  self.first_notice, self.count = first, count
  self.notice_bytes, self.unsent = self.notice_bytes - bytes, self.unsent + bytes
end

--- The replies of this pass as one text.
---@private
function Connection:gather()
  local pieces, count = self.pieces, self.count
  local blob = count == 1 and pieces[1] or concat(pieces, "", 1, count)
  -- The list is used again; what it refers to is small, and the next pass overwrites it.
  if count > KEPT_PIECES or #blob > 65536 then self.pieces = {} end
  self.count = 0
  return blob
end

--- Reads what has come until there is nothing more.
---@private
---@return boolean ended whether it may not be written to: the other side has gone, or doesn't stop talking
function Connection:hear_out()
  for _ = 1, MOST_LOOKS do
    if self.refused or not self:has_room() or not self:wait(0) then return false end
    self:receive(true)
    if self.gone or self.was_reset then return true end
  end
  return true
end

--- Everything that is queued in one send, or a megabyte of it; what does not fit goes on in a later pass.
---
--- A send to a connection that the other side has closed is answered with a reset, and the next one ends mGBA with SIGPIPE, which
--- nobody catches in its own window. So between two of them all is read that has come, the end perhaps. What is large may be on its
--- way for long before it is answered with a reset: behind it that is done right before the next one.
function Connection:flush()
  local blobs = self.blobs
  self:take_notices()
  if self.count > 0 then blobs[#blobs + 1] = self:gather() end
  local total = 0
  self.blocked = false
  while blobs[1] and not self.gone and total < limits.pass_bytes do
    if self.was_reset or not self.clear and self:hear_out() then return end
    local blob, offset = blobs[1], self.offset
    local slice = blob
    if offset > 1 or #blob > limits.send_bytes then slice = sub(blob, offset, offset + limits.send_bytes - 1) end
    local sent = self:push(slice)
    self.clear, self.sent_last = false, #slice
    self.unsent, total = self.unsent - sent, total + sent
    offset = offset + sent
    if offset > #blob then
      table.remove(blobs, 1)
      offset = 1
    end
    self.offset = offset
    if sent < #slice then
      self.blocked = true
      return
    end
  end
end

---@private
---@return integer sent
function Connection:push(bytes)
  local socket = self.socket
  local sent = self.hand_over(socket, bytes)
  -- On a dead connection `send` answers 1, less than any message has; only the error field tells.
  local problem = sent < #bytes and socket.error or 0
  if problem == 0 then
    self.failed_sends = 0
    return sent
  end
  self.failed_sends = self.failed_sends + 1
  -- Where nothing else tells, the end of the stream decides.
  if not is_temporary(problem) or IS_WINDOWS and self.failed_sends >= STUBBORN_SENDS then self.gone = "it can't be written to" end
  return 0
end

return Connection
