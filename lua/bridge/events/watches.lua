-- Compares watched memory in each frame, and sends changes as events.
local memory = require("bridge.memory.memory")
local targets = require("bridge.memory.targets")
local AchievementWatches = require("bridge.events.achievement_watches")
local Pages = require("bridge.memory.pages")
local WatchTotals = require("bridge.events.watch_totals")

local unpack = string.unpack

---@class bridge.Watch
---@field id integer
---@field connection bridge.Connection
---@field address integer|bridge.PointerChain|nil nil: it has an achievement
---@field domain string?
---@field length integer bytes; of an achievement 0
---@field achievement string? conditions of RetroAchievements
---@field condition bridge.Condition? of its achievement; nil: this game lacks an address of it
---@field conditions integer? how many its achievement has
---@field format string? how a value is unpacked; nil: a range
---@field interval integer minimum frames between two events
---@field sent string|false the bytes sent last; false: nothing could be read
---@field next integer the first tick in which an event may be sent again
---@field resolved integer? final address of its chain
---@field page bridge.Page?
---@field from integer its first byte in the page
---@field to integer its last byte

---@class bridge.Watches
---@field totals bridge.WatchTotals
---@field achievements bridge.AchievementWatches
---@field private game bridge.Game
---@field private domains table the domains that the pages were made for
---@field private of table<bridge.Connection, table<integer, bridge.Watch>>
---@field private pages bridge.Pages of watches without a chain
---@field private chains bridge.Watch[]
---@field private missing bridge.Watch[] watches of memory that this game lacks
---@field private tick integer emulated frames
local Watches = {}
Watches.__index = Watches

---@param game bridge.Game
---@return bridge.Watches
function Watches.new(game)
  local self = setmetatable({
    game = game, of = {}, totals = WatchTotals.new(), achievements = AchievementWatches.new(game), tick = 0, pages = Pages.new(),
    chains = {}, missing = {},
  }, Watches)
  self.see = function(watch, bytes) return self:compare(watch, bytes) end
  return self
end

---@return boolean
function Watches:any()
  return self.totals.count > 0
end

local function take_out(list, item)
  for i = 1, #list do
    if list[i] == item then return table.remove(list, i) end
  end
end

---@private
function Watches:take_out(watch)
  self.totals:remove(watch)
  self.pages:remove(watch)
  take_out(self.chains, watch)
  take_out(self.missing, watch)
  take_out(self.achievements.list, watch)
end

--- Returns a watch's value as arguments and payload.
---@param watch bridge.Watch
---@return string values
---@return string? payload
local function shown(watch)
  local bytes = watch.sent
  if not bytes then return "-" end
  local value = watch.format and unpack(watch.format, bytes) or #bytes
  return watch.resolved and ("%d %d"):format(value, watch.resolved) or ("%d"):format(value), not watch.format and bytes or nil
end

---@private
function Watches:tell(watch)
  local values, payload = shown(watch)
  watch.connection:tell("watch", self.game.frame_text, watch.id .. " " .. values, payload)
end

--- Sends an event if the value has changed and the interval is over.
---@private
---@return integer? due the frame in which a change that is too early now may be sent
function Watches:compare(watch, now, resolved)
  if now == watch.sent then return nil end
  if self.tick < watch.next then return watch.next end
  watch.sent, watch.resolved, watch.next = now, resolved, self.tick + watch.interval
  self:tell(watch)
end

---@private
function Watches:read_chain(watch)
  local target = targets.trace(self.game, watch.address, watch.length)
  if not target then return false end
  return memory.read(target, watch.length), target.resolved
end

---@private
--- Finds what a watch observes, or refuses it.
---@return table? target nil: it has an achievement, or a chain that is followed in each frame
function Watches:find(watch)
  if watch.achievement then
    self.achievements:parse(watch)
  elseif type(watch.address) ~= "table" or watch.domain ~= "" then
    return targets.locate(self.game, watch.address, watch.length, watch.domain)
  end
end

---@private
--- Begins to compare a watch, and reads its value.
function Watches:begin(watch, target)
  if watch.achievement then
    watch.sent = self.achievements:add(watch)
  elseif target then
    self.pages:add(watch, target)
    watch.sent = memory.read(target, watch.length)
  else
    self.chains[#self.chains + 1] = watch
    watch.sent, watch.resolved = self:read_chain(watch)
  end
end

--- Sets a watch; replaces the one with the same id on the same connection, unless the new one is refused.
---@param watch bridge.Watch
---@return string values its value now
---@return string? payload
function Watches:set(watch)
  local mine = self.of[watch.connection] or {}
  local target = self:find(watch)
  local old = mine[watch.id]
  self.totals:check(watch, old)
  if old then self:take_out(old) end
  self.totals:add(watch)
  mine[watch.id], self.of[watch.connection] = watch, mine
  self:begin(watch, target)
  watch.next = self.tick + watch.interval
  self.domains = self.domains or self.game.domains
  return shown(watch)
end

--- Ends one watch.
---@param connection bridge.Connection
---@param id integer
---@return boolean found
function Watches:clear(connection, id)
  local mine = self.of[connection]
  local watch = mine and mine[id]
  if not watch then return false end
  mine[id] = nil
  self:take_out(watch)
  return true
end

--- Ends all watches of a connection.
---@param connection bridge.Connection
function Watches:forget(connection)
  local mine = self.of[connection]
  if not mine then return end
  self.of[connection] = nil
  for _, watch in pairs(mine) do self:take_out(watch) end
end

--- Finds the watched memory again after another game was loaded.
---@private
function Watches:settle()
  self.domains, self.pages, self.missing = self.game.domains, Pages.new(), {}
  for _, mine in pairs(self.of) do
    for _, watch in pairs(mine) do
      if math.type(watch.address) then
        watch.page = nil
        local ok, target = pcall(targets.locate, self.game, watch.address, watch.length, watch.domain)
        if ok then self.pages:add(watch, target) else self.missing[#self.missing + 1] = watch end
      end
    end
  end
end

--- Compares everything. Called once each emulated frame.
function Watches:frame()
  if not self:any() then return end
  if self.domains ~= self.game.domains then self:settle() end
  self.tick = self.tick + 1
  self.pages:read(self.tick, self.see)
  local chains, missing, achievements = self.chains, self.missing, self.achievements
  for i = 1, #chains do self:compare(chains[i], self:read_chain(chains[i])) end
  for i = 1, #missing do self:compare(missing[i], false) end
  achievements:begin_frame()
  for _, watch in ipairs(achievements.list) do self:compare(watch, achievements.look(watch)) end
end

return Watches
