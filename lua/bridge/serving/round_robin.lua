-- Deficit round robin: the connections share the budget of a pass in small turns, so that one connection's flood or large replies
-- don't delay the others. A connection whose request costs more than a turn skips as many turns. Pure.
local limits = require("bridge.wire.limits")

local TURN = limits.turn_cost

local round_robin = {}

---@class bridge.Queue
---@field credit integer microseconds that its next turn may cost beyond an ordinary one; negative: debt of an earlier turn

--- Gives each queue its turn until none has work, or until the budget is used up.
---@generic Q: bridge.Queue
---@param queues Q[]
---@param last integer index of the queue that had the latest turn
---@param budget integer microseconds
---@param run fun(queue: Q, max_cost: integer): integer? returns the cost; nil when the queue has no work
---@param is_over fun(spent: integer): boolean called after each turn
---@return integer last
---@return integer spent
function round_robin.run(queues, last, budget, run, is_over)
  local count, spent, nothing = #queues, 0, 0
  while nothing < count and spent < budget do
    last = last % count + 1
    local queue = queues[last]
    -- Turns can't be saved up.
    local credit = queue.credit + TURN
    if credit > TURN then credit = TURN end
    if credit > 0 then
      local cost = run(queue, credit < budget - spent and credit or budget - spent)
      if cost then
        spent, credit, nothing = spent + cost, credit - cost, 0
        if is_over(spent) then
          queue.credit = credit
          break
        end
      else
        credit, nothing = 0, nothing + 1
      end
    else
      nothing = 0
    end
    queue.credit = credit
  end
  return last, spent
end

return round_robin
