-- A calm picture: nothing new happens in it, although a part of it may keep moving, like water or a cursor. Pure: the functions that look
-- at the picture are passed in.
local calm_condition = {}

-- Width and height in pixels of the blocks that are looked at: those of a tile in most games.
local BLOCK = 16
-- A block keeps moving if it has changed for KEPT times the frames of the condition, with pauses of at most PAUSE times these frames.
local KEPT, PAUSE = 3, 2
-- A picture of one color is part of a fade, unless it lasts for this many times the frames of the condition.
local BLANK = 6

---@param region bridge.PictureRegion without zeros
---@return integer[][] blocks
local function blocks_of(region)
  local blocks, right, bottom = {}, region.x + region.width, region.y + region.height
  for top = region.y, bottom - 1, BLOCK do
    for left = region.x, right - 1, BLOCK do
      blocks[#blocks + 1] = { left, top, math.min(BLOCK, right - left), math.min(BLOCK, bottom - top) }
    end
  end
  return blocks
end

--- Returns the condition that for `frames` frames no block has changed, except blocks that keep moving: at most half of all blocks.
---@param region bridge.PictureRegion without zeros
---@param frames integer
---@param timeout integer
---@param look_at_all fun(): string? returns what is equal for equal pixels of the region
---@param look fun(x: integer, y: integer, width: integer, height: integer): string? returns what is equal for equal pixels
---@return bridge.Condition
function calm_condition.new(region, frames, timeout, look_at_all, look)
  local blocks = blocks_of(region)
  -- now: the frame, from 0. whole: the latest picture, which is there since the frame `changed`. By block: seen, its latest pixels; last,
  -- the frame of its latest change; since, the frame in which its latest movement began.
  local now, whole, changed, seen, since, last

  local function forget()
    now, whole, changed, seen, since, last = -1, nil, 0, {}, {}, {}
  end

  local function see(i)
    local block = blocks[i]
    local hash = look(block[1], block[2], block[3], block[4])
    if hash == seen[i] then return end
    if seen[i] then
      if now - (last[i] or -math.huge) > PAUSE * frames then since[i] = now end
      last[i] = now
    end
    seen[i] = hash
  end

  local function is_blank()
    for i = 2, #blocks do
      if seen[i] ~= seen[1] then return false end
    end
    return #blocks > 1
  end

  local function is_calm()
    if now < frames then return false end
    if now - changed >= frames then return now - changed >= BLANK * frames or not is_blank() end
    local moving = 0
    for i, moved in pairs(last) do
      if now - moved < frames then
        if moved - since[i] < KEPT * frames then return false end
        moving = moving + 1
      end
    end
    return 2 * moving <= #blocks
  end

  forget()
  return {
    read = function()
      local picture = look_at_all()
      now = now + 1
      if picture ~= whole then
        whole, changed = picture, now
        for i = 1, #blocks do see(i) end
      end
      return is_calm()
    end,
    test = function(is_true) return is_true end, basis = "constant", frames = 1, timeout = timeout, mark = forget,
  }
end

return calm_condition
