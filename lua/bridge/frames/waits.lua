-- Waits for a number of emulated frames, or for a condition that is checked in each frame. Pure.
local limits = require("bridge.wire.limits")
local on_error = require("bridge.serving.dispatcher").on_error

---@class bridge.Wait
---@field frames integer the timeout
---@field waited integer frames so far
---@field check? fun(wait: bridge.Wait): boolean whether the condition holds
---@field met boolean
---@field of_screen boolean?
---@field stop integer? the breakpoint whose stop ends it; 0: any stop
---@field on_end fun(wait: bridge.Wait, problem?: { status: string, sentence: string }) called once
local Waits = {}
Waits.__index = Waits

---@class bridge.Waits
---@field frames_seen integer
---@field of_screen integer number of waits for the screen
---@field private waits bridge.Wait[]

---@return bridge.Waits
function Waits.new()
  return setmetatable({ frames_seen = 0, of_screen = 0, waits = {} }, Waits)
end

---@return boolean
function Waits:any()
  return self.waits[1] ~= nil
end

--- Returns why there is no room for another wait; nil if there is.
---@param of_screen boolean?
---@return string? sentence
function Waits:lack_of_room(of_screen)
  if #self.waits >= limits.waits then return ("The queue of waits is full (%d)."):format(limits.waits) end
  if of_screen and self.of_screen >= limits.screen_waits then
    return ("The queue of waits for the screen is full (%d)."):format(limits.screen_waits)
  end
end

--- Adds a wait.
---@param wait bridge.Wait there must be room for it
function Waits:add(wait)
  wait.waited, wait.met = 0, false
  self.waits[#self.waits + 1] = wait
  if wait.of_screen then self.of_screen = self.of_screen + 1 end
end

local function finish(self, wait, problem)
  if wait.of_screen then self.of_screen = self.of_screen - 1 end
  wait.on_end(wait, problem)
end

--- Ends a wait early.
---@param wait bridge.Wait one that has not ended
---@param problem { status: string, sentence: string }
function Waits:stop(wait, problem)
  for i, other in ipairs(self.waits) do
    if other == wait then
      table.remove(self.waits, i)
      return finish(self, wait, problem)
    end
  end
end

--- Ends waits as met.
---@param is_met fun(wait: bridge.Wait): boolean
function Waits:meet(is_met)
  local kept, met = {}, {}
  for _, wait in ipairs(self.waits) do
    local list = is_met(wait) and met or kept
    list[#list + 1] = wait
  end
  self.waits = kept
  for _, wait in ipairs(met) do
    wait.met = true
    finish(self, wait)
  end
end

--- Ends all waits.
---@param problem { status: string, sentence: string }
function Waits:clear(problem)
  local waits = self.waits
  self.waits = {}
  for _, wait in ipairs(waits) do finish(self, wait, problem) end
end

---@return boolean over
---@return table? problem
local function look(wait)
  wait.waited = wait.waited + 1
  if wait.check then
    local ok, met = xpcall(wait.check, on_error, wait)
    if not ok then return true, met end
    wait.met = met
  end
  return wait.met or wait.waited >= wait.frames
end

--- Called once each emulated frame.
function Waits:frame()
  self.frames_seen = self.frames_seen + 1
  local waits, kept, over = self.waits, 0, nil
  for i = 1, #waits do
    local wait = waits[i]
    local is_over, problem = look(wait)
    if is_over then
      over = over or {}
      over[#over + 1] = { wait, problem }
    else
      kept = kept + 1
      if kept < i then waits[kept] = wait end
    end
  end
  if not over then return end
  for i = #waits, kept + 1, -1 do waits[i] = nil end
  for _, each in ipairs(over) do finish(self, each[1], each[2]) end
end

return Waits
