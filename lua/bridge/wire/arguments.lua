-- Parses a request's arguments, and refuses invalid ones by name.
local refuse_argument = require("bridge.wire.refusal").refuse_argument
local pointer_chain = require("bridge.wire.pointer_chain")
local limits = require("bridge.wire.limits")

local find = string.find

local arguments = {}

local SLOWEST, FASTEST = 250, 16000

--- Parses a decimal whole number.
---@param text string
---@param name string
---@param min integer
---@param max integer
---@return integer
function arguments.integer(text, name, min, max)
  local value = #text <= 16 and find(text, "^[0-9]+$") and math.tointeger(tonumber(text))
  if not value or value < min or value > max then
    refuse_argument(name, text, ("%d to %d"):format(min, max))
  end
  return value --[[@as integer]]
end

--- Parses a decimal whole number that may be negative.
---@param text string
---@param name string
---@param min integer
---@param max integer
---@return integer
function arguments.signed(text, name, min, max)
  local value = #text <= 16 and find(text, "^-?[0-9]+$") and math.tointeger(tonumber(text))
  if not value or value < min or value > max then
    refuse_argument(name, text, ("%d to %d"):format(min, max))
  end
  return value --[[@as integer]]
end

--- Parses a speed in thousandths of the console's; 0: unlimited.
---@param text string
---@param name string
---@return integer
function arguments.speed(text, name)
  local value = #text <= 5 and find(text, "^[0-9]+$") and math.tointeger(tonumber(text))
  if not value or value ~= 0 and (value < SLOWEST or value > FASTEST) then
    refuse_argument(name, text, ("%d to %d, or 0 for unlimited"):format(SLOWEST, FASTEST))
  end
  return value --[[@as integer]]
end

--- Parses an address or offset of at most 16 digits, which is more than any memory has; the memory map decides what exists.
---@return integer|bridge.PointerChain
function arguments.address(text)
  if #text <= 16 and find(text, "^[0-9]+$") then return tonumber(text) --[[@as integer]] end
  local chain = pointer_chain.is_meant(text) and pointer_chain.parse(text)
  if not chain then
    refuse_argument("address", text,
      ("a decimal number of at most 16 digits, or a pointer chain like [33554440]+16, up to %d deep"):format(limits.chain_depth))
  end
  return chain --[[@as bridge.PointerChain]]
end

return arguments
