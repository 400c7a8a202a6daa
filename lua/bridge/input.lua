-- Which buttons are down: holds, and a queue of presses counted in emulated frames. Pure: the caller moves the keys.
--
--                 hold = 3            release = 2
--   callback   F     F+1   F+2   F+3   F+4   F+5
--   button     down  down  down  up    up    the press has ended; the next one of this button may begin here
local limits = require("bridge.limits")

---@class bridge.Press
---@field id integer
---@field mask integer
---@field hold integer
---@field release integer
---@field age integer? frames since it began
---@field pressed integer? frame number
---@field released integer? frame number
---@field on_end? fun(press: bridge.Press, status: "ok"|"cancelled"|"interrupted")

---@class bridge.Input
---@field presses bridge.Press[] queued or running, in order
---@field held integer mask of `buttons.set`
---@field holder any who sent it
---@field down integer mask of what is down since the last frame
---@field private last_id integer
local Input = {}
Input.__index = Input

---@return bridge.Input
function Input.new()
  return setmetatable({ presses = {}, held = 0, holder = nil, down = 0, last_id = 0 }, Input)
end

--- Mask of the buttons that belong to presses.
---@return integer
function Input:claimed()
  local mask = 0
  for _, press in ipairs(self.presses) do mask = mask | press.mask end
  return mask
end

---@param on_end? fun(press: bridge.Press, status: string)
---@return bridge.Press? press
---@return "busy"|"conflict"|nil problem
function Input:press(mask, hold, release, on_end)
  if mask & self.held ~= 0 then return nil, "conflict" end
  if #self.presses >= limits.presses then return nil, "busy" end
  self.last_id = self.last_id + 1
  local press = { id = self.last_id, mask = mask, hold = hold, release = release, on_end = on_end }
  self.presses[#self.presses + 1] = press
  return press
end

--- Holds exactly these buttons until the next call, or until `holder` lets go.
---@return boolean? done nil when one of them belongs to a press
function Input:hold(mask, holder)
  if mask & self:claimed() ~= 0 then return nil end
  self.held, self.holder = mask, holder
  return true
end

function Input:let_go(holder)
  if self.holder == holder then self.held, self.holder = 0, nil end
end

local function finish(press, status)
  if press.on_end then press.on_end(press, status) end
end

--- Drops a press that has not begun.
---@return boolean dropped
function Input:cancel(press)
  if press.age then return false end
  for i, other in ipairs(self.presses) do
    if other == press then
      table.remove(self.presses, i)
      finish(press, "cancelled")
      return true
    end
  end
  return false
end

--- Lets go of everything and drops every press.
---@return integer dropped
function Input:clear()
  local presses = self.presses
  self.presses, self.held, self.holder = {}, 0, nil
  for _, press in ipairs(presses) do finish(press, press.age and "interrupted" or "cancelled") end
  return #presses
end

--- A frame has been emulated: what is down or up gets older by one, and what is over ends.
---@param frame integer its number, only reported
function Input:advance(frame)
  local going, ended = {}, nil
  for _, press in ipairs(self.presses) do
    if press.age then
      press.age = press.age + 1
      if press.age == press.hold then press.released = frame end
    end
    if press.age and press.age >= press.hold + press.release then
      ended = ended or {}
      ended[#ended + 1] = press
    else
      going[#going + 1] = press
    end
  end
  self.presses = going
  for _, press in ipairs(ended or {}) do finish(press, "ok") end
end

--- The next frame is about to be emulated: begins what can begin.
---@param frame integer number of the one before it, only reported
---@param stepped? integer mask of the buttons that a step has down in it
---@return integer down mask of the buttons to keep down
---@return integer up mask of the buttons to let go
function Input:begin(frame, stepped)
  local claimed, down = stepped or 0, self.held | (stepped or 0)
  for _, press in ipairs(self.presses) do
    if not press.age and press.mask & (claimed | self.down) == 0 then press.age, press.pressed = 0, frame end
    claimed = claimed | press.mask
    if press.age and press.age < press.hold then down = down | press.mask end
  end
  local up = self.down & ~down
  self.down = down
  return down, up
end

return Input
