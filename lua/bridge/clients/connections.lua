-- The list of connections: sends to all of them, and removes closed ones. admission.lua adds them.
local Journal = require("bridge.system.journal")
local expiry = require("bridge.system.expiry")

---@class bridge.ConnectionsParts
---@field game bridge.Game
---@field input bridge.Input
---@field hold bridge.Hold
---@field events bridge.Events
---@field watches bridge.Watches
---@field journal bridge.Journal

---@class bridge.Connections: bridge.ConnectionsParts
---@field list bridge.Connection[] oldest first
---@field active bridge.Connection? the connection that sent last
---@field dropped boolean? whether a connection was closed, so that `drop` has work
local Connections = {}
Connections.__index = Connections

---@param parts bridge.ConnectionsParts becomes the object
---@return bridge.Connections
function Connections.new(parts)
  local self = setmetatable(parts, Connections) --[[@as bridge.Connections]]
  self.list = {}
  return self
end

--- Finds a connection of the client with this name. A bridge gives all of its connections the same name.
---@param name string
---@return bridge.Connection?
function Connections:find_client(name)
  for _, connection in ipairs(self.list) do
    if connection.client == name then return connection end
  end
end

--- Closes a connection that never had a client.
---@param index integer its place in the list
---@param reason string
function Connections:close(index, reason)
  local connection = table.remove(self.list, index)
  connection.socket, connection.gone, self.dropped = nil, reason, true
  if self.active == connection then self.active = nil end
end

--- Removes the connections that have ended, which closes their sockets.
function Connections:drop()
  local kept, left = {}, {}
  for _, connection in ipairs(self.list) do
    if connection.gone or connection.refused then
      self.input:drop_owner(connection)
      self.events:forget(connection)
      self.watches:forget(connection)
      if self.active == connection then self.active = nil end
      connection.socket, connection.gone = nil, connection.gone or "refused"
      for _, waiting in pairs(connection.waiting) do waiting.cancel() end
      if connection.client then
        left[connection.client] = connection.gone
      elseif connection.refused then
        self.journal:refused("connections without a good hello", "refused a connection: " .. connection.refused)
      elseif connection.challenge and connection.challenge.secret ~= "" then
        self.journal:refused("clients that left before their proof", "a client left before its proof; it may have another secret.")
      end
    else
      kept[#kept + 1] = connection
    end
  end
  self.list, self.dropped = kept, nil
  if self:is_deserted() then expiry.set_connected(false) end
  for client, reason in pairs(left) do
    if not self:find_client(client) then
      self.hold:remove_client(client)
      self.journal:info(("%s disconnected: %s"):format(Journal.clean(client, 64), reason))
    end
  end
  collectgarbage()
end

--- Whether no bridge is connected.
---@return boolean
function Connections:is_deserted()
  for _, connection in ipairs(self.list) do
    if connection.client then return false end
  end
  return true
end

--- Whether a pass could run a request or send bytes without new data.
---@return boolean
function Connections:has_work()
  local list = self.list
  for i = 1, #list do
    local connection = list[i]
    if connection:has_work() or connection.unsent > 0 and not connection.blocked then return true end
  end
  return false
end

--- Whether a pass would do nothing without new data: no work, no notice to send, no closed connection to remove.
---@return boolean
function Connections:are_quiet()
  local list = self.list
  for i = 1, #list do
    if list[i].notice_bytes > 0 then return false end
  end
  return not (self.dropped or self:has_work())
end

---@return boolean
function Connections:has_unsent()
  local list = self.list
  for i = 1, #list do
    if list[i].unsent > 0 then return true end
  end
  return false
end

--- Sends a notice to every bridge.
---@param status string
---@param arguments? string
function Connections:tell_all(status, arguments)
  local frame = self.game.frame_text
  for _, connection in ipairs(self.list) do
    if connection.client then
      connection:take_notices() -- the queued notices are older
      connection:send("0", status, frame, arguments)
      connection:flush()
    end
  end
end

--- Closes all connections.
function Connections:stop()
  for _, connection in ipairs(self.list) do
    connection.socket, connection.gone = nil, "stopped"
  end
  self.list, self.active = {}, nil
  collectgarbage()
end

return Connections
