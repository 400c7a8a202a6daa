-- Tracks the game: when it ends or changes, ends everything in progress and notifies every bridge.

---@class bridge.LifecycleParts
---@field game bridge.Game
---@field input bridge.Input
---@field waits bridge.Waits
---@field acts bridge.Acts
---@field hold bridge.Hold
---@field events bridge.Events
---@field connections bridge.Connections
---@field breakpoints bridge.Breakpoints

---@class bridge.Lifecycle: bridge.LifecycleParts
---@field game_follows boolean? whether the host is about to replace this game by another
local Lifecycle = {}
Lifecycle.__index = Lifecycle

---@param parts bridge.LifecycleParts becomes the object
---@return bridge.Lifecycle
function Lifecycle.new(parts)
  return setmetatable(parts, Lifecycle) --[[@as bridge.Lifecycle]]
end

--- Ends everything in progress and replies to it.
function Lifecycle:end_everything()
  self.input:clear()
  self.waits:clear({ status = "interrupted", sentence = "The game was closed or replaced." })
  self.acts:clear()
  self.hold.steps:drop()
  self.breakpoints:forget()
end

---@private
function Lifecycle:tell_closed()
  self.events:game_closed()
  self.connections:tell_all("no-game")
end

--- Reads the game again after a reset or load. If it is another game, everything in progress ends.
function Lifecycle:look()
  local game, connections = self.game, self.connections
  local was_loaded, was_crashed = game.loaded, game.crashed
  local is_another = game:look()
  if was_crashed and not game.crashed then connections:tell_all("crashed", "0") end
  if not is_another then return end
  if was_loaded then self:end_everything() end
  if game.loaded then return connections:tell_all("new-game") end
  self.hold:free()
  self:tell_closed()
end

--- mGBA calls this after it has loaded a game.
function Lifecycle:on_start()
  self.game.stale = true -- mGBA's window resets the game after that
end

--- mGBA calls this when it closes the game.
function Lifecycle:on_shutdown()
  self:end_everything()
  if self.game_follows then
    self.game_follows = nil
    self.game:forget()
    return
  end
  self.hold:free()
  self.game:forget()
  self:tell_closed()
end

--- mGBA calls this when the game has crashed, and outside of its window again with each interrupt. The event is sent at once, because
--- mGBA's window emulates no further frame.
function Lifecycle:on_crashed()
  local game = self.game
  if game.crashed or not game.loaded then return end
  game.crashed = true
  self.connections:tell_all("crashed", "1")
end

return Lifecycle
