-- Decides which frames are drawn: in our own host, those that a client looks at.
local refuse = require("bridge.wire.refusal").refuse
local own_host = require("bridge.system.own_host")

local drawing = {}

-- is_drawn: the next frame is drawn. is_missing: the latest frame was not. span: for how many frames a look of a client counts, from the
-- latest `prepare`. attention: how many of these frames are left.
local is_drawn, is_missing, span, attention = true, false, 0, 0

-- Has our own host draw frames or not; nil in other hosts.
local set_drawing = own_host.find("setDrawing")

-- All frames are drawn for this long after a client has looked at the screen, in the middle of steps and while the game runs freely.
-- 0: all frames are drawn. That is so without quietFrames, because another script may look.
drawing.SPAN_IN_STEP, drawing.SPAN_IN_FREE_RUN = 60, own_host.find("quietFrames") and 600 or 0

--- Records that a client looks at the screen.
function drawing.look()
  attention = span
end

--- Returns whether the next frame is drawn.
---@return boolean
function drawing.is_on()
  return is_drawn
end

--- Returns whether the latest frame was not drawn.
---@return boolean
function drawing.is_missing()
  return is_missing
end

--- Returns whether a request that may take a picture has to wait for a frame that is drawn. While the game runs freely, the next frame
--- must be drawn as well, because a hold or an act may begin in it.
---@return boolean
function drawing.is_blind()
  return is_missing or not is_drawn and span == drawing.SPAN_IN_FREE_RUN
end

--- Refuses a picture if the latest frame was not drawn.
function drawing.check()
  if not is_missing then return end
  drawing.look()
  refuse("conflict", "The picture of this frame was not drawn, because its step had draw 0; the next step draws one.")
end

--- Lets pictures show what was drawn last, until the next frame. Called when the game stands within a frame.
function drawing.take_latest()
  is_missing = false
end

--- Counts emulated frames.
drawing.frames_seen = 0

--- Notes an emulated frame.
function drawing.begin_frame()
  drawing.frames_seen = drawing.frames_seen + 1
  is_missing = not is_drawn
end

--- Decides before each frame whether it is drawn. Our own host skips frames that no client sees, which saves a third of their time.
---@param frames integer for how many frames a look of a client counts; 0: the next frame is drawn in any case
---@param looks? boolean whether a client looks now
function drawing.prepare(frames, looks)
  if frames ~= span then span, attention = frames, 0 end
  if looks then attention = span end
  local draws = span == 0 or attention > 0
  if attention > 0 then attention = attention - 1 end
  if draws == is_drawn or not set_drawing then return end
  set_drawing(draws)
  is_drawn = draws
end

return drawing
