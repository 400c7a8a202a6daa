-- For scripts that are loaded after it and play a game again: what is done in a frame, depending on the frame alone, and the checks.
-- NAME names the test.
WRITES = 7 -- frames from one write to the next
local TURNS = 11 -- frames from one change of the sensors to the next
local CHEATS = 13 -- frames from one change of the cheats to the next

local checks, wrong, saved = 0, {}, nil

-- They write a value, and count frames or change ROM.
local GBA_CHEATS = "%s auto A\n32000410 00%02X\n%s codeBreaker B\nE2000414 0001\n"
local GB_CHEATS = "%s auto A\n01%02X10C8\n%s gameGenie B\n550-F0F\n"

local function set_cheats(frame)
  local turn = frame // CHEATS % 4
  local text = emu:platform() == 0 and GBA_CHEATS or GB_CHEATS
  _host.setCheats(turn == 3 and "" or text:format(turn == 0 and "-" or "+", frame & 0xFF, turn == 1 and "-" or "+"))
end

--- Sets keys, in some frames the sensors, in some frames the cheats, and in some frames writes.
function act(frame)
  local seed = (frame // 3 * 1103515245 + 12345) & 0x7FFFFFFF
  seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
  emu:clearKeys(0x3FF)
  emu:addKeys(seed >> 16 & 0xF3)
  if frame % TURNS == 0 then
    local turned = seed % 2001 - 1000
    _host.setSensors(turned, -turned, turned // 2, math.abs(turned))
  end
  if frame % CHEATS == 0 then set_cheats(frame) end
  if frame % WRITES == 0 then
    if emu:platform() == 0 then emu:write16(0x02000400, frame & 0xFFFF) else emu:write8(0xC800, frame & 0xFF) end
    if emu.memory.sram then emu.memory.sram:write8(16, frame & 0xFF) end
  end
end

--- Resets the game, saves its state and loads that, each in its frames.
function reset_save_or_load(frame, reset, save, loads)
  if frame == reset then _host.resetGame() end
  if frame == save then saved = emu:saveStateBuffer(0) end
  if loads[frame] then emu:loadStateBuffer(saved, 0) end
end

function expect(name, holds, why)
  checks = checks + 1
  if not holds then wrong[#wrong + 1] = name .. ": " .. tostring(why) end
end

--- Prints the result of a test that has made more than `least` checks.
function report(kind, least)
  if #wrong == 0 and checks > least then return print(("ok %s: %s"):format(kind, NAME)) end
  print(("FAILED %s: %s: %d checks, %d wrong; %s"):format(kind, NAME, checks, #wrong, table.concat(wrong, "; ", 1, math.min(#wrong, 6))))
end
