-- Tells each client of BENCH_FRAMES_PORT, every fifth frame, the frame number, how many windows the bridge's script has
-- opened so far, how many pictures it has taken and how many microseconds they took. Loaded before that script,
-- so it speaks before any of the frame's time is used.
local listener = _socket.create()
assert(listener:open("127.0.0.1", tonumber(os.getenv("BENCH_FRAMES_PORT"))) == 0)
assert(listener:listen(16) == 0)
bench_windows, bench_pictures, bench_picture_time = 0, 0, 0

local watchers = {}
local frame = 0
callbacks:add("frame", function()
  frame = emu:currentFrame()
  if frame % 5 ~= 0 then return end
  if listener:select(0) == 1 then
    local watcher = listener:accept()
    if watcher.error == 0 then watchers[#watchers + 1] = watcher end
  end
  local line = ("%d %d %d %d\n"):format(frame, bench_windows, bench_pictures, bench_picture_time * 1e6 // 1)
  for i = #watchers, 1, -1 do
    -- They never say anything, so what can be read is the end; the second write after that would end mGBA's own window.
    if watchers[i]:select(0) == 1 then table.remove(watchers, i) else watchers[i]:send(line) end
  end
end)
