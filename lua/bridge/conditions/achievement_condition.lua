-- Conditions of achievements of RetroAchievements, as rcheevos (2025-10) evaluates them. When a wait or branch begins, hits are 0 and
-- nothing has changed; an achievement that is true then holds at once, while rcheevos waits until it was false.
-- Three things are as RetroAchievements documents them, and not as in rcheevos: a remembered BCD or inverted value stays one; a value and
-- a delta of the same byte in different sizes are compared by value even while the byte doesn't change; added hits end at the next
-- condition, even if that one has no target.
local achievement_groups = require("bridge.conditions.achievement_groups")
local achievement_text = require("bridge.conditions.achievement_text")
local arithmetic = require("bridge.conditions.achievement_arithmetic")
local AchievementBinding = require("bridge.conditions.achievement_binding")
local AchievementCells = require("bridge.conditions.achievement_cells")
local AchievementMemory = require("bridge.conditions.achievement_memory")

local achievement_condition = {}

-- Conditions of a kind are looked at together, in this order.
local KINDS = { "pause", "reset", "hits", "measured", "other" }
local OF_FLAG = { P = "pause", R = "reset", M = "measured", Q = "measured" }
-- Flags of conditions that only change the next one.
local LEADS_ON = { A = true, B = true, C = true, D = true, I = true, K = true, N = true, O = true, Z = true }

--- Returns the kind of each condition. A condition that changes the next one has the kind of the next one.
local function kinds_of(parts)
  local kinds, kind = {}, "other"
  for i = #parts, 1, -1 do
    local part = parts[i]
    if not LEADS_ON[part.flag] then kind = OF_FLAG[part.flag] or part.target > 0 and "hits" or "other" end
    kinds[i] = kind
  end
  return kinds
end

---@return bridge.AchievementStep
local function step_of(part, left, right)
  local compare, get_left, get_right = arithmetic.comparison(part.operator), left.get, right.get
  return { flag = part.flag, target = part.target, hits = 0, test = function() return compare(get_left(), get_right()) end }
end

---@param parts bridge.AchievementPart[]
---@param cells bridge.AchievementCells
---@return bridge.AchievementStep[]
local function bind(parts, cells)
  local binding, kinds, by_kind, steps = AchievementBinding.new(cells), kinds_of(parts), {}, {}
  for _, kind in ipairs(KINDS) do by_kind[kind] = {} end
  for i, part in ipairs(parts) do
    local bound = binding:add(part, kinds[i] == "pause")
    if bound then table.insert(by_kind[kinds[i]], step_of(part, bound.left, bound.right)) end
  end
  binding:finish()
  for _, kind in ipairs(KINDS) do table.move(by_kind[kind], 1, #by_kind[kind], #steps + 1, steps) end
  return steps
end

--- Parses a condition, or refuses it.
---@param game bridge.Game
---@param text string
---@param timeout integer? of a wait
---@return bridge.Condition
function achievement_condition.parse(game, text, timeout)
  local cells, groups, count = AchievementCells.new(game, AchievementMemory.new(game)), {}, 0
  for i, parts in ipairs(achievement_text.parse(text)) do
    groups[i], count = bind(parts, cells), count + #parts
  end
  return {
    count_in_achievement = count,
    mark = function()
      cells:begin()
      achievement_groups.reset(groups)
    end,
    read = function()
      cells:update()
      return achievement_groups.look_at_all(groups)
    end,
    test = function(holds) return holds end, basis = "constant", frames = 1, timeout = timeout,
  }
end

return achievement_condition
