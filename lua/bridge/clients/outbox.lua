-- The sending side of a connection. It sends the replies of a pass with one send, and notices: messages that answer no request.
local limits = require("bridge.wire.limits")
local framing = require("bridge.wire.framing")
local socket_error = require("bridge.system.socket_error")

local concat, sub, message_of = table.concat, string.sub, framing.message
local OUTBOX_BYTES = limits.outbox_bytes
-- After this many failed sends in a row the connection is given up, where an error doesn't say whether a later send may succeed.
local STUBBORN_SENDS = 600
-- A list of more pieces is not reused.
local KEPT_PIECES = 256
-- Max receives before one send. The next pass reads the rest.
local MOST_LOOKS = 64

---@class bridge.Connection
---@field unsent integer bytes
---@field blocked boolean whether the other side does not accept more bytes
---@field was_reset boolean whether it must not be written to any more
---@field notice_bytes integer of notices that are not counted in `unsent` yet
local methods = {}

local outbox = { methods = methods }

---@param connection bridge.Connection
function outbox.open(connection)
  connection.pieces, connection.count, connection.blobs, connection.offset, connection.unsent = {}, 0, {}, 1, 0
  connection.failed_sends, connection.blocked, connection.was_reset = 0, false, false
  connection.notices, connection.first_notice, connection.last_notice, connection.notice_bytes, connection.lost = {}, 1, 0, 0, 0
end

--- Queues a message; `flush` sends it.
---@param id string
---@param status string
---@param frame integer|string
---@param arguments? string as they stand on the wire
---@param payload? string
function methods:send(id, status, frame, arguments, payload)
  if self.gone then return end
  payload = payload or ""
  if #payload >= 1024 then return self:send_long(id, status, frame, arguments, payload) end
  local text, count = message_of(id, status, frame, arguments, payload), self.count + 1
  self.pieces[count], self.count = text, count
  self.unsent = self.unsent + #text
end

--- Queues a message without a copy of its payload.
---@private
function methods:send_long(id, status, frame, arguments, payload)
  local pieces, count, header = self.pieces, self.count, framing.header(id, status, frame, arguments, #payload)
  pieces[count + 1], pieces[count + 2], pieces[count + 3] = header, payload, framing.TERMINATOR
  self.count = count + 3
  self.unsent = self.unsent + #header + #payload + #framing.TERMINATOR
end

---@private
function methods:drop_notice()
  local first = self.first_notice
  self.notice_bytes = self.notice_bytes - #self.notices[first]
  self.notices[first], self.first_notice, self.lost = nil, first + 1, self.lost + 1
end

--- Queues a notice. If the client doesn't read, the oldest notices are dropped and counted.
---@param word string
---@param frame integer|string
---@param arguments? string as they stand on the wire
---@param payload? string
function methods:tell(word, frame, arguments, payload)
  local notice, last = message_of("0", word, frame, arguments, payload or ""), self.last_notice + 1
  self.notices[last], self.last_notice = notice, last
  self.notice_bytes, self.notice_frame = self.notice_bytes + #notice, frame
  while self.notice_bytes > OUTBOX_BYTES do self:drop_notice() end
end

--- Moves the notices into the next send. If an earlier send is stuck, they stay in their queue, where they can be dropped.
function methods:take_notices()
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

--- Returns the replies of this pass as one text.
---@private
function methods:gather()
  local pieces, count = self.pieces, self.count
  local blob = count == 1 and pieces[1] or concat(pieces, "", 1, count)
  -- The list is reused: its texts are small, and the next pass overwrites them.
  if count > KEPT_PIECES or #blob > 65536 then self.pieces = {} end
  self.count = 0
  return blob
end

--- Reads everything that has arrived.
---@private
---@return boolean ended whether it must not be written to: the client has disconnected, or sends without a pause
function methods:hear_out()
  for _ = 1, MOST_LOOKS do
    if self.refused or not self:has_room() or not self:wait(0) then return false end
    self:receive(true)
    if self.gone or self.was_reset then return true end
  end
  return true
end

--- Sends the queue, a megabyte at most; the rest goes out in a later pass.
---
--- After the client has closed, the first send is answered with a reset, and the next one ends mGBA with SIGPIPE. A client that
--- closes with unread data sends the reset at once. So everything that has arrived, perhaps the end, is read before each send.
function methods:flush()
  local blobs = self.blobs
  self:take_notices()
  if self.count > 0 then blobs[#blobs + 1] = self:gather() end
  local total = 0
  self.blocked = false
  while blobs[1] and not self.gone and total < limits.pass_bytes do
    local blob, offset = blobs[1], self.offset
    local slice = blob
    if offset > 1 or #blob > limits.send_bytes then slice = sub(blob, offset, offset + limits.send_bytes - 1) end
    if self.was_reset or not self.ignores_sigpipe and self:hear_out() then return end
    local sent = self:push(slice)
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
function methods:push(bytes)
  local socket = self.socket
  local sent = self.hand_over(socket, bytes)
  -- On a dead connection `send` returns 1, and no message is that short; only the error field tells that nothing was sent.
  local problem = sent < #bytes and socket.error or 0
  if problem == 0 then
    self.failed_sends = 0
    return sent
  end
  self.failed_sends = self.failed_sends + 1
  local is_stuck = socket_error.is_unclear(problem) and self.failed_sends >= STUBBORN_SENDS
  if is_stuck or not socket_error.is_temporary(problem) then self.gone = "it can't be written to" end
  return 0
end

return outbox
