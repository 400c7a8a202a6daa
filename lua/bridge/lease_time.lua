-- How long a hold lasts. It runs only while the game stands still. Its time is the bridge's clock; where that doesn't move, because
-- the bridge was stopped or no request comes, it is the waits that ran out. Pure.
local A_WAIT = 1060 -- microseconds that select(1) takes when nothing comes

---@class bridge.LeaseTime
---@field private stands boolean
---@field private term integer microseconds of a fresh lease
---@field private left integer microseconds when the clock last moved
---@field private counted integer waits since then
---@field private clock integer what the clock showed then
---@field private is_first boolean? whether it has not moved since the game stands still
local LeaseTime = {}
LeaseTime.__index = LeaseTime

---@return bridge.LeaseTime
function LeaseTime.new()
  return setmetatable({ stands = false, term = 0, left = 0, counted = 0, clock = 0 }, LeaseTime)
end

---@return integer milliseconds until the lease ends, if nobody renews it
function LeaseTime:milliseconds_left()
  return math.max(0, self.left - self.counted + 999) // 1000
end

---@private
function LeaseTime:extend(term)
  self.left, self.counted = math.max(self.left - self.counted, term), 0
end

--- Begins a lease.
---@param term integer microseconds
function LeaseTime:begin(term)
  self.term, self.left, self.counted = term, term, 0
end

--- Sets the term from now on. What is left of the lease is never cut short.
---@param term integer microseconds
function LeaseTime:prolong(term)
  self.term = term
  self:extend(term)
end

--- Makes the lease last at least as long as one more client asks.
---@param term integer microseconds
function LeaseTime:join(term)
  self.term = math.max(self.term, term)
  self:extend(term)
end

--- Gives the lease its whole term again.
function LeaseTime:renew()
  self:extend(self.term)
end

--- The game stands still from now on.
---@param now integer the bridge's clock
function LeaseTime:stand(now)
  self.stands, self.clock, self.is_first = true, now, true
end

--- Another frame is to be emulated.
function LeaseTime:leave()
  self.stands = false
  self:extend(0)
end

--- A wait ran out.
function LeaseTime:waited()
  self.counted = self.counted + A_WAIT
end

--- Something may have come.
---@param now integer the bridge's clock
---@param usable boolean false: what came has no stamp, so it is taken for a whole wait
function LeaseTime:heard(now, usable)
  if not self.stands then return end
  if now > self.clock then
    -- At first the clock may be from long before: what passed then is what was counted, and half a wait.
    local passed = self.is_first and self.counted + A_WAIT // 2 or math.max(now - self.clock, self.counted)
    self.left, self.counted, self.clock, self.is_first = self.left - passed, 0, now, nil
  elseif not usable then
    self.counted = self.counted + A_WAIT
  end
end

---@return boolean
function LeaseTime:is_over()
  return self.left <= self.counted
end

return LeaseTime
