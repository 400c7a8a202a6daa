local check = require("spec.check")
local turns = require("bridge.turns")

local function player(name, ...)
  return { name = name, credit = 0, costs = { ... } }
end

local function never() return false end

--- Runs one piece of work after the other, and notes it.
local function runner()
  local log = {}
  return function(who, most)
    local spent
    while #who.costs > 0 and (spent or 0) < most do
      local cost = table.remove(who.costs, 1)
      spent = (spent or 0) + cost
      log[#log + 1] = who.name .. cost
    end
    return spent
  end, log
end

return function(it)
  it("turns of half a millisecond, one after the other", function()
    local run, log = runner()
    local last, spent = turns.take({ player("a", 300, 300, 300), player("b", 500, 100) }, 0, 8000, run, never)
    check.list(log, { "a300", "a300", "b500", "a300", "b100" })
    check.equal(spent, 1500)
    check.equal(last, 2)
  end)

  it("who took more than a turn sits out", function()
    local run, log = runner()
    turns.take({ player("a", 1700, 1), player("b", 500, 500, 500, 500) }, 0, 8000, run, never)
    check.list(log, { "a1700", "b500", "b500", "b500", "a1", "b500" })
  end)

  it("ends with the budget, and goes on with the next one", function()
    local run, log = runner()
    local players = { player("a", 500, 500), player("b", 500), player("c", 500) }
    local last = turns.take(players, 0, 1000, run, never)
    turns.take(players, last, 8000, run, never)
    check.list(log, { "a500", "b500", "c500", "a500" })
  end)

  it("ends when it is told that it is over", function()
    local run, log = runner()
    turns.take({ player("a", 500), player("b", 500) }, 0, 8000, run, function() return true end)
    check.list(log, { "a500" })
  end)

  it("nobody saves up turns, nobody at all is fine", function()
    local run = runner()
    local idle = player("a")
    for _ = 1, 10 do turns.take({ idle }, 0, 8000, run, never) end
    check.equal(idle.credit, 0)
    local last, spent = turns.take({}, 0, 8000, run, never)
    check.equal(last + spent, 0)
  end)
end
