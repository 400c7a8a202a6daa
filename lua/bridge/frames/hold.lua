-- The hold: the game stands still until its lease runs out, except for the frames of steps. Pure: the caller waits and counts frames.
local limits = require("bridge.wire.limits")
local LeaseTime = require("bridge.frames.lease_time")
local Steps = require("bridge.frames.steps")

---@class bridge.Hold
---@field lease string? nil: the game isn't held
---@field time bridge.LeaseTime
---@field steps bridge.Steps
---@field owner string
---@field exclusive boolean
---@field in_frame boolean whether a hold that begins now takes effect before another frame
---@field private clients table<string, boolean> clients that took, joined or renewed it
---@field private awaiting (fun(status: "ok"|"cancelled"))[] called when the game stands still, or the hold is cancelled before
---@field private leases integer
local Hold = {}
Hold.__index = Hold

---@return bridge.Hold
function Hold.new()
  local time = LeaseTime.new()
  return setmetatable({
    time = time, steps = Steps.new(time), owner = "", exclusive = false, clients = {}, in_frame = false, leases = 0, awaiting = {},
  }, Hold)
end

--- Returns why a client with this lease may not control the game; nil if it may.
---@param lease string empty: without one
---@return "not-held"|"held"|nil
function Hold:objection(lease)
  if not self.lease then return "not-held" end
  if lease == "" then return self.exclusive and "held" or nil end
  return lease ~= self.lease and "held" or nil
end

--- Returns the error sentence of an objection, and how long the lease lasts.
---@param objection "not-held"|"held"
---@return string sentence
---@return string? milliseconds until the lease ends
function Hold:explain(objection)
  if objection == "not-held" then return "The game is not frozen, or the lease has expired." end
  local left = self.time:milliseconds_left()
  return ("%s has frozen the game%s; it resumes in %d ms unless the lease is renewed."):format(
    self.owner, self.exclusive and " exclusively" or "", left), tostring(left)
end

--- Returns why a command of any client can't wait for frames, and how long the lease lasts; nil if it can.
---@return string? sentence
---@return string? milliseconds until the lease ends
function Hold:lack_of_frames()
  if not self.lease then return nil end
  local holder, left = self:explain("held")
  return holder .. " Only steps and acts run frames of a frozen game. The command did not run: use one of these, or resume the game.", left
end

--- Begins a hold, or joins one that isn't exclusive.
---@param term integer microseconds
---@param exclusive boolean
---@param owner string
---@return "held"|nil problem
function Hold:take(term, exclusive, owner)
  if not self.lease then
    self.leases = self.leases + 1
    self.lease = ("%x%08x"):format(self.leases, math.random(0, 0xFFFFFFFF))
    self.owner, self.exclusive = owner, exclusive
    self.time:begin(term)
    return nil
  end
  if self.exclusive or exclusive then return "held" end
  self.time:join(term)
end

--- Sets the term of the lease. Never shortens the remaining time.
---@param lease string
---@param term integer microseconds
---@return "not-held"|"held"|nil problem
function Hold:prolong(lease, term)
  local problem = self:objection(lease)
  if problem then return problem end
  self.time:prolong(term)
end

--- Records a client that has taken, joined or renewed the hold. The hold ends when none of them is connected.
---@param client string
function Hold:add_client(client)
  self.clients[client] = true
end

--- Ends the hold if this was the last of its clients.
---@param client string its last connection is closed
function Hold:remove_client(client)
  if not self.clients[client] then return end
  self.clients[client] = nil
  if next(self.clients) == nil then self:free() end
end

--- Whether a hold that is taken or joined now begins only with the next frame.
---@return boolean
function Hold:is_ahead()
  return not self.in_frame and (not self.lease or self.awaiting[1] ~= nil)
end

--- Returns why no other client can wait for the hold to begin; nil if there is room.
---@return string?
function Hold:lack_of_room()
  if #self.awaiting >= limits.holds then return ("The queue of holds is full (%d)."):format(limits.holds) end
end

--- Calls `on_begin` when the game stands still, or when the hold is cancelled before.
---@param on_begin fun(status: "ok"|"cancelled") there must be room for it
function Hold:await(on_begin)
  self.awaiting[#self.awaiting + 1] = on_begin
end

--- Cancels the wait of one client for the hold to begin. If no other client waits, the hold ends.
---@param on_begin fun(status: "ok"|"cancelled")
function Hold:give_up(on_begin)
  if not self.awaiting[2] then return self:free() end
  for i, other in ipairs(self.awaiting) do
    if other == on_begin then table.remove(self.awaiting, i) end
  end
  on_begin("cancelled")
end

---@private
function Hold:begin(status)
  if not self.awaiting[1] then return end
  local awaiting = self.awaiting
  self.awaiting = {}
  for _, on_begin in ipairs(awaiting) do on_begin(status) end
end

--- Ends the hold and its steps.
function Hold:free()
  self.lease, self.clients = nil, {}
  self.steps:drop()
  self:begin("cancelled")
end

--- Counts an emulated frame.
function Hold:frame()
  self:begin("ok")
  self.steps:frame()
end

--- Begins the next step if one is due; returns whether the next frame may be emulated.
---@param claimed fun(): integer mask of the buttons that no step may have
---@return boolean
function Hold:runs_next_frame(claimed)
  return not self.lease or self.steps:begin_next(claimed)
end

return Hold
