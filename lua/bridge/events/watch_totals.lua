-- Counts what all watches take in a frame, and refuses those beyond the limits. Pure.
local limits = require("bridge.wire.limits")
local refuse = require("bridge.wire.refusal").refuse

-- Microseconds, measured on an ordinary machine: a read, each KiB of it, each pointer of a chain, each condition of an achievement.
local COST, COST_OF_KIB, COST_OF_POINTER, COST_OF_CONDITION = 1, 20, 5, 2

---@class bridge.WatchTotals
---@field count integer watches
---@field cost number approximate microseconds that the comparisons of a frame take
---@field bytes integer
---@field private pointers integer of chains
---@field private conditions integer of achievements
local WatchTotals = {}
WatchTotals.__index = WatchTotals

---@return bridge.WatchTotals
function WatchTotals.new()
  return setmetatable({ count = 0, bytes = 0, pointers = 0, conditions = 0, cost = 0 }, WatchTotals)
end

local function pointers_of(watch)
  return type(watch.address) == "table" and #watch.address.offsets or 0
end

---@private
function WatchTotals:change(watch, sign)
  self.count, self.bytes = self.count + sign, self.bytes + sign * watch.length
  self.pointers = self.pointers + sign * pointers_of(watch)
  self.conditions = self.conditions + sign * (watch.conditions or 0)
  self.cost = (self.count * COST + self.bytes * COST_OF_KIB / 1024 + self.pointers * COST_OF_POINTER
    + self.conditions * COST_OF_CONDITION) // 1
end

---@private
function WatchTotals:refuse_beyond(watch)
  local bytes, pointers = self.bytes + watch.length, self.pointers + pointers_of(watch)
  local conditions = self.conditions + (watch.conditions or 0)
  if self.count >= limits.watches then
    refuse("busy", ("At most %d watches may be set."):format(limits.watches))
  elseif bytes > limits.watched_bytes then
    refuse("busy", ("The watches must be at most %d bytes in total; got %d."):format(limits.watched_bytes, bytes))
  elseif pointers > limits.watched_pointers then
    refuse("busy", ("The chains of the watches must have at most %d pointers; got %d."):format(limits.watched_pointers, pointers))
  elseif conditions > limits.achievement_conditions then
    refuse("busy", ("The achievements of the watches must have at most %d conditions; got %d."):format(
      limits.achievement_conditions, conditions))
  end
end

--- Refuses a watch for which there is no room.
---@param watch bridge.Watch
---@param old? bridge.Watch the one that it would replace
function WatchTotals:check(watch, old)
  if old then self:change(old, -1) end
  local ok, problem = pcall(self.refuse_beyond, self, watch)
  if old then self:change(old, 1) end
  if not ok then error(problem, 0) end
end

---@param watch bridge.Watch one that was checked
function WatchTotals:add(watch)
  self:change(watch, 1)
end

---@param watch bridge.Watch one that was added
function WatchTotals:remove(watch)
  self:change(watch, -1)
end

return WatchTotals
