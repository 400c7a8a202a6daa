-- Counts the windows that the bridge's script opens, and the pictures that it takes with the processor time they cost.
-- Loaded after that script.
local function wrap(object, name, wrapper)
  local original = object and object[name]
  if original then object[name] = wrapper(original) end
end

wrap(bridge and bridge.parts.window, "open", function(open)
  return function(...)
    bench_windows = bench_windows + 1
    return open(...)
  end
end)

local function count_picture(take)
  return function(...)
    local begin = os.clock()
    local picture, width, height = take(...)
    bench_pictures, bench_picture_time = bench_pictures + 1, bench_picture_time + os.clock() - begin
    return picture, width, height
  end
end

-- Scripts call some of them without an object.
local pictures = bridge and getmetatable(bridge.parts.picture).__index
for _, name in ipairs({ "take", "take_pixels", "take_shown" }) do
  wrap(pictures, name, count_picture)
end
