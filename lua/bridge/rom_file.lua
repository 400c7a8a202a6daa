-- Looks at a file before mGBA is told to load it: mGBA lets go of the game that runs before it knows what it gets.
local refuse = require("bridge.refusal").refuse

-- GBATEK, "GBA Cartridge Header": a branch at the start, a logo, a fixed byte at 0xB2. Homebrew may have neither of the latter.
local BRANCH, FIXED = 0xEA, 0x96
-- Pan Docs, "The Cartridge Header": the logo begins at 0x104. mGBA knows a game by four bytes of it, and homebrew, ours too, may
-- have no more.
local LOGO = "\xCE\xED\x66\x66"
local HEADER, MOST = 0x150, 64 * 1024 * 1024
local MOST_SAVE = 256 * 1024
local NAMES = { GBA = "Game Boy Advance", GB = "Game Boy" }

local rom_file = {}

local function open(path, kind)
  local file = not path:find("%z") and io.open(path, "rb")
  -- A folder can be opened, but not read.
  if not file or not file:read(1) then
    if file then file:close() end
    refuse("bad-request", ("path names no %s that mGBA can read: it is not there, or empty"):format(kind), "path")
  end
  return file --[[@as file*]]
end

local function is_gba(header)
  if #header < 0xC0 or header:byte(4) ~= BRANCH then return false end
  return header:byte(0xB2 + 1) == FIXED or not header:sub(5, 0xA0):find("[^%z]")
end

local function platform_of(header)
  if is_gba(header) then return "GBA" end
  if header:sub(0x104 + 1, 0x104 + #LOGO) == LOGO then return "GB" end
end

--- Refuses what is no ROM, and what this core can't run.
---@param path string
---@param platform "GBA"|"GB" of the running game
function rom_file.check(path, platform)
  local file = open(path, "ROM")
  file:seek("set", 0)
  local header, size = file:read(HEADER) or "", file:seek("end")
  file:close()
  local found = platform_of(header)
  if not found then
    refuse("bad-request", "the file is no ROM of a Game Boy Advance or Game Boy: its header is not one's", "path")
  end
  if size > MOST then refuse("bad-request", ("the ROM has %d bytes; a cartridge has %d at most"):format(size, MOST), "path") end
  if found ~= platform then
    refuse("unsupported", ("the ROM is a %s game, and mGBA runs a %s one: a script can't make it change the console"):format(
      NAMES[found], NAMES[platform]), "path")
  end
end

--- Refuses what can't be a save file. mGBA would make a new one.
---@param path string
function rom_file.check_save(path)
  local file = open(path, "save file")
  local size = file:seek("end")
  file:close()
  if size > MOST_SAVE then
    refuse("bad-request", ("the file has %d bytes; a save file has %d at most"):format(size, MOST_SAVE), "path")
  end
end

return rom_file
