-- The held buttons: the latest accepted mask and a queue of accepted changes. The game sees each change for at least a frame.
-- Pure: the caller counts frames and sets the keys.
local limits = require("bridge.wire.limits")

---@class bridge.HeldButtons
---@field mask integer the latest accepted mask
---@field last integer number of the latest accepted change
---@field holder any the owner of that change
---@field private shown integer number of the change in effect
---@field private shown_before integer number of the change in effect in the previous frame
---@field private masks table<integer, integer> by number: from `shown_before` to `last`
---@field private owners table<integer, any> by number: of queued changes
---@field private held_until integer? by the bridge's clock; nil: without a lease
---@field private heard integer? the latest time of that clock, while there is a lease
---@field private unheard integer frames since that clock moved
local HeldButtons = {}
HeldButtons.__index = HeldButtons

---@return bridge.HeldButtons
function HeldButtons.new()
  return setmetatable({ mask = 0, last = 0, shown = 0, shown_before = 0, masks = { [0] = 0 }, owners = {}, unheard = 0 }, HeldButtons)
end

---@return boolean
function HeldButtons:is_changing()
  return self.shown < self.last
end

--- Returns how many frames pass before the mask that was accepted last takes effect.
---@return integer
function HeldButtons:delay()
  local queued = self.last - self.shown
  return queued > 0 and queued - 1 or 0
end

local function append(self, mask, owner)
  local last = self.last + 1
  self.mask, self.last, self.masks[last], self.owners[last] = mask, last, mask, owner
end

--- Accepts another mask. One that equals the last one takes no frame of its own, but has a holder and a lease like any other.
---@param mask integer
---@param holder any
---@param held_until? integer the end of its lease
---@return boolean accepted false when the queue is full
function HeldButtons:change(mask, holder, held_until)
  if mask ~= self.mask then
    if self.last - self.shown >= limits.button_changes then return false end
    append(self, mask, holder)
  end
  self.holder, self.held_until, self.unheard = holder, held_until, 0
  return true
end

--- Releases all buttons once the changes before have taken effect. A full queue still accepts this.
---@param owner any
function HeldButtons:release(owner)
  if self.mask ~= 0 then append(self, 0, owner) end
  self.holder, self.held_until = owner, nil
end

--- Drops the latest queued changes for as long as they belong to `owner`, or all of them, and releases what was in effect before.
---@param owner? any
local function drop(self, owner)
  local owners, last = self.owners, self.last
  -- A change without an owner is a release by this module.
  while last > self.shown and (owner == nil or owners[last] == nil or owners[last] == owner) do
    self.masks[last], owners[last] = nil, nil
    last = last - 1
  end
  self.mask, self.last = self.masks[last], last
  self:release(nil)
end

--- Drops an owner's queued changes and releases its buttons. Its changes before another owner's stay, because the frames of those were
--- already reported.
---@param owner any
function HeldButtons:drop_owner(owner)
  if self.holder == nil or self.holder == owner then drop(self, owner) end
end

--- Drops every queued change and releases all buttons.
function HeldButtons:clear()
  drop(self)
end

--- Releases all buttons when the lease has expired. Frames count if the bridge was suspended, because its clock stands still.
---@param now integer the bridge's clock
function HeldButtons:expire(now)
  if not self.held_until then return end
  self.unheard = now == self.heard and self.unheard + 1 or 0
  self.heard = now
  if now >= self.held_until or self.unheard >= limits.hold_frames then self:release(self.holder) end
end

--- Puts the next change into effect. Called before the next frame is emulated.
---@return integer mask what is held in that frame
function HeldButtons:begin()
  local masks, shown = self.masks, self.shown
  if self.shown_before < shown then
    masks[self.shown_before] = nil
    self.shown_before = shown
  end
  if shown < self.last then
    shown = shown + 1
    self.shown, self.owners[shown] = shown, nil
  end
  return masks[shown]
end

--- Returns the mask that is in effect.
---@return integer
function HeldButtons:in_effect()
  return self.masks[self.shown]
end

--- Whether one of these buttons is held, was held in the previous frame, or will be held by a change up to that number.
---@param mask integer
---@param number integer
---@return boolean
function HeldButtons:uses(mask, number)
  local masks = self.masks
  for i = self.shown_before, math.min(number, self.last) do
    if masks[i] & mask ~= 0 then return true end
  end
  return false
end

return HeldButtons
