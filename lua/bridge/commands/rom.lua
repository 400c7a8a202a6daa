-- rom.load, save.load, save.autoload.
local arguments = require("bridge.wire.arguments")
local core_files = require("bridge.game.core_files")
local game_files = require("bridge.game.game_files")
local own_host = require("bridge.system.own_host")
local rom_file = require("bridge.game.rom_file")
local windows_paths = require("bridge.system.windows_paths")
local refuse = require("bridge.wire.refusal").refuse

local COST = 20000 -- microseconds, mostly mGBA's checksum over the whole ROM
local SAVE_IS_LOST = "mGBA could not open or create the game's save file, so what the game saves is lost."
local NO_GAME = "path must be a game for the console that mGBA runs; mGBA finds none in the"
local UNCHECKED = "mGBA can't load the file, and the script can't check why: path has characters beyond ASCII."
local UNLOADED_SAVE = "mGBA could not load the save file."
local NO_SAVE_FILE = "mGBA found no save file for this game and could not create one."
local NO_SAVE = "Without a reset no save file is loaded, so what the game saves is lost."

local function always() return true end

---@class bridge.RomParts
---@field game bridge.Game
---@field access bridge.Access
---@field connections bridge.Connections
---@field lifecycle bridge.Lifecycle
---@field finish_with fun(run: fun()) see Server:finish_with

---@param parts bridge.RomParts
return function(parts)
  local game, access, connections, lifecycle = parts.game, parts.access, parts.connections, parts.lifecycle
  local load_rom = own_host.find("loadRom") -- loads a game into a new core
  local commands = {}

  --- Loads into a new core. The game starts when this callback has returned.
  local function load_anew(path)
    rom_file.header(path)
    if not load_rom(path) then
      refuse("bad-request", game_files.load_problem() or NO_GAME .. " file.", "path")
    end
    lifecycle:end_everything()
    lifecycle.game_follows = true
    parts.finish_with(function() end)
  end

  local function load_into_core(path, reset)
    local is_archive = rom_file.check(path, game)
    if not core_files.load_rom(path) then
      if windows_paths.is_foreign(path) then refuse("bad-request", UNCHECKED, "path") end
      local problem = game_files.load_problem()
      if problem then refuse("bad-request", problem, "path") end
      if not is_archive then refuse("bad-request", NO_GAME .. " file.", "path") end
      refuse("unsupported", NO_GAME .. " archive. If it has one for another console, open it in mGBA's window.", "path")
    end
    local saves = reset and core_files.autoload_save()
    lifecycle:end_everything()
    game:refresh()
    game.files = {
      file = path:match("[^/\\]*$"), savewritable = saves, saveproblem = not saves and (reset and SAVE_IS_LOST or NO_SAVE) or nil,
    }
    connections:tell_all("new-game")
    -- The pass ends here because of the reset, and also without one: a host shows scripts the new game only after its first frame.
    parts.finish_with(function()
      if not reset then return end
      emu:reset()
      game:begin_anew()
    end)
  end

  commands["rom.load"] = { arguments = 2, game = true, needs = "rom", cost = COST, is_long = always, run = function(request)
    local path = request.arguments[1]
    local reset = arguments.integer(request.arguments[2], "reset", 0, 1) == 1
    access:check(path, request)
    if reset and load_rom then load_anew(path) else load_into_core(path, reset) end
  end }

  commands["save.load"] = { arguments = 2, game = true, needs = "saves", cost = COST, run = function(request)
    local path = request.arguments[1]
    local temporary = arguments.integer(request.arguments[2], "temporary", 0, 1) == 1
    access:check(path, request)
    rom_file.check_save(path, temporary)
    if not core_files.load_save(path, temporary) then refuse("failed", game_files.load_problem() or UNLOADED_SAVE) end
    game:see_domains()
    game.files.save, game.files.savewritable = path, not temporary
    game.files.saveproblem = temporary and "The save file was loaded as a temporary one and is not changed." or nil
  end }

  commands["save.autoload"] = { arguments = 0, game = true, needs = "saves", cost = COST, run = function()
    if not core_files.autoload_save() then refuse("failed", game_files.load_problem() or NO_SAVE_FILE) end
    game:see_domains()
    game.files.save, game.files.savewritable, game.files.saveproblem = nil, true, nil
  end }

  return commands
end
