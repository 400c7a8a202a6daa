-- Compares watched memory in each frame, and sends changes as events.
local limits = require("bridge.wire.limits")
local memory = require("bridge.memory.memory")
local targets = require("bridge.memory.targets")
local Pages = require("bridge.memory.pages")
local refuse = require("bridge.wire.refusal").refuse

local unpack = string.unpack
-- Microseconds, measured on an ordinary machine: a read, each KiB of it, each pointer of a chain.
local COST, COST_OF_KIB, COST_OF_POINTER = 1, 20, 5

---@class bridge.Watch
---@field id integer
---@field connection bridge.Connection
---@field address integer|bridge.PointerChain
---@field domain string
---@field length integer bytes
---@field format string? how a value is unpacked; nil: a range
---@field interval integer minimum frames between two events
---@field sent string|false the bytes sent last; false: nothing could be read
---@field next integer the first tick in which an event may be sent again
---@field resolved integer? final address of its chain
---@field page bridge.Page?
---@field from integer its first byte in the page
---@field to integer its last byte

---@class bridge.Watches
---@field cost number approximate microseconds that the comparisons of a frame take
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
    game = game, of = {}, count = 0, bytes = 0, pointers = 0, cost = 0, tick = 0, pages = Pages.new(), chains = {}, missing = {},
  }, Watches)
  self.see = function(watch, bytes) return self:compare(watch, bytes) end
  return self
end

---@return boolean
function Watches:any()
  return self.count > 0
end

local function pointers_of(watch)
  return type(watch.address) == "table" and #watch.address.offsets or 0
end

---@private
function Watches:count_in(watch, sign)
  self.count, self.bytes = self.count + sign, self.bytes + sign * watch.length
  self.pointers = self.pointers + sign * pointers_of(watch)
  self.cost = (self.count * COST + self.bytes * COST_OF_KIB / 1024 + self.pointers * COST_OF_POINTER) // 1
end

local function take_out(list, item)
  for i = 1, #list do
    if list[i] == item then return table.remove(list, i) end
  end
end

---@private
function Watches:take_out(watch)
  self:count_in(watch, -1)
  self.pages:remove(watch)
  take_out(self.chains, watch)
  take_out(self.missing, watch)
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
function Watches:refuse_beyond(watch)
  if self.count >= limits.watches then
    refuse("busy", ("At most %d watches may be set."):format(limits.watches))
  elseif self.bytes + watch.length > limits.watched_bytes then
    refuse("busy", ("The watches must be at most %d bytes in total; got %d."):format(limits.watched_bytes, self.bytes + watch.length))
  elseif self.pointers + pointers_of(watch) > limits.watched_pointers then
    refuse("busy", ("The chains of the watches must have at most %d pointers; got %d."):format(
      limits.watched_pointers, self.pointers + pointers_of(watch)))
  end
end

--- Sets a watch; replaces the one with the same id on the same connection.
---@param watch bridge.Watch
---@return string values its value now
---@return string? payload
function Watches:set(watch)
  local mine = self.of[watch.connection] or {}
  local is_chain = type(watch.address) == "table"
  local target
  if not is_chain or watch.domain ~= "" then target = targets.locate(self.game, watch.address, watch.length, watch.domain) end
  local old = mine[watch.id]
  if old then self:take_out(old) end
  mine[watch.id] = nil
  self:refuse_beyond(watch)
  mine[watch.id], self.of[watch.connection] = watch, mine
  self:count_in(watch, 1)
  if target then
    self.pages:add(watch, target)
    watch.sent = memory.read(target, watch.length)
  else
    self.chains[#self.chains + 1] = watch
    watch.sent, watch.resolved = self:read_chain(watch)
  end
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
      if type(watch.address) ~= "table" then
        watch.page = nil
        local ok, target = pcall(targets.locate, self.game, watch.address, watch.length, watch.domain)
        if ok then self.pages:add(watch, target) else self.missing[#self.missing + 1] = watch end
      end
    end
  end
end

--- Compares everything. Called once each emulated frame.
function Watches:frame()
  if self.count == 0 then return end
  if self.domains ~= self.game.domains then self:settle() end
  self.tick = self.tick + 1
  self.pages:read(self.tick, self.see)
  local chains, missing = self.chains, self.missing
  for i = 1, #chains do self:compare(chains[i], self:read_chain(chains[i])) end
  for i = 1, #missing do self:compare(missing[i], false) end
end

return Watches
