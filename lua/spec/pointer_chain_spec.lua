local check = require("spec.check")
local bench = require("spec.bench")
local pointer_chain = require("bridge.wire.pointer_chain")
local fake = bench.fake

local GOOD = {
  { "[33554440]+16", 33554440, "16" },
  { "[33554440]-4", 33554440, "-4" },
  { "[33554440]", 33554440, "0" },
  { "[[33554440]+16]-4", 33554440, "16 -4" },
  { "[[[1]]]", 1, "0 0 0" },
  { "[[[[[[[[1]+1]+2]+3]+4]+5]+6]+7]+8", 1, "1 2 3 4 5 6 7 8" },
  { "[0]+4294967295", 0, "4294967295" },
}

local BAD = {
  "", "[", "]", "[]", "[1", "1]", "[1]]", "[[1]", "[1]+", "[1]-", "[1]+-1", "[1]16", "[1]+16 ", " [1]", "[1]+0x10", "[x]", "[-1]",
  "[1+2]", "[1]+1+1", "[1]*2", "[12345678901]", "[1]+12345678901", "[[[[[[[[[1]]]]]]]]]", "[1]\0", "([1])",
}

return function(it)
  for _, row in ipairs(GOOD) do
    it(("the chain %s is parsed"):format(row[1]), function()
      local chain = pointer_chain.parse(row[1])
      check.equal(chain.base, row[2])
      check.equal(table.concat(chain.offsets, " "), row[3])
    end)
  end

  for _, text in ipairs(BAD) do
    it(("%q is not a chain"):format(text), function() check.equal(pointer_chain.parse(text), nil) end)
  end

  it("a random chain is parsed as it was built, and with a character more or less it is invalid or another chain", function()
    math.randomseed(7)
    for _ = 1, 500 do
      local text, offsets = tostring(math.random(0, 0xFFFFFFFF)), {}
      local base = text
      for i = 1, math.random(1, 8) do
        offsets[i] = math.random(-0xFFFF, 0xFFFF)
        text = ("[%s]%+d"):format(text, offsets[i])
      end
      local chain = pointer_chain.parse(text)
      check.equal(("%d"):format(chain.base), base, text)
      check.list(chain.offsets, offsets, text)
      local at = math.random(1, #text)
      local mutants = { text:sub(1, at - 1) .. string.char(math.random(0, 255)) .. text:sub(at), text:sub(1, at - 1) .. text:sub(at + 1) }
      for _, mutant in ipairs(mutants) do
        local other = pointer_chain.parse(mutant)
        check.truthy(other == nil or #other.offsets <= 8, mutant)
      end
    end
  end)

  local function start_with_pointer()
    bench.start()
    local peer = bench.peer()
    peer:ask("memory.set", { 0x02000008, 4, 0x02000100, "" })
    peer:ask("memory.write", { 0x02000100, "" }, "\1\2\3\4\5\6\7\8")
    return peer
  end

  it("every memory command follows a chain and ends its reply with the resolved address", function()
    local peer = start_with_pointer()
    check.equal(peer:ask("memory.get", { "[33554440]+2", 1, "" }), "3 33554690")
    check.equal(peer:ask("memory.set", { "[33554440]+2", 1, 9, "" }), "33554690")
    check.equal(peer:ask("memory.guard", { "[33554440]+2", "u8", "", "eq:9" }), "1 9 33554690")
    check.equal(peer:ask("memory.write", { "[33554440]+4", "" }, "xyz"), "33554692")
    local place, bytes = peer:ask("memory.read", { "[33554440]+1", 6, "" })
    check.equal(place, "33554689")
    check.equal(bytes, "\2\9\4xyz")
    bench.clean()
  end)

  it("a range in parts follows a chain", function()
    local peer = start_with_pointer()
    local id = peer:send("memory.write", { "[33554440]", "" }, ("ab"):rep(4096))
    fake.frames(3)
    local reply = peer:replies()[1]
    check.list({ reply.id, reply.word, table.concat(reply.arguments, " ") }, { tostring(id), "ok", "33554688" })
    bench.clean()
  end)

  it("each pointer is followed, and offsets wrap as the processor's additions do", function()
    local peer = start_with_pointer()
    peer:ask("memory.set", { 0x02000200, 4, 0x02000004, "" })
    check.equal(peer:ask("memory.get", { "[[33554944]+4]+3", 1, "" }), "4 33554691")
    check.equal(peer:ask("memory.get", { "[33554440]-248", 4, "" }), "33554688 33554440")
    check.equal(peer:ask("memory.get", { "[33554440]+4294967048", 4, "" }), "33554688 33554440")
    bench.clean()
  end)

  local function refusal(chain, length, ...)
    local peer = start_with_pointer()
    peer:ask("memory.set", { 0x02000300, 4, 0xDEADBEEF, "" })
    peer:ask("memory.set", { 0x02000304, 4, 0x0203FFFF, "" })
    local status, sentence, name = peer:refused("memory.read", { chain, length, "" })
    check.equal(status, "out-of-range")
    check.equal(name, "address")
    for _, part in ipairs({ ... }) do check.contains(sentence, part) end
    bench.clean()
  end

  it("a null pointer is refused with its place", function() refusal("[33554448]+2", 1, "0x02000010", "0x00000000", "points nowhere") end)
  it("a null pointer inside a chain is refused with its place", function() refusal("[[33554440]+256]+2", 1, "0x02000200", "0x00000000") end)
  it("a dangling pointer is refused with its place and value", function()
    refusal("[33555200]+16", 1, "0x02000300", "0xDEADBEEF", "0xDEADBEFF")
  end)
  it("a dangling pointer inside a chain is refused", function() refusal("[[33555200]]", 1, "0x02000300", "0xDEADBEEF") end)
  it("a pointer with too little memory after it is refused", function() refusal("[33555204]", 2, "0x02000304", "0x0203FFFF", "wram") end)
  it("a base address in no region is refused with the list of regions", function()
    refusal("[16777216]", 1, "Nothing is at 0x01000000", "wram")
  end)
  it("a base address with room for only a part of a pointer is refused", function() refusal("[33816574]", 1, "4 bytes from 0x0203FFFE") end)

  it("Game Boy pointers have 16 bits", function()
    bench.start({}, { gb = true })
    local peer = bench.peer()
    peer:ask("memory.set", { 0xC000, 4, 0xFFFFC100, "" })
    peer:ask("memory.set", { 0xC102, 1, 77, "" })
    check.equal(peer:ask("memory.get", { "[49152]+2", 1, "" }), "77 49410")
    check.equal(peer:ask("memory.get", { "[49152]+65282", 1, "" }), "255 49154", "it wraps at 16 bits")
    local _, sentence = peer:refused("memory.get", { "[49160]", 1, "" })
    check.contains(sentence, "The pointer at 0xC008 is 0x0000")
    bench.clean()
  end)
end
