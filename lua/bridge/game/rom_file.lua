-- Checks a file before mGBA loads it into the running core, which keeps its console and its Game Boy model, and applies no patch.
-- mGBA decides whether the file is a game, except mGBA 0.11, which unloads the running game first (src/core/core.c, mCoreLoadFile).
-- A path that Lua can't open on Windows is not checked.
local refuse = require("bridge.wire.refusal").refuse
local regular_file = require("bridge.system.regular_file")
local windows_paths = require("bridge.system.windows_paths")

-- GBATEK, "GBA Cartridge Header": a branch at the start, a logo, a fixed byte at 0xB2. Homebrew may have neither of the latter.
local BRANCH, FIXED = 0xEA, 0x96
-- Pan Docs, "The Cartridge Header": the logo begins at 0x104. mGBA knows a game by four bytes of it, and homebrew, ours too, may
-- have no more.
local LOGO = "\xCE\xED\x66\x66"
local CGB_FLAG, SGB_FLAG, OLD_LICENSEE = 0x143, 0x146, 0x14B
local HEADER, MAX_ROM = 0x150, 64 * 1024 * 1024
local MAX_SAVE = 256 * 1024
local NAMES = { GBA = "Game Boy Advance", GB = "Game Boy" }
-- The first bytes of an archive: ZIP, 7z.
local ARCHIVES = { "PK\3\4", "7z\xBC\xAF\x27\x1C" }
local PATCHES = { ".ups", ".ips", ".bps" }
-- Models that a user chose in mGBA's settings, and those that a cartridge requires.
local ASKED_AS = { MGB = "DMG", SGB2 = "SGB", AGB = "CGB", SCGB = "CGB" }

local rom_file = {}

local function open(path, kind)
  local file, size = regular_file.open(path)
  if not file or size == 0 then
    if file then file:close() end
    refuse("bad-request", ("path must be a %s that mGBA can read; the file is missing or empty."):format(kind), "path")
  end
  return file --[[@as file*]], size --[[@as integer]]
end

--- Refuses a file that is not there, and returns its first bytes.
---@param path string
---@return string? header nil: it can't be checked
function rom_file.header(path)
  if windows_paths.is_foreign(path) then return nil end
  local file, size = open(path, "ROM")
  local header = file:read(HEADER) or ""
  file:close()
  if size > MAX_ROM then refuse("bad-request", ("A ROM must have at most %d bytes; got %d."):format(MAX_ROM, size), "path") end
  return header
end

local function is_gba(header)
  if #header < 0xC0 or header:byte(4) ~= BRANCH then return false end
  return header:byte(0xB2 + 1) == FIXED or not header:sub(5, 0xA0):find("[^%z]")
end

local function platform_of(header)
  if is_gba(header) then return "GBA" end
  if header:sub(0x104 + 1, 0x104 + #LOGO) == LOGO then return "GB" end
end

--- Returns the model that mGBA chooses: GBDetectModel in src/gb/gb.c.
local function model_of(header)
  if header:byte(CGB_FLAG + 1) & 0x80 ~= 0 then return "CGB" end
  if header:byte(SGB_FLAG + 1) == 3 and header:byte(OLD_LICENSEE + 1) == 0x33 then return "SGB" end
  return "DMG"
end

local function is_archive(header)
  for _, start in ipairs(ARCHIVES) do
    if header:sub(1, #start) == start then return true end
  end
  return false
end

local function refuse_patched(path)
  local stem = path:gsub("%.[^./\\]*$", "")
  for _, suffix in ipairs(PATCHES) do
    if regular_file.exists(stem .. suffix) then
      refuse("unsupported", "The ROM has a soft patch beside it, which a script can't apply; open the ROM in mGBA's window.", "path")
    end
  end
end

local function refuse_other_console(header, game, must_know)
  local found = platform_of(header)
  if must_know and not found then
    refuse("bad-request", "path must be a ROM of a Game Boy Advance or Game Boy; the file has no such header.", "path")
  end
  if found and found ~= game.platform then
    refuse("unsupported", ("The ROM is a %s game, and mGBA runs a %s game; open it in mGBA's window, which changes the console."):format(
      NAMES[found], NAMES[game.platform]), "path")
  end
  if game.platform ~= "GB" or not game.model or #header < HEADER then return end
  local needed, model = model_of(header), ASKED_AS[game.model] or game.model
  if needed ~= model then
    refuse("unsupported", ("The ROM needs a %s, and mGBA runs as a %s; open it in mGBA's window, which changes the model."):format(
      needed, game.model), "path")
  end
end

--- Refuses a game that would not run as it does when mGBA opens it in its window.
---@param path string
---@param game bridge.Game
---@return boolean is_archive
function rom_file.check(path, game)
  local header, unloads_first = rom_file.header(path), system ~= nil
  if not header then return false end
  local packed = is_archive(header)
  if not packed then
    refuse_other_console(header, game, unloads_first)
  elseif game.platform == "GB" or unloads_first then
    refuse("unsupported", "A script can't see which console a game in an archive needs; unpack it, or open it in mGBA's window.", "path")
  end
  refuse_patched(path)
  return packed
end

--- Refuses a file that can't be a save file. mGBA would create a new one.
---@param path string
---@param temporary boolean whether the script copies it first
function rom_file.check_save(path, temporary)
  if windows_paths.is_foreign(path) then
    if temporary then refuse("unsupported", "path must be ASCII for a temporary save on Windows.", "path") end
    return
  end
  local file, size = open(path, "save file")
  file:close()
  if size > MAX_SAVE then
    refuse("bad-request", ("A save file must have at most %d bytes; got %d."):format(MAX_SAVE, size), "path")
  end
end

return rom_file
