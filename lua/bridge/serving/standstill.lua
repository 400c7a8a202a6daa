-- Stops the game inside its frame callback: runs passes, with waits in between, until a step begins or the hold ends.
local limits = require("bridge.wire.limits")

-- Microseconds of waits after which the work of a frame is done, although the game stands still.
local A_FRAME = 16000
-- Microseconds that a pass with data counts as.
local A_WAIT = 1000

---@class bridge.StandstillParts
---@field hold bridge.Hold
---@field server bridge.Server
---@field connections bridge.Connections
---@field readiness bridge.Readiness
---@field busy_poll bridge.BusyPoll
---@field clock bridge.Clock
---@field keys bridge.Keys
---@field is_ending fun(): boolean

---@class bridge.Standstill: bridge.StandstillParts
local Standstill = {}
Standstill.__index = Standstill

---@param parts bridge.StandstillParts becomes the object
---@return bridge.Standstill
function Standstill.new(parts)
  return setmetatable(parts, Standstill) --[[@as bridge.Standstill]]
end

--- Returns when the keys of the next frame are set.
---@param more boolean whether the pass before has left work
---@return boolean more whether the latest pass has left work
function Standstill:keep(more)
  local hold, server, clock, keys = self.hold, self.server, self.clock, self.keys
  local time, busy_poll, waited = hold.time, self.busy_poll, 0
  time:stand(clock.now)
  server.stands = true
  while not keys.are_set do
    local readable, took
    if not more then
      readable, took = self.readiness:wait_standing(busy_poll)
      if took then time:waited(took) end
    end
    local all = not readable or not clock.usable or server:sweeps(clock.now)
    more = server:pass(limits.pass_cost, readable, all, nil, keys.before_sending)
    if server.cost > 0 then busy_poll:served(clock.now, 0) end
    time:heard(clock.now, clock.usable or not readable)
    if all and not keys.are_set then
      waited = waited + (took or A_WAIT)
      if waited >= A_FRAME then
        waited = 0
        server:frame()
      end
      if time:is_over() or self.connections:is_deserted() or self.is_ending() then
        hold:free()
        keys:set()
      end
    end
  end
  server.stands = nil
  time:leave()
  return more
end

return Standstill
