-- Floating-point numbers of 32 bits, as achievements read them from memory. Pure. Results are in single precision.
local pack, unpack = string.pack, string.unpack

local MANTISSA_BITS, MANTISSA_VALUES, MANTISSA = 23, 0x800000, 0x7FFFFF
local DOUBLE_BIAS, MICROSOFT_BIAS = 1023, 129

local achievement_floats = {}

--- Rounds to single precision.
---@param number number
---@return number
local function single(number)
  return (unpack("<f", pack("<f", number)))
end

--- Reverses the four bytes.
---@param raw integer
---@return integer
local function swap(raw)
  return (unpack(">I4", pack("<I4", raw)))
end

--- Builds a number as rcheevos does. An exponent above 127 makes infinity, or NaN with a mantissa; -127 has no leading 1.
local function build(is_negative, exponent, mantissa)
  local number
  if exponent > 127 then
    number = mantissa == 0 and math.huge or 0 / 0
  elseif exponent == -127 then
    number = mantissa / MANTISSA_VALUES * 2.0 ^ -126
  else
    number = (1 + mantissa / MANTISSA_VALUES) * 2.0 ^ exponent
  end
  return single(is_negative and -number or number)
end

--- The upper four bytes of a double.
local function double32(raw)
  return build(raw >> 31 == 1, (raw >> 20 & 0x7FF) - DOUBLE_BIAS, (raw & 0xFFFFF) << 3)
end

--- Microsoft's binary format: an exponent of eight bits, the sign, and the mantissa.
local function microsoft(raw)
  local is_negative, exponent, mantissa = raw >> MANTISSA_BITS & 1 == 1, raw >> 24, raw & MANTISSA
  if exponent == 0 and mantissa == 0 then return is_negative and -0.0 or 0.0 end
  return build(is_negative, exponent - MICROSOFT_BIAS, mantissa)
end

achievement_floats.single = single
achievement_floats.swap = swap

--- Decoders by the letter of their size.
---@type table<string, fun(raw: integer): number>
achievement_floats.decoders = {
  F = function(raw) return (unpack("<f", pack("<I4", raw))) end,
  B = function(raw) return (unpack(">f", pack("<I4", raw))) end,
  H = double32,
  I = function(raw) return double32(swap(raw)) end,
  M = function(raw) return microsoft(swap(raw)) end,
  L = microsoft,
}

return achievement_floats
