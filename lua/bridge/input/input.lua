-- Calculates which buttons are down: held ones, and a queue of sequences counted in emulated frames. Pure: the caller sets the keys.
--
--                 hold = 3            release = 2
--   callback   F     F+1   F+2   F+3   F+4   F+5
--   button     down  down  down  up    up    the press has ended; the next sequence with this button may begin here
local limits = require("bridge.wire.limits")
local HeldButtons = require("bridge.input.held_buttons")

---@class bridge.Input
---@field sequences bridge.Sequence[] queued or running, in order; a press is a sequence
---@field held bridge.HeldButtons those held by `buttons.set` and similar commands
---@field down integer mask of the buttons that are down
---@field private others integer mask of those that are down by sequences and a step
---@field private ended bridge.Sequence[] ring buffer of the latest that ended
---@field private last_ended integer index of the latest in `ended`
---@field private last_id integer
---@field private under_way boolean whether the keys of the next frame are set
local Input = {}
Input.__index = Input

---@return bridge.Input
function Input.new()
  return setmetatable({
    sequences = {}, held = HeldButtons.new(), down = 0, others = 0, ended = {}, last_ended = 0, last_id = 0, under_way = false,
  }, Input)
end

--- Returns the mask of the buttons that belong to sequences.
---@return integer
function Input:claimed()
  local mask = 0
  for _, sequence in ipairs(self.sequences) do mask = mask | sequence.mask end
  return mask
end

--- Queues a sequence. It begins in the first frame in which none of its buttons belongs to an earlier one, was down in the
--- previous frame, or is in an earlier accepted change.
---@param sequence bridge.Sequence
---@param owner any the sequence ends when the owner disconnects
---@param on_end? fun(sequence: bridge.Sequence)
---@return "busy"|"conflict"|nil problem
function Input:queue(sequence, owner, on_end)
  if sequence.mask & self.held.mask ~= 0 then return "conflict" end
  if #self.sequences >= limits.presses then return "busy" end
  self.last_id = self.last_id + 1
  sequence.id, sequence.owner, sequence.on_end, sequence.behind = self.last_id, owner, on_end, self.held.last
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

--- Finds a sequence, also among the latest that ended.
---@param id integer
---@return bridge.Sequence?
function Input:recall(id)
  return self:find(id) or with_id(self.ended, id)
end

--- Returns how many frames of a sequence were played. The current frame counts, because its keys can't be changed any more.
---@param sequence bridge.Sequence
---@return integer
function Input:played(sequence)
  return sequence.age + (sequence.state == "running" and self.under_way and 1 or 0)
end

--- Holds exactly these buttons, as soon as the changes before have taken effect, until the next call, the end of `holder`
--- or the end of the lease.
---@param mask integer
---@param holder any
---@param held_until? integer by the bridge's clock
---@param shared? integer mask of the buttons that may also belong to a sequence; default none
---@return "busy"|"conflict"|nil problem "conflict": another one belongs to a sequence
function Input:hold(mask, holder, held_until, shared)
  if mask & ~(shared or 0) & self:claimed() ~= 0 then return "conflict" end
  if not self.held:change(mask, holder, held_until) then return "busy" end
end

--- Moves a sequence to the ended ones, and keeps only what its status needs.
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

--- Removes a sequence; if it runs, its buttons are released in the next frame.
---@param sequence bridge.Sequence one that has not ended
function Input:stop(sequence)
  for i, other in ipairs(self.sequences) do
    if other == sequence then
      table.remove(self.sequences, i)
      return finish_early(self, sequence)
    end
  end
end

--- Drops the sequences of one owner, or all.
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

--- Drops an owner's sequences and queued changes, and releases its held buttons.
function Input:drop_owner(owner)
  local held = self.held
  held:drop_owner(owner)
  drop(self, owner)
  -- The numbers of dropped changes are reused.
  for _, sequence in ipairs(self.sequences) do sequence.behind = math.min(sequence.behind, held.last) end
end

--- Drops every sequence, and releases what is held once the changes before have taken effect.
---@param owner any the connection that sent the release
---@return integer dropped
function Input:release(owner)
  self.held:release(owner)
  return drop(self)
end

--- Drops every sequence and every change that has not taken effect, and releases what is held.
function Input:clear()
  self.held:clear()
  drop(self)
end

--- Returns the keys for `buttons.get`: the latest accepted mask replaces the one in effect.
---@param keys integer the keys in mGBA
---@return integer mask
function Input:reported_keys(keys)
  local held = self.held
  return keys & ~(held:in_effect() & ~self.others) | held.mask
end

--- Advances the running sequences by a frame, and ends those that are over.
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

--- Begins the sequences that can begin in the next frame, and returns its keys.
---@param frame integer number of the one before it, only reported
---@param stepped? integer mask of the buttons that a step has down in it
---@return integer down mask of the buttons to keep down
---@return integer up mask of the buttons to release
function Input:begin(frame, stepped)
  self.under_way = true
  local held, before, others_before = self.held, self.down, self.others
  local down, claimed, others = held:begin(), stepped or 0, stepped or 0
  for _, sequence in ipairs(self.sequences) do
    local mask = sequence.mask
    if sequence.state == "queued" and mask & (claimed | others_before) == 0 and not held:uses(mask, sequence.behind) then
      sequence.state, sequence.begun = "running", frame
    end
    claimed = claimed | mask
    if sequence.state == "running" then others = others | sequence:down() end
  end
  down = down | others
  self.down, self.others = down, others
  return down, before & ~down
end

return Input
