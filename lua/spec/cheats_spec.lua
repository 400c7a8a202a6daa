-- Cheats, which our own host has as text.
local check = require("spec.check")
local bench = require("spec.bench")

--- Starts with a host that refuses codes with a G in them. Returns a client and the host.
local function start()
  local host = { text = "", count = 0 }
  _G._host = {
    cheats = function() return host.text end,
    setCheats = function(text)
      local cheat, line = -1, -1
      for each in text:gmatch("([^\n]*)\n") do
        if each:find("^[+-]") then cheat, line = cheat + 1, -1 else line = line + 1 end
        if each:find("^%x*G") then return ("%d %d must be a code of the GBA"):format(cheat, line) end
        if each:find("gameGenie") then return ("%d -1 must be of another type"):format(cheat) end
      end
      host.text, host.count = text, host.count + 1
      return ""
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

local TWO = "+ auto Lives\n82000300 0001\n82000302 0002\n- codeBreaker No walls\n82000304 0003\n"

return function(it)
  it("all cheats are set and listed", function()
    local peer, host = start()
    check.contains(peer:ask("info"), ",cheats")
    peer:ask("cheats.set", {}, TWO)
    check.equal(host.text, TWO)
    local _, payload = peer:ask("cheats.list")
    check.equal(payload, TWO)
    peer:ask("cheats.set", {}, "")
    check.equal(host.text, "")
    finish()
  end)

  it("one cheat is added, replaced, switched and removed", function()
    local peer, host = start()
    peer:ask("cheats.set", {}, TWO)
    peer:ask("cheats.put", {}, "+ vba Third one\n02000000:01\n")
    check.equal(host.text, TWO .. "+ vba Third one\n02000000:01\n")
    peer:ask("cheats.put", {}, "+ auto Lives\n82000300 0009\n")
    check.equal(host.text, "+ auto Lives\n82000300 0009\n- codeBreaker No walls\n82000304 0003\n+ vba Third one\n02000000:01\n")
    peer:ask("cheats.put", {}, "+ auto Lives\n82000300 0009\n+ vba Third one\n02000000:01\n")
    check.equal(host.text, "+ auto Lives\n82000300 0009\n- codeBreaker No walls\n82000304 0003\n+ vba Third one\n02000000:01\n")
    check.equal(peer:ask("cheats.switch", { "No walls", "1" }), "1")
    check.equal(peer:ask("cheats.switch", { "Lives", "0" }), "1")
    check.equal(host.text, "- auto Lives\n82000300 0009\n+ codeBreaker No walls\n82000304 0003\n+ vba Third one\n02000000:01\n")
    check.equal(peer:ask("cheats.remove", { "No walls" }), "1")
    check.equal(host.text, "- auto Lives\n82000300 0009\n+ vba Third one\n02000000:01\n")
    check.equal(peer:ask("cheats.remove", { "" }), "2")
    check.equal(host.text, "")
    finish()
  end)

  it("a cheat that is not there is not changed", function()
    local peer, host = start()
    peer:ask("cheats.set", {}, TWO)
    check.equal(peer:ask("cheats.switch", { "Walls", "1" }), "0")
    check.equal(peer:ask("cheats.remove", { "Walls" }), "0")
    check.equal(host.count, 1)
    check.equal(peer:refused("cheats.switch", { "Lives", "2" }), "bad-request")
    finish()
  end)

  it("a wrong code is refused by its place, and nothing changes", function()
    local peer, host = start()
    peer:ask("cheats.set", {}, TWO)
    local status, sentence, argument = peer:refused("cheats.set", {}, "+ auto A\n82000300 0001\n+ auto B\n82000300 0001\n8200G\n")
    check.equal(status, "bad-request")
    check.equal(sentence, 'cheats[1].lines[1] must be a code of the GBA; got "8200G".')
    check.equal(argument, "cheats[1].lines[1]")
    status, sentence, argument = peer:refused("cheats.put", {}, "+ auto C\n8200G\n")
    check.equal(status, "bad-request")
    check.equal(sentence, 'cheats[0].lines[0] must be a code of the GBA; got "8200G".')
    check.equal(argument, "cheats[0].lines[0]")
    status, sentence, argument = peer:refused("cheats.put", {}, "+ gameGenie C\n8200\n")
    check.equal(status, "bad-request")
    check.equal(sentence, "cheats[0] must be of another type.")
    check.equal(argument, "cheats[0]")
    check.equal(host.text, TWO)
    finish()
  end)

  it("a payload that is no cheat is refused", function()
    local peer, host = start()
    for _, word in ipairs({ "cheats.put", "cheats.set" }) do
      for _, text in ipairs({ "x", "82000300 0001\n", "x\n+ auto A\n1\n", "+ auto A\n1" }) do
        check.equal(peer:refused(word, {}, text), "bad-request")
      end
      check.equal(peer:refused(word, {}, "+ auto \xFF\n1\n"), "bad-request")
      check.equal(peer:refused(word, {}, "+ auto A\n" .. ("82000300 0001\n"):rep(4700)), "bad-request")
    end
    check.equal(host.count, 0)
    finish()
  end)

  it("stock mGBA takes none", function()
    bench.start()
    local peer = bench.peer()
    check.equal(peer:refused("cheats.list"), "unsupported")
    check.equal(peer:refused("cheats.set", {}, TWO), "unsupported")
    check.equal(peer:refused("cheats.put", {}, "+ auto A\n1\n"), "unsupported")
    check.equal(peer:refused("cheats.switch", { "A", "1" }), "unsupported")
    check.equal(peer:refused("cheats.remove", { "" }), "unsupported")
    bench.clean()
  end)
end
