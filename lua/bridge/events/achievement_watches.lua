-- Evaluates the achievements of watches. Their hit counts start anew with another game, and whenever the frame number jumps.
local achievement_condition = require("bridge.conditions.achievement_condition")

---@class bridge.AchievementWatches
---@field list bridge.Watch[]
---@field private game bridge.Game
---@field private generation integer? of the game that they were parsed for
---@field private jumped boolean whether the frame number has jumped since the latest frame
local AchievementWatches = {}
AchievementWatches.__index = AchievementWatches

---@param game bridge.Game
---@return bridge.AchievementWatches
function AchievementWatches.new(game)
  return setmetatable({ game = game, list = {}, jumped = false }, AchievementWatches)
end

--- Parses the achievement of a watch, or refuses it.
---@param watch bridge.Watch
function AchievementWatches:parse(watch)
  watch.condition = achievement_condition.parse(self.game, watch.achievement)
  watch.conditions = watch.condition.count_in_achievement
end

--- Returns whether the achievement of a watch holds now. Must be called once a frame.
---@param watch bridge.Watch
---@return string|false value as a byte; false: this game lacks an address of it
function AchievementWatches.look(watch)
  local condition = watch.condition
  return condition and (condition.read() and "\1" or "\0") or false
end

--- Begins the evaluation of a watch.
---@param watch bridge.Watch one that was parsed
---@return string|false value
function AchievementWatches:add(watch)
  -- What happened before the first watch concerns none.
  if not self.list[1] then self.generation, self.jumped = self.game.generation, false end
  self.list[#self.list + 1] = watch
  watch.condition.mark()
  return self.look(watch)
end

--- Called when the frame number has jumped.
function AchievementWatches:jump()
  self.jumped = true
end

---@private
--- Another game may lack an address that the one before had, or have it.
function AchievementWatches:parse_again(watch)
  local ok, condition = pcall(achievement_condition.parse, self.game, watch.achievement)
  watch.condition = ok and condition or nil
end

--- Starts all hit counts anew if need be. Called once each emulated frame, before the achievements are evaluated.
function AchievementWatches:begin_frame()
  local is_another = self.generation ~= self.game.generation
  if not is_another and not self.jumped then return end
  self.generation, self.jumped = self.game.generation, false
  for _, watch in ipairs(self.list) do
    if is_another then self:parse_again(watch) end
    if watch.condition then watch.condition.mark() end
  end
end

return AchievementWatches
