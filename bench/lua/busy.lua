-- Patches the button-test game so that it works through the whole of each frame, as games do that poll: where its main loop waits for
-- the VBlank it goes on at once. What counts frames and buttons is its interrupt handler, which stays as it is.
local WAIT, NOTHING = 0xEF050000, 0xE1A00000 -- swi 0x050000, mov r0, r0
local rom = emu.memory.cart0
local at
for address = 0, 0xFFC, 4 do
  if rom:read32(address) == WAIT then at = address end
end
rom:write32(assert(at, "the game doesn't wait for the VBlank"), NOTHING)
