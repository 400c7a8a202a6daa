local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

return function(it)
  it("echo, info, ping and log", function()
    bench.start()
    local peer = bench.peer()
    local _, payload = peer:ask("echo", {}, "a<|END|>\0b")
    check.equal(payload, "a<|END|>\0b")
    check.equal(peer:ask("ping"), "")
    local facts = peer:ask("info")
    for _, fact in ipairs({ "protocol=1 ", "platform=GBA", "title=BUTTONTEST", "code=ABTE", "crc32=1A2B3C4D", "size=4096",
      "capabilities=memory,buttons,screen,reset", "clients=1", "mgba=0.10" }) do check.contains(facts, fact) end
    peer:ask("log", { "warn" }, "line one\nline two")
    check.equal(fake.lines[#fake.lines], "warn line one\nline two")
    bench.clean()
  end)

  it("counts what is asked of it, what it refuses too, and not what keeps a connection up", function()
    bench.start()
    local peer = bench.peer()
    local function count() return tonumber(peer:ask("info"):match("commands=(%d+)")) end
    check.equal(count(), 0)
    peer:ask("ping")
    peer:ask("tick")
    check.equal(count(), 0)
    peer:ask("echo", {}, "x")
    peer:refused("memory.get", { 1 })
    peer:refused("nonsense")
    check.equal(count(), 3)
    bench.clean()
  end)

  it("counts what was cancelled before it began", function()
    bench.start()
    local peer = bench.peer()
    local id = peer:send("echo", {}, "x")
    peer.client:send(bench.message(0, "cancel", { id }))
    fake.frames(1)
    check.equal(peer:replies()[1].word, "cancelled")
    check.contains(peer:ask("info"), "commands=1 cancelled=1")
    bench.clean()
  end)

  it("all connections of a client have its clock", function()
    local function moved_by(name)
      bench.start()
      local one, other = bench.peer("one"), bench.peer(name)
      one:send("ping", {}, nil, 5000000)
      fake.frames(1)
      other:send("ping", {}, nil, 5050000)
      fake.frames(1)
      return _G.bridge.clock.now
    end
    check.equal(moved_by("one"), 50000)
    check.equal(moved_by("other"), 0)
    bench.clean()
  end)

  it("replies carry the frame of the latest callback", function()
    bench.start()
    local peer = bench.peer()
    fake.game.number = 500
    check.equal(peer:call("ping").number, 500)
    fake.game.number = 20 -- a state was loaded
    check.equal(peer:call("ping").number, 20)
    bench.clean()
  end)

  it("20 connections in one frame: 16 are served, 4 are told so", function()
    bench.start()
    local strangers = {}
    for i = 1, 20 do strangers[i] = bench.stranger() end
    fake.frames(2)
    local refused = 0
    for _, stranger in ipairs(strangers) do
      if stranger.client:receive():find("^0 busy ") and stranger.client:is_closed() then refused = refused + 1 end
    end
    check.equal(refused, 4)
    strangers[3].client:leave()
    fake.frames(1)
    bench.peer()
    bench.clean()
  end)

  it("requests are run in order, connection by connection", function()
    bench.start()
    local one, other = bench.peer(), bench.peer()
    for i = 1, 5 do
      one:send("memory.set", { 33554432, 1, i, "" })
      one:send("memory.get", { 33554432, 1, "" })
      other:send("ping")
    end
    fake.frames(1)
    local replies = one:replies()
    for i = 1, 5 do check.equal(replies[2 * i].arguments[1], tostring(i)) end
    check.equal(#other:replies(), 5)
    bench.clean()
  end)

  it("reset comes last in its pass, what is behind it runs in the next", function()
    bench.start()
    local peer = bench.peer()
    fake.frames(5)
    peer:send("ping")
    peer:send("reset")
    peer:send("ping")
    fake.frames(1)
    check.equal(#peer:replies(), 2)
    check.equal(fake.resets, 1)
    fake.frames(1)
    check.equal(#peer:replies(), 1)
    bench.clean()
  end)

  it("a game that is closed is told to all, and input is forgotten", function()
    bench.start()
    local one, other = bench.peer(), bench.peer()
    local id = one:send("buttons.press", { 1, 10, 1, 1 })
    fake.frames(2)
    fake.close_game()
    local replies = one:replies()
    check.equal(replies[1].id .. replies[1].word, id .. "interrupted")
    check.equal(replies[2].id .. replies[2].word .. replies[2].number, "0no-game-1")
    check.equal(other:replies()[1].word, "no-game")
    bench.clean()
  end)

  it("without a game a host that calls idle is still answered", function()
    bench.start()
    local peer = bench.peer()
    fake.close_game()
    peer:replies()
    peer:send("ping")
    peer:send("memory.get", { 33554432, 1, "" })
    peer:send("info")
    fake.fire("idle")
    local replies = peer:replies()
    check.equal(replies[1].word .. replies[1].number, "ok-1")
    check.equal(replies[2].word, "no-game")
    check.contains(table.concat(replies[3].arguments, " "), "platform=none")
    bench.clean()
  end)

  it("the next game is seen, with start and without it", function()
    bench.start()
    local peer = bench.peer()
    peer:ask("memory.get", { 33554432, 1, "" })
    fake.close_game()
    fake.load_game({ rom_size = 0x2000 })
    peer:replies()
    check.contains(peer:ask("info"), "size=8192")
    local fire = fake.fire
    fake.fire = function() end
    fake.load_game({ rom_size = 0x3000 })
    fake.fire = fire
    check.contains(peer:ask("info"), "size=12288")
    check.equal(peer:ask("memory.get", { 33554432, 1, "" }), "0")
    bench.clean()
  end)

  it("presses reach the game for exactly their frames", function()
    bench.start()
    local peer = bench.peer()
    fake.seen = {}
    peer:send("buttons.press", { 1, 3, 2, 0 })
    peer:send("buttons.press", { 1, 2, 1, 1 })
    fake.frames(12)
    local drawn = {}
    for i, keys in ipairs(fake.seen) do drawn[i] = keys & 1 == 1 and "#" or "." end
    check.equal(table.concat(drawn), ".###..##....")
    local replies = peer:replies()
    check.equal(tonumber(replies[2].arguments[3]) - tonumber(replies[2].arguments[2]), 2)
    bench.clean()
  end)

  it("the user's keys are left alone", function()
    bench.start()
    local peer = bench.peer()
    fake.game.keys = 8
    peer:ask("buttons.set", { 1 })
    check.equal(peer:ask("buttons.get"), "9 1 0")
    peer:ask("buttons.clear")
    check.equal(peer:ask("buttons.get"), "8 0 0")
    bench.clean()
  end)

  it("what a connection held and queued is let go when it is gone", function()
    bench.start()
    local peer, other = bench.peer(), bench.peer()
    peer:ask("buttons.set", { 1 })
    peer:ask("buttons.press", { 2, 5, 1, 0 })
    other:ask("buttons.press", { 4, 50, 1, 0 })
    check.equal(other:ask("buttons.get"), "7 1 2")
    peer.client:leave()
    fake.frames(2)
    check.equal(other:ask("buttons.get"), "4 0 1")
    bench.clean()
  end)

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

  it("the window ends when its client leaves", function()
    bench.start({ BRIDGE_WINDOW = "every" })
    local peer = bench.peer()
    fake.waits = 0
    fake.on_wait = function() peer.client:leave() end
    peer:send("echo", {}, "x", 1000000)
    fake.frames(1)
    check.equal(fake.waits, 1)
    check.equal(#_G.bridge.connections.list, 0)
    bench.clean()
  end)

  it("no window once idle was seen, and none without traffic", function()
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

  it("idle waits while there was traffic in the last 120 frames, and serves", function()
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

  it("idle waits for one that is alone until the frame, for several a millisecond", function()
    _G._host = { idleLeft = function() return 5000 end }
    bench.start()
    local longest = 0
    fake.on_wait = function(milliseconds) longest = milliseconds end
    fake.fire("idle") -- for the door
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

  it("idle lets the other programs go first where several have just asked at a time", function()
    local yields, peer = 0, nil
    _G._host = { idleLeft = function() return 5000 end, yieldProcessor = function()
      yields = yields + 1
      peer:send("echo", {}, "what is sent meanwhile")
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
    check.equal(ask(1), 2, "with what was sent meanwhile")
    check.equal(yields, 1)
    fake.fire("idle") -- nobody asks
    check.equal(yields, 1)
    _G._host = nil
    bench.clean()
  end)

  it("idle leaves to the next frame what there is no time for", function()
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

  it("who is known to have asked is answered before the others are looked at, who are next", function()
    _G._host = { idleLeft = function() return 15000 end }
    bench.start()
    local first, other = bench.peer(), bench.peer()
    first:call("echo", {}, "x") -- the one that was heard last is waited for
    fake.frames(20)
    local connection = _G.bridge.connections.list[2]
    local select, answered = connection.select, nil
    connection.select = function(...)
      answered = answered or first.client.pipe.sent ~= ""
      return select(...)
    end
    first:send("echo", {}, "x")
    other:send("echo", {}, "y")
    fake.fire("idle")
    check.equal(answered, true, "the first was answered when the other was looked at")
    check.equal(#other:replies(), 0)
    fake.waits = 0
    fake.fire("idle")
    check.equal(#other:replies(), 1)
    check.equal(fake.waits, 0)
    _G._host = nil
    bench.clean()
  end)

  it("a quiet connection is looked at now and then while another is busy", function()
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

  it("a callback that comes twice in a frame, as in some builds of 0.11, counts once", function()
    bench.start()
    _G.system = { version = "0.11-9000", revision = 9000 }
    local peer = bench.peer()
    check.contains(peer:ask("info"), "mgba=0.11-9000")
    peer:send("buttons.press", { 1, 4, 1, 1 })
    for _ = 1, 7 do
      fake.fire("frame")
      fake.frames(1)
    end
    local reply = peer:replies()[1]
    check.equal(tonumber(reply.arguments[3]) - tonumber(reply.arguments[2]), 4)
    bench.clean()
  end)

  it("an error in a callback is shown once, not every frame", function()
    bench.start()
    bench.peer()
    _G.bridge.connections.accept = function() error("broken") end
    fake.frames(5)
    local shown = 0
    for _, line in ipairs(fake.lines) do
      if line:find("broken", 1, true) then shown = shown + 1 end
    end
    check.equal(shown, 1)
    bench.clean()
  end)

  it("a window goes on with what one pass has left over, until its time is up", function()
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
