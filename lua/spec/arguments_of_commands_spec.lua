-- What every command refuses, and with which argument's name.
local check = require("spec.check")
local fake_system = require("spec.fake_system")
local bench = require("spec.bench")

-- Command, arguments, the refused argument, payload.
local REFUSALS = {
  { "memory.get", { "x", "1", "" }, "address" },
  { "memory.get", { "-1", "1", "" }, "address" },
  { "memory.get", { "0x10", "1", "" }, "address" },
  { "memory.get", { "[33554440", "1", "" }, "address" },
  { "memory.get", { "[33554440]", "1", "wram" }, "domain" },
  { "memory.get", { "33554432", "3", "" }, "width" },
  { "memory.set", { "33554432", "1", "256", "" }, "value" },
  { "memory.set", { "33554432", "2", "65536", "" }, "value" },
  { "memory.set", { "33554432", "4", "4294967296", "" }, "value" },
  { "memory.set", { "33554432", "1", "-1", "" }, "value" },
  { "memory.set", { "33554432", "1", "1e1", "" }, "value" },
  { "memory.read", { "33554432", "0", "" }, "length" },
  { "memory.read", { "33554432", "1048577", "" }, "length" },
  { "memory.span", { "33554432", "0", "" }, "length" },
  { "memory.span", { "33554432", "1048577", "" }, "length" },
  { "memory.span", { "[33554432]", "1", "" }, "address" },
  { "memory.write", { "33554432", "" }, "payload" },
  { "buttons.set", { "1024" }, "mask" },
  { "buttons.set", { "1", "2" }, "shared" },
  { "buttons.lease", { "1024", "1000" }, "mask" },
  { "buttons.lease", { "1", "99" }, "milliseconds" },
  { "buttons.lease", { "1", "600001" }, "milliseconds" },
  { "buttons.press", { "0", "1", "1", "0" }, "mask" },
  { "buttons.press", { "1", "0", "1", "0" }, "hold" },
  { "buttons.press", { "1", "3601", "1", "0" }, "hold" },
  { "buttons.press", { "1", "1", "0", "0" }, "release" },
  { "buttons.press", { "1", "1", "601", "0" }, "release" },
  { "buttons.press", { "1", "1", "1", "2" }, "wait" },
  { "buttons.press", { "1", "1", "1", "0", "2" }, "merge" },
  { "buttons.press", { "1", "1", "1", "2", "1" }, "wait" },
  { "buttons.remove", { "1", "2" }, "merged" },
  { "buttons.sequence", { "0", "0" }, "repeat", "1 1\n" },
  { "buttons.sequence", { "1001", "0" }, "repeat", "1 1\n" },
  { "buttons.sequence", { "1", "2" }, "wait", "1 1\n" },
  { "buttons.sequence", { "1", "0" }, "steps" },
  { "buttons.sequence", { "1", "0" }, "steps", "1 1" },
  { "buttons.sequence", { "1", "0" }, "steps", "1 1\n\n" },
  { "buttons.sequence", { "1", "0" }, "steps", "1024 1\n" },
  { "buttons.sequence", { "1", "0" }, "steps", "1 0\n" },
  { "buttons.sequence", { "1", "0" }, "steps", "-1 1\n" },
  { "buttons.sequence", { "1", "0" }, "steps", "1 36001\n" },
  { "buttons.sequence", { "1", "0" }, "steps", "1 99999999999999999999\n" },
  { "buttons.sequence", { "1", "0" }, "steps", ("1 1\n"):rep(1025) },
  { "buttons.sequence", { "2", "0" }, "steps", "1 18001\n" },
  { "buttons.sequence", { "1000", "0" }, "steps", "1 36\n0 1\n" },
  { "buttons.cancel", { "0" }, "id" },
  { "buttons.cancel", { "x" }, "id" },
  { "buttons.status", { "9007199254740992" }, "id" },
  { "frames.wait", { "0" }, "frames" },
  { "frames.wait", { "36001" }, "frames" },
  { "memory.wait", { "33554432", "u8", "", "eq:1", "0" }, "timeout" },
  { "memory.wait", { "33554432", "u8", "", "eq:1", "36001" }, "timeout" },
  { "memory.wait", { "33554432", "u64", "", "eq:1", "1" }, "type" },
  { "memory.wait", { "33554432", "u8", "", "eq:256", "1" }, "condition" },
  { "memory.wait", { "33554432", "u8", "", "changed:1", "1" }, "condition" },
  { "memory.wait", { "x", "u8", "", "changed", "1" }, "address" },
  { "memory.wait", { "[33554432]", "u8", "wram", "changed", "1" }, "domain" },
  { "memory.guard", { "33554432", "u8", "", "changed" }, "condition" },
  { "screen.wait", { "0" }, "timeout" },
  { "screen.wait", { "36001" }, "timeout" },
  { "buttons.add", { "1024" }, "mask" },
  { "buttons.add", { "1", "x" }, "shared" },
  { "buttons.remove", { "x" }, "mask" },
  { "state.save", { "64" }, "flags" },
  { "state.save", { "" }, "flags" },
  { "state.load", { "32" }, "flags" },
  { "slot.save", { "10", "31" }, "slot" },
  { "slot.save", { "0", "32" }, "flags" },
  { "slot.load", { "x", "29" }, "slot" },
  { "rom.load", { "/nowhere.gba", "2" }, "reset" },
  { "rom.load", { "/nowhere.gba", "1" }, "path" },
  { "save.load", { "/nowhere.sav", "0" }, "path" },
  { "save.load", { "/nowhere.sav", "x" }, "temporary" },
  { "log", { "shout" }, "level" },
  { "log", { "info" }, "payload", ("x"):rep(65537) },
  { "log", { "info" }, "payload", "a\0b" },
  { "log", { "info" }, "payload", "\27[2J" },
  { "log", { "info" }, "payload", "\127" },
  { "memory.guard", { "33554432", "u64", "", "eq:1" }, "type" },
  { "memory.guard", { "33554432", "u8", "", "eq" }, "condition" },
  { "memory.guard", { "33554432", "u8", "", "is:1" }, "condition" },
  { "memory.guard", { "33554432", "u8", "", "eq:1.0" }, "condition" },
  { "memory.guard", { "33554432", "u8", "", "eq:256" }, "condition" },
  { "memory.guard", { "33554432", "u8", "", "eq:-1" }, "condition" },
  { "memory.guard", { "33554432", "i8", "", "ge:128" }, "condition" },
  { "memory.guard", { "33554432", "i8", "", "mask:256" }, "condition" },
  { "memory.guard", { "33554432", "i8", "", "mask:-1" }, "condition" },
  { "memory.guard", { "33554432", "u8", "", "eq:99999999999999999999" }, "condition" },
  { "register.get", { "r16" }, "name" },
  { "register.get", { "R0" }, "name" },
  { "register.get", { "a" }, "name" },
  { "register.set", { "x", "0" }, "name" },
  { "register.set", { "r0", "4294967296" }, "value" },
  { "register.set", { "r0", "-1" }, "value" },
}

return function(it)
  it("a refused text is quoted: shortened, with whole characters, and without control characters", function()
    bench.start()
    local peer = bench.peer()
    local quoted = {
      ["a\0\n\x7F\"b"] = '"a???"b"', [("x"):rep(64)] = '"' .. ("x"):rep(64) .. '"', [("x"):rep(65)] = '"' .. ("x"):rep(64) .. '…"',
      [("x"):rep(63) .. "éé"] = '"' .. ("x"):rep(63) .. '…"',
    }
    for text, shown in pairs(quoted) do
      local _, sentence = peer:refused("memory.get", { "33554432", text, "" })
      check.equal(sentence, "width must be 1, 2 or 4; got " .. shown .. ".")
    end
    bench.clean()
  end)

  for _, row in ipairs(REFUSALS) do
    local payload = row[4] and (" and %d bytes %q"):format(#row[4], row[4]:sub(1, 5)) or ""
    it(row[1] .. " " .. table.concat(row[2], " ") .. payload, function()
      bench.start({ BRIDGE_SCRIPT_SECRET = "known", BRIDGE_SCRIPT_FOLDERS = fake_system.path("/") })
      local arguments = {}
      for i, argument in ipairs(row[2]) do
        arguments[i] = argument:find("^/") and fake_system.path(argument) or argument
      end
      local status, sentence, name = bench.peer():refused(row[1], arguments, row[4])
      check.equal(status, "bad-request")
      check.equal(name, row[3])
      check.contains(sentence, row[3])
      bench.clean()
    end)
  end

  it("wrong numbers of arguments and unexpected payloads are refused", function()
    bench.start()
    local peer = bench.peer()
    check.equal(peer:refused("ping", { "x" }), "bad-request")
    check.equal(peer:refused("memory.get", { "33554432" }), "bad-request")
    check.equal(peer:refused("ping", {}, "payload"), "bad-request")
    bench.clean()
  end)

  it("the largest holds and values are accepted", function()
    bench.start()
    local peer = bench.peer()
    peer:ask("buttons.press", { "1023", "3600", "600", "0" })
    peer:ask("memory.set", { "33554432", "4", "4294967295", "" })
    check.equal(peer:ask("memory.get", { "33554432", "4", "" }), "4294967295")
    bench.clean()
  end)

  it("a Game Boy has no shoulder buttons", function()
    bench.start({}, { gb = true })
    local peer = bench.peer()
    local status, sentence = peer:refused("buttons.press", { "768", "1", "1", "0" })
    check.equal(status, "bad-request")
    check.contains(sentence, "R, L")
    peer:ask("buttons.press", { "255", "1", "1", "0" })
    bench.clean()
  end)
end
