-- A game keeps its speed whatever a wait of a millisecond takes: 1 to 2 ms on most systems, up to 15.6 ms in a window that Windows 11
-- doesn't show. The model of mGBA: a frame takes 1.5 ms, and the sound that is buffered lets one be late by two frames.
local check = require("spec.check")
local fake_system = require("spec.fake_system")
local bench = require("spec.bench")
local fake = bench.fake

local EMULATION, FRAME, LATE = 0.0015, 1 / 60, 2 / 60
local MILLISECONDS = { shared = 13, every = 15 }

--- Plays for some seconds. Returns the frames of each second, and the longest callback in milliseconds.
local function play(seconds)
  local due, frames, longest = fake.seconds, {}, 0
  local begun = fake.seconds
  while fake.seconds < begun + seconds do
    fake.pass_time(fake.seconds + EMULATION)
    local before = fake.seconds
    fake.fire("frame")
    fake.game.number = fake.game.number + 1
    longest = math.max(longest, (fake.seconds - before) * 1000)
    local second = math.floor(fake.seconds - begun) + 1
    frames[second] = (frames[second] or 0) + 1
    due = math.max(due + FRAME, fake.seconds - LATE)
    fake.pass_time(due)
  end
  return frames, longest
end

local function send(peer)
  peer:send("echo", {}, "x", math.floor(fake.seconds * 1000000) + 1)
end

-- The kinds of clients, by when they send requests; each plays for some seconds.
local ASKERS = {
  -- 30 times a second, at any time.
  { "now and then", 10, function(peer)
    math.randomseed(20)
    local at = fake.seconds
    for _ = 1, 600 do
      at = at - math.log(1 - math.random()) / 30
      fake.at(at, function() send(peer) end)
    end
  end },
  -- A bot that sends its next request as soon as it has a reply: thousands of requests a second.
  { "at once", 3, function(peer)
    peer.client:on_sent(function() fake.at(fake.seconds + 0.0001, function() send(peer) end) end)
    send(peer)
  end },
  -- A bot that thinks for some time.
  { "after 3 ms", 10, function(peer)
    peer.client:on_sent(function() fake.at(fake.seconds + 0.003, function() send(peer) end) end)
    send(peer)
  end },
}

local function start(mode, tick, ask)
  bench.start({ BRIDGE_WINDOW = mode })
  local peer = bench.peer()
  fake.tick, fake.look_seconds = fake_system.is_windows() and tick or nil, 0.00001
  ask(peer)
  return peer
end

return function(it)
  local waits_are_as_long_as_they_are_told = not fake_system.is_windows()

  for _, mode in ipairs({ "shared", "every" }) do
    for _, tick in ipairs({ 1, 2, 15.6 }) do
      for _, asker in ipairs(ASKERS) do
        local name, seconds, ask = table.unpack(asker)
        it(("%s, ticks of %s ms, a client that sends %s: the game keeps its speed"):format(mode, tick, name), function()
          if tick > 1 and waits_are_as_long_as_they_are_told then return end
          local peer = start(mode, tick, ask)
          local frames, longest = play(seconds)
          local answers = #peer:replies()
          if os.getenv("BRIDGE_SPEC_FIGURES") then
            print(mode, tick, name, table.concat(frames, " "), ("%.1f ms, %d answers"):format(longest, answers))
          end
          check.truthy(answers > 25 * seconds, answers .. " answers")
          for second = 3, seconds do check.truthy(frames[second] >= 59, ("%d frames in second %d"):format(frames[second], second)) end
          check.truthy(longest <= MILLISECONDS[mode] + tick, ("a frame of %.1f ms"):format(longest))
          bench.clean()
        end)
      end
    end
  end

  it("a window waits again once ticks are short again", function()
    if waits_are_as_long_as_they_are_told then return end
    local peer = start("shared", 15.6, ASKERS[3][3])
    play(5)
    peer:replies()
    play(1)
    check.truthy(#peer:replies() <= 250, "replies while ticks are long")
    fake.tick = 1
    play(10)
    peer:replies()
    fake.waits = 0
    play(1)
    check.truthy(fake.waits > 60, fake.waits .. " waits")
    bench.clean()
  end)

  it("a clock that has ended after 24.8 days is not used", function()
    local peer = start("every", 1, function() end)
    fake.pass_time((1 << 31) / 1000 - 3)
    ASKERS[1][3](peer)
    local frames, longest = play(8)
    for second = 3, 8 do check.truthy(frames[second] >= 55, ("%d frames in second %d"):format(frames[second], second)) end
    check.truthy(longest < 20, ("a frame of %.1f ms"):format(longest))
    bench.clean()
  end)

  it("the lease of a hold is measured: a bridge that hangs holds the game no longer than its lease", function()
    local peer = start("shared", 15.6, function() end)
    peer:send("frames.hold", { 5000, 0, "", "spec" })
    local before = fake.seconds
    fake.frames(1)
    check.truthy(fake.seconds - before < 5.1, ("%.1f s"):format(fake.seconds - before))
    bench.clean()
  end)
end
