local check = require("spec.check")
local Pace = require("bridge.serving.pace")

local function near(actual, expected)
  check.truthy(math.abs(actual - expected) < 0.001, ("%s near %s"):format(actual, expected))
end

--- Returns a pace, a function that plays for some seconds, and its clock; `speed` may be a function of the scale.
local function game(max_scale, enough)
  local pace, clock = Pace.new(max_scale, enough), { now = 1000000, usable = true, breaks = 1 }
  return pace, function(seconds, speed, with_window)
    local stop = clock.now + seconds * 1000000
    while clock.now < stop do
      local fps = type(speed) == "function" and speed(pace.scale) or speed
      clock.now = clock.now + math.floor(1000000 / fps)
      pace:frame(clock, with_window)
    end
  end, clock
end

return function(it)
  it("a game that keeps its speed keeps its window", function()
    local pace, play = game()
    play(60, 59.7, true)
    near(pace.scale, 1)
  end)

  it("1 % below the game's speed over five seconds takes an eighth of the window, 3 % half of it", function()
    local pace, play = game()
    play(6, 60, false)
    play(5.2, 59.2, true)
    near(pace.scale, 7 / 8)
    play(5.2, 58.3, true)
    near(pace.scale, 3 / 4)
    play(5.2, 58.1, true)
    near(pace.scale, 3 / 8)
    pace, play = game()
    play(6, 60, false)
    play(20, 59.5, true)
    near(pace.scale, 1)
  end)

  it("a mode that allows 2 % takes an eighth or half of the window beyond that", function()
    local pace, play = game(1, 0.98)
    play(6, 60, false)
    play(20, 58.9, true)
    near(pace.scale, 1)
    play(5.2, 58.5, true)
    near(pace.scale, 7 / 8)
    play(5.2, 58.1, true)
    near(pace.scale, 7 / 16)
  end)

  it("the game's speed is the measured one, not the console's", function()
    local pace, play = game()
    play(6, 50, false)
    play(20, 49.8, true)
    near(pace.scale, 1)
    play(6, 48, true)
    near(pace.scale, 1 / 2)
  end)

  it("the window shrinks until the game is fast enough, and grows more seldom after each failed try", function()
    local pace, play = game()
    local function speed(scale) return scale > 0.25 and 57 or 59.7 end
    play(11, speed, true)
    near(pace.scale, 1 / 4)
    local slow = 0
    for _ = 1, 100 do
      play(5, speed, true)
      if pace.scale > 0.25 then slow = slow + 1 end
    end
    check.truthy(slow >= 3 and slow <= 12, slow .. " of 100 periods tried")
  end)

  it("a game that needs a little more time than the window leaves keeps most of the window", function()
    local pace, play = game()
    local slow = 0
    for _ = 1, 200 do
      play(5, function(scale) return scale > 0.9 and 59 or 59.7 end, true)
      near(pace.scale, pace.scale > 0.9 and 1 or 7 / 8)
      if pace.scale > 0.9 then slow = slow + 1 end
    end
    check.truthy(slow >= 3 and slow <= 12, slow .. " of 200 periods tried")
  end)

  it("a game that loses no speed gets a larger window if the mode allows it", function()
    local pace, play = game(15 / 13)
    play(60, 59.7, true)
    near(pace.scale, 15 / 13)
    play(5.2, 59.4, true)
    near(pace.scale, 1)
    play(6, 57, true)
    near(pace.scale, 1 / 2)
    play(120, 59.7, true)
    near(pace.scale, 15 / 13)
    play(5.2, 57, true)
    near(pace.scale, 1 / 2)
  end)

  it("a game that loses a little speed with the larger window gets it seldom", function()
    local pace, play = game(15 / 13)
    local large = 0
    for _ = 1, 200 do
      play(5, function(scale) return scale > 1 and 59.4 or 59.7 end, true)
      if pace.scale > 1 then large = large + 1 end
    end
    check.truthy(large >= 3 and large <= 12, large .. " of 200 periods were large")
  end)

  it("the window grows again when the game is fast again", function()
    local pace, play = game()
    play(21, 50, true)
    near(pace.scale, 1 / 16)
    play(60, 59.7, true)
    near(pace.scale, 1)
  end)

  it("a game that is slow even without a window gets its window back", function()
    local pace, play = game()
    play(26, 40, true)
    near(pace.scale, 1 / 16)
    play(60, 40, true)
    near(pace.scale, 1)
  end)

  it("fast-forward is not taken as the game's speed", function()
    local pace, play = game()
    play(6, 1000, false)
    play(20, 59.7, true)
    near(pace.scale, 1)
  end)

  it("a pause does not shrink the window", function()
    local pace, play, clock = game()
    for _ = 1, 20 do
      play(2.4, 59.7, true)
      clock.now = clock.now + 1000000
    end
    near(pace.scale, 1)
  end)

  it("a time without requests does not shrink the window", function()
    local pace, play, clock = game()
    for _ = 1, 10 do
      play(4, 59.7, true)
      clock.now = clock.now + 500000
      clock.breaks = clock.breaks + 1
    end
    near(pace.scale, 1)
  end)

  it("a clock that stands still does not change the window", function()
    local pace, _, clock = game()
    for _ = 1, 10000 do pace:frame(clock, true) end
    near(pace.scale, 1)
  end)
end
