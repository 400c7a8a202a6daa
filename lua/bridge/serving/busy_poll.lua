-- Busy-polls for back-to-back clients before the script sleeps, because waking a sleeping processor takes longer than a whole request.
local Dispatcher = require("bridge.serving.dispatcher")
local wall_clock = require("bridge.system.wall_clock")

local QUICK = 300 -- microseconds at most from one request to the next
local LOOKS = 100 -- polls; one takes about a microsecond, on Windows several
local MAX_TIME = 1000 -- microseconds by the wall clock, where there is one
local FEW = 2 -- requests

---@class bridge.BusyPoll
---@field private yield? fun(times: integer): boolean yields the processor to other programs; returns false if there is no time for it
---@field private quick integer microseconds at most from one request to the next
---@field private looks integer polls at most
---@field private now fun(): integer? microseconds of some clock
---@field private one bridge.Connection[] list of one connection, reused
---@field private asked integer the clock at the latest request
---@field private is_worthwhile boolean
local BusyPoll = {}
BusyPoll.__index = BusyPoll

---@param yield? fun(times: integer): boolean
---@param quick? integer microseconds at most from one request to the next
---@param now? fun(): integer microseconds of a precise clock, which then limits a poll instead of the number of looks
---@return bridge.BusyPoll
function BusyPoll.new(yield, quick, now)
  return setmetatable({
    yield = yield, quick = quick or QUICK, now = now or wall_clock.now, looks = now and math.maxinteger or LOOKS, one = {}, asked = 0,
    is_worthwhile = false,
  }, BusyPoll)
end

--- Records a pass that has answered requests.
---@param now integer the clock then, which only requests move
---@param cost integer of the pass
function BusyPoll:served(now, cost)
  -- After more requests at once no processor sleeps, because other programs have work for it, so a poll would only take time from them.
  -- Where the script can't yield, a second client would wait for the processor.
  local few = self.yield and FEW or 1
  self.is_worthwhile = now > self.asked and now - self.asked < self.quick and cost <= few * Dispatcher.COST
  self.asked = now
end

--- Polls several connections until one of them is readable.
---@param list bridge.Connection[]
---@return bridge.Connection? readable
function BusyPoll:find(list)
  if not self.is_worthwhile then return nil end
  local yield, clock, count = self.yield, self.now, #list
  local began = clock()
  for _ = 1, self.looks do
    for i = 1, count do
      if list[i]:wait(0) then return list[i] end
    end
    if yield and not yield(1) then break end
    if began and (clock() or 0) - began > MAX_TIME then break end
  end
  self.is_worthwhile = false
  return nil
end

---@param connection bridge.Connection
---@return boolean readable
function BusyPoll:finds(connection)
  if not self.is_worthwhile then return false end
  self.one[1] = connection
  return self:find(self.one) ~= nil
end

return BusyPoll
