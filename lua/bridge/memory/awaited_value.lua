-- A value in memory and the condition that a client waits for.
local condition = require("bridge.memory.condition")
local ValuePlace = require("bridge.memory.value_place")

---@class bridge.AwaitedValue
---@field value integer? the latest reading, in the range of its type; nil if the chain led nowhere
---@field address integer? the address that the chain resolved to in the latest reading
---@field private place bridge.ValuePlace
---@field private compare fun(value: integer, wanted: integer?): boolean
---@field private wanted integer?
---@field private is_change boolean whether the condition is `changed`
local AwaitedValue = {}
AwaitedValue.__index = AwaitedValue

--- Parses the arguments of a wait. Refuses a place that can't exist; of a pointer chain it checks only the first pointer.
---@param game bridge.Game
---@param address string
---@param type_name string
---@param domain string
---@param condition_text string
---@return bridge.AwaitedValue
function AwaitedValue.parse(game, address, type_name, domain, condition_text)
  local value_type = condition.type(type_name)
  local compare, wanted = condition.awaited(condition_text, value_type)
  local place = ValuePlace.parse(game, address, value_type, domain)
  return setmetatable({ place = place, compare = compare, wanted = wanted, is_change = wanted == nil }, AwaitedValue)
end

---@private
function AwaitedValue:read()
  self.value = self.place:read()
  self.address = self.place.address
end

--- Reads the first value, and checks the condition. For `changed` it only remembers the value.
---@return boolean met
function AwaitedValue:begin()
  if not self.is_change then return self:is_met() end
  self:read()
  self.wanted = self.value -- nil if the chain leads nowhere: then any later value counts as a change
  return false
end

--- Reads the value again, and checks the condition.
---@return boolean met
function AwaitedValue:is_met()
  self:read()
  return self.value ~= nil and self.compare(self.value, self.wanted)
end

return AwaitedValue
