-- Whose turn it is: what a pass may cost is dealt out in small turns, so that one connection's flood or large replies
-- don't keep the others waiting. Who takes more than a turn, because one request is that large, sits out as many. Pure.
local limits = require("bridge.limits")

local TURN = limits.turn_cost

local turns = {}

---@class bridge.Player
---@field credit integer microseconds; what its next turn may cost beyond an ordinary one, less than 0 when it owes some

--- Lets each one run in its turn until nobody has anything to run, or `budget` is used up.
---@generic P: bridge.Player
---@param players P[]
---@param last integer whose turn was last
---@param budget integer microseconds
---@param run fun(player: P, most: integer): integer? the cost; nil when there is nothing that it can run now
---@param is_over fun(spent: integer): boolean asked after each turn
---@return integer last
---@return integer spent
function turns.take(players, last, budget, run, is_over)
  local count, spent, nothing = #players, 0, 0
  while nothing < count and spent < budget do
    last = last % count + 1
    local player = players[last]
    -- Nobody saves up turns.
    local credit = player.credit + TURN
    if credit > TURN then credit = TURN end
    if credit > 0 then
      local cost = run(player, credit < budget - spent and credit or budget - spent)
      if cost then
        spent, credit, nothing = spent + cost, credit - cost, 0
        if is_over(spent) then
          player.credit = credit
          break
        end
      else
        credit, nothing = 0, nothing + 1
      end
    else
      nothing = 0
    end
    player.credit = credit
  end
  return last, spent
end

return turns
