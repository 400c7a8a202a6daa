-- The host's end without a bridge.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

local function start_with_host()
  bench.start()
  local host = { states = {} }
  function host.setExpiry(seconds) host.expiry = seconds end
  function host.setConnected(connected) host.states[#host.states + 1] = connected end
  _G._host = host
  fake.fire("start")
  return host
end

local function finish()
  bench.clean()
  _G._host = nil
end

return function(it)
  it("the host learns the time after which it ends", function()
    local host = start_with_host()
    local peer = bench.peer()
    for _, seconds in ipairs({ "604800", "1", "0" }) do
      peer:ask("expire", { seconds })
      check.equal(host.expiry, tonumber(seconds))
    end
    check.contains(peer:ask("info"), "expiry")
    finish()
  end)

  it("an invalid time is refused", function()
    local host = start_with_host()
    local peer = bench.peer()
    for _, seconds in ipairs({ "604801", "-1", "1.5", "", "x" }) do
      local status, _, argument = peer:refused("expire", { seconds })
      check.equal(status, "bad-request")
      check.equal(argument, "seconds")
    end
    check.equal(host.expiry, nil)
    finish()
  end)

  it("the host learns of the first bridge and of the end of the last", function()
    local host = start_with_host()
    local peer = bench.peer()
    check.equal(host.states[#host.states], true)
    peer.client:leave()
    fake.frames(2)
    check.equal(host.states[#host.states], false)
    finish()
  end)

  it("mGBA's own front ends refuse expire with a sentence", function()
    bench.start()
    local status, sentence = bench.peer():refused("expire", { "10" })
    check.equal(status, "unsupported")
    check.contains(sentence, "the emulator that comes with the bridge")
    bench.clean()
  end)
end
