-- Breakpoints of our own host: what it is asked for, and how hits are told.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

local function started(options)
  local host = { set = {}, cleared = {}, hits = "", lines = "7 2 33554432 33554435 0 4294967295 0 - 0 12\n", taken = 0 }
  _G._host = {
    setBreakpoint = function(...)
      host.set[#host.set + 1] = table.concat({ ... }, " ")
      return host.full and 0 or 7
    end,
    clearBreakpoint = function(id)
      host.cleared[#host.cleared + 1] = id
      return id == 7
    end,
    breakpoints = function() return host.lines end,
    takeHits = function()
      host.taken = host.taken + 1
      local hits = host.hits
      host.hits = ""
      return hits
    end,
    isEnding = function() return false end,
  }
  bench.start({}, options)
  return bench.peer(), host
end

local function ended()
  bench.clean()
  _G._host = nil
end

local function set(address, changes)
  local arguments = { "write", address, "4", "-", "0" }
  for i, text in pairs(changes or {}) do arguments[i] = text end
  return arguments
end

return function(it)
  it("a breakpoint is set on the bus, where mirrors have one address", function()
    local peer, host = started()
    check.contains(peer:ask("info"), ",breakpoints")
    check.equal(peer:ask("breakpoint.set", set("33554432")), "7 33554432")
    check.equal(peer:ask("breakpoint.set", set("33816576", { [1] = "access", [3] = "1" })), "7 33554432")
    peer:ask("breakpoint.set", set("134217728", { [1] = "execute", [4] = "ge:16:255:r3", [5] = "1000000" }))
    check.list(host.set, {
      "2 33554432 33554435 0 4294967295 0  0", "3 33554432 33554432 0 4294967295 0  0", "8 134217728 134217731 6 255 16 r3 1000000",
    })
    check.equal(peer:call("breakpoint.list").payload, host.lines)
    check.equal(peer:ask("breakpoint.clear", { "7" }), "1")
    check.equal(peer:ask("breakpoint.clear", { "8" }), "0")
    check.list(host.cleared, { 7, 8 })
    ended()
  end)

  it("a Game Boy's echo of the working memory has the address of that memory", function()
    local peer, host = started({ gb = true })
    check.equal(peer:ask("breakpoint.set", set("57360", { [3] = "1" })), "7 49168")
    check.list(host.set, { "2 49168 49168 0 4294967295 0  0" })
    ended()
  end)

  it("hits are told once a frame, until there is no breakpoint", function()
    local peer, host = started()
    peer:ask("events.subscribe", { "reset" })
    fake.frames(2)
    check.equal(host.taken, 0)
    peer:ask("breakpoint.set", set("33554432"))
    host.hits = "3\n7 2 11 72 134218160 33554432 4 1 2 0\n"
    fake.frames(2)
    local told
    for _, message in ipairs(peer:replies()) do
      if message.word == "hits" then told = message end
    end
    check.list(told.arguments, { "3" })
    check.equal(told.payload, "7 2 11 72 134218160 33554432 4 1 2 0\n")
    host.lines = ""
    fake.frames(1)
    local taken = host.taken
    fake.frames(3)
    check.equal(host.taken, taken)
    ended()
  end)

  it("wrong breakpoints are refused", function()
    local peer, host = started()
    for i, text in pairs({ "run", "x", "0", "eq", "1000001" }) do
      check.equal(peer:refused("breakpoint.set", set("33554432", { [i] = text })), "bad-request")
    end
    for _, condition in ipairs({ "is:1:1:-", "eq:4294967296:1:-", "eq:1:4294967296:-", "eq:-1:1:-", "eq:1:1:r99", "eq:1:1" }) do
      check.equal(peer:refused("breakpoint.set", set("33554432", { [4] = condition })), "bad-request")
    end
    check.equal(peer:refused("breakpoint.set", set("33554432", { [1] = "execute", [4] = "eq:1:1:-" })), "bad-request")
    check.equal(peer:refused("breakpoint.set", set("33816575", { [3] = "2" })), "out-of-range")
    host.full = true
    check.equal(peer:refused("breakpoint.set", set("33554432")), "busy")
    ended()
  end)

  --- Calls a function that makes a game of this version.
  local function with(version, run)
    local before = fake.version
    fake.version = version
    run()
    fake.version = before
  end

  --- Starts another mGBA than our host.
  local function stock(version)
    with(version, bench.start)
    return bench.peer()
  end

  it("mGBA 0.10 has none", function()
    local peer = stock("0.10")
    check.equal(peer:refused("breakpoint.set", set("33554432")), "unsupported")
    check.equal(peer:refused("breakpoint.list"), "unsupported")
    check.equal(peer:refused("breakpoint.clear", { "1" }), "unsupported")
    bench.clean()
  end)

  local REGISTERS = (" 0"):rep(13) .. " 7 0 134218000 32" -- r13, r14, r15 and cpsr

  --- Returns the lines of the next frame's event.
  local function next_hits(peer)
    fake.frames(1)
    for _, message in ipairs(peer:replies()) do
      if message.id == "0" and message.word == "hits" then return message.arguments[1] .. " " .. message.payload end
    end
  end

  it("mGBA 0.11 has its own", function()
    local peer = stock("0.11")
    check.contains(peer:ask("info"), ",breakpoints")
    peer:ask("events.subscribe", { "reset" })
    check.equal(peer:ask("breakpoint.set", set("33554432", { [3] = "2" })), "1 33554432")
    check.equal(peer:ask("breakpoint.set", set("33554434", { [1] = "read", [3] = "1", [4] = "eq:5:255:-" })), "2 33554434")
    check.equal(peer:ask("breakpoint.set", set("134217728", { [1] = "execute", [3] = "2", [5] = "1" })), "3 134217728")
    local registers = fake.game.registers
    registers.r13, registers.r15, registers.pc, registers.cpsr = 7, 134218000, 134218000, 32
    fake.frames(1)
    fake.game.cycle = 40
    fake.meet({ address = 33554433, width = 1, accessType = 1, oldValue = -1, newValue = 2 })
    fake.meet({ address = 33554434, width = 1, accessType = 1, oldValue = 1, newValue = 2 })
    fake.meet({ address = 33554434, width = 1, accessType = 2, oldValue = 5, newValue = 0 })
    fake.meet({ address = 33554434, width = 1, accessType = 2, oldValue = 6, newValue = 0 })
    fake.meet({ address = 134217729 })
    fake.meet({ address = 134217728 })
    local number = fake.game.number
    check.equal(next_hits(peer), ("0 1 6 %d 40 134217996 33554433 1 255 2 0%s\n2 1 %d 40 134217996 33554434 1 5 5 0%s\n")
      :format(number, REGISTERS, number, REGISTERS) .. ("3 8 %d 40 134217729 134217729 1 0 0 0%s\n"):format(number, REGISTERS))
    check.equal(peer:call("breakpoint.list").payload, "1 2 33554432 33554433 0 4294967295 0 - 0 1\n"
      .. "2 1 33554434 33554434 1 255 5 - 0 1\n3 8 134217728 134217729 0 4294967295 0 - 1 1\n")
    check.equal(peer:ask("breakpoint.clear", { "3" }), "1")
    check.equal(peer:ask("breakpoint.clear", { "3" }), "0")
    check.equal(#fake.game.points, 2)
    fake.close_game()
    with("0.11", fake.load_game)
    fake.frames(1)
    peer:replies()
    check.equal(peer:call("breakpoint.list").payload, "")
    bench.clean()
  end)

  it("mGBA's own breakpoints have limits, and stop no game", function()
    local peer = stock("0.11")
    peer:ask("events.subscribe", { "reset" })
    check.equal(peer:refused("breakpoint.set", set("33554432", { [1] = "write:stop:1000" })), "unsupported")
    check.equal(peer:refused("breakpoint.stop", { "1000", "1" }), "unsupported")
    check.equal(peer:refused("breakpoint.set", set("134217728", { [1] = "execute", [3] = "17" })), "bad-request")
    for _ = 1, 64 do peer:ask("breakpoint.set", set("33554432", { [1] = "change" })) end
    check.equal(peer:refused("breakpoint.set", set("33554432")), "busy")
    fake.meet({ address = 33554432, width = 4, accessType = 1, oldValue = 3, newValue = 3 })
    for value = 1, 2 do fake.meet({ address = 33554432, width = 4, accessType = 1, oldValue = 0, newValue = value }) end
    check.contains(next_hits(peer), "64 ")
    -- A hit whose form is unknown counts as lost.
    fake.meet({ address = 33554432, width = "4", accessType = 1, oldValue = 0, newValue = {} })
    check.equal(next_hits(peer), "64 ")
    check.equal(peer:ask("breakpoint.clear", { "0" }), "1")
    check.equal(peer:call("breakpoint.list").payload, "")
    fake.has_no_debugger = true
    local status, sentence = peer:refused("breakpoint.set", set("134217728", { [1] = "execute", [3] = "2" }))
    fake.has_no_debugger = nil
    check.equal(status, "unsupported")
    check.contains(sentence, "without its debugger")
    check.equal(peer:call("breakpoint.list").payload, "")
    bench.clean()
  end)
end
