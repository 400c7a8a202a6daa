-- Counts the windows that the bridge's script opens. Loaded behind it.
local window = bridge and bridge.window
if window and window.open then
  local open = window.open
  window.open = function(...)
    bench_windows = bench_windows + 1
    return open(...)
  end
end
