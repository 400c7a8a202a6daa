-- One TCP connection: what has come and waits to be run, what has been answered and waits to be sent.
local limits = require("bridge.limits")
local framing = require("bridge.framing")

local concat, sub = table.concat, string.sub
local FIRST_RECEIVE, NEXT_RECEIVE = 4096, 65536
local IS_WINDOWS = package.config:sub(1, 1) == "\\"
local STUBBORN_SENDS = 600

---@class bridge.Request: bridge.Message
---@field connection bridge.Connection
---@field cancelled boolean?

---@class bridge.Connection
---@field client string? its name, once the hello is accepted
---@field waiting table<string, bridge.Press> presses that are answered when they end, by request
---@field age integer frames until the hello
---@field gone string? why nothing can be sent any more
---@field refused string? why it is closed after what is queued has been sent
---@field unsent integer bytes
local Connection = {}
Connection.__index = Connection

---@param socket mgba.RawSocket
---@param clock bridge.Clock
---@return bridge.Connection
function Connection.new(socket, clock)
  return setmetatable({
    socket = socket, clock = clock, reader = framing.reader(), waiting = {}, age = 0,
    inbox = {}, first = 1, last = 0, inbox_bytes = 0, heard = false, busy_messages = 0,
    pieces = {}, count = 0, blobs = {}, offset = 1, unsent = 0, failed_sends = 0,
  }, Connection)
end

function Connection:has_room()
  return self.last - self.first + 1 < limits.inbox_messages and self.inbox_bytes < limits.inbox_bytes
end

function Connection:has_work()
  return self.first <= self.last
end

---@param message bridge.Request
function Connection:take(message)
  self.clock:observe(self, message.number)
  local word = message.word
  -- A cancel overtakes what waits; a tick has done its work. As a first message both are a wrong hello.
  if self.heard and (word == "cancel" or word == "tick") then
    if word == "cancel" and message.arguments[1] then
      self.cancels = self.cancels or {}
      self.cancels[message.arguments[1]] = true
    end
    if message.id == "0" then return end
  elseif word ~= "ping" then
    self.busy_messages = self.busy_messages + 1
  end
  self.heard = true
  message.connection = self
  self.last = self.last + 1
  self.inbox[self.last] = message
  self.inbox_bytes = self.inbox_bytes + #message.payload
end

function Connection:parse()
  while self:has_room() do
    local message, problem = self.reader:next()
    if not message then
      if problem then self.problem = problem end
      return
    end
    self:take(message)
  end
end

--- Reads what has arrived.
---@param readable boolean? whether select has said so already
function Connection:receive(readable)
  if self.problem or self.gone or self.refused then return end
  self:parse() -- what a full inbox left in the buffer
  if not self:has_room() then return end
  local socket = self.socket
  if not readable and socket:select(0) ~= 1 then return end
  local size, total = FIRST_RECEIVE, 0
  local bytes = socket:recv(size)
  -- mGBA reports the end of the stream as "try again"; after a select that said 1 it can't be anything else.
  if not bytes or bytes == "" then
    self.gone = "closed by the other side"
    return
  end
  repeat
    self.reader:feed(bytes)
    self:parse()
    total = total + #bytes
    if #bytes < size or self.problem or total >= limits.inbox_bytes or not self:has_room() then return end
    size = NEXT_RECEIVE
    bytes = socket:recv(size)
  until not bytes or bytes == ""
end

--- Marks what was cancelled, once everything that has arrived is read.
---@param input bridge.Input
function Connection:apply_cancels(input)
  local cancels = self.cancels
  if not cancels then return end
  self.cancels = nil
  for i = self.first, self.last do
    local message = self.inbox[i]
    if cancels[message.id] then message.cancelled = true end
  end
  for id in pairs(cancels) do
    local press = self.waiting[id]
    if press then input:cancel(press) end
  end
end

---@return bridge.Request?
function Connection:next_request()
  if self.first > self.last or self.unsent >= limits.outbox_bytes then return nil end
  local message = self.inbox[self.first]
  self.inbox[self.first] = nil
  self.first = self.first + 1
  self.inbox_bytes = self.inbox_bytes - #message.payload
  if self.first > self.last then self.first, self.last = 1, 0 end
  return message
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
  local header = framing.header(id, status, frame, arguments, #payload)
  local pieces, count = self.pieces, self.count
  if #payload < 1024 then
    count = count + 1
    pieces[count] = header .. payload .. framing.TERMINATOR
  else
    pieces[count + 1], pieces[count + 2], pieces[count + 3] = header, payload, framing.TERMINATOR
    count = count + 3
  end
  self.count = count
  self.unsent = self.unsent + #header + #payload + #framing.TERMINATOR
end

--- Everything that is queued in one send; what does not fit goes on in a later pass.
function Connection:flush()
  local blobs = self.blobs
  if self.count > 0 then
    blobs[#blobs + 1] = concat(self.pieces, "", 1, self.count)
    self.pieces, self.count = {}, 0
  end
  while blobs[1] and not self.gone do
    local blob, offset = blobs[1], self.offset
    local slice = blob
    if offset > 1 or #blob > limits.send_bytes then slice = sub(blob, offset, offset + limits.send_bytes - 1) end
    local sent = self:push(slice)
    self.unsent = self.unsent - sent
    offset = offset + sent
    if offset > #blob then
      table.remove(blobs, 1)
      offset = 1
    end
    self.offset = offset
    if sent < #slice then return end
  end
end

---@private
---@return integer sent
function Connection:push(bytes)
  local socket = self.socket
  local sent = socket:send(bytes)
  -- On a dead connection `send` answers 1; only the error field tells.
  local problem = socket.error
  if problem == 0 then
    self.failed_sends = 0
    return sent
  end
  self.failed_sends = self.failed_sends + 1
  -- Windows builds before 0.10.2 know no "try again"; there the end of the stream decides.
  local temporary = problem == C.SOCKERR.AGAIN or (IS_WINDOWS and self.failed_sends < STUBBORN_SENDS)
  if not temporary then self.gone = "it can't be written to" end
  return 0
end

return Connection
