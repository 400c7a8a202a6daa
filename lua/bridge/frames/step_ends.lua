-- In which frames of a sequence an act reads: at the ends of its steps. Pure.
local arguments = require("bridge.wire.arguments")
local limits = require("bridge.wire.limits")
local refuse = require("bridge.wire.refusal").refuse

local step_ends = {}

--- Reads the frames of a repetition, and refuses a reply that would become too long.
---@param text string frames, from 1, separated by commas
---@param sequence? bridge.Sequence
---@param plan? bridge.BatchPlan
---@return table<integer, true>
function step_ends.parse(text, sequence, plan)
  if not sequence or not plan then refuse("bad-request", "stepEnds needs a sequence and operations.", "stepEnds") end
  local ends, count = {}, 0
  for each in (text .. ","):gmatch("([^,]*),") do
    local frame = arguments.integer(each, "stepEnds", 1, sequence.length)
    if not ends[frame] then
      ends[frame], count = true, count + sequence.frames // sequence.length
    end
  end
  local max = plan.needs_picture and limits.key_frames or limits.observed_steps
  if count > max then
    refuse("bad-request", ("An act must read at most %d times%s; got %d."):format(
      max, plan.needs_picture and " with a picture" or "", count), "stepEnds")
  end
  local bytes = plan.read_bytes * (count + 1)
  if bytes > limits.batch_read_bytes then
    refuse("bad-request", ("An act may read at most %d bytes; got %d."):format(limits.batch_read_bytes, bytes), "stepEnds")
  end
  return ends
end

return step_ends
