local check = require("spec.check")
local round_robin = require("bridge.serving.round_robin")

local function queue(name, ...)
  return { name = name, credit = 0, costs = { ... } }
end

local function never() return false end

--- Returns a function that runs the work of a queue up to a cost, and its log.
local function worker()
  local log = {}
  return function(work, max_cost)
    local spent
    while #work.costs > 0 and (spent or 0) < max_cost do
      local cost = table.remove(work.costs, 1)
      spent = (spent or 0) + cost
      log[#log + 1] = work.name .. cost
    end
    return spent
  end, log
end

return function(it)
  it("queues take turns of half a millisecond", function()
    local run, log = worker()
    local last, spent = round_robin.run({ queue("a", 300, 300, 300), queue("b", 500, 100) }, 0, 8000, run, never)
    check.list(log, { "a300", "a300", "b500", "a300", "b100" })
    check.equal(spent, 1500)
    check.equal(last, 2)
  end)

  it("a queue that took more than a turn skips its next turns", function()
    local run, log = worker()
    round_robin.run({ queue("a", 1700, 1), queue("b", 500, 500, 500, 500) }, 0, 8000, run, never)
    check.list(log, { "a1700", "b500", "b500", "b500", "a1", "b500" })
  end)

  it("a run ends with the budget, and the next run continues with the next queue", function()
    local run, log = worker()
    local queues = { queue("a", 500, 500), queue("b", 500), queue("c", 500) }
    local last = round_robin.run(queues, 0, 1000, run, never)
    round_robin.run(queues, last, 8000, run, never)
    check.list(log, { "a500", "b500", "c500", "a500" })
  end)

  it("a run ends when is_over returns true", function()
    local run, log = worker()
    round_robin.run({ queue("a", 500), queue("b", 500) }, 0, 8000, run, function() return true end)
    check.list(log, { "a500" })
  end)

  it("turns can't be saved up, and an empty list is allowed", function()
    local run = worker()
    local idle = queue("a")
    for _ = 1, 10 do round_robin.run({ idle }, 0, 8000, run, never) end
    check.equal(idle.credit, 0)
    local last, spent = round_robin.run({}, 0, 8000, run, never)
    check.equal(last + spent, 0)
  end)
end
