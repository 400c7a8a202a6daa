-- Collects the facts about script, emulator and game for the replies to hello and info.
local version = require("bridge.wire.version")
local escaping = require("bridge.wire.escaping")
local file_facts = require("bridge.game.file_facts")

---@class bridge.FactsParts
---@field game bridge.Game
---@field connections bridge.Connections
---@field dispatcher bridge.Dispatcher
---@field usage bridge.Usage
---@field host bridge.Host
---@field instance string identifies this load of the script

---@class bridge.Facts: bridge.FactsParts
local Facts = {}
Facts.__index = Facts

---@param parts bridge.FactsParts becomes the object
---@return bridge.Facts
function Facts.new(parts)
  return setmetatable(parts, Facts) --[[@as bridge.Facts]]
end

--- Returns the facts in wire format.
---@return string arguments
---@return string? payload a line for each file of the game
function Facts:tell()
  local game, dispatcher = self.game, self.dispatcher
  local facts = {
    "protocol=" .. version.protocol,
    "script=" .. version.script,
    "instance=" .. self.instance,
    "mgba=" .. (system and tostring(system.version) or "0.10"),
    "platform=" .. game.platform,
  }
  for _, fact in ipairs(game.header) do facts[#facts + 1] = fact end
  facts[#facts + 1] = "capabilities=" .. game.capabilities .. (self.host.calls_idle and ",idle" or "")
  facts[#facts + 1] = "clients=" .. #self.connections.list
  facts[#facts + 1] = "commands=" .. dispatcher.received
  facts[#facts + 1] = "cancelled=" .. dispatcher.cancelled
  if game.crashed then facts[#facts + 1] = "crashed=1" end
  local used = self.usage:thousandths()
  if used then facts[#facts + 1] = "windowused=" .. used end
  facts[#facts + 1] = ("memory=%d"):format(collectgarbage("count") * 1024)
  return escaping.join(facts), file_facts.write(game.files)
end

return Facts
