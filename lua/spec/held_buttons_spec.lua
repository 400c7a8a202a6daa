-- The queue of changes of what is held: in the pure model first, then over the wire.
local check = require("spec.check")
local bench = require("spec.bench")
local Input = require("bridge.input")
local Sequence = require("bridge.sequence")
local limits = require("bridge.limits")
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

--- The number that the next frame callback has.
local function next_frame() return fake.game.number end

return function(it)
  it("each accepted change takes a frame of its own, in order", function()
    local input = Input.new()
    hold(input, A, 0, A, A | B, B, 0)
    check.list(run(input, 8), { A, 0, A, A | B, B, 0, 0, 0 })
  end)

  it("200 times down and up are 200 presses", function()
    local input, presses, before = Input.new(), 0, 0
    for _ = 1, 200 do hold(input, A, 0) end
    for _, mask in ipairs(run(input, 402)) do
      presses, before = presses + (mask & ~before), mask
    end
    check.equal(presses, 200)
  end)

  it("one that equals the one accepted last takes no frame, but its holder and its lease count", function()
    local input = Input.new()
    hold(input, A, A)
    check.equal(input:hold(A, "you", 1000), nil)
    check.equal(input.held:delay(), 0)
    hold(input, B)
    check.equal(input.held:delay(), 1)
    check.equal(input:hold(B, "you", 1000), nil)
    check.equal(input.held:delay(), 1)
    input:let_go("me")
    check.list(run(input, 3), { A, B, B })
    input.held:expire(1000)
    check.list(run(input, 1), { 0 })
  end)

  it("as many fit as there may be, the next is refused and changes nothing, and there is room again after a frame", function()
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

  it("releasing everything drops presses at once, and no change that was accepted", function()
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

  it("a lease that is over releases the buttons once the changes before it have been seen", function()
    local input = Input.new()
    hold(input, A, 0)
    check.equal(input:hold(B, "me", 1000), nil)
    input.held:expire(1000)
    check.equal(input.held.mask, 0)
    check.list(run(input, 5), { A, 0, B, 0, 0 })
  end)

  it("the queued changes of an owner that is gone are dropped, and its buttons are released", function()
    local input = Input.new()
    hold(input, A)
    run(input, 1)
    hold(input, 0, A, B)
    input:let_go("me")
    check.list(run(input, 2), { 0, 0 })
  end)

  it("a change that was never seen leaves no trace with its owner gone", function()
    local input = Input.new()
    hold(input, A, B)
    input:let_go("me")
    check.equal(input.held:is_changing(), false)
    check.list(run(input, 2), { 0, 0 })
  end)

  it("changes that others were told frames behind stay where they are", function()
    local input = Input.new()
    hold(input, A, 0)
    check.equal(input:hold(B, "you"), nil)
    hold(input, A)
    input:let_go("me")
    check.list(run(input, 5), { A, 0, B, 0, 0 })
  end)

  it("buttons that another owner holds now stay held", function()
    local input = Input.new()
    hold(input, A)
    check.equal(input:hold(A | B, "you"), nil)
    input:let_go("me")
    check.list(run(input, 3), { A, A | B, A | B })
    input:let_go("you")
    check.list(run(input, 1), { 0 })
  end)

  it("both gone, neither's changes are seen, in whichever order they go", function()
    for _, names in ipairs({ { "me", "you" }, { "you", "me" } }) do
      local input = Input.new()
      check.equal(input:hold(A, names[1]), nil)
      check.equal(input:hold(B, names[2]), nil)
      input:let_go(names[2])
      input:let_go(names[1])
      check.list(run(input, 2), { 0, 0 })
    end
  end)

  it("the release of a lease goes with the changes before it", function()
    local input = Input.new()
    hold(input, A)
    check.equal(input:hold(B, "me", 1000), nil)
    input.held:expire(1000)
    input:let_go("me")
    check.list(run(input, 2), { 0, 0 })
  end)

  it("a press is judged by what was accepted last", function()
    local input = Input.new()
    hold(input, A)
    check.equal(input:queue(Sequence.press(A, 1, 1), "me"), "conflict")
    hold(input, 0)
    press(input, A)
    check.equal(input:hold(A, "me"), "conflict")
  end)

  it("a press waits for the changes before it that have its button, and for a frame without it", function()
    local input = Input.new()
    hold(input, A, 0, A, 0)
    press(input, A)
    check.list(run(input, 8), { A, 0, A, 0, A, A, 0, 0 })
  end)

  it("a press of another button waits for none of them", function()
    local input = Input.new()
    hold(input, A, 0, A, 0)
    press(input, UP)
    check.list(run(input, 5), { A | UP, UP, A, 0, 0 })
  end)

  it("a button that a press has can be held besides where that is meant, and stays down when the press is over", function()
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

  it("a held button that is taken out again leaves the press alone", function()
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

  it("a press whose button is held besides begins in its turn all the same", function()
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
    input:let_go("gone")
    check.equal(input:hold(A, "me", nil, A), nil)
    run(input, 6)
    check.equal(tap.state, "done")
  end)

  it("whatever is accepted whenever, the game sees exactly that", function()
    math.randomseed(28)
    for _ = 1, 100 do
      local input, accepted, seen, last = Input.new(), {}, {}, 0
      local function look()
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
          look()
        end
      end
      while input.held:is_changing() do look() end
      check.list(seen, accepted)
    end
  end)

  -- Over the wire ------------------------------------------------------------------------------------------------------

  it("the answers tell the frame of each change, and the game sees it in the frame after", function()
    local peer = start()
    local callback = next_frame()
    for _, command in ipairs({ { "set", A }, { "add", B }, { "remove", A }, { "lease", UP, 1000 }, { "lease", UP, 2000 }, { "clear" } }) do
      peer:send("buttons." .. command[1], { table.unpack(command, 2) })
    end
    fake.frames(1)
    local told = {}
    for i, reply in ipairs(peer:replies()) do told[i] = reply.arguments[#reply.arguments] - callback end
    check.list(told, { 0, 1, 2, 3, 3, 4 })
    fake.frames(6)
    check.list(fake.seen, { 0, A, A | B, B, UP, 0, 0 })
    bench.clean()
  end)

  it("what comes between two frames changes keys a frame later", function()
    local peer = start()
    local callback = next_frame()
    for _, mask in ipairs({ A, 0, 0 }) do peer:send("buttons.set", { mask }) end
    fake.fire("idle")
    local told = {}
    for i, reply in ipairs(peer:replies()) do told[i] = reply.arguments[1] - callback end
    check.list(told, { 0, 1, 1 })
    fake.frames(3)
    check.list(fake.seen, { 0, A, 0 })
    bench.clean()
  end)

  it("what was accepted is told at once, besides the player's keys and what is pressed", function()
    local peer = start()
    fake.game.keys = 8
    local answers
    peer:send("buttons.press", { UP, 9, 1, 0 })
    fake.frames(2)
    peer:replies()
    peer:send("buttons.add", { 3 })
    peer:send("buttons.get")
    peer:send("buttons.remove", { A })
    peer:send("buttons.get")
    fake.fire("idle")
    answers = peer:replies()
    check.list(answers[2].arguments, { 8 | UP | 3, 3, 1 })
    check.list(answers[4].arguments, { 8 | UP | B, B, 1 })
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

  it("a full queue answers busy, a release is taken all the same", function()
    local peer = start()
    peer:send("frames.hold", { 600000, 0, "", "spec" })
    local status, sentence, released
    bench.in_waits(function()
      for i = 0, limits.button_changes - 1 do peer:send("buttons.set", { i % 2 + 1 }) end
    end, function()
      peer:replies()
      status, sentence = nil, nil
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

  it("while the game is held a change takes a frame of a step", function()
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

  it("each change is told as an event in the frame in which it takes effect", function()
    local peer, other = start(), bench.peer()
    peer:ask("events.subscribe", { "buttons" })
    local callback = next_frame()
    for _, mask in ipairs({ A, A | B, 0 }) do other:send("buttons.set", { mask }) end
    fake.frames(5)
    local told = {}
    for i, event in ipairs(peer:replies()) do told[i] = ("%s %s %d"):format(event.word, event.arguments[1], event.number - callback) end
    check.list(told, { "keys 1 0", "keys 3 1", "keys 0 2" })
    bench.clean()
  end)

  it("only where it is said a button of a press can be held besides", function()
    local peer = start()
    peer:ask("buttons.press", { A, 9, 1, 0 })
    check.equal(peer:refused("buttons.add", { A }), "conflict")
    check.equal(peer:refused("buttons.add", { A | B, 0 }), "conflict")
    check.equal(peer:refused("buttons.set", { A, 0 }), "conflict")
    check.equal(peer:refused("buttons.lease", { A, 1000 }), "conflict")
    peer:ask("buttons.add", { A | B, 1 })
    check.equal(peer:ask("buttons.get"), "3 3 1")
    check.equal(peer:refused("buttons.add", { A }), "conflict", "its own API's is strict")
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
