-- The time left of a hold's lease. It runs only while the game stands still. The bridge's clock measures it; if that clock does not move,
-- because the bridge is suspended or sends nothing, counted waits do. Pure.
local A_WAIT = 1060 -- microseconds that select(1) takes until its timeout

---@class bridge.LeaseTime
---@field private stands boolean
---@field private term integer microseconds of a fresh lease
---@field private left integer microseconds when the clock last moved
---@field private counted integer microseconds of waits since then
---@field private clock integer the clock's time then
---@field private is_first boolean? whether the clock has not moved since the game stands still
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

--- Sets the term. Never shortens the lease.
---@param term integer microseconds
function LeaseTime:prolong(term)
  self.term = term
  self:extend(term)
end

--- Makes the lease last at least as long as another client's term.
---@param term integer microseconds
function LeaseTime:join(term)
  self.term = math.max(self.term, term)
  self:extend(term)
end

--- Renews the lease for its whole term.
function LeaseTime:renew()
  self:extend(self.term)
end

--- Called when the game begins to stand still.
---@param now integer the bridge's clock
function LeaseTime:stand(now)
  self.stands, self.clock, self.is_first = true, now, true
end

--- Called before the next frame is emulated.
function LeaseTime:leave()
  self.stands = false
  self:extend(0)
end

--- Counts a wait that timed out.
---@param took integer microseconds
function LeaseTime:waited(took)
  self.counted = self.counted + took
end

--- Called after a pass, in which requests may have moved the clock.
---@param now integer the bridge's clock
---@param usable boolean false: the latest request had no timestamp, so it counts as a wait
function LeaseTime:heard(now, usable)
  if not self.stands then return end
  if now > self.clock then
    -- The first timestamp may be old, so the time that has passed is that of the counted waits, plus half a wait.
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
