-- Counts calls of `idle` that have nothing to do. In the second half of its 60 frames it has no such callback.
local calls, with_callback, in_frame = 0, 0, false
local id = callbacks:add("idle", function()
  calls = calls + 1
  if in_frame then
    console:log("FAILED idle: called inside a frame")
  end
end)
callbacks:add("keysRead", function()
  in_frame = true
end)
callbacks:add("frame", function()
  in_frame = false
  if emu:currentFrame() == 30 then
    callbacks:remove(id)
    with_callback = calls
  end
end)
callbacks:add("shutdown", function()
  console:log(("idle %d then %d"):format(with_callback, calls - with_callback))
end)
