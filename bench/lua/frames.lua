-- Tells whoever connects to BENCH_FRAMES_PORT the frame number, every fifth frame, and how many windows the bridge's
-- script has opened so far. Loaded before that script, so it speaks before any of the frame's time is used.
local listener = _socket.create()
assert(listener:open("127.0.0.1", tonumber(os.getenv("BENCH_FRAMES_PORT"))) == 0)
assert(listener:listen(16) == 0)
bench_windows = 0

local watchers = {}
local frame = 0
callbacks:add("frame", function()
  frame = emu:currentFrame()
  if frame % 5 ~= 0 then return end
  if listener:select(0) == 1 then
    local watcher = listener:accept()
    if watcher.error == 0 then watchers[#watchers + 1] = watcher end
  end
  local line = ("%d %d\n"):format(frame, bench_windows)
  for i = #watchers, 1, -1 do
    watchers[i]:send(line)
    if watchers[i].error ~= 0 then table.remove(watchers, i) end
  end
end)
