local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

return function(it)
  it("requests within the window are answered in the same frame", function()
    bench.start({ BRIDGE_WINDOW = "every" })
    local peer = bench.peer()
    local answered = 0
    fake.on_wait = function()
      answered = answered + #peer:replies()
      if answered < 5 then peer:send("echo", {}, "x", 1000000 + answered * 100) end
    end
    peer:send("echo", {}, "x", 1000000)
    fake.frames(1)
    check.equal(answered, 5)
    bench.clean()
  end)

  --- Counts the polls of a connection that do not wait; returns a function that returns their number.
  local function count_polls(connection)
    local polls, select = 0, connection.select
    connection.select = function(socket, milliseconds)
      if milliseconds == 0 then polls = polls + 1 end
      return select(socket, milliseconds)
    end
    return function() return polls end
  end

  local clients = {
    { "again at once", 100, false, true },
    { "after a while", 1000, false, false },
    { "again at once in fast-forward", 100, true, false },
  }
  for _, case in ipairs(clients) do
    local name, apart, fast, is_polled = table.unpack(case)
    it(("the window %s for a client that sends %s"):format(is_polled and "polls before it waits" or "only waits", name), function()
      bench.start({ BRIDGE_WINDOW = "every" })
      local peer = bench.peer()
      local polls, sent = count_polls(_G.bridge.parts.connections.list[1]), 0
      _G.bridge.parts.window.plan = function(window)
        window.fast = fast
        return "window"
      end
      fake.on_wait = function()
        if sent < 2 then
          sent = sent + 1
          peer:send("echo", {}, "x", 1000000 + sent * apart)
        end
      end
      peer:send("echo", {}, "x", 1000000)
      fake.frames(1)
      check.equal(#peer:replies(), 3)
      check.equal(polls() > 50, is_polled)
      bench.clean()
    end)
  end

  it("idle polls before it waits, and yields the processor, for a client that sends again at once", function()
    local yields, peer = 0, nil
    _G._host = { idleLeft = function() return 5000 end, yieldProcessor = function(times)
      yields = yields + times
      if yields == 10 then peer:send("echo", {}, "x", 1000200) end
      return true
    end }
    bench.start()
    peer = bench.peer()
    fake.waits = 0
    for _, stamp in ipairs({ 1000000, 1000100 }) do
      peer:send("echo", {}, "x", stamp)
      fake.fire("idle")
      check.equal(#peer:replies(), 1)
    end
    check.equal(yields, 0)
    fake.fire("idle")
    check.equal(#peer:replies(), 1)
    check.equal(yields, 10)
    _G._host = nil
    bench.clean()
  end)

  it("the window ends when its client leaves", function()
    bench.start({ BRIDGE_WINDOW = "every" })
    local peer = bench.peer()
    fake.waits = 0
    fake.on_wait = function() peer.client:leave() end
    peer:send("echo", {}, "x", 1000000)
    fake.frames(1)
    check.equal(fake.waits, 1)
    check.equal(#_G.bridge.parts.connections.list, 0)
    bench.clean()
  end)

  it("there is no window after an idle callback, and none without traffic", function()
    bench.start({ BRIDGE_WINDOW = "every" })
    local peer = bench.peer()
    fake.frames(40)
    fake.waits = 0
    peer:call("ping") -- keeps a connection, not a window
    check.equal(fake.waits, 0)
    fake.fire("idle")
    fake.waits = 0
    peer:call("echo", {}, "x")
    check.equal(fake.waits, 0)
    bench.clean()
  end)

  it("idle waits and serves if there was traffic in the last 120 frames", function()
    bench.start()
    local peer = bench.peer()
    fake.fire("idle")
    fake.waits = 0
    fake.on_wait = function() peer:send("echo", {}, "x") end
    fake.fire("idle")
    check.equal(fake.waits, 1)
    check.equal(#peer:replies(), 1)
    bench.clean()
  end)

  it("idle waits until the frame for a single connection, and a millisecond for several", function()
    _G._host = { idleLeft = function() return 5000 end }
    bench.start()
    local longest = 0
    fake.on_wait = function(milliseconds) longest = milliseconds end
    fake.fire("idle") -- for the listening socket
    check.equal(longest, 100)
    local peer = bench.peer()
    fake.fire("idle")
    check.equal(longest, 100)
    bench.peer()
    fake.fire("idle")
    check.equal(longest, 1)
    fake.on_wait = nil
    peer:send("echo", {}, "x")
    fake.fire("idle")
    check.equal(#peer:replies(), 1)
    _G._host = nil
    bench.clean()
  end)

  it("idle waits until the frame for all connections of our own host", function()
    local longest, peers = 0, nil
    _G._host = { idleLeft = function() return 5000 end, waitForData = function(milliseconds)
      longest = milliseconds
      peers[2]:send("echo", {}, "x")
      return true
    end }
    bench.start()
    peers = { bench.peer(), bench.peer() }
    peers[1]:call("echo", {}, "x")
    fake.frames(20)
    fake.waits = 0
    fake.fire("idle")
    check.equal(longest, 100)
    check.equal(fake.waits, 0)
    check.equal(#peers[2]:replies(), 1)
    _G._host = nil
    bench.clean()
  end)

  it("idle yields the processor after several requests at a time", function()
    local yields, peer = 0, nil
    _G._host = { idleLeft = function() return 5000 end, yieldProcessor = function()
      yields = yields + 1
      peer:send("echo", {}, "sent meanwhile")
    end }
    bench.start()
    peer = bench.peer()
    local function ask(requests)
      for _ = 1, requests do peer:send("echo", {}, "x") end
      fake.fire("idle")
      return #peer:replies()
    end
    check.equal(ask(1), 1)
    check.equal(ask(1), 1)
    check.equal(yields, 0)
    check.equal(ask(2), 2)
    check.equal(ask(1), 2, "with the request sent meanwhile")
    check.equal(yields, 1)
    fake.fire("idle") -- no request
    check.equal(yields, 1)
    _G._host = nil
    bench.clean()
  end)

  it("idle leaves requests without enough time to the next frame", function()
    local left = 20000
    _G._host = { idleLeft = function() return left end }
    bench.start()
    local peer = bench.peer()
    peer:send("screen.png")
    fake.fire("idle")
    check.equal(#peer:replies(), 1)
    left = 3000
    peer:send("screen.png")
    fake.fire("idle")
    check.equal(#peer:replies(), 0)
    fake.frames(1)
    check.equal(#peer:replies(), 1)
    left = 300
    for _ = 1, 2000 do peer:send("echo", {}, "x") end
    fake.fire("idle")
    check.truthy(#peer:replies() < 50, "replies in 0.3 ms")
    left = 10000
    fake.fire("idle")
    check.truthy(#peer:replies() < 350, "replies of a pass")
    left = 0
    fake.fire("idle")
    check.equal(#peer:replies(), 0)
    _G._host = nil
    bench.clean()
  end)

  it("a readable connection is answered before the others are polled, and they are next", function()
    _G._host = { idleLeft = function() return 15000 end }
    bench.start()
    local first, other = bench.peer(), bench.peer()
    first:call("echo", {}, "x") -- idle waits for the connection that sent last
    fake.frames(20)
    local connection = _G.bridge.parts.connections.list[2]
    local select, answered = connection.select, nil
    connection.select = function(...)
      answered = answered or not first.client.pipe.sent:is_empty()
      return select(...)
    end
    first:send("echo", {}, "x")
    other:send("echo", {}, "y")
    fake.fire("idle")
    check.equal(answered, true, "the first was answered when the other was polled")
    check.equal(#other:replies(), 0)
    fake.waits = 0
    fake.fire("idle")
    check.equal(#other:replies(), 1)
    check.equal(fake.waits, 0)
    _G._host = nil
    bench.clean()
  end)

  it("a quiet connection is still polled while another is busy", function()
    local left = 15000
    _G._host = { idleLeft = function() return left end }
    bench.start()
    local busy, quiet = bench.peer(), bench.peer()
    fake.frames(20)
    quiet:send("ping")
    local answered
    for i = 1, 20 do
      busy:send("echo", {}, "x")
      left = left - 100
      fake.fire("idle")
      if not answered and #quiet:replies() == 1 then answered = i end
    end
    check.equal(#busy:replies(), 20)
    check.truthy(answered and answered <= 6, "the quiet one within 0.6 ms")
    _G._host = nil
    bench.clean()
  end)

  it("after a long request another connection's turn comes first, and is answered before the next long request", function()
    _G._host = { idleLeft = function() return 15000 end }
    for first = 1, 2 do
      bench.start()
      local peers = { bench.peer(), bench.peer() }
      fake.frames(20)
      local long, short = peers[first], peers[3 - first]
      for _ = 1, 3 do long:send("memory.read", { 0x02000000, 262144, "" }) end
      fake.fire("idle")
      check.equal(#long:replies(), 1)
      short:send("echo", {}, "x")
      local wram, answered = fake.game.memory.wram, nil
      local read = wram.readRange
      wram.readRange = function(...)
        if answered == nil then answered = not short.client.pipe.sent:is_empty() end
        return read(...)
      end
      fake.fire("idle")
      wram.readRange = read
      check.equal(answered, true, "the short one has its reply when the long one begins")
      check.equal(#long:replies(), 1)
      bench.clean()
    end
    _G._host = nil
  end)

  it("a window continues with requests left over from a pass until its time is up", function()
    bench.start({ BRIDGE_WINDOW = "every" })
    local peer = bench.peer()
    local replies = {}
    for _ = 1, 3000 do peer:send("echo", {}, "x") end -- 24 ms by what commands cost, a pass is 8
    fake.frames(1)
    replies[1] = #peer:replies()
    fake.frames(1)
    replies[2] = #peer:replies()
    check.truthy(replies[1] > 1100 and replies[1] < 2200, "14 ms of them, not " .. replies[1])
    check.truthy(replies[2] > 800, "the rest, not " .. replies[2])
    bench.clean()
  end)

  it("a pass in a window is short, so that the clock is read in between", function()
    bench.start({ BRIDGE_WINDOW = "every" })
    local peer = bench.peer()
    fake.on_wait = function()
      fake.on_wait = nil
      for _ = 1, 500 do peer:send("echo", {}, "x", 1000000) end -- 4 ms by what commands cost
    end
    peer:send("echo", {}, "x", 1000000)
    local sends = peer.client.pipe.sends
    fake.frames(1)
    check.equal(#peer:replies(), 501)
    check.equal(peer.client.pipe.sends - sends, 5)
    for _ = 1, 500 do peer:send("echo", {}, "x", 1000000) end
    sends = peer.client.pipe.sends
    fake.frames(1)
    check.equal(#peer:replies(), 500)
    check.equal(peer.client.pipe.sends - sends, 1)
    bench.clean()
  end)
end
