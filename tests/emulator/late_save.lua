-- A state from before the game's first use of its save memory restores that memory, and the save file still gets what the game saves.
-- NAME names the test, LUA is the folder of the bridge's script.
package.path = LUA .. "/?.lua;" .. package.path
local Game, States = require("bridge.game.game"), require("bridge.states.states")

-- mGBA's flags of states: all but the picture, and without the save data, so that a load doesn't write the save file.
local SAVED, LOADED = 30, 28
local BEFORE, FIRST_USE, AFTER = 5, 60, 105 -- frames of the game
local FOUND = 0x10 -- where the game notes the byte that it has found in its save memory, in work RAM

local game, seen, loads = Game.new(), {}, 0
local states, saved, hook

local function problem()
  for i, found in ipairs(seen) do
    if found ~= 0xFF then return ("run %d found %d"):format(i, found) end
  end
  return #seen ~= 4 and #seen .. " runs" or nil
end

local function load_again()
  loads = loads + 1
  states:load(saved, LOADED)
end

local function frame()
  game:begin_frame()
  game:look()
  if not states then
    game:refresh()
    states = States.new(game)
  end
  local work = game.domains.wram
  local count = work:read8(0)
  if not saved then
    if count == BEFORE then
      saved = states:save(SAVED)
      load_again()
    end
  elseif count == FIRST_USE + 1 and loads < 3 then
    load_again() -- before the save file gets what the game has just saved
  elseif count == AFTER and #seen < 4 then
    seen[#seen + 1] = work:read8(FOUND)
    if #seen < 4 then load_again() end
  elseif count == AFTER + 60 then
    print(problem() and ("FAILED late save: %s: %s"):format(NAME, problem()) or "ok late save: " .. NAME)
    callbacks:remove(hook)
  end
end

hook = callbacks:add("frame", function()
  local ok, trouble = pcall(frame)
  if not ok then
    print(("FAILED late save: %s: %s"):format(NAME, trouble))
    callbacks:remove(hook)
  end
end)
