-- Runs several commands in one frame, with nothing in between.
local framing = require("bridge.wire.framing")
local refuse = require("bridge.wire.refusal").refuse
local Dispatcher = require("bridge.serving.dispatcher")
local batch_plan = require("bridge.frames.batch_plan")

local byte = string.byte
local UNFINISHED = Dispatcher.UNFINISHED
local FAILED_GUARD = byte("0")
-- Plans of payloads up to this size are cached, because clients tend to repeat a batch.
local KEPT_BYTES = 32768

---@class bridge.BatchParts
---@field game bridge.Game
---@field journal bridge.Journal
---@field dispatcher bridge.Dispatcher

---@class bridge.Batch
---@field private parts bridge.BatchParts
---@field private allowed bridge.BatchKind
---@field private kept_payload string?
---@field private kept_plan bridge.BatchPlan?
---@field private current integer the operation that runs, counted from 1
local Batch = {}
Batch.__index = Batch

---@param parts bridge.BatchParts
---@param allowed bridge.BatchKind
---@return bridge.Batch
function Batch.new(parts, allowed)
  return setmetatable({ parts = parts, allowed = allowed, current = 0 }, Batch)
end

--- Parses a payload into a plan, from the cache if it is the latest one; refuses an invalid one.
---@param payload string
---@return bridge.BatchPlan
function Batch:plan(payload)
  if payload == self.kept_payload then return self.kept_plan end
  local plan = batch_plan.read(payload, self.parts.dispatcher, self.allowed)
  if #payload <= KEPT_BYTES then self.kept_payload, self.kept_plan = payload, plan end
  return plan
end

--- Runs a command to its end, even one that runs in parts outside of a batch.
local function run_whole(command, operation)
  local values, payload = command.run(operation)
  while values == UNFINISHED do values, payload = command.run(operation) end
  operation.progress = nil
  return values, payload
end

local function run_all(self, plan, connection)
  local operations, commands, frame = plan.operations, plan.commands, self.parts.game.frame_text
  local replies, skipping, stop = {}, false, self.parts.dispatcher.stop
  for i = 1, #operations do
    local operation = operations[i]
    if skipping then
      replies[i] = framing.message(operation.id, "skipped", frame, nil, "")
    else
      self.current, operation.connection = i, connection
      local objection, left = stop:objection(operation.word)
      if objection then refuse("held", objection, left) end
      local values, payload = run_whole(commands[i], operation)
      replies[i] = framing.message(operation.id, "ok", frame, values, payload or "")
      skipping = operation.word == "memory.guard" and byte(values) == FAILED_GUARD
    end
  end
  return table.concat(replies)
end

--- Runs the plan up to the first operation that fails.
---@param plan bridge.BatchPlan
---@param connection bridge.Connection the sender
---@return string? replies nil when one failed
---@return table? problem as Dispatcher.on_error gives it
---@return integer? index of the operation that failed, from 1
function Batch:run(plan, connection)
  local ok, replies = xpcall(run_all, Dispatcher.on_error, self, plan, connection)
  if ok then return replies end
  local problem = replies
  plan.operations[self.current].progress = nil
  if problem.traceback then self.parts.journal:fault(problem.traceback) end
  return nil, problem, self.current
end

return Batch
