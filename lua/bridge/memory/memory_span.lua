-- Reads a range as mGBA's `readRange` does: past the ends of regions, wrapping at the end of a domain. Parts whose reading has
-- side effects are handled as elsewhere: keys are calculated, and save memory without a domain is not touched.
local io_registers = require("bridge.memory.io_registers")
local memory = require("bridge.memory.memory")
local targets = require("bridge.memory.targets")
local refuse = require("bridge.wire.refusal").refuse

local pack = string.pack

local ADDRESSES, GB_ADDRESSES = 0x100000000, 0x10000
local REGION = 0x1000000 -- regions of the GBA bus begin at multiples of this
local IO, FIRST_ROM, SAVE, SAVE_MIRROR = 0x4, 0x8, 0xE, 0xF -- upper bytes of addresses
local ROM_SPACE, WORD = 0x2000000, 4
local IO_MIRROR, IO_BYTES = 0x10000, 0x400
local GB_IO_BYTES = 0x80

local memory_span = {}

--- Reads unmapped addresses. mGBA returns the bytes of one repeated word, and logs a line for each byte read, so only one word is
--- read.
local function read_open_bus(at, count)
  local skip = at % WORD
  return emu:readRange(at - skip, WORD):rep((skip + count) // WORD + 1):sub(skip + 1, skip + count)
end

--- Reads beyond the end of the ROM, where the bus returns half the address.
local function read_behind_rom(game, at, count)
  local offset, mapped = at % ROM_SPACE, game.domains.cart0:size()
  if offset < mapped then return game.domains.cart0:readRange(offset, math.min(count, mapped - offset)) end
  local halfwords, first = {}, offset // 2
  for i = 0, (offset + count - 1) // 2 - first do halfwords[i + 1] = pack("<I2", first + i & 0xFFFF) end
  return table.concat(halfwords):sub(offset % 2 + 1, offset % 2 + count)
end

--- Reads at an address of the GBA bus that belongs to no region.
---@param at integer
---@param max integer
---@return string bytes at least one, at most up to the next region
local function read_nowhere(game, at, max)
  local region = at >> 24
  local count = math.min(max, REGION - at % REGION)
  if region == SAVE or region == SAVE_MIRROR then return ("\xFF"):rep(count) end
  if region >= FIRST_ROM and region < SAVE then return read_behind_rom(game, at, count) end
  if region ~= IO then return read_open_bus(at, count) end
  local offset = at % IO_MIRROR
  if offset < IO_BYTES then return io_registers.gba:readRange(offset, math.min(count, IO_BYTES - offset)) end
  return read_open_bus(at, math.min(count, IO_MIRROR - offset))
end

local function read_gba_bus(game, at, max)
  local target = targets.on_bus(game, at, 1)
  if not target then return read_nowhere(game, at, max) end
  return memory.read(target, math.min(max, target.size - target.offset))
end

local function read_gb_bus(_, at, max)
  at = at % GB_ADDRESSES
  return io_registers.gb:readRange(at, math.min(max, GB_ADDRESSES - at))
end

local function read_gb_io(_, at, max)
  at = at % GB_IO_BYTES
  return io_registers.gb:readRange(io_registers.JOYP + at, math.min(max, GB_IO_BYTES - at))
end

local function read_domain(domain)
  return function(game, at, max) return game.domains[domain]:readRange(at, max) end
end

--- Returns the function that reads the next bytes of a range, as many as it can at once.
local function method_of(game, address, domain)
  local is_gba = game.platform == "GBA"
  if domain == "" then return is_gba and read_gba_bus or read_gb_bus end
  local size = game.sizes[domain]
  if not size then targets.locate(game, 0, 1, domain) end -- refuses
  if is_gba then return read_domain(domain) end
  if domain == "io" then return read_gb_io end
  return address >= size and targets.by_bus(game, address, 1, domain) and read_gb_bus or read_domain(domain)
end

--- Reads a range.
---@param game bridge.Game
---@param address integer
---@param length integer
---@param domain string name, empty for the bus
---@return string
function memory_span.read(game, address, length, domain)
  local past = address + length
  if past > ADDRESSES then
    refuse("out-of-range", ("address and length must end at 0xFFFFFFFF at most; got %d bytes from %d"):format(length, address), "address")
  end
  local read, parts, at = method_of(game, address, domain), {}, address
  while at < past do
    local bytes = read(game, at, past - at)
    parts[#parts + 1], at = bytes, at + #bytes
  end
  return table.concat(parts)
end

return memory_span
