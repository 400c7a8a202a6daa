-- The speed that _host tells and sets. SPEEDS are set one after the other, each for FRAMES frames; idle calls are counted.
local check = require("check")

local idle, next_speed, left = 0, 1, 0
callbacks:add("idle", function() idle = idle + 1 end)
callbacks:add("frame", function()
  if left > 0 then
    left = left - 1
    return
  end
  local before = SPEEDS[next_speed - 1]
  -- At the others a busy machine may have no time left between two frames.
  if before == 0 or before == 250 then console:log(("speed %d idle %s"):format(before, idle > 0)) end
  local speed = SPEEDS[next_speed]
  if not speed then
    left = math.huge
    return
  end
  _host.setSpeed(speed)
  check.equal("speed: " .. speed .. " is set", _host.speed(), speed)
  for _, wrong in ipairs({ 1, 249, 16001, -1, 2147483647 }) do
    _host.setSpeed(wrong)
    check.equal("speed: " .. wrong .. " is not set at " .. speed, _host.speed(), speed)
  end
  next_speed, left, idle = next_speed + 1, FRAMES, 0
end)
