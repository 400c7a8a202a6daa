-- The host's speed, single instructions, and adding and removing held buttons.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

local function start_with_host()
  bench.start()
  local speed = 1000
  _G._host = { speed = function() return speed end, setSpeed = function(value) speed = value end }
  fake.fire("start")
  return bench.peer()
end

local function finish()
  bench.clean()
  _G._host = nil
end

return function(it)
  it("the host's speed is read and set", function()
    local peer = start_with_host()
    check.equal(peer:ask("speed.get"), "1000")
    for _, speed in ipairs({ "0", "250", "16000" }) do
      peer:ask("speed.set", { speed })
      check.equal(peer:ask("speed.get"), speed)
    end
    check.contains(peer:ask("info"), ",speed")
    finish()
  end)

  for _, speed in ipairs({ "1", "249", "16001", "-1", "1e3", "", "250.5", "100000" }) do
    it(("speed %q is refused"):format(speed), function()
      local peer = start_with_host()
      local status, sentence, argument = peer:refused("speed.set", { speed })
      check.equal(status, "bad-request")
      check.equal(argument, "thousandths")
      check.contains(sentence, "250 to 16000")
      check.equal(peer:ask("speed.get"), "1000")
      finish()
    end)
  end

  it("mGBA's own front ends refuse speed.set with a sentence", function()
    bench.start()
    local status, sentence = bench.peer():refused("speed.set", { "1000" })
    check.equal(status, "unsupported")
    check.contains(sentence, "the emulator that comes with the bridge")
    bench.clean()
  end)

  it("core.step runs last in its pass", function()
    bench.start()
    local peer = bench.peer()
    peer:send("core.step")
    peer:send("ping")
    fake.frames(1)
    check.equal(#peer:replies(), 1)
    check.equal(fake.steps, 1)
    fake.frames(1)
    check.equal(#peer:replies(), 1)
    bench.clean()
  end)

  it("buttons are added to the held ones and removed from them", function()
    bench.start()
    local peer = bench.peer()
    peer:ask("buttons.set", { "1" })
    peer:ask("buttons.add", { "6" })
    check.equal(peer:ask("buttons.get"), "7 7 0")
    peer:ask("buttons.remove", { "5" })
    check.equal(peer:ask("buttons.get"), "2 2 0")
    peer:ask("buttons.press", { "1", "9", "1", "0" })
    check.equal(peer:refused("buttons.add", { "1" }), "conflict")
    bench.clean()
  end)
end
