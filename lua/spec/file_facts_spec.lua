local check = require("spec.check")
local bench = require("spec.bench")
local escaping = require("bridge.wire.escaping")
local file_facts = require("bridge.game.file_facts")

return function(it)
  it("each fact is one line, in a fixed order", function()
    check.equal(
      file_facts.write({
        savewritable = false, patch = "game.ips", save = "/saves/game.sav", file = "game.gba", saveproblem = "no", patchproblem = "bad",
      }),
      "file=game.gba\nsave=/saves/game.sav\nsavewritable=0\nsaveproblem=no\npatch=game.ips\npatchproblem=bad\n")
    check.equal(file_facts.write({ savewritable = true }), "savewritable=1\n")
  end)

  it("without facts the payload is empty", function()
    check.equal(file_facts.write({}), "")
    check.equal(file_facts.write(nil), "")
  end)

  it("every byte of a name is kept, and none of them breaks a line", function()
    for code = 1, 255 do
      local name = "a" .. string.char(code) .. "b"
      local line = file_facts.write({ file = name }):match("^([^\n]*)\n$")
      check.equal(escaping.decode(line), "file=" .. name)
    end
  end)

  it("authenticate and info send the file facts as payload and the other facts in the header", function()
    bench.start()
    check.equal(bench.stranger():greet("first", "").payload, "")
    _G.bridge.parts.game.files = { file = "one game.gba", savewritable = false }
    local hello = bench.stranger():greet("spec", "")
    check.equal(hello.payload, "file=one%20game.gba\nsavewritable=0\n")
    local facts, lines = bench.peer():ask("info")
    check.equal(lines, hello.payload)
    check.contains(facts, "title=BUTTONTEST")
    check.equal(facts:find("savewritable", 1, true), nil)
    bench.clean()
  end)
end
