-- Groups of an achievement's conditions: which of them hold, and how often they have. Pure.

---@class bridge.AchievementStep a condition that is true or false
---@field test fun(): boolean
---@field flag string?
---@field target integer hits; 0: none
---@field hits integer

-- Conditions that only change the next one.
local COMBINING = { C = true, D = true, N = true, O = true, Z = true }

local achievement_groups = {}

--- Counts a hit, and returns whether a condition holds.
local function count(step, is_true)
  local hits, target = step.hits, step.target
  if is_true and (target == 0 or hits < target) then
    hits = hits + 1
    step.hits = hits
  end
  if target == 0 then return is_true end
  return hits == target
end

--- Looks at a group, whose pause conditions come first, and then its reset conditions.
---@param steps bridge.AchievementStep[]
---@return boolean holds
---@return boolean? resets
function achievement_groups.look(steps)
  local and_next, or_next, reset_next, added, holds = true, false, false, 0, true
  for i = 1, #steps do
    local step = steps[i]
    local flag, valid = step.flag, false
    if reset_next then
      step.hits = 0
    else
      valid = count(step, or_next or and_next and step.test())
    end
    and_next, or_next = true, false
    if COMBINING[flag] then
      if flag == "N" then
        and_next = valid
      elseif flag == "O" then
        or_next = valid
      elseif flag == "Z" then
        reset_next = valid
      else
        added, reset_next = added + (flag == "C" and step.hits or -step.hits), false
      end
    else
      if step.target > 0 and added ~= 0 then valid = step.hits + added >= step.target end
      reset_next, added = false, 0
      if flag == "P" then
        if valid then return false end
      elseif flag == "R" then
        if valid then return false, true end
      else
        holds = holds and valid
      end
    end
  end
  return holds
end

---@param groups bridge.AchievementStep[][]
function achievement_groups.reset(groups)
  for _, steps in ipairs(groups) do
    for _, step in ipairs(steps) do step.hits = 0 end
  end
end

--- Looks at all groups.
---@param groups bridge.AchievementStep[][] the core, then the alternatives
---@return boolean holds the core, and an alternative if there are any
function achievement_groups.look_at_all(groups)
  local holds, resets = achievement_groups.look(groups[1])
  local any = #groups == 1
  for i = 2, #groups do
    if resets then break end
    local alternative
    alternative, resets = achievement_groups.look(groups[i])
    any = any or alternative
  end
  if resets then
    achievement_groups.reset(groups)
    return false
  end
  return holds and any
end

return achievement_groups
