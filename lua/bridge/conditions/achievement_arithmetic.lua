-- Arithmetic of achievements: unsigned integers of 32 bits, which are Lua's integers here, and numbers of single precision, which are
-- Lua's floats. Pure.
local single = require("bridge.conditions.achievement_floats").single

local kind = math.type
local MASK, SIGN, RANGE = 0xFFFFFFFF, 0x80000000, 0x100000000
local EPSILON = 2.0 ^ -23
local INT64 = 2.0 ^ 63

local achievement_arithmetic = {}

local function signed(value)
  return value >= SIGN and value - RANGE or value
end

local function to_float(value)
  return kind(value) == "float" and value or single(value + 0.0)
end

--- Cuts off the fraction, and wraps the rest to 32 bits.
local function to_integer(value)
  if kind(value) == "integer" then return value & MASK end
  if value ~= value or value >= INT64 or value < -INT64 then return 0 end
  return math.tointeger(value < 0 and math.ceil(value) or math.floor(value)) & MASK
end

--- Whether both are integers. A number in single precision makes the result one.
local function are_integers(left, right)
  return kind(left) == "integer" and kind(right) == "integer"
end

-- An operation returns nil for a division by zero. `from` subtracts the left operand from the right one; of integers, its result has a
-- sign.
local OPERATIONS = {
  ["*"] = function(left, right)
    if are_integers(left, right) then return left * right & MASK end
    return single(to_float(left) * to_float(right))
  end,
  ["/"] = function(left, right)
    if right == 0 then return nil end
    if are_integers(left, right) then return left // right end
    return single(to_float(left) / to_float(right))
  end,
  ["%"] = function(left, right)
    if right == 0 then return nil end
    if are_integers(left, right) then return left % right end
    return single(math.fmod(to_float(left), to_float(right)))
  end,
  ["&"] = function(left, right) return to_integer(left) & to_integer(right) end,
  ["^"] = function(left, right) return to_integer(left) ~ to_integer(right) end,
  ["+"] = function(left, right)
    if are_integers(left, right) then return left + right & MASK end
    return single(to_float(left) + to_float(right))
  end,
  -- An integer that is subtracted from a number of single precision counts as signed.
  ["-"] = function(left, right)
    if are_integers(left, right) then return left - right & MASK end
    return single(to_float(left) - (kind(right) == "integer" and to_float(signed(right)) or right))
  end,
  from = function(left, right)
    if are_integers(left, right) then return signed(right - left & MASK) end
    return single(to_float(right) - (kind(left) == "integer" and to_float(signed(left)) or left))
  end,
}

--- Returns the function of an operation, whose result is of a kind.
---@param operation string
---@param is_float boolean
---@return fun(left: number, right: number): number
function achievement_arithmetic.operation(operation, is_float)
  local operate = OPERATIONS[operation]
  if is_float then return function(left, right) return to_float(operate(left, right) or 0) end end
  return function(left, right) return to_integer(operate(left, right) or 0) end
end

achievement_arithmetic.to_integer = to_integer

--- Compares numbers of single precision. They are equal if they differ by at most one part in 2^23. With a NaN the left one is smaller.
---@return integer order -1, 0 or 1
local function order(left, right)
  if left == right then return 0 end
  local least, difference = math.min(math.abs(left), math.abs(right)), single(left - right)
  if left ~= left or right ~= right then return -1 end
  local threshold = single(least * EPSILON)
  if math.abs(difference) <= threshold then return 0 end
  return difference > threshold and 1 or -1
end

local INTEGERS = {
  ["="] = function(left, right) return left == right end,
  ["!="] = function(left, right) return left ~= right end,
  ["<"] = function(left, right) return left < right end,
  ["<="] = function(left, right) return left <= right end,
  [">"] = function(left, right) return left > right end,
  [">="] = function(left, right) return left >= right end,
}

--- Returns the function of a comparison.
---@param operator string
---@return fun(left: number, right: number): boolean
function achievement_arithmetic.comparison(operator)
  local compare = INTEGERS[operator]
  return function(left, right)
    if are_integers(left, right) then return compare(left, right) end
    return compare(order(to_float(left), to_float(right)), 0)
  end
end

--- Whether a value is the same as another, to the bit.
---@return boolean
function achievement_arithmetic.is_same(left, right)
  if kind(left) == "integer" then return left == right end
  return string.pack("<f", left) == string.pack("<f", right)
end

return achievement_arithmetic
