-- Bytes on their way through a socket, in the pieces in which they were sent, so that adding to megabytes that wait copies none of them.
local ByteQueue = {}
ByteQueue.__index = ByteQueue

function ByteQueue.new()
  return setmetatable({ pieces = {}, first = 1, last = 0, offset = 0, length = 0 }, ByteQueue)
end

---@param bytes string
function ByteQueue:add(bytes)
  if bytes == "" then return end
  self.last, self.length = self.last + 1, self.length + #bytes
  self.pieces[self.last] = bytes
end

---@return boolean
function ByteQueue:is_empty()
  return self.length == 0
end

--- Removes the oldest bytes and returns them.
---@param max integer
---@return string bytes
function ByteQueue:take(max)
  local taken, pieces, missing = {}, self.pieces, math.min(max, self.length)
  self.length = self.length - missing
  while missing > 0 do
    local piece = pieces[self.first]
    local part = piece:sub(self.offset + 1, self.offset + missing)
    taken[#taken + 1], missing, self.offset = part, missing - #part, self.offset + #part
    if self.offset == #piece then
      pieces[self.first], self.first, self.offset = nil, self.first + 1, 0
    end
  end
  return table.concat(taken)
end

return ByteQueue
