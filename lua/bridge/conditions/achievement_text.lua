-- Parses the conditions of an achievement of RetroAchievements. Pure. docs/protocol/branches.md has the grammar.
local limits = require("bridge.wire.limits")
local sizes = require("bridge.conditions.achievement_sizes")
local refusal = require("bridge.wire.refusal")

local match = string.match
local MAX_UNSIGNED, MAX_SIGNED, RANGE = 0xFFFFFFFF, 0x7FFFFFFF, 0x100000000
local FRACTION_DIGITS = 9 -- more are ignored
local SHOWN = 16 -- bytes of a mistake that the sentence quotes

---@class bridge.AchievementOperand
---@field at integer the place in the string
---@field number number? of a constant
---@field is_recall boolean?
---@field access "value"|"delta"|"prior"|nil of an operand in memory
---@field form "bcd"|"inverted"|nil
---@field size bridge.AchievementSize?
---@field address integer?

---@class bridge.AchievementPart one condition of an achievement
---@field at integer the place in the string
---@field flag string? an upper-case letter
---@field left bridge.AchievementOperand
---@field operator string?
---@field right bridge.AchievementOperand? with an operator
---@field target integer hits; 0: none

local achievement_text = {}

local FLAGS = "[PRZABCDNOIMGQTKprzabcdnoimgqtk]:"
local PREFIXES = { d = "delta", p = "prior" }
local FORMS = { b = "bcd", ["~"] = "inverted" }
local MODIFIES = { A = true, B = true, I = true, K = true }
local COMPARES = { ["="] = true, ["!="] = true, ["<"] = true, ["<="] = true, [">"] = true, [">="] = true }

--- Refuses what is at a place.
---@param cursor { text: string, at: integer }
---@param accepted string
local function refuse(cursor, accepted)
  local rest = cursor.text:sub(cursor.at, cursor.at + SHOWN - 1)
  refusal.refuse("bad-request", ("achievement must have %s at character %d; got %s."):format(
    accepted, cursor.at, rest == "" and "its end" or refusal.quote(rest)), "achievement")
end

--- Takes what matches a pattern, or nothing.
local function take(cursor, pattern)
  local found = match(cursor.text, "^" .. pattern, cursor.at)
  if found then cursor.at = cursor.at + #found end
  return found
end

local function clamped(digits, base, max)
  local significant = digits:gsub("^0+(.)", "%1")
  return #significant <= 10 and math.min(tonumber(significant, base), max) or max
end

local function signed(text)
  local value = clamped(text:match("%d+"), 10, MAX_SIGNED)
  return text:find("-", 1, true) and value > 0 and RANGE - value or value
end

local function float(text)
  local whole, fraction = text:match("(%d*)%.(%d+)")
  fraction = fraction:sub(1, FRACTION_DIGITS)
  local value = tonumber("0" .. whole) + tonumber(fraction) / 10.0 ^ #fraction
  return text:find("-", 1, true) and -value or value
end

local function size_of(cursor)
  if take(cursor, "0[xX]") then
    if match(cursor.text, "^%x", cursor.at) then return sizes.integers[" "] end
    local letter = take(cursor, "[%a ]")
    return letter and sizes.integers[letter:upper()]
  end
  local letters = take(cursor, "[fF]%a")
  return letters and sizes.floats[letters:sub(2):upper()]
end

local function memory(cursor)
  local at, prefix = cursor.at, take(cursor, "[dDpPbB~]")
  local letter = prefix and prefix:lower()
  local size_at = cursor.at
  local size = size_of(cursor)
  if not size then
    cursor.at = size_at
    refuse(cursor, "a value")
  end
  local digits = take(cursor, "%x+") or refuse(cursor, "an address in hexadecimal")
  return {
    at = at, access = PREFIXES[letter] or "value", form = FORMS[letter], size = size, address = clamped(digits, 16, MAX_UNSIGNED),
  }
end

local function constant_of(cursor)
  local found = take(cursor, "[hH]%x+")
  if found then return clamped(found:sub(2), 16, MAX_UNSIGNED) end
  found = take(cursor, "[fF][+-]?%d*%.%d+")
  if found then return float(found) end
  found = take(cursor, "[fFvV]?[+-]%d+") or take(cursor, "[fFvV]%d+")
  if found then return signed(found) end
  found = not match(cursor.text, "^0[xX]", cursor.at) and take(cursor, "%d+")
  return found and clamped(found, 10, MAX_UNSIGNED)
end

---@return bridge.AchievementOperand
local function operand(cursor)
  local at = cursor.at
  if take(cursor, "{recall}") then return { at = at, is_recall = true } end
  local number = constant_of(cursor)
  return number and { at = at, number = number } or memory(cursor)
end

local function operator(cursor)
  local found = take(cursor, "[=!<>]=") or take(cursor, "[=<>*/&^%%+-]")
  return found == "==" and "=" or found
end

local function hits(cursor)
  local found = take(cursor, "%.%d+%.") or take(cursor, "%(%d+%)")
  return found and clamped(found:match("%d+"), 10, MAX_UNSIGNED) or 0
end

---@return bridge.AchievementPart
local function condition(cursor)
  local at, flag = cursor.at, take(cursor, FLAGS)
  flag = flag and flag:sub(1, 1):upper()
  if flag == "G" then flag = "M" end
  local part = { at = at, flag = flag, left = operand(cursor), target = 0 }
  local operator_at, modifies = cursor.at, MODIFIES[flag]
  part.operator = operator(cursor)
  if not part.operator then
    -- The string may also end here: the "_" that is added stands for its end. As in rcheevos, a lower-case s is no separator here.
    if not modifies or not match(cursor.text .. "_", "^[_S]", cursor.at) then refuse(cursor, "an operator") end
    return part
  end
  -- K is newer than the comparisons that old achievements have with the other modifying flags.
  local compares, takes_comparison = COMPARES[part.operator], flag ~= "K"
  if (compares and not takes_comparison) or (not compares and not modifies) then
    cursor.at = operator_at
    refuse(cursor, modifies and "one of the operators * / & ^ % + -" or "one of the operators = != < <= > >=")
  end
  part.right, part.target = operand(cursor), hits(cursor)
  -- These comparisons mean nothing.
  if modifies and COMPARES[part.operator] then part.operator, part.right = nil, nil end
  return part
end

--- Notes a measured condition. Refuses one without a target, a second one in a group, and one whose target differs from the others'.
---@param cursor table a refusal names its place
---@param part bridge.AchievementPart the condition
---@param seen { is_measured: boolean } what its group has so far
---@param measured { target?: integer } what all groups have so far
local function add_measured(cursor, part, seen, measured)
  local right = part.right
  local target = part.target > 0 and part.target or right.number and math.floor(right.number)
  local place = { text = cursor.text, at = part.at }
  if not target then refuse(place, "a measured condition with a constant or hits") end
  if seen.is_measured then refuse(place, "one measured condition in a group") end
  if measured.target and measured.target ~= target then refuse(place, "measured conditions with the same target") end
  seen.is_measured, measured.target = true, target
end

--- Parses an achievement, or refuses it.
---@param text string
---@return bridge.AchievementPart[][] groups the core, then the alternatives; without conditions a group holds
function achievement_text.parse(text)
  if #text > limits.achievement_bytes then
    refusal.refuse("bad-request", ("achievement must have 1 to %d bytes; got %d."):format(limits.achievement_bytes, #text), "achievement")
  end
  local cursor, groups, measured, count = { text = text, at = 1 }, {}, {}, 0
  repeat
    local group, seen = {}, { is_measured = false }
    groups[#groups + 1] = group
    -- A group may be empty, also the last one: the "S" that is added stands for the end of the string.
    while group[1] or not match(text .. "S", "^[sS]", cursor.at) do
      if count == limits.achievement_conditions then refuse(cursor, ("at most %d conditions"):format(count)) end
      local part = condition(cursor)
      if part.flag == "M" then add_measured(cursor, part, seen, measured) end
      count = count + 1
      group[#group + 1] = part
      if not take(cursor, "_") then break end
    end
  until not take(cursor, "[sS]")
  if cursor.at <= #text then refuse(cursor, "_, S or its end") end
  if count == 0 then refuse(cursor, "a condition") end
  return groups
end

return achievement_text
