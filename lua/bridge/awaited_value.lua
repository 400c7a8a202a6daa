-- A value in memory that is to meet a condition.
local arguments = require("bridge.arguments")
local condition = require("bridge.condition")
local memory = require("bridge.memory")
local targets = require("bridge.targets")
local refuse_argument = require("bridge.refusal").refuse_argument

---@class bridge.AwaitedValue
---@field value integer? in the type's own range, when it was read last; nil where a chain led nowhere
---@field address integer? where a chain led to then
---@field private game bridge.Game
---@field private place integer|bridge.PointerChain
---@field private type bridge.ValueType
---@field private domain string
---@field private target bridge.Target? not of a chain
---@field private of_domains table? what the target was found in
---@field private compare fun(value: integer, wanted: integer?): boolean
---@field private wanted integer?
---@field private is_change boolean whether what is wanted is another value than the first
local AwaitedValue = {}
AwaitedValue.__index = AwaitedValue

--- Refuses what can never be right; of a chain that is its beginning.
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
  elseif self.of_domains ~= game.domains then -- mGBA has other objects for them once a game was loaded
    target, self.of_domains = targets.locate(game, self.place, self.type.width, self.domain), game.domains
    self.target = target
  end
  self.value = target and condition.signed(self.type, memory.get(target, self.type.width))
  self.address = target and target.resolved
end

--- Takes what is there now for the value that may change.
---@return boolean met
function AwaitedValue:begin()
  if not self.is_change then return self:is_met() end
  self:read()
  self.wanted = self.value -- nil, too: what is there then has changed
  return false
end

---@return boolean
function AwaitedValue:is_met()
  self:read()
  return self.value ~= nil and self.compare(self.value, self.wanted)
end

return AwaitedValue
