local check = require("spec.check")
local Dispatcher = require("bridge.dispatcher")
local BusyPoll = require("bridge.busy_poll")

local LOOKS = 100

local function connection(found_at)
  local looks = 0
  return {
    wait = function(_, milliseconds)
      check.equal(milliseconds, 0)
      looks = looks + 1
      return looks == found_at
    end,
    looks = function() return looks end,
  }
end

return function(it)
  local one, two = Dispatcher.COST, 2 * Dispatcher.COST
  local function polls() return true end

  -- What was served, each time the clock and the cost, and how often is looked then.
  local cases = {
    { "nobody has asked", {}, polls, 0 },
    { "somebody asks for the first time", { { 5000, one } }, polls, 0 },
    { "somebody asks again at once", { { 5000, one }, { 5299, one } }, polls, LOOKS },
    { "somebody asks again after a while", { { 5000, one }, { 5300, one } }, polls, 0 },
    { "somebody asks at once and then after a while", { { 5000, one }, { 5100, one }, { 9000, one } }, polls, 0 },
    { "the clock stands still", { { 5000, one }, { 5000, one } }, polls, 0 },
    { "several ask at a time", { { 5000, one }, { 5100, two } }, polls, LOOKS },
    { "several ask at a time where nobody can be let go first", { { 5000, one }, { 5100, two } }, false, 0 },
    { "one asks where nobody can be let go first", { { 5000, one }, { 5100, one } }, false, LOOKS },
    { "others want the processor", { { 5000, one }, { 5100, one } }, function() return false end, 1 },
  }
  for _, case in ipairs(cases) do
    local name, served, yield, looks = case[1], case[2], case[3] or nil, case[4]
    it("looks " .. looks .. " times where " .. name, function()
      local poll, quiet = BusyPoll.new(yield), connection()
      for _, pass in ipairs(served) do poll:served(pass[1], pass[2]) end
      check.equal(poll:finds(quiet), false)
      check.equal(quiet.looks(), looks)
      check.equal(poll:finds(quiet), false)
      check.equal(quiet.looks(), looks, "not again before somebody has asked")
    end)
  end

  it("finds what has come, and lets the others go first once between two looks", function()
    local yields = 0
    local poll, busy = BusyPoll.new(function(times)
      yields = yields + times
      return true
    end), connection(3)
    poll:served(5000, one)
    poll:served(5100, one)
    check.equal(poll:finds(busy), true)
    check.equal(yields, 2)
    check.equal(poll:finds(busy), false, "goes on looking")
    check.equal(busy.looks(), 3 + LOOKS)
  end)
end
