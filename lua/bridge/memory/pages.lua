-- Pages of memory, each read once a frame for all watches in it. The watches are compared only if the page has changed.
local pack, sub = string.pack, string.sub
local NEVER = math.maxinteger
-- A read costs as much as reading 60 more bytes.
local PAGE = 64
-- A single value is read as a number, which takes two thirds of the time.
local METHODS, FORMATS = { "read8", "read16", [4] = "read32" }, { "<I1", "<I2", [4] = "<I4" }

---@class bridge.Page
---@field key any
---@field reader table
---@field first integer offset
---@field length integer
---@field read function method of the reader, looked up once because that halves the cost of a call
---@field format string? format of the number that is read; nil: bytes are read
---@field seen string|integer|nil content in the previous frame
---@field watches bridge.Watch[]
---@field due integer the frame in which a postponed event may be sent

---@class bridge.Pages
---@field private list bridge.Page[]
---@field private by_key table<any, bridge.Page>
local Pages = {}
Pages.__index = Pages

---@return bridge.Pages
function Pages.new()
  return setmetatable({ list = {}, by_key = {} }, Pages)
end

---@param page bridge.Page
local function choose_method(page)
  local reader, length = page.reader, page.length
  local is_number = METHODS[length] and page.first % length == 0 and reader ~= emu
  page.format = is_number and FORMATS[length] or nil
  page.read, page.seen = reader[is_number and METHODS[length] or "readRange"], nil
end

--- Adds a watch to the page that has its memory.
---@param watch bridge.Watch
---@param target bridge.Target
function Pages:add(watch, target)
  -- On the bus no page is shared, because neighboring bytes may be registers.
  local is_shared = watch.length <= PAGE and not target.is_bus
  local key = is_shared and ("%s %d"):format(target.name, target.offset // PAGE) or watch
  local page, from = self.by_key[key], target.offset
  if not page then
    page = { key = key, reader = target.reader, first = from, length = watch.length, watches = {}, due = NEVER }
    self.by_key[key], self.list[#self.list + 1] = page, page
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

local function take_out(list, item)
  for i = 1, #list do
    if list[i] == item then
      list[i] = list[#list]
      list[#list] = nil
      return
    end
  end
end

--- Removes a watch, and its page if that was the last one.
---@param watch bridge.Watch
function Pages:remove(watch)
  local page = watch.page
  if not page then return end
  watch.page = nil
  take_out(page.watches, watch)
  if #page.watches > 0 then return end
  self.by_key[page.key] = nil
  take_out(self.list, page)
end

--- Reads all pages, and passes each watch of a changed or due page its bytes.
---@param tick integer the frame
---@param see fun(watch: bridge.Watch, bytes: string): integer? the frame in which a postponed event is due
function Pages:read(tick, see)
  local list = self.list
  for i = 1, #list do
    local page = list[i]
    local format = page.format
    local seen
    if format then seen = page.read(page.reader, page.first) else seen = page.read(page.reader, page.first, page.length) end
    if seen ~= page.seen or tick >= page.due then
      page.seen = seen
      local bytes, watches, due = format and pack(format, seen) or seen, page.watches, NEVER
      for j = 1, #watches do
        local watch = watches[j]
        local next_due = see(watch, sub(bytes, watch.from, watch.to))
        if next_due and next_due < due then due = next_due end
      end
      page.due = due
    end
  end
end

return Pages
