-- The machine code of the game: which bytes are read, and in which mode.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

local THUMB = 0x20

local function started()
  local asked = {}
  _G._host = {
    disassemble = function(mode, address, bytes, lines)
      asked[#asked + 1] = ("%s %d %d %d"):format(mode, address, #bytes, lines)
      return "00 nop\n"
    end,
    isEnding = function() return false end,
  }
  bench.start()
  return bench.peer(), asked
end

local function ended()
  bench.clean()
  _G._host = nil
end

return function(it)
  it("code is disassembled in the mode of the argument, the address or the processor", function()
    local peer, asked = started()
    check.contains(peer:ask("info"), ",disassembly")
    fake.game.registers.cpsr = 0x1F
    fake.game.registers.pc = 0x02000014
    check.list(peer:call("disassemble", { "33554432", "2", "" }).arguments, { "33554432", "arm" })
    check.list(peer:call("disassemble", { "33554433", "2", "" }).arguments, { "33554432", "thumb" })
    check.list(peer:call("disassemble", { "33554434", "256", "thumb" }).arguments, { "33554434", "thumb" })
    check.list(peer:call("disassemble", { "", "1", "" }).arguments, { "33554448", "arm" })
    fake.game.memory.wram.bytes[3] = 2
    fake.game.memory.wram.bytes[0] = 0x41
    check.list(peer:call("disassemble", { "[33554432]", "1", "" }).arguments, { "33554496", "thumb" })
    fake.game.registers.cpsr = 0x1F | THUMB
    local reply = peer:call("disassemble", { "", "1", "" })
    check.list(reply.arguments, { "33554450", "thumb" })
    check.equal(reply.payload, "00 nop\n")
    check.list(asked, {
      "arm 33554432 8 2", "thumb 33554432 8 2", "thumb 33554434 1024 256", "arm 33554448 4 1", "thumb 33554496 4 1",
      "thumb 33554450 4 1",
    })
    ended()
  end)

  it("wrong arguments are refused", function()
    local peer = started()
    for _, arguments in ipairs({
      { "33554434", "1", "arm" }, { "33554432", "0", "" }, { "33554432", "257", "" }, { "33554432", "1", "sm83" },
      { "33554432", "1", "x86" }, { "x", "1", "" },
    }) do
      check.equal(peer:refused("disassemble", arguments), "bad-request")
    end
    check.equal(peer:refused("disassemble", { "268435456", "1", "arm" }), "out-of-range")
    ended()
  end)

  it("stock mGBA disassembles nothing", function()
    bench.start()
    check.equal(bench.peer():refused("disassemble", { "33554432", "1", "arm" }), "unsupported")
    bench.clean()
  end)
end
