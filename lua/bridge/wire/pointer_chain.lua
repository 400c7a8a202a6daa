-- Parses pointer chains like [33554440]+16: brackets hold the bus address of a pointer. Pure.
local limits = require("bridge.wire.limits")

local byte, find, match, sub = string.byte, string.find, string.match, string.sub
local OPENING = byte("[")

local pointer_chain = {}

---@class bridge.PointerChain
---@field base integer address of the first pointer
---@field offsets integer[] what is added to each pointer, first to last

--- Whether a text starts like a pointer chain.
---@param text string
---@return boolean
function pointer_chain.is_meant(text)
  return byte(text) == OPENING
end

--- Parses a pointer chain.
---@param text string
---@return bridge.PointerChain? chain nil when it is malformed
function pointer_chain.parse(text)
  local _, depth = find(text, "^%[+")
  if not depth or depth > limits.chain_depth then return nil end
  local base, position = match(text, "^(%d+)()", depth + 1)
  if not base or #base > limits.chain_digits then return nil end
  local offsets = {}
  for i = 1, depth do
    if sub(text, position, position) ~= "]" then return nil end
    local sign, digits, after = match(text, "^([+-])(%d+)()", position + 1)
    if digits and #digits > limits.chain_digits then return nil end
    offsets[i] = sign and tonumber(sign .. digits) or 0
    position = after or position + 1
  end
  if position <= #text then return nil end
  return { base = tonumber(base) --[[@as integer]], offsets = offsets }
end

return pointer_chain
