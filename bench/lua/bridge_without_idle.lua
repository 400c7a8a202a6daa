-- The bridge's script as a host sees it that never fires `idle`, like mGBA's own window. Counts its windows.
local real = callbacks
callbacks = {
  add = function(_, name, callback)
    if name ~= "idle" then return real:add(name, callback) end
  end,
  remove = function(_, id)
    if id then real:remove(id) end
  end,
}

local folder = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"
dofile(folder .. "../../lua/bridge.lua")

local window = bridge and bridge.window
if window and window.open then
  local open = window.open
  window.open = function(...)
    bench_windows = bench_windows + 1
    return open(...)
  end
end
