-- Sets the keys of the next frame, as the last thing before it is emulated.
local drawing = require("bridge.picture.drawing")

local ALL = 0x3FF

---@class bridge.KeysParts
---@field game bridge.Game
---@field input bridge.Input
---@field hold bridge.Hold
---@field clock bridge.Clock
---@field events bridge.Events
---@field acts bridge.Acts
---@field frame_skip bridge.FrameSkip

---@class bridge.Keys: bridge.KeysParts
---@field are_set boolean whether the keys of the next frame are set
---@field was_skipped boolean whether the latest frame skipped serving requests
---@field private is_leaving boolean? whether the next frame is one of the history
---@field private are_a_movies boolean? whether mGBA's keys are those of a movie
---@field private are_lost boolean? whether mGBA's keys are others than those that were set
---@field before_sending fun(is_last: boolean) sets the keys unless the game stands still; passed to Server:pass
local Keys = {}
Keys.__index = Keys

---@param parts bridge.KeysParts becomes the object
---@return bridge.Keys
function Keys.new(parts)
  local self = setmetatable(parts, Keys) --[[@as bridge.Keys]]
  self.are_set, self.was_skipped = false, false
  local function claimed() return self.input:claimed() end
  -- The last call of a pass may leave mGBA without a context, so the keys must be set before it.
  self.before_sending = function(is_last)
    if is_last and self.is_leaving then
      self.are_set = true
    elseif is_last or self.hold:runs_next_frame(claimed) then
      self:set()
    end
  end
  return self
end

---@private
--- Decides whether the next frame is drawn.
function Keys:prepare_picture()
  local hold = self.hold
  if hold.lease then
    drawing.prepare(hold.steps:may_skip_drawing() and drawing.SPAN_IN_STEP or 0)
  else
    -- An act may take pictures as key frames and at its end.
    drawing.prepare(drawing.SPAN_IN_FREE_RUN, self.acts:any())
  end
end

--- Sets the keys of the next frame.
function Keys:set()
  local hold, game, input = self.hold, self.game, self.input
  self.are_set = true
  self:prepare_picture()
  if not game.loaded then return end
  input.held:expire(self.clock.now)
  local before = input.down
  local down, up = input:begin(game.frame, hold.steps:mask())
  if self.are_lost then up, self.are_lost = ALL & ~down, nil end
  if self.are_a_movies then up = 0 end
  if up ~= 0 then emu:clearKeys(up) end
  -- Set in each frame, because a front end clears one of our keys when the user releases the same key. It can't do so between two
  -- frames that serve no requests.
  if down ~= 0 and (down ~= before or not self.was_skipped) then emu:addKeys(down) end
  self.events:keys()
  self.frame_skip:skip()
end

--- Called before a pass ends with a rewind. The keys stay as they are: with other keys the history would lose the frames after this one.
function Keys:leave()
  self.is_leaving = true
end

--- Called when a movie has begun: until `lose`, mGBA's keys are the movie's.
function Keys:stay()
  self.is_leaving, self.are_a_movies = nil, true
end

--- Called when a rewind has begun: from now on mGBA has the keys of that frame.
function Keys:lose()
  self.is_leaving, self.are_a_movies, self.are_lost = nil, nil, true
end

--- Releases all keys when the script ends.
function Keys:release()
  local down = self.input.down
  if self.game.loaded and emu and down ~= 0 then emu:clearKeys(down) end
  drawing.prepare(0)
end

return Keys
