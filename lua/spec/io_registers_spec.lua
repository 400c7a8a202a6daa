-- The I/O registers as the game reads them, without reads that run other scripts' callbacks.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

local KEYINPUT, JOYP = 0x04000130, 0xFF00
local A, START, RIGHT, LEFT, UP, DOWN = 1, 8, 16, 32, 64, 128

--- Reads a 16-bit value with every command that reads memory.
local function read_everywhere(peer, address, domain)
  local read = {}
  read.get = peer:ask("memory.get", { address, 2, domain })
  read.guard = peer:ask("memory.guard", { address, "u16", domain, "ge:0" }):match("%d+$")
  read.wait = peer:ask("memory.wait", { address, "u16", domain, "ge:0", 1 }):match(" (%d+) ")
  read.watch = peer:ask("watch.set", { 1, address, "u16", domain, 1 }):match("^%d+")
  peer:ask("watch.clear", { 1 })
  local _, bytes = peer:ask("memory.read", { address, 2, domain })
  read.range = tostring((string.unpack("<I2", bytes)))
  local _, replies = peer:ask("batch", nil, bench.message(1, "memory.get", { address, 2, domain }))
  read.batch = replies:match(" (%d+)\n")
  return read
end

local function all_are(read, value)
  for command, got in pairs(read) do check.equal(got, tostring(value), command) end
end

return function(it)
  it("a timer is read on the bus as the game reads it, and in its domain as it is in memory", function()
    bench.start()
    local peer = bench.peer()
    fake.live_io = { [0x04000100] = 0x34, [0x04000101] = 0x12 }
    all_are(read_everywhere(peer, 0x04000100, ""), 0x1234)
    all_are(read_everywhere(peer, 0x100, "io"), 0)
    bench.clean()
  end)

  it("KEYINPUT is calculated from the keys, and never read over the bus", function()
    bench.start()
    local peer = bench.peer()
    fake.game.keys = A | START
    all_are(read_everywhere(peer, KEYINPUT, ""), 0x3F6)
    check.equal(peer:ask("memory.get", { KEYINPUT, 1, "" }), tostring(0xF6))
    check.equal(peer:ask("memory.get", { KEYINPUT + 1, 1, "" }), "3")
    fake.live_io = { [0x04000132] = 0x11, [0x04000133] = 0xC0 }
    check.equal(peer:ask("memory.get", { KEYINPUT, 4, "" }), tostring(0xC01103F6))
    check.equal(peer:ask("memory.get", { KEYINPUT - 1, 4, "" }), tostring(0x1103F600))
    bench.clean()
  end)

  it("a range around KEYINPUT is split", function()
    bench.start()
    local peer = bench.peer()
    fake.live_io = { [0x0400012F] = 0xAA, [0x04000132] = 0xBB }
    local _, bytes = peer:ask("memory.read", { 0x0400012F, 4, "" })
    check.equal(bytes, "\xAA\xFF\x03\xBB")
    _, bytes = peer:ask("memory.read", { 0x04000000, 0x400, "" })
    check.equal(#bytes, 0x400)
    check.equal(bytes:sub(0x130, 0x133), "\xAA\xFF\x03\xBB")
    _, bytes = peer:ask("memory.read", { 0x04000131, 1, "" })
    check.equal(bytes, "\x03")
    bench.clean()
  end)

  it("opposite directions are read as the game last got them", function()
    bench.start()
    local peer = bench.peer()
    fake.game.keys = LEFT | RIGHT | UP | DOWN
    peer:ask("memory.set", { 0x130, 2, 0x3FF, "io" }) -- the fake's bus, where mGBA keeps what the game read
    check.equal(peer:ask("memory.get", { KEYINPUT, 2, "" }), tostring(0x3FF), "none got through")
    peer:ask("memory.set", { 0x130, 2, 0x30F, "io" })
    check.equal(peer:ask("memory.get", { KEYINPUT, 2, "" }), tostring(0x30F), "all got through")
    bench.clean()
  end)

  it("reading JOY_RECV does not clear its receive flag", function()
    bench.start()
    local peer = bench.peer()
    peer:ask("memory.set", { 0x150, 4, 0x01020304, "io" })
    for offset = 0, 3 do fake.live_io[0x04000150 + offset] = 0xEE end
    check.equal(peer:ask("memory.get", { 0x04000150, 4, "" }), tostring(0x01020304))
    check.equal(peer:ask("memory.get", { 0x04000152, 2, "" }), tostring(0x0102))
    local _, bytes = peer:ask("memory.read", { 0x0400014E, 8, "" })
    check.equal(bytes, "\0\0\4\3\2\1\0\0")
    bench.clean()
  end)

  it("JOYP is calculated from the keys and the lines that the game has selected", function()
    bench.start({}, { gb = true })
    local peer = bench.peer()
    fake.game.keys = A | START | RIGHT | UP
    for select, value in pairs({ [0x00] = 0xC2, [0x10] = 0xD6, [0x20] = 0xEA, [0x30] = 0xFF }) do
      fake.game.memory.io.bytes[0] = select
      check.equal(peer:ask("memory.get", { JOYP, 1, "" }), tostring(value), ("selected 0x%02X"):format(select))
      check.equal(peer:ask("memory.get", { 0, 1, "io" }), tostring(value))
    end
    fake.game.keys = LEFT | RIGHT | DOWN
    fake.game.memory.io.bytes[0] = 0x20
    check.equal(peer:ask("memory.get", { JOYP, 1, "" }), tostring(0xE7), "opposite directions")
    bench.clean()
  end)

  it("a range that begins with JOYP is split", function()
    bench.start({}, { gb = true })
    local peer = bench.peer()
    fake.game.memory.io.bytes[0], fake.game.memory.io.bytes[1] = 0x30, 0x77
    all_are(read_everywhere(peer, JOYP, ""), 0x77FF)
    all_are(read_everywhere(peer, 0, "io"), 0x77FF)
    local _, bytes = peer:ask("memory.read", { JOYP, 0x80, "" })
    check.equal(bytes:sub(1, 3), "\xFF\x77\0")
    bench.clean()
  end)

  it("the Game Boy's registers are written at their addresses", function()
    bench.start({}, { gb = true })
    local peer = bench.peer()
    peer:ask("memory.set", { JOYP, 1, 0x10, "" })
    check.equal(peer:ask("memory.get", { JOYP, 1, "" }), tostring(0xDF))
    peer:ask("memory.set", { 0, 1, 0x30, "io" })
    check.equal(peer:ask("memory.get", { JOYP, 1, "" }), tostring(0xFF))
    bench.clean()
  end)

  it("a watch of a register on the bus and one in its domain each report their own value", function()
    bench.start()
    local peer = bench.peer()
    fake.live_io = { [0x04000100] = 5 }
    check.equal(peer:ask("watch.set", { 1, 0x04000100, "u8", "", 1 }), "5")
    check.equal(peer:ask("watch.set", { 2, 0x100, "u8", "io", 1 }), "0")
    fake.live_io[0x04000100] = 6
    fake.frames(1)
    local events = {}
    for _, message in ipairs(peer:replies()) do events[#events + 1] = table.concat(message.arguments, " ") end
    check.list(events, { "1 6" })
    bench.clean()
  end)

  it("the ROM mirror at the EEPROM's address is read without shifting the EEPROM's bits", function()
    bench.start({}, { rom_size = 0x2000000 })
    local peer = bench.peer()
    fake.game.memory.cart2.read16 = function() error("this read takes a bit from the EEPROM") end
    check.equal(peer:ask("memory.get", { 0x0D000000, 2, "" }), "0")
    check.equal(peer:ask("memory.get", { 0x01000000, 2, "cart2" }), "0")
    bench.clean()
  end)
end
