-- The game that is loaded: its facts, its memory domains, the number of the frame. Everything here dies with the game.
local version = require("bridge.version")
local escaping = require("bridge.escaping")
local Picture = require("bridge.picture")

---@class bridge.Game
---@field loaded boolean
---@field platform "GBA"|"GB"|"none"
---@field frame integer mGBA's number in the latest frame callback, -1 without a game
---@field frame_text string
---@field domains table<string, mgba.MemoryDomain>
---@field sizes table<string, integer> real sizes
---@field names string[] of the domains, by address
---@field private called_back boolean whether `frame` is that of a callback
---@field private adapter mgba.Core? the `emu` that the rest belongs to
---@field private header string[] facts of the ROM
---@field identity string tells games apart; empty: none
---@field counted boolean whether mGBA has counted the frame of the latest callback, which it does once the callback is over
---@field jumped boolean? whether a state was loaded since the latest callback
---@field private able table<string, boolean> capabilities
---@field private capabilities string
local Game = {}
Game.__index = Game

local PLATFORMS = { [0] = "GBA", [1] = "GB" }

---@return bridge.Game
function Game.new()
  local self = setmetatable({ counted = false }, Game)
  self:forget()
  return self
end

--- No game, or the one we knew is gone.
function Game:forget()
  self.loaded, self.platform, self.adapter = false, "none", nil
  self.frame, self.frame_text, self.called_back = -1, "-1", false
  self.domains, self.sizes, self.names = {}, {}, {}
  self.header, self.identity, self.able, self.capabilities = {}, "", {}, "none"
end

local function hexadecimal(bytes)
  return (bytes:gsub(".", function(c) return ("%02X"):format(c:byte()) end))
end

local function member(object, name)
  local ok, value = pcall(function() return object[name] end)
  return ok and value ~= nil
end

local function has(...)
  for _, name in ipairs({ ... }) do
    if not member(emu, name) then return false end
  end
  return true
end

local PROBES = {
  { "memory", function() return has("memory", "read8") end },
  { "buttons", function() return has("addKeys", "clearKeys") end },
  { "screen", function() return has("screenshotToImage") or has("screenshot") or has("saveStateBuffer") end },
  { "pixels", Picture.has_pixels },
  { "reset", function() return has("reset") end },
  { "registers", function() return has("readRegister", "writeRegister") and emu:readRegister("pc") ~= nil end },
  { "states", function() return has("saveStateBuffer", "loadStateBuffer") end },
  { "slots", function() return has("saveStateBuffer", "loadStateBuffer", "saveStateSlot", "loadStateSlot") end },
  { "rom", function() return has("loadFile", "autoloadSave", "reset") end },
  { "saves", function() return has("loadSaveFile", "autoloadSave") end },
  { "step", function() return has("step") end },
  { "speed", function() return _host ~= nil and member(_host, "speed") and member(_host, "setSpeed") end },
}

local ONLY_IN = { speed = "only the emulator that comes with the bridge can be told a speed; mGBA offers scripts none" }

---@private
function Game:probe()
  local found = {}
  for _, probe in ipairs(PROBES) do
    local name, is_there = probe[1], probe[2]
    if is_there() then
      found[#found + 1] = name
      self.able[name] = true
    end
  end
  self.capabilities = table.concat(found, ",")
end

--- Why a capability isn't there.
---@param name string
---@return string? sentence nil when it is
function Game:lack(name)
  if self.able[name] then return nil end
  return ONLY_IN[name] or ("this build of mGBA offers scripts no %s"):format(name)
end

---@private
function Game:read_domains()
  self.domains, self.sizes, self.names = {}, {}, {}
  local rom_size = emu:romSize()
  for name, domain in pairs(emu.memory) do
    self.domains[name] = domain
    -- A cartridge domain spans all that could be plugged in.
    self.sizes[name] = name:find("^cart") and math.min(rom_size, domain:size()) or domain:size()
    self.names[#self.names + 1] = name
  end
  local domains = self.domains
  table.sort(self.names, function(a, b) return domains[a]:base() < domains[b]:base() end)
end

--- Reads all that is known about the game that runs now.
function Game:refresh()
  self:forget()
  if not emu then return end
  self.adapter = emu
  self.platform = PLATFORMS[emu:platform()] or "none"
  self.header = {
    "title=" .. emu:getGameTitle():gsub("[%z ]+$", ""),
    "code=" .. emu:getGameCode():gsub("^%u%u%u%-", ""),
    "crc32=" .. hexadecimal(emu:checksum(C.CHECKSUM.CRC32)),
    "size=" .. emu:romSize(),
    "framecycles=" .. emu:frameCycles(),
    "frequency=" .. emu:frequency(),
  }
  self.identity = table.concat(self.header, " ")
  self:probe()
  self:read_domains()
  self.loaded = true
  self:see_frame()
end

--- Takes the number of the frame from mGBA, which has another one after a state was loaded.
function Game:see_frame()
  self.frame = math.max(0, emu:currentFrame() - (self.counted and 1 or 0))
  self.frame_text = tostring(self.frame)
end

--- A state was loaded: the frames go on from elsewhere, even where the number happens to be the same.
function Game:jump()
  self:see_frame()
  self.jumped = true
end

--- Frames that have been emulated and that nobody was told of.
---@param frames integer
function Game:skip(frames)
  self.frame = self.frame + frames
end

--- What begins a frame when nothing but one frame can have happened since the latest.
function Game:count_frame()
  self.counted = false
  self.frame = self.frame + 1
  self.frame_text = tostring(self.frame)
end

--- The game was reset. Asks mGBA nothing, because another script's `reset` callback may have taken its context away.
function Game:begin_anew()
  self.frame, self.frame_text = 0, "0"
end

--- mGBA 0.11 between these revisions calls back several times a frame once its scripting window was reset.
local function may_repeat_frames()
  local revision = system and tonumber(system.revision)
  return revision ~= nil and revision >= 8655 and revision <= 9087
end

---@return boolean repeated whether this callback is another one for the same frame
function Game:is_repeated()
  return self.called_back and emu == self.adapter and may_repeat_frames() and emu:currentFrame() == self.frame
end

--- Once each emulated frame.
function Game:begin_frame()
  self.counted = false
  if not emu then
    if self.loaded then self:forget() end
  elseif emu ~= self.adapter then
    self:refresh() -- not every front end fires `start`
  else
    self:see_frame()
  end
  self.called_back = self.loaded
end

---@param instance string
---@param clients integer
---@param idle boolean whether the host calls while it waits
---@param commands integer requests received
---@param cancelled integer of these, cancelled before they began
---@param used integer? thousandths of the time for requests that they took
---@return string facts as they stand on the wire
function Game:facts(instance, clients, idle, commands, cancelled, used)
  local facts = {
    "protocol=" .. version.protocol,
    "script=" .. version.script,
    "instance=" .. instance,
    "mgba=" .. (system and tostring(system.version) or "0.10"),
    "platform=" .. self.platform,
  }
  for _, fact in ipairs(self.header) do facts[#facts + 1] = fact end
  facts[#facts + 1] = "capabilities=" .. self.capabilities .. (idle and ",idle" or "")
  facts[#facts + 1] = "clients=" .. clients
  facts[#facts + 1] = "commands=" .. commands
  facts[#facts + 1] = "cancelled=" .. cancelled
  if used then facts[#facts + 1] = "windowused=" .. used end
  facts[#facts + 1] = ("memory=%d"):format(collectgarbage("count") * 1024)
  return escaping.join(facts)
end

return Game
