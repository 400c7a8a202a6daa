local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

return function(it)
  it("register values are unsigned", function()
    bench.start()
    local peer = bench.peer()
    check.equal(peer:ask("register.set", { "r3", "4294967295" }), "")
    check.equal(peer:ask("register.get", { "r3" }), "4294967295")
    peer:ask("register.set", { "sp", "2147483648" })
    check.equal(peer:ask("register.get", { "sp" }), "2147483648")
    bench.clean()
  end)

  it("all registers are listed", function()
    bench.start()
    fake.game.registers.r15, fake.game.registers.cpsr = 0x080000C0, 0x6000001F
    local list = bench.peer():ask("registers")
    check.contains(list, "r0=0 r1=0 ")
    check.contains(list, " r15=134217920 cpsr=1610612767")
    bench.clean()
  end)

  it("on the Game Boy each register has its own width", function()
    bench.start({}, { gb = true })
    local peer = bench.peer()
    peer:ask("register.set", { "a", "255" })
    peer:ask("register.set", { "hl", "65535" })
    check.equal(peer:ask("register.get", { "a" }), "255")
    check.equal(peer:ask("register.get", { "hl" }), "65535")
    check.equal(peer:ask("registers"), "a=255 f=0 b=0 c=0 d=0 e=0 h=0 l=0 sp=0 pc=0")
    check.equal(peer:refused("register.set", { "a", "256" }), "bad-request")
    local status, sentence = peer:refused("register.get", { "r0" })
    check.equal(status, "bad-request")
    check.contains(sentence, "a, f, b, c, d, e, h, l, sp, pc, af, bc, de, hl")
    bench.clean()
  end)

  it("register values that would crash mGBA are refused", function()
    bench.start()
    local peer = bench.peer()
    fake.game.registers.cpsr = 0x6000001F
    peer:ask("register.set", { "cpsr", 0xF000009F })
    for _, value in ipairs({ 0xF00000BF, 0xFFFFFFFF, 0, 0x14 }) do
      local status, sentence, name = peer:refused("register.set", { "cpsr", value })
      check.list({ status, name }, { "bad-request", "value" })
      check.contains(sentence, "value")
    end
    check.equal(peer:ask("register.get", { "cpsr" }), tostring(0xF000009F))
    bench.clean()
  end)

  it("an mGBA without register functions refuses the register commands", function()
    bench.start()
    check.contains(bench.peer():ask("info"), "registers")
    fake.game.registers = {}
    fake.fire("start")
    local peer = bench.peer()
    check.truthy(not peer:ask("info"):find("registers"), "no capability")
    for _, call in ipairs({ { "registers" }, { "register.get", { "r0" } }, { "register.set", { "r0", "1" } } }) do
      check.equal(peer:refused(call[1], call[2]), "unsupported")
    end
    bench.clean()
  end)
end
