-- What our own host gives the script beside what mGBA gives it (`_host`, emulator/host). Nothing of it is there in any other mGBA.
local own_host = {}

---@param name string
---@return function? member nil in any other mGBA
function own_host.find(name)
  local ok, member = pcall(function() return _host[name] end)
  return ok and member or nil
end

return own_host
