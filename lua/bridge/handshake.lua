-- Checks the first message of a connection, which must be a hello with the right version and secret.
local version = require("bridge.version")
local quote = require("bridge.refusal").quote

local handshake = {}

--- Compares in constant time for a given length, so that timing does not reveal the secret.
---@param given string
---@param expected string
---@return boolean
function handshake.same_secret(given, expected)
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

--- Checks a hello.
---@param message bridge.Message
---@param secret string? empty: none required; nil: the key file can't be used, so refuse every hello
---@return bridge.Verdict? refusal nil when the hello is valid
function handshake.check(message, secret)
  local arguments = message.arguments
  if message.word ~= "hello" or not message.id:find("[1-9]") then
    return { status = "bad-hello", id = "0", sentence = "The first message must be hello, with an id other than 0." }
  end
  if arguments[1] and arguments[1] ~= version.protocol then
    return {
      status = "unsupported-version", id = message.id, argument = version.protocol, sentence = explain_version(arguments[1]),
    }
  end
  if #arguments ~= 3 or message.payload ~= "" then
    return { status = "bad-hello", id = "0", sentence = "hello takes a version, the client's name and a secret." }
  end
  if not secret then
    return { status = "unauthorized", id = message.id, sentence = "The script can't use its key file; its console says why." }
  end
  if secret ~= "" and not handshake.same_secret(arguments[3], secret) then
    local sentence = arguments[3] == "" and "The script requires a secret." or "The secret is wrong."
    return { status = "unauthorized", id = message.id, sentence = sentence }
  end
  return nil
end

return handshake
