local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

return function(it)
  it("domains with their real sizes, by address", function()
    bench.start({}, { rom_size = 0x1234 })
    local list = bench.peer():ask("memory.domains")
    check.contains(list, "bios:0:16384 wram:33554432:262144 iwram:")
    check.contains(list, "cart0:134217728:4660")
    bench.clean()
  end)

  it("values of each width at each alignment", function()
    bench.start()
    local peer = bench.peer()
    for offset = 0, 3 do
      for width, value in pairs({ [1] = 0xA5, [2] = 0xBEEF, [4] = 0xDEADBEEF }) do
        peer:ask("memory.set", { 0x02000100 + offset, width, value, "" })
        check.equal(peer:ask("memory.get", { 0x02000100 + offset, width, "" }), tostring(value))
        check.equal(peer:ask("memory.get", { 0x100 + offset, width, "wram" }), tostring(value))
        check.equal(peer:ask("memory.get", { 0x02040100 + offset, width, "" }), tostring(value), "its mirror")
      end
    end
    bench.clean()
  end)

  it("bytes where mGBA ignores raw writes of bytes", function()
    bench.start()
    local peer = bench.peer()
    for _, base in ipairs({ 0x05000000, 0x06000000, 0x07000000 }) do
      peer:ask("memory.write", { base, "" }, "\1\2\3\4")
      peer:ask("memory.set", { base + 1, 1, 0xEE, "" })
      local _, bytes = peer:ask("memory.read", { base, 4, "" })
      check.equal(bytes, "\1\xEE\3\4")
    end
    for offset = 0, 3 do
      for length = 1, 9 do
        local payload = ("abcdefghi"):sub(1, length)
        peer:ask("memory.write", { offset, "vram" }, payload)
        local _, bytes = peer:ask("memory.read", { 0x06000000 + offset, length, "" })
        check.equal(bytes, payload)
      end
    end
    bench.clean()
  end)

  it("an I/O register is written over the bus in one access", function()
    bench.start()
    local peer = bench.peer()
    fake.accesses = {}
    peer:ask("memory.set", { 0x0400010A, 2, 0x80, "" })
    peer:ask("memory.set", { 0x40, 4, 0x12345678, "io" })
    check.list(fake.accesses, { "io16", "io32" })
    check.equal(peer:ask("memory.get", { 0x04000040, 4, "" }), tostring(0x12345678))
    bench.clean()
  end)

  it("a large write goes in steps of 32 bits", function()
    bench.start()
    local peer = bench.peer()
    fake.accesses = {}
    peer:ask("memory.write", { 0x02000001, "" }, ("x"):rep(4095))
    check.truthy(#fake.accesses < 1030, "accesses: " .. #fake.accesses)
    bench.clean()
  end)

  it("ROM and BIOS are read-only on the bus, ROM can be patched in its domain", function()
    bench.start()
    local peer = bench.peer()
    check.equal(peer:refused("memory.set", { 0x08000000, 1, 1, "" }), "read-only")
    check.equal(peer:refused("memory.set", { 0, 1, 1, "" }), "read-only")
    check.equal(peer:refused("memory.set", { 0, 1, 1, "bios" }), "read-only")
    peer:ask("memory.set", { 16, 2, 0x1234, "cart0" })
    check.equal(peer:ask("memory.get", { 0x08000010, 2, "" }), tostring(0x1234))
    bench.clean()
  end)

  it("what crosses an end is refused with a sentence that names it", function()
    bench.start()
    local peer = bench.peer()
    local status, sentence = peer:refused("memory.get", { 0x0203FFFF, 2, "" })
    check.equal(status, "out-of-range")
    check.contains(sentence, "wram")
    check.contains(sentence, "0x0203FFFF")
    status, sentence = peer:refused("memory.read", { 0x3FFFF, 2, "wram" })
    check.equal(status, "out-of-range")
    check.contains(sentence, "262144")
    check.equal(peer:refused("memory.get", { 0x10000000, 1, "" }), "out-of-range")
    check.equal(peer:refused("memory.get", { 9999999999999999, 4, "wram" }), "out-of-range")
    status, sentence = peer:refused("memory.get", { 0, 1, "hram" })
    check.equal(status, "unknown-domain")
    check.contains(sentence, "iwram")
    bench.clean()
  end)

  it("on the Game Boy addresses are those of the bus", function()
    bench.start({}, { gb = true })
    local peer = bench.peer()
    peer:ask("memory.set", { 0xC001, 2, 0x1234, "" })
    check.equal(peer:ask("memory.get", { 0xC001, 2, "" }), tostring(0x1234))
    check.equal(peer:ask("memory.get", { 1, 2, "wram" }), tostring(0x1234))
    peer:ask("memory.set", { 0xFF40, 1, 0x91, "" })
    peer:ask("memory.set", { 0x41, 1, 5, "io" })
    check.equal(peer:ask("memory.get", { 0xFF40, 2, "" }), tostring(0x0591))
    check.equal(peer:refused("memory.set", { 0x100, 1, 1, "" }), "read-only")
    check.equal(peer:refused("memory.get", { 0xDFFF, 2, "" }), "out-of-range")
    check.equal(peer:refused("memory.get", { 0x10000, 1, "" }), "out-of-range")
    bench.clean()
  end)

  it("save memory is checked after a write", function()
    bench.start({}, { sram = 0x8000 })
    local peer = bench.peer()
    peer:ask("memory.set", { 0x0E000001, 1, 7, "" })
    check.equal(peer:ask("memory.get", { 0x0E008001, 1, "" }), "7")
    fake.game.memory.sram.write8 = function() end -- Flash
    check.equal(peer:refused("memory.set", { 0x0E000001, 1, 8, "" }), "failed")
    bench.clean()
  end)
end
