-- Counts frames until any or all of some conditions hold, for waits, acts and branches. Pure: a condition gets what it looks at from its
-- `read`.

---@class bridge.Condition
---@field read fun(): any what it looks at, now; nil: it is not there
---@field test fun(now: any, reference: any): boolean
---@field basis "constant"|"first"|"previous" what the reference is: fixed, or what was read first, or a frame ago
---@field reference any
---@field frames integer how many consecutive frames it must be true in
---@field timeout integer the last frame in which it can begin to hold
---@field mark? fun() makes it forget what it has seen; `read` of such a condition counts frames, so it is called once in each
---@field count_in_achievement integer? the conditions of an achievement
---@field held integer? the frame in which it began to hold; 0: when the wait began
---@field private count integer consecutive frames in which it was true, up to the latest one

---@class bridge.UntilMet
---@field conditions bridge.Condition[]
---@field waited integer frames so far
---@field met boolean
---@field private needs_all boolean
---@field timeout integer
local UntilMet = {}
UntilMet.__index = UntilMet

---@param needs_all boolean
---@param timeout integer maximum frames
---@param conditions bridge.Condition[] not empty
---@return bridge.UntilMet
function UntilMet.new(needs_all, timeout, conditions)
  return setmetatable({ needs_all = needs_all, timeout = timeout, conditions = conditions, waited = 0, met = false }, UntilMet)
end

---@param condition bridge.Condition
---@param frame integer
---@param is_true boolean
local function count(condition, frame, is_true)
  local times = is_true and condition.count + 1 or 0
  condition.count = times
  if times >= condition.frames then condition.held = frame end
end

---@private
---@return boolean over
function UntilMet:judge()
  local conditions, waited, held, open = self.conditions, self.waited, 0, 0
  for i = 1, #conditions do
    local condition = conditions[i]
    if condition.held then
      held = held + 1
    elseif condition.timeout > waited then
      open = open + 1
    end
  end
  local wanted = self.needs_all and #conditions or 1
  self.met = held >= wanted
  return self.met or waited >= self.timeout or held + open < wanted
end

--- Reads what later values are compared with. Must be called before `begin`, and before the buttons that may change the values.
function UntilMet:mark()
  for _, condition in ipairs(self.conditions) do
    condition.count, condition.held = 0, nil
    if condition.mark then condition.mark() end
    if condition.basis == "first" then condition.reference = condition.read() end
  end
end

--- Begins the wait. A condition that compares with the frame before can't be true yet.
---@return boolean over whether it is met, or can't be met any more
function UntilMet:begin()
  for _, condition in ipairs(self.conditions) do
    local now = condition.read()
    if condition.basis == "previous" then
      condition.reference = now
    else
      count(condition, 0, now ~= nil and condition.test(now, condition.reference))
    end
  end
  return self:judge()
end

--- Returns which conditions held, by their index from 0, and in which frame of the wait.
---@return { index: integer, frame: integer }[]
function UntilMet:held()
  local held = {}
  for i, condition in ipairs(self.conditions) do
    if condition.held then held[#held + 1] = { index = i - 1, frame = condition.held } end
  end
  return held
end

--- Looks again, a frame later.
---@return boolean over whether it is met, or can't be met any more
function UntilMet:frame()
  local conditions, waited, any_held, any_expired = self.conditions, self.waited + 1, false, false
  self.waited = waited
  for i = 1, #conditions do
    local condition = conditions[i]
    if not condition.held and condition.timeout >= waited then
      local now = condition.read()
      count(condition, waited, now ~= nil and condition.test(now, condition.reference))
      if condition.basis == "previous" then condition.reference = now end
      if condition.held then any_held = true end
      if condition.timeout <= waited then any_expired = true end
    end
  end
  -- In nearly all frames nothing has changed.
  if not any_held and not any_expired and waited < self.timeout then return false end
  return self:judge()
end

return UntilMet
