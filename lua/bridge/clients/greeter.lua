-- Answers the first messages of a connection, hello and authenticate, after which it has a client.
local handshake = require("bridge.clients.handshake")
local nonce = require("bridge.clients.nonce")
local expiry = require("bridge.system.expiry")
local escaping = require("bridge.wire.escaping")
local Journal = require("bridge.system.journal")

---@class bridge.GreeterParts
---@field connections bridge.Connections
---@field game bridge.Game
---@field journal bridge.Journal
---@field access bridge.Access
---@field facts bridge.Facts
---@field address string where the script listens, as clients have to know it

---@class bridge.Greeter: bridge.GreeterParts
local Greeter = {}
Greeter.__index = Greeter

---@param parts bridge.GreeterParts becomes the object
---@return bridge.Greeter
function Greeter.new(parts)
  return setmetatable(parts, Greeter) --[[@as bridge.Greeter]]
end

--- Closes the connections that were accepted without the current secret.
---@private
---@param secret string
function Greeter:end_others(secret)
  local connections = self.connections
  for _, connection in ipairs(connections.list) do
    if connection.client and connection.secret ~= secret then
      connection.gone, connections.dropped = "its secret is no longer valid", true
    end
  end
end

--- Refuses a connection, which closes it.
---@private
---@param connection bridge.Connection
---@param refusal bridge.Verdict
function Greeter:refuse(connection, refusal)
  local argument = refusal.argument and escaping.encode(refusal.argument)
  connection:send(refusal.id, refusal.status, self.game.frame_text, argument, refusal.sentence)
  connection.refused = refusal.sentence .. (refusal.status == "unauthorized" and self.access:advice() or "")
end

--- Answers a hello with a nonce and the proof that this script knows the secret.
---@private
---@param connection bridge.Connection
---@param message bridge.Request
function Greeter:challenge(connection, message)
  local refusal = handshake.check_hello(message)
  if refusal then return self:refuse(connection, refusal) end
  local secret = self.access:renew()
  if not secret then
    local sentence = "The script can't use its key file; its console says why."
    return self:refuse(connection, { status = "unauthorized", id = message.id, sentence = sentence })
  end
  local challenge = {
    client = message.arguments[2], client_nonce = message.arguments[3], script_nonce = nonce.new(), address = self.address,
    secret = secret,
  }
  connection.challenge = challenge
  local arguments = escaping.join({ challenge.script_nonce, handshake.proof(challenge, "script"), self.address })
  connection:send(message.id, "ok", self.game.frame_text, arguments)
end

--- Answers a client's proof. The connection then has a client.
---@private
---@param connection bridge.Connection
---@param message bridge.Request
function Greeter:admit(connection, message)
  local challenge = connection.challenge
  local refusal = handshake.check_proof(message, challenge)
  if refusal then return self:refuse(connection, refusal) end
  local client, secret = challenge.client, challenge.secret
  if self.access:renew() ~= secret then
    local sentence = "The secret has just changed. Connect again."
    return self:refuse(connection, { status = "unauthorized", id = message.id, sentence = sentence })
  end
  if secret ~= "" then self:end_others(secret) end
  connection.secret, connection.challenge = secret, nil
  local sibling = self.connections:find_client(client)
  if sibling then
    connection.clock_source = sibling.clock_source
  else
    self.journal:info(("%s connected"):format(Journal.clean(client, 64)))
  end
  connection.client = client
  expiry.set_connected(true)
  connection:send(message.id, "ok", self.game.frame_text, self.facts:tell())
end

--- Answers a message of a connection without a client.
---@param connection bridge.Connection
---@param message bridge.Request
function Greeter:greet(connection, message)
  if not connection.challenge then
    self:challenge(connection, message)
  elseif message.word == "ping" then -- a client asks whether the reply to its hello was lost
    connection:send(message.id, "ok", self.game.frame_text)
  else
    self:admit(connection, message)
  end
end

return Greeter
