-- Events, and their delivery to clients that don't read.
local check = require("spec.check")
local limits = require("bridge.wire.limits")
local bench = require("spec.bench")
local fake = bench.fake

--- Returns the messages with id 0, as `word frame arguments`.
local function events_of(peer)
  local list = {}
  for _, message in ipairs(peer:replies()) do
    if message.id == "0" then
      list[#list + 1] = table.concat({ message.word, ("%d"):format(message.number), table.unpack(message.arguments) }, " ")
    end
  end
  return list
end

--- Returns a peer that has subscribed in frame 100.
local function listener(topics)
  bench.start()
  local peer = bench.peer()
  fake.game.number = 99
  peer:ask("events.subscribe", { topics })
  return peer
end

return function(it)
  it("each emulated frame is sent until the topic is unsubscribed", function()
    local peer = listener("frame")
    fake.frames(3)
    check.list(events_of(peer), { "frame 100", "frame 101", "frame 102" })
    peer:send("events.subscribe", { "" })
    fake.frames(3)
    check.list(events_of(peer), { "frame 103" })
    bench.clean()
  end)

  it("a client gets only its topics", function()
    local peer = listener("reset,buttons")
    local other = bench.peer()
    events_of(peer)
    other:send("buttons.set", { "1" })
    fake.frames(2)
    check.list(events_of(peer), { "keys 101 1" })
    check.list(events_of(other), {})
    bench.clean()
  end)

  it("a change of keys is sent in the frame of its callback, also one of the player's own keys", function()
    local peer = listener("buttons")
    local other = bench.peer()
    events_of(peer)
    local id = other:send("buttons.press", { "17", "3", "2", "1" })
    fake.frames(10)
    local reply
    for _, message in ipairs(other:replies()) do if message.id == tostring(id) then reply = message end end
    check.list(events_of(peer), { ("keys %s 17"):format(reply.arguments[2]), ("keys %s 0"):format(reply.arguments[3]) })
    fake.game.keys = 8
    fake.frames(1)
    check.list(events_of(peer), { "keys 111 8" })
    bench.clean()
  end)

  it("a change of keys is sent in the frame that the reply names, also for a request between two frames", function()
    local peer = listener("buttons")
    local other = bench.peer()
    events_of(peer)
    local function replied_frame() return other:replies()[1].arguments[1] end
    other:send("buttons.set", { 1 })
    fake.frames(1)
    check.list(events_of(peer), { ("keys %s 1"):format(replied_frame()) })
    other:send("buttons.lease", { 0, 1000 })
    fake.fire("idle")
    local frame = replied_frame()
    check.list(events_of(peer), {})
    fake.frames(1)
    check.list(events_of(peer), { ("keys %s 0"):format(frame) })
    bench.clean()
  end)

  it("a change of keys is sent when a lease ends", function()
    local peer = listener("buttons")
    peer:send("buttons.lease", { 1, 500 }, nil, 1000)
    fake.frames(1)
    for stamp = 101000, 401000, 100000 do
      peer:send("ping", {}, nil, stamp)
      fake.frames(1)
    end
    check.equal(#events_of(peer), 1)
    peer:send("ping", {}, nil, 501000)
    fake.frames(2)
    check.list(events_of(peer), { "keys 105 0" })
    check.equal(peer:ask("buttons.get"), "0 0 0")
    bench.clean()
  end)

  it("keys held before the subscription are not sent", function()
    bench.start()
    local peer = bench.peer()
    peer:ask("buttons.set", { "2" })
    peer:send("events.subscribe", { "buttons" })
    fake.frames(3)
    check.list(events_of(peer), {})
    peer:send("buttons.set", { "0" })
    fake.frames(1)
    check.equal(#events_of(peer), 1)
    bench.clean()
  end)

  for _, frame in ipairs({ 20, 100, 500 }) do
    it("loading a state of frame " .. frame .. " is sent as a reset", function()
      local peer = listener("reset")
      local state
      peer:send("state.save", { "0" })
      fake.game.number = frame
      fake.frames(1)
      for _, message in ipairs(peer:replies()) do if message.payload ~= "" then state = message.payload end end
      check.truthy(state, "a state")
      fake.game.number = 300
      fake.frames(1)
      events_of(peer)
      peer:send("state.load", { "0" }, state)
      fake.frames(1)
      check.list(events_of(peer), {}) -- the event comes with the next frame
      fake.frames(1)
      local list = events_of(peer)
      check.equal(#list, 1)
      check.contains(list[1], "reset ")
      check.equal(list[1]:match(" (%d+)$"), "301")
      fake.frames(5)
      check.list(events_of(peer), {})
      bench.clean()
    end)
  end

  it("a reset is sent as an event", function()
    local peer = listener("reset,frame")
    peer:send("reset")
    fake.frames(3)
    check.list(events_of(peer), { "frame 100", "reset 1 100", "frame 1", "frame 2" })
    bench.clean()
  end)

  it("no-game follows the earlier events when the game is closed", function()
    local peer = listener("frame")
    fake.frames(1)
    fake.close_game()
    check.list(events_of(peer), { "frame 100", "no-game -1" })
    bench.clean()
  end)

  for _, topics in ipairs({ "frames", "frame,", ",frame", "frame buttons", "watch,", "Frame" }) do
    it(("topics %q are refused"):format(topics), function()
      bench.start()
      local status, sentence, argument = bench.peer():refused("events.subscribe", { topics })
      check.equal(status .. " " .. argument, "bad-request topics")
      check.contains(sentence, "frame, buttons, reset")
      bench.clean()
    end)
  end

  it("a closed connection gets no events and costs nothing", function()
    local peer = listener("frame,buttons,reset")
    peer.client:leave()
    fake.frames(2)
    check.equal(next(_G.bridge.parts.events.listeners), nil)
    bench.clean()
  end)

  it("a client that does not read loses the oldest events, gets their number, and is still served", function()
    local peer = listener("frame")
    local connection = _G.bridge.parts.connections.list[1]
    peer.client.pipe.room = 0
    local payload = ("x"):rep(4000)
    fake.frames(1)
    local first = fake.game.number
    for _ = 1, 1500 do connection:tell("frame", first, nil, payload) end
    check.truthy(connection.notice_bytes <= limits.outbox_bytes, "no more than the limit")
    check.truthy(connection.unsent < 100, "none of them among the replies")
    peer:send("ping")
    fake.frames(1)
    peer.client.pipe.room = math.maxinteger
    local messages = {}
    for _ = 1, 40 do
      fake.frames(1)
      for _, message in ipairs(peer:replies()) do messages[#messages + 1] = message end
    end
    local lost, frames, ping = 0, 0, 0
    for i, message in ipairs(messages) do
      if message.word == "lost" then lost = lost + tonumber(message.arguments[1]) end
      if message.word == "frame" then frames = frames + 1 end
      if message.id ~= "0" then ping = i end
    end
    check.truthy(lost > 400, "some were lost")
    -- 1500 of the loop, and one for each of the 42 emulated frames.
    check.equal(lost + frames, 1 + 1500 + 1 + 40)
    check.truthy(ping > 0 and ping < 10, "the reply does not wait for all of the events")
    bench.clean()
  end)
end
