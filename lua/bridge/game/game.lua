-- The game that is loaded: its facts, its memory domains, the number of the frame. All of it is invalid once the game ends, and is read
-- again after a reset or a load. The script uses no callback of mGBA's for those, because one that fires inside another script's callback
-- takes mGBA's context away from that script; the frame number and mGBA's objects show them.
local save_state = require("bridge.states.save_state")
local game_files = require("bridge.game.game_files")
local domains = require("bridge.game.domains")
local capabilities = require("bridge.game.capabilities")

---@class bridge.Game
---@field loaded boolean
---@field platform "GBA"|"GB"|"none"
---@field frame integer mGBA's number in the latest frame callback, -1 without a game
---@field frame_text string
---@field domains table<string, mgba.MemoryDomain>
---@field sizes table<string, integer> real sizes
---@field names string[] of the domains, by address
---@field model string? which Game Boy mGBA emulates, or AGB; nil: unknown
---@field files bridge.GameFiles
---@field generation integer changes with each loaded game, and not with a reset
---@field stale boolean whether the game was reset or loaded since it was read
---@field crashed boolean whether the game has jumped to an invalid address since the latest reset or load
---@field private called_back boolean whether `frame` was read in a callback
---@field private adapter mgba.Core? the `emu` that was read
---@field header string[] facts of the ROM and the machine
---@field private rom_size integer readable bytes of the ROM
---@field identity string identifies the game; empty: no game
---@field counted boolean whether mGBA has counted the frame of the latest callback, which it does after the callback
---@field jumped boolean? whether a state was loaded since the latest callback
---@field private able table<string, boolean> capabilities
---@field capabilities string their names, with commas between them
---@field private mortal mgba.MemoryDomain? any domain; invalid once mGBA has replaced them all
local Game = {}
Game.__index = Game

local PLATFORMS = { [0] = "GBA", [1] = "GB" }
-- mGBA maps this much of a GBA's ROM; of a longer one whose code begins with M only the window of its mapper chip.
local GBA_ROM, GBA_ROM_WITH_CHIP = 0x2000000, 0x1000000

---@return bridge.Game
function Game.new()
  local self = setmetatable({ counted = false, generation = 0 }, Game)
  self:forget()
  return self
end

--- Forgets the game.
function Game:forget()
  self.loaded, self.platform, self.model, self.adapter, self.files = false, "none", nil, nil, {}
  self.frame, self.frame_text, self.called_back = -1, "-1", false
  self.domains, self.sizes, self.names, self.mortal = {}, {}, {}, nil
  self.header, self.identity, self.rom_size, self.able, self.capabilities = {}, "", 0, {}, "none"
  self.generation, self.stale, self.crashed = self.generation + 1, false, false
end

local function is_alive(domain)
  return (pcall(function() return domain:size() end))
end

local function hexadecimal(bytes)
  return (bytes:gsub(".", function(c) return ("%02X"):format(c:byte()) end))
end

--- Returns why a capability is missing.
---@param name string
---@return string? sentence nil when it isn't
function Game:lack(name)
  return not self.able[name] and capabilities.explain_lack(name) or nil
end

--- Returns the readable bytes of the ROM.
local function rom_reach(code)
  local size = emu:romSize()
  if emu:platform() ~= 0 or size <= GBA_ROM then return size end
  return code:sub(1, 1) == "M" and GBA_ROM_WITH_CHIP or GBA_ROM
end

--- Returns the model that mGBA emulates. For a Game Boy only a state has it.
local function model_of(platform, has_states)
  if platform ~= "GB" then return "AGB" end
  local state = has_states and emu:saveStateBuffer(0)
  return state and save_state.model(state) or nil
end

---@private
function Game:read_domains()
  local list, any = domains.read(self.platform, self.model, self.rom_size)
  self.domains, self.sizes, self.names = list.objects, list.sizes, list.names
  -- mGBA 0.11 replaces them whenever one of them may have changed; 0.10 keeps them as long as `emu`.
  self.mortal = system and any or nil
end

---@private
function Game:read()
  local platform, identity = PLATFORMS[emu:platform()] or "none", self.identity
  self.able, self.capabilities = capabilities.probe()
  local code = emu:getGameCode():gsub("^%u%u%u%-", "")
  self.model = model_of(platform, self.able.states)
  self.rom_size = rom_reach(code)
  self.header = {
    "title=" .. emu:getGameTitle():gsub("[%z ]+$", ""),
    "code=" .. code,
    "crc32=" .. hexadecimal(emu:checksum(C.CHECKSUM.CRC32)),
    "size=" .. self.rom_size,
    "framecycles=" .. emu:frameCycles(),
    "frequency=" .. emu:frequency(),
  }
  if self.model then table.insert(self.header, "model=" .. self.model) end
  self.platform, self.identity = platform, table.concat(self.header, " ")
  self:read_domains()
  if self.identity ~= identity then
    self.generation, self.files = self.generation + 1, game_files.read()
  end
  self.adapter, self.loaded, self.stale, self.crashed = emu, true, false, false
  self:see_frame()
end

--- Reads everything about a game that was just loaded.
function Game:refresh()
  self:forget()
  if emu then self:read() end
end

---@private
---@return boolean
function Game:is_stale()
  return self.stale or emu ~= self.adapter or self.mortal ~= nil and not is_alive(self.mortal)
end

--- Reads the game again if it was reset or loaded since it was read. Called before any request is served in a callback.
---@return boolean changed whether it is another game, or none
function Game:look()
  if not self:is_stale() then return false end
  local generation = self.generation
  if emu then self:read() else self:forget() end
  return self.generation ~= generation
end

--- Reads the domains again if mGBA or our own host has replaced them, after a command that may change the kind of save memory.
function Game:see_domains()
  if emu ~= self.adapter or self.mortal and not is_alive(self.mortal) then self:read_domains() end
end

--- Reads the frame number from mGBA.
function Game:see_frame()
  self.frame = math.max(0, emu:currentFrame() - (self.counted and 1 or 0))
  self.frame_text = tostring(self.frame)
end

--- Called after a state was loaded: the frame number jumps, even if it happens to be the same.
function Game:jump()
  self:see_frame()
  self:see_domains()
  -- Reading the game again clears `crashed`.
  self.jumped, self.stale = true, self.stale or self.crashed
end

--- Counts frames without a callback.
---@param frames integer
function Game:skip(frames)
  self.frame = self.frame + frames
end

--- Begins a frame without calling mGBA. Only if nothing else can have changed since the latest frame.
function Game:count_frame()
  self.counted = false
  self.frame = self.frame + 1
  self.frame_text = tostring(self.frame)
end

--- Called after a reset. Makes no call of mGBA, because another script's `reset` callback may have taken its context away.
function Game:begin_anew()
  self.frame, self.frame_text, self.stale = 0, "0", true
end

--- Returns whether this is a revision of mGBA 0.11 that calls back several times a frame after a reset of the scripting window.
local function may_repeat_frames()
  local revision = system and tonumber(system.revision)
  return revision ~= nil and revision >= 8655 and revision <= 9087
end

---@return boolean repeated whether this callback is another one for the same frame
function Game:is_repeated()
  return self.called_back and emu == self.adapter and may_repeat_frames() and emu:currentFrame() == self.frame
end

--- Called once each emulated frame.
function Game:begin_frame()
  self.counted, self.called_back = false, emu ~= nil
  if not emu or emu ~= self.adapter then return end
  local expected = self.frame + 1
  self:see_frame()
  -- Another program or the user has reset the game or loaded a state.
  if self.frame ~= expected then self.stale = true end
end

return Game
