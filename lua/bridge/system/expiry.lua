-- Tells our host whether a bridge is connected. Without a bridge, the host ends after the time of its option --expire.
local own_host = require("bridge.system.own_host")

local expiry = {}

---@param connected boolean
function expiry.set_connected(connected)
  local set = own_host.find("setConnected")
  if set then set(connected) end
end

return expiry
