-- Places in memory that are compared in each frame, and what has changed is told.
local limits = require("bridge.limits")
local memory = require("bridge.memory")
local targets = require("bridge.targets")
local Pages = require("bridge.pages")
local refuse = require("bridge.refusal").refuse

local unpack = string.unpack
-- Microseconds, seen on an ordinary machine: a read, each KiB of it, each pointer of a chain.
local COST, COST_OF_KIB, COST_OF_POINTER = 1, 20, 5

---@class bridge.Watch
---@field id integer
---@field connection bridge.Connection
---@field address integer|bridge.PointerChain
---@field domain string
---@field length integer bytes
---@field format string? how a value is unpacked; nil: a range
---@field interval integer frames from one message to the next, at least
---@field told string|false the bytes as they were told last; false: nothing could be read
---@field next integer the first frame, by our count, in which it may be told again
---@field resolved integer? where its chain has led
---@field page bridge.Page?
---@field from integer where it begins in the page's bytes
---@field to integer

---@class bridge.Watches
---@field cost number microseconds that a frame's comparisons take, about
---@field private game bridge.Game
---@field private domains table those of the game that the pages belong to
---@field private of table<bridge.Connection, table<integer, bridge.Watch>>
---@field private pages bridge.Pages those in plain places
---@field private chains bridge.Watch[]
---@field private missing bridge.Watch[] what this game has not
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

--- What it shows, as arguments and payload of a message.
---@param watch bridge.Watch
---@return string values
---@return string? payload
local function shown(watch)
  local bytes = watch.told
  if not bytes then return "-" end
  local value = watch.format and unpack(watch.format, bytes) or #bytes
  return watch.resolved and ("%d %d"):format(value, watch.resolved) or ("%d"):format(value), not watch.format and bytes or nil
end

---@private
function Watches:tell(watch)
  local values, payload = shown(watch)
  watch.connection:tell("watch", self.game.frame_text, watch.id .. " " .. values, payload)
end

--- Tells what has changed, unless it is too early.
---@private
---@return integer? due when it isn't
function Watches:compare(watch, now, resolved)
  if now == watch.told then return nil end
  if self.tick < watch.next then return watch.next end
  watch.told, watch.resolved, watch.next = now, resolved, self.tick + watch.interval
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

--- Sets it, in the place of the one with its id on its connection.
---@param watch bridge.Watch
---@return string values what it shows now
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
    watch.told = memory.read(target, watch.length)
  else
    self.chains[#self.chains + 1] = watch
    watch.told, watch.resolved = self:read_chain(watch)
  end
  watch.next = self.tick + watch.interval
  self.domains = self.domains or self.game.domains
  return shown(watch)
end

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

--- All of a connection.
---@param connection bridge.Connection
function Watches:forget(connection)
  local mine = self.of[connection]
  if not mine then return end
  self.of[connection] = nil
  for _, watch in pairs(mine) do self:take_out(watch) end
end

--- Another game: everything lies elsewhere, or nowhere.
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

--- A frame has been emulated: compares everything.
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
