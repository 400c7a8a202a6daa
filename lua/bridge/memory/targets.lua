-- Finds the memory that an address names: on the bus, in a domain, or behind a chain of pointers.
local refusal = require("bridge.wire.refusal")
local memory_map = require("bridge.memory.memory_map")
local io_registers = require("bridge.memory.io_registers")
local memory = require("bridge.memory.memory")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

-- A raw read of 16 bits in the upper half of this domain shifts a bit out of an EEPROM; `cart0` has the same ROM without that effect.
local EEPROM_MIRROR = "cart2"

-- GBATEK, "GBA Memory Map": the cartridge's save memory is the last region. Game Boy: 16 address lines.
local BUS_END = { GBA = 0x0FFFFFFF, GB = 0xFFFF }

local targets = {}

---@class bridge.Target: bridge.Place
---@field reader table reads it: a domain, `emu` for the Game Boy's bus, or I/O registers
---@field is_bus boolean? whether it is read over the bus, where each byte may be a register
---@field resolved integer? final address of a pointer chain

local function in_hex(is_gba, address)
  return (is_gba and "0x%08X" or "0x%04X"):format(address)
end

--- Finds the memory at a bus address.
---@return bridge.Target? target nil: fewer bytes are there
---@return bridge.Place? place what is there, if anything
local function on_bus(game, address, length)
  local is_gba = game.platform == "GBA"
  local place
  if is_gba then place = memory_map.gba(address, game.sizes) else place = memory_map.gb(address) end
  if not place or place.offset + length > place.size then return nil, place end
  local name = place.name
  if not is_gba then
    place.reader, place.is_bus = address == io_registers.JOYP and io_registers.gb or emu, true
  elseif name == "io" then
    place.reader, place.is_bus = io_registers.gba, true
  else
    place.reader = game.domains[name == EEPROM_MIRROR and "cart0" or name]
  end
  return place
end

--- Finds the place of a bus address that is given with a domain. The Game Boy's ROM begins at 0, so there each bus address
--- is an offset.
---@return bridge.Place?
local function by_bus(game, address, length, domain)
  local place = on_bus(game, address, length)
  local is_meant = place and place.name == domain and not (place.read_only and game.platform == "GB")
  return is_meant and place or nil
end

targets.on_bus, targets.by_bus = on_bus, by_bus

---@return bridge.Target
local function in_domain(game, address, length, domain)
  local size, is_gba = game.sizes[domain], game.platform == "GBA"
  if not size then
    refuse("unknown-domain", ("domain must be one of %s; got %s."):format(table.concat(game.names, ", "), refusal.quote(domain)), "domain")
  end
  if address + length > size then
    local place = by_bus(game, address, length, domain)
    if not place then
      refuse("out-of-range", ("The range must end in %s, which has %d bytes; got %d bytes from offset %d."):format(
        domain, size, length, address), "address")
    end
    if not is_gba then return place --[[@as bridge.Target]] end
    address = place.offset
  elseif domain == "io" and not is_gba then
    return on_bus(game, io_registers.JOYP + address, length) --[[@as bridge.Target]]
  end
  return { name = domain, offset = address, size = size, reader = game.domains[domain == EEPROM_MIRROR and "cart0" or domain] }
end

--- Returns the sentence that says why a range of the bus can't be reached.
---@return string
local function why_not(game, address, length)
  local is_gba = game.platform == "GBA"
  local _, place = on_bus(game, address, length)
  if not place then
    -- Save memory could be read over the bus, but the first such read makes mGBA treat any save memory as SRAM.
    local problem = is_gba and memory_map.is_save_memory(address)
      and "mGBA shows scripts no save memory of this game, so nothing can be reached at %s" or "Nothing is at %s"
    return (problem .. "; this game has %s."):format(
      in_hex(is_gba, address), memory_map.describe(is_gba and "GBA" or "GB", game.sizes))
  end
  return ("%d bytes from %s go beyond the end of %s, whose last byte is at %s."):format(
    length, in_hex(is_gba, address), place.name, in_hex(is_gba, place.origin + place.size - 1))
end

--- Says that a range goes beyond the last address of the bus; nil if it doesn't.
---@return string?
local function beyond_bus(game, address, length)
  local last = BUS_END[game.platform]
  return address + length - 1 > last and ("address 0x%08X with a length of %d bytes is beyond the %s bus, which ends at 0x%08X."):format(
    address, length, game.platform, last) or nil
end

--- Follows a chain of pointers. Sums wrap at the processor's address width.
---@return bridge.Target? target nil: it leads nowhere
---@return integer? pointer_at address of the last pointer read
---@return integer? pointer its value
---@return integer address the address that was tried last
---@return integer needed bytes needed there
local function walk(game, chain, length)
  local is_gba, offsets = game.platform == "GBA", chain.offsets
  local width, bits, count = is_gba and 4 or 2, is_gba and 0xFFFFFFFF or 0xFFFF, #offsets
  local address, needed, pointer_at, pointer = chain.base, width, nil, nil
  local target = on_bus(game, address, needed)
  for i = 1, count do
    if not target then break end
    pointer_at, pointer = address, memory.get(target, width)
    if pointer == 0 then return nil, pointer_at, pointer, address, needed end
    address, needed = pointer + offsets[i] & bits, i < count and width or length
    target = on_bus(game, address, needed)
  end
  if target then target.resolved = address end
  return target, pointer_at, pointer, address, needed
end

--- Follows a chain of pointers without refusing.
---@param game bridge.Game
---@param chain bridge.PointerChain
---@param length integer
---@return bridge.Target? target nil: nowhere
function targets.trace(game, chain, length)
  return (walk(game, chain, length))
end

local function follow(game, chain, length)
  local target, pointer_at, pointer, address, needed = walk(game, chain, length)
  if target then return target end
  local led_here = ""
  if pointer_at then
    local is_gba = game.platform == "GBA"
    led_here = ("The pointer at %s is %s"):format(in_hex(is_gba, pointer_at), in_hex(is_gba, pointer))
    if pointer == 0 then refuse("out-of-range", led_here .. ", which points nowhere.", "address") end
    led_here = led_here .. ". "
  end
  refuse("out-of-range", led_here .. why_not(game, address, needed), "address")
end

--- Finds the memory for an address, or refuses.
---@param game bridge.Game
---@param address integer|bridge.PointerChain
---@param length integer
---@param domain string name, empty for the bus
---@return bridge.Target
function targets.locate(game, address, length, domain)
  local is_chain = type(address) == "table"
  if domain ~= "" then
    if is_chain then refuse_argument("domain", domain, "empty for a pointer chain, which starts on the bus") end
    return in_domain(game, address, length, domain)
  end
  if is_chain then return follow(game, address, length) end
  local target = on_bus(game, address, length)
  if not target then
    refuse("out-of-range", beyond_bus(game, address, length) or why_not(game, address, length), "address")
  end
  return target --[[@as bridge.Target]]
end

return targets
