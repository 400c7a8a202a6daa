-- Reads and writes memory through mGBA. In mGBA 0.10.1 raw byte writes to palette, video and object memory are ignored, so bytes
-- are written there as halfwords. I/O takes writes over the bus only. Raw writes patch ROM. Flash and EEPROM ignore raw writes.
local refuse = require("bridge.wire.refusal").refuse

local pack, unpack = string.pack, string.unpack
local FORMATS = { "<I1", "<I2", [4] = "<I4" }
local HALFWORDS = { palette = true, vram = true, oam = true }
local VERIFIED = { sram = true }
local NEVER_WRITTEN = { bios = true }

local memory = {}

--- Reads one value.
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

--- Reads a range.
---@param skip? integer bytes to skip at the target's start
---@return string
function memory.read(target, length, skip)
  return target.reader:readRange(target.offset + (skip or 0), length)
end

--- Reads a part of a long range. On the GBA, ROM is read over the bus, which takes 10 ms a MiB instead of 16. Such a read has no side
--- effects except that it triggers a debugger's watchpoints.
---@param game bridge.Game
---@param target bridge.Target
---@return string
function memory.read_long(game, target, length, skip)
  local name = target.name
  if game.platform ~= "GBA" or not name:find("^cart") then return memory.read(target, length, skip) end
  return emu:readRange(game.domains[name]:base() + target.offset + skip, length)
end

--- Returns what to write through, or refuses read-only memory.
---@param game bridge.Game
---@return table writer
---@param target bridge.Target
---@return integer at
---@return boolean in_halfwords whether single bytes must be written as halfwords
local function writer_of(game, target)
  local name = target.name
  if NEVER_WRITTEN[name] then refuse("read-only", name .. " is read-only.", "address") end
  if target.read_only then
    refuse("read-only", ("%s is read-only on the bus; name the domain to patch the ROM."):format(name), "address")
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

--- Whether the bytes can be read back. Switched-off save memory of the Game Boy returns the latest byte on the cartridge's bus, so
--- a different byte is read first, from the logo that every ROM has.
local function took(target, bytes)
  if target.reader == emu then emu:read8(bytes:byte() == 0xCE and 0x105 or 0x104) end
  return memory.read(target, #bytes) == bytes
end

local WORDS, WORDS_BYTES = "<I4I4I4I4I4I4I4I4", 32

--- Writes eight words at a time, because unpacking single words takes as long as writing them.
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

--- Writes a part of the bytes with the widest aligned accesses, so that an aligned value is one access.
---@param game bridge.Game
---@param target bridge.Target
---@param bytes string
---@param skip integer bytes before that part
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

--- Refuses if save memory did not keep the bytes.
---@param target bridge.Target
---@param bytes string
function memory.verify(target, bytes)
  if VERIFIED[target.name] and not took(target, bytes) then
    refuse("failed", target.name .. " did not keep the write: Flash and switched-off save memory ignore writes.", "address")
  end
end

--- Writes a range, and checks it where writes can be lost.
---@param game bridge.Game
---@param target bridge.Target
---@param bytes string
function memory.write(game, target, bytes)
  memory.put(game, target, bytes, 0, #bytes)
  memory.verify(target, bytes)
end

--- Writes one value.
---@param width 1|2|4
---@param value integer
function memory.set(game, target, width, value)
  memory.write(game, target, pack(FORMATS[width], value))
end

return memory
