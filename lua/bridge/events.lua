-- What connections have asked to be told as it happens: frames, keys, frames counted from elsewhere. Pure but for the keys.
local Events = {}
Events.__index = Events

---@alias bridge.Topic "frame"|"buttons"|"reset"

---@class bridge.Events
---@field private game bridge.Game
---@field private topics table<bridge.Connection, table<bridge.Topic, boolean>>
---@field private listeners table<bridge.Topic, bridge.Connection[]> no list where nobody listens
---@field private mask integer keys that were told last
---@field private before integer? number of the frame before
Events.TOPICS = { "frame", "buttons", "reset" }

---@param game bridge.Game
---@return bridge.Events
function Events.new(game)
  return setmetatable({ game = game, topics = {}, listeners = {}, mask = 0 }, Events)
end

---@private
function Events:list_listeners()
  local listeners = {}
  for connection, topics in pairs(self.topics) do
    for topic in pairs(topics) do
      local list = listeners[topic] or {}
      listeners[topic], list[#list + 1] = list, connection
    end
  end
  -- Nobody has watched the keys until now, so what they are is where changes are counted from.
  if listeners.buttons and not self.listeners.buttons then self.mask = self.game.loaded and emu:getKeys() or 0 end
  self.listeners = listeners
end

--- From now on the connection is told of exactly these.
---@param connection bridge.Connection
---@param topics table<bridge.Topic, boolean>
function Events:subscribe(connection, topics)
  self.topics[connection] = topics
  self:list_listeners()
end

---@param connection bridge.Connection
function Events:forget(connection)
  if not self.topics[connection] then return end
  self.topics[connection] = nil
  self:list_listeners()
end

---@return boolean
function Events:has_listeners()
  return next(self.listeners) ~= nil
end

---@private
function Events:tell(topic, word, arguments)
  local list = self.listeners[topic]
  if not list then return end
  local frame = self.game.frame_text
  for i = 1, #list do list[i]:tell(word, frame, arguments) end
end

--- A frame has been emulated.
function Events:frame()
  local game, before = self.game, self.before
  local frame = game.frame
  self.before = frame
  if before and (game.jumped or frame ~= before + 1) then self:tell("reset", "reset", tostring(before)) end
  game.jumped = nil
  self:tell("frame", "frame")
end

--- The keys are as the next frame will see them.
function Events:keys()
  if not self.listeners.buttons then return end
  local mask = emu:getKeys()
  if mask == self.mask then return end
  self.mask = mask
  self:tell("buttons", "keys", tostring(mask))
end

--- The game was closed.
function Events:game_closed()
  self.before = nil
end

return Events
