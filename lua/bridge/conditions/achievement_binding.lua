-- Binds the conditions of a group to memory: pointers, sums and remembered values become operands of the condition that they lead to.
local arithmetic = require("bridge.conditions.achievement_arithmetic")
local operands = require("bridge.conditions.achievement_operands")
local refusal = require("bridge.wire.refusal")

local ZERO = operands.constant(0)

---@class bridge.AchievementBinding
---@field private cells bridge.AchievementCells
---@field private pointer bridge.BoundOperand? what is added to the addresses of the next condition
---@field private sum bridge.BoundOperand? what is added to the left operand of the next condition
---@field private operation "+"|"from"|nil how it is added
---@field private remembered bridge.BoundOperand?
---@field private early bridge.BoundOperand[] recalls before anything was remembered
---@field private of_pause bridge.BoundOperand? what a pause condition remembered last
local AchievementBinding = {}
AchievementBinding.__index = AchievementBinding

---@param cells bridge.AchievementCells
---@return bridge.AchievementBinding
function AchievementBinding.new(cells)
  return setmetatable({ cells = cells, early = {} }, AchievementBinding)
end

---@private
--- Finds memory behind a pointer. Its address is found anew in each frame.
function AchievementBinding:behind_pointer(operand, mask)
  local memory, get, bytes, offset = self.cells.memory, self.pointer.get, operand.size.bytes, operand.address
  local add = arithmetic.operation("+", false)
  return self.cells:add_computed(false, function() return memory:read(add(get(), offset), bytes) & mask end)
end

---@private
---@param operand bridge.AchievementOperand
function AchievementBinding:in_memory(operand)
  local size, access, memory = operand.size, operand.access, self.cells.memory
  -- A prior value changes only with its own bits, so its cell has these alone. All others are cut out of whole bytes and share cells.
  local mask = access == "prior" and size.mask or (1 << 8 * size.bytes) - 1
  if self.pointer then return operands.in_memory(self:behind_pointer(operand, mask), access, size, operand.form) end
  if operand.address + size.bytes > memory.past then
    refusal.refuse("bad-request", ("achievement must have an address of 0x0 to 0x%X at character %d; got 0x%X."):format(
      memory.past - size.bytes, operand.at, operand.address), "achievement")
  end
  return operands.in_memory(self.cells:add_read(operand.address, size.bytes, mask), access, size, operand.form)
end

---@private
---@param operand bridge.AchievementOperand
---@param in_pause boolean
function AchievementBinding:bind(operand, in_pause)
  if operand.number then return operands.constant(operand.number) end
  if not operand.is_recall then return self:in_memory(operand) end
  local recall = operands.recall(self.remembered)
  recall.before_pause_remembers = in_pause and not self.of_pause
  if not self.remembered then self.early[#self.early + 1] = recall end
  return recall
end

---@private
--- Returns left and right operand of a modifying condition as one.
function AchievementBinding:modified(left, operator, right)
  if not operator then return left end
  return operands.combined(self.cells, operator, left, right, left.is_float or right.is_float)
end

---@private
--- Adds the sum so far to an operand. If both are deltas, or both are priors, the result is the delta or the prior of their sum.
function AchievementBinding:added(operand, operation, is_float)
  local sum, access = self.sum, operand.access
  local is_earlier = operand.cell and access ~= "value" and access == sum.access
  if is_earlier then sum, operand = operands.of_now(sum), operands.of_now(operand) end
  local result = operands.combined(self.cells, operation, sum, operand, is_float)
  if is_earlier then result = operands.computed(result.cell, access) end
  result.is_sum = true
  return result
end

---@private
function AchievementBinding:add_source(operand, is_subtracted)
  local sum = self.sum
  if not sum then
    self.sum, self.operation = operand, is_subtracted and "from" or "+"
  elseif not is_subtracted then
    self.sum, self.operation = self:added(operand, self.operation, sum.is_float), "+"
  else
    if self.operation == "from" then self.sum = operands.combined(self.cells, "from", sum, ZERO, sum.is_float) end
    self.sum, self.operation = self:added(operand, "-", sum.is_float), "+"
  end
end

---@private
--- Adds the sum so far to the operand in which it ends.
function AchievementBinding:summed(operand)
  local result = self.sum and self:added(operand, self.operation, operand.is_float) or operand
  self.sum, self.operation = nil, nil
  return result
end

--- Pause conditions are looked at first, so they recall nothing that other conditions remember.
local function forget_others(recall)
  if recall.before_pause_remembers and recall.source and recall.source.cell then recall.source = nil end
end

--- Binds a condition.
---@param part bridge.AchievementPart
---@param in_pause boolean whether it belongs to a pause condition
---@return { left: bridge.BoundOperand, right: bridge.BoundOperand }? bound nil: it belongs to the next one
function AchievementBinding:add(part, in_pause)
  local flag = part.flag
  local left = self:bind(part.left, in_pause)
  local right = part.right and self:bind(part.right, in_pause)
  if flag == "I" then
    self.pointer = self:modified(left, part.operator, right)
    return nil
  end
  self.pointer = nil
  if flag == "A" or flag == "B" then
    self:add_source(self:modified(left, part.operator, right), flag == "B")
  elseif flag == "K" then
    self.remembered = self:summed(self:modified(left, part.operator, right))
    if in_pause then self.of_pause = self.remembered end
  else
    if not self.sum then forget_others(left) end
    forget_others(right)
    return { left = self:summed(left), right = right }
  end
end

--- Ends the group. Recalls before the first condition that remembers get what the last pause condition remembers.
function AchievementBinding:finish()
  if not self.of_pause then return end
  for _, recall in ipairs(self.early) do
    if not recall.before_pause_remembers then recall.source = self.of_pause end
  end
end

return AchievementBinding
