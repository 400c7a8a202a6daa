-- The conditions of until.wait: they come as lines, and those that held are told as index:frame.
local arguments = require("bridge.wire.arguments")
local condition_lines = require("bridge.conditions.condition_lines")
local limits = require("bridge.wire.limits")
local picture_look = require("bridge.picture.picture_look")
local UntilMet = require("bridge.conditions.until_met")
local refuse_argument = require("bridge.wire.refusal").refuse_argument

local until_parts = {}

--- Returns whether one of the conditions is on the picture.
---@param message bridge.Message
---@return boolean
function until_parts.sees_picture(message)
  return ("\n" .. message.payload):find("\npicture ", 1, true) ~= nil
end

---@param message bridge.Message
---@param game bridge.Game
---@param picture bridge.Picture
---@return bridge.UntilMet
function until_parts.parse(message, game, picture)
  local mode, timeout_text = message.arguments[1], message.arguments[2]
  if mode ~= "any" and mode ~= "all" then refuse_argument("mode", mode, "any or all") end
  local timeout = arguments.integer(timeout_text, "timeout", 1, limits.wait_frames)
  local look = picture_look.new(picture)
  return UntilMet.new(mode == "all", timeout, condition_lines.parse_all(message.payload, game, look, timeout))
end

---@param until_met bridge.UntilMet
---@param since? integer frames before the wait; default 0
---@return string
function until_parts.tell_held(until_met, since)
  local told = {}
  for i, held in ipairs(until_met:held()) do told[i] = ("%d:%d"):format(held.index, (since or 0) + held.frame) end
  return told[1] and table.concat(told, ",") or "-"
end

return until_parts
