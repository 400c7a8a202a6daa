local check = require("spec.check")
local limits = require("bridge.wire.limits")
local bench = require("spec.bench")
local fake = bench.fake

local COUNTER = 33554432

local function held(environment, options)
  bench.start(environment)
  local peer = bench.peer()
  options = options or {}
  fake.waits = 0
  return peer, peer:send("frames.hold", { options.milliseconds or 100, options.exclusive or 0, "", "spec" })
end

return function(it)
  it("a held game stays in its frame until the lease expires, and requests are served meanwhile", function()
    local peer = held(nil, { milliseconds = 1000 })
    local replies
    bench.in_waits(function() peer:send("memory.get", { COUNTER, 1, "" }) end, function() replies = peer:replies() end)
    local before = fake.game.number
    fake.frames(1)
    check.equal(#replies, 2)
    check.equal(replies[1].arguments[3], "spec")
    check.equal(replies[1].number, before)
    check.equal(replies[2].number, before)
    check.truthy(fake.waits > 900 and fake.waits < 1000, "waits " .. fake.waits)
    check.equal(peer:ask("frames.status"), "0 0  0 0 ")
    bench.clean()
  end)

  it("a step's buttons are down in exactly its frames", function()
    local peer = held()
    bench.in_waits(function()
      peer:send("frames.step", { 3, 16, "", 1 })
      peer:send("frames.step", { 1, 0, "", 1 })
      peer:send("frames.step", { 2, 48, "", 1 })
    end)
    fake.frames(2)
    fake.seen = {}
    fake.frames(6)
    check.list(fake.seen, { 16, 16, 0, 48, 48, 0 })
    bench.clean()
  end)

  it("a step begins in the frame after its request, and its reply comes in its last frame", function()
    local peer = held()
    bench.in_waits(function() peer:send("frames.step", { 2, 1, "", 1 }) end)
    fake.frames(1)
    local number = fake.game.number
    check.list(peer:words(), { "2 ok" })
    fake.frames(1)
    check.list(peer:words(), {})
    fake.on_wait = nil
    fake.frames(1)
    local reply = peer:replies()[1]
    check.equal(reply.arguments[1], "2")
    check.equal(reply.number, number + 1)
    bench.clean()
  end)

  it("a step's reads run in the frame in which the game stands still again", function()
    local peer = held()
    local read = bench.message(1, "memory.get", { COUNTER, 1, "" }) .. bench.message(2, "memory.read", { COUNTER, 2, "" })
    bench.in_waits(function() peer:send("frames.step", { 1, 0, "", 1 }, read) end)
    fake.frames(1)
    peer:replies()
    fake.game.memory.wram.bytes[0] = 77
    fake.frames(1)
    local reply = peer:replies()[1]
    check.equal(reply.word, "ok")
    check.contains(reply.payload, "1 ok 2 0 77\n<|END|>2 ok 2 2\nM\0<|END|>")
    bench.clean()
  end)

  it("a failed read is reported after the step has run", function()
    local peer = held()
    local read = bench.message(1, "memory.get", { "[" .. COUNTER .. "]", 1, "" })
    bench.in_waits(function() peer:send("frames.step", { 2, 0, "", 1 }, read) end)
    fake.frames(3)
    local reply = peer:replies()[2]
    check.equal(reply.word, "out-of-range")
    check.list(reply.arguments, { "[0].address", "2" })
    check.contains(reply.payload, "The step has run.")
    bench.clean()
  end)

  it("invalid requests are refused before anything runs", function()
    local peer = held(nil, { milliseconds = 600000 })
    local refusals = {}
    local function ask(word, arguments, payload)
      return function() peer:send(word, arguments, payload) end
    end
    local asked = {
      ask("frames.step", { 0, 0, "", 1 }), ask("frames.step", { 36001, 0, "", 1 }), ask("frames.step", { 1, 1024, "", 1 }),
      ask("frames.step", { 1, 0, "wrong", 1 }), ask("frames.step", { 1, 0, "", 1 }, "no message"),
      ask("frames.step", { 1, 0, "", 1 }, bench.message(1, "memory.set", { COUNTER, 1, 1, "" })),
      ask("frames.hold", { 99, 0, "", "x" }), ask("frames.hold", { 600001, 0, "", "x" }), ask("frames.hold", { 100, 2, "", "x" }),
      ask("frames.hold", { 100, 0, "", "" }), ask("frames.hold", { 100, 0, "", ("x"):rep(65) }), ask("frames.hold", { 100, 1, "", "x" }),
      ask("frames.hold", { 100, 0, "wrong", "x" }), ask("frames.release", { "wrong" }), ask("frames.release", { "" }),
    }
    bench.in_waits(table.unpack(asked))
    fake.frames(1)
    for _, reply in ipairs(peer:replies()) do
      refusals[#refusals + 1] = reply.word .. " " .. (reply.arguments[1] or ""):gsub("^%d+$", "ms")
    end
    table.remove(refusals, 1)
    check.list(refusals, { "bad-request frames", "bad-request frames", "bad-request mask", "held ms", "bad-request [0]",
      "bad-request [0]", "bad-request milliseconds", "bad-request milliseconds", "bad-request exclusive", "bad-request owner",
      "bad-request owner", "held ms", "held ms", "held ms", "ok " })
    check.equal(peer:refused("frames.step", { 1, 0, "", 1 }), "not-held")
    check.equal(peer:refused("frames.release", { "" }), "not-held")
    check.equal(peer:refused("frames.hold", { 100, 0, "1abcdef", "x" }), "not-held")
    bench.clean()
  end)

  it("a ping returns the time left", function()
    local peer = held(nil, { milliseconds = 5000 })
    local pinged
    bench.in_waits(function() peer:send("ping") end, function() pinged = peer:replies()[2] end,
      function() peer:send("frames.release", { "" }) end)
    fake.frames(1)
    check.truthy(tonumber(pinged.arguments[1]) > 4900)
    peer:replies()
    check.equal(peer:ask("ping"), "")
    bench.clean()
  end)

  it("a press in a held game begins with the next step, and a step can't use its button", function()
    local peer = held()
    bench.in_waits(function()
      peer:send("buttons.press", { 1, 2, 1, 0 })
      peer:send("frames.step", { 1, 1, "", 1 })
      peer:send("frames.step", { 4, 16, "", 1 })
    end)
    fake.frames(1)
    fake.seen = {}
    fake.frames(4)
    check.list(fake.seen, { 17, 17, 16, 16 })
    check.list(peer:words(), { "2 ok", "3 ok", "4 conflict", "5 ok" })
    bench.clean()
  end)

  it("a command that waits for frames is refused at once with the holder and what to do", function()
    local peer = held(nil, { milliseconds = 600000 })
    local replies
    bench.in_waits(function()
      peer:send("buttons.press", { 1, 2, 1, 1 })
      peer:send("buttons.sequence", { 1, 1 }, "1 5\n")
      peer:send("frames.wait", { 1 })
      peer:send("screen.wait", { 1 })
      peer:send("memory.wait", { COUNTER, "u8", "", "changed", 1 })
    end, function()
      replies = peer:replies()
      peer:send("frames.release", { "" })
    end)
    fake.frames(1)
    check.list(peer:words(), { "8 ok" })
    for i = 2, 6 do
      check.equal(replies[i].word, "held", replies[i].id)
      check.contains(replies[i].payload, "spec has frozen the game; it resumes in 600000 ms unless the lease is renewed.")
      check.contains(replies[i].payload, "Only steps and acts run frames of a frozen game. The command did not run")
      check.list(replies[i].arguments, { "600000" })
    end
    check.equal(peer:ask("buttons.get"), "0 0 0", "nothing is queued")
    bench.clean()
  end)

  it("a wait for a value that is there already, and what is queued without a wait, are accepted in a held game", function()
    local peer = held()
    bench.in_waits(function()
      peer:send("memory.wait", { COUNTER, "u8", "", "ge:0", 1 })
      peer:send("buttons.press", { 1, 2, 1, 0 })
      peer:send("buttons.sequence", { 1, 0 }, "2 2\n")
      peer:send("frames.step", { 2, 0, "", 1 })
    end)
    fake.frames(1)
    fake.seen = {}
    fake.frames(2)
    check.list(peer:words(), { "2 ok", "3 ok", "4 ok", "5 ok", "6 ok" })
    check.list(fake.seen, { 3, 3 })
    bench.clean()
  end)

  it("a press of a step's button begins after the step, with a frame in between", function()
    local peer = held()
    bench.in_waits(function() peer:send("frames.step", { 2, 1, "", 1 }) end, function() peer:send("frames.release", { "" }) end)
    fake.frames(1)
    peer:send("buttons.press", { 1, 2, 1, 0 })
    fake.seen = {}
    fake.frames(6)
    check.list(fake.seen, { 1, 1, 0, 1, 1, 0 })
    bench.clean()
  end)

  it("when all clients have disconnected, the game continues at once", function()
    local peer = held(nil, { milliseconds = 600000 })
    bench.in_waits(function() peer.client:leave() end)
    fake.frames(1)
    check.truthy(fake.waits < 10, "waits " .. fake.waits)
    bench.clean()
  end)

  it("when one of two clients disconnects, its step ends early and the hold stays", function()
    bench.start()
    local one, other = bench.peer(), bench.peer()
    one:send("frames.hold", { 100, 0, "", "one" })
    bench.in_waits(function() other:send("frames.step", { 1000, 0, "", 1 }) end)
    fake.frames(3)
    other.client:leave()
    local waits = fake.waits
    fake.frames(3)
    check.truthy(fake.waits > waits + 90, "it stands still again")
    bench.clean()
  end)

  it("an exclusive hold ends with its client's last connection, even if other clients are connected", function()
    bench.start()
    local other, one, sibling = bench.peer("other"), bench.peer("one"), bench.peer("one")
    one:send("frames.hold", { 600000, 1, "", "one" })
    local status = {}
    local function note() status[#status + 1] = table.concat(other:replies()[1].arguments, " "):match("^%d") end
    local function ask() other:send("frames.status") end
    bench.in_waits(function() one.client:leave() end, ask, note, function() sibling.client:leave() end)
    fake.frames(1)
    check.list(status, { "1" })
    check.truthy(fake.waits < 100, "waits " .. fake.waits)
    check.equal(other:ask("frames.status"), "0 0  0 0 ")
    check.equal(other:refused("frames.step", { 1, 0, "", 1 }), "not-held")
    bench.clean()
  end)

  it("a hold that another client has joined continues after its first client has disconnected", function()
    bench.start()
    local one, other = bench.peer("one"), bench.peer("other")
    one:send("frames.hold", { 1000, 0, "", "one" })
    bench.in_waits(function() other:send("frames.hold", { 1000, 0, "", "other" }) end, function() one.client:leave() end)
    fake.frames(1)
    check.truthy(fake.waits > 900, "waits " .. fake.waits)
    bench.clean()
  end)

  it("frames.release with * ends an exclusive hold without its lease", function()
    local peer = held(nil, { milliseconds = 600000, exclusive = 1 })
    bench.in_waits(function() peer:send("frames.step", { 1, 0, "*", 1 }) end,
      function() peer:send("frames.hold", { 1000, 0, "*", "x" }) end, function() peer:send("frames.release", { "*" }) end)
    fake.frames(1)
    check.truthy(fake.waits < 10, "waits " .. fake.waits)
    check.list(peer:words(), { "2 ok", "3 held", "4 held", "5 ok" })
    check.equal(peer:refused("frames.release", { "*" }), "not-held")
    bench.clean()
  end)

  it("a cancelled step ends early; a queued one does not run", function()
    local peer = held(nil, { milliseconds = 1000 })
    bench.in_waits(function()
      peer:send("frames.step", { 1000, 0, "", 1 })
      peer:send("frames.step", { 7, 0, "", 1 })
    end)
    fake.frames(3)
    peer:send("cancel", { 4 })
    peer:send("cancel", { 3 })
    fake.frames(2)
    local waits = fake.waits
    fake.frames(1)
    check.truthy(fake.waits > waits, "it stands still again")
    local list = peer:words()
    table.sort(list)
    check.list(list, { "2 ok", "3 interrupted", "4 cancelled", "5 ok", "6 ok" })
    bench.clean()
  end)

  it("a hold that begins between two frames is answered when the game stands still", function()
    bench.start({ BRIDGE_WINDOW = "off" })
    local peer = bench.peer()
    peer:send("frames.hold", { 100, 0, "", "spec" })
    fake.fire("idle")
    check.list(peer:words(), {})
    fake.frames(1)
    check.list(peer:words(), { "2 ok" })
    bench.clean()
  end)

  it("a client that joins a hold between two frames is answered when the game stands still", function()
    bench.start({ BRIDGE_WINDOW = "off" })
    local peer, other = bench.peer(), bench.peer("other")
    peer:send("frames.hold", { 100, 0, "", "spec" })
    other:send("frames.hold", { 100, 0, "", "other" })
    fake.fire("idle")
    check.list(peer:words(), {})
    check.list(other:words(), {})
    fake.frames(1)
    check.list(peer:words(), { "2 ok" })
    check.list(other:words(), { "2 ok" })
    bench.clean()
  end)

  it("the number of clients that wait for a hold to begin is limited", function()
    bench.start({ BRIDGE_WINDOW = "off" })
    local peer = bench.peer()
    for _ = 1, limits.holds + 1 do peer:send("frames.hold", { 100, 0, "", "spec" }) end
    for _ = 1, 10 do fake.fire("idle") end
    check.list(peer:words(), { limits.holds + 2 .. " busy" })
    fake.frames(1)
    check.equal(#peer:words(), limits.holds)
    bench.clean()
  end)

  for how, gives_up in pairs({
    ["cancels it"] = function(peer) peer:send("cancel", { 2 }) end,
    ["goes"] = function(peer) peer.client:leave() end,
  }) do
    it("a hold begun between two frames stays when one of two clients " .. how, function()
      bench.start({ BRIDGE_WINDOW = "off" })
      local peer, other = bench.peer(), bench.peer("other")
      peer:send("frames.hold", { 100, 0, "", "spec" })
      other:send("frames.hold", { 100, 0, "", "other" })
      fake.fire("idle")
      gives_up(peer)
      fake.fire("idle")
      local waits = fake.waits
      fake.frames(1)
      check.truthy(fake.waits > waits, "it stands still")
      check.list(peer:words(), how == "goes" and {} or { "2 cancelled", "3 ok" })
      check.list(other:words(), { "2 ok" })
      bench.clean()
    end)
  end

  it("a hold cancelled before the game stands still has no effect", function()
    bench.start({ BRIDGE_WINDOW = "off" })
    local peer = bench.peer()
    peer:send("frames.hold", { 100, 0, "", "spec" })
    fake.fire("idle")
    peer:send("cancel", { 2 })
    fake.fire("idle")
    fake.frames(1)
    check.equal(peer:words()[1], "2 cancelled")
    check.equal(peer:ask("frames.status"), "0 0  0 0 ")
    bench.clean()
  end)

  it("a reset lets one frame pass, then the game stands still again", function()
    local peer = held(nil, { milliseconds = 1000 })
    bench.in_waits(function() peer:send("reset") end)
    fake.frames(1)
    check.equal(fake.resets, 1)
    check.truthy(fake.waits < 10, "it has left the callback")
    fake.frames(1)
    check.truthy(fake.waits > 900, "it stands still again")
    bench.clean()
  end)

  it("closing the game ends the hold and its steps", function()
    local peer = held(nil, { milliseconds = 1000 })
    bench.in_waits(function()
      peer:send("frames.step", { 1000, 0, "", 1 })
      peer:send("frames.step", { 1, 0, "", 1 })
    end)
    fake.frames(3)
    fake.close_game()
    check.list(peer:words(), { "2 ok", "3 interrupted", "4 cancelled", "0 no-game" })
    fake.load_game()
    fake.frames(1)
    check.list(peer:words(), { "0 new-game" })
    check.equal(peer:ask("frames.status"), "0 0  0 0 ")
    bench.clean()
  end)

  it("connections are accepted and closed while the game stands still", function()
    local peer = held(nil, { milliseconds = 600000 })
    local stranger, newcomer = bench.stranger(), bench.stranger()
    local greeting
    bench.in_waits(function() newcomer:send_greeting("late") end)
    local counted = fake.on_wait
    fake.on_wait = function(...)
      counted(...)
      greeting = greeting or newcomer:replies()[1]
      if stranger.client:is_closed() then peer.client:leave() newcomer.client:leave() end
    end
    fake.frames(1)
    check.equal(greeting.word, "ok")
    check.truthy(stranger.client:is_closed())
    bench.clean()
  end)

  it("a hold ends when our own host shuts down", function()
    bench.clean()
    fake.install()
    fake.load_game()
    _G._host = { isEnding = function() return fake.waits > 5 end }
    bench.load()
    local peer = bench.peer()
    fake.waits = 0
    peer:send("frames.hold", { 600000, 0, "", "spec" })
    fake.frames(1)
    check.equal(fake.waits, 6)
    _G._host = nil
    bench.clean()
  end)

  --- Holds a game of our own host, which waits for all sockets at once; `on_wait` is called in each wait, and returns whether data came.
  local function held_in_own_host(on_wait)
    bench.clean()
    fake.install()
    fake.load_game()
    local ends = false
    _G._host = {
      isEnding = function() return ends end,
      waitForData = function(milliseconds)
        check.equal(milliseconds, 16)
        local ready = on_wait()
        ends = ready == nil
        return ready or false
      end,
    }
    bench.load()
    local peers = { bench.peer(), bench.peer(), bench.peer() }
    peers[1]:send("frames.hold", { 600000, 0, "", "spec" })
    fake.waits = 0
    return peers
  end

  it("our own host waits for all connections at once, and for new ones", function()
    local peers, waits, newcomer = nil, 0, nil
    peers = held_in_own_host(function()
      waits = waits + 1
      if waits == 1 then return false end
      if waits == 2 then peers[3]:send("echo", {}, "x") return true end
      if waits == 3 then
        check.equal(#peers[3]:replies(), 1)
        peers[2]:send("echo", {}, "x")
        return true
      end
      if waits == 4 then
        check.equal(#peers[2]:replies(), 1)
        newcomer = bench.stranger()
        newcomer:send_greeting("late")
        return true
      end
      return nil
    end)
    fake.frames(1)
    check.equal(newcomer:replies()[1].word, "ok")
    check.equal(waits, 5)
    check.truthy(fake.waits <= 1, "at most one wait for a single socket")
    _G._host = nil
    bench.clean()
  end)

  it("data of other scripts does not keep a held game's processor busy", function()
    local waits = 0
    held_in_own_host(function()
      waits = waits + 1
      if waits > 20 then return nil end
      return true
    end)
    fake.frames(1)
    check.equal(fake.waits, 20)
    _G._host = nil
    bench.clean()
  end)

  it("the lease of a game of our own host runs out by its waits", function()
    local waits = 0
    local peers = held_in_own_host(function()
      waits = waits + 1
      return false
    end)
    peers[1]:send("frames.release", { "*" })
    peers[1]:send("frames.hold", { 1600, 0, "", "spec" })
    fake.frames(1)
    check.truthy(waits >= 99 and waits <= 101, waits .. " waits")
    _G._host = nil
    bench.clean()
  end)

  it("a client that sends over two connections in turn waits for neither", function()
    bench.start()
    local peer, other = bench.peer(), bench.peer()
    local peers, sent, waits = { peer, other }, 0, 0
    peer:send("frames.hold", { 600000, 0, "", "spec" })
    -- Each request is sent as soon as the one before is answered, over the other connection; timestamps are too far apart for busy polls.
    local function send()
      sent = sent + 1
      peers[sent % 2 + 1]:send("echo", {}, "", 1000000 + 5000 * sent)
    end
    fake.on_wait = function()
      waits = waits + 1
      if waits == 1 then send() end
    end
    for _, each in ipairs(peers) do
      each.client:on_sent(function()
        if sent > 0 and sent < 40 then send() elseif sent == 40 then
          sent = 41
          peer:send("frames.release", { "" })
        end
      end)
    end
    fake.frames(1)
    check.equal(sent, 41)
    check.truthy(waits <= 5, "waits " .. waits)
    bench.clean()
  end)

  --- Steps a held game by a frame; returns the passes from then until the game waits, and what the client has received by then.
  local function step(tell)
    local peer = held()
    bench.in_waits(function() peer:send("frames.step", { 1, 0, "", 1 }) end)
    fake.frames(1)
    peer:replies()
    local parts, passes, seen, words = _G.bridge.parts, 0, nil, nil
    local pass, frame = parts.server.pass, parts.frame
    parts.server.pass = function(...)
      passes = passes + 1
      return pass(...)
    end
    frame.watches = { cost = 0, frame = function() if tell then tell(parts.connections.list[1]) end end }
    bench.in_waits(function()
      seen, words = passes, peer:words()
      peer:send("frames.release", { "" })
    end)
    fake.frames(1)
    bench.clean()
    return seen, words
  end

  it("after a step the game waits for requests without a pass that would look for them", function()
    local passes, words = step()
    check.equal(passes, 0)
    check.equal(words[1], "3 ok")
  end)

  it("what a step's last frame has to tell is sent before the game waits", function()
    local passes, words = step(function(connection) connection:tell("watch", "1") end)
    check.equal(passes, 1)
    check.equal(words[2], "0 watch")
  end)

  it("a step's picture is that of its last frame", function()
    local peer = held()
    local reads = bench.message(1, "memory.get", { COUNTER, 1, "" }) .. bench.message(2, "screen.png")
    bench.in_waits(function() peer:send("frames.step", { 2, 0, "", 1 }, reads) end)
    fake.frames(3)
    local reply = peer:replies()[2]
    check.equal(reply.word, "ok")
    check.contains(reply.payload, ("2 ok %d "):format(reply.number))
    check.contains(reply.payload, "PNG")
    bench.clean()
  end)

  it("a step takes at most one picture, and none that is not drawn", function()
    local peer = held(nil, { milliseconds = 600000 })
    local picture = bench.message(1, "screen.png")
    bench.in_waits(
      function() peer:send("frames.step", { 1, 0, "", 1 }, picture .. bench.message(2, "screen.png")) end,
      function() peer:send("frames.step", { 1, 0, "", 0 }, picture) end,
      function() peer:send("frames.release", { "" }) end)
    fake.frames(1)
    local replies = peer:replies()
    check.equal(replies[2].word .. " " .. replies[2].arguments[1], "bad-request [1]")
    check.equal(replies[3].word .. " " .. replies[3].arguments[1], "bad-request draw")
    bench.clean()
  end)

  it("a step can begin with a state, which is loaded only if the step is allowed", function()
    bench.start()
    local peer = bench.peer()
    local _, state = peer:ask("state.save", { 30 })
    local load = bench.message(1, "state.load", { 30 }, state)
    local read = bench.message(1, "memory.get", { COUNTER, 1, "" })
    fake.game.memory.wram.bytes[0] = 77
    peer:send("frames.hold", { 1000, 0, "", "spec" })
    local refused = {}
    bench.in_waits(
      function() peer:send("frames.step", { 1, 0, "wrong", 1 }, load .. read) end,
      function() peer:send("frames.step", { 1, 0, "", 1 }, load:sub(1, 40)) end,
      function() refused[1] = fake.game.memory.wram.bytes[0] end,
      function()
        peer:send("frames.step", { 1, 0, "", 1 }, load .. read)
        peer:send("frames.step", { 1, 0, "", 1 }, load .. read)
      end)
    fake.frames(2)
    local replies = peer:replies()
    check.equal(refused[1], 77)
    check.equal(replies[2].word, "held")
    check.equal(replies[3].word, "bad-request")
    check.equal(replies[4].word, "busy", "a second state can't wait")
    check.equal(replies[5].word, "ok")
    check.contains(replies[5].payload, " 0 0\n<|END|>")
    bench.clean()
  end)
end
