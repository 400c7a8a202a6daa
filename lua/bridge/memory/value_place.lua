-- A place in memory that is read again and again as a value of a type.
local arguments = require("bridge.wire.arguments")
local condition = require("bridge.memory.condition")
local memory = require("bridge.memory.memory")
local targets = require("bridge.memory.targets")
local refuse_argument = require("bridge.wire.refusal").refuse_argument

---@class bridge.ValuePlace
---@field address integer? the address that the chain resolved to in the latest reading
---@field private game bridge.Game
---@field private place integer|bridge.PointerChain
---@field private type bridge.ValueType
---@field private domain string
---@field private target bridge.Target? nil for a chain
---@field private of_domains table? the domains in which the target was found
local ValuePlace = {}
ValuePlace.__index = ValuePlace

--- Parses a place. Refuses one that can't exist; of a pointer chain it checks only the first pointer.
---@param game bridge.Game
---@param address string
---@param value_type bridge.ValueType
---@param domain string
---@return bridge.ValuePlace
function ValuePlace.parse(game, address, value_type, domain)
  local place = arguments.address(address)
  if type(place) == "table" then
    if domain ~= "" then refuse_argument("domain", domain, "empty for a pointer chain, which starts on the bus") end
    targets.locate(game, place.base, game.platform == "GBA" and 4 or 2, "")
  else
    targets.locate(game, place, value_type.width, domain)
  end
  return setmetatable({ game = game, place = place, type = value_type, domain = domain }, ValuePlace)
end

--- Reads the value, in the range of its type.
---@return integer? value nil if a chain leads nowhere
function ValuePlace:read()
  local target, game, value_type = self.target, self.game, self.type
  if type(self.place) == "table" then
    target = targets.trace(game, self.place --[[@as bridge.PointerChain]], value_type.width)
  elseif self.of_domains ~= game.domains then -- mGBA replaces them when a game is loaded
    target, self.of_domains = targets.locate(game, self.place, value_type.width, self.domain), game.domains
    self.target = target
  end
  self.address = target and target.resolved
  return target and condition.signed(value_type, memory.get(target, value_type.width))
end

return ValuePlace
