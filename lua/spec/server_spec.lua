local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

return function(it)
  it("echo, info, ping and log are answered", function()
    bench.start()
    local peer = bench.peer()
    local _, payload = peer:ask("echo", {}, "a<|END|>\0b")
    check.equal(payload, "a<|END|>\0b")
    check.equal(peer:ask("ping"), "")
    local facts = peer:ask("info")
    for _, fact in ipairs({ "protocol=3 ", "platform=GBA", "title=BUTTONTEST", "code=ABTE", "crc32=1A2B3C4D", "size=4096",
      "capabilities=memory,buttons,screen,reset", "clients=1", "mgba=" .. fake.version }) do check.contains(facts, fact) end
    peer:ask("log", { "warn" }, "line one\nline two")
    check.equal(fake.lines[#fake.lines], "warn line one\nline two")
    bench.clean()
  end)

  it("the command count includes refused commands, and excludes pings and ticks", function()
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

  it("the cancel count includes requests that were cancelled before they began", function()
    bench.start()
    local peer = bench.peer()
    local id = peer:send("echo", {}, "x")
    peer.client:send(bench.message(0, "cancel", { id }))
    fake.frames(1)
    check.equal(peer:replies()[1].word, "cancelled")
    check.contains(peer:ask("info"), "commands=1 cancelled=1")
    bench.clean()
  end)

  it("all connections of a client share its clock", function()
    local function moved_by(name)
      bench.start()
      local one, other = bench.peer("one"), bench.peer(name)
      one:send("ping", {}, nil, 5000000)
      fake.frames(1)
      other:send("ping", {}, nil, 5050000)
      fake.frames(1)
      return _G.bridge.parts.clock.now
    end
    check.equal(moved_by("one"), 50000)
    check.equal(moved_by("other"), 0)
    bench.clean()
  end)

  it("replies have the frame of the latest callback", function()
    bench.start()
    local peer = bench.peer()
    fake.game.number = 500
    check.equal(peer:call("ping").number, 500)
    fake.game.number = 20 -- a state was loaded
    check.equal(peer:call("ping").number, 20)
    bench.clean()
  end)

  it("of 20 connections in one frame 16 are served, and the 4 oldest are refused with busy", function()
    bench.start()
    local strangers = {}
    for i = 1, 20 do strangers[i] = bench.stranger() end
    fake.frames(2)
    for i, stranger in ipairs(strangers) do
      check.equal(stranger.client:receive():find("^0 busy ") ~= nil, i <= 4)
      check.equal(stranger.client:is_closed(), i <= 4)
    end
    bench.peer()
    check.equal(strangers[5].client:is_closed(), true)
    check.equal(strangers[6].client:is_closed(), false)
    bench.clean()
  end)

  it("silent connections can't keep a bridge out, even if many arrive before its hello is read", function()
    bench.start()
    local flood = {}
    local function flood_with(bytes)
      for _ = 1, 100 do
        local stranger = bench.stranger()
        stranger.client:send(bytes)
        flood[#flood + 1] = stranger
      end
    end
    for _, bytes in ipairs({ "", "1 hel", "nonsense\n", bench.message(1, "hello", { "1", "me", "" }) }) do
      flood_with(bytes)
      local peer = bench.stranger()
      peer:send("hello", { bench.version, "honest", bench.nonce })
      flood_with(bytes)
      fake.frames(1)
      check.equal(peer:replies()[1].word, "ok")
      flood_with(bytes)
      check.equal(peer:call("authenticate", { "" }).word, "ok")
      flood_with(bytes)
      check.equal(peer:call("ping").word, "ok")
      peer.client:leave()
      fake.frames(2)
    end
    bench.clean()
  end)

  it("16 bridges that have said hello stay, and the newcomer is refused", function()
    bench.start()
    local peers = {}
    for i = 1, 16 do peers[i] = bench.peer("bridge " .. i) end
    local late = bench.stranger()
    late:send_greeting("late")
    fake.frames(2)
    check.contains(late.client:receive(), "0 busy ")
    check.equal(late.client:is_closed(), true)
    for _, peer in ipairs(peers) do check.equal(peer:call("ping").word, "ok") end
    peers[3].client:leave()
    fake.frames(1)
    bench.peer()
    bench.clean()
  end)

  it("the script writes at most once to a silent connection that has left", function()
    bench.start()
    for _ = 1, 16 do bench.stranger() end
    fake.frames(1)
    local gone = {}
    for i = 1, 20 do gone[i] = bench.stranger() end
    for i, way in ipairs({ "leave", "finish", "vanish" }) do gone[i].client[way](gone[i].client) end
    fake.frames(3)
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

  it("a reset ends its pass, and later requests run in the next pass", function()
    bench.start()
    local peer = bench.peer()
    fake.frames(5)
    peer:send("ping")
    peer:send("reset")
    peer:send("ping")
    fake.frames(1)
    check.equal(#peer:replies(), 1)
    check.equal(fake.resets, 1)
    fake.frames(1)
    check.equal(#peer:replies(), 2)
    bench.clean()
  end)

  it("closing the game sends no-game to all clients and interrupts presses", function()
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

  it("the next game is recognized, with and without the start callback", function()
    bench.start()
    local peer = bench.peer()
    peer:ask("memory.get", { 33554432, 1, "" })
    fake.close_game()
    fake.load_game({ rom_size = 0x2000 })
    fake.frames(1)
    check.list(peer:words(), { "0 no-game", "0 new-game" })
    check.contains(peer:ask("info"), "size=8192")
    local fire = fake.fire
    fake.fire = function() end
    fake.load_game({ rom_size = 0x3000 })
    fake.fire = fire
    fake.frames(1)
    check.list(peer:words(), { "0 new-game" })
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

  it("the user's keys are not changed", function()
    bench.start()
    local peer = bench.peer()
    fake.game.keys = 8
    peer:ask("buttons.set", { 1 })
    check.equal(peer:ask("buttons.get"), "9 1 0")
    peer:ask("buttons.clear")
    check.equal(peer:ask("buttons.get"), "8 0 0")
    bench.clean()
  end)

  it("a connection's held and queued buttons end with it", function()
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

  it("a frame callback that some builds of 0.11 call twice counts once", function()
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
  end, "0.11")

  it("an error in a callback is logged once, not every frame", function()
    bench.start()
    bench.peer()
    _G.bridge.parts.admission.accept = function() error("broken") end
    fake.frames(5)
    local shown = 0
    for _, line in ipairs(fake.lines) do
      if line:find("broken", 1, true) then shown = shown + 1 end
    end
    check.equal(shown, 1)
    bench.clean()
  end)
end
