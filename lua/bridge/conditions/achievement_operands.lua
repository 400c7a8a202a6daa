-- Operands of achievements, bound to their cells: constants, values in memory, sums of the conditions before, and remembered values.
local arithmetic = require("bridge.conditions.achievement_arithmetic")
local floats = require("bridge.conditions.achievement_floats")
local sizes = require("bridge.conditions.achievement_sizes")

---@class bridge.BoundOperand
---@field get fun(): number
---@field is_float boolean whether what is calculated with it is in single precision
---@field cell bridge.AchievementCell? nil: a constant or a remembered value
---@field access "value"|"delta"|"prior"|nil
---@field size bridge.AchievementSize? of a value in memory
---@field form "bcd"|"inverted"|nil
---@field is_sum boolean?
---@field before_pause_remembers boolean? of a recall in a pause condition: whether no pause condition before it remembers
---@field source bridge.BoundOperand? what is remembered; nil: nothing, which is 0

local achievement_operands = {}

---@param number number
---@return bridge.BoundOperand
function achievement_operands.constant(number)
  local is_float = math.type(number) == "float"
  if is_float then number = floats.single(number) end
  return { is_float = is_float, get = function() return number end }
end

--- Returns the function from raw to final value; nil: they are the same.
local function converter(size, form)
  local decode = size.decode
  local convert
  if form == "inverted" and size.inverted ~= 0 then
    local mask = size.inverted
    convert = function(value) return value ~ mask end
  elseif form == "bcd" and size.digits then
    local digits = size.digits
    convert = function(value) return sizes.from_bcd(value, digits) end
  end
  if decode and convert then return function(raw) return convert(decode(raw)) end end
  return convert or decode
end

--- Binds an operand to the cell of its memory.
---@param cell bridge.AchievementCell
---@param access "value"|"delta"|"prior"
---@param size bridge.AchievementSize
---@param form? "bcd"|"inverted"
---@return bridge.BoundOperand
function achievement_operands.in_memory(cell, access, size, form)
  local convert = converter(size, form)
  local get
  if convert then get = function() return convert(cell[access]) end else get = function() return cell[access] end end
  return { cell = cell, access = access, size = size, form = form, is_float = size.is_float or false, get = get }
end

--- Binds an operand to a calculated cell.
---@param cell bridge.AchievementCell
---@param access "value"|"delta"|"prior"
---@return bridge.BoundOperand
function achievement_operands.computed(cell, access)
  return { cell = cell, access = access, is_float = cell.is_float, get = function() return cell[access] end }
end

--- Returns the operand with the value of now instead of an earlier one.
---@param operand bridge.BoundOperand
---@return bridge.BoundOperand
function achievement_operands.of_now(operand)
  local cell = operand.cell --[[@as bridge.AchievementCell]]
  if not operand.size then return achievement_operands.computed(cell, "value") end
  return achievement_operands.in_memory(cell, "value", operand.size, operand.form)
end

--- Binds `{recall}`.
---@param source bridge.BoundOperand? what was remembered last; nil: it may be given later
---@return bridge.BoundOperand
function achievement_operands.recall(source)
  -- A remembered sum is calculated with as an integer, whatever it is.
  local recall = { is_float = source ~= nil and source.is_float and not source.is_sum, source = source }
  function recall.get()
    local remembered = recall.source
    return remembered and remembered.get() or 0
  end
  return recall
end

--- Returns the operand that an operation of two others gives.
---@param cells bridge.AchievementCells
---@param operation string
---@param left bridge.BoundOperand
---@param right bridge.BoundOperand
---@param is_float boolean
---@return bridge.BoundOperand
function achievement_operands.combined(cells, operation, left, right, is_float)
  local operate, get_left, get_right = arithmetic.operation(operation, is_float), left.get, right.get
  local cell = cells:add_computed(is_float, function() return operate(get_left(), get_right()) end)
  return achievement_operands.computed(cell, "value")
end

return achievement_operands
