-- Compares the host's resized pictures with the average of each pixel's area, computed slowly, in the frame 30.
local function shares(from, to)
  -- Pixel `to_at` of the result is `from` units wide, a pixel of the picture `to` units.
  local list = {}
  for to_at = 0, to - 1 do
    list[to_at] = {}
    for at = to_at * from // to, math.min(from - 1, ((to_at + 1) * from - 1) // to) do
      local part = math.min((at + 1) * to, (to_at + 1) * from) - math.max(at * to, to_at * from)
      list[to_at][#list[to_at] + 1] = { at, part }
    end
  end
  return list
end

local function resize(picture, width, height, new_width, new_height, gray)
  local across, down, area, bytes = shares(width, new_width), shares(height, new_height), width * height, {}
  for y = 0, new_height - 1 do
    for x = 0, new_width - 1 do
      local sums = { 0, 0, 0 }
      for _, row in ipairs(down[y]) do
        for _, column in ipairs(across[x]) do
          local red, green, blue = picture:byte(4 * (row[1] * width + column[1]) + 1, 4 * (row[1] * width + column[1]) + 3)
          if gray then red = (19595 * red + 38470 * green + 7471 * blue + 32768) // 65536 end
          local part = row[2] * column[2]
          sums[1], sums[2], sums[3] = sums[1] + part * red, sums[2] + part * green, sums[3] + part * blue
        end
      end
      for channel = 1, gray and 1 or 3 do bytes[#bytes + 1] = string.char((sums[channel] + area // 2) // area) end
    end
  end
  return table.concat(bytes)
end

callbacks:add("frame", function()
  if emu:currentFrame() ~= 30 then return end
  local picture, width, height = _host.picture(), _host.pictureWidth(), _host.pictureHeight()
  for _, size in ipairs({ { 84, 84 }, { width, height }, { 1, 1 }, { 256, 224 }, { 7, 150 } }) do
    for _, gray in ipairs({ true, false }) do
      local name = ("resize: %d x %d to %d x %d, %s"):format(width, height, size[1], size[2], gray and "gray" or "colored")
      local got, expected = _host.resizedPicture(size[1], size[2], gray), resize(picture, width, height, size[1], size[2], gray)
      console:log(got == expected and "ok " .. name or ("FAILED %s: %d bytes, expected %d"):format(name, #got, #expected))
    end
  end
end)
