-- The video memory of a Game Boy Color, bank 1 after bank 0. In mGBA's own domain 0x2000 bytes of cartridge memory follow each bank
-- (src/gb/core.c, GB_SIZE_VRAM).
local BANK, SIZE, STRIDE = 0x2000, 0x4000, 0x4000

---@class bridge.VideoMemory: mgba.MemoryDomain
---@field private domain mgba.MemoryDomain
local VideoMemory = {}
VideoMemory.__index = VideoMemory

---@param domain mgba.MemoryDomain mGBA's own, of 0x8000 bytes
---@return bridge.VideoMemory
function VideoMemory.new(domain)
  return setmetatable({ domain = domain }, VideoMemory)
end

--- Offsets wrap at the end, as in mGBA's own domains.
local function place(offset)
  local bank = offset % SIZE // BANK
  return offset % BANK + bank * STRIDE
end

function VideoMemory:base() return self.domain:base() end
function VideoMemory:size() return SIZE end -- luacheck: no self
function VideoMemory:bound() return self.domain:base() + BANK end
function VideoMemory:name() return self.domain:name() end

for _, width in ipairs({ 8, 16, 32 }) do
  local read, write = "read" .. width, "write" .. width
  VideoMemory[read] = function(self, offset)
    local domain = self.domain
    return domain[read](domain, place(offset))
  end
  VideoMemory[write] = function(self, offset, value)
    local domain = self.domain
    domain[write](domain, place(offset), value)
  end
end

---@param offset integer
---@param length integer
---@return string
function VideoMemory:readRange(offset, length)
  local domain, parts, past = self.domain, {}, offset + length
  while offset < past do
    local count = math.min(past - offset, BANK - offset % BANK)
    parts[#parts + 1] = domain:readRange(place(offset), count)
    offset = offset + count
  end
  return table.concat(parts)
end

return VideoMemory
