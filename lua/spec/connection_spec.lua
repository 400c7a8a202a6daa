local check = require("spec.check")
local fake_system = require("spec.fake_system")
local limits = require("bridge.wire.limits")
local bench = require("spec.bench")
local fake = bench.fake

return function(it)
  it("a client that does not read for many sends stays connected if mGBA reports that the send may be retried", function()
    bench.start()
    local peer = bench.peer()
    peer.client.pipe.room = 0
    peer:send("echo", {}, "x")
    fake.frames(1000)
    -- mGBA 0.10.1 for Windows does not report it.
    check.equal(peer.client:is_closed(), fake_system.is_windows() and not fake.is_eleven())
    bench.clean()
  end)

  it("replies of one pass leave in one send", function()
    bench.start()
    local peer = bench.peer()
    peer.client.pipe.sends = 0
    for _ = 1, 100 do peer:send("echo", {}, "hello") end
    fake.frames(1)
    check.equal(#peer:replies(), 100)
    check.equal(peer.client.pipe.sends, 1)
    bench.clean()
  end)

  it("a partial send continues where it stopped", function()
    bench.start()
    local peer = bench.peer()
    peer.client.pipe.room = 1000
    local payload = {}
    for i = 1, 20000 do payload[i] = string.char(i * 7 % 256) end
    payload = table.concat(payload)
    peer:send("echo", {}, payload)
    peer:send("ping")
    local replies = {}
    for _ = 1, 30 do
      fake.frames(1)
      for _, reply in ipairs(peer:replies()) do replies[#replies + 1] = reply end
    end
    check.equal(#replies, 2)
    check.truthy(replies[1].payload == payload, "the payload")
    check.equal(replies[2].id, "3")
    bench.clean()
  end)

  it("requests of a client that does not read stop at 4 MiB and continue later", function()
    bench.start()
    local peer = bench.peer()
    peer.client.pipe.room = 0
    local payload = ("x"):rep(65536)
    for _ = 1, 200 do peer:send("echo", {}, payload) end
    fake.frames(60)
    local connection = _G.bridge.parts.connections.list[1]
    check.truthy(connection.unsent >= limits.outbox_bytes, "a full outbox")
    check.truthy(connection.unsent <= limits.outbox_bytes + 65600, "no more than one reply beyond it")
    check.truthy(connection.inbox_bytes <= limits.inbox_bytes + 65536, "a full inbox at most")
    peer.client.pipe.room = math.maxinteger
    local count = 0
    for _ = 1, 60 do
      fake.frames(1)
      count = count + #peer:replies()
    end
    check.equal(count, 200)
    bench.clean()
  end)

  it("4,096 messages are read, further ones wait in the socket", function()
    bench.start()
    local peer = bench.peer()
    peer.client.pipe.room = 0
    local many = {}
    for i = 1, 6000 do many[i] = bench.message(i, "ping") end
    local filler = bench.message(9, "echo", {}, ("x"):rep(limits.payload_bytes))
    peer.client:send(filler .. filler .. table.concat(many))
    fake.frames(20)
    local connection = _G.bridge.parts.connections.list[1]
    check.equal(connection.last - connection.first + 1, limits.inbox_messages)
    peer.client.pipe.room = math.maxinteger
    local count = 0
    for _ = 1, 20 do
      fake.frames(1)
      count = count + #peer:replies()
    end
    check.equal(count, 6002)
    bench.clean()
  end)

  it("a flood of large replies is spread over frames", function()
    bench.start({ BRIDGE_WINDOW = "off" })
    local peer = bench.peer()
    for _ = 1, 20 do peer:send("echo", {}, ("x"):rep(500000)) end
    local frames = 0
    local count = 0
    while count < 20 do
      fake.frames(1)
      frames = frames + 1
      local now = #peer:replies()
      check.truthy(now <= 5, "replies of one frame")
      count = count + now
    end
    check.truthy(frames >= 5, "frames it took")
    bench.clean()
  end)

  it("a large write is done in parts, and others are served in between", function()
    bench.start({ BRIDGE_WINDOW = "off" }, { rom_size = 0x100000 })
    local one, other = bench.peer(), bench.peer()
    local bytes = ("0123456789abcdef"):rep(0x8000 // 16 * 3) -- 96 KiB
    one:send("memory.write", { 1, "cart0" }, bytes)
    one:send("memory.get", { 98304, 1, "cart0" })
    local frames = 0
    local replies = {}
    while #replies < 2 do
      other:send("ping")
      fake.frames(1)
      frames = frames + 1
      check.equal(#other:replies(), 1)
      for _, reply in ipairs(one:replies()) do replies[#replies + 1] = reply end
    end
    check.truthy(frames >= 2, "frames it took")
    check.equal(replies[1].word, "ok")
    check.equal(replies[2].arguments[1], tostring(("f"):byte()))
    local _, got = one:ask("memory.read", { 1, 98304, "cart0" })
    check.truthy(got == bytes, "what was written")
    bench.clean()
  end)

  it("a large read is done in parts", function()
    bench.start({ }, { rom_size = 0x100000 })
    local peer = bench.peer()
    peer:ask("memory.write", { 400000, "cart0" }, "here")
    peer:send("memory.read", { 0, 500000, "cart0" })
    fake.frames(3)
    local reply = peer:replies()[1]
    check.equal(#reply.payload, 500000)
    check.equal(reply.payload:sub(400001, 400004), "here")
    bench.clean()
  end)

  it("a write that the end of the game cuts short is reported as interrupted", function()
    bench.start({ }, { rom_size = 0x100000 })
    local peer = bench.peer()
    peer:send("memory.write", { 0, "cart0" }, ("x"):rep(0x40000))
    fake.frames(1)
    fake.close_game()
    fake.fire("idle")
    local replies = peer:replies()
    check.equal(replies[1].word .. replies[2].word, "no-gameinterrupted")
    fake.load_game({ rom_size = 0x100000 })
    fake.frames(1)
    check.list(peer:words(), { "0 new-game" })
    local write = tostring(peer:send("memory.write", { 0, "cart0" }, ("x"):rep(0x40000)))
    fake.frames(1)
    fake.load_game({ rom_size = 0x200000 })
    fake.frames(1)
    check.list(peer:words(), { "0 new-game", write .. " interrupted" })
    bench.clean()
  end)

  it("cancel doesn't apply to a write that has begun", function()
    bench.start({ }, { rom_size = 0x100000 })
    local peer = bench.peer()
    local id = peer:send("memory.write", { 0, "cart0" }, ("x"):rep(0x20000))
    fake.frames(1)
    peer.client:send(bench.message(0, "cancel", { id }))
    fake.frames(10)
    check.equal(peer:replies()[1].word, "ok")
    bench.clean()
  end)

  it("a flood on one connection does not delay the others", function()
    bench.start({ BRIDGE_WINDOW = "off" })
    local flood, peer = bench.peer(), bench.peer()
    for _ = 1, 4000 do flood:send("echo", {}, "x") end
    peer:send("echo", {}, "x")
    fake.frames(1)
    check.equal(#peer:replies(), 1)
    check.truthy(#flood:replies() < 1100, "what a pass does of a flood")
    fake.frames(4)
    check.equal(_G.bridge.parts.connections.list[1]:has_work(), false)
    bench.clean()
  end)

  it("cancel applies to requests that arrived before it and have not begun", function()
    bench.start()
    local peer = bench.peer()
    local first, second = peer:send("echo", {}, "a"), peer:send("echo", {}, "b")
    peer.client:send(bench.message(0, "cancel", { second }))
    fake.frames(1)
    local replies = peer:replies()
    check.equal(replies[1].id .. replies[1].word, first .. "ok")
    check.equal(replies[2].id .. replies[2].word, second .. "cancelled")
    bench.clean()
  end)

  it("cancel applies only to its own connection, and not to later requests", function()
    bench.start()
    local one, other = bench.peer(), bench.peer()
    one.client:send(bench.message(0, "cancel", { 2 }))
    other:send("ping")
    fake.frames(1)
    check.equal(other:replies()[1].word, "ok")
    one:send("ping")
    fake.frames(1)
    check.equal(one:replies()[1].word, "ok")
    bench.clean()
  end)

  it("a request that was cancelled, done in parts or planned does not affect the next one", function()
    bench.start({ }, { rom_size = 0x100000 })
    local peer = bench.peer()
    local function echoes()
      for i = 1, 20 do peer:send("echo", {}, tostring(i)) end
      peer:send("memory.read", { 0, 300000, "cart0" })
      fake.frames(4)
      local replies = peer:replies()
      for i = 1, 20 do check.equal(replies[i].word .. replies[i].payload, "ok" .. i) end
      check.equal(#replies[21].payload, 300000)
    end
    echoes()
    for _ = 1, 3 do
      local id = peer:send("memory.read", { 0, 300000, "cart0" })
      peer.client:send(bench.message(0, "cancel", { id }))
      fake.frames(1)
      check.equal(peer:replies()[1].word, "cancelled")
      echoes()
    end
    peer:send("memory.write", { 0, "cart0" }, ("x"):rep(300000))
    fake.frames(6)
    check.equal(peer:replies()[1].word, "ok")
    echoes()
    peer:ask("batch", {}, bench.message(1, "memory.set", { 0x02000000, 1, 5, "" }))
    echoes()
    peer:ask("batch", {}, bench.message(1, "memory.set", { 0x02000000, 1, 6, "" }))
    check.equal(peer:ask("memory.get", { 0x02000000, 1, "" }), "6")
    bench.clean()
  end)

  it("a busy connection reuses the tables of its requests", function()
    bench.start()
    local peer = bench.peer()
    local inbox, seen, tables = _G.bridge.parts.connections.list[1].inbox, {}, 0
    setmetatable(inbox, { __newindex = function(list, place, request)
      if not seen[request] then seen[request], tables = true, tables + 1 end
      rawset(list, place, request)
    end })
    for _ = 1, 50 do
      for i = 1, 10 do peer:send("echo", {}, tostring(i)) end
      fake.frames(1)
      check.equal(#peer:replies(), 10)
    end
    check.truthy(tables <= 11, tables .. " tables for 500 requests")
    bench.clean()
  end)

  it("cancel drops a queued press and releases a running one", function()
    bench.start()
    local peer = bench.peer()
    local first = peer:send("buttons.press", { 1, 30, 1, 1 })
    local second = peer:send("buttons.press", { 1, 3, 1, 1 })
    fake.frames(2)
    check.equal(fake.game.keys, 1)
    peer.client:send(bench.message(0, "cancel", { second }))
    fake.frames(1)
    local replies = peer:replies()
    check.equal(#replies, 1)
    check.equal(replies[1].id .. replies[1].word, second .. "cancelled")
    check.equal(fake.game.keys, 1)
    peer.client:send(bench.message(0, "cancel", { first }))
    fake.frames(1)
    replies = peer:replies()
    check.equal(#replies, 1)
    check.equal(replies[1].id .. replies[1].word, first .. "interrupted")
    check.equal(fake.game.keys, 0)
    check.equal(peer:ask("buttons.get"), "0 0 0")
    bench.clean()
  end)

  it("the end of the stream drops the connection and logs a line", function()
    bench.start()
    local peer = bench.peer("gone")
    peer.client:leave()
    fake.frames(1)
    check.equal(peer.client:is_closed(), true)
    check.contains(fake.lines[#fake.lines], "gone disconnected")
    bench.clean()
  end)

  it("connections of the same name log one line when the first connects and one when the last disconnects", function()
    bench.start()
    local first, second, other = bench.peer("one"), bench.peer("one"), bench.peer("another")
    first.client:leave()
    fake.frames(2)
    check.equal(second:call("ping").word .. other:call("ping").word, "okok")
    local before = #fake.lines
    check.equal(before, 3)
    second.client:leave()
    fake.frames(2)
    check.equal(#fake.lines, before + 1)
    check.contains(fake.lines[#fake.lines], "one disconnected")
    bench.clean()
  end)

  it("connections of one name that close at once log one line", function()
    bench.start()
    local peers = { bench.peer("one"), bench.peer("one"), bench.peer("one") }
    local before = #fake.lines
    for _, peer in ipairs(peers) do peer.client:leave() end
    fake.frames(2)
    check.equal(#fake.lines, before + 1)
    bench.clean()
  end)

  it("requests before the end of the stream still run", function()
    bench.start()
    local peer = bench.peer()
    peer:send("reset")
    peer.client:leave()
    fake.frames(3)
    check.equal(fake.resets, 1)
    bench.clean()
  end)

  it("a dead connection is also detected by sending", function()
    bench.start()
    local peer = bench.peer()
    peer:send("buttons.press", { 1, 3, 1, 1 })
    fake.frames(3)
    local select = getmetatable(_socket.create()).select
    getmetatable(_socket.create()).select = function() return 0 end
    peer.client:leave()
    fake.frames(5)
    getmetatable(_socket.create()).select = select
    check.equal(#_G.bridge.parts.connections.list, 0)
    bench.clean()
  end)

  it("malformed bytes after the hello close the connection without a reply", function()
    bench.start()
    local peer = bench.peer()
    peer.client:send("rubbish\n")
    fake.frames(1)
    check.equal(peer.client:receive(), "")
    check.equal(peer.client:is_closed(), true)
    check.contains(fake.lines[#fake.lines], "broke the protocol")
    bench.clean()
  end)

  it("half a message delays no other connection", function()
    bench.start()
    local slow, peer = bench.peer(), bench.peer()
    slow.client:send("5 echo 1 5000\nhalf")
    fake.waits = 0
    check.equal(peer:call("ping").word, "ok")
    fake.frames(100)
    check.truthy(fake.waits < 30 * 13, "waits end with the traffic")
    bench.clean()
  end)

  -- mGBA's own window does not handle SIGPIPE.
  for _, way in ipairs({ "finish", "leave", "vanish" }) do
    local function forgets_a_client_that(what, prepare)
      it(("%s: nothing is written after it (%s)"):format(what, way), function()
        bench.start({ BRIDGE_WINDOW = "off" })
        local peer = bench.peer()
        prepare(peer)
        fake.frames(3)
        check.equal(#_G.bridge.parts.connections.list, 0)
        bench.clean()
      end)
    end

    forgets_a_client_that("a client that goes before its reply of several sends", function(peer)
      peer:send("echo", {}, ("x"):rep(2 * limits.send_bytes + 1))
      peer.client[way](peer.client)
    end)

    forgets_a_client_that("a client that goes behind exactly what one receive takes", function(peer)
      local rest = 4096 - #bench.message(7, "echo", {}, ("x"):rep(1000)) + 1000
      peer.client:send(bench.message(7, "echo", {}, ("x"):rep(rest)))
      peer.client[way](peer.client)
    end)

    forgets_a_client_that("a client that goes while it doesn't take what it asked for", function(peer)
      peer.client.pipe.room = 10
      peer:send("echo", {}, ("x"):rep(1000))
      fake.frames(20)
      peer.client[way](peer.client)
    end)

    forgets_a_client_that("a client that goes while it waits", function(peer)
      peer:send("frames.wait", { 3 })
      fake.frames(1)
      peer.client[way](peer.client)
    end)

    forgets_a_client_that("a client that goes while its request runs", function(peer)
      peer:send("memory.get", { 0x02000000, 1, "" })
      local wram, read8 = emu.memory.wram, emu.memory.wram.read8
      wram.read8 = function(...)
        peer.client[way](peer.client)
        return read8(...)
      end
    end)
  end

  it("the end of the stream is checked right before each reply, unless writing to a closed connection is harmless", function()
    for _, host in ipairs({ false, { idleLeft = function() return 15000 end } }) do
      _G._host = host or nil
      bench.start()
      local peer = bench.peer()
      local connection, calls = _G.bridge.parts.connections.list[1], {}
      for _, name in ipairs({ "recv", "hand_over", "select" }) do
        local call = connection[name]
        connection[name] = function(...)
          calls[#calls + 1] = name
          return call(...)
        end
      end
      peer:send("echo", {}, "hello")
      fake.fire("idle")
      check.equal(#peer:replies(), 1)
      local is_safe = host or fake_system.is_windows()
      check.equal(table.concat(calls, " "), is_safe and "select recv hand_over" or "select recv select hand_over")
      _G._host = nil
      bench.clean()
    end
  end)

  it("a client that disconnects before its reply, and before the game is closed, is written to once", function()
    bench.start({ BRIDGE_WINDOW = "off" })
    local peer = bench.peer()
    peer:send("echo", {}, "hello")
    peer.client:finish()
    fake.frames(1)
    fake.close_game()
    bench.clean()
  end)

  it("the no-game event is sent even if more requests have arrived", function()
    bench.start({ BRIDGE_WINDOW = "off" })
    local peer = bench.peer()
    peer:call("echo", {}, "hello")
    peer:send("echo", {}, "hello")
    fake.close_game()
    check.equal(table.concat(peer:words(), ", "), "0 no-game")
    bench.clean()
  end)
end
