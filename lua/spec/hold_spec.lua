local check = require("spec.check")
local Hold = require("bridge.frames.hold")

local SECOND, A_WAIT = 1000000, 1060

local function taken(term, exclusive)
  local hold = Hold.new()
  check.equal(hold:take(term or SECOND, exclusive or false, "one"), nil)
  return hold
end

local function none() return 0 end

--- Adds a step that appends its final status to `ends`.
local function add(hold, ends, name, frames, mask)
  return hold.steps:add(frames, mask or 0, function(step, status) ends[#ends + 1] = ("%s %s %d"):format(name, status, step.ran) end)
end

return function(it)
  it("a shared hold can be joined, and lasts as long as the longest lease", function()
    local hold = taken(SECOND)
    check.equal(hold:take(3 * SECOND, false, "other"), nil)
    check.equal(hold:take(SECOND, false, "third"), nil)
    check.equal(hold.time:milliseconds_left(), 3000)
    check.equal(hold.owner, "one")
    check.equal(hold:take(SECOND, true, "greedy"), "held")
    check.equal(hold:objection(""), nil)
    check.equal(hold:objection("wrong"), "held")
  end)

  it("an exclusive hold needs its lease", function()
    local hold = taken(SECOND, true)
    check.equal(hold:take(SECOND, false, "other"), "held")
    check.equal(hold:objection(""), "held")
    check.equal(hold:objection("wrong"), "held")
    check.equal(hold:objection(hold.lease), nil)
    check.equal(hold:prolong("wrong", SECOND), "held")
    check.equal(hold:prolong(hold.lease, 2 * SECOND), nil)
    check.equal(hold.time:milliseconds_left(), 2000)
  end)

  it("without a hold there is nothing to renew", function()
    local hold = taken()
    local lease = hold.lease
    hold:free()
    check.equal(hold:objection(lease), "not-held")
    check.equal(hold:objection(""), "not-held")
    hold:take(SECOND, false, "one")
    check.truthy(hold.lease ~= lease, "each hold has a lease of its own")
  end)

  it("the lease runs by the clock, not by the waits", function()
    local hold = taken(SECOND)
    hold.time:stand(5000)
    hold.time:heard(5001, true) -- the first timestamp may be late
    for now = 105001, 905001, 100000 do
      hold.time:waited(A_WAIT)
      hold.time:heard(now, true)
    end
    check.equal(hold.time:is_over(), false)
    hold.time:heard(1105001, true)
    check.equal(hold.time:is_over(), true)
    check.equal(hold.time:milliseconds_left(), 0)
  end)

  it("the first timestamp counts as the counted waits, because it may be old", function()
    local hold = taken(SECOND)
    hold.time:stand(0)
    for _ = 1, 10 do hold.time:waited(A_WAIT) end
    hold.time:heard(9 * SECOND, true)
    check.equal(hold.time:milliseconds_left(), 989)
  end)

  it("the lease runs by waits without requests, and by passes without timestamps", function()
    local hold = taken(SECOND)
    hold.time:stand(0)
    local waits = 0
    while not hold.time:is_over() do
      hold.time:waited(A_WAIT)
      hold.time:heard(0, true)
      waits = waits + 1
    end
    check.equal(waits, 944)
    hold = taken(SECOND)
    hold.time:stand(0)
    for _ = 1, 944 do hold.time:heard(0, false) end
    check.equal(hold.time:is_over(), true)
  end)

  it("waits counted while the bridge's clock stood still count after it continues", function()
    local hold = taken(SECOND)
    hold.time:stand(0)
    hold.time:heard(10, true)
    for _ = 1, 900 do hold.time:waited(A_WAIT) end
    hold.time:heard(20, true) -- the clock jumped, so it missed the counted time
    check.truthy(hold.time:milliseconds_left() < 50, "left " .. hold.time:milliseconds_left())
  end)

  it("the lease runs only while the game stands still", function()
    local hold = taken(SECOND)
    hold.time:heard(50 * SECOND, true)
    check.equal(hold.time:milliseconds_left(), 1000)
    hold.time:stand(50 * SECOND)
    for _ = 1, 100 do hold.time:waited(A_WAIT) end
    hold.time:leave()
    hold.time:heard(99 * SECOND, true)
    check.equal(hold.time:milliseconds_left(), 894)
  end)

  it("a step renews the lease, and runs exactly its frames", function()
    local hold, ends = taken(SECOND), {}
    hold.time:stand(0)
    for _ = 1, 500 do hold.time:waited(A_WAIT) end
    add(hold, ends, "a", 3, 5)
    check.equal(hold:runs_next_frame(none), true)
    hold.time:leave()
    for i = 1, 3 do
      check.equal(hold.steps:mask(), 5)
      check.equal(hold.steps:may_skip_drawing(), i < 3)
      hold:frame()
      check.equal(hold:runs_next_frame(none), i < 3)
    end
    check.equal(hold.steps:mask(), 0)
    check.equal(hold.time:milliseconds_left(), 1000)
    check.list(ends, { "a ok 3" })
  end)

  it("steps run one after the other, without a frame in between", function()
    local hold, ends = taken(), {}
    add(hold, ends, "a", 2, 1)
    add(hold, ends, "b", 1, 2)
    local masks = {}
    while hold:runs_next_frame(none) do
      masks[#masks + 1] = hold.steps:mask()
      hold:frame()
    end
    check.list(masks, { 1, 1, 2 })
    check.list(ends, { "a ok 2", "b ok 1" })
  end)

  it("a queued step is dropped, a running one ends after two more frames", function()
    local hold, ends = taken(), {}
    local a, b = add(hold, ends, "a", 100), add(hold, ends, "b", 100)
    hold:runs_next_frame(none)
    hold:frame()
    hold.steps:cancel(b)
    hold.steps:cancel(a)
    hold:frame()
    check.equal(hold.steps:may_skip_drawing(), false)
    hold:frame()
    check.equal(hold:runs_next_frame(none), false)
    check.list(ends, { "b cancelled 0", "a interrupted 1" })
  end)

  it("the end of the hold ends its steps", function()
    local hold, ends = taken(), {}
    add(hold, ends, "a", 5)
    hold:runs_next_frame(none)
    hold:frame()
    add(hold, ends, "b", 5)
    hold:free()
    check.list(ends, { "a interrupted 1", "b cancelled 0" })
    check.equal(hold:runs_next_frame(none), true)
  end)

  it("a hold ends when its last client has disconnected", function()
    local hold, ends = taken(), {}
    hold:add_client("one")
    hold:add_client("other")
    add(hold, ends, "a", 5)
    hold:remove_client("stranger")
    hold:remove_client("one")
    hold:remove_client("one")
    check.equal(hold:objection(""), nil)
    hold:remove_client("other")
    check.equal(hold:objection(""), "not-held")
    check.list(ends, { "a cancelled 0" })
    hold:take(SECOND, true, "next")
    hold:remove_client("other")
    check.equal(hold:objection(""), "held")
  end)

  it("a step whose button belongs to a press by then is refused, the next one runs", function()
    local hold, ends = taken(), {}
    add(hold, ends, "a", 5, 1)
    add(hold, ends, "b", 1, 2)
    check.equal(hold:runs_next_frame(function() return 1 end), true)
    check.equal(hold.steps:mask(), 2)
    check.list(ends, { "a conflict 0" })
  end)

  it("the number of waiting steps is limited", function()
    local hold = taken()
    for _ = 1, 64 do check.truthy(hold.steps:add(1, 0)) end
    check.equal(hold.steps:add(1, 0), nil)
  end)
end
