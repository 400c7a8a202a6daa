-- Presses that merge: a button that is down or waits is not pressed again. The routes of mGBA-http need them. Pure.
local merging = {}

--- Finds the buttons that are down by a sequence or wait for it to begin.
---@param sequences bridge.Sequence[]
---@param mask integer
---@return integer pending mask of these among `mask`
---@return integer? id of the latest sequence that has one
function merging.pending(sequences, mask)
  local pending, id = 0, nil
  for _, sequence in ipairs(sequences) do
    local of_it = mask & (sequence.state == "queued" and sequence.mask or sequence:down())
    if of_it ~= 0 then pending, id = pending | of_it, sequence.id end
  end
  return pending, id
end

--- Takes buttons out of every press that merges, and ends those that have no other button.
---@param input bridge.Input
---@param mask integer
function merging.release(input, mask)
  local over = {}
  for _, sequence in ipairs(input.sequences) do
    if sequence.merges then
      sequence:take_out(mask)
      if sequence.mask == 0 then over[#over + 1] = sequence end
    end
  end
  for _, sequence in ipairs(over) do input:stop(sequence) end
end

return merging
