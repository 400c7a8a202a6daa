-- The memory domains that mGBA shows scripts, with the sizes that the machine has. mGBA's own lists are wrong in places, and a size
-- that is too large would pass off other memory, or a mirror, for what was asked for.
local VideoMemory = require("bridge.video_memory")

local domains = {}

---@class bridge.Domains
---@field objects table<string, mgba.MemoryDomain>
---@field sizes table<string, integer> bytes
---@field names string[] by address

local MONOCHROME = { DMG = true, MGB = true, SGB = true, SGB2 = true }
-- Pan Docs, "Memory Map".
local BANK = 0x2000
-- mGBA's size of it where it knows of both banks.
local BOTH_BANKS = 0x8000
-- It begins at address 0, so mGBA reads the BIOS in its place (src/gba/core.c, _GBAMemoryBlocksEEPROM).
local MISLEADING = { eeprom = true }

local function of_game_boy(name, domain, model)
  local size = domain:size()
  if name == "vram" then
    if MONOCHROME[model] or size < BOTH_BANKS then return domain, BANK end
    domain = VideoMemory.new(domain)
    return domain, domain:size()
  end
  -- A Game Boy whose model mGBA has just found out has the list of a Game Boy Color.
  if name == "wram" and MONOCHROME[model] then size = math.min(size, BANK) end
  return domain, size
end

---@param platform "GBA"|"GB"
---@param model string?
---@param rom_size integer bytes of the ROM that can be read
---@return bridge.Domains
---@return mgba.MemoryDomain? any one of mGBA's own
function domains.read(platform, model, rom_size)
  local objects, sizes, names, any = {}, {}, {}, nil
  for name, domain in pairs(emu.memory) do
    any = domain
    if not MISLEADING[name] then
      local size = domain:size()
      if platform == "GB" then domain, size = of_game_boy(name, domain, model) end
      -- A cartridge domain may span all that could be plugged in.
      objects[name], sizes[name] = domain, name:find("^cart") and math.min(rom_size, size) or size
      names[#names + 1] = name
    end
  end
  table.sort(names, function(a, b) return objects[a]:base() < objects[b]:base() end)
  return { objects = objects, sizes = sizes, names = names }, any
end

return domains
