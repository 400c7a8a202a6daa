-- The history, its marks, and rewinds.
local check = require("spec.check")
local limits = require("bridge.wire.limits")
local bench = require("spec.bench")
local fake = bench.fake

local host

--- Starts with a host at frame 100 of its history, whose game is in frame 40.
local function start()
  host = { from = 10, now = 100, to = 120, hash = "- -", marks = {}, lost = {}, room = 356 }
  _G._host = {
    history = function()
      local lines = { ("%d %d %d 5000 %s"):format(host.from, host.now, host.to, host.hash) }
      for _, mark in ipairs(host.marks) do lines[#lines + 1] = mark end
      return table.concat(lines, "\n")
    end,
    markHistory = function(name, frame)
      if #host.marks == host.room then return false end
      host.marks[#host.marks + 1] = ("%d %s"):format(frame, name)
      return true
    end,
    reachesFrame = function(frame) return not host.lost[frame] end,
    rewind = function(frame)
      host.wanted = frame
      return true
    end,
    isEnding = function() return false end,
  }
  bench.start()
  fake.game.number = 40
  return bench.peer()
end

--- Has the host return to the frame that a script wants, and call back in it.
local function arrive(number)
  host.now, host.wanted, fake.game.number = host.wanted, nil, number
  fake.frames(1)
end

local function finish()
  bench.clean()
  _G._host = nil
end

return function(it)
  it("the history is told, with its marks", function()
    local peer = start()
    check.contains(peer:ask("info"), ",history")
    local reply = peer:call("history")
    check.list(reply.arguments, { "10", "100", "120", "5000", "", "" })
    check.equal(reply.payload, "")
    host.hash = "99 0123456789abcdef"
    reply = peer:call("history")
    check.list(reply.arguments, { "10", "100", "120", "5000", "99", "0123456789abcdef" })
    check.equal(peer:ask("history.mark", { "the boss" }), "100")
    host.now = 110
    check.equal(peer:ask("history.mark", { "later" }), "110")
    check.equal(peer:call("history").payload, "100 the boss\n110 later")
    check.equal(peer:ask("history.state", { "camp", tostring(fake.game.number - 3) }), "107")
    check.equal(peer:call("history").payload, "100 the boss\n110 later\n107 state:camp")
    host.room = 3
    check.equal(peer:refused("history.mark", { "more" }), "busy")
    check.equal(peer:refused("history.state", { "more", tostring(fake.game.number) }), "busy")
    finish()
  end)

  it("clients have their marks beside those of states", function()
    local peer = start()
    for i = 1, limits.marks do host.marks[i] = ("100 state:%d"):format(i) end
    check.equal(peer:ask("history.mark", { "mine" }), "100")
    for i = 1, limits.marks - 1 do host.marks[i] = ("100 %d"):format(i) end
    check.equal(peer:refused("history.mark", { "more" }), "busy")
    finish()
  end)

  it("the mark of a state is in the history, and only there", function()
    local peer = start()
    for name, words in pairs({ ["state:a"] = 'a name that doesn\'t begin with "state:"', [""] = "1 to 64 bytes" }) do
      local status, sentence, argument = peer:refused("history.mark", { name })
      check.equal(status, "bad-request")
      check.equal(argument, "name")
      check.contains(sentence, words)
    end
    local status, sentence = peer:refused("history.state", { "a", tostring(fake.game.number + 1) })
    check.equal(status, "conflict")
    check.contains(sentence, "is not one of this history's from 10 to 100")
    host.from = 99
    check.equal(peer:refused("history.state", { "a", tostring(fake.game.number - 2) }), "conflict")
    check.list(host.marks, {})
    finish()
  end)

  for _, name in ipairs({ "", ("x"):rep(limits.mark_bytes + 1), "a\nb", "\127" }) do
    it(("a mark may not be named %q"):format(name), function()
      local status, _, argument = start():refused("history.mark", { name })
      check.equal(status, "bad-request")
      check.equal(argument, "name")
      check.equal(#host.marks, 0)
      finish()
    end)
  end

  it("a rewind is replied to in its frame, and the frame number goes back", function()
    for unit, value in pairs({ frames = "60", frame = "40", mark = "here" }) do
      local peer = start()
      host.marks = { "40 here" }
      peer:send("history.rewind", { unit, value, "" })
      fake.frames(1)
      check.equal(host.wanted, 40)
      check.list(peer:replies(), {})
      arrive(7)
      local reply = peer:replies()[1]
      check.equal(reply.word, "ok")
      check.equal(reply.number, 7)
      check.list(reply.arguments, { "10", "40", "120" })
      finish()
    end
  end)

  it("the events tell of marks and rewinds", function()
    local peer, listener = start(), bench.peer("listener")
    listener:ask("events.subscribe", { "reset" })
    peer:ask("history.mark", { "a b" })
    peer:send("history.rewind", { "frames", "5", "" })
    fake.frames(1)
    arrive(20)
    local seen = {}
    for _, message in ipairs(listener:replies()) do
      if message.id == "0" then seen[#seen + 1] = message.word .. " " .. table.concat(message.arguments, " ") end
    end
    table.sort(seen)
    check.equal(seen[1], "marked 100 a b")
    check.contains(seen[2], "reset ")
    check.equal(seen[3], "rewound 100 95")
    finish()
  end)

  it("after a rewind the keys are again those that the script holds", function()
    local peer = start()
    peer:ask("buttons.set", { "3" })
    peer:send("history.rewind", { "frames", "5", "" })
    fake.frames(1)
    fake.game.keys = 0x14 -- those of that time
    arrive(20)
    check.equal(fake.game.keys, 3)
    finish()
  end)

  it("a rewind presses no keys before it", function()
    local peer = start()
    peer:ask("buttons.set", { "3" })
    fake.frames(2)
    fake.game.keys = 0x14
    peer:send("history.rewind", { "frames", "5", "" })
    fake.frames(1)
    check.equal(fake.game.keys, 0x14)
    arrive(20)
    check.equal(fake.game.keys, 3)
    fake.game.keys = 0
    peer:send("reset")
    fake.frames(1)
    check.equal(fake.game.keys, 3)
    finish()
  end)

  it("frames outside of the history and unknown marks are refused", function()
    local peer = start()
    local function refuses(unit, value, status, argument, part)
      local got, sentence, named = peer:refused("history.rewind", { unit, value, "" })
      check.equal(got, status)
      check.equal(named, argument)
      check.contains(sentence, part)
      check.equal(host.wanted, nil)
    end
    refuses("frames", "91", "conflict", "frames", "the frames 10 to 120")
    refuses("frames", "0", "bad-request", "frames", "1 to")
    refuses("frames", "-1", "bad-request", "frames", "1 to")
    refuses("frame", "9", "conflict", "toFrame", "got 9")
    refuses("frame", "121", "conflict", "toFrame", "got 121")
    refuses("frame", "1.5", "bad-request", "toFrame", "0 to")
    refuses("mark", "nowhere", "conflict", "mark", "nowhere")
    refuses("seconds", "1", "bad-request", "unit", "frames, frame or mark")
    host.lost[50] = true
    refuses("frame", "50", "conflict", "toFrame", "Frame 50 can't be returned to")
    finish()
  end)

  it("a client without the lease can't rewind a game that another one holds exclusively", function()
    local peer, other = start(), bench.peer("other")
    local statuses = {}
    bench.in_waits(function() other:send("history.rewind", { "frames", "5", "" }) end,
      function() statuses[#statuses + 1] = other:replies()[1].word end,
      function() other:send("history.rewind", { "frames", "5", "wrong" }) end,
      function() statuses[#statuses + 1] = other:replies()[1].word end)
    peer:send("frames.hold", { "100", "1", "", "me" })
    fake.frames(1)
    check.list(statuses, { "held", "held" })
    check.equal(host.wanted, nil)
    check.equal(other:refused("history.rewind", { "frames", "5", "wrong" }), "not-held")
    finish()
  end)

  it("there is no rewind during a step", function()
    local peer = start()
    peer:send("frames.hold", { "100", "0", "", "me" })
    peer:send("frames.step", { "5", "0", "", "1" })
    peer:send("history.rewind", { "frames", "5", "" })
    fake.frames(1)
    local replies = peer:replies()
    local refused = replies[#replies]
    check.equal(refused.word, "busy")
    check.contains(refused.payload, "during a step")
    check.equal(host.wanted, nil)
    finish()
  end)

  it("a held game is rewound, and stands still in that frame", function()
    local peer = start()
    local wanted
    bench.in_waits(function() peer:send("history.rewind", { "frames", "5", "" }) end, function() wanted = host.wanted end)
    peer:send("frames.hold", { "600000", "0", "", "me" })
    fake.frames(1)
    check.equal(host.wanted, 95)
    check.equal(wanted, nil)
    local waits = fake.waits
    fake.on_wait = function() if fake.waits > waits + 3 then peer:send("frames.release", { "*" }) end end
    arrive(20)
    check.truthy(fake.waits > waits + 3, "it stands still")
    finish()
  end)

  it("a host that can't return to the frame is reported", function()
    local peer = start()
    peer:send("history.rewind", { "frames", "5", "" })
    fake.frames(1)
    host.wanted, host.now = nil, 101
    fake.frames(1)
    local reply = peer:replies()[1]
    check.equal(reply.word, "failed")
    finish()
  end)

  it("mGBA's own front ends have no history", function()
    bench.start()
    for _, command in ipairs({ { "history" }, { "history.mark", "a" },
      { "history.state", "a", "1" }, { "history.rewind", "frames", "1", "" } }) do
      local status, sentence = bench.peer():refused(table.remove(command, 1), command)
      check.equal(status, "unsupported")
      check.contains(sentence, "the emulator that comes with the bridge")
    end
    bench.clean()
  end)
end
