-- Games that are stopped between two instructions: the host calls `stopped`, and the script serves until the game goes on.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

-- The instruction that is next, how long the game stands, and a hit of breakpoint 7: a write.
local HIT = "7 2 11 72 134218160 33554432 4 1 2 0 1 2 3"
local SECOND = "134218164 1000 " .. HIT

local function started()
  local host = { line = "", steps = {}, set = {} }
  _G._host = {
    setBreakpoint = function(accesses)
      host.set[#host.set + 1] = accesses
      return 7
    end,
    clearBreakpoint = function() return true end,
    breakpoints = function() return "" end,
    takeHits = function() return "" end,
    stop = function() return host.line end,
    setSteps = function(count, milliseconds) host.steps[#host.steps + 1] = count .. " " .. milliseconds end,
    isEnding = function()
      assert(not host.breaks, "broken on purpose")
      return host.is_ending
    end,
  }
  bench.start()
  return bench.peer(), host
end

local function ended()
  fake.on_wait = nil
  bench.clean()
  _G._host = nil
end

--- Stops the game, and does something in each of its waits.
local function stop(host, line, ...)
  host.line = line
  bench.in_waits(...)
  fake.fire("stopped")
  fake.on_wait, host.line = nil, ""
end

--- Returns the replies to requests, without the notices.
local function answers(peer)
  local list = {}
  for _, reply in ipairs(peer:replies()) do
    if reply.id ~= "0" then list[#list + 1] = reply end
  end
  return list
end

return function(it)
  it("a breakpoint that stops the game has its time", function()
    local peer, host = started()
    peer:ask("breakpoint.set", { "write:stop:60000", "33554432", "1", "-", "0" })
    check.list(host.set, { 2 + 16 * 60000 })
    for _, on in ipairs({ "write:stop:0", "write:stop:3600001", "write:stop:", "write:go:1", "run:stop:1" }) do
      check.equal(peer:refused("breakpoint.set", { on, "33554432", "1", "-", "0" }), "bad-request")
    end
    ended()
  end)

  it("a stopped game is served until it is told to continue, and other requests are refused", function()
    local peer, host = started()
    local seen = {}
    stop(host, SECOND,
      function()
        peer:send("breakpoint.list")
        peer:send("memory.get", { "0", "1", "wram" })
        peer:send("ping")
        peer:send("frames.wait", { "1" })
        peer:send("batch", nil, bench.message(1, "buttons.press", { 1, 1, 1, 0 }))
      end,
      function()
        seen = peer:replies()
        peer:send("breakpoint.continue")
      end)
    check.equal(seen[1].word .. seen[1].arguments[1], "stopped1")
    check.contains(table.concat(seen[2].arguments, " "), "134218164 " .. HIT)
    check.equal(seen[3].word, "ok")
    check.list(seen[4].arguments, { "stopped" })
    check.equal(seen[5].word, "held")
    check.contains(seen[5].payload, "The game is stopped before the instruction at 0x080001B4")
    check.equal(seen[6].word, "held")
    local rest = peer:replies()
    check.equal(rest[1].word, "ok")
    check.equal(rest[2].word .. rest[2].arguments[1], "stopped0")
    check.equal(peer:refused("breakpoint.continue"), "not-held")
    check.equal(peer:refused("breakpoint.step", { "1", "1" }), "not-held")
    check.equal(peer:call("breakpoint.list").arguments[1], nil)
    ended()
  end)

  it("it goes on when its time is over, when nobody is connected, or when the program ends", function()
    local peer, host = started()
    fake.waits = 0
    stop(host, SECOND)
    check.truthy(fake.waits > 50 and fake.waits < 1000, "waits " .. fake.waits)
    fake.waits, host.is_ending = 0, true
    stop(host, SECOND)
    check.truthy(fake.waits < 50, "waits until the program ends: " .. fake.waits)
    fake.waits, host.is_ending = 0, false
    stop(host, SECOND, function() peer.client:leave() end)
    check.truthy(fake.waits < 50, "waits until nobody is connected: " .. fake.waits)
    ended()
  end)

  it("a step is replied to at the next stop", function()
    local peer, host = started()
    stop(host, SECOND, function() peer:send("breakpoint.step", { "3", "5" }) end)
    check.list(host.steps, { "3 0" })
    check.equal(#answers(peer), 0)
    local reply
    stop(host, "134218176 1000 0 0 11 90 134218176 0 0 0 0 0 1 2 3",
      function() reply = answers(peer)[1] end, function() peer:send("breakpoint.continue") end)
    check.list({ reply.arguments[1], reply.arguments[2], reply.arguments[3], reply.arguments[4] }, { "1", "1000", "134218176", "0" })
    ended()
  end)

  it("a step that takes too long, or is cancelled, stops nothing later", function()
    local peer, host = started()
    stop(host, SECOND, function() peer:send("breakpoint.step", { "100", "2" }) end)
    fake.frames(3)
    check.list(answers(peer)[1].arguments, { "0", "2" })
    check.list(host.steps, { "100 0", "0 0" })
    stop(host, SECOND, function() peer:send("breakpoint.step", { "100", "50" }) end)
    peer:send("cancel", { tostring(peer.id) })
    fake.frames(1)
    check.list(host.steps, { "100 0", "0 0", "100 0", "0 0" })
    ended()
  end)

  it("a game that runs is stopped at once", function()
    local peer, host = started()
    peer:send("breakpoint.stop", { "500", "10" })
    fake.frames(1)
    check.list(host.steps, { "1 500" })
    local reply
    stop(host, "134218176 500 0 0 11 90 134218176 0 0 0 0 0 1 2 3", function()
      reply = answers(peer)[1]
      peer:send("breakpoint.stop", { "90000", "10" })
    end, function()
      -- It stays there, and longer.
      check.equal(answers(peer)[1].arguments[2], "90000")
      peer:send("breakpoint.stop", { "500", "10" })
    end, function()
      check.truthy(tonumber(answers(peer)[1].arguments[2]) > 80000)
      peer:send("breakpoint.continue")
    end)
    check.equal(reply.arguments[3], "134218176")
    answers(peer)
    check.equal(peer:refused("breakpoint.stop", { "0", "10" }), "bad-request")
    ended()
  end)

  it("a wait for a breakpoint ends at its stop, or after its frames", function()
    local peer, host = started()
    peer:send("breakpoint.await", { "7", "3" })
    fake.frames(4)
    check.list(answers(peer)[1].arguments, { "0", "3" })
    peer:send("breakpoint.await", { "8", "100" })
    peer:send("breakpoint.await", { "7", "100" })
    fake.frames(1)
    local reply
    stop(host, SECOND, function()
      reply = answers(peer)
      peer:send("breakpoint.await", { "7", "100" })
    end, function()
      check.equal(answers(peer)[1].arguments[1], "1")
      peer:send("breakpoint.await", { "9", "100" })
    end)
    check.equal(#reply, 1)
    check.list({ reply[1].arguments[1], reply[1].arguments[4] }, { "1", "7" })
    answers(peer)
    check.equal(peer:refused("breakpoint.await", { "7", "0" }), "bad-request")
    ended()
  end)

  it("an error in a stop lets the game go on", function()
    local peer, host = started()
    host.breaks = true
    stop(host, SECOND)
    host.breaks = false
    answers(peer)
    -- A stopped game would refuse it.
    peer:send("frames.wait", { "1" })
    fake.frames(2)
    check.list(answers(peer)[1].arguments, { "1" })
    ended()
  end)

  it("stock mGBA stops nothing", function()
    bench.start()
    local peer = bench.peer()
    check.equal(peer:refused("breakpoint.await", { "1", "1" }), "unsupported")
    fake.fire("stopped")
    bench.clean()
  end)
end
