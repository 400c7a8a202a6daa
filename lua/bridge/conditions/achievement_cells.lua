-- Values that an achievement looks at, each with the one of the frame before and the one before its latest change. Those in memory are all
-- read first, then the others are calculated from them.
local arithmetic = require("bridge.conditions.achievement_arithmetic")

local is_same = arithmetic.is_same

---@class bridge.AchievementCell
---@field value number now
---@field delta number a frame ago
---@field prior number before the latest change
---@field is_float boolean
---@field compute? fun(): number nil: it is in memory
---@field address integer? of a value in memory
---@field bytes integer?
---@field mask integer?
---@field method function? reads the value; nil: AchievementMemory does
---@field reader table?
---@field offset integer?

---@class bridge.AchievementCells
---@field memory bridge.AchievementMemory
---@field private game bridge.Game
---@field private of_domains table? the domains in which the readers were found
---@field private read bridge.AchievementCell[]
---@field private computed bridge.AchievementCell[] each after those that it needs
---@field private by_place table<string, bridge.AchievementCell>
local AchievementCells = {}
AchievementCells.__index = AchievementCells

---@param game bridge.Game
---@param memory bridge.AchievementMemory
---@return bridge.AchievementCells
function AchievementCells.new(game, memory)
  return setmetatable({ game = game, memory = memory, read = {}, computed = {}, by_place = {} }, AchievementCells)
end

--- Adds a value in memory, once.
---@param address integer
---@param bytes integer
---@param mask integer the bits whose changes count
---@return bridge.AchievementCell
function AchievementCells:add_read(address, bytes, mask)
  local place = ("%d %d %d"):format(address, bytes, mask)
  local cell = self.by_place[place]
  if not cell then
    cell = { address = address, bytes = bytes, mask = mask, value = 0, delta = 0, prior = 0, is_float = false }
    self.by_place[place], self.read[#self.read + 1] = cell, cell
  end
  return cell
end

--- Adds a value that is calculated from others.
---@param is_float boolean
---@param compute fun(): number
---@return bridge.AchievementCell
function AchievementCells:add_computed(is_float, compute)
  local zero = is_float and 0.0 or 0
  local cell = { compute = compute, value = zero, delta = zero, prior = zero, is_float = is_float }
  self.computed[#self.computed + 1] = cell
  return cell
end

---@private
function AchievementCells:find_readers()
  local memory = self.memory
  for _, cell in ipairs(self.read) do cell.method, cell.reader, cell.offset = memory:direct(cell.address, cell.bytes) end
  self.of_domains = self.game.domains
end

--- Reads and calculates all values a frame later.
function AchievementCells:update()
  if self.of_domains ~= self.game.domains then self:find_readers() end -- mGBA replaces them when a game is loaded
  local memory, read, computed = self.memory, self.read, self.computed
  for i = 1, #read do
    local cell = read[i]
    local method, old = cell.method, cell.value
    local now = (method and method(cell.reader, cell.offset) or memory:read(cell.address, cell.bytes)) & cell.mask
    cell.delta = old
    if now ~= old then cell.prior, cell.value = old, now end
  end
  for i = 1, #computed do
    local cell = computed[i]
    local now, old = cell.compute(), cell.value
    cell.delta = old
    if now ~= old or cell.is_float and not is_same(now, old) then cell.prior, cell.value = old, now end
  end
end

--- Reads and calculates all values for the first time: nothing has changed yet.
function AchievementCells:begin()
  self:find_readers()
  for _, cell in ipairs(self.read) do
    local now = self.memory:read(cell.address, cell.bytes) & cell.mask
    cell.value, cell.delta, cell.prior = now, now, now
  end
  for _, cell in ipairs(self.computed) do
    local now = cell.compute()
    cell.value, cell.delta, cell.prior = now, now, now
  end
end

return AchievementCells
