-- Parses types of values in memory and conditions on them. Pure.
local refuse_argument = require("bridge.wire.refusal").refuse_argument

local match = string.match

local condition = {}

---@class bridge.ValueType
---@field width 1|2|4
---@field bits integer
---@field min integer
---@field max integer

---@type table<string, bridge.ValueType>
local TYPES = {}
for bits = 8, 32, 8 do
  if bits ~= 24 then
    TYPES["u" .. bits] = { width = bits // 8, bits = bits, min = 0, max = (1 << bits) - 1 }
    TYPES["i" .. bits] = { width = bits // 8, bits = bits, min = -(1 << bits - 1), max = (1 << bits - 1) - 1 }
  end
end

local COMPARE = {
  eq = function(a, b) return a == b end,
  ne = function(a, b) return a ~= b end,
  lt = function(a, b) return a < b end,
  le = function(a, b) return a <= b end,
  gt = function(a, b) return a > b end,
  ge = function(a, b) return a >= b end,
  mask = function(a, b) return a & b == b end,
}

--- Returns the type with this name, or refuses.
---@param name string
---@return bridge.ValueType
function condition.type(name)
  local of_name = TYPES[name]
  if not of_name then refuse_argument("type", name, "u8, u16, u32, i8, i16 or i32") end
  return of_name
end

--- Converts an unsigned value to its type.
---@param value_type bridge.ValueType
---@param value integer
---@return integer
function condition.signed(value_type, value)
  if value > value_type.max then return value - (1 << value_type.bits) end
  return value
end

--- Parses a condition.
---@param text string like eq:3 or mask:5
---@param value_type bridge.ValueType
---@param others? string further accepted forms, for the sentence
---@return fun(value: integer, wanted: integer): boolean compare
---@return integer wanted
function condition.parse(text, value_type, others)
  local name, digits = match(text, "^(%l+):(-?%d+)$")
  local compare, wanted = COMPARE[name], digits and #digits <= 16 and math.tointeger(tonumber(digits))
  if not compare or not wanted then
    refuse_argument("condition", text, "eq, ne, lt, le, gt, ge or mask, a colon and a whole number" .. (others or ""))
  end
  local min, max = value_type.min, value_type.max
  if name == "mask" then min, max = 0, (1 << value_type.bits) - 1 end
  if wanted < min or wanted > max then
    refuse_argument("condition", text, ("a comparison with %d to %d"):format(min, max))
  end
  return compare, wanted --[[@as integer]]
end

--- Parses the condition of a wait, which may also be `changed`: different from the first value.
---@return fun(value: integer, wanted: integer?): boolean compare
---@return integer? wanted nil for `changed`
function condition.awaited(text, value_type)
  if text == "changed" then return COMPARE.ne, nil end
  return condition.parse(text, value_type, ", or changed")
end

return condition
