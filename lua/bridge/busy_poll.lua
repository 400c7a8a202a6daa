-- Busy-polls for back-to-back clients before the script sleeps, because waking a sleeping processor takes longer than a whole request.
local Dispatcher = require("bridge.dispatcher")
local wall_clock = require("bridge.wall_clock")

local QUICK = 300 -- microseconds at most from one request to the next
local LOOKS = 100 -- about as many microseconds, and several times that on Windows
local MAX_TIME = 1000 -- microseconds by the wall clock, where there is one

---@class bridge.BusyPoll
---@field private yield? fun(times: integer): boolean yields the processor to other programs; returns false if there is no time for it
---@field private asked integer the clock at the latest request
---@field private is_worthwhile boolean
local BusyPoll = {}
BusyPoll.__index = BusyPoll

---@param yield? fun(times: integer): boolean
---@return bridge.BusyPoll
function BusyPoll.new(yield)
  return setmetatable({ yield = yield, asked = 0, is_worthwhile = false }, BusyPoll)
end

--- Records a pass that has answered requests.
---@param now integer the clock then, which only requests move
---@param cost integer of the pass
function BusyPoll:served(now, cost)
  -- Where the script can't yield, other clients would wait for the processor.
  self.is_worthwhile = now > self.asked and now - self.asked < QUICK and (self.yield ~= nil or cost <= Dispatcher.COST)
  self.asked = now
end

---@param connection bridge.Connection
---@return boolean readable
function BusyPoll:finds(connection)
  if not self.is_worthwhile then return false end
  local yield, began = self.yield, wall_clock.now()
  for _ = 1, LOOKS do
    if connection:wait(0) then return true end
    if yield and not yield(1) then break end
    if began and (wall_clock.now() or 0) - began > MAX_TIME then break end
  end
  self.is_worthwhile = false
  return false
end

return BusyPoll
