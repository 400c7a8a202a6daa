-- What emulator/rom/README.md says of the button-test ROM for the Game Boy. Needs 180 frames; a picture goes where PICTURE says.
local check = require("check")
local png = require("png")

local FRAMES, BUTTONS, POINTER, PRESSES, FRAMES_DOWN, PATTERN = 0xC000, 0xC004, 0xC008, 0xC020, 0xC040, 0xC100
local A, START, LEFT = 1 << 0, 1 << 3, 1 << 5
local UP_COLOR, DOWN_COLOR = 0xADADAD, 0x000000

local lamps = { { 136, 40 }, { 104, 56 }, { 40, 112 }, { 96, 112 }, { 56, 56 }, { 8, 56 }, { 32, 24 }, { 32, 80 } }

local function counters(base)
  local list = {}
  for button = 0, 7 do
    list[button + 1] = emu:read16(base + 2 * button)
  end
  return table.concat(list, " ")
end

-- From the map: its tiles 22 to 31 are the digits.
local function shown_frames()
  local digits = {}
  for place = 0, 7 do
    digits[#digits + 1] = ("%d"):format(emu:read8(0x9800 + 32 + 12 + place) - 22)
  end
  return tonumber(table.concat(digits))
end

local function check_picture(name, buttons)
  os.remove(PICTURE)
  emu:screenshot(PICTURE)
  local image = png.read(PICTURE)
  check.equal(name .. ": size", image.width .. "x" .. image.height, "160x144")
  local wrong = {}
  for i, lamp in ipairs(lamps) do
    local color = buttons >> (i - 1) & 1 == 1 and DOWN_COLOR or UP_COLOR
    for _, corner in ipairs({ { 0, 0 }, { 15, 0 }, { 0, 15 }, { 15, 15 } }) do
      local seen = image:pixel(lamp[1] + corner[1], lamp[2] + corner[2])
      if seen ~= color then wrong[#wrong + 1] = ("button %d is %06X"):format(i - 1, seen) end
    end
  end
  check.that(name, #wrong == 0, table.concat(wrong, ", "))
end

local start

local steps = {
  [5] = function()
    check.equal("gb rom: title", emu:getGameTitle(), "BUTTONTESTGB")
    check.equal("gb rom: pointer", emu:read16(POINTER), PATTERN)
    local pattern = {}
    for byte = 0, 255 do
      pattern[byte + 1] = string.char(byte)
    end
    check.that("gb rom: 256 bytes", emu:readRange(PATTERN, 256) == table.concat(pattern), "other bytes")
    check.equal("gb rom: nothing down", emu:read16(BUTTONS), 0)
    local sum = 0
    for address = 0x134, 0x14C do
      sum = sum - emu:read8(address) - 1
    end
    check.equal("gb rom: header checksum", emu:read8(0x14D), sum & 0xFF)
    check.that("gb rom: no more of the logo than mGBA asks for",
      emu:readRange(0x104, 48) == "\xCE\xED\x66\x66" .. ("\0"):rep(44), "other bytes")
    start = { rom = emu:read32(FRAMES), core = emu:currentFrame() }
  end,
  [15] = function() -- A for 6 frames
    check.equal("gb rom: one frame a VBlank", emu:read32(FRAMES) - start.rom, emu:currentFrame() - start.core)
    check.equal("gb rom: shows the frames", shown_frames(), emu:read32(FRAMES))
    check_picture("gb rom: picture, nothing down", 0)
    emu:addKeys(A)
  end,
  [16] = function()
    check.equal("gb rom: sees the key at the VBlank of the callback", emu:read16(BUTTONS), A)
    check_picture("gb rom: picture, A down one frame later", A)
  end,
  [21] = function()
    emu:clearKeys(A)
  end,
  [22] = function()
    check.equal("gb rom: A went down once", counters(PRESSES), "1 0 0 0 0 0 0 0")
    check.equal("gb rom: A was down for 6 frames", counters(FRAMES_DOWN), "6 0 0 0 0 0 0 0")
  end,
  [30] = function() -- three at once
    emu:setKeys(A | START | LEFT)
  end,
  [31] = function()
    check_picture("gb rom: picture, three down", A | START | LEFT)
    emu:setKeys(0)
  end,
  [32] = function()
    check.equal("gb rom: presses after three at once", counters(PRESSES), "2 0 0 1 0 1 0 0")
    check.equal("gb rom: frames after three at once", counters(FRAMES_DOWN), "7 0 0 1 0 1 0 0")
    check_picture("gb rom: picture, all up again", 0)
  end,
  [170] = function()
    check.equal("gb rom: each button pressed alone", counters(PRESSES), "3 1 1 2 1 2 1 1")
    check.equal("gb rom: each for its number of frames", counters(FRAMES_DOWN), "8 2 3 5 5 7 7 8")
    check.equal("gb rom: no frame missed", emu:read32(FRAMES) - start.rom, emu:currentFrame() - start.core)
  end,
}

-- Button n is held for n + 1 frames, beginning in frame 40 + 15 * n.
for button = 0, 7 do
  local first = 40 + 15 * button
  steps[first] = function()
    emu:addKeys(1 << button)
  end
  steps[first + button + 1] = function()
    emu:clearKeys(1 << button)
  end
end

callbacks:add("frame", function()
  local step = steps[emu:currentFrame()]
  if step then
    local ok, why = xpcall(step, debug.traceback)
    if not ok then
      check.that("gb rom: frame " .. emu:currentFrame(), false, why)
    end
  end
end)
