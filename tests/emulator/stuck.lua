-- A state of a Game Boy whose processor waits for a DMA transfer that has ended, before a screen that makes no more steps: mGBA calculates
-- for ever. Offsets are those of mGBA's include/mgba/internal/gb/serialize.h.
local FLAGS, SCREEN = 0x44, 0xCD

local frames = 0
callbacks:add("frame", function()
  frames = frames + 1
  if frames ~= 5 then return end
  local state = emu:saveStateBuffer(0)
  state = state:sub(1, FLAGS) .. string.char(state:byte(FLAGS + 1) | 0x20) .. state:sub(FLAGS + 2)
  state = state:sub(1, SCREEN) .. string.char(state:byte(SCREEN + 1) | 0x30) .. state:sub(SCREEN + 2)
  console:log("loaded " .. tostring(emu:loadStateBuffer(state, 0)))
end)
