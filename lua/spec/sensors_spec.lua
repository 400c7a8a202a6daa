-- The sensors of the cartridge, and its motor.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

--- Starts with a host whose cartridge has these sensors. Returns a client and the host's values.
local function start(names)
  local host = { names = names, values = { 0, 0, 0, 0 }, clock = 1700000000, rumbles = false, is_fixed = false }
  _G._host = {
    sensors = function()
      return ("%s %s %d %d"):format(host.names, table.concat(host.values, " "), host.rumbles and 1 or 0, host.clock)
    end,
    setSensors = function(...)
      host.values = { ... }
      return true
    end,
    rumbles = function() return host.rumbles end,
    canSetClock = function() return not host.is_fixed end,
    setClock = function(seconds)
      if not host.is_fixed then host.clock = seconds end
      return not host.is_fixed
    end,
    isEnding = function() return false end,
  }
  bench.start()
  return bench.peer(), host
end

local function finish()
  bench.clean()
  _G._host = nil
end

return function(it)
  it("the sensors are read and set, each by itself", function()
    local peer, host = start("tilt,light,clock")
    check.contains(peer:ask("info"), ",sensors")
    check.equal(peer:ask("sensors.status"), "tilt,light,clock 0 0 0 0 0 1700000000")
    check.equal(peer:ask("sensors.set", { "-1000", "500", "", "", "" }), "tilt,light,clock -1000 500 0 0 0 1700000000")
    check.equal(peer:ask("sensors.set", { "", "", "", "1000", "5" }), "tilt,light,clock -1000 500 0 1000 0 5")
    check.equal(peer:ask("sensors.set", { "", "0", "", "", "" }), "tilt,light,clock -1000 0 0 1000 0 5")
    check.list(host.values, { -1000, 0, 0, 1000 })
    finish()
  end)

  local WRONG = { { "-1001", "1001", "x" }, { "1001", "1.5" }, { "-1001", "--1", "+1" }, { "-1", "1001" }, { "-1", "253402300800" } }
  for index, values in ipairs(WRONG) do
    it(("argument %d of sensors.set has a range"):format(index), function()
      local peer, host = start("tilt,gyroscope,light,clock")
      for _, value in ipairs(values) do
        local given = { "", "", "", "", "" }
        given[index] = value
        check.equal(peer:refused("sensors.set", given), "bad-request")
      end
      check.list(host.values, { 0, 0, 0, 0 })
      finish()
    end)
  end

  it("a sensor that the cartridge lacks is refused, and nothing changes", function()
    local peer, host = start("tilt")
    local status, sentence, argument = peer:refused("sensors.set", { "5", "", "", "1", "" })
    check.equal(status, "conflict")
    check.contains(sentence, "has no light")
    check.contains(sentence, "has tilt")
    check.equal(argument, "light")
    check.list(host.values, { 0, 0, 0, 0 })
    host.names = "-"
    status, sentence = peer:refused("sensors.set", { "5", "", "", "", "" })
    check.equal(status, "conflict")
    check.contains(sentence, "has none")
    finish()
  end)

  it("a clock that goes on with the frames is refused", function()
    local peer, host = start("light,clock")
    host.is_fixed = true
    local status, _, argument = peer:refused("sensors.set", { "", "", "", "5", "5" })
    check.equal(status, "conflict")
    check.equal(argument, "clock")
    check.list(host.values, { 0, 0, 0, 0 })
    finish()
  end)

  --- Sends messages that begin a turn, or a step of the game that stands still. Returns the reply.
  local function begin(peer, word, messages)
    if word == "act" then
      peer:send("act", { 1, 0, "" }, messages)
      fake.frames(3)
      return peer:replies()[1]
    end
    peer:send("frames.hold", { 1000, 0, "", "spec" })
    bench.in_waits(
      function() peer:send("frames.step", { 1, 0, "", 1 }, messages) end,
      function() peer:send("frames.release", { "" }) end)
    fake.frames(2)
    return peer:replies()[2]
  end

  local function setting(...) return bench.message(2, "sensors.set", { ... }) end

  for _, word in ipairs({ "act", "frames.step" }) do
    it(word .. " sets the sensors before its first frame", function()
      local peer, host = start("tilt,light")
      host.values = { 0, 0, 0, 9 }
      local _, state = peer:ask("state.save", { 30 })
      local get = bench.message(1, "memory.get", { 33554432, 1, "" })
      local reply = begin(peer, word, bench.message(1, "state.load", { 31 }, state) .. setting("-7", "8", "", "", "") .. get)
      check.equal(reply.word, "ok")
      check.list(host.values, { -7, 8, 0, 9 })
      check.contains(reply.payload, "1 ok ")
      finish()
    end)

    it(word .. " does nothing if a sensor is refused", function()
      local peer, host = start("tilt")
      local _, state = peer:ask("state.save", { 30 })
      fake.game.memory.wram.bytes[0] = 77
      local reply = begin(peer, word, bench.message(1, "state.load", { 31 }, state) .. setting("-7", "8", "", "1", ""))
      check.equal(reply.word .. " " .. reply.arguments[1], "conflict light")
      check.list(host.values, { 0, 0, 0, 0 })
      check.equal(fake.game.memory.wram.bytes[0], 77)
      reply = begin(peer, word, setting("1", "1"))
      check.equal(reply.word, "bad-request")
      finish()
    end)

    it(word .. " in stock mGBA has none", function()
      bench.start()
      check.equal(begin(bench.peer(), word, setting("1", "1", "", "", "")).word, "unsupported")
      bench.clean()
    end)
  end

  it("an event tells when the motor starts and stops", function()
    local peer, host = start("rumble")
    peer:ask("events.subscribe", { "reset" })
    local seen = {}
    for _, rumbles in ipairs({ false, true, true, false, false, true }) do
      host.rumbles = rumbles
      fake.frames(1)
      for _, message in ipairs(peer:replies()) do
        if message.id == "0" then seen[#seen + 1] = message.word .. " " .. table.concat(message.arguments, " ") end
      end
    end
    check.list(seen, { "rumble 1", "rumble 0", "rumble 1" })
    finish()
  end)

  it("stock mGBA has none", function()
    bench.start()
    local peer = bench.peer()
    check.equal(peer:refused("sensors.status"), "unsupported")
    check.equal(peer:refused("sensors.set", { "", "", "", "", "" }), "unsupported")
    bench.clean()
  end)
end
