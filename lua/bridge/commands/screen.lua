-- screen.png.

---@param parts bridge.Parts
return function(parts)
  local picture = parts.picture
  return {
    -- A picture takes a millisecond or more, however small it is.
    ["screen.png"] = { arguments = 0, game = true, weight = 262144, run = function()
      local png, width, height = picture:take()
      return ("%d %d"):format(width, height), png
    end },
  }
end
