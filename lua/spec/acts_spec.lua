local check = require("spec.check")
local bench = require("spec.bench")
local framing = require("bridge.wire.framing")
local limits = require("bridge.wire.limits")
local fake = bench.fake

local COUNTER = 33554432

local function get(id) return bench.message(id, "memory.get", { COUNTER, 1, "" }) end

local function wait_for(timeout, lines) return bench.message(3, "until.wait", { "any", timeout }, lines) end

local function value_line(value_type, condition, timeout)
  return ("value %d %s - %s 1 %d\n"):format(COUNTER, value_type, condition, timeout)
end

--- Sends an act. `awaits` is a condition on the counter, `reads` are the messages of its reads.
local function act(peer, options)
  local payload = ""
  if options.state then payload = bench.message(1, "state.load", { 31 }, options.state) end
  if options.timeline then payload = payload .. bench.message(2, "buttons.sequence", { 1, 0 }, options.timeline) end
  if options.awaits then payload = payload .. wait_for(options.timeout, value_line("u8", options.awaits, options.timeout)) end
  return peer:send("act", { options.settle or 0, options.every or 0, options.lease or "", options.ends },
    payload .. (options.reads or ""))
end

local function ends_up_to(count)
  local ends = {}
  for i = 1, count do ends[i] = i end
  return table.concat(ends, ",")
end

local function messages_in(payload)
  local reader, list = framing.reader(), {}
  reader:feed(payload)
  for message in function() return reader:next() end do list[#list + 1] = message end
  return list
end

local function started(environment)
  bench.start(environment)
  return bench.peer()
end

--- Runs frames until a reply arrives; returns their number and the reply.
local function frames_until_reply(peer, max_frames)
  for frame = 1, max_frames do
    fake.frames(1)
    local replies = peer:replies()
    if replies[1] then return frame, replies[1] end
  end
end

return function(it)
  it("an act plays its buttons, waits for the settle frames, and reads in the last one", function()
    local peer = started()
    act(peer, { timeline = "3 2\n0 1\n", settle = 2, reads = get(1) })
    fake.seen = {}
    fake.frames(1)
    local begun = fake.game.number - 1
    fake.game.memory.wram.bytes[0] = 55
    local frame, reply = frames_until_reply(peer, 20)
    check.equal(frame, 5)
    check.equal(reply.word, "ok")
    check.list(reply.arguments, { "5", "0", "0", "1", tostring(begun), tostring(begun + 2) })
    check.equal(reply.number, begun + 5)
    check.equal(messages_in(reply.payload)[1].arguments[1], "55")
    check.list(fake.seen, { 0, 3, 3, 0, 0, 0 })
    bench.clean()
  end)

  it("an act without buttons and frames ends in the frame in which it begins", function()
    local peer = started()
    act(peer, { reads = get(1) })
    local frame, reply = frames_until_reply(peer, 3)
    check.equal(frame, 1)
    check.list(reply.arguments, { "0", "0", "0", "0", "", "" })
    bench.clean()
  end)

  it("an act begins in a frame callback, even if it arrives between two", function()
    local peer = started()
    act(peer, { settle = 1 })
    fake.fire("idle")
    check.equal(#peer:replies(), 0)
    check.equal(frames_until_reply(peer, 5), 2)
    bench.clean()
  end)

  it("an act waits for a value or its timeout, and then settles", function()
    local peer = started()
    act(peer, { timeline = "1 1\n0 1\n", awaits = "eq:9", timeout = 50, settle = 2, reads = get(1) })
    fake.frames(6)
    check.equal(#peer:replies(), 0)
    fake.game.memory.wram.bytes[0] = 9
    local frame, reply = frames_until_reply(peer, 5)
    check.equal(frame, 3)
    check.list({ reply.arguments[1], reply.arguments[2] }, { "8", "1" })
    act(peer, { awaits = "changed", timeout = 4 })
    frame, reply = frames_until_reply(peer, 20)
    check.equal(frame, 5)
    check.list({ reply.arguments[1], reply.arguments[2] }, { "4", "0" })
    bench.clean()
  end)

  it("an act takes at most the maximum number of key frames", function()
    local peer = started()
    act(peer, { settle = 40, every = 2, reads = get(1) })
    local _, reply = frames_until_reply(peer, 50)
    check.equal(reply.arguments[3], tostring(limits.key_frames))
    local messages = messages_in(reply.payload)
    check.equal(#messages, limits.key_frames + 1)
    check.equal(messages[2].number - messages[1].number, 2)
    check.equal(messages[1].payload:sub(2, 4), "PNG")
    bench.clean()
  end)

  it("an act reads after each step of its sequence, and at its end", function()
    local peer = started()
    fake.game.memory.wram.bytes[0] = 1
    act(peer, { timeline = "1 2\n0 1\n2 3\n", settle = 2, ends = "2,3,6", reads = get(1) })
    for value = 1, 9 do
      fake.game.memory.wram.bytes[0] = value
      fake.frames(1)
    end
    local messages = messages_in(peer:replies()[1].payload)
    check.list({ messages[1].arguments[1], messages[2].arguments[1], messages[3].arguments[1], messages[4].arguments[1] },
      { "3", "4", "7", "9" })
    check.equal(messages[4].number - messages[1].number, 6)
    bench.clean()
  end)

  it("an act that ends early has read after the steps that are over", function()
    local peer = started()
    peer:send("act", { 0, 0, "", "2,4" }, wait_for(60, value_line("u8", "eq:9", 60))
      .. bench.message(2, "buttons.sequence", { 3, 0 }, "1 2\n0 2\n") .. get(1))
    fake.frames(6)
    fake.game.memory.wram.bytes[0] = 9
    fake.frames(3)
    check.equal(#messages_in(peer:replies()[1].payload), 4)
    bench.clean()
  end)

  it("an act refuses to read after each of too many steps, or without steps and operations", function()
    local peer = started()
    act(peer, { timeline = ("1 1\n"):rep(100), ends = ends_up_to(limits.observed_steps + 1), reads = get(1) })
    act(peer, { timeline = "1 1\n", ends = "1" })
    act(peer, { ends = "1", reads = get(1) })
    for _, ends in ipairs({ "2", "0", "", "1,", "x" }) do act(peer, { timeline = "1 1\n", ends = ends, reads = get(1) }) end
    fake.frames(1)
    local replies = peer:replies()
    for i = 1, 8 do check.equal(replies[i].word, "bad-request") end
    check.equal(replies[1].payload, "An act must read at most 64 times; got 65.")
    bench.clean()
  end)

  it("an act in a held game runs its frames, and the game stands still again", function()
    local peer = started()
    peer:send("frames.hold", { 500, 0, "", "spec" })
    local todo, at = {
      function() act(peer, { timeline = "16 2\n", settle = 1, reads = get(1) }) end,
      function() act(peer, { reads = get(1) }) end,
      function() peer:send("frames.step", { 1, 32, "", 1 }) end,
    }, 0
    fake.on_wait = function()
      at = at + 1
      if todo[at] then todo[at]() end
    end
    fake.seen = {}
    fake.frames(3)
    local replies = peer:replies()
    check.equal(replies[1].word, "ok")
    check.equal(#replies, 1, "the other requests wait for the first")
    fake.frames(1)
    replies = peer:replies()
    check.equal(replies[1].arguments[1], "3")
    check.equal(replies[2].arguments[1], "0")
    check.equal(replies[1].number, replies[2].number)
    fake.frames(1)
    check.list(fake.seen, { 0, 16, 16, 0, 32 })
    bench.clean()
  end)

  it("an exclusive hold refuses an act without its lease", function()
    local peer = started()
    peer:send("frames.hold", { 500, 1, "", "spec" })
    local asked
    fake.on_wait = function()
      if not asked then
        asked = true
        act(peer, { settle = 1, lease = "wrong" })
      end
    end
    fake.frames(1)
    local replies = peer:replies()
    check.equal(replies[2].word, "held")
    bench.clean()
  end)

  it("a cancelled act releases its buttons", function()
    local peer = started()
    local id = act(peer, { timeline = "1 100\n" })
    fake.frames(3)
    check.equal(fake.game.keys, 1)
    peer:send("cancel", { id })
    local _, reply = frames_until_reply(peer, 2)
    check.equal(reply.word, "interrupted")
    fake.frames(1)
    check.equal(fake.game.keys, 0)
    check.equal(peer:ask("buttons.get"), "0 0 0")
    bench.clean()
  end)

  it("an act whose client has disconnected releases its buttons", function()
    local peer = started()
    act(peer, { timeline = "1 100\n" })
    fake.frames(3)
    peer.client:leave()
    fake.frames(3)
    check.equal(fake.game.keys, 0)
    bench.clean()
  end)

  it("releasing all buttons interrupts an act", function()
    local peer = started()
    act(peer, { timeline = "1 100\n", settle = 3 })
    fake.frames(3)
    peer:send("buttons.clear")
    fake.frames(1)
    local words = {}
    for i, reply in ipairs(peer:replies()) do words[i] = reply.word end
    table.sort(words)
    check.list(words, { "interrupted", "ok" })
    bench.clean()
  end)

  it("a refused state ends the act with nothing queued", function()
    local peer = started()
    act(peer, { state = "no state", timeline = "1 100\n" })
    local _, reply = frames_until_reply(peer, 3)
    check.equal(reply.word, "bad-state")
    fake.frames(3)
    check.equal(fake.game.keys, 0)
    bench.clean()
  end)

  it("an invalid act is refused before anything happens", function()
    local peer = started()
    local function refused(arguments, payload)
      local status, sentence, argument = peer:refused("act", arguments, payload)
      return ("%s %s"):format(status, argument), sentence
    end
    local fine = { 0, 0, "" }
    check.equal(refused({ 36001, 0, "" }), "bad-request settle")
    check.equal(refused({ 0, -1, "" }), "bad-request every")
    check.equal(refused(fine, wait_for(0, value_line("u8", "eq:1", 1))), "bad-request timeout")
    check.equal(refused(fine, wait_for(9, value_line("u9", "eq:1", 9))), "bad-request conditions[0].type")
    check.equal(refused(fine, wait_for(9, "")), "bad-request payload")
    check.equal(refused(fine, bench.message(1, "until.wait", { "any" })), "bad-request payload")
    check.equal(refused(fine, bench.message(1, "memory.set", { COUNTER, 1, 1, "" })), "bad-request [0]")
    check.equal(refused(fine, bench.message(1, "buttons.sequence", { 1, 0 }, "nonsense")), "bad-request steps")
    check.equal(refused(fine, bench.message(1, "buttons.sequence", { 0, 0 }, "1 1\n")), "bad-request repeat")
    local twice = bench.message(1, "buttons.sequence", { 1, 0 }, "1 1\n")
    check.equal(refused(fine, twice .. twice), "bad-request [0]")
    check.equal(refused(fine, "not a message"), "bad-request [0]")
    check.equal(peer:ask("buttons.get"), "0 0 0")
    bench.clean()
  end)

  it("the number of concurrent acts is limited", function()
    local peer = started()
    for _ = 1, limits.acts do act(peer, { settle = 100 }) end
    local status = peer:refused("act", { 1, 0, "" })
    check.equal(status, "busy")
    bench.clean()
  end)
end
