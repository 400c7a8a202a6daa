-- Which buttons are down: holds, and a queue of sequences counted in emulated frames. Pure: the caller moves the keys.
--
--                 hold = 3            release = 2
--   callback   F     F+1   F+2   F+3   F+4   F+5
--   button     down  down  down  up    up    the press has ended; the next sequence with this button may begin here
local limits = require("bridge.limits")

---@class bridge.Input
---@field sequences bridge.Sequence[] queued or running, in order; a press is one, too
---@field held integer mask of `buttons.set`
---@field holder any who sent it
---@field private held_until integer? by the bridge's clock; nil: for as long as nobody says otherwise
---@field private heard integer? what that clock showed last, while there is a lease
---@field private unheard integer frames since it moved
---@field down integer mask of what is down since the last frame
---@field private ended bridge.Sequence[] the latest ones
---@field private last_ended integer place of the latest in `ended`
---@field private last_id integer
---@field private under_way boolean whether the keys of the frame that comes are told
local Input = {}
Input.__index = Input

---@return bridge.Input
function Input.new()
  return setmetatable({
    sequences = {}, held = 0, holder = nil, down = 0, ended = {}, last_ended = 0, last_id = 0, under_way = false, unheard = 0,
  }, Input)
end

--- Mask of the buttons that belong to sequences.
---@return integer
function Input:claimed()
  local mask = 0
  for _, sequence in ipairs(self.sequences) do mask = mask | sequence.mask end
  return mask
end

--- Queues a sequence. It begins in the first frame in which none of its buttons belongs to an earlier one, or was down.
---@param sequence bridge.Sequence
---@param owner any with whom it goes
---@param on_end? fun(sequence: bridge.Sequence)
---@return "busy"|"conflict"|nil problem
function Input:queue(sequence, owner, on_end)
  if sequence.mask & self.held ~= 0 then return "conflict" end
  if #self.sequences >= limits.presses then return "busy" end
  self.last_id = self.last_id + 1
  sequence.id, sequence.owner, sequence.on_end = self.last_id, owner, on_end
  self.sequences[#self.sequences + 1] = sequence
end

local function with_id(list, id)
  for _, sequence in ipairs(list) do
    if sequence.id == id then return sequence end
  end
end

---@param id integer
---@return bridge.Sequence? sequence one that has not ended
function Input:find(id)
  return with_id(self.sequences, id)
end

--- The same among those that ended lately, too.
---@param id integer
---@return bridge.Sequence?
function Input:recall(id)
  return self:find(id) or with_id(self.ended, id)
end

--- Frames that a sequence has been played; the one under way counts, since its keys can't be taken back.
---@param sequence bridge.Sequence
---@return integer
function Input:played(sequence)
  return sequence.age + (sequence.state == "running" and self.under_way and 1 or 0)
end

--- Holds exactly these buttons until the next call, or until `holder` lets go, or until a lease ends.
---@param mask integer
---@param holder any
---@param held_until? integer by the bridge's clock
---@return boolean? done nil when one of them belongs to a sequence
function Input:hold(mask, holder, held_until)
  if mask & self:claimed() ~= 0 then return nil end
  self.held, self.holder, self.held_until, self.unheard = mask, holder, held_until, 0
  return true
end

local function release(self)
  self.held, self.holder, self.held_until = 0, nil, nil
end

--- Lets go of what is held once its lease is over. The frames are for a bridge that was stopped, whose clock stands still.
---@param now integer the bridge's clock
function Input:expire(now)
  if not self.held_until then return end
  self.unheard = now == self.heard and self.unheard + 1 or 0
  self.heard = now
  if now >= self.held_until or self.unheard >= limits.hold_frames then release(self) end
end

--- Takes a sequence out of the queue's books; only what can be told of it is kept.
local function finish(self, sequence, state)
  sequence.age, sequence.state = self:played(sequence), state
  local on_end = sequence.on_end
  sequence.owner, sequence.on_end, sequence.masks, sequence.durations = nil, nil, nil, nil
  self.last_ended = self.last_ended % limits.ended_sequences + 1
  self.ended[self.last_ended] = sequence
  if on_end then on_end(sequence) end
end

local function finish_early(self, sequence)
  finish(self, sequence, sequence.state == "running" and "interrupted" or "cancelled")
end

--- Takes one out; if it runs, its buttons go up with the next frame.
---@param sequence bridge.Sequence one that has not ended
function Input:stop(sequence)
  for i, other in ipairs(self.sequences) do
    if other == sequence then
      table.remove(self.sequences, i)
      return finish_early(self, sequence)
    end
  end
end

--- Drops those of one owner, or all.
local function drop(self, owner)
  local kept, dropped = {}, {}
  for _, sequence in ipairs(self.sequences) do
    local list = (owner == nil or sequence.owner == owner) and dropped or kept
    list[#list + 1] = sequence
  end
  self.sequences = kept
  for _, sequence in ipairs(dropped) do finish_early(self, sequence) end
  return #dropped
end

--- Ends what somebody holds and has queued.
function Input:let_go(owner)
  if self.holder == owner then release(self) end
  drop(self, owner)
end

--- Lets go of everything and drops every sequence.
---@return integer dropped
function Input:clear()
  release(self)
  return drop(self)
end

--- A frame has been emulated: what runs gets older by one, and what is over ends.
---@param frame integer its number, only reported
function Input:advance(frame)
  self.under_way = false
  local sequences, kept, over = self.sequences, 0, nil
  for i = 1, #sequences do
    local sequence = sequences[i]
    if sequence.state == "running" and sequence:advance(frame) then
      over = over or {}
      over[#over + 1] = sequence
    else
      kept = kept + 1
      if kept < i then sequences[kept] = sequence end
    end
  end
  if not over then return end
  for i = #sequences, kept + 1, -1 do sequences[i] = nil end
  for _, sequence in ipairs(over) do finish(self, sequence, "done") end
end

--- The next frame is about to be emulated: begins what can begin.
---@param frame integer number of the one before it, only reported
---@param stepped? integer mask of the buttons that a step has down in it
---@return integer down mask of the buttons to keep down
---@return integer up mask of the buttons to let go
function Input:begin(frame, stepped)
  self.under_way = true
  local claimed, down, before = stepped or 0, self.held | (stepped or 0), self.down
  for _, sequence in ipairs(self.sequences) do
    if sequence.state == "queued" and sequence.mask & (claimed | before) == 0 then
      sequence.state, sequence.begun = "running", frame
    end
    claimed = claimed | sequence.mask
    if sequence.state == "running" then down = down | sequence:down() end
  end
  self.down = down
  return down, before & ~down
end

return Input
