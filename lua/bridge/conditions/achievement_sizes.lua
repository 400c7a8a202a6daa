-- The sizes of achievements' operands in memory, by their letters. Pure.
local floats = require("bridge.conditions.achievement_floats")

---@class bridge.AchievementSize
---@field bytes integer
---@field mask integer the bits of these bytes that belong to the value
---@field decode? fun(raw: integer): number nil: the raw value
---@field inverted integer what `~` inverts
---@field digits integer? of binary-coded decimals; nil: `b` changes nothing
---@field is_float boolean?

local NIBBLE_BITS = { [0] = 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 }

local function swap16(raw) return raw >> 8 | (raw & 0xFF) << 8 end
local function swap24(raw) return raw >> 16 | raw & 0xFF00 | (raw & 0xFF) << 16 end
local function count_bits(raw) return NIBBLE_BITS[raw & 0xF] + NIBBLE_BITS[raw >> 4 & 0xF] end

---@return bridge.AchievementSize
local function whole(bytes, decode)
  local mask = (1 << 8 * bytes) - 1
  return { bytes = bytes, mask = mask, decode = decode, inverted = mask, digits = 2 * bytes }
end

local achievement_sizes = {}

--- Sizes after `0x`. A space, or none, is 16 bits.
---@type table<string, bridge.AchievementSize>
achievement_sizes.integers = {
  H = whole(1), [" "] = whole(2), W = whole(3), X = whole(4), I = whole(2, swap16), J = whole(3, swap24), G = whole(4, floats.swap),
  L = { bytes = 1, mask = 0x0F, inverted = 0x0F, decode = function(raw) return raw & 0xF end },
  U = { bytes = 1, mask = 0xF0, inverted = 0x0F, decode = function(raw) return raw >> 4 & 0xF end },
  K = { bytes = 1, mask = 0xFF, inverted = 0x01, decode = count_bits },
}
for bit = 0, 7 do
  achievement_sizes.integers[string.char(("M"):byte() + bit)] = {
    bytes = 1, mask = 1 << bit, inverted = 0x01, decode = function(raw) return raw >> bit & 1 end,
  }
end

--- Sizes after `f`.
---@type table<string, bridge.AchievementSize>
achievement_sizes.floats = {}
for letter, decode in pairs(floats.decoders) do
  achievement_sizes.floats[letter] = { bytes = 4, mask = 0xFFFFFFFF, inverted = 0, decode = decode, is_float = true }
end

--- Decodes binary-coded decimals. Digits above 9 count as they are.
---@param value integer
---@param digits integer
---@return integer
function achievement_sizes.from_bcd(value, digits)
  local number = 0
  for digit = digits - 1, 0, -1 do number = 10 * number + (value >> 4 * digit & 0xF) end
  return number
end

return achievement_sizes
