local check = require("spec.check")
local Dispatcher = require("bridge.serving.dispatcher")
local BusyPoll = require("bridge.serving.busy_poll")

local POLLS = 100

local function connection(found_at)
  local polls = 0
  return {
    wait = function(_, milliseconds)
      check.equal(milliseconds, 0)
      polls = polls + 1
      return polls == found_at
    end,
    polls = function() return polls end,
  }
end

return function(it)
  local one, two, three = Dispatcher.COST, 2 * Dispatcher.COST, 3 * Dispatcher.COST
  local function can_yield() return true end

  -- Name, the served passes as { clock, cost }, the yield function, and the expected number of polls.
  local cases = {
    { "no request was served", {}, can_yield, 0 },
    { "one request was served", { { 5000, one } }, can_yield, 0 },
    { "a client sends again at once", { { 5000, one }, { 5299, one } }, can_yield, POLLS },
    { "a client sends again after a while", { { 5000, one }, { 5300, one } }, can_yield, 0 },
    { "a client sends again at once and then after a while", { { 5000, one }, { 5100, one }, { 9000, one } }, can_yield, 0 },
    { "the clock stands still", { { 5000, one }, { 5000, one } }, can_yield, 0 },
    { "two clients send at a time", { { 5000, one }, { 5100, two } }, can_yield, POLLS },
    { "more clients send at a time", { { 5000, one }, { 5100, three } }, can_yield, 0 },
    { "two clients send at a time on a host that cannot yield", { { 5000, one }, { 5100, two } }, false, 0 },
    { "one client sends on a host that cannot yield", { { 5000, one }, { 5100, one } }, false, POLLS },
    { "other programs want the processor", { { 5000, one }, { 5100, one } }, function() return false end, 1 },
  }
  for _, case in ipairs(cases) do
    local name, served, yield, polls = case[1], case[2], case[3] or nil, case[4]
    it("polls " .. polls .. " times when " .. name, function()
      local poll, quiet = BusyPoll.new(yield), connection()
      for _, pass in ipairs(served) do poll:served(pass[1], pass[2]) end
      check.equal(poll:finds(quiet), false)
      check.equal(quiet.polls(), polls)
      check.equal(poll:finds(quiet), false)
      check.equal(quiet.polls(), polls, "not again before the next request")
    end)
  end

  it("finds a request, and yields once between two polls", function()
    local yields = 0
    local poll, busy = BusyPoll.new(function(times)
      yields = yields + times
      return true
    end), connection(3)
    poll:served(5000, one)
    poll:served(5100, one)
    check.equal(poll:finds(busy), true)
    check.equal(yields, 2)
    check.equal(poll:finds(busy), false, "polls again without a result")
    check.equal(busy.polls(), 3 + POLLS)
  end)

  it("polls all connections of a list, and returns the readable one", function()
    local poll, quiet, busy = BusyPoll.new(can_yield), connection(), connection(2)
    poll:served(5000, one)
    poll:served(5100, one)
    check.equal(poll:find({ quiet, busy }), busy)
    check.equal(quiet.polls(), 2)
    check.equal(poll:find({ quiet }), nil)
    check.equal(quiet.polls(), 2 + POLLS)
    check.equal(poll:find({ quiet }), nil, "not again before the next request")
    check.equal(quiet.polls(), 2 + POLLS)
  end)

  it("may count slower clients as quick", function()
    for _, case in ipairs({ { 2999, true }, { 3000, false } }) do
      local poll, busy = BusyPoll.new(can_yield, 3000), connection(1)
      poll:served(5000, 0)
      poll:served(5000 + case[1], 0)
      check.equal(poll:finds(busy), case[2])
    end
  end)

  it("ends by a precise clock, not by the number of polls", function()
    local now, quiet = 0, connection()
    local poll = BusyPoll.new(can_yield, 3000, function()
      now = now + 4
      return now
    end)
    poll:served(5000, 0)
    poll:served(5100, 0)
    check.equal(poll:find({ quiet }), nil)
    -- The first reading comes before the first poll.
    check.equal(quiet.polls(), 1000 // 4 + 1)
  end)
end
