-- What the sensors of a cartridge measure reaches the game (emulator/rom/sensors.s); NAME has the names of the sensors.
local EWRAM = 0x02000000
local CHANGES, TILT_X, TILT_Y, GYROSCOPE, LIGHT = EWRAM + 0x04, EWRAM + 0x08, EWRAM + 0x0A, EWRAM + 0x0C, EWRAM + 0x0E
local is_gba = emu:platform() == 0

local function check(name, holds, why)
  print(holds and ("ok sensors: %s: %s"):format(NAME, name) or ("FAILED sensors: %s: %s: %s"):format(NAME, name, why))
end

local function equal(name, got, wanted) check(name, got == wanted, ("got %s, not %s"):format(got, wanted)) end

local function has(name) return ("," .. NAME .. ","):find("," .. name .. ",", 1, true) and is_gba end

local function status() return _host.sensors():match("^(%S+ %S+ %S+ %S+ %S+ %S+) %d+$") end

-- The values that the game reads of left, away, fast and bright; then of right, near, slow and half dark; then at rest.
local STEPS = {
  [10] = { -1000, -500, 1000, 1000 }, [20] = { 1000, 1, -250, 502 }, [30] = { 0, 0, 0, 0 },
}
local READINGS = {
  [15] = { 0x3A0 - 0xE0, 0x3A0 - 0x70, 0x6C0 + 0x320, 0 }, [25] = { 0x3A0 + 0xE0, 0x3A0, 0x6C0 - 0xC8, 127 },
  [35] = { 0x3A0, 0x3A0, 0x6C0, 255 },
}
local changes

local function read(readings)
  if has("tilt") then
    equal("tilt to the right", emu:read16(TILT_X), readings[1])
    equal("tilt towards the player", emu:read16(TILT_Y), readings[2])
  end
  if has("gyroscope") then equal("gyroscope", emu:read16(GYROSCOPE), readings[3]) end
  if has("light") then equal("light", emu:read16(LIGHT), readings[4]) end
  if is_gba and NAME ~= "-" then
    local now = emu:read32(CHANGES)
    check("the game counts changes", now > (changes or 0), now)
    changes = now
  end
end

-- The accelerometer of an MBC7: the game is another one, so that this unlocks and reads it.
local function read_mbc7()
  for _, write in ipairs({ { 0x0000, 0x0A }, { 0x4000, 0x40 }, { 0xA000, 0x55 }, { 0xA010, 0xAA } }) do emu:write8(write[1], write[2]) end
  equal("accelerometer, right", emu:read8(0xA020) | emu:read8(0xA030) << 8, 0x81D0 - 0x70)
  equal("accelerometer, near", emu:read8(0xA040) | emu:read8(0xA050) << 8, 0x81D0)
end

local function look_at_clock()
  local is_set = _host.setClock(1000000000)
  local seconds = math.tointeger(_host.sensors():match("(%d+)$"))
  check("the clock is set", is_set and seconds >= 1000000000 and seconds < 1000000100, seconds)
end

local rumbled = {}
local frame = 0
callbacks:add("frame", function()
  frame = frame + 1
  if frame == 1 then equal("at rest", status(), NAME .. " 0 0 0 0 0") end
  if STEPS[frame] then
    check("values are set", _host.setSensors(table.unpack(STEPS[frame])))
    equal("and read", status(), ("%s %d %d %d %d 0"):format(NAME, table.unpack(STEPS[frame])))
  end
  if READINGS[frame] then read(READINGS[frame]) end
  if frame == 25 and not is_gba then read_mbc7() end
  if frame == 40 then emu:addKeys(1) elseif frame == 45 then emu:clearKeys(1) end
  if frame > 36 then rumbled[#rumbled + 1] = _host.rumbles() and "1" or "0" end
  if frame == 50 then
    equal("the motor runs while A is down", table.concat(rumbled), has("rumble") and "00001111110000" or "00000000000000")
    for i, wrong in ipairs({ { 1001, 0, 0, 0 }, { 0, -1001, 0, 0 }, { 0, 0, 1001, 0 }, { 0, 0, 0, -1 }, { 0, 0, 0, 1001 } }) do
      check("out of range " .. i, not _host.setSensors(table.unpack(wrong)))
    end
    equal("nothing has changed", status(), NAME .. " 0 0 0 0 0")
    look_at_clock()
    print(("ok sensors: %s: the end"):format(NAME))
  end
end)
