-- The memory of achievements: RetroAchievements puts a console's memory on one line of addresses. Banks are fixed on it, so they are
-- read in mGBA's domains; only what a Game Boy's bus shows of ROM, video memory and registers comes from the bus.
local io_registers = require("bridge.memory.io_registers")

local unpack = string.unpack
local FORMATS = { "<I1", "<I2", "<I3", "<I4" }
local METHODS = { [1] = "read8", [2] = "read16", [4] = "read32" }

---@class bridge.AchievementRegion
---@field first integer
---@field past integer
---@field domain string? nil: the bus
---@field offset integer of the first byte

-- https://github.com/RetroAchievements/rcheevos, src/rcheevos/consoleinfo.c
---@type table<string, bridge.AchievementRegion[]>
local LINES = {
  GBA = {
    { first = 0x00000, past = 0x08000, domain = "iwram", offset = 0 },
    { first = 0x08000, past = 0x48000, domain = "wram", offset = 0 },
    { first = 0x48000, past = 0x58000, domain = "sram", offset = 0 },
  },
  GB = {
    { first = 0x00000, past = 0x0A000, offset = 0 },
    { first = 0x0A000, past = 0x0C000, domain = "sram", offset = 0 },
    { first = 0x0C000, past = 0x0E000, domain = "wram", offset = 0 },
    { first = 0x0E000, past = 0x0FE00, domain = "wram", offset = 0 },
    { first = 0x0FE00, past = 0x10000, offset = 0xFE00 },
    { first = 0x10000, past = 0x16000, domain = "wram", offset = 0x2000 },
    { first = 0x16000, past = 0x34000, domain = "sram", offset = 0x2000 },
  },
}

---@class bridge.AchievementMemory
---@field past integer the end of the line
---@field private game bridge.Game
---@field private regions bridge.AchievementRegion[]
local AchievementMemory = {}
AchievementMemory.__index = AchievementMemory

---@param game bridge.Game
---@return bridge.AchievementMemory
function AchievementMemory.new(game)
  local regions = LINES[game.platform]
  return setmetatable({ game = game, regions = regions, past = regions[#regions].past }, AchievementMemory)
end

--- Finds what reads a range that lies in one region.
---@return table? reader nil: this game has no such memory
---@return integer? offset
---@return boolean? crosses whether the range goes on in the next region
local function find(self, address, bytes)
  local regions, game = self.regions, self.game
  for i = 1, #regions do
    local region = regions[i]
    if address < region.past then
      local offset, domain = address - region.first + region.offset, region.domain
      if address + bytes > region.past then return nil, nil, true end
      if domain then return offset + bytes <= (game.sizes[domain] or 0) and game.domains[domain] or nil, offset end
      -- Reading this register over the bus runs callbacks of other scripts.
      local joyp = io_registers.JOYP
      return address <= joyp and joyp < address + bytes and io_registers.gb or emu, offset
    end
  end
end

--- Finds the fastest way to read a value again and again, until mGBA replaces its domains.
---@param address integer
---@param bytes integer
---@return function? method nil: `read` must be used
---@return table? reader
---@return integer? offset
function AchievementMemory:direct(address, bytes)
  local reader, offset = find(self, address, bytes)
  local method = reader and METHODS[bytes]
  if not method or offset % bytes ~= 0 or (bytes > 1 and reader == emu) then return nil end
  return reader[method], reader, offset
end

--- Reads a value, whose lowest byte is first.
---@param address integer
---@param bytes 1|2|3|4
---@return integer value 0 where this game has no memory
function AchievementMemory:read(address, bytes)
  local reader, offset, crosses = find(self, address, bytes)
  if reader then return (unpack(FORMATS[bytes], reader:readRange(offset, bytes))) end
  if not crosses then return 0 end
  local value = 0
  for i = 0, bytes - 1 do
    local byte_reader, byte_offset = find(self, address + i, 1)
    if not byte_reader then return 0 end
    value = value | byte_reader:read8(byte_offset) << 8 * i
  end
  return value
end

return AchievementMemory
