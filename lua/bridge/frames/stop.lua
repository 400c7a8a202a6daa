-- The stop of a game between two of its instructions, at a breakpoint or after steps. It knows where and for how long the game stands,
-- and ends the waits for that. Clients look at the game then, and change memory and registers; no frames run.
local LeaseTime = require("bridge.frames.lease_time")

-- Commands that can run while the game is stopped: they run no frames, and load nothing.
local WORDS = [[
  echo info log expire ping hello authenticate tick cancel batch memory.domains memory.get memory.set memory.read memory.span memory.write
  memory.guard register.get register.set registers buttons.get buttons.status screen.png screen.raw screen.shown disassemble callstack
  message.show breakpoint.set breakpoint.clear breakpoint.list breakpoint.stop breakpoint.continue breakpoint.step breakpoint.await
  watch.set watch.achievement watch.clear events.subscribe speed.get speed.set frames.status sensors.status history movie.write movie.read
  notes buttons.set buttons.lease buttons.add buttons.remove buttons.clear buttons.cancel sensors.set sound.read sound.volume note
  history.mark frames.release
]]

local ALLOWED = {}
for word in WORDS:gmatch("%S+") do
  ALLOWED[word] = true
end

---@class bridge.Stop
---@field stands boolean
---@field time bridge.LeaseTime
---@field line string of the host's `stop`, without the time
---@field id integer of the breakpoint; 0: it stands after steps
---@field private waits bridge.Waits
local Stop = {}
Stop.__index = Stop

---@param waits bridge.Waits
---@return bridge.Stop
function Stop.new(waits)
  return setmetatable({ stands = false, time = LeaseTime.new(), line = "", id = 0, waits = waits }, Stop)
end

--- Returns whether a wait is for this stop.
---@param wait bridge.Wait
---@return boolean
function Stop:ends(wait)
  return wait.stop == self.id or wait.stop == 0
end

--- Begins a stop, and ends the waits for it.
---@param line string of the host's `stop`
function Stop:begin(line)
  local place, milliseconds, hit = line:match("^(%d+) (%d+) (.*)$")
  self.line, self.stands = place .. " " .. hit, true
  self.id = tonumber(hit:match("^%d+"))
  self.time:begin(1000 * tonumber(milliseconds))
  self.waits:meet(function(wait) return self:ends(wait) end)
end

--- Lets the game go on.
function Stop:release()
  self.stands = false
end

--- Returns how long the game stands at most, and where.
---@return string arguments of a reply
function Stop:tell()
  return ("%d %s"):format(self.time:milliseconds_left(), self.line)
end

--- Returns why a command can't run now, and for how many milliseconds; nil if it can.
---@param word string
---@return string? sentence
---@return string? milliseconds
function Stop:objection(word)
  if not self.stands or ALLOWED[word] then return nil end
  local left = self.time:milliseconds_left()
  return ("The game is stopped before the instruction at 0x%08X; it goes on in %d ms. Until then it can be looked at and changed, and no "
    .. "frames run. The command did not run."):format(tonumber(self.line:match("^%d+")), left), tostring(left)
end

return Stop
