-- Loads the save files SAVES as temporary ones, one after the other, and has the game save each time. Globals: LUA, the folder of the
-- script, which loads them; VALUE, the address of the value that the game saves.
package.path = LUA .. "/?.lua;" .. package.path
local check = require("check")
local core_files = require("bridge.game.core_files")

local EACH = 40
local frames = 0

callbacks:add("frame", function()
  frames = frames + 1
  local path = SAVES[frames // EACH]
  if not path then return end
  local name = path:match("[^/]*$")
  if frames % EACH == 0 then
    check.equal("temporary: " .. name .. " is loaded", core_files.load_save(path, true), true)
    check.equal("temporary: the game sees " .. name, emu.memory.sram:read8(0), FIRST_BYTE)
  elseif frames % EACH == 1 then
    emu:write16(VALUE, 0xBE00 + frames // EACH)
  elseif frames % EACH == EACH - 1 then
    check.equal("temporary: the game saves into " .. name, emu.memory.sram:read8(1), 0xBE)
  end
end)
