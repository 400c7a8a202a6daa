-- Places in memory that are compared in each frame, and what has changed is told. Values that lie close together are read
-- at once, and told apart only when that piece of memory is another one than in the frame before.
local limits = require("bridge.limits")
local memory = require("bridge.memory")
local refuse = require("bridge.refusal").refuse

local pack, sub, unpack = string.pack, string.sub, string.unpack
local NEVER = math.maxinteger
-- A read costs as much as some 60 bytes more of it.
local PAGE = 64
-- A lone value is read as a number, which takes two thirds of the time.
local METHODS, FORMATS = { "read8", "read16", [4] = "read32" }, { "<I1", "<I2", [4] = "<I4" }
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

---@class bridge.Page
---@field key any
---@field reader table
---@field first integer offset
---@field length integer
---@field read function a method that is looked up once costs a call half as much
---@field format string? of the number that it is read as; nil: as bytes
---@field seen string|integer|nil what it was in the frame before
---@field watches bridge.Watch[]
---@field due integer the frame, by our count, in which something that has changed may be told

---@class bridge.Watches
---@field cost number microseconds that a frame's comparisons take, about
---@field private game bridge.Game
---@field private domains table those of the game that the pages belong to
---@field private of table<bridge.Connection, table<integer, bridge.Watch>>
---@field private pages bridge.Page[]
---@field private by_key table<any, bridge.Page>
---@field private chains bridge.Watch[]
---@field private missing bridge.Watch[] what this game has not
---@field private tick integer emulated frames
local Watches = {}
Watches.__index = Watches

---@param game bridge.Game
---@return bridge.Watches
function Watches.new(game)
  return setmetatable({
    game = game, of = {}, count = 0, bytes = 0, pointers = 0, cost = 0, tick = 0, pages = {}, by_key = {}, chains = {}, missing = {},
  }, Watches)
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

local function choose_method(page)
  local reader, length = page.reader, page.length
  local is_number = METHODS[length] and page.first % length == 0 and reader ~= emu
  page.format = is_number and FORMATS[length] or nil
  page.read, page.seen = reader[is_number and METHODS[length] or "readRange"], nil
end

---@private
function Watches:place(watch, target)
  -- The Game Boy's bus has registers, which nobody asked to have read.
  local is_shared = watch.length <= PAGE and target.reader ~= emu
  local key = is_shared and ("%s %d"):format(target.name, target.offset // PAGE) or watch
  local page, from = self.by_key[key], target.offset
  if not page then
    page = { key = key, reader = target.reader, first = from, length = watch.length, watches = {}, due = NEVER }
    self.by_key[key], self.pages[#self.pages + 1] = page, page
  end
  local watches = page.watches
  watches[#watches + 1] = watch
  watch.page, watch.from, watch.to = page, from - page.first + 1, from - page.first + watch.length
  local before = page.first - from
  if before > 0 then
    page.first, page.length = from, page.length + before
    for _, other in ipairs(watches) do other.from, other.to = other.from + before, other.to + before end
  end
  page.length = math.max(page.length, watch.to)
  choose_method(page)
end

local function remove(list, item)
  for i = 1, #list do
    if list[i] == item then
      list[i] = list[#list]
      list[#list] = nil
      return
    end
  end
end

---@private
function Watches:take_out(watch)
  self:count_in(watch, -1)
  remove(self.chains, watch)
  remove(self.missing, watch)
  local page = watch.page
  if not page then return end
  remove(page.watches, watch)
  if #page.watches > 0 then return end
  self.by_key[page.key] = nil
  remove(self.pages, page)
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

--- Tells what has changed, or remembers when it may be told.
---@private
---@return integer due
function Watches:compare(watch, now, resolved, due)
  if now == watch.told then return due end
  if self.tick < watch.next then return watch.next < due and watch.next or due end
  watch.told, watch.resolved, watch.next = now, resolved, self.tick + watch.interval
  self:tell(watch)
  return due
end

---@private
function Watches:read_chain(watch)
  local target = memory.trace(self.game, watch.address, watch.length)
  if not target then return false end
  return memory.read(target, watch.length), target.resolved
end

---@private
function Watches:refuse_beyond(watch)
  if self.count >= limits.watches then
    refuse("busy", ("%d watches are set already"):format(limits.watches))
  elseif self.bytes + watch.length > limits.watched_bytes then
    refuse("busy", ("all watches together take %d bytes at most; %d are taken"):format(limits.watched_bytes, self.bytes))
  elseif self.pointers + pointers_of(watch) > limits.watched_pointers then
    refuse("busy", ("the chains of all watches have %d pointers at most; %d are taken"):format(limits.watched_pointers, self.pointers))
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
  if not is_chain or watch.domain ~= "" then target = memory.locate(self.game, watch.address, watch.length, watch.domain) end
  local old = mine[watch.id]
  if old then self:take_out(old) end
  mine[watch.id] = nil
  self:refuse_beyond(watch)
  mine[watch.id], self.of[watch.connection] = watch, mine
  self:count_in(watch, 1)
  if target then
    self:place(watch, target)
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
  self.domains, self.pages, self.by_key, self.missing = self.game.domains, {}, {}, {}
  for _, mine in pairs(self.of) do
    for _, watch in pairs(mine) do
      if type(watch.address) ~= "table" then
        watch.page = nil
        local ok, target = pcall(memory.locate, self.game, watch.address, watch.length, watch.domain)
        if ok then self:place(watch, target) else self.missing[#self.missing + 1] = watch end
      end
    end
  end
end

---@private
function Watches:compare_page(page, bytes)
  local watches, due = page.watches, NEVER
  for i = 1, #watches do
    local watch = watches[i]
    due = self:compare(watch, sub(bytes, watch.from, watch.to), nil, due)
  end
  page.due = due
end

--- A frame has been emulated: compares everything.
function Watches:frame()
  if self.count == 0 then return end
  if self.domains ~= self.game.domains then self:settle() end
  local tick = self.tick + 1
  self.tick = tick
  local pages, chains, missing = self.pages, self.chains, self.missing
  for i = 1, #pages do
    local page = pages[i]
    local format, seen = page.format, nil
    if format then seen = page.read(page.reader, page.first) else seen = page.read(page.reader, page.first, page.length) end
    if seen ~= page.seen or tick >= page.due then
      page.seen = seen
      self:compare_page(page, format and pack(format, seen) or seen)
    end
  end
  for i = 1, #chains do
    local now, resolved = self:read_chain(chains[i])
    self:compare(chains[i], now, resolved, NEVER)
  end
  for i = 1, #missing do self:compare(missing[i], false, nil, NEVER) end
end

return Watches
