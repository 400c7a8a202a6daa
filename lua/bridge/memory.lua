-- Reads and writes through mGBA, in the way that is right for each kind of memory. Seen on mGBA 0.10.1:
--
--   raw writes of bytes are ignored in palette, video and object memory, raw writes of 16 bits are not; bytes written
--   over the bus are doubled or ignored there, as on the hardware. I/O takes writes over the bus only. Raw writes patch
--   ROM. Save memory takes raw writes while it is plain SRAM; Flash and EEPROM ignore them.
local refuse = require("bridge.refusal").refuse

local pack, unpack = string.pack, string.unpack
local FORMATS = { "<I1", "<I2", [4] = "<I4" }
local HALFWORDS = { palette = true, vram = true, oam = true }
local VERIFIED = { sram = true }
local NEVER_WRITTEN = { bios = true }

local memory = {}

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
    refuse("failed", target.name .. " did not keep the write: Flash and switched-off save memory ignore writes.", "address")
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
