-- batch.
local framing = require("bridge.framing")
local Dispatcher = require("bridge.dispatcher")
local batch_plan = require("bridge.batch_plan")
local refuse = require("bridge.refusal").refuse

local UNFINISHED = Dispatcher.UNFINISHED
local FAILED_GUARD = ("0"):byte()
-- Microseconds: a pass that is in a hurry has this much for a batch.
local SHORT = 500
-- The plan of a payload up to this size is kept, because who asks in a batch asks the same again.
local KEPT_BYTES = 32768

--- In a batch what else is done in parts is done at once.
local function run_whole(command, operation)
  local values, payload
  repeat
    values, payload = command.run(operation)
  until values ~= UNFINISHED
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

  local function run(request)
    local plan = plan_of(request)
    local operations, commands, frame = plan.operations, plan.commands, game.frame_text
    local replies, skipping = {}, false
    for i = 1, #operations do
      local operation = operations[i]
      if skipping then
        replies[i] = framing.message(operation.id, "skipped", frame, nil, "")
      else
        operation.connection = request.connection
        local ok, values, payload = xpcall(run_whole, Dispatcher.on_error, commands[i], operation)
        if not ok then fail(i, operation, values) end
        replies[i] = framing.message(operation.id, "ok", frame, values, payload or "")
        skipping = operation.word == "memory.guard" and values:byte() == FAILED_GUARD
      end
    end
    return tostring(#operations), table.concat(replies)
  end

  local function cost_of(request)
    return request.plan and request.plan.cost or 0
  end

  return {
    ["batch"] = { arguments = 0, payload = true, game = true, is_long = is_long, cost_of = cost_of, run = run },
  }
end
