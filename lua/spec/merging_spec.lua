-- Presses that merge, for the routes of mGBA-http.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

local HOLD, RELEASE = 16, 2

local function start()
  bench.start({})
  local peer = bench.peer()
  fake.frames(1)
  fake.seen = {}
  return peer
end

--- Taps buttons without waiting for the reply.
local function tap(peer, mask, hold)
  return peer:send("buttons.press", { mask, hold or HOLD, RELEASE, 0, 1 })
end

--- Counts how often a button went down in the frames that the game has seen.
local function presses(bit)
  local count, before = 0, 0
  for _, keys in ipairs(fake.seen) do
    local now = keys >> bit & 1
    if now > before then count = count + 1 end
    before = now
  end
  return count
end

local function frames_down(bit)
  local count = 0
  for _, keys in ipairs(fake.seen) do count = count + (keys >> bit & 1) end
  return count
end

return function(it)
  it("taps of a button that is down or waits merge into its press", function()
    local peer = start()
    for _ = 1, 300 do tap(peer, 1) end
    fake.frames(60)
    check.list({ presses(0), frames_down(0) }, { 1, HOLD })
    for _, reply in ipairs(peer:replies()) do check.list({ reply.word, table.unpack(reply.arguments) }, { "ok", "1", "1" }) end
    bench.clean()
  end)

  it("a mashed button is pressed again and again, and its last press ends soon after the last tap", function()
    local peer = start()
    for _ = 1, 100 do
      tap(peer, 1)
      fake.frames(4)
    end
    local mashed = presses(0)
    check.truthy(mashed >= 400 // (HOLD + RELEASE + 4), "presses " .. mashed)
    fake.frames(2 * (HOLD + RELEASE))
    check.truthy(presses(0) <= mashed + 1)
    peer:replies()
    check.equal(peer:ask("buttons.get"), "0 0 0")
    bench.clean()
  end)

  it("a tap between two presses waits for the button to be up", function()
    local peer = start()
    tap(peer, 1, 1)
    fake.frames(2)
    tap(peer, 1, 1)
    tap(peer, 1, 1)
    fake.frames(10)
    check.list({ presses(0), frames_down(0) }, { 2, 2 })
    bench.clean()
  end)

  it("of several buttons only those that are up are pressed", function()
    local peer = start()
    tap(peer, 1)
    fake.frames(4)
    tap(peer, 3)
    fake.frames(40)
    check.list({ presses(0), frames_down(0), presses(1), frames_down(1) }, { 1, HOLD, 1, HOLD })
    bench.clean()
  end)

  it("a tap merges into a sequence that has its button, and takes no room in a full queue", function()
    local peer = start()
    check.equal(peer:ask("buttons.sequence", { 1, 0 }, "1 30\n"), "1 1")
    check.equal(peer:ask("buttons.press", { 1, HOLD, RELEASE, 0, 1 }), "1 1")
    for _ = 2, 256 do peer:send("buttons.press", { 2, 1, 1, 0 }) end
    fake.frames(4)
    peer:replies()
    check.equal(peer:call("buttons.press", { 2, 1, 1, 0, 1 }).word, "ok")
    bench.clean()
  end)

  it("a button that is held can't be tapped, and a press that merges can't be awaited", function()
    local peer = start()
    tap(peer, 1)
    peer:send("buttons.add", { 1, 1 })
    fake.frames(1)
    peer:replies()
    check.equal(peer:refused("buttons.press", { 3, HOLD, RELEASE, 0, 1 }), "conflict")
    check.equal(peer:refused("buttons.press", { 4, HOLD, RELEASE, 1, 1 }), "bad-request")
    bench.clean()
  end)

  it("buttons.remove takes its buttons out of taps, and leaves other presses", function()
    local peer = start()
    tap(peer, 3)
    tap(peer, 4)
    peer:send("buttons.press", { 8, HOLD, RELEASE, 0 })
    fake.frames(5)
    peer:send("buttons.remove", { 1 | 4 | 8, 1 })
    fake.frames(60)
    check.truthy(frames_down(0) < HOLD and frames_down(2) < HOLD)
    check.list({ frames_down(1), frames_down(3) }, { HOLD, HOLD })
    bench.clean()
  end)

  it("buttons.remove drops a tap that waits", function()
    local peer = start()
    tap(peer, 1)
    fake.frames(HOLD + 1)
    tap(peer, 1)
    peer:send("buttons.remove", { 1, 1 })
    fake.frames(60)
    check.list({ presses(0), frames_down(0) }, { 1, HOLD })
    peer:replies()
    check.equal(peer:ask("buttons.get"), "0 0 0")
    bench.clean()
  end)
end
