-- Reads I/O registers over the bus, as the game does, but without side effects. Reading KEYINPUT or JOYP would run `keysRead` callbacks
-- of other scripts, which take mGBA's context from ours, so both are calculated. Reading JOY_RECV would clear a bit of JOYSTAT, so its
-- raw value is used (src/gba/io.c, src/gb/io.c).
local pack = string.pack

local io_registers = {}

---@class bridge.ApartBytes bytes that must not be read over the bus
---@field first integer
---@field past integer
---@field read fun(): string all of them

---@class bridge.RegisterReader the reader of a target in place of a domain
---@field private base integer bus address of offset 0
---@field private apart bridge.ApartBytes[] by offset
local RegisterReader = {}
RegisterReader.__index = RegisterReader

---@param offset integer
---@param length integer
---@return string
function RegisterReader:readRange(offset, length)
  local at, past, base, parts = offset, offset + length, self.base, {}
  for _, apart in ipairs(self.apart) do
    local first, past_apart = math.max(at, apart.first), math.min(past, apart.past)
    if first < past_apart then
      if at < first then parts[#parts + 1] = emu:readRange(base + at, first - at) end
      parts[#parts + 1] = apart.read():sub(first - apart.first + 1, past_apart - apart.first)
      at = past_apart
    end
  end
  if at < past then parts[#parts + 1] = emu:readRange(base + at, past - at) end
  return table.concat(parts)
end

for bits, format in pairs({ [8] = "<I1", [16] = "<I2", [32] = "<I4" }) do
  RegisterReader["read" .. bits] = function(self, offset)
    return (string.unpack(format, self:readRange(offset, bits // 8)))
  end
end

local KEYINPUT, JOY_RECV, ALL_KEYS = 0x130, 0x150, 0x3FF
local AXES = { 0x30, 0xC0 } -- right and left, up and down

--- Scripts can't read the setting for opposite directions, so the value that the game last read is used; the raw register has it.
local function keyinput()
  local keys = emu:getKeys() & ALL_KEYS
  for _, axis in ipairs(AXES) do
    if keys & axis == axis and emu.memory.io:read16(KEYINPUT) & axis == axis then keys = keys & ~axis end
  end
  return pack("<I2", ALL_KEYS ~ keys)
end

--- Offsets are those of the domain `io`.
io_registers.gba = setmetatable({ base = 0x04000000, apart = {
  { first = KEYINPUT, past = KEYINPUT + 2, read = keyinput },
  { first = JOY_RECV, past = JOY_RECV + 4, read = function() return emu.memory.io:readRange(JOY_RECV, 4) end },
} }, RegisterReader)

local JOYP, SELECTION, DIRECTIONS = 0xFF00, 0x30, 0x20
local JOYP_IN_STATE = 0x300 -- offset of JOYP in a save state

--- mGBA has no raw JOYP, so the game's selection is read from a save state, which runs no callback.
local function joyp()
  local keys, selection = emu:getKeys(), emu:saveStateBuffer(0):byte(JOYP_IN_STATE + 1) & SELECTION
  if selection == SELECTION then
    keys = 0
  elseif selection == DIRECTIONS then
    keys = keys >> 4
  elseif selection == 0 then
    keys = keys | keys >> 4
  end
  local value = (0xCF | selection) ~ (keys & 0xF)
  if selection ~= DIRECTIONS then return string.char(value) end
  -- Opposite directions cancel each other, as by mGBA's default.
  if value & 0x3 == 0 then value = value | 0x3 end
  if value & 0xC == 0 then value = value | 0xC end
  return string.char(value)
end

--- Offsets are addresses.
io_registers.gb = setmetatable({ base = 0, apart = { { first = JOYP, past = JOYP + 1, read = joyp } } }, RegisterReader)
io_registers.JOYP = JOYP

return io_registers
