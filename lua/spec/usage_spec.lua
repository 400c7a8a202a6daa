local check = require("spec.check")
local bench = require("spec.bench")
local Usage = require("bridge.serving.usage")
local fake = bench.fake

local PERIOD, SAMPLED = 64, 8

--- Runs a period of frames with a call of `each` in each frame; returns the usage.
local function period(usage, each)
  for _ = 1, PERIOD do
    if each then each() end
    usage:frame()
  end
  return usage:thousandths()
end

return function(it)
  it("usage is unknown before the end of a period, and after a period without available time", function()
    local usage = Usage.new()
    usage:add(6000, 12000)
    for _ = 1, PERIOD - 1 do usage:frame() end
    check.equal(usage:thousandths(), nil)
    usage:frame()
    check.equal(usage:thousandths(), 500)
    check.equal(period(usage), nil)
  end)

  it("windows: usage is the spent share of their budgets, at most all of it", function()
    local usage = Usage.new()
    check.equal(period(usage, function() usage:add(3000, 12000) end), 250)
    check.equal(period(usage, function() usage:add(0, 12000) end), 0)
    check.equal(period(usage, function() usage:add(15000, 12000) end), 1000)
  end)

  it("between two frames: usage is the share of time spent serving, measured in one frame of eight", function()
    local usage, sampled = Usage.new(), 0
    local share = period(usage, function()
      if not usage.is_sampling then return end
      sampled = sampled + 1
      usage:enter(15000)
      usage:begin(12000) -- 3 ms of waiting, then 3 of serving
      usage:enter(9000)
      usage:enter(9000) -- no request came
      usage:begin(4500) -- the frame begins while a request is served
    end)
    check.equal(sampled, PERIOD // SAMPLED - 1) -- the eighth belongs to the next period
    check.equal(share, 500)
  end)

  it("a host that does not call, or calls too late, has no available time", function()
    local usage = Usage.new()
    check.equal(period(usage, function() if usage.is_sampling then usage:enter(-20) end end), nil)
  end)

  it("info has the usage of mGBA's window by the cost of commands, and 0 without requests", function()
    bench.start()
    local peer = bench.peer()
    fake.frames(3 * PERIOD)
    check.contains(peer:ask("info"), "windowused=0 ")
    for _ = 1, PERIOD do
      for _ = 1, 100 do peer:send("echo", {}, "x") end
      fake.frames(1)
      peer:replies()
    end
    check.truthy(tonumber(peer:ask("info"):match("windowused=(%d+)")) > 20, "100 echoes a frame count")
    bench.clean()
  end)

  it("info has the usage on our own host by the host's clock", function()
    local left = 15000
    _G._host = { idleLeft = function() return left end }
    bench.start()
    local peer = bench.peer()
    for _ = 1, 2 * PERIOD do
      left = 15000
      fake.on_wait = function() left = left - 5000; peer:send("echo", {}, "x") end
      fake.fire("idle")
      left, fake.on_wait = left - 5000, nil
      fake.fire("idle")
      fake.frames(1)
      peer:replies()
    end
    -- 5 of 15 ms were served; the second wait brought no request.
    check.contains(peer:ask("info"), "windowused=333 ")
    _G._host = nil
    bench.clean()
  end)
end
