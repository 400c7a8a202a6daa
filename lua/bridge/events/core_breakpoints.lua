-- Breakpoints of mGBA 0.11's own debugger, where the script runs in another mGBA than our host: with the same arguments and lines as those
-- of our host. They see no mirrors of memory, don't know of a DMA, and stop no game.
local registers = require("bridge.memory.registers")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

local READ, WRITE, CHANGE, EXECUTE = 1, 2, 4, 8
local A_MILLISECOND = 16
local THUMB = 0x20
local MAX_BREAKPOINTS, MAX_HITS, MAX_INSTRUCTIONS = 64, 64, 16
local NO_DEBUGGER = "This mGBA runs without its debugger, which breakpoints need: its window has it, other programs with the option -g."

local COMPARISONS = {
  function(number, value) return number == value end,
  function(number, value) return number ~= value end,
  function(number, value) return number < value end,
  function(number, value) return number <= value end,
  function(number, value) return number > value end,
  function(number, value) return number >= value end,
}

---@class bridge.CoreBreakpoint
---@field id integer
---@field points integer[] mGBA's numbers
---@field on integer one of Breakpoints.ACCESSES
---@field first integer
---@field last integer
---@field comparison integer
---@field mask integer
---@field value integer
---@field register string
---@field limit integer
---@field hits integer

---@class bridge.CoreBreakpoints
---@field private game bridge.Game
---@field private journal bridge.Journal
---@field private all bridge.CoreBreakpoint[]
---@field private hits string[] lines
---@field private lost integer hits that were too many
---@field private last_id integer
---@field private begin integer the cycle in which the frame began
local CoreBreakpoints = {}
CoreBreakpoints.__index = CoreBreakpoints

---@param game bridge.Game
---@param journal bridge.Journal
---@return bridge.CoreBreakpoints
function CoreBreakpoints.new(game, journal)
  return setmetatable({ game = game, journal = journal, all = {}, hits = {}, lost = 0, last_id = 0, begin = 0 }, CoreBreakpoints)
end

local function cycle()
  return emu.currentCycle and emu:currentCycle() or 0
end

---@private
--- Returns the address of the instruction that reads or writes. The Game Boy's is behind it.
function CoreBreakpoints:instruction(set)
  local pc = registers.read(set, "pc") or 0
  if self.game.platform ~= "GBA" then return pc end
  return pc - ((registers.read(set, "cpsr") or 0) & THUMB ~= 0 and 4 or 8)
end

---@private
---@param breakpoint bridge.CoreBreakpoint
---@param info table mGBA's
function CoreBreakpoints:meet(breakpoint, info)
  if breakpoint.limit > 0 and breakpoint.hits == breakpoint.limit then return end
  local set = registers.of(self.game.platform)
  local size = info.width and info.width > 0 and info.width or 1
  local bits = (1 << 8 * size) - 1
  local on, before, after = EXECUTE, 0, 0
  if breakpoint.on ~= EXECUTE then
    before, after = (info.oldValue or 0) & bits, (info.newValue or 0) & bits
    if info.accessType == C.WATCHPOINT_TYPE.READ then
      on, after = READ, before
    else
      on = before == after and WRITE or WRITE | CHANGE
    end
  end
  if breakpoint.comparison > 0 then
    local number = breakpoint.register == "" and after or registers.read(set, breakpoint.register) or 0
    if not COMPARISONS[breakpoint.comparison](number & breakpoint.mask, breakpoint.value) then return end
  end
  breakpoint.hits = breakpoint.hits + 1
  if #self.hits == MAX_HITS then
    self.lost = self.lost + 1
    return
  end
  local fields = {
    breakpoint.id, on, emu:currentFrame(), cycle() - self.begin, on == EXECUTE and info.address or self:instruction(set), info.address,
    size, before, after, 0,
  }
  for _, name in ipairs(set.names) do fields[#fields + 1] = registers.read(set, name) or 0 end
  self.hits[#self.hits + 1] = table.concat(fields, " ") .. "\n"
end

local function clear_points(points)
  for _, point in ipairs(points) do emu:clearBreakpoint(point) end
end

---@private
---@param breakpoint bridge.CoreBreakpoint
function CoreBreakpoints:attach(breakpoint)
  -- mGBA shows no error of a callback.
  local function on_hit(info)
    local ok, problem = xpcall(self.meet, debug.traceback, self, breakpoint, info or { address = breakpoint.first })
    if ok then return end
    self.lost = self.lost + 1
    self.journal:fault(problem --[[@as string]])
  end
  local points = breakpoint.points
  if breakpoint.on == EXECUTE then
    for address = breakpoint.first, breakpoint.last do points[#points + 1] = emu:setBreakpoint(on_hit, address) end
  else
    local TYPES = { C.WATCHPOINT_TYPE.READ, C.WATCHPOINT_TYPE.WRITE, C.WATCHPOINT_TYPE.RW, C.WATCHPOINT_TYPE.WRITE_CHANGE }
    -- The end is exclusive.
    points[1] = emu:setRangeWatchpoint(on_hit, breakpoint.first, breakpoint.last + 1, TYPES[breakpoint.on])
  end
  if points[#points] < 0 then refuse("unsupported", NO_DEBUGGER) end
end

--- Adds one, like `_host.setBreakpoint`.
---@return integer id 0: there are too many
function CoreBreakpoints:add(purpose, first, last, comparison, mask, value, register, limit)
  if purpose >= A_MILLISECOND then refuse("unsupported", "Only the emulator that comes with the bridge can stop the game.", "on") end
  if purpose == EXECUTE and last - first >= MAX_INSTRUCTIONS then
    refuse_argument("length", tostring(last - first + 1), ("1 to %d for execute in this mGBA"):format(MAX_INSTRUCTIONS))
  end
  if #self.all == MAX_BREAKPOINTS then return 0 end
  self.last_id = self.last_id + 1
  local breakpoint = {
    id = self.last_id, points = {}, on = purpose, first = first, last = last, comparison = comparison, mask = mask, value = value,
    register = register, limit = limit, hits = 0,
  }
  self:attach(breakpoint)
  self.all[#self.all + 1] = breakpoint
  return breakpoint.id
end

--- Removes one, or all with 0.
---@return boolean was_there
function CoreBreakpoints:remove(id)
  local was_there = false
  for i = #self.all, 1, -1 do
    if id == 0 or self.all[i].id == id then
      clear_points(table.remove(self.all, i).points)
      was_there = true
    end
  end
  return was_there
end

--- Forgets all of them, because their game is gone.
function CoreBreakpoints:forget()
  if emu then self:remove(0) end
  self.all, self.hits, self.lost = {}, {}, 0
end

---@return string lines
function CoreBreakpoints:list()
  local lines = {}
  for i, each in ipairs(self.all) do
    lines[i] = ("%d %d %d %d %d %d %d %s %d %d\n"):format(each.id, each.on, each.first, each.last, each.comparison, each.mask, each.value,
      each.register == "" and "-" or each.register, each.limit, each.hits)
  end
  return table.concat(lines)
end

--- Returns the hits since the last call, as `_host.takeHits` does. Called once each frame.
---@return string lines
function CoreBreakpoints:take()
  local hits, lost = self.hits, self.lost
  self.hits, self.lost, self.begin = {}, 0, cycle()
  return #hits == 0 and lost == 0 and "" or ("%d\n%s"):format(lost, table.concat(hits))
end

return CoreBreakpoints
