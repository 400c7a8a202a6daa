-- Parses the operations of a batch from its payload. Everything that can be refused up front is refused here, before anything runs.
local limits = require("bridge.wire.limits")
local framing = require("bridge.wire.framing")
local arguments = require("bridge.wire.arguments")
local Dispatcher = require("bridge.serving.dispatcher")
local refusal = require("bridge.wire.refusal")

local refuse, quote, is_refusal = refusal.refuse, refusal.quote, refusal.is_refusal

-- Index of the argument that says whether the reply waits for the end.
local WAIT = { ["buttons.press"] = 4, ["buttons.sequence"] = 2 }

---@class bridge.BatchKind
---@field name string
---@field words table<string, boolean> the allowed commands

local function kind(name, words)
  local allowed = {}
  for word in words:gmatch("%S+") do allowed[word] = true end
  return { name = name, words = allowed }
end

local batch_plan = {}

batch_plan.BATCH = kind("a batch", [[memory.get memory.set memory.read memory.write memory.guard buttons.get buttons.set buttons.add
  buttons.remove buttons.clear buttons.press buttons.sequence register.get register.set registers screen.png log]])
--- Allowed after the last frame of a step.
batch_plan.STEP_READS = kind("a step", "memory.get memory.read buttons.get register.get registers screen.png screen.raw")

--- Allowed after the last frame of an act.
batch_plan.ACT_READS = kind("an act", "memory.get memory.read buttons.get register.get registers screen.png screen.raw")

---@class bridge.BatchPlan
---@field operations bridge.Request[]
---@field commands bridge.Command[] of these
---@field cost integer microseconds
---@field read_bytes integer of ranges
---@field needs_picture boolean whether one of them is a picture

--- Returns the name of an operation or of one of its arguments, for replies.
---@param i integer from 1
---@param argument? string
function batch_plan.name(i, argument)
  return argument and ("[%d].%s"):format(i - 1, argument) or ("[%d]"):format(i - 1)
end

local function reject(i, sentence, argument, status)
  refuse(status or "bad-request", ("[%d]: %s Nothing was run."):format(i - 1, sentence), batch_plan.name(i, argument), 0)
end

---@param payload string
---@return bridge.Message[]
local function read_messages(payload)
  local reader, messages, count = framing.reader(), {}, 0
  reader:feed(payload)
  while true do
    local message, problem = reader:next()
    if not message then
      if problem or reader:midway() then
        reject(count + 1, ("The message does not fit the grammar (%s)."):format(problem or "it is cut off"))
      end
      break
    end
    count = count + 1
    if count > limits.batch_operations then reject(count, ("A batch may have at most %d operations."):format(limits.batch_operations)) end
    messages[count] = message
  end
  if count == 0 then
    refuse("bad-request", ("payload must be 1 to %d operations; got none."):format(limits.batch_operations), "payload", 0)
  end
  return messages
end

---@param i integer
---@param operation bridge.Message
---@param dispatcher bridge.Dispatcher
---@param allowed bridge.BatchKind
---@return bridge.Command
local function command_of(i, operation, dispatcher, allowed)
  local word = operation.word
  if operation.id ~= tostring(i) or tonumber(operation.number) ~= 0 then
    reject(i, ("The message must have id %d and clock 0; got id %s and clock %s."):format(i, operation.id, operation.number))
  end
  local command = dispatcher:find(word)
  if not command then reject(i, ("Unknown command %s."):format(word), nil, "unknown-command") end
  if not allowed.words[word] then reject(i, ("%s is not allowed in %s."):format(word, allowed.name)) end
  local problem = Dispatcher.shape_problem(operation, command)
  if problem then reject(i, problem) end
  local wait = WAIT[word]
  if wait and operation.arguments[wait] ~= "0" then
    reject(i, ("wait must be 0 in a batch; got %s."):format(quote(operation.arguments[wait])), "wait")
  end
  return command --[[@as bridge.Command]]
end

local function length_of(i, operation)
  local ok, length = pcall(arguments.integer, operation.arguments[2], "length", 1, limits.batch_read_bytes)
  if ok then return length end
  if not is_refusal(length) then error(length, 0) end
  reject(i, length.sentence, "length")
end

---@param payload string
---@param dispatcher bridge.Dispatcher
---@param allowed bridge.BatchKind
---@return bridge.BatchPlan
function batch_plan.read(payload, dispatcher, allowed)
  local operations, commands = read_messages(payload), {}
  local cost, read, written, pictures = 0, 0, 0, 0
  for i, operation in ipairs(operations) do
    local command, word = command_of(i, operation, dispatcher, allowed), operation.word
    local bytes = #operation.payload
    if word == "memory.read" then
      bytes = length_of(i, operation)
      read = read + bytes
      if read > limits.batch_read_bytes then
        reject(i, ("A batch may read at most %d bytes; got %d so far."):format(limits.batch_read_bytes, read), "length")
      end
    elseif word == "memory.write" then
      written = written + bytes
      if written > limits.batch_write_bytes then
        reject(i, ("A batch may write at most %d bytes; got %d so far."):format(limits.batch_write_bytes, written), "payload")
      end
    elseif word == "screen.png" or word == "screen.raw" then
      pictures = pictures + 1
      if pictures > 1 then reject(i, "A batch may take only one picture.") end
    end
    cost = cost + Dispatcher.COST + (command.cost or 0) + bytes * (command.cost_of_kib or Dispatcher.COST_OF_KIB) // 1024
    if cost > limits.batch_cost then
      reject(i, ("A batch may take at most %d microseconds, half a frame; got %d so far."):format(limits.batch_cost, cost))
    end
    commands[i] = command
  end
  return {
    operations = operations --[[@as bridge.Request[] ]], commands = commands, cost = cost, read_bytes = read, needs_picture = pictures > 0,
  }
end

return batch_plan
