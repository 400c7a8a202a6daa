-- A value in memory and the condition that a client waits for.
local arguments = require("bridge.wire.arguments")
local condition = require("bridge.memory.condition")
local memory = require("bridge.memory.memory")
local targets = require("bridge.memory.targets")
local refuse_argument = require("bridge.wire.refusal").refuse_argument

---@class bridge.AwaitedValue
---@field value integer? the latest reading, in the range of its type; nil if a chain led nowhere
---@field address integer? the address that the chain resolved to
---@field private game bridge.Game
---@field private place integer|bridge.PointerChain
---@field private type bridge.ValueType
---@field private domain string
---@field private target bridge.Target? nil for a chain
---@field private of_domains table? the domains in which the target was found
---@field private compare fun(value: integer, wanted: integer?): boolean
---@field private wanted integer?
---@field private is_change boolean whether the condition is `changed`
local AwaitedValue = {}
AwaitedValue.__index = AwaitedValue

--- Parses the arguments of a wait. Refuses a place that can't exist; of a chain only its first pointer.
---@param game bridge.Game
---@param address string
---@param type_name string
---@param domain string
---@param condition_text string
---@return bridge.AwaitedValue
function AwaitedValue.parse(game, address, type_name, domain, condition_text)
  local value_type = condition.type(type_name)
  local compare, wanted = condition.awaited(condition_text, value_type)
  local place = arguments.address(address)
  if type(place) == "table" then
    if domain ~= "" then refuse_argument("domain", domain, "empty for a pointer chain, which starts on the bus") end
    targets.locate(game, place.base, game.platform == "GBA" and 4 or 2, "")
  else
    targets.locate(game, place, value_type.width, domain)
  end
  return setmetatable({ game = game, place = place, type = value_type, domain = domain, compare = compare, wanted = wanted,
    is_change = wanted == nil }, AwaitedValue)
end

---@private
function AwaitedValue:read()
  local target, game = self.target, self.game
  if type(self.place) == "table" then
    target = targets.trace(game, self.place --[[@as bridge.PointerChain]], self.type.width)
  elseif self.of_domains ~= game.domains then -- mGBA replaces them when a game is loaded
    target, self.of_domains = targets.locate(game, self.place, self.type.width, self.domain), game.domains
    self.target = target
  end
  self.value = target and condition.signed(self.type, memory.get(target, self.type.width))
  self.address = target and target.resolved
end

--- Reads the first value.
---@return boolean met
function AwaitedValue:begin()
  if not self.is_change then return self:is_met() end
  self:read()
  self.wanted = self.value -- nil if the chain leads nowhere: then any value has changed
  return false
end

---@return boolean
function AwaitedValue:is_met()
  self:read()
  return self.value ~= nil and self.compare(self.value, self.wanted)
end

return AwaitedValue
