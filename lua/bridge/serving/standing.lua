-- Serves requests while the game stands still, inside a frame: runs passes, with waits in between.
local limits = require("bridge.wire.limits")

-- Microseconds of waits after which the work of a frame is done, although the game stands still.
local A_FRAME = 16000
-- Microseconds that a pass with data counts as.
local A_WAIT = 1000

---@class bridge.StandingParts
---@field server bridge.Server
---@field connections bridge.Connections
---@field readiness bridge.Readiness
---@field busy_poll bridge.BusyPoll
---@field clock bridge.Clock
---@field is_ending fun(): boolean

---@class bridge.Standing: bridge.StandingParts
local Standing = {}
Standing.__index = Standing

---@param parts bridge.StandingParts becomes the object
---@return bridge.Standing
function Standing.new(parts)
  return setmetatable(parts, Standing) --[[@as bridge.Standing]]
end

---@private
--- Runs a pass, after a wait unless there is work.
---@param time bridge.LeaseTime
---@param more boolean whether the pass before has left work
---@param before_sending? fun(is_last: boolean) see Server:pass
---@return boolean more
---@return integer? waited microseconds; nil: only one connection was looked at
function Standing:pass(time, more, before_sending)
  local server, clock = self.server, self.clock
  local readable, took
  if not more then
    readable, took = self.readiness:wait_standing(self.busy_poll)
    if took then time:waited(took) end
  end
  local all = not readable or not clock.usable or server:sweeps(clock.now)
  more = server:pass(limits.pass_cost, readable, all, nil, before_sending)
  if server.cost > 0 then self.busy_poll:served(clock.now, 0) end
  time:heard(clock.now, clock.usable or not readable)
  return more, all and (took or A_WAIT) or nil
end

--- Returns when the game goes on.
---@param time bridge.LeaseTime how long it stands at most
---@param more boolean whether the pass before has left work
---@param stands fun(): boolean whether it still stands
---@param give_up fun() called when its time is over, nobody is connected, or the program ends; afterwards it doesn't stand
---@param before_sending? fun(is_last: boolean) see Server:pass
---@return boolean more whether the latest pass has left work
function Standing:serve(time, more, stands, give_up, before_sending)
  local server, since_frame = self.server, 0
  time:stand(self.clock.now)
  server.stands = true
  while stands() do
    local waited
    more, waited = self:pass(time, more, before_sending)
    if waited and stands() then
      since_frame = since_frame + waited
      if since_frame >= A_FRAME then
        since_frame = 0
        server:frame()
      end
      if time:is_over() or self.connections:is_deserted() or self.is_ending() then give_up() end
    end
  end
  self:leave(time)
  return more
end

--- Called when the game no longer stands, also after an error in `serve`.
---@param time bridge.LeaseTime
function Standing:leave(time)
  self.server.stands = nil
  time:leave()
end

return Standing
