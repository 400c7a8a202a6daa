-- Reads and writes through mGBA, in the way that is right for each kind of memory. Seen on mGBA 0.10.1:
--
--   raw writes of bytes are ignored in palette, video and object memory, raw writes of 16 bits are not; bytes written
--   over the bus are doubled or ignored there, as on the hardware. I/O takes writes over the bus only. Raw writes patch
--   ROM. Save memory takes raw writes while it is plain SRAM; Flash and EEPROM ignore them.
local refuse = require("bridge.refusal").refuse
local memory_map = require("bridge.memory_map")
local io_registers = require("bridge.io_registers")

local pack, unpack = string.pack, string.unpack
local FORMATS = { "<I1", "<I2", [4] = "<I4" }
local HALFWORDS = { palette = true, vram = true, oam = true }
local VERIFIED = { sram = true }
local NEVER_WRITTEN = { bios = true }
-- A raw read of 16 bits in its upper half takes a bit from an EEPROM; `cart0` is the same ROM without one.
local EEPROM_MIRROR = "cart2"

local memory = {}

---@class bridge.Target: bridge.Place
---@field reader table a domain, `emu` for the Game Boy's bus, or registers
---@field is_bus boolean? whether it is read over the bus, where each byte may be a register
---@field resolved integer? where a pointer chain has led

local function written(is_gba, address)
  return (is_gba and "0x%08X" or "0x%04X"):format(address)
end

--- What is at an address of the bus.
---@return bridge.Target? target nil: so many bytes can't be reached there
---@return bridge.Place? place what is there all the same
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

--- The place that is meant by a bus address given with a domain. On the Game Boy the bus shows the bank that is switched in,
--- and its ROM begins at 0, so each bus address there is an offset.
---@return bridge.Place?
local function by_bus(game, address, length, domain)
  local place = on_bus(game, address, length)
  local is_meant = place and place.name == domain and not (place.read_only and game.platform == "GB")
  return is_meant and place or nil
end

memory.on_bus, memory.by_bus = on_bus, by_bus

---@return bridge.Target
local function in_domain(game, address, length, domain)
  local size, is_gba = game.sizes[domain], game.platform == "GBA"
  if not size then
    refuse("unknown-domain", ("no domain %s; this game has %s"):format(domain, table.concat(game.names, ", ")), "domain")
  end
  if address + length > size then
    local place = by_bus(game, address, length, domain)
    if not place then
      refuse("out-of-range", ("%s has %d bytes: offsets 0 to %d; %d bytes from %d do not fit"):format(
        domain, size, size - 1, length, address), "address")
    end
    if not is_gba then return place --[[@as bridge.Target]] end
    address = place.offset
  elseif domain == "io" and not is_gba then
    return on_bus(game, io_registers.JOYP + address, length) --[[@as bridge.Target]]
  end
  return { name = domain, offset = address, size = size, reader = game.domains[domain == EEPROM_MIRROR and "cart0" or domain] }
end

--- Why they can't.
---@return string
local function why_not(game, address, length)
  local is_gba = game.platform == "GBA"
  local _, place = on_bus(game, address, length)
  if not place then
    -- Over the bus it could be read, but the first such read makes mGBA take the save memory for SRAM, whatever it is.
    local problem = is_gba and memory_map.is_save_memory(address)
      and "mGBA shows scripts no save memory of this game, so nothing can be reached at %s" or "nothing is at %s"
    return (problem .. "; this game has %s"):format(
      written(is_gba, address), memory_map.describe(is_gba and "GBA" or "GB", game.sizes))
  end
  return ("%d bytes from %s go beyond the end of %s, whose last byte is at %s"):format(
    length, written(is_gba, address), place.name, written(is_gba, place.origin + place.size - 1))
end

--- Follows the pointers; what they lead to is calculated as the processor would, in the width of its addresses.
---@return bridge.Target? target nil: it leads nowhere
---@return integer? lies where the pointer that was read last lies
---@return integer? pointer what it is
---@return integer address what can't be reached
---@return integer needed bytes there
local function walk(game, chain, length)
  local is_gba, offsets = game.platform == "GBA", chain.offsets
  local width, bits, count = is_gba and 4 or 2, is_gba and 0xFFFFFFFF or 0xFFFF, #offsets
  local address, needed, lies, pointer = chain.base, width, nil, nil
  local target = on_bus(game, address, needed)
  for i = 1, count do
    if not target then break end
    lies, pointer = address, memory.get(target, width)
    if pointer == 0 then return nil, lies, pointer, address, needed end
    address, needed = pointer + offsets[i] & bits, i < count and width or length
    target = on_bus(game, address, needed)
  end
  if target then target.resolved = address end
  return target, lies, pointer, address, needed
end

--- Where a chain of pointers leads now.
---@param game bridge.Game
---@param chain bridge.PointerChain
---@param length integer
---@return bridge.Target? target nil: nowhere
function memory.trace(game, chain, length)
  return (walk(game, chain, length))
end

local function follow(game, chain, length)
  local target, lies, pointer, address, needed = walk(game, chain, length)
  if target then return target end
  local led_here = ""
  if lies then
    local is_gba = game.platform == "GBA"
    led_here = ("the pointer at %s is %s"):format(written(is_gba, lies), written(is_gba, pointer))
    if pointer == 0 then refuse("out-of-range", led_here .. ", which points nowhere", "address") end
    led_here = led_here .. ": "
  end
  refuse("out-of-range", led_here .. why_not(game, address, needed), "address")
end

---@param game bridge.Game
---@param address integer|bridge.PointerChain
---@param length integer
---@param domain string name, empty for the bus
---@return bridge.Target
function memory.locate(game, address, length, domain)
  local is_chain = type(address) == "table"
  if domain ~= "" then
    if is_chain then refuse("bad-request", "a pointer chain begins on the bus and takes no domain", "domain") end
    return in_domain(game, address, length, domain)
  end
  if is_chain then return follow(game, address, length) end
  local target = on_bus(game, address, length)
  if not target then refuse("out-of-range", why_not(game, address, length), "address") end
  return target --[[@as bridge.Target]]
end

---@param target bridge.Target
---@param width 1|2|4
---@return integer
function memory.get(target, width)
  local reader, offset = target.reader, target.offset
  if width == 1 then return reader:read8(offset) end
  if offset % width ~= 0 or reader == emu then return (unpack(FORMATS[width], reader:readRange(offset, width))) end
  if width == 2 then return reader:read16(offset) end
  return reader:read32(offset)
end

---@param skip? integer bytes of the target before it
---@return string
function memory.read(target, length, skip)
  return target.reader:readRange(target.offset + (skip or 0), length)
end

--- The same for a part of a range so long that on the GBA only ROM has it. mGBA reads ROM over the bus in 10 ms a MiB, through
--- its domain in 16, and reading it has no effects there but on a debugger's watchpoints.
---@param game bridge.Game
---@param target bridge.Target
---@return string
function memory.read_long(game, target, length, skip)
  local name = target.name
  if game.platform ~= "GBA" or not name:find("^cart") then return memory.read(target, length, skip) end
  return emu:readRange(game.domains[name]:base() + target.offset + skip, length)
end

--- The object and the address to write at, and what a single byte needs.
---@param game bridge.Game
---@return table writer
---@param target bridge.Target
---@return integer at
---@return boolean in_halfwords
local function writer_of(game, target)
  local name = target.name
  if NEVER_WRITTEN[name] then refuse("read-only", name .. " can't be written", "address") end
  if target.read_only then
    refuse("read-only", ("the bus ignores writes to %s; with the domain named, ROM can be patched"):format(name), "address")
  end
  if name == "io" then return emu, (target.origin or game.domains.io:base()) + target.offset, false end
  return target.reader, target.offset, game.platform == "GBA" and HALFWORDS[name] or false
end

local function write_byte(writer, at, value, in_halfwords)
  if not in_halfwords then return writer:write8(at, value) end
  local even = at & ~1
  local both = writer:read16(even)
  if at == even then both = both & 0xFF00 | value else both = both & 0x00FF | value << 8 end
  writer:write16(even, both)
end

--- Whether it can be read back. Switched-off save memory of the Game Boy answers with the last byte that passed the
--- cartridge's bus, so another one has to pass first: two bytes of the logo that every ROM has.
local function took(target, bytes)
  if target.reader == emu then emu:read8(bytes:byte() == 0xCE and 0x105 or 0x104) end
  return memory.read(target, #bytes) == bytes
end

local WORDS, WORDS_BYTES = "<I4I4I4I4I4I4I4I4", 32

--- Eight words at a time; unpacking them one by one takes as long as writing them.
local function write_words(writer, at, bytes, position, last)
  local write32 = writer.write32
  while position + WORDS_BYTES - 1 <= last do
    local a, b, c, d, e, f, g, h = unpack(WORDS, bytes, position)
    write32(writer, at, a)
    write32(writer, at + 4, b)
    write32(writer, at + 8, c)
    write32(writer, at + 12, d)
    write32(writer, at + 16, e)
    write32(writer, at + 20, f)
    write32(writer, at + 24, g)
    write32(writer, at + 28, h)
    position, at = position + WORDS_BYTES, at + WORDS_BYTES
  end
  return position, at
end

--- Writes a part of the bytes in the widest steps that are aligned, so that a value in its place is one access.
---@param game bridge.Game
---@param target bridge.Target
---@param bytes string
---@param skip integer how many of them come before that part
---@param count integer
function memory.put(game, target, bytes, skip, count)
  local writer, at, in_halfwords = writer_of(game, target)
  local write16, write32 = writer.write16, writer.write32
  local position, last = skip + 1, skip + count
  at = at + skip
  while position <= last do
    local left = last - position + 1
    if left >= WORDS_BYTES and at & 3 == 0 then
      position, at = write_words(writer, at, bytes, position, last)
    elseif left >= 4 and at & 3 == 0 then
      write32(writer, at, (unpack("<I4", bytes, position)))
      position, at = position + 4, at + 4
    elseif left >= 2 and at & 1 == 0 then
      write16(writer, at, (unpack("<I2", bytes, position)))
      position, at = position + 2, at + 2
    else
      write_byte(writer, at, bytes:byte(position), in_halfwords)
      position, at = position + 1, at + 1
    end
  end
end

--- Refuses what did not arrive.
---@param target bridge.Target
---@param bytes string
function memory.verify(target, bytes)
  if VERIFIED[target.name] and not took(target, bytes) then
    refuse("failed", target.name .. " did not take the write: Flash and switched-off save memory ignore it", "address")
  end
end

---@param game bridge.Game
---@param target bridge.Target
---@param bytes string
function memory.write(game, target, bytes)
  memory.put(game, target, bytes, 0, #bytes)
  memory.verify(target, bytes)
end

---@param width 1|2|4
---@param value integer
function memory.set(game, target, width, value)
  memory.write(game, target, pack(FORMATS[width], value))
end

return memory
