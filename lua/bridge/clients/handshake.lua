-- The first two messages of a connection, hello and authenticate (docs/protocol/wire.md, "Hello"). Pure.
local version = require("bridge.wire.version")
local hmac_sha256 = require("bridge.clients.hmac_sha256")
local quote = require("bridge.wire.refusal").quote

local handshake = {}

local NONCE = "^" .. ("[0-9a-f]"):rep(32) .. "$"

--- Compares in constant time for a given length, so that timing does not reveal the expected text.
---@param given string
---@param expected string
---@return boolean
function handshake.is_same(given, expected)
  local difference = #given ~ #expected
  for i = 1, #given do
    difference = difference | (given:byte(i) ~ (expected:byte((i - 1) % math.max(#expected, 1) + 1) or 0))
  end
  return difference == 0
end

--- Explains a version mismatch, and says which side to update.
---@param theirs string
---@return string
local function explain_version(theirs)
  local number = math.tointeger(tonumber(theirs))
  local advice = number and number > math.tointeger(tonumber(version.protocol)) and "load the lua/bridge.lua that came with the bridge"
    or "update the bridge, or load the lua/bridge.lua that came with it"
  return ("version must be %s; got %s: %s."):format(version.protocol, quote(theirs), advice)
end

---@class bridge.Verdict
---@field status string?
---@field id string
---@field sentence string
---@field argument string?

---@param sentence string
---@return bridge.Verdict
local function bad_hello(sentence)
  return { status = "bad-hello", id = "0", sentence = sentence }
end

--- Checks a hello.
---@param message bridge.Message
---@return bridge.Verdict? refusal nil when the hello is valid
function handshake.check_hello(message)
  local arguments = message.arguments
  if message.word ~= "hello" or not message.id:find("[1-9]") then
    return bad_hello("The first message must be hello, with an id other than 0.")
  end
  if arguments[1] and arguments[1] ~= version.protocol then
    return {
      status = "unsupported-version", id = message.id, argument = version.protocol, sentence = explain_version(arguments[1]),
    }
  end
  if #arguments ~= 3 or message.payload ~= "" or not arguments[3]:find(NONCE) then
    return bad_hello("hello takes a version, the client's name and a nonce of 32 hexadecimal digits.")
  end
end

---@class bridge.Challenge what a hello was answered with
---@field client string the client's name
---@field client_nonce string
---@field script_nonce string
---@field address string where the script listens
---@field secret string empty: none required

--- Returns the proof that a side knows the secret.
---@param challenge bridge.Challenge
---@param side "script"|"client"
---@return string proof empty if no secret is required
function handshake.proof(challenge, side)
  if challenge.secret == "" then return "" end
  local text = ("bridge %s %s\n%s\n%s\n%s\n%s"):format(
    version.protocol, side, challenge.client_nonce, challenge.script_nonce, challenge.address, challenge.client)
  return hmac_sha256.code(challenge.secret, text)
end

--- Checks the message after a hello.
---@param message bridge.Message
---@param challenge bridge.Challenge
---@return bridge.Verdict? refusal nil when the client knows the secret
function handshake.check_proof(message, challenge)
  if message.word ~= "authenticate" or not message.id:find("[1-9]") or #message.arguments ~= 1 or message.payload ~= "" then
    return bad_hello("The message after hello must be authenticate with a proof, and with an id other than 0.")
  end
  local given, expected = message.arguments[1], handshake.proof(challenge, "client")
  if expected ~= "" and not handshake.is_same(given, expected) then
    local sentence = given == "" and "The script requires a secret."
      or "The proof is wrong: it was made with another secret, or for another connection."
    return { status = "unauthorized", id = message.id, sentence = sentence }
  end
end

return handshake
