-- Finds the functions that our own host offers the script (`_host`, emulator/host).
local own_host = {}

---@param name string
---@return function? member nil in any other mGBA
function own_host.find(name)
  local ok, member = pcall(function() return _host[name] end)
  return ok and member or nil
end

return own_host
