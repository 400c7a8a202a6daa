-- Stops the game inside its frame callback: serves requests until a step begins or the hold ends.

---@class bridge.StandstillParts
---@field hold bridge.Hold
---@field keys bridge.Keys
---@field standing bridge.Standing

---@class bridge.Standstill: bridge.StandstillParts
---@field private stands fun(): boolean
---@field private give_up fun()
local Standstill = {}
Standstill.__index = Standstill

---@param parts bridge.StandstillParts becomes the object
---@return bridge.Standstill
function Standstill.new(parts)
  local self = setmetatable(parts, Standstill) --[[@as bridge.Standstill]]
  local hold, keys = parts.hold, parts.keys
  function self.stands() return not keys.are_set end
  function self.give_up()
    hold:free()
    keys:set()
  end
  return self
end

--- Returns when the keys of the next frame are set.
---@param more boolean whether the pass before has left work
---@return boolean more whether the latest pass has left work
function Standstill:keep(more)
  return self.standing:serve(self.hold.time, more, self.stands, self.give_up, self.keys.before_sending)
end

return Standstill
