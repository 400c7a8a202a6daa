-- The speed of the game, and another one for the time of an act. Only our own host has a speed.

---@class bridge.Speed
---@field private later integer? the speed after the act
local Speed = {}
Speed.__index = Speed

---@return bridge.Speed
function Speed.new()
  return setmetatable({}, Speed)
end

--- Returns the speed without that of an act, in thousandths of the console's; 0: unlimited.
---@return integer
function Speed:get()
  return self.later or _host.speed()
end

--- Sets the speed; during an act that has its own, from its end on.
---@param thousandths integer
function Speed:set(thousandths)
  if self.later then
    self.later = thousandths
  else
    _host.setSpeed(thousandths)
  end
end

--- Begins an act with a speed of its own. There is only one at a time, because each is a step of a held game.
---@param thousandths integer
function Speed:begin_act(thousandths)
  self.later = _host.speed()
  _host.setSpeed(thousandths)
end

--- Ends the act.
function Speed:end_act()
  _host.setSpeed(self.later)
  self.later = nil
end

return Speed
