-- Parses the lines of a branch that the host leaves to the script. The grammar is in docs/protocol/branches.md.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local picture_condition = require("bridge.conditions.picture_condition")
local value_condition = require("bridge.conditions.value_condition")
local refusal = require("bridge.wire.refusal")

local branch_lines = {}

---@class bridge.BranchRead
---@field address integer|bridge.PointerChain
---@field length integer
---@field domain string

local function refuse_line(line, accepted)
  refusal.refuse("bad-request", ("The line must be %s; got %s."):format(accepted, refusal.quote(line)))
end

--- Splits a line. An empty field means that the line has fewer.
local function split(line, count, accepted)
  local fields = {}
  for field in line:gmatch("[^ ]+") do fields[#fields + 1] = field end
  if #fields ~= count or #table.concat(fields, " ") ~= #line then refuse_line(line, accepted) end
  return fields
end

local function domain_of(text)
  return text == "-" and "" or text
end

local function limits_of(fields, at, timeout)
  return arguments.integer(fields[at], "frames", 1, limits.wait_frames), arguments.integer(fields[at + 1], "timeout", 1, timeout)
end

---@param line string
---@param game bridge.Game
---@param timeout integer that of all conditions
local function value_of(line, game, timeout)
  local fields = split(line, 7, "value, address, type, domain, condition, frames and timeout")
  local frames, own_timeout = limits_of(fields, 6, timeout)
  return value_condition.parse(game, fields[2], fields[3], domain_of(fields[4]), fields[5], frames, own_timeout)
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

---@class bridge.PictureAccess
---@field look fun(x: integer, y: integer, width: integer, height: integer): string? see picture_condition
---@field width integer
---@field height integer

local function picture_of(line, access, timeout)
  local fields = split(line, 8, "picture, kind, x, y, width, height, frames and timeout")
  local frames, own_timeout = limits_of(fields, 7, timeout)
  return picture_condition.parse(fields[2], region_of(fields, access), frames, own_timeout, access.look)
end

--- Parses the line of a condition, or refuses it.
---@param line string
---@param game bridge.Game
---@param access bridge.PictureAccess
---@param timeout integer that of all conditions
---@return bridge.Condition
function branch_lines.condition(line, game, access, timeout)
  if line:find("^value") then return value_of(line, game, timeout) end
  return picture_of(line, access, timeout)
end

--- Parses the line of a read, or refuses it.
---@param line string
---@return bridge.BranchRead
function branch_lines.read(line)
  local fields = split(line, 4, "read, address, length and domain")
  return {
    address = arguments.address(fields[2]), length = arguments.integer(fields[3], "length", 1, limits.memory_range_bytes),
    domain = domain_of(fields[4]),
  }
end

return branch_lines
