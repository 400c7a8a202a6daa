-- batch.
local Batch = require("bridge.frames.batch")
local batch_plan = require("bridge.frames.batch_plan")
local refuse = require("bridge.wire.refusal").refuse

-- Microseconds that a batch may take in a pass with little time.
local SHORT = 500

---@param parts { batches: bridge.BatchParts }
return function(parts)
  local batch = Batch.new(parts.batches, batch_plan.BATCH)

  local function plan_of(request)
    request.plan = request.plan or batch:plan(request.payload)
    return request.plan
  end

  --- An invalid batch counts as short, because it is refused when it runs.
  local function is_long(request)
    local ok, plan = pcall(plan_of, request)
    return ok and plan.cost > SHORT
  end

  local function needs_picture(request)
    local ok, plan = pcall(plan_of, request)
    return ok and plan.needs_picture
  end

  local function run(request)
    local plan = plan_of(request)
    local replies, problem, i = batch:run(plan, request.connection)
    if replies then return tostring(#plan.operations), replies end
    -- The reply is the error of the operation.
    refuse(problem.status, ("[%d]: %s %s"):format(i - 1, problem.sentence,
      i == 1 and "Nothing ran before it." or ("%d ran before it."):format(i - 1)), batch_plan.name(i, problem.argument), i - 1)
  end

  local function cost_of(request)
    return request.plan and request.plan.cost or 0
  end

  return {
    ["batch"] = {
      arguments = 0, payload = true, game = true, is_long = is_long, needs_picture = needs_picture, cost_of = cost_of, run = run,
    },
  }
end
