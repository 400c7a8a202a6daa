-- screen.png, screen.raw.
local Picture = require("bridge.picture")

local function always() return true end

---@param parts { picture: bridge.Picture }
return function(parts)
  local picture = parts.picture
  return {
    -- Any PNG takes milliseconds.
    ["screen.png"] = { arguments = 0, game = true, cost = 2500, is_long = always, needs_picture = always, run = function()
      Picture.check()
      local png, width, height = picture:take()
      return ("%d %d"):format(width, height), png
    end },

    ["screen.raw"] = { arguments = 0, game = true, needs_picture = always, run = function()
      Picture.check()
      local pixels, width, height = picture.take_pixels()
      return ("%d %d"):format(width, height), pixels
    end },
  }
end
