-- Cuts the files of the game to nothing while it runs, and plays on. Globals: ROM_FILE, ROM_SIZE, SAVE_FILE; VALUE, the address of the
-- value that the game saves.
local check = require("check")

local frames = 0

-- A byte of each part of the ROM that the machine reads from the disk at once.
local function look()
  local bytes = {}
  for at = 0, ROM_SIZE - 1, 4096 do bytes[#bytes + 1] = emu.memory.cart0:read8(at) end
  return table.concat(bytes, " ")
end

local function cut(path) assert(io.open(path, "wb")):close() end

local function saved(at, length)
  local file = assert(io.open(SAVE_FILE, "rb"))
  file:seek("set", at)
  local bytes = file:read(length)
  file:close()
  return bytes
end

callbacks:add("frame", function()
  frames = frames + 1
  if frames == 5 then
    cut(ROM_FILE)
    cut(SAVE_FILE)
    check.equal("cut: the ROM is in memory", #look() >= ROM_SIZE // 4096, true)
    emu:write16(VALUE, 0xBEEF)
  elseif frames == 50 then
    check.equal("cut: the game still saves, into a whole file", saved(0, 6), "\xEF\xBEBTST")
    emu.memory.sram:write8(0x180, 0x5A)
  elseif frames == 70 then
    check.equal("cut: what a script writes into the save memory reaches the file while the game runs", saved(0x180, 1), "\x5A")
  end
end)
