-- The script's part in a process of branches (emulator/host/branch_script.h): it loads the state, looks at conditions and reads memory.
-- The host runs the frames, and calls back only when there is something to do.
local Game = require("bridge.game.game")
local States = require("bridge.states.states")
local UntilMet = require("bridge.conditions.until_met")
local branch_lines = require("bridge.branches.branch_lines")
local condition_lines = require("bridge.conditions.condition_lines")
local memory = require("bridge.memory.memory")
local targets = require("bridge.memory.targets")
local own_host = require("bridge.system.own_host")
local refusal = require("bridge.wire.refusal")

-- Flags of C.SAVESTATE and commands/states.lua. LOADED: all of mGBA's but the save memory. KEPT: all but the PNG, with the host's pixels.
local LOADED, KEPT = 29, 62
local READ_BYTES = 16777216 -- max of all reads of a branch together

---@class bridge.BranchRunner
---@field private game bridge.Game
---@field private states bridge.States
---@field private line integer index of the line that is being parsed, from 0
---@field private until_met bridge.UntilMet? of the branch that runs
---@field private since integer the frame in which it began
local Runner = {}
Runner.__index = Runner

---@return boolean is_wanted whether this process only runs branches
function Runner.is_wanted()
  return own_host.find("branchState") ~= nil
end

---@return bridge.BranchRunner
function Runner.new()
  local game = Game.new()
  return setmetatable({ game = game, states = States.new(game), line = 0, since = 0 }, Runner)
end

---@private
function Runner:load()
  self.game.counted = false
  self.states:load(_host.branchState(), LOADED)
end

---@private
---@return bridge.UntilMet
function Runner:parse_until()
  local head, rest = _host.branchUntil():match("^([^\n]*)\n(.*)$")
  local since, mode, timeout_text = head:match("^(%d+) (%a+) (%d+)$")
  local timeout, conditions = math.tointeger(timeout_text) --[[@as integer]], {}
  local picture = { look = _host.pictureHash, width = _host.pictureWidth(), height = _host.pictureHeight(), has_pixels = true }
  for line in rest:gmatch("([^\n]*)\n") do
    conditions[#conditions + 1] = condition_lines.parse(line, self.game, picture, timeout)
    self.line = self.line + 1
  end
  self.since = math.tointeger(since) --[[@as integer]]
  return UntilMet.new(mode == "all", timeout, conditions)
end

---@private
function Runner:check_until()
  self:parse_until()
end

---@private
--- Calls a function with each read, and the memory that it names; nil if a chain leads nowhere.
function Runner:each_read(see)
  local game = self.game
  for line in _host.branchReads():gmatch("([^\n]*)\n") do
    local read = branch_lines.read(line)
    local is_chain = type(read.address) == "table"
    local target
    if is_chain and read.domain == "" then
      target = targets.trace(game, read.address --[[@as bridge.PointerChain]], read.length)
    else
      target = targets.locate(game, read.address, read.length, read.domain)
    end
    see(read, target)
    self.line = self.line + 1
  end
end

---@private
function Runner:check_reads()
  local total = 0
  self:each_read(function(read)
    total = total + read.length
    if total > READ_BYTES then
      refusal.refuse("bad-request", ("The reads of a branch must have at most %d bytes together."):format(READ_BYTES))
    end
  end)
end

---@private
--- Tells the host the result.
function Runner:decide()
  local until_met, lines = self.until_met --[[@as bridge.UntilMet]], {}
  for i, held in ipairs(until_met:held()) do lines[i] = ("held %d %d\n"):format(held.index, self.since + held.frame) end
  _host.branchDecide(until_met.met, table.concat(lines))
end

---@private
function Runner:mark()
  self.until_met = self:parse_until()
  self.until_met:mark()
end

---@private
function Runner:begin()
  if self.until_met:begin() then self:decide() end
end

---@private
function Runner:frame()
  if self.until_met:frame() then self:decide() end
end

---@private
function Runner:read()
  local game, answer, nowhere = self.game, _host.branchBytes, _host.branchNowhere
  self:each_read(function(read, target)
    if not target then return nowhere() end
    local bytes = read.length < 4096 and memory.read(target, read.length) or memory.read_long(game, target, read.length, 0)
    answer(bytes, target.resolved and tostring(target.resolved) or "")
  end)
end

---@private
function Runner:keep()
  self.game.counted = true
  _host.branchKeep(self.states:save(KEPT))
end

--- Adds a callback whose error ends the request.
---@private
function Runner:hook(name, method)
  local game = self.game
  callbacks:add(name, function()
    self.line = 0
    game:look()
    local ok, problem = pcall(method, self)
    if ok then return end
    local is_expected = refusal.is_refusal(problem)
    _host.branchRefuse(self.line, is_expected and problem.sentence or "The script failed: " .. tostring(problem))
  end)
end

--- Hooks the callbacks that the host triggers.
function Runner:start()
  self:hook("branchLoad", self.load)
  self:hook("branchCheckUntil", self.check_until)
  self:hook("branchCheckReads", self.check_reads)
  self:hook("branchMark", self.mark)
  self:hook("branchBegin", self.begin)
  self:hook("branchFrame", self.frame)
  self:hook("branchRead", self.read)
  self:hook("branchKeep", self.keep)
end

return Runner
