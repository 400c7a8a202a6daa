-- A timeline of buttons in emulated frames: lines of a mask and how long it lasts, repeated as a whole. Pure.
local limits = require("bridge.wire.limits")
local refuse = require("bridge.wire.refusal").refuse

local match = string.match
local ALL_BUTTONS = 0x3FF

---@class bridge.Sequence
---@field id integer
---@field mask integer all its buttons
---@field frames integer of all repetitions
---@field length integer frames of one repetition
---@field state "queued"|"running"|"done"|"cancelled"|"interrupted"
---@field age integer frames emulated since it began; once it has ended, the frames it was played
---@field begun integer? frame number
---@field released integer? frame number of the last button's release, or of the end when it has no button
---@field owner any the connection that queued it
---@field behind integer number of the latest change of held buttons when it was queued
---@field on_end? fun(sequence: bridge.Sequence)
---@field merges boolean? whether it is a press that merges
---@field private masks integer[]
---@field private durations integer[]
---@field private line integer which one is played
---@field private left integer frames left of it
---@field private last_release integer its `age` at the last release
local Sequence = {}
Sequence.__index = Sequence

---@param masks integer[] of the lines
---@param durations integer[] of the lines, in frames
---@param times integer
---@return bridge.Sequence
function Sequence.new(masks, durations, times)
  local mask, length, release = 0, 0, nil
  for i = 1, #masks do
    mask, length = mask | masks[i], length + durations[i]
    if masks[i] ~= 0 then release = length end
  end
  local frames = length * times
  return setmetatable({
    masks = masks, durations = durations, mask = mask, frames = frames, length = length,
    last_release = frames - length + (release or length),
    state = "queued", age = 0, line = 1, left = durations[1],
  }, Sequence)
end

---@param hold integer frames down
---@param release integer frames up afterwards
---@return bridge.Sequence
function Sequence.press(mask, hold, release)
  return Sequence.new({ mask, 0 }, { hold, release }, 1)
end

local function reject(sentence, ...)
  refuse("bad-request", sentence:format(...), "steps")
end

--- Reads lines of a mask, a space, a number of frames and a line feed.
---@param text string
---@param times integer
---@return bridge.Sequence
function Sequence.parse(text, times)
  local masks, durations, count, position, length = {}, {}, 0, 1, 0
  while position <= #text do
    count = count + 1
    if count > limits.sequence_lines then reject("steps must have at most %d lines.", limits.sequence_lines) end
    local mask, duration, after = match(text, "^(%d+) (%d+)\n()", position)
    mask, duration = tonumber(mask), tonumber(duration)
    if not mask or mask > ALL_BUTTONS or duration < 1 or duration > limits.sequence_frames then
      reject("steps must be lines with a mask of 0 to %d and 1 to %d frames; line %d is not.", ALL_BUTTONS, limits.sequence_frames, count)
    end
    masks[count], durations[count], length, position = mask, duration, length + duration, after
  end
  if count == 0 then reject("steps must have 1 to %d lines; got none.", limits.sequence_lines) end
  if length * times > limits.sequence_frames then
    reject("steps must last at most %d frames in all; got %d frames %d times.", limits.sequence_frames, length, times)
  end
  return Sequence.new(masks, durations, times)
end

--- Takes buttons out; the frames stay.
---@param mask integer
function Sequence:take_out(mask)
  local masks = self.masks
  for i = 1, #masks do masks[i] = masks[i] & ~mask end
  self.mask = self.mask & ~mask
end

--- Returns the mask of the buttons that are down in the next frame.
---@return integer
function Sequence:down()
  return self.masks[self.line]
end

--- Advances by an emulated frame.
---@param frame integer its number, only reported
---@return boolean over
function Sequence:advance(frame)
  local age, left = self.age + 1, self.left - 1
  self.age = age
  if age == self.last_release then self.released = frame end
  if left == 0 then
    local line = self.line % #self.masks + 1
    self.line, left = line, self.durations[line]
  end
  self.left = left
  return age == self.frames
end

return Sequence
