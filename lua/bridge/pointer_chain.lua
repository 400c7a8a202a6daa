-- Pointer chains like [33554440]+16: what stands in brackets is where a pointer lies on the bus. Pure.
local limits = require("bridge.limits")

local byte, find, match, sub = string.byte, string.find, string.match, string.sub
local OPENING = byte("[")

local pointer_chain = {}

---@class bridge.PointerChain
---@field base integer where the first pointer lies
---@field offsets integer[] what is added to each pointer, first to last

---@param text string
---@return boolean whether it is meant to be one
function pointer_chain.is_meant(text)
  return byte(text) == OPENING
end

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
