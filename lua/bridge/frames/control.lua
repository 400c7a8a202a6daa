-- Checks whether a client may move the game to another place in its history now.
local refuse = require("bridge.wire.refusal").refuse

local control = {}

--- Refuses a request that must not move the game now.
---@param hold bridge.Hold
---@param acts bridge.Acts
---@param lease string empty: without one
---@param what string what can't be done, like "The game can't be rewound"
function control.check(hold, acts, lease, what)
  local problem = (hold.lease or lease ~= "") and hold:objection(lease)
  if problem then refuse(problem, hold:explain(problem)) end
  if hold.steps:any() or acts:any() then refuse("busy", what .. " during a step or an act.") end
end

return control
