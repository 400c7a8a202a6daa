-- Acts of a held game in our own host: their own speed, and which of their frames are drawn.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

local COUNTER = 33554432

--- Starts our own host at the console's speed, with the game held; returns a peer, and a function that emulates frames and returns
--- which were drawn and the speeds that they ran at.
local function held_host()
  bench.clean()
  fake.install()
  fake.load_game()
  local drawing, speed = true, 1000
  _G._host = {
    setDrawing = function(on) drawing = on end, isEnding = function() return false end,
    speed = function() return speed end, setSpeed = function(value) speed = assert(value) end,
    picture = function() return ("abcd"):rep(6) end, pictureWidth = function() return 3 end,
  }
  bench.load()
  local peer = bench.peer()
  peer:send("frames.hold", { 10000, 0, "", "spec" })
  return peer, function(frames)
    local drawn, speeds = {}, {}
    for i = 1, frames do
      drawn[i], speeds[i] = drawing and "d" or "-", speed
      fake.frames(1)
    end
    return table.concat(drawn), table.concat(speeds, ",")
  end
end

local function finish()
  _G._host = nil
  bench.clean()
end

local function buttons(id, timeline) return bench.message(id, "buttons.sequence", { 1, 0 }, timeline) end

local function awaited(id, condition, frames)
  return bench.message(id, "until.wait", { "any", frames }, ("value %d u8 - %s 1 %d\n"):format(COUNTER, condition, frames))
end

local PICTURE = bench.message(1, "screen.raw", {})

return function(it)
  it("an act runs at its own speed, and the speed from before returns", function()
    local peer, emulate = held_host()
    bench.in_waits(function() peer:send("act", { 3, 0, "", "-", 0 }) end, function() peer:send("frames.step", { 1, 0, "", 1 }) end)
    local _, speeds = emulate(5)
    check.equal(speeds, "1000,0,0,0,1000")
    check.list(peer:words(), { "2 ok", "3 ok", "4 ok" })
    finish()
  end)

  it("a speed that is set during an act counts after it", function()
    local peer, emulate = held_host()
    bench.in_waits(function() peer:send("act", { 4, 0, "", "-", 0 }) end, function() peer:send("frames.step", { 1, 0, "", 1 }) end)
    emulate(2)
    peer:replies()
    peer:send("speed.set", { 2000 })
    peer:send("speed.get")
    local _, speeds = emulate(4)
    check.equal(speeds, "0,0,0,2000")
    check.equal(peer:replies()[2].arguments[1], "2000")
    finish()
  end)

  for how, ends in pairs({
    ["the act is cancelled"] = function(peer) peer:send("cancel", { 3 }) end,
    ["the game is released"] = function(peer) peer:send("frames.release", { "*" }) end,
    ["the client leaves"] = function(peer) peer.client:leave() end,
  }) do
    it("the speed returns when " .. how, function()
      local peer, emulate = held_host()
      bench.in_waits(function() peer:send("act", { 100, 0, "", "-", 0 }) end, function() peer:send("frames.release", { "*" }) end)
      emulate(3)
      check.equal(_host.speed(), 0)
      ends(peer)
      emulate(3)
      check.equal(_host.speed(), 1000)
      finish()
    end)
  end

  it("the speed returns when a state is refused", function()
    local peer, emulate = held_host()
    bench.in_waits(function()
      peer:send("act", { 4, 0, "", "-", 0 }, bench.message(1, "state.load", { 31 }, "no state"))
    end, function() peer:send("frames.release", { "*" }) end)
    emulate(2)
    check.list(peer:words(), { "2 ok", "3 bad-state", "4 ok" })
    check.equal(_host.speed(), 1000)
    finish()
  end)

  it("acts with a speed that wait for the next frame are cancelled when the game is released", function()
    local peer, emulate = held_host()
    bench.in_waits(function() peer:send("frames.step", { 10, 0, "", 1 }) end)
    emulate(2)
    peer:replies()
    peer:send("act", { 3, 0, "", "-", 4000 })
    peer:send("act", { 5, 0, "", "-", 2000 })
    peer:send("act", { 2, 0, "" })
    peer:send("frames.release", { "*" })
    fake.fire("idle")
    local _, speeds = emulate(8)
    local words = peer:words()
    table.sort(words)
    check.list(words, { "3 interrupted", "4 cancelled", "5 cancelled", "6 ok", "7 ok" })
    check.equal(speeds, ("1000,"):rep(7) .. "1000")
    check.equal(_host.speed(), 1000)
    finish()
  end)

  it("an act of a running game has no speed of its own", function()
    local peer, emulate = held_host()
    bench.in_waits(function() peer:send("frames.release", { "*" }) end)
    emulate(2)
    peer:replies()
    local status, sentence, argument = peer:refused("act", { 1, 0, "", "-", 0 })
    check.list({ status, argument }, { "not-held", "speed" })
    check.contains(sentence, "frozen game")
    finish()
  end)

  it("mGBA's own front ends refuse it with a sentence", function()
    bench.start()
    local status, sentence, argument = bench.peer():refused("act", { 1, 0, "", "-", 0 })
    check.list({ status, argument }, { "unsupported", "speed" })
    check.contains(sentence, "the emulator that comes with the bridge")
    bench.clean()
  end)

  -- What is drawn of an act: settle, every, payload, frames.
  local drawn = {
    ["of an act's frames, only the last is drawn"] = { { 5, 0, "", "-", 0 }, PICTURE, "----d" },
    ["buttons and frames to settle count"] = { { 2, 0, "" }, buttons(1, "1 2\n0 1\n") .. PICTURE, "----d" },
    ["pictures on the way are drawn"] = { { 7, 3, "" }, PICTURE, "--d--dd" },
    ["pictures of steps are drawn"] = { { 2, 0, "", "2,3" }, buttons(1, "1 2\n0 1\n") .. PICTURE, "ddddd" },
    ["values of steps need no picture"] =
      { { 2, 0, "", "2,3" }, buttons(1, "1 2\n0 1\n") .. bench.message(1, "memory.get", { COUNTER, 1, "" }), "----d" },
    ["each frame that a wait may end in is drawn"] = { { 0, 0, "" }, awaited(1, "eq:77", 4) .. PICTURE, "dddd" },
    ["a wait with frames to settle is not drawn"] = { { 2, 0, "" }, awaited(1, "eq:77", 4) .. PICTURE, "-----d" },
    ["a wait that ends the buttons is not drawn before it settles"] =
      { { 2, 0, "" }, awaited(1, "eq:77", 4) .. buttons(2, "1 2\n") .. PICTURE, "-----d" },
    ["a wait for a picture is drawn"] = {
      { 2, 0, "" }, bench.message(1, "until.wait", { "any", 3 }, "picture changed 0 0 0 0 1 3\n") .. PICTURE, "ddddd",
    },
  }
  for what, of in pairs(drawn) do
    it(what, function()
      local peer, emulate = held_host()
      bench.in_waits(function() peer:send("act", of[1], of[2]) end, function() peer:send("frames.release", { "*" }) end)
      emulate(1)
      check.equal((emulate(#of[3])), of[3])
      check.equal(peer:words()[2], "3 ok", of[3])
      finish()
    end)
  end
end
