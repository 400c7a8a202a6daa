-- rom.load, save.load, save.autoload.
local arguments = require("bridge.arguments")
local rom_file = require("bridge.rom_file")
local refuse = require("bridge.refusal").refuse

local COST = 20000 -- microseconds, mostly mGBA's checksum over the whole ROM

local function always() return true end

---@param parts bridge.Parts
return function(parts)
  local game, server = parts.game, parts.server
  local commands = {}

  --- Everything that was known belonged to the other game.
  local function forget_game()
    parts:end_everything()
    game:refresh()
    parts.connections:tell_all("new-game")
  end

  commands["rom.load"] = { arguments = 2, game = true, needs = "rom", cost = COST, is_long = always, run = function(request)
    local path = request.arguments[1]
    local reset = arguments.integer(request.arguments[2], "reset", 0, 1) == 1
    rom_file.check(path, game.platform)
    if not emu:loadFile(path) then refuse("failed", "mGBA could not load the ROM") end
    if reset and not emu:autoloadSave() then
      parts.journal:info("mGBA found no save file for the new game and could not make one")
    end
    forget_game()
    server.stopped = true
    -- Last, as every reset. Without one, too: a host shows scripts the new game once a frame of it has run.
    parts.after_pass = function()
      if not reset then return end
      emu:reset()
      game:begin_anew()
    end
  end }

  commands["save.load"] = { arguments = 2, game = true, needs = "saves", cost = COST, run = function(request)
    local path = request.arguments[1]
    local temporary = arguments.integer(request.arguments[2], "temporary", 0, 1) == 1
    rom_file.check_save(path)
    if not emu:loadSaveFile(path, temporary) then refuse("failed", "mGBA could not load the save file") end
    game:see_domains()
  end }

  commands["save.autoload"] = { arguments = 0, game = true, needs = "saves", cost = COST, run = function()
    if not emu:autoloadSave() then refuse("failed", "mGBA found no save file for this game and could not make one") end
    game:see_domains()
  end }

  return commands
end
