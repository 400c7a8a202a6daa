-- What emulator/rom/README.md says of the button-test ROM. Needs 220 frames; a picture goes where PICTURE says.
local check = require("check")
local png = require("png")

local FRAMES, BUTTONS, POINTER, PRESSES, FRAMES_DOWN, PATTERN = 0x02000000, 0x02000004, 0x02000008, 0x02000020, 0x02000040, 0x02000100
local A, LEFT, L = 1 << 0, 1 << 5, 1 << 9

local boxes = {
  { 192, 74, 40, 24 }, { 144, 94, 40, 24 }, { 56, 132, 60, 20 }, { 124, 132, 60, 20 }, { 72, 81, 48, 20 },
  { 8, 81, 48, 20 }, { 40, 58, 48, 20 }, { 40, 104, 48, 20 }, { 176, 30, 56, 24 }, { 8, 30, 56, 24 },
}
local up = { fill = 0x29294A, border = 0x5A6394 }
local down = { fill = 0xFFB521, border = 0xFFF7A5 }

local function counters(base)
  local list = {}
  for button = 0, 9 do
    list[button + 1] = emu:read16(base + 2 * button)
  end
  return table.concat(list, " ")
end

-- The host's own picture shows what the PNG shows.
local function check_pixels(name, image)
  local pixels, width = _host.picture(), _host.pictureWidth()
  check.equal(name .. ": pixels of the host", ("%dx%d"):format(width, #pixels // (4 * width)), "240x160")
  local different = 0
  for at = 0, 240 * 160 - 1 do
    local red, green, blue = pixels:byte(4 * at + 1, 4 * at + 3)
    if red << 16 | green << 8 | blue ~= image:pixel(at % 240, at // 240) then different = different + 1 end
  end
  check.equal(name .. ": pixels unlike the PNG's", different, 0)
end

local function check_picture(name, buttons)
  os.remove(PICTURE)
  emu:screenshot(PICTURE)
  local image = png.read(PICTURE)
  check.equal(name .. ": size", image.width .. "x" .. image.height, "240x160")
  local wrong = {}
  for i, box in ipairs(boxes) do
    local x, y, width, height = table.unpack(box)
    local colors = buttons >> (i - 1) & 1 == 1 and down or up
    for _, corner in ipairs({ { 0, 0 }, { width - 1, 0 }, { 0, height - 1 }, { width - 1, height - 1 } }) do
      if image:pixel(x + corner[1], y + corner[2]) ~= colors.border then
        wrong[#wrong + 1] = ("border of button %d"):format(i - 1)
      end
    end
    for _, corner in ipairs({ { 2, 2 }, { width - 3, 2 }, { 2, height - 3 }, { width - 3, height - 3 } }) do
      if image:pixel(x + corner[1], y + corner[2]) ~= colors.fill then
        wrong[#wrong + 1] = ("fill of button %d"):format(i - 1)
      end
    end
  end
  check.that(name, #wrong == 0, table.concat(wrong, ", "))
  check_pixels(name, image)
end

local start

local steps = {
  [5] = function()
    check.equal("rom: title", emu:getGameTitle(), "BUTTONTEST")
    check.equal("rom: code", emu:getGameCode():gsub("^AGB%-", ""), "ABTE")
    check.equal("rom: pointer", emu:read32(POINTER), PATTERN)
    local pattern = {}
    for byte = 0, 255 do
      pattern[byte + 1] = string.char(byte)
    end
    check.that("rom: 256 bytes", emu:readRange(PATTERN, 256) == table.concat(pattern), "other bytes")
    check.equal("rom: nothing down", emu:read16(BUTTONS), 0)
    start = { rom = emu:read32(FRAMES), core = emu:currentFrame() }
  end,
  [15] = function() -- A for 6 frames
    check.equal("rom: one frame a VBlank", emu:read32(FRAMES) - start.rom, emu:currentFrame() - start.core)
    check_picture("rom: picture, nothing down", 0)
    emu:addKeys(A)
  end,
  [16] = function()
    check.equal("rom: sees the key at the VBlank of the callback", emu:read16(BUTTONS), A)
    check_picture("rom: picture, A down one frame later", A)
  end,
  [21] = function()
    emu:clearKeys(A)
  end,
  [22] = function()
    check.equal("rom: A went down once", counters(PRESSES), "1 0 0 0 0 0 0 0 0 0")
    check.equal("rom: A was down for 6 frames", counters(FRAMES_DOWN), "6 0 0 0 0 0 0 0 0 0")
  end,
  [30] = function() -- three at once
    emu:setKeys(A | LEFT | L)
  end,
  [31] = function()
    check.equal("rom: three at once", emu:read16(BUTTONS), A | LEFT | L)
    check_picture("rom: picture, three down", A | LEFT | L)
    emu:setKeys(0)
  end,
  [32] = function()
    check.equal("rom: presses after three at once", counters(PRESSES), "2 0 0 0 0 1 0 0 0 1")
    check.equal("rom: frames after three at once", counters(FRAMES_DOWN), "7 0 0 0 0 1 0 0 0 1")
    check_picture("rom: picture, all up again", 0)
  end,
  [210] = function()
    check.equal("rom: each button pressed alone", counters(PRESSES), "3 1 1 1 1 2 1 1 1 2")
    check.equal("rom: each for its number of frames", counters(FRAMES_DOWN), "8 2 3 4 5 7 7 8 9 11")
    check.equal("rom: no frame missed", emu:read32(FRAMES) - start.rom, emu:currentFrame() - start.core)
  end,
}

-- Button n is held for n + 1 frames, beginning in frame 40 + 15 * n.
for button = 0, 9 do
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
      check.that("rom: frame " .. emu:currentFrame(), false, why)
    end
  end
end)
