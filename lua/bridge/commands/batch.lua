-- batch.
local framing = require("bridge.framing")
local Dispatcher = require("bridge.dispatcher")
local batch_plan = require("bridge.batch_plan")
local refuse = require("bridge.refusal").refuse

local byte = string.byte
local UNFINISHED = Dispatcher.UNFINISHED
local FAILED_GUARD = byte("0")
-- Microseconds: a pass that is in a hurry has this much for a batch.
local SHORT = 500
-- The plan of a payload up to this size is kept, because who asks in a batch asks the same again.
local KEPT_BYTES = 32768

--- In a batch what else is done in parts is done at once.
local function run_whole(command, operation)
  local values, payload = command.run(operation)
  while values == UNFINISHED do values, payload = command.run(operation) end
  operation.progress = nil
  return values, payload
end

---@param parts bridge.Parts
return function(parts)
  local dispatcher, game, journal = parts.dispatcher, parts.game, parts.journal
  local kept_payload, kept_plan

  local function plan_of(request)
    local plan, payload = request.plan, request.payload
    if plan then return plan end
    if payload == kept_payload then
      plan = kept_plan
    else
      plan = batch_plan.read(payload, dispatcher)
      if #payload <= KEPT_BYTES then kept_payload, kept_plan = payload, plan end
    end
    request.plan = plan
    return plan
  end

  local function is_long(request)
    local ok, plan = pcall(plan_of, request)
    return ok and plan.cost > SHORT -- what is no batch is refused when it runs
  end

  --- Ends the batch with the operation's own problem.
  local function fail(i, operation, problem)
    operation.progress = nil
    if problem.traceback then journal:fault(problem.traceback) end
    refuse(problem.status, ("[%d]: %s; %s"):format(i - 1, problem.sentence,
      i == 1 and "nothing was run before it" or ("%d before it had run"):format(i - 1)), batch_plan.name(i, problem.argument), i - 1)
  end

  local current -- the operation that runs, counted from 1

  local function run_all(plan, request)
    local operations, commands, frame = plan.operations, plan.commands, game.frame_text
    local replies, skipping = {}, false
    for i = 1, #operations do
      local operation = operations[i]
      if skipping then
        replies[i] = framing.message(operation.id, "skipped", frame, nil, "")
      else
        current, operation.connection = i, request.connection
        local values, payload = run_whole(commands[i], operation)
        replies[i] = framing.message(operation.id, "ok", frame, values, payload or "")
        skipping = operation.word == "memory.guard" and byte(values) == FAILED_GUARD
      end
    end
    return tostring(#operations), table.concat(replies)
  end

  local function run(request)
    local plan = plan_of(request)
    local ok, count, replies = xpcall(run_all, Dispatcher.on_error, plan, request)
    if not ok then fail(current, plan.operations[current], count) end
    return count, replies
  end

  local function cost_of(request)
    return request.plan and request.plan.cost or 0
  end

  return {
    ["batch"] = { arguments = 0, payload = true, game = true, is_long = is_long, cost_of = cost_of, run = run },
  }
end
