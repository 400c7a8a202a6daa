-- Maps a bus address to a memory domain and an offset in it. Pure; the addresses are those of the hardware.
local memory_map = {}

---@class bridge.Region
---@field name string the domain
---@field first integer
---@field last integer
---@field span integer? bytes after which it repeats; nil: no mirrors
---@field read_only boolean?

---@type bridge.Region[]
local GBA = {
  { name = "bios", first = 0x00000000, last = 0x00003FFF, read_only = true },
  { name = "wram", first = 0x02000000, last = 0x02FFFFFF, span = 0x40000 },
  { name = "iwram", first = 0x03000000, last = 0x03FFFFFF, span = 0x8000 },
  { name = "io", first = 0x04000000, last = 0x040003FF },
  { name = "palette", first = 0x05000000, last = 0x05FFFFFF, span = 0x400 },
  { name = "vram", first = 0x06000000, last = 0x06FFFFFF, span = 0x20000 },
  { name = "oam", first = 0x07000000, last = 0x07FFFFFF, span = 0x400 },
  { name = "cart0", first = 0x08000000, last = 0x09FFFFFF, read_only = true },
  { name = "cart1", first = 0x0A000000, last = 0x0BFFFFFF, read_only = true },
  { name = "cart2", first = 0x0C000000, last = 0x0DFFFFFF, read_only = true },
  { name = "sram", first = 0x0E000000, last = 0x0FFFFFFF, span = 0x10000 },
}

---@type bridge.Region[]
local GB = {
  { name = "cart0", first = 0x0000, last = 0x7FFF, read_only = true },
  { name = "vram", first = 0x8000, last = 0x9FFF },
  { name = "sram", first = 0xA000, last = 0xBFFF },
  { name = "wram", first = 0xC000, last = 0xDFFF },
  { name = "wram", first = 0xE000, last = 0xFDFF },
  { name = "oam", first = 0xFE00, last = 0xFE9F },
  { name = "io", first = 0xFF00, last = 0xFF7F },
  { name = "hram", first = 0xFF80, last = 0xFFFE },
  { name = "io", first = 0xFFFF, last = 0xFFFF },
}

---@class bridge.Place
---@field name string the domain
---@field offset integer in the domain; on the Game Boy the bus address, because the bus shows the banks switched in
---@field size integer end of the range that can be reached, counted like the offset
---@field origin integer? bus address of offset 0; nil where a domain was named
---@field read_only boolean?

local function find_region(regions, address)
  for i = 1, #regions do
    local region = regions[i]
    if address <= region.last then return address >= region.first and region or nil end
  end
end

--- The bus shows 64 KiB of save memory; smaller chips repeat. The upper 32 KiB of video memory appear twice.
local function gba_place(region, address, size)
  local offset = address - region.first
  if region.span then offset = offset % region.span end
  if region.name == "vram" and offset >= 0x18000 then
    offset = offset - 0x8000
  elseif region.name == "sram" then
    size = math.min(size, region.span)
    offset = offset % size
  end
  if offset >= size then return nil end
  return { name = region.name, offset = offset, size = size, origin = address - offset, read_only = region.read_only }
end

--- Maps an address of the GBA's bus.
---@param address integer
---@param sizes table<string, integer> real sizes of this game's domains
---@return bridge.Place? place nil when nothing is there
function memory_map.gba(address, sizes)
  local region = find_region(GBA, address)
  local size = region and sizes[region.name]
  if not region or not size or size == 0 then return nil end
  return gba_place(region, address, size)
end

--- Whether a GBA address belongs to the save memory region, even if the game has none.
---@param address integer
---@return boolean
function memory_map.is_save_memory(address)
  local region = find_region(GBA, address)
  return region ~= nil and region.name == "sram"
end

--- Maps an address of the Game Boy's bus.
---@param address integer
---@return bridge.Place?
function memory_map.gb(address)
  local region = find_region(GB, address)
  if not region then return nil end
  return { name = region.name, offset = address, size = region.last + 1, origin = 0, read_only = region.read_only }
end

--- Lists the regions that exist, for a sentence.
---@param platform "GBA"|"GB"
---@param sizes table<string, integer>
---@return string
function memory_map.describe(platform, sizes)
  local parts = {}
  for _, region in ipairs(platform == "GBA" and GBA or GB) do
    local last = region.last
    if not region.span and platform == "GBA" then last = math.min(last, region.first + (sizes[region.name] or 0) - 1) end
    if platform == "GB" then
      parts[#parts + 1] = ("%s 0x%04X-0x%04X"):format(region.name, region.first, last)
    elseif sizes[region.name] then
      parts[#parts + 1] = ("%s 0x%08X-0x%08X"):format(region.name, region.first, last)
    end
  end
  return table.concat(parts, ", ")
end

return memory_map
