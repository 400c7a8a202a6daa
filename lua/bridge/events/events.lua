-- Sends the events that connections have subscribed to: frames, keys, jumps of the frame number. Pure but for the keys.
local escaping = require("bridge.wire.escaping")
local own_host = require("bridge.system.own_host")

local Events = {}
Events.__index = Events

---@alias bridge.Topic "frame"|"buttons"|"reset"

---@class bridge.Events
---@field private game bridge.Game
---@field private topics table<bridge.Connection, table<bridge.Topic, boolean>>
---@field private listeners table<bridge.Topic, bridge.Connection[]> nil for topics without subscribers
---@field private mask integer keys of the latest event
---@field private before integer? number of the previous frame
---@field private rumbles? fun(): boolean whether the cartridge's motor has run in this frame
---@field private is_rumbling boolean as the latest event told
---@field on_jump fun(frame: integer) called when the frame number has jumped; -1: there is no game
Events.TOPICS = { "frame", "buttons", "reset" }

---@param game bridge.Game
---@return bridge.Events
function Events.new(game)
  return setmetatable({
    game = game, topics = {}, listeners = {}, mask = 0, is_rumbling = false, on_jump = function() end,
    rumbles = own_host.find("rumbles"),
  }, Events)
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
  -- The first subscriber gets changes from the current keys on.
  if listeners.buttons and not self.listeners.buttons then self.mask = self.game.loaded and emu:getKeys() or 0 end
  -- The first subscriber is told if the motor runs already.
  if not self.listeners.reset then self.is_rumbling = false end
  self.listeners = listeners
end

--- Sets the topics of a connection.
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
function Events:tell(topic, word, arguments, payload)
  local list = self.listeners[topic]
  if not list then return end
  local frame = self.game.frame_text
  for i = 1, #list do list[i]:tell(word, frame, arguments, payload) end
end

--- Called once each emulated frame.
function Events:frame()
  local game, before = self.game, self.before
  local frame = game.frame
  self.before = frame
  if before and (game.jumped or frame ~= before + 1) then
    self:tell("reset", "reset", tostring(before))
    self.on_jump(frame)
  end
  game.jumped = nil
  self:look_at_motor()
  self:tell("frame", "frame")
end

---@private
--- Tells when the cartridge's motor starts and stops. Sent under the topic `reset`, which each version of the script knows.
function Events:look_at_motor()
  if not (self.rumbles and self.listeners.reset) then return end
  local rumbles = self.rumbles()
  if rumbles == self.is_rumbling then return end
  self.is_rumbling = rumbles
  self:tell("reset", "rumble", rumbles and "1" or "0")
end

--- Called when the keys of the next frame are set.
function Events:keys()
  if not self.listeners.buttons then return end
  local mask = emu:getKeys()
  if mask == self.mask then return end
  self.mask = mask
  self:tell("buttons", "keys", tostring(mask))
end

--- Called when a frame was marked in the history. Sent under the topic `reset`, like `rumble`.
---@param frame integer its number there
---@param name string
function Events:marked(frame, name)
  self:tell("reset", "marked", ("%d %s"):format(frame, escaping.encode(name)))
end

--- Called when a client has put a note at a frame. Sent under the topic `reset`, like `rumble`.
---@param frame integer its number in the history; without one, that of the game
---@param text string
function Events:noted(frame, text)
  self:tell("reset", "noted", tostring(frame), text)
end

--- Called when a client shows the player a message. Sent under the topic `reset`, like `rumble`.
---@param frames integer for how long
---@param is_drawn boolean whether pictures have it
---@param text string
function Events:shown(frames, is_drawn, text)
  self:tell("reset", "message", ("%d %d"):format(frames, is_drawn and 1 or 0), text)
end

--- Called when breakpoints were hit. Sent under the topic `reset`, like `rumble`.
---@param lost string the number of further hits
---@param lines string a line for each hit
function Events:hit(lost, lines)
  self:tell("reset", "hits", lost, lines)
end

--- Called when the game has returned to another frame of its history.
---@param before integer the frame that was the present one before
---@param frame integer
function Events:rewound(before, frame)
  self:tell("reset", "rewound", ("%d %d"):format(before, frame))
end

--- Called when the game was closed.
function Events:game_closed()
  self.before = nil
  self.on_jump(-1)
end

return Events
