-- screen.png, screen.raw, screen.shown.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local drawing = require("bridge.picture.drawing")
local Picture = require("bridge.picture.picture")

local function always() return true end

local function take_pixels(given)
  if #given == 0 then return Picture.take_pixels() end
  return Picture.take_resized(arguments.integer(given[1], "width", 1, limits.picture_width),
    arguments.integer(given[2] or "", "height", 1, limits.picture_height), arguments.integer(given[3] or "", "gray", 0, 1) == 1)
end

---@param parts { picture: bridge.Picture }
return function(parts)
  local picture = parts.picture
  return {
    -- Any PNG takes milliseconds.
    ["screen.png"] = { arguments = 0, game = true, cost = 2500, is_long = always, needs_picture = always, run = function()
      drawing.check()
      local png, width, height = picture:take()
      return ("%d %d"):format(width, height), png
    end },

    ["screen.raw"] = { arguments = 0, optional = 3, game = true, needs_picture = always, run = function(request)
      drawing.check()
      local pixels, width, height = take_pixels(request.arguments)
      return ("%d %d"):format(width, height), pixels
    end },

    ["screen.shown"] = { arguments = 0, game = true, needs = "messages", needs_picture = always, run = function()
      drawing.check()
      local pixels, width, height = Picture.take_shown()
      return ("%d %d"):format(width, height), pixels
    end },
  }
end
