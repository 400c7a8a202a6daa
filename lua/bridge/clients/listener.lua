-- The socket that clients connect to.
--
-- mGBA's wrapped sockets poll by themselves and close their descriptor twice, so the bridge uses the raw objects below
-- them and never calls `close`: a socket is closed when nothing refers to it and the garbage is collected.
local limits = require("bridge.wire.limits")
local operating_system = require("bridge.system.operating_system")
local own_host = require("bridge.system.own_host")

-- Max milliseconds of each wait for the test connection that the script opens to its own port, and for its bytes.
local PROOF_WAIT = 50

---@class bridge.Listener
---@field port integer 0 for a Unix socket
---@field address string where it listens, as clients have to know it: "127.0.0.1:8888", or "unix"
---@field private socket mgba.RawSocket
local Listener = {}
Listener.__index = Listener

--- Connects to the port and checks that the connection arrives at this socket. On Windows another program may listen on the same
--- port without an error, and then one of the two gets every connection.
---@param listening mgba.RawSocket
---@param address string
---@param port integer
---@return boolean
local function gets_connections(listening, address, port)
  local probe, nonce = _socket.create(), ("%016x"):format(math.random(0))
  if probe:connect(address, port) ~= 0 then return false end
  probe:send(nonce)
  -- Clients may have connected before. Their connections end here, and they connect again.
  for _ = 1, limits.backlog do
    if listening:select(PROOF_WAIT) ~= 1 then return false end
    local accepted = listening:accept()
    if accepted.error == 0 and accepted:select(PROOF_WAIT) == 1 and accepted:recv(#nonce) == nonce then return true end
  end
  return false
end

---@param address string
---@param port integer
---@return bridge.Listener? listener
---@return string? problem
function Listener.open(address, port)
  local raw = _socket.create()
  local problem = raw:open(address, port)
  if problem ~= 0 then return nil, socket.ERRORS[problem] or ("error %s"):format(problem) end
  -- mGBA's default backlog of 1 would refuse all but one of the connections of a frame.
  if raw:listen(limits.backlog) ~= 0 then return nil, "it can't be listened to" end
  if operating_system.is_windows and not gets_connections(raw, address, port) then
    return nil, "another program gets its connections"
  end
  return setmetatable({ socket = raw, port = port, address = ("%s:%d"):format(address, port) }, Listener)
end

--- Listens at a Unix socket, which only our own host can.
---@param path string
---@return bridge.Listener? listener
---@return string? problem
function Listener.open_unix(path)
  local bind = own_host.find("bindUnix")
  if not bind then return nil, "only mgba-host has Unix sockets" end
  local raw = _socket.create()
  -- The host puts the Unix socket into the place of this one, which never listens.
  if raw:open("127.0.0.1", 0) ~= 0 then return nil, "no socket can be opened" end
  if not bind(path) then return nil, "the line before says why" end
  if raw:listen(limits.backlog) ~= 0 then return nil, "it can't be listened to" end
  return setmetatable({ socket = raw, port = 0, address = "unix" }, Listener)
end

--- Listens on the first of the ports that is free.
---@param address string
---@param ports integer[]
---@return bridge.Listener? listener nil: none is free
---@return string? why the first port can't be used
function Listener.open_first(address, ports)
  local first_problem
  for _, port in ipairs(ports) do
    local listener, problem = Listener.open(address, port)
    collectgarbage() -- closes the sockets of the ports that were not free
    first_problem = first_problem or problem
    if listener then return listener, first_problem end
  end
  return nil, first_problem
end

---@param milliseconds integer
---@return boolean readable whether a client waits to be accepted
function Listener:wait(milliseconds)
  return self.socket:select(milliseconds) == 1
end

---@return mgba.RawSocket? accepted nil when no client waits
function Listener:accept()
  if not self:wait(0) then return nil end
  local accepted = self.socket:accept()
  return accepted.error == 0 and accepted or nil
end

return Listener
