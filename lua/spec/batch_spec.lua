local check = require("spec.check")
local bench = require("spec.bench")
local framing = require("bridge.wire.framing")
local fake = bench.fake

--- Returns a batch's payload. Each operation is { command, arguments, payload }.
local function payload_of(operations)
  local messages = {}
  for i, operation in ipairs(operations) do messages[i] = bench.message(i, operation[1], operation[2], operation[3]) end
  return table.concat(messages)
end

local function read_replies(payload)
  local reader, replies = framing.reader(), {}
  reader:feed(payload)
  for reply, problem in function() return reader:next() end do
    assert(not problem, problem)
    replies[#replies + 1] = ("%s %s %s"):format(reply.word, table.concat(reply.arguments, " "), reply.payload)
    check.equal(reply.id, tostring(#replies))
  end
  return replies
end

local function ask(peer, operations)
  local count, payload = peer:ask("batch", {}, payload_of(operations))
  check.equal(count, tostring(#operations))
  return read_replies(payload)
end

--- Returns status, sentence, the invalid argument, and the number of operations that had run.
local function refused(peer, payload)
  local reply = peer:call("batch", {}, payload)
  check.truthy(reply.word ~= "ok", "it is refused")
  return reply.word, reply.payload, reply.arguments[1], reply.arguments[2]
end

local function set(address, value) return { "memory.set", { address, 1, value, "" } } end
local function get(address) return { "memory.get", { address, 1, "" } } end
local function range(length, address) return { "memory.read", { address or 0x02000000, length, "" } } end
local function write(length, address) return { "memory.write", { address or 0x02000000, "" }, ("w"):rep(length) } end
local function repeated(count, operation)
  local list = {}
  for i = 1, count do list[i] = operation end
  return list
end

local PLACE = 0x02000010

-- Name, operations, status and argument of the refusal, and a part of its sentence.
local REFUSED_WHOLE = {
  { "a command that does not exist", { get(PLACE), { "dance" } }, "unknown-command", "[1]", "dance" },
  { "a batch in a batch", { { "batch", {}, "x" } }, "bad-request", "[0]", "batch" },
  { "reset", { { "reset" } }, "bad-request", "[0]", "reset" },
  { "hello", { { "hello", { bench.version, "x", bench.nonce } } }, "bad-request", "[0]", "hello" },
  { "too few arguments", { get(PLACE), { "memory.get", { PLACE, 1 } } }, "bad-request", "[1]", "takes 3 arguments" },
  { "a payload for a command without one", { { "memory.get", { PLACE, 1, "" }, "x" } }, "bad-request", "[0]", "no payload" },
  { "a press with wait 1", { { "buttons.press", { 1, 1, 1, 1 } } }, "bad-request", "[0].wait", "wait must be 0" },
  { "a sequence with wait 1", { { "buttons.sequence", { 1, 1 }, "1 1\n" } }, "bad-request", "[0].wait", "wait must be 0" },
  { "two pictures", { { "screen.png" }, { "screen.png" } }, "bad-request", "[1]", "one picture" },
  { "a range of length 0", { range(0) }, "bad-request", "[0].length", "1 to 262144" },
  { "a range that is too long", { range(262145) }, "bad-request", "[0].length", "1 to 262144" },
  { "ranges that are too long together", { range(262144), range(1) }, "bad-request", "[1].length", "262145" },
  { "writes that are too long together", { write(16384), write(1) }, "bad-request", "[1].payload", "16385" },
  { "257 operations", repeated(257, get(PLACE)), "bad-request", "[256]", "256" },
  { "a cost of more than half a frame", { range(262144), write(16384) }, "bad-request", "[1]", "8000" },
}

return function(it)
  it("a batch runs in order, in one frame, and answers each operation", function()
    bench.start()
    local replies = ask(bench.peer(), {
      get(PLACE), set(PLACE, 7), get(PLACE), { "memory.write", { PLACE, "" }, "<|END|>" }, range(7, PLACE),
      { "buttons.press", { 2, 4, 1, 0 } }, { "buttons.get" }, { "buttons.set", { 1 } }, { "buttons.clear" },
      { "register.set", { "r1", 5 } }, { "register.get", { "r1" } }, { "log", { "info" }, "hello" },
    })
    check.list(replies, {
      "ok 0 ", "ok  ", "ok 7 ", "ok  ", "ok  <|END|>", "ok 1 1 ", "ok 0 0 1 ", "ok 1 ", "ok 1 2 ", "ok  ", "ok 5 ", "ok  ",
    })
    check.equal(fake.lines[#fake.lines], "log hello")
    bench.clean()
  end)

  it("a batch queues its sequence each time it is sent", function()
    bench.start()
    local peer, operations = bench.peer(), { { "buttons.sequence", { 2, 0 }, "1 1\n0 1\n" }, { "buttons.get" } }
    check.list(ask(peer, operations), { "ok 1 1 ", "ok 0 0 1 " })
    check.list(ask(peer, operations), { "ok 2 2 ", "ok 1 0 2 " })
    bench.clean()
  end)

  it("a batch can have one picture", function()
    bench.start()
    local replies = ask(bench.peer(), { { "screen.png" } })
    check.contains(replies[1], "ok 240 160 \137PNG")
    bench.clean()
  end)

  it("a guard that holds lets the batch continue; one that fails skips the rest", function()
    bench.start()
    local peer = bench.peer()
    local guarded = { set(PLACE, 3), { "memory.guard", { PLACE, "u8", "", "eq:3" } }, set(PLACE, 4) }
    check.list(ask(peer, guarded), { "ok  ", "ok 1 3 ", "ok  " })
    guarded[1] = get(PLACE)
    check.list(ask(peer, guarded), { "ok 4 ", "ok 0 4 ", "skipped  " })
    check.equal(peer:ask("memory.get", { PLACE, 1, "" }), "4")
    bench.clean()
  end)

  it("a guard with a pointer chain that fails skips the rest", function()
    bench.start()
    local peer = bench.peer()
    peer:ask("memory.set", { 0x02000008, 4, PLACE, "" })
    check.list(ask(peer, { { "memory.guard", { "[33554440]+1", "u8", "", "ne:0" } }, set(PLACE, 4) }), { "ok 0 0 33554449 ", "skipped  " })
    bench.clean()
  end)

  it("long writes run in the frame of the batch", function()
    bench.start()
    local peer = bench.peer()
    local replies = ask(peer, { write(16384), range(16384) })
    check.list(replies, { "ok  ", "ok  " .. ("w"):rep(16384) })
    bench.clean()
  end)

  it("the same batch sent again returns the new values", function()
    bench.start()
    local peer = bench.peer()
    for value = 1, 3 do
      peer:ask("memory.set", { PLACE, 1, value, "" })
      check.list(ask(peer, { get(PLACE), write(5000, 0x02001000) }), { ("ok %d "):format(value), "ok  " })
    end
    bench.clean()
  end)

  for _, row in ipairs(REFUSED_WHOLE) do
    it(row[1] .. " in a batch refuses all of it before anything runs", function()
      bench.start()
      local peer = bench.peer()
      local operations = { table.unpack(row[2]) }
      local status, sentence, argument, ran = refused(peer, payload_of(operations))
      check.list({ status, argument, ran }, { row[3], row[4], "0" })
      check.contains(sentence, row[5])
      check.contains(sentence, "Nothing was run.")
      check.list(fake.accesses, {})
      bench.clean()
    end)
  end

  it("a malformed message refuses the whole batch", function()
    bench.start()
    local peer = bench.peer()
    local first = payload_of({ set(PLACE, 1) })
    for _, bad in ipairs({ "x", "x\n", first:sub(1, -2), first:sub(1, -2) .. "]", bench.message(1, "ping"), bench.message(3, "buttons.get"),
      bench.message(2, "buttons.get", {}, "", 5) }) do
      local status, _, argument, ran = refused(peer, first .. bad)
      check.equal(status, "bad-request", bad)
      check.truthy(argument == "[1]" or argument == "[0]", bad)
      check.equal(ran, "0")
    end
    check.equal(peer:refused("batch", {}, ""), "bad-request")
    check.list(fake.accesses, {})
    bench.clean()
  end)

  it("a failed operation ends the batch with its status, its index and the number of operations that had run", function()
    bench.start()
    local peer = bench.peer()
    local function fails(operation, status, name)
      local got, sentence, argument, ran = refused(peer, payload_of({ set(PLACE, 9), get(PLACE), operation, set(PLACE, 1) }))
      check.list({ got, argument, ran }, { status, name, "2" })
      check.contains(sentence, "2 ran before it.")
      check.equal(peer:ask("memory.get", { PLACE, 1, "" }), "9")
    end
    fails({ "memory.get", { 0x01000000, 1, "" } }, "out-of-range", "[2].address")
    fails({ "memory.get", { "[0]", 1, "" } }, "out-of-range", "[2].address")
    fails({ "memory.get", { 0, 1, "nowhere" } }, "unknown-domain", "[2].domain")
    fails({ "memory.set", { 0x08000000, 1, 1, "" } }, "read-only", "[2].address")
    fails({ "memory.get", { PLACE, 3, "" } }, "bad-request", "[2].width")
    fails({ "memory.guard", { PLACE, "u8", "", "eq:256" } }, "bad-request", "[2].condition")
    fails({ "register.get", { "r99" } }, "bad-request", "[2].name")
    fails({ "log", { "info" }, "\0" }, "bad-request", "[2].payload")
    fake.game.readRange = function() error("broken") end
    fake.game.memory.wram.readRange = function() error("broken") end
    fails(range(4), "internal", "[2]")
    bench.clean()
  end)

  it("a write in parts that fails half way does not affect the next run of the same batch", function()
    bench.start({}, { sram = 0x8000 })
    local peer = bench.peer()
    local sram, operations = fake.game.memory.sram, { write(8192, 0x0E000000) }
    local write32 = sram.write32
    sram.write32 = function() error("broken") end
    check.equal(refused(peer, payload_of(operations)), "internal")
    sram.write32 = write32
    check.list(ask(peer, operations), { "ok  " })
    bench.clean()
  end)

  it("256 reads and the maximum total length are accepted", function()
    bench.start()
    local peer = bench.peer()
    check.equal(#ask(peer, repeated(256, get(PLACE))), 256)
    check.equal(#ask(peer, { range(65536), range(65536) })[2], 65536 + 4)
    bench.clean()
  end)

  it("a batch without a game is refused", function()
    bench.start()
    local peer = bench.peer()
    fake.close_game()
    peer:send("batch", {}, payload_of({ get(PLACE) }))
    fake.fire("frame")
    check.equal(peer:replies()[2].word, "no-game")
    bench.clean()
  end)

  it("any payload gets exactly one reply, and never a script error", function()
    bench.start()
    local peer = bench.peer()
    math.randomseed(11)
    local whole = payload_of({
      get(PLACE), { "memory.guard", { "[33554440]+1", "u8", "", "ne:0" } }, set(PLACE, 7), range(300), write(20),
      { "buttons.press", { 2, 4, 1, 0 } }, { "register.get", { "r1" } }, { "log", { "info" }, "hello" },
    })
    peer:ask("memory.set", { 0x02000008, 4, PLACE, "" })
    for _ = 1, 400 do
      local bytes = { whole:byte(1, -1) }
      for _ = 1, math.random(1, 3) do
        local at, what = math.random(1, #bytes), math.random(1, 3)
        if what == 1 then bytes[at] = math.random(0, 255)
        elseif what == 2 then table.remove(bytes, at)
        else table.insert(bytes, at, math.random(32, 126)) end
      end
      local mutant = string.char(table.unpack(bytes))
      local reply = peer:call("batch", {}, mutant)
      check.truthy(reply.word ~= "internal", ("%q gave %s"):format(mutant, reply.payload))
      if reply.word == "ok" then read_replies(reply.payload) end
    end
    bench.clean()
  end)
end
