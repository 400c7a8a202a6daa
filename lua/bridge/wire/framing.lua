-- Reads and writes messages of the wire protocol. Pure. The grammar is in docs/protocol/wire.md.
local limits = require("bridge.wire.limits")
local read_arguments = require("bridge.wire.wire_arguments").read
local numerals = require("bridge.wire.numerals")

local match, sub, find, concat = string.match, string.sub, string.find, table.concat

local TERMINATOR = "<|END|>"
local TERMINATOR_BYTES = #TERMINATOR

-- The frontier pattern avoids quadratic time for a hostile line of digits. [0-9] is quicker than %d, which uses the locale.
local HEADER = "^([0-9]+) ([a-z][a-z0-9.-]*) (-?[0-9]+) ([0-9]+)%f[ \n]([\x20-\x7e]*)\n()"

local NO_ARGUMENTS = {}

-- Common payload lengths by their digits, which saves a call of tonumber.
local LENGTHS = {}
for length, digits in pairs(numerals) do LENGTHS[digits] = length end

local HEADER_BYTES, PAYLOAD_BYTES, WORD_BYTES = limits.header_bytes, limits.payload_bytes, limits.word_bytes
local ID_DIGITS, NUMBER_DIGITS, LENGTH_DIGITS = limits.id_digits, limits.number_digits, limits.length_digits

local framing = { TERMINATOR = TERMINATOR }

---@class bridge.Message
---@field id string
---@field word string
---@field number string the digits from the wire; most are never read
---@field arguments string[] decoded; never to be changed
---@field payload string
---@field package following bridge.Message? the next in the free list

---@class bridge.Reader
---@field private buffer string
---@field private position integer first byte not read yet
---@field private message bridge.Message? the message whose payload is incomplete
---@field private length integer of that payload
---@field private chunks string[]? received parts of an incomplete payload
---@field private need integer bytes missing until the payload and its terminator are complete
---@field private free bridge.Message? head of the free list
local Reader = {}
Reader.__index = Reader

---@return bridge.Reader
function framing.reader()
  return setmetatable({ buffer = "", position = 1, length = 0, need = 0 }, Reader)
end

--- Adds received bytes.
---@param bytes string
function Reader:feed(bytes)
  local chunks = self.chunks
  if chunks then
    chunks[#chunks + 1] = bytes
    self.need = self.need - #bytes
    if self.need > 0 then return end
    self.buffer, self.chunks = concat(chunks), nil
  elseif self.position > #self.buffer then
    self.buffer = bytes
  else
    self.buffer = sub(self.buffer, self.position) .. bytes
  end
  self.position = 1
end

--- Whether an incomplete header can never become a valid one.
---@private
---@return boolean
function Reader:is_hopeless()
  local buffer, position = self.buffer, self.position
  return find(buffer, "\n", position, true) ~= nil or #buffer - position + 1 >= HEADER_BYTES
end

--- Keeps a message whose payload is incomplete.
---@private
---@param message bridge.Message
---@param length integer of the payload
---@param missing integer bytes
function Reader:await(message, length, missing)
  self.message, self.length, self.need = message, length, missing
  self.chunks = { sub(self.buffer, self.position) }
end

--- Returns the next message, nil while it is incomplete, or nil and the problem, after which the stream can't be used.
---@return bridge.Message? message
---@return "header"|"length"|"terminator"|nil problem
function Reader:next()
  local message, buffer, position, length = self.message, self.buffer, self.position, self.length
  if message then
    if self.chunks then return nil end
    self.message = nil
  else
    if position > #buffer then return nil end
    local id, word, number, digits, tail, after = match(buffer, HEADER, position)
    if not id then return nil, self:is_hopeless() and "header" or nil end
    -- A number may have a minus sign besides its digits.
    if after - position > HEADER_BYTES or #id > ID_DIGITS or #word > WORD_BYTES
      or #digits > LENGTH_DIGITS or #number > NUMBER_DIGITS and #match(number, "%d+") > NUMBER_DIGITS
    then
      return nil, "header"
    end
    local arguments = tail == "" and NO_ARGUMENTS or read_arguments(tail)
    if not arguments then return nil, "header" end
    length = LENGTHS[digits] or tonumber(digits) --[[@as integer]]
    if length > PAYLOAD_BYTES then return nil, "length" end
    message = self.free
    if message then self.free, message.following = message.following, nil else message = { payload = "" } end
    message.id, message.word, message.number, message.arguments = id, word, number, arguments
    self.position, position = after, after
  end
  local past = position + length
  local stop = past + TERMINATOR_BYTES
  if stop > #buffer + 1 then
    self:await(message, length, stop - #buffer - 1)
    return nil
  end
  if sub(buffer, past, stop - 1) ~= TERMINATOR then return nil, "terminator" end
  if length > 0 then message.payload = sub(buffer, position, past - 1) end
  self.position = stop
  return message
end

--- Returns a message's table to the free list, so that a busy stream leaves little garbage.
---@param message bridge.Message without extra fields
function Reader:release(message)
  message.arguments, message.payload = NO_ARGUMENTS, ""
  message.following, self.free = self.free, message
end

--- Returns how many of the bytes fed last have been read.
---@return integer bytes
function Reader:offset()
  return self.position - 1
end

---@return boolean midway whether the stream ends inside a message
function Reader:midway()
  return self.message ~= nil or self.position <= #self.buffer
end

---@param id string
---@param word string
---@param number integer|string
---@param arguments string? as they stand on the wire
---@param payload string
---@return string message
function framing.message(id, word, number, arguments, payload)
  local length = #payload
  -- A single expression makes a single new string.
  if arguments and arguments ~= "" then
    return id .. " " .. word .. " " .. number .. " " .. (numerals[length] or length) .. " " .. arguments .. "\n" .. payload .. TERMINATOR
  end
  return id .. " " .. word .. " " .. number .. " " .. (numerals[length] or length) .. "\n" .. payload .. TERMINATOR
end

---@param id string
---@param word string
---@param number integer|string
---@param arguments string? as they stand on the wire
---@param length integer
---@return string header
function framing.header(id, word, number, arguments, length)
  if arguments and arguments ~= "" then
    return id .. " " .. word .. " " .. number .. " " .. length .. " " .. arguments .. "\n"
  end
  return id .. " " .. word .. " " .. number .. " " .. length .. "\n"
end

return framing
