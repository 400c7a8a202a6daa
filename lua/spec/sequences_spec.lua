-- buttons.sequence, buttons.cancel, buttons.status, and the events that end a sequence.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

local function drawn(bit)
  local frames = {}
  for i, keys in ipairs(fake.seen) do frames[i] = keys >> (bit or 0) & 1 == 1 and "#" or "." end
  return table.concat(frames)
end

local function lines_of(replies)
  local list = {}
  for i, reply in ipairs(replies) do list[i] = reply.id .. " " .. reply.word .. " " .. table.concat(reply.arguments, " ") end
  return list
end

local function start(game)
  bench.start({}, game)
  local peer = bench.peer()
  fake.frames(1)
  fake.seen = {}
  return peer
end

return function(it)
  it("a sequence reaches the game frame by frame, and its reply has its first and last frame", function()
    local peer = start()
    local id = peer:send("buttons.sequence", { 2, 1 }, "1 2\n3 1\n0 1\n")
    fake.frames(10)
    check.equal(drawn(0), ".###.###..")
    check.equal(drawn(1), "...#...#..")
    local begun = fake.game.number - 10
    check.list(lines_of(peer:replies()), { id .. (" ok 1 %d %d 8"):format(begun, begun + 7) })
    check.equal(peer:ask("buttons.status", { 1 }), ("done 8 8 %d %d"):format(begun, begun + 7))
    bench.clean()
  end)

  it("buttons.status finds a sequence with wait 0 by its id", function()
    local peer = start()
    check.equal(peer:ask("buttons.sequence", { 1, 0 }, "1 5\n"), "1 1")
    check.equal(peer:ask("buttons.press", { 1, 2, 1, 0 }), "2 2")
    check.equal(peer:ask("buttons.status", { 1 }), ("running 2 5 %d "):format(fake.game.number - 3))
    check.equal(peer:ask("buttons.status", { 2 }), "queued 0 3  ")
    fake.frames(20)
    check.contains(peer:ask("buttons.status", { 2 }), "done 3 3 ")
    bench.clean()
  end)

  it("buttons.cancel ends one sequence and leaves the others", function()
    local peer, other = start(), bench.peer()
    fake.seen = {}
    local first = peer:send("buttons.sequence", { 1, 1 }, "1 100\n")
    local second = peer:send("buttons.sequence", { 1, 1 }, "3 100\n")
    local third = peer:send("buttons.sequence", { 1, 1 }, "2 2\n0 1\n")
    fake.frames(3)
    check.equal(other:ask("buttons.cancel", { 2 }), "queued 0")
    check.list(lines_of(peer:replies()), { second .. " cancelled " })
    check.equal(other:ask("buttons.cancel", { 1 }), "running 4")
    check.list(lines_of(peer:replies()), { first .. " interrupted " })
    fake.frames(3)
    check.equal(drawn(0), ".####...")
    check.equal(drawn(1), "....##..")
    check.contains(lines_of(peer:replies())[1], third .. " ok 3 ")
    check.contains(other:ask("buttons.status", { 1 }), "interrupted 4 100 ")
    check.equal(other:ask("buttons.status", { 2 }), "cancelled 0 100  ")
    bench.clean()
  end)

  it("an ended sequence can't be cancelled, and an unused id is unknown", function()
    local peer = start()
    peer:ask("buttons.sequence", { 1, 0 }, "1 1\n")
    fake.frames(3)
    local status, sentence, name = peer:refused("buttons.cancel", { 1 })
    check.equal(status .. name, "unknown-idid")
    check.contains(sentence, "1")
    check.equal(peer:refused("buttons.cancel", { 2 }), "unknown-id")
    check.equal(peer:refused("buttons.status", { 2 }), "unknown-id")
    bench.clean()
  end)

  it("a held button can't be played, a played button can't be held, and the queue takes 256 sequences", function()
    local peer = start()
    peer:ask("buttons.set", { 4 })
    local status, sentence, name = peer:refused("buttons.sequence", { 1, 0 }, "1 1\n4 1\n")
    check.equal(status .. name, "conflictsteps")
    check.contains(sentence, "Select")
    peer:ask("buttons.sequence", { 1, 0 }, "1 1000\n2 1\n")
    check.equal(peer:refused("buttons.set", { 2 }), "conflict")
    for _ = 2, 256 do peer:send("buttons.sequence", { 1, 0 }, "1 1\n") end
    fake.frames(1)
    peer:replies()
    check.equal(peer:refused("buttons.sequence", { 1, 1 }, "1 1\n"), "busy")
    check.equal(peer:refused("buttons.press", { 2, 1, 1, 0 }), "busy")
    check.equal(peer:ask("buttons.clear"), "256 " .. fake.game.number - 1)
    bench.clean()
  end)

  it("a Game Boy has no shoulder buttons", function()
    local peer = start({ gb = true })
    local status, sentence, name = peer:refused("buttons.sequence", { 1, 0 }, "1 1\n256 1\n")
    check.equal(status .. name, "bad-requeststeps")
    check.contains(sentence, "no R")
    peer:ask("buttons.sequence", { 1, 0 }, "255 1\n")
    bench.clean()
  end)

  it("sequences with wait 0 end with their connection, and its socket is closed", function()
    local peer, other = start(), bench.peer()
    peer:ask("buttons.sequence", { 1, 0 }, "1 1000\n")
    peer:ask("buttons.sequence", { 1, 0 }, "1 1000\n")
    other:ask("buttons.sequence", { 1, 0 }, "2 1000\n")
    check.equal(fake.game.keys, 3)
    peer.client:leave()
    fake.frames(2)
    check.equal(fake.game.keys, 2)
    check.equal(other:ask("buttons.get"), "2 0 1")
    check.contains(other:ask("buttons.status", { 1 }), "interrupted")
    check.contains(other:ask("buttons.status", { 2 }), "cancelled")
    check.equal(peer.client:is_closed(), true)
    bench.clean()
  end)

  it("closing the game ends running and queued sequences, and the next game begins without any", function()
    local peer = start()
    local first, second = peer:send("buttons.sequence", { 1, 1 }, "1 9\n"), peer:send("buttons.sequence", { 1, 1 }, "1 9\n")
    fake.frames(2)
    fake.close_game()
    check.list(lines_of(peer:replies()), { first .. " interrupted ", second .. " cancelled ", "0 no-game " })
    fake.load_game()
    fake.frames(1)
    check.list(lines_of(peer:replies()), { "0 new-game " })
    check.equal(peer:ask("buttons.get"), "0 0 0")
    bench.clean()
  end)

  it("another game ends sequences even without a notification; the same game as another object doesn't", function()
    local peer = start()
    local id = peer:send("buttons.sequence", { 1, 1 }, "1 9\n")
    fake.frames(2)
    local fire = fake.fire
    fake.fire = function() end
    fake.load_game()
    fake.fire = fire
    fake.frames(1)
    check.equal(#peer:replies(), 0)
    check.equal(fake.game.keys, 1)
    fake.fire = function() end
    fake.load_game({ rom_size = 0x2000 })
    fake.fire = fire
    fake.frames(1)
    check.list(lines_of(peer:replies()), { id .. " interrupted ", "0 new-game " })
    check.equal(fake.game.keys, 0)
    bench.clean()
  end)

  it("a reset and a loaded state change only the frame numbers of a sequence", function()
    local peer = start()
    local saved = peer:call("state.save", { "30" }).payload
    fake.seen = {}
    local id = peer:send("buttons.sequence", { 1, 1 }, "1 4\n2 4\n0 2\n")
    fake.frames(3)
    local load = peer:send("state.load", { "29" }, saved)
    fake.frames(3)
    local reset = peer:send("reset")
    fake.frames(8)
    check.equal(drawn(0), ".####.........")
    check.equal(drawn(1), ".....####.....")
    local replies = lines_of(peer:replies())
    check.equal(#replies, 3)
    check.contains(replies[1], load .. " ok")
    check.contains(replies[2], reset .. " ok")
    check.contains(replies[3], id .. " ok 1 ")
    bench.clean()
  end)
end
