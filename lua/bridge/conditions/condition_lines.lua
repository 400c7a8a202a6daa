-- Parses the lines of conditions. The grammar is in docs/protocol/branches.md.
local achievement_condition = require("bridge.conditions.achievement_condition")
local calm_condition = require("bridge.conditions.calm_condition")
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local lines = require("bridge.wire.lines")
local picture_condition = require("bridge.conditions.picture_condition")
local value_condition = require("bridge.conditions.value_condition")
local refusal = require("bridge.wire.refusal")

local condition_lines = {}

local function limits_of(fields, at, timeout)
  return arguments.integer(fields[at], "frames", 1, limits.wait_frames), arguments.integer(fields[at + 1], "timeout", 1, timeout)
end

---@param line string
---@param game bridge.Game
---@param timeout integer that of all conditions
local function value_of(line, game, timeout)
  local fields = lines.split(line, 7, "value, address, type, domain, condition, frames and timeout")
  local frames, own_timeout = limits_of(fields, 6, timeout)
  return value_condition.parse(game, fields[2], fields[3], lines.domain(fields[4]), fields[5], frames, own_timeout)
end

--- Parses a part of the picture: from 0 to the picture's edge, or all of it.
local function region_of(fields, size)
  local width, height = size.width, size.height
  local region = {
    x = arguments.integer(fields[3], "x", 0, width - 1), y = arguments.integer(fields[4], "y", 0, height - 1),
    width = arguments.integer(fields[5], "width", 0, width), height = arguments.integer(fields[6], "height", 0, height),
  }
  if (region.width == 0) ~= (region.height == 0) then refusal.refuse("bad-request", "width and height must both be 0, or neither.") end
  arguments.integer(tostring(region.x + region.width), "x + width", 0, width)
  arguments.integer(tostring(region.y + region.height), "y + height", 0, height)
  return region
end

local function picture_of(line, picture, timeout)
  local fields = lines.split(line, 8, "picture, kind, x, y, width, height, frames and timeout")
  local frames, own_timeout = limits_of(fields, 7, timeout)
  local kind, region = fields[2], region_of(fields, picture)
  if not picture.has_pixels and (region.width > 0 or kind == "calm" or kind:find("^is:")) then
    refusal.refuse("unsupported", "Only the emulator that comes with the bridge looks at a part of the picture, or at its hash.")
  end
  if kind == "calm" then
    local look = picture.look
    local function look_at_all() return look(region.x, region.y, region.width, region.height) end
    local whole = { x = 0, y = 0, width = picture.width, height = picture.height }
    return calm_condition.new(region.width > 0 and region or whole, frames, own_timeout, look_at_all, look)
  end
  return picture_condition.parse(kind, region, frames, own_timeout, picture.look)
end

--- The string may have spaces.
local function achievement_of(line, game, timeout)
  local text, own_timeout = line:match("^achievement (.+) ([^ ]*)$")
  if not text then
    refusal.refuse("bad-request", ("The line must be achievement, its string and timeout; got %s."):format(refusal.quote(line)))
  end
  return achievement_condition.parse(game, text, arguments.integer(own_timeout, "timeout", 1, timeout))
end

--- Parses the line of a condition, or refuses it.
---@param line string
---@param game bridge.Game
---@param picture bridge.PictureLook
---@param timeout integer that of all conditions
---@return bridge.Condition
function condition_lines.parse(line, game, picture, timeout)
  local kind = line:match("^[^ ]*")
  if kind == "value" then return value_of(line, game, timeout) end
  if kind == "achievement" then return achievement_of(line, game, timeout) end
  if kind == "picture" then return picture_of(line, picture, timeout) end
  return refusal.refuse("bad-request", ("The line must begin with value, picture or achievement; got %s."):format(refusal.quote(kind)))
end

--- Parses the line of one of several conditions; a refusal names its index.
local function parse_one(index, line, game, picture, timeout)
  local ok, parsed = pcall(condition_lines.parse, line, game, picture, timeout)
  if ok then return parsed end
  if not refusal.is_refusal(parsed) then error(parsed, 0) end
  local name = ("conditions[%d]"):format(index)
  refusal.refuse(parsed.status, name .. ": " .. parsed.sentence, parsed.argument and name .. "." .. parsed.argument or name)
end

--- Parses all lines of a payload, or refuses it.
---@param payload string
---@param game bridge.Game
---@param picture bridge.PictureLook
---@param timeout integer that of all conditions
---@return bridge.Condition[]
function condition_lines.parse_all(payload, game, picture, timeout)
  local conditions = {}
  if #payload > limits.until_bytes then
    refusal.refuse("bad-request", ("The conditions must have at most %d bytes; got %d."):format(limits.until_bytes, #payload), "payload")
  end
  for line in payload:gmatch("([^\n]*)\n") do
    if #conditions == limits.conditions then
      refusal.refuse("bad-request", ("There must be at most %d conditions."):format(limits.conditions), "payload")
    end
    conditions[#conditions + 1] = parse_one(#conditions, line, game, picture, timeout)
  end
  local in_achievements = 0
  for _, condition in ipairs(conditions) do in_achievements = in_achievements + (condition.count_in_achievement or 0) end
  if in_achievements > limits.achievement_conditions then
    refusal.refuse("bad-request", ("All achievements together must have at most %d conditions; got %d."):format(
      limits.achievement_conditions, in_achievements), "conditions")
  end
  if not conditions[1] or payload:sub(-1) ~= "\n" then
    refusal.refuse("bad-request", "The payload must be lines of conditions.", "payload")
  end
  return conditions
end

return condition_lines
