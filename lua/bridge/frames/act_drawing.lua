-- Which frames of an act in a held game need not be drawn: those that it can't end in, and of which nobody wants a picture. Pure.
local act_drawing = {}

--- Returns after how many frames from now an act can end at the earliest.
---@param act bridge.Act
local function min_frames_left(act)
  if act.phase == "settling" then return act.settle - act.in_phase end
  if act.phase == "awaiting" or act.ends_early then return 1 + act.settle end
  local sequence = act.sequence
  return (sequence and sequence.frames - sequence.age or 0) + act.settle
end

--- Returns whether no picture of an act's next frame is needed.
---@param act bridge.Act
---@return boolean
function act_drawing.may_skip(act)
  return not act.of_screen and min_frames_left(act) > 1 and not (act.draws and act.draws(act.frames + 1))
end

return act_drawing
