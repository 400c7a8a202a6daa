-- Breakpoints: which instructions of the game run, read or write where clients asked. Our own host keeps them and their hits; in another
-- mGBA its debugger does. Another game has none.
local CoreBreakpoints = require("bridge.events.core_breakpoints")
local own_host = require("bridge.system.own_host")

---@class bridge.Breakpoints
---@field private events bridge.Events
---@field private core bridge.CoreBreakpoints
---@field private add fun(...): integer
---@field private remove fun(id: integer): boolean
---@field private list fun(): string
---@field private take fun(): string
---@field may_exist boolean whether there may be one
local Breakpoints = {}
Breakpoints.__index = Breakpoints

-- As in emulator/host/breakpoint_list.h; with 16 times a number of milliseconds added, the game stops for that time.
Breakpoints.ACCESSES = { read = 1, write = 2, access = 3, change = 4, execute = 8 }
Breakpoints.A_MILLISECOND = 16
Breakpoints.COMPARISONS = { eq = 1, ne = 2, lt = 3, le = 4, gt = 5, ge = 6 }

---@param events bridge.Events
---@param game bridge.Game
---@param journal bridge.Journal
---@return bridge.Breakpoints
function Breakpoints.new(events, game, journal)
  local find, core = own_host.find, CoreBreakpoints.new(game, journal)
  return setmetatable({
    events = events, core = core, may_exist = false,
    add = find("setBreakpoint") or function(...) return core:add(...) end,
    remove = find("clearBreakpoint") or function(id) return core:remove(id) end,
    list = find("breakpoints") or function() return core:list() end,
    take = find("takeHits") or function() return core:take() end,
  }, Breakpoints)
end

--- Called when the game is gone.
function Breakpoints:forget()
  self.core:forget()
end

--- Adds a breakpoint.
---@return integer? id nil: there are too many
function Breakpoints:set(...)
  local id = self.add(...)
  self.may_exist = true
  return id ~= 0 and id or nil
end

--- Removes a breakpoint; 0: all of them.
---@param id integer
---@return boolean was_there
function Breakpoints:clear(id)
  return self.remove(id)
end

--- Returns a line for each, as docs/protocol/commands.md describes it.
---@return string lines
function Breakpoints:lines()
  return self.list()
end

--- Called once each emulated frame: sends the hits since the last call.
function Breakpoints:frame()
  if not self.may_exist then return end
  local hits = self.take()
  if hits == "" then
    self.may_exist = self.list() ~= ""
    return
  end
  local lost, lines = hits:match("^(%d+)\n(.*)$")
  self.events:hit(lost, lines)
end

return Breakpoints
