-- Checks the fields of a state that mGBA uses unchecked and that can hang it or make it access memory out of bounds. Pure. Offsets are
-- those of mGBA's include/mgba/internal/*/serialize.h, equal in 0.10 and 0.11. Times are in cycles from now (half cycles on the Game Boy)
-- and negative for late events.
local unpack = string.unpack

local FRAME = 280896 -- cycles of a GBA's frame: twice a Game Boy's
local LINE = 1232 -- cycles of a GBA's line

---@class bridge.FieldRange
---@field name string for people
---@field format string of string.unpack
---@field at integer
---@field min integer
---@field max integer

---@type table<string, bridge.FieldRange[]>
local RANGES = {
  GBA = {
    { name = "line of the screen", format = "<I2", at = 0x406, min = 0, max = 227 },
    -- mGBA writes beyond its sample buffer if the next sample is later.
    { name = "next sound sample", format = "<i4", at = 0x1D4, min = -FRAME, max = 1024 },
    { name = "real-time clock's count of bytes", format = "<i4", at = 0x294, min = 0, max = 7 },
  },
  GB = {
    { name = "next sound sample", format = "<i4", at = 0xB0, min = -FRAME, max = FRAME },
    { name = "timer's next step", format = "<i4", at = 0x154, min = -FRAME, max = FRAME },
    { name = "timer's progress", format = "<I4", at = 0x15C, min = 0, max = FRAME },
    -- mGBA reads these as part of the timer's period.
    { name = "reserved field of the timer", format = "<I2", at = 0x166, min = 0, max = 0 },
  },
}

local function outside(name, value, min, max)
  if value >= min and value <= max then return nil end
  return ("The state is damaged: its %s must be %d to %d; got %d."):format(name, min, max, value)
end

---@return string? sentence
local function check_ranges(bytes, platform)
  for _, field in ipairs(RANGES[platform]) do
    local problem = outside(field.name, unpack(field.format, bytes, field.at + 1), field.min, field.max)
    if problem then return problem end
  end
end

-- States before this version have the screen's next event at another offset (GBAVideoDeserialize).
local MOVED = 7

local function check_gba_screen(bytes)
  local at = bytes:byte(1) < MOVED and 0x1E0 or 0x1F4
  return outside("screen's next step", unpack("<i4", bytes, at + 1), -FRAME, LINE)
end

-- GBATimerFlags: the bits of the prescaler, 0x10 for a timer that counts another's overflows, 0x40 for one that runs.
local PRESCALERS = { [0] = true, [6] = true, [8] = true, [10] = true }

local function check_gba_timer(bytes, number)
  local last, due, _, flags = unpack("<i4i4I4I4", bytes, 0x204 + 20 * number + 1)
  if flags & 0x40 == 0 or (number > 0 and flags & 0x10 ~= 0) then return nil end
  local prescaler = flags & 0xF
  if not PRESCALERS[prescaler] then
    return ("The state is damaged: timer %d must divide by 2^0, 2^6, 2^8 or 2^10; got 2^%d."):format(number, prescaler)
  end
  local longest = (0x10000 << prescaler) + FRAME
  return outside(("timer %d's last step"):format(number), last, -longest, FRAME)
    or outside(("timer %d's next step"):format(number), due, -FRAME, longest)
end

local function signed(value)
  return (value & 0xFFFFFFFF ~ 0x80000000) - 0x80000000
end

-- A blocked processor waits for the next DMA transfer.
local function check_gba_dma(bytes)
  if unpack("<I4", bytes, 0x31C + 1) & 8 == 0 then return nil end
  local now = unpack("<I4", bytes, 0x0C + 1) + unpack("<i4", bytes, 0x68 + 1)
  local first
  for number = 0, 3 do
    local count, due = unpack("<I4I4", bytes, 0x258 + 16 * number + 1)
    local control = unpack("<I2", bytes, 0x4BA + 12 * number + 1)
    if count ~= 0 and control & 0x8000 ~= 0 then first = math.min(first or math.huge, signed(due - now)) end
  end
  return first and outside("next DMA transfer", first, -0x80000000, FRAME)
end

local function check_gba(bytes)
  local problem = check_gba_screen(bytes) or check_gba_dma(bytes)
  for number = 0, 3 do problem = problem or check_gba_timer(bytes, number) end
  return problem
end

-- GBSerializedVideoFlags. A screen must have a next frame or a next step; one that is off never steps out of mode 1.
local function check_gb_screen(bytes)
  local flags, is_on = bytes:byte(0xCD + 1), bytes:byte(0x340 + 1) & 0x80 ~= 0
  local mode, has_step, has_frame = flags >> 2 & 3, flags & 0x10 == 0, flags & 0x20 == 0
  if not has_frame and not (has_step and (is_on or mode ~= 1)) then return "The state is damaged: its screen has no next frame." end
  -- mGBA draws the line in all modes but 1.
  return mode ~= 1 and outside("line of the screen", unpack("<i2", bytes, 0xB6 + 1), 0, 143)
    or has_step and outside("screen's next step", unpack("<i4", bytes, 0xC0 + 1), -FRAME, FRAME)
    or has_frame and outside("screen's next frame", unpack("<i4", bytes, 0xB8 + 1), -FRAME, FRAME)
end

-- A blocked processor continues only after its DMA transfer.
local function check_gb_dma(bytes)
  if unpack("<I4", bytes, 0x44 + 1) & 0x20 == 0 then return nil end
  if unpack("<I2", bytes, 0x17C + 1) == 0 then return "The state is damaged: its processor waits for a DMA transfer that has ended." end
  return outside("next DMA transfer", unpack("<i4", bytes, 0x174 + 1), -FRAME, FRAME)
end

local function check_gb_clock(bytes)
  local flags = unpack("<I2", bytes, 0x194 + 1)
  return flags & 2 ~= 0 and outside("register of the real-time clock", flags >> 5 & 7, 0, 4)
end

local function check_gb(bytes)
  return check_gb_screen(bytes) or check_gb_dma(bytes) or check_gb_clock(bytes)
end

local machine_fields = {}

--- Returns why the machine in a state is invalid.
---@param bytes string the machine, not a PNG; it may be longer
---@param platform "GBA"|"GB"
---@return string? sentence nil when it is valid
function machine_fields.problem(bytes, platform)
  return check_ranges(bytes, platform) or (platform == "GBA" and check_gba or check_gb)(bytes) or nil
end

return machine_fields
