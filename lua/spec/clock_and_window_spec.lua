local check = require("spec.check")
local Clock = require("bridge.serving.clock")
local Window = require("bridge.serving.window")

local function at(microseconds, usable)
  return { now = microseconds, usable = usable ~= false, breaks = 1 }
end

return function(it)
  it("the clock follows the timestamps and never goes back", function()
    local clock, bridge = Clock.new(), {}
    for _, stamp in ipairs({ 5000000, 5000100, 5000050, 5000300 }) do clock:observe(bridge, stamp) end
    check.equal(clock.now, 300)
  end)

  it("two bridges with different clocks move the clock together", function()
    local clock, one, other = Clock.new(), {}, {}
    clock:observe(one, 9000000000)
    clock:observe(other, 70)
    clock:observe(one, 9000000500)
    clock:observe(other, 600)
    check.equal(clock.now, 530)
  end)

  it("a jump adds no time, and the next timestamps continue from there", function()
    local clock, bridge = Clock.new(), {}
    clock:observe(bridge, 1)
    clock:observe(bridge, 9007199254740991)
    check.equal(clock.now, 0)
    clock:observe(bridge, 9007199254740991 + 40)
    check.equal(clock.now, 40)
  end)

  it("after a pause in which all timestamps jump, each bridge moves the clock again", function()
    local clock, one, other = Clock.new(), {}, {}
    clock:observe(one, 1000)
    clock:observe(other, 1000)
    clock:observe(one, 60001000)
    clock:observe(other, 60001010)
    for stamp = 60001020, 60001500, 20 do clock:observe(one, stamp) end
    check.equal(clock.now, 480 + 20)
  end)

  it("a bridge that joined while the clock stood still catches up at once", function()
    local clock, quiet, new = Clock.new(), {}, {}
    clock:observe(quiet, 1000)
    clock:observe(new, 900000)
    clock:observe(quiet, 900000)
    clock:observe(new, 900100)
    clock:observe(new, 900300)
    check.equal(clock.now, 899000 + 200)
  end)

  it("a restarted bridge with small timestamps moves the clock again", function()
    local clock, bridge = Clock.new(), {}
    clock:observe(bridge, 50000000)
    clock:observe(bridge, 10)
    clock:observe(bridge, 25)
    check.equal(clock.now, 15)
  end)

  it("a timestamp of 0 is ignored", function()
    local clock = Clock.new()
    clock:observe({}, 0)
    check.equal(clock.usable, false)
  end)

  it("shared: a window for each 30 ms of the bridge's clock or two frames, and a glance between them if the clock moves", function()
    local window, plans = Window.new("shared"), {}
    for i, now in ipairs({ 100000, 129999, 129999, 159998, 159999, 159999, 160000 }) do
      plans[i] = window:plan(at(now), 0) or "nothing"
      if plans[i] == "window" then window:open(now, 0) end
    end
    check.list(plans, { "window", "glance", "window", "glance", "window", "nothing", "window" })
  end)

  it("shared without usable timestamps: a window in every second frame", function()
    local window, plans = Window.new("shared"), {}
    for i = 1, 5 do
      plans[i] = window:plan(at(0, false), 0)
      if plans[i] == "window" then window:open(0, 0) end
    end
    check.list(plans, { "window", "glance", "window", "glance", "window" })
  end)

  it("every: a window in every frame", function()
    local window = Window.new("every")
    for _ = 1, 3 do
      check.equal(window:plan(at(0), 0), "window")
      window:open(0, 0)
    end
  end)

  it("fast-forward: a window for each 45 ms in every mode, and no glance", function()
    for _, mode in ipairs({ "every", "shared" }) do
      local window, now, windows, glances = Window.new(mode), 1000000, 0, 0
      for frame = 1, 1000 do
        now = now + 1000
        local plan = window:plan(at(now), 0)
        if plan == "window" then window:open(now, 0) end
        if frame > 240 and plan == "window" then windows = windows + 1 end
        if frame > 240 and plan == "glance" then glances = glances + 1 end
      end
      check.truthy(windows >= 16 and windows <= 18, mode .. " " .. windows)
      check.equal(glances, 0)
    end
  end)

  it("fast-forward: a window has at most 9 ms, and less if less is configured", function()
    for milliseconds, limit in pairs({ [16] = 9000, [9] = 9000, [8] = 8000 }) do
      for _, mode in ipairs({ "every", "shared" }) do
        local window, now = Window.new(mode, milliseconds), 1000000
        for _ = 1, 240 do
          now = now + 1000
          window:plan(at(now), 0)
        end
        window:open(now, 0)
        check.equal(window:left(), limit)
        for _ = 1, 240 do
          now = now + 16743
          window:plan(at(now), 0)
        end
        window:open(now, 0)
        check.equal(window:left(), milliseconds * 1000, "at the game's own speed")
      end
    end
  end)

  it("fast-forward is recognized with the longest windows, and no window is mistaken for it", function()
    for _, mode in ipairs({ "every", "shared" }) do
      for frame_time, expected in pairs({ [15200] = true, [16667] = false }) do
        local window, now, windows = Window.new(mode), 1000000, 0
        for frame = 1, 480 do
          now = now + frame_time
          local plan = window:plan(at(now), 0)
          if plan == "window" then window:open(now, 0, window.max_scale) end
          if frame > 240 and plan == "window" then windows = windows + 1 end
        end
        check.equal(windows < 100, expected, mode .. " " .. frame_time)
      end
    end
  end)

  it("every: a clock that moves seldom is not fast-forward, and the end of fast-forward is recognized", function()
    local window, now, stamp = Window.new("every"), 1000000, 1000000
    for frame = 1, 1000 do
      now = now + 16743
      if now - stamp >= 250000 then stamp = now end
      local plan = window:plan(at(stamp), 0)
      check.equal(plan, "window", "plan of frame " .. frame)
      window:open(stamp, 0)
    end
    for _ = 1, 240 do window:plan(at(stamp + 1000), 0) end
    for _ = 1, 240 do
      now = now + 16743
      window:plan(at(now), 0)
    end
    check.equal(window:plan(at(now), 0), "window")
  end)

  it("every: frames without requests are not fast-forward", function()
    local window = Window.new("every")
    for _ = 1, 1000 do window:plan(at(50), math.huge) end
    for i = 1, 300 do
      local clock = at(50 + i * 16743)
      clock.breaks = 2
      check.equal(window:plan(clock, 0), "window")
      window:open(clock.now, 0)
    end
  end)

  it("a pause in the requests is not fast-forward, however long it lasts", function()
    for _, mode in ipairs({ "every", "shared" }) do
      for pause = 10, 180, 10 do
        for before = 60, 180, 10 do
          local window, clock, time = Window.new(mode), { now = 0, usable = true, breaks = 1 }, 0
          for frame = 1, 120 + before + pause + 60 do
            time = time + 16743
            local is_quiet = frame > 120 + before and frame <= 120 + before + pause
            if not is_quiet then
              if time - clock.now > 1000000 then clock.breaks, time = clock.breaks + 1, clock.now end
              clock.now = time
            end
            local plan = window:plan(clock, is_quiet and frame - 120 - before or 0)
            if plan == "window" then window:open(clock.now, 0) end
            if not is_quiet then check.truthy(plan, ("%s, frame %d, pause %d after %d"):format(mode, frame, pause, before)) end
            if not is_quiet and mode == "every" then check.equal(plan, "window") end
          end
        end
      end
    end
  end)

  it("off, or 30 frames without a request: no window", function()
    check.equal(Window.new("off"):plan(at(0), 0), nil)
    check.equal(Window.new("every"):plan(at(0), 29), "window")
    check.equal(Window.new("every"):plan(at(0), 30), nil)
    check.equal(Window.new("shared", 12):plan(at(0), math.huge), nil)
  end)

  it("a window closes after its budget of waits", function()
    local window, waits = Window.new("shared", 12), 0
    window:open(0, 0)
    while not window:is_over() do
      window:waited()
      waits = waits + 1
    end
    check.equal(waits, 11) -- 11.66 ms; one more would be too long
  end)

  it("time already spent in the frame and a smaller scale shorten a window", function()
    local function waits(spent, scale)
      local window, count = Window.new("shared", 12), 0
      window:open(0, spent, scale)
      while not window:is_over() do
        window:waited()
        count = count + 1
      end
      return count
    end
    check.equal(waits(8000, 1), 3)
    check.equal(waits(0, 1 / 2), 5)
    check.equal(waits(0, 1 / 16), 0)
    check.equal(waits(20000, 1), 0)
  end)

  it("the cost of the latest requests counts until the next timestamp", function()
    local window = Window.new("shared", 12)
    window:open(0, 0)
    window:served(500000, 8000)
    check.equal(window:left(), 12000 - 530 - 8000)
    window:served(503000, 100)
    check.equal(window:left(), 12000 - 530 - 3000 - 100)
  end)

  it("a window closes when its time is up by the timestamps", function()
    local window = Window.new("every")
    window:open(1000, 0)
    window:served(500000, 0) -- the first timestamp in it: the client's pause before it does not count
    check.equal(window:is_over(), false)
    window:served(513170, 0) -- 14 ms, with half a wait before the first and a reserve for one more
    check.equal(window:is_over(), false)
    window:served(513171, 0)
    check.equal(window:is_over(), true)
  end)

  it("waits before the first timestamp and after the last one count; the timestamps include those in between", function()
    local window = Window.new("shared", 12)
    window:open(0, 0)
    window:waited()
    window:served(100000, 0) -- 1.59 ms
    for _ = 1, 5 do window:waited() end
    window:served(105300, 0) -- 1.59 + 5.3 ms
    for _ = 1, 3 do window:waited() end -- 10.07 ms
    check.equal(window:is_over(), false)
    window:waited()
    check.equal(window:is_over(), true)
  end)

  it("requests without a newer timestamp count as whole waits", function()
    local window, served = Window.new("shared", 12), 0
    window:open(7, 0)
    while not window:is_over() do
      window:served(7, 0)
      served = served + 1
    end
    check.equal(served, 11)
  end)

  it("work without a newer timestamp counts with its cost, or with a whole wait if the window waited for it", function()
    local window = Window.new("shared", 12)
    window:open(7, 0)
    window:served(7, 400, true)
    check.equal(window:left(), 12000 - 400)
    window:served(7, 5000, true)
    check.equal(window:left(), 12000 - 5400)
    window:served(7, 5000)
    check.equal(window:left(), 12000 - 10400)
    window:served(7, 10)
    check.equal(window:left(), 12000 - 11460)
  end)

  it("the spacing counts from the real start of the window", function()
    local window = Window.new("shared", 12)
    window:open(100000, 0)
    window:waited()
    window:served(150000, 0)
    check.equal(window:plan(at(178409), 0), "glance")
    check.equal(window:plan(at(178410), 0), "window")
  end)
end
