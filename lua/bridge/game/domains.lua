-- The memory domains that mGBA offers scripts, with the machine's real sizes. Some of mGBA's sizes are too large, and would give
-- other memory or a mirror.
local VideoMemory = require("bridge.memory.video_memory")

local domains = {}

---@class bridge.Domains
---@field objects table<string, mgba.MemoryDomain>
---@field sizes table<string, integer> bytes
---@field names string[] by address

local MONOCHROME = { DMG = true, MGB = true, SGB = true, SGB2 = true }
-- Pan Docs, "Memory Map".
local BANK = 0x2000
-- mGBA's size of vram with both banks.
local BOTH_BANKS = 0x8000
-- This domain begins at address 0, so mGBA reads the BIOS in its place (src/gba/core.c, _GBAMemoryBlocksEEPROM).
local MISLEADING = { eeprom = true }

local function of_game_boy(name, domain, model)
  local size = domain:size()
  if name == "vram" then
    if MONOCHROME[model] or size < BOTH_BANKS then return domain, BANK end
    domain = VideoMemory.new(domain)
    return domain, domain:size()
  end
  -- Right after mGBA has detected the model, its list is still that of a Game Boy Color.
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
      -- A cartridge domain may be as large as the largest cartridge.
      objects[name], sizes[name] = domain, name:find("^cart") and math.min(rom_size, size) or size
      names[#names + 1] = name
    end
  end
  table.sort(names, function(a, b) return objects[a]:base() < objects[b]:base() end)
  return { objects = objects, sizes = sizes, names = names }, any
end

return domains
