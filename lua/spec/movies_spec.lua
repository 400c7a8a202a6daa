-- Movies: written, read, sent and played.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

local MOVIE = "movie 1 GBA 50\npower 0\n\nend\n"

local host

--- Starts with a host that has written no movie, and whose game is in frame 40.
local function start()
  host = { written = "7 5 10 system", content = "abcde", sent = {}, problem = "", result = "none 0 0 0 0 -", stopped = 0 }
  _G._host = {
    writeMovie = function(from, to)
      host.asked = { from, to }
      return host.written
    end,
    readMovie = function(id, offset) return id == 7 and host.content:sub(offset + 1) or "" end,
    sendMovie = function(offset, total, piece)
      host.sent[#host.sent + 1] = ("%d %d %s"):format(offset, total, piece)
      return host.problem
    end,
    playMovie = function(to, stops)
      if host.problem ~= "" then return host.problem end
      host.plays = ("%d %s"):format(to, stops)
      return ""
    end,
    movieResult = function() return host.result end,
    stopMovie = function() host.stopped = host.stopped + 1 end,
    isEnding = function() return false end,
  }
  bench.start()
  fake.game.number = 40
  return bench.peer()
end

local function finish()
  bench.clean()
  _G._host = nil
end

--- Sends a movie and begins to play it.
local function play(peer, ...)
  peer:call("movie.send", { "0", tostring(#MOVIE) }, MOVIE)
  peer:send("movie.play", { ... })
  fake.frames(1)
  host.result = "playing 1 0 0 0 -"
  fake.game.number = 1
end

return function(it)
  it("a movie of the history is written and read", function()
    local peer = start()
    check.contains(peer:ask("info"), ",movies")
    local reply = peer:call("movie.write", { "12", "90" })
    check.list(reply.arguments, { "7", "5", "10", "90", "system" })
    check.list(host.asked, { 12, 90 })
    check.equal(peer:call("movie.read", { "7", "2" }).payload, "cde")
    check.equal(peer:refused("movie.read", { "7", "5" }), "conflict")
    check.equal(peer:refused("movie.read", { "6", "0" }), "conflict")
    host.written = "!The history has the frames 1 to 2; got 12 to 90."
    local status, sentence, argument = peer:refused("movie.write", { "12", "90" })
    check.equal(status, "conflict")
    check.equal(sentence, "The history has the frames 1 to 2; got 12 to 90.")
    check.equal(argument, "from")
    check.equal(peer:refused("movie.write", { "-1", "90" }), "bad-request")
    check.equal(peer:refused("movie.write", { "1", "x" }), "bad-request")
    finish()
  end)

  it("a movie is sent in pieces", function()
    local peer = start()
    peer:call("movie.send", { "0", "8" }, "abcd")
    peer:call("movie.send", { "4", "8" }, "efgh")
    check.list(host.sent, { "0 8 abcd", "4 8 efgh" })
    host.problem = "The piece doesn't follow the one before."
    check.equal(peer:refused("movie.send", { "6", "8" }, "xx"), "conflict")
    check.equal(peer:refused("movie.send", { "0", "8" }), "bad-request")
    check.equal(peer:refused("movie.send", { "0", "33554433" }, "x"), "bad-request")
    finish()
  end)

  for _, case in ipairs({
    { "equal 50 3 0 0 -", { "50", "3", "equal", "", "", "" } },
    { "differs 21 2 10 20 wram,save", { "21", "2", "differs", "10", "20", "wram,save" } },
    { "interrupted 9 0 0 0 -", { "9", "0", "interrupted", "", "", "" } },
  }) do
    it("a movie plays until it is " .. case[1]:match("^%a+"), function()
      local peer = start()
      play(peer, "0", "")
      check.equal(host.plays, "0 true")
      check.equal(peer:replies()[1], nil)
      fake.frames(3)
      check.equal(peer:replies()[1], nil)
      host.result = case[1]
      fake.frames(1)
      check.list(peer:replies()[1].arguments, case[2])
      finish()
    end)
  end

  it("a movie plays on after a difference", function()
    local peer = start()
    play(peer, "20", "", "any")
    check.equal(host.plays, "20 false")
    finish()
  end)

  it("a movie's keys stay while it plays, and are released in the end", function()
    local peer = start()
    play(peer, "0", "")
    fake.game.keys = 0x14
    fake.frames(3)
    check.equal(fake.game.keys, 0x14)
    host.result = "equal 50 3 0 0 -"
    fake.frames(1)
    check.equal(fake.game.keys, 0)
    check.equal(peer:replies()[1].word, "ok")
    finish()
  end)

  it("a button that was pressed before a movie is not released while it plays", function()
    local peer = start()
    peer:ask("buttons.set", { "1" })
    fake.frames(2)
    check.equal(fake.game.keys, 1)
    peer:ask("buttons.set", { "0" })
    play(peer, "0", "")
    fake.game.keys = 0x15
    fake.frames(2)
    check.equal(fake.game.keys, 0x15)
    host.result = "equal 50 3 0 0 -"
    fake.frames(1)
    check.equal(fake.game.keys, 0)
    finish()
  end)

  it("a movie that the game can't take is refused", function()
    local peer = start()
    play(peer, "0", "")
    host.result = "refused 0 0 0 0 -\nline 2: The state is damaged."
    fake.frames(1)
    local reply = peer:replies()[1]
    check.equal(reply.word, "failed")
    check.equal(reply.payload, "line 2: The state is damaged.")
    finish()
  end)

  it("a client plays only the movie that it has sent", function()
    local peer, other = start(), bench.peer("other")
    peer:call("movie.send", { "0", tostring(#MOVIE) }, MOVIE)
    check.equal(other:refused("movie.play", { "0", "" }), "conflict")
    check.equal(other:refused("movie.send", { "4", tostring(#MOVIE) }, "x"), "conflict")
    other:call("movie.send", { "0", tostring(#MOVIE) }, MOVIE)
    check.equal(peer:refused("movie.play", { "0", "" }), "conflict")
    check.equal(host.plays, nil)
    finish()
  end)

  it("a movie that can't begin is refused at once", function()
    local peer = start()
    peer:call("movie.send", { "0", tostring(#MOVIE) }, MOVIE)
    host.problem = "No complete movie was sent."
    check.equal(peer:refused("movie.play", { "0", "" }), "bad-request")
    host.problem = ""
    check.equal(peer:refused("movie.play", { "0", "", "all" }), "bad-request")
    check.equal(peer:refused("movie.play", { "0", "wrong" }), "not-held")
    host.result = "playing 1 0 0 0 -"
    check.equal(peer:refused("movie.play", { "0", "" }), "busy")
    check.equal(host.plays, nil)
    finish()
  end)

  it("a movie does not begin with the id of a request in flight", function()
    local peer = start()
    peer:call("movie.send", { "0", tostring(#MOVIE) }, MOVIE)
    peer:send("frames.wait", { 5 })
    peer.id = peer.id - 1
    check.equal(peer:refused("movie.play", { "0", "" }), "bad-request")
    check.equal(host.plays, nil)
    fake.frames(6)
    check.list(peer:words(), { peer.id .. " ok" })
    finish()
  end)

  it("a client that disconnects ends the movie", function()
    local peer = start()
    play(peer, "0", "")
    fake.frames(1)
    peer.client:leave()
    fake.frames(2)
    check.equal(host.stopped, 1)
    finish()
  end)

  it("a frozen game runs the movie's frames as a step", function()
    local peer = start()
    peer:call("movie.send", { "0", tostring(#MOVIE) }, MOVIE)
    bench.in_waits(function() peer:send("movie.play", { "4", "" }) end)
    peer:send("frames.hold", { "600000", "0", "", "me" })
    fake.frames(1)
    check.equal(host.plays, "4 true")
    host.result = "playing 1 0 0 0 -"
    local waits = fake.waits
    fake.frames(3)
    check.equal(fake.waits, waits)
    host.result = "equal 4 0 0 0 -"
    fake.on_wait = function() if fake.waits > waits + 3 then peer:send("frames.release", { "*" }) end end
    fake.frames(1)
    check.truthy(fake.waits > waits + 3, "it stands still")
    local replies = peer:replies()
    local said = {}
    for _, reply in ipairs(replies) do said[#said + 1] = table.concat(reply.arguments, " ") end
    check.contains(table.concat(said, ";"), "4 0 equal")
    finish()
  end)

  it("mGBA's own front ends have no movies", function()
    bench.start()
    for _, command in ipairs({ { "movie.write", "0", "1" }, { "movie.read", "1", "0" }, { "movie.play", "0", "" } }) do
      local status, sentence = bench.peer():refused(table.remove(command, 1), command)
      check.equal(status, "unsupported")
      check.contains(sentence, "the emulator that comes with the bridge")
    end
    bench.clean()
  end)
end
