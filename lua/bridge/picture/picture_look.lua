-- How conditions look at the picture: in our own host by a hash of its pixels, elsewhere by its PNG.
local drawing = require("bridge.picture.drawing")
local own_host = require("bridge.system.own_host")
local png = require("bridge.picture.png")

-- A picture's size where only the PNG tells it: the largest one.
local WIDTH_MAX, HEIGHT_MAX = 256, 224

---@class bridge.PictureLook
---@field look fun(x: integer, y: integer, width: integer, height: integer): string equal for equal pixels; width 0: the whole picture
---@field width integer
---@field height integer
---@field has_pixels boolean whether `look` can look at a part, and returns its XXH64

local picture_look = {}

---@param picture bridge.Picture
---@return bridge.PictureLook
function picture_look.new(picture)
  local hash = own_host.find("pictureHash")
  if not hash then
    -- A PNG takes long, so all conditions of a wait share one a frame.
    local seen, seen_in
    local function look()
      if seen_in ~= drawing.frames_seen then seen, seen_in = png.pixels((picture:take())), drawing.frames_seen end
      return seen
    end
    return { look = look, width = WIDTH_MAX, height = HEIGHT_MAX, has_pixels = false }
  end
  return {
    look = function(x, y, width, height)
      drawing.check()
      drawing.look()
      return hash(x, y, width, height)
    end,
    width = own_host.find("pictureWidth")(), height = own_host.find("pictureHeight")(), has_pixels = true,
  }
end

return picture_look
