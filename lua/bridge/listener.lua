-- The socket at the door.
--
-- mGBA's wrapped sockets poll by themselves and close their descriptor twice, so the bridge uses the raw objects below
-- them and never calls `close`: a socket is closed when nothing refers to it and the garbage is collected.
local limits = require("bridge.limits")

---@class bridge.Listener
---@field private socket mgba.RawSocket
local Listener = {}
Listener.__index = Listener

---@return bridge.Listener? listener
---@return string? problem
function Listener.open(address, port)
  local raw = _socket.create()
  local problem = raw:open(address, port)
  if problem ~= 0 then return nil, socket.ERRORS[problem] or ("error %s"):format(problem) end
  -- Its own backlog of 1 would turn away all but one of the connections that come in the same frame.
  if raw:listen(limits.backlog) ~= 0 then return nil, "it can't be listened to" end
  return setmetatable({ socket = raw }, Listener)
end

---@param milliseconds integer
---@return boolean readable whether somebody is at the door
function Listener:wait(milliseconds)
  return self.socket:select(milliseconds) == 1
end

---@return mgba.RawSocket? accepted nil when nobody waits
function Listener:accept()
  if not self:wait(0) then return nil end
  local accepted = self.socket:accept()
  return accepted.error == 0 and accepted or nil
end

return Listener
