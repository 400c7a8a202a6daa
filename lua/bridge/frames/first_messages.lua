-- Splits off the messages that come before the operations in the payload of a step or an act.
local framing = require("bridge.wire.framing")
local sensor_setting = require("bridge.game.sensor_setting")
local refuse = require("bridge.wire.refusal").refuse
local Dispatcher = require("bridge.serving.dispatcher")

local first_messages = {}

--- Splits a payload.
---@param payload string
---@param words string[] the messages that may come first: each at most once, in this order
---@param dispatcher bridge.Dispatcher
---@return table<integer, bridge.Message> found by their place in the order
---@return string rest
function first_messages.split(payload, words, dispatcher)
  local found, place, reader, at = {}, 1, nil, 1
  while true do
    local word = payload:match("^%d+ (%S+) ", at)
    while words[place] and words[place] ~= word do place = place + 1 end
    if not words[place] then return found, payload:sub(at) end
    if not reader then
      reader = framing.reader()
      reader:feed(payload)
    end
    local message = reader:next()
    local problem = not message and ("The message %s is cut off."):format(word)
      or message and Dispatcher.shape_problem(message, dispatcher:find(word))
    if problem then refuse("bad-request", problem, "payload") end
    found[place], place, at = message, place + 1, reader:offset() + 1
  end
end

--- Returns the function that sets the sensors as a message says; nil without a message.
---@param message? bridge.Message
---@param game bridge.Game
---@return fun()? set can't fail
function first_messages.sensors_of(message, game)
  if not message then return nil end
  local lack = game:lack("sensors")
  if lack then refuse("unsupported", lack) end
  return sensor_setting.read(message.arguments)
end

return first_messages
