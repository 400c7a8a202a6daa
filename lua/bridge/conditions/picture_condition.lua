-- Conditions on the picture or a part of it. Pure: the function that looks at the picture is passed in, because only our own host has
-- pixels.
local refuse_argument = require("bridge.wire.refusal").refuse_argument

local picture_condition = {}

---@class bridge.PictureRegion
---@field x integer
---@field y integer
---@field width integer 0: the whole picture
---@field height integer 0: the whole picture

local function is_same(now, reference) return now == reference end
local function is_other(now, reference) return now ~= reference end

--- Parses a condition, or refuses it.
---@param text string changed, still, or is: and the hash in hexadecimal
---@param region bridge.PictureRegion
---@param frames integer how many consecutive frames it must be true in
---@param timeout integer
---@param look fun(x: integer, y: integer, width: integer, height: integer): string? see PictureLook
---@return bridge.Condition
function picture_condition.parse(text, region, frames, timeout, look)
  local x, y, width, height = region.x, region.y, region.width, region.height
  local hash = #text == 19 and text:match("^is:(%x+)$")
  local basis = hash and "constant" or text == "changed" and "first" or text == "still" and "previous"
  if not basis then refuse_argument("kind", text, "changed, still, calm, or is: and 16 hexadecimal digits") end
  return {
    read = function() return look(x, y, width, height) end, test = basis == "first" and is_other or is_same, basis = basis,
    reference = hash and hash:lower() or nil, frames = frames, timeout = timeout,
  }
end

return picture_condition
