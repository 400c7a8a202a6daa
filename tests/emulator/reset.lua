-- Resets after different games before are equal: the whole machine, memory and picture, in the first frame and 120 frames later.
-- NAME names the test.
local SPANS = { 0, 37, 601, 5 } -- frames before each reset
local LATER = 120

local span, first, checks, differences = 1, nil, 0, {}
local frames_left, seed, began = SPANS[1], 1, nil

local function describe()
  return emu:saveStateBuffer(0) .. _host.picture()
end

local function first_difference(a, b)
  for i = 1, math.max(#a, #b) do
    if a:byte(i) ~= b:byte(i) then return ("at 0x%X: %s, %s"):format(i - 1, a:byte(i), b:byte(i)) end
  end
end

local function compare(name, seen)
  first = first or {}
  if not first[name] then first[name] = seen return end
  checks = checks + 1
  if first[name] ~= seen then differences[#differences + 1] = name .. " " .. first_difference(first[name], seen) end
end

local function play()
  seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
  emu:clearKeys(0x3FF)
  emu:addKeys(seed >> 16 & 0xF3)
end

local function report()
  if #differences == 0 and checks == 2 * (#SPANS - 1) then return print(("ok resets are equal: %s"):format(NAME)) end
  print(("FAILED resets are equal: %s: %d checks; %s"):format(NAME, checks, table.concat(differences, "; ")))
end

local done
callbacks:add("frame", function()
  if done then return end
  if began then
    local frame = emu:currentFrame()
    if frame == 1 then
      compare("first", describe())
    elseif frame == LATER then
      compare("later", describe())
      span, began = span + 1, nil
      if not SPANS[span] then
        done = true
        return report()
      end
      frames_left = SPANS[span]
    end
    return
  end
  if frames_left > 0 then
    frames_left = frames_left - 1
    -- What a game leaves in memory that mGBA's reset doesn't clear.
    if emu:platform() == 0 then emu.memory.vram:write16(0x200, 0x5A5A) end
    return play()
  end
  emu:clearKeys(0x3FF)
  began = true
  _host.resetGame()
end)
