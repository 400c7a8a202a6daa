-- The registers of the processor by name. mGBA returns signed 32 bits, with undefined bits above a register's own.
local registers = {}

---@class bridge.RegisterSet
---@field names string[] those that `registers` lists
---@field others string[] aliases and pairs
---@field bits table<string, integer>

local GBA = { names = {}, others = { "ip", "sp", "lr", "pc" }, bits = {} }
for i = 0, 15 do GBA.names[i + 1] = "r" .. i end
GBA.names[17] = "cpsr"

local GB = { names = { "a", "f", "b", "c", "d", "e", "h", "l", "sp", "pc" }, others = { "af", "bc", "de", "hl" }, bits = {} }

for _, names in ipairs({ GBA.names, GBA.others }) do
  for _, name in ipairs(names) do GBA.bits[name] = 32 end
end
for _, names in ipairs({ GB.names, GB.others }) do
  for _, name in ipairs(names) do GB.bits[name] = 8 * #name end
end

---@type table<string, bridge.RegisterSet>
local SETS = { GBA = GBA, GB = GB }

--- Returns the registers of a console.
---@param platform "GBA"|"GB"|"none"
---@return bridge.RegisterSet?
function registers.of(platform)
  return SETS[platform]
end

--- Lists all names, for a sentence.
---@param set bridge.RegisterSet
---@return string
function registers.describe(set)
  return table.concat(set.names, ", ") .. ", " .. table.concat(set.others, ", ")
end

--- Reads a register.
---@param set bridge.RegisterSet
---@param name string
---@return integer? value unsigned; nil when this mGBA doesn't know it
function registers.read(set, name)
  local value = emu:readRegister(name)
  return value and value & (1 << set.bits[name]) - 1
end

-- ARM7TDMI: user, FIQ, IRQ, supervisor, abort, undefined, system.
local MODES = { [0x10] = true, [0x11] = true, [0x12] = true, [0x13] = true, [0x17] = true, [0x1B] = true, [0x1F] = true }
local THUMB = 0x20

--- Returns why a value would crash mGBA itself: it would decode fetched instructions in the other instruction set, or look up
--- registers by an invalid mode.
---@param set bridge.RegisterSet
---@param name string
---@param value integer
---@return string? problem
function registers.danger(set, name, value)
  if name ~= "cpsr" then return nil end
  if (value ~ registers.read(set, name)) & THUMB ~= 0 then
    return "value must not change bit 5 of cpsr (Thumb), because that would crash mGBA."
  end
  if not MODES[value & 0x1F] then
    return "value must have a mode of the processor in its low five bits: 0x10, 0x11, 0x12, 0x13, 0x17, 0x1B or 0x1F."
  end
end

return registers
