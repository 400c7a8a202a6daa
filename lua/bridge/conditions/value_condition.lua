-- Conditions on values in memory.
local condition = require("bridge.memory.condition")
local ValuePlace = require("bridge.memory.value_place")

local value_condition = {}

-- A value whose chain led nowhere at first has changed as soon as there is one, and has neither risen nor fallen.
local RELATIVE = {
  changed = { basis = "first", test = function(now, first) return now ~= first end },
  increased = { basis = "first", test = function(now, first) return first ~= nil and now > first end },
  decreased = { basis = "first", test = function(now, first) return first ~= nil and now < first end },
  same = { basis = "previous", test = function(now, previous) return now == previous end },
}
local OTHERS = ", or changed, increased, decreased or same"

--- Parses a condition, or refuses it.
---@param game bridge.Game
---@param address string
---@param type_name string
---@param domain string empty for the bus
---@param text string like eq:3 or same
---@param frames integer how many consecutive frames it must be true in
---@param timeout integer
---@return bridge.Condition
function value_condition.parse(game, address, type_name, domain, text, frames, timeout)
  local value_type = condition.type(type_name)
  local relative, test, wanted = RELATIVE[text], nil, nil
  if not relative then test, wanted = condition.parse(text, value_type, OTHERS) end
  local place = ValuePlace.parse(game, address, value_type, domain)
  return {
    read = function() return place:read() end, test = test or relative.test, basis = relative and relative.basis or "constant",
    reference = wanted, frames = frames, timeout = timeout, place = place,
  }
end

return value_condition
