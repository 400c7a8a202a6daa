-- On Windows, Lua opens files by names in the ANSI code page, and mGBA by names in UTF-8. Only ASCII is the same in both.
local operating_system = require("bridge.system.operating_system")

local windows_paths = {}

--- Returns whether Lua and mGBA may open different files at this path.
---@param path string
---@return boolean
function windows_paths.is_foreign(path)
  return operating_system.is_windows and path:find("[\x80-\xFF]") ~= nil
end

return windows_paths
