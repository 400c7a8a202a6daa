local check = require("spec.check")
local Dispatcher = require("bridge.dispatcher")
local BusyPoll = require("bridge.busy_poll")

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
  local one, two = Dispatcher.COST, 2 * Dispatcher.COST
  local function can_yield() return true end

  -- Name, the served passes as { clock, cost }, the yield function, and the expected number of polls.
  local cases = {
    { "no request was served", {}, can_yield, 0 },
    { "one request was served", { { 5000, one } }, can_yield, 0 },
    { "a client sends again at once", { { 5000, one }, { 5299, one } }, can_yield, POLLS },
    { "a client sends again after a while", { { 5000, one }, { 5300, one } }, can_yield, 0 },
    { "a client sends again at once and then after a while", { { 5000, one }, { 5100, one }, { 9000, one } }, can_yield, 0 },
    { "the clock stands still", { { 5000, one }, { 5000, one } }, can_yield, 0 },
    { "several clients send at a time", { { 5000, one }, { 5100, two } }, can_yield, POLLS },
    { "several clients send at a time on a host that cannot yield", { { 5000, one }, { 5100, two } }, false, 0 },
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
end
