-- The queue of changes to the held buttons: first the pure model, then over the wire.
local check = require("spec.check")
local bench = require("spec.bench")
local Input = require("bridge.input.input")
local Sequence = require("bridge.input.sequence")
local limits = require("bridge.wire.limits")
local fake = bench.fake

local A, B, UP = 1, 2, 64

--- Runs frames, and returns the masks that the game sees in them.
local function run(input, frames)
  local seen = {}
  for i = 1, frames do
    input:advance(i)
    seen[i] = input:begin(i)
  end
  return seen
end

local function hold(input, ...)
  for _, mask in ipairs({ ... }) do check.equal(input:hold(mask, "me"), nil) end
end

local function press(input, mask, owner)
  local sequence = Sequence.press(mask, 2, 1)
  check.equal(input:queue(sequence, owner or "me"), nil)
  return sequence
end

local function start(game)
  bench.start({ BRIDGE_WINDOW = "off" }, game)
  local peer = bench.peer()
  fake.frames(1)
  fake.seen = {}
  return peer
end

--- Returns the frame number of the next callback.
local function next_frame() return fake.game.number end

return function(it)
  it("each accepted change takes a frame of its own, in order", function()
    local input = Input.new()
    hold(input, A, 0, A, A | B, B, 0)
    check.list(run(input, 8), { A, 0, A, A | B, B, 0, 0, 0 })
  end)

  it("holding and releasing a button 200 times gives 200 presses", function()
    local input, presses, before = Input.new(), 0, 0
    for _ = 1, 200 do hold(input, A, 0) end
    for _, mask in ipairs(run(input, 402)) do
      presses, before = presses + (mask & ~before), mask
    end
    check.equal(presses, 200)
  end)

  it("a change equal to the last accepted one takes no frame, but sets the owner and the lease", function()
    local input = Input.new()
    hold(input, A, A)
    check.equal(input:hold(A, "you", 1000), nil)
    check.equal(input.held:delay(), 0)
    hold(input, B)
    check.equal(input.held:delay(), 1)
    check.equal(input:hold(B, "you", 1000), nil)
    check.equal(input.held:delay(), 1)
    input:drop_owner("me")
    check.list(run(input, 3), { A, B, B })
    input.held:expire(1000)
    check.list(run(input, 1), { 0 })
  end)

  it("a full queue refuses a change without an effect, and has room again after a frame", function()
    local input = Input.new()
    for i = 1, limits.button_changes do hold(input, i % 2 * A) end
    check.equal(input:hold(A, "you"), "busy")
    check.equal(input.held.mask, 0)
    hold(input, 0)
    run(input, 1)
    hold(input, B)
    check.equal(input:hold(A, "me"), "busy")
    input:release("me")
    local seen = run(input, limits.button_changes + 2)
    check.list({ table.unpack(seen, #seen - 3) }, { 0, B, 0, 0 })
  end)

  it("releasing everything drops presses at once, and keeps the accepted changes", function()
    local input = Input.new()
    hold(input, A, 0, A)
    press(input, UP)
    check.equal(input:release("me"), 1)
    check.list(run(input, 5), { A, 0, A, 0, 0 })
  end)

  it("closing the game drops everything", function()
    local input = Input.new()
    hold(input, A)
    run(input, 1)
    hold(input, 0, A, B)
    input:clear()
    check.equal(input.held.mask, 0)
    check.list(run(input, 2), { 0, 0 })
  end)

  it("an expired lease releases its buttons after the changes before it", function()
    local input = Input.new()
    hold(input, A, 0)
    check.equal(input:hold(B, "me", 1000), nil)
    input.held:expire(1000)
    check.equal(input.held.mask, 0)
    check.list(run(input, 5), { A, 0, B, 0, 0 })
  end)

  it("an owner that disconnects loses its queued changes and its held buttons", function()
    local input = Input.new()
    hold(input, A)
    run(input, 1)
    hold(input, 0, A, B)
    input:drop_owner("me")
    check.list(run(input, 2), { 0, 0 })
  end)

  it("an owner that disconnects before its changes take effect leaves none of them", function()
    local input = Input.new()
    hold(input, A, B)
    input:drop_owner("me")
    check.equal(input.held:is_changing(), false)
    check.list(run(input, 2), { 0, 0 })
  end)

  it("changes before another owner's accepted change keep their frames when their owner disconnects", function()
    local input = Input.new()
    hold(input, A, 0)
    check.equal(input:hold(B, "you"), nil)
    hold(input, A)
    input:drop_owner("me")
    check.list(run(input, 5), { A, 0, B, 0, 0 })
  end)

  it("buttons that another owner now holds stay held", function()
    local input = Input.new()
    hold(input, A)
    check.equal(input:hold(A | B, "you"), nil)
    input:drop_owner("me")
    check.list(run(input, 3), { A, A | B, A | B })
    input:drop_owner("you")
    check.list(run(input, 1), { 0 })
  end)

  it("when both owners disconnect, in either order, the game sees none of their changes", function()
    for _, names in ipairs({ { "me", "you" }, { "you", "me" } }) do
      local input = Input.new()
      check.equal(input:hold(A, names[1]), nil)
      check.equal(input:hold(B, names[2]), nil)
      input:drop_owner(names[2])
      input:drop_owner(names[1])
      check.list(run(input, 2), { 0, 0 })
    end
  end)

  it("the release of an expired lease is dropped with the changes before it", function()
    local input = Input.new()
    hold(input, A)
    check.equal(input:hold(B, "me", 1000), nil)
    input.held:expire(1000)
    input:drop_owner("me")
    check.list(run(input, 2), { 0, 0 })
  end)

  it("a press is checked against the last accepted change", function()
    local input = Input.new()
    hold(input, A)
    check.equal(input:queue(Sequence.press(A, 1, 1), "me"), "conflict")
    hold(input, 0)
    press(input, A)
    check.equal(input:hold(A, "me"), "conflict")
  end)

  it("a press waits for the earlier changes of its button, and then for a frame without it", function()
    local input = Input.new()
    hold(input, A, 0, A, 0)
    press(input, A)
    check.list(run(input, 8), { A, 0, A, 0, A, A, 0, 0 })
  end)

  it("a press does not wait for changes of other buttons", function()
    local input = Input.new()
    hold(input, A, 0, A, 0)
    press(input, UP)
    check.list(run(input, 5), { A | UP, UP, A, 0, 0 })
  end)

  it("a pressed button can also be held if the request allows it, and stays down after the press", function()
    local input = Input.new()
    local tap = press(input, A)
    run(input, 1)
    check.equal(input:hold(A | B, "me", nil, B), "conflict")
    check.equal(input:hold(A | B, "me", nil, A | B), nil)
    check.list(run(input, 3), { A | B, A | B, A | B })
    check.equal(tap.state, "done")
    hold(input, B)
    check.list(run(input, 1), { B })
  end)

  it("releasing a held button does not end its press", function()
    local input = Input.new()
    local tap = Sequence.press(A, 4, 1)
    input:queue(tap, "me")
    check.equal(input:hold(A, "me", nil, A), nil)
    run(input, 1)
    hold(input, 0)
    check.list(run(input, 4), { A, A, A, 0 })
    run(input, 1)
    check.equal(tap.state, "done")
  end)

  it("a queued press begins in its turn even if its button is also held", function()
    local input = Input.new()
    press(input, A)
    local second = press(input, A)
    check.equal(input:hold(A, "me", nil, A), nil)
    run(input, 20)
    check.equal(second.state, "done")
  end)

  it("a press after dropped changes begins in its turn", function()
    local input = Input.new()
    check.equal(input:hold(B, "gone"), nil)
    check.equal(input:hold(B | UP, "gone"), nil)
    local tap = press(input, A)
    input:drop_owner("gone")
    check.equal(input:hold(A, "me", nil, A), nil)
    run(input, 6)
    check.equal(tap.state, "done")
  end)

  it("in random runs the game sees exactly the accepted changes", function()
    math.randomseed(28)
    for _ = 1, 100 do
      local input, accepted, seen, last = Input.new(), {}, {}, 0
      local function record()
        local mask = input:begin(1) & 0x1F
        if mask ~= (seen[#seen] or 0) then seen[#seen + 1] = mask end
      end
      for _ = 1, 200 do
        local what, mask = math.random(6), math.random(0, 0x1F)
        if what == 1 then mask = last | mask elseif what == 2 then mask = last & ~mask elseif what == 3 then mask = 0 end
        if what == 3 then input:release("me") end
        if what <= 4 then
          hold(input, mask)
          if mask ~= last then accepted[#accepted + 1], last = mask, mask end
        elseif what == 5 then
          press(input, math.random(1, 0x1F) << 5)
        else
          input:advance(1)
          record()
        end
      end
      while input.held:is_changing() do record() end
      check.list(seen, accepted)
    end
  end)

  -- Over the wire.

  it("each reply names the frame of its change, and the game sees it in the next frame", function()
    local peer = start()
    local callback = next_frame()
    for _, command in ipairs({ { "set", A }, { "add", B }, { "remove", A }, { "lease", UP, 1000 }, { "lease", UP, 2000 }, { "clear" } }) do
      peer:send("buttons." .. command[1], { table.unpack(command, 2) })
    end
    fake.frames(1)
    local sent = {}
    for i, reply in ipairs(peer:replies()) do sent[i] = reply.arguments[#reply.arguments] - callback end
    check.list(sent, { 0, 1, 2, 3, 3, 4 })
    fake.frames(6)
    check.list(fake.seen, { 0, A, A | B, B, UP, 0, 0 })
    bench.clean()
  end)

  it("a request between two frames changes keys a frame later", function()
    local peer = start()
    local callback = next_frame()
    for _, mask in ipairs({ A, 0, 0 }) do peer:send("buttons.set", { mask }) end
    fake.fire("idle")
    local sent = {}
    for i, reply in ipairs(peer:replies()) do sent[i] = reply.arguments[1] - callback end
    check.list(sent, { 0, 1, 1 })
    fake.frames(3)
    check.list(fake.seen, { 0, A, 0 })
    bench.clean()
  end)

  it("buttons.get includes accepted changes at once, with the player's keys and the pressed ones", function()
    local peer = start()
    fake.game.keys = 8
    local replies
    peer:send("buttons.press", { UP, 9, 1, 0 })
    fake.frames(2)
    peer:replies()
    peer:send("buttons.add", { 3 })
    peer:send("buttons.get")
    peer:send("buttons.remove", { A })
    peer:send("buttons.get")
    fake.fire("idle")
    replies = peer:replies()
    check.list(replies[2].arguments, { 8 | UP | 3, 3, 1 })
    check.list(replies[4].arguments, { 8 | UP | B, B, 1 })
    fake.frames(2)
    check.equal(fake.game.keys, 8 | UP | B)
    check.equal(peer:ask("buttons.get"), ("%d %d 1"):format(8 | UP | B, B))
    bench.clean()
  end)

  it("buttons.get includes a press's buttons after they are no longer held", function()
    local peer = start()
    peer:send("buttons.press", { A, 9, 1, 0 })
    peer:send("buttons.add", { A, 1 })
    fake.frames(3)
    peer:send("buttons.remove", { A })
    peer:send("buttons.get")
    fake.fire("idle")
    check.list(peer:replies()[4].arguments, { A, 0, 1 })
    bench.clean()
  end)

  it("a full queue refuses a change with busy, and still accepts a release", function()
    local peer = start()
    peer:send("frames.hold", { 600000, 0, "", "spec" })
    local status, sentence, released
    bench.in_waits(function()
      for i = 0, limits.button_changes - 1 do peer:send("buttons.set", { i % 2 + 1 }) end
    end, function()
      peer:replies()
      peer:send("buttons.set", { 4 })
      peer:send("buttons.set", { B })
      peer:send("buttons.clear")
      peer:send("buttons.clear")
    end, function()
      local replies = peer:replies()
      local last = replies[#replies]
      status, sentence, released = replies[#replies - 3].word, replies[#replies - 3].payload, last.arguments[2] - last.number
      check.equal(replies[#replies - 2].word, "ok")
      peer:send("frames.release", { "" })
    end)
    fake.frames(1)
    check.equal(status, "busy")
    check.contains(sentence, "1024")
    check.equal(released, limits.button_changes)
    bench.clean()
  end)

  it("in a held game each change takes one frame of a step", function()
    local peer = start()
    local callback = next_frame()
    peer:send("frames.hold", { 100, 0, "", "spec" })
    bench.in_waits(function()
      peer:send("buttons.set", { A })
      peer:send("buttons.set", { B })
      peer:send("frames.step", { 1, 0, "", 1 })
    end, function()
      peer:send("frames.step", { 1, UP, "", 1 }, bench.message(1, "buttons.get"))
    end)
    fake.frames(4)
    check.list(fake.seen, { 0, A, B | UP, B })
    local replies = peer:replies()
    check.equal(replies[2].arguments[1] - callback, 0)
    check.equal(replies[3].arguments[1] - callback, 1)
    check.contains(replies[5].payload, ("1 ok %d 0 %d %d 0\n"):format(callback + 2, B | UP, B))
    bench.clean()
  end)

  it("each change is sent as an event in the frame in which it takes effect", function()
    local peer, other = start(), bench.peer()
    peer:ask("events.subscribe", { "buttons" })
    local callback = next_frame()
    for _, mask in ipairs({ A, A | B, 0 }) do other:send("buttons.set", { mask }) end
    fake.frames(5)
    local sent = {}
    for i, event in ipairs(peer:replies()) do sent[i] = ("%s %s %d"):format(event.word, event.arguments[1], event.number - callback) end
    check.list(sent, { "keys 1 0", "keys 3 1", "keys 0 2" })
    bench.clean()
  end)

  it("a pressed button can be held only if the request allows it", function()
    local peer = start()
    peer:ask("buttons.press", { A, 9, 1, 0 })
    check.equal(peer:refused("buttons.add", { A }), "conflict")
    check.equal(peer:refused("buttons.add", { A | B, 0 }), "conflict")
    check.equal(peer:refused("buttons.set", { A, 0 }), "conflict")
    check.equal(peer:refused("buttons.lease", { A, 1000 }), "conflict")
    peer:ask("buttons.add", { A | B, 1 })
    check.equal(peer:ask("buttons.get"), "3 3 1")
    check.equal(peer:refused("buttons.add", { A }), "conflict", "without the flag it is refused")
    peer:ask("buttons.add", { UP })
    peer:ask("buttons.set", { A, 1 })
    fake.frames(12)
    check.equal(peer:ask("buttons.get"), "1 1 0")
    check.equal(peer:refused("buttons.add", { A, 2 }), "bad-request")
    check.equal(peer:refused("buttons.set", { A, 1, 1 }), "bad-request")
    bench.clean()
  end)

  it("the queued changes of a closed connection are dropped", function()
    local peer, other = start(), bench.peer()
    fake.seen = {}
    for _ = 1, 50 do
      peer:send("buttons.set", { A })
      peer:send("buttons.set", { 0 })
    end
    fake.frames(4)
    peer.client:leave()
    fake.frames(8)
    local down = 0
    for _, mask in ipairs(fake.seen) do down = down + mask end
    check.truthy(down <= 3, "pressed " .. down .. " times")
    check.equal(other:ask("buttons.get"), "0 0 0")
    bench.clean()
  end)
end
