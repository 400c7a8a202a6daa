-- Tells each callback as it comes, and resets the game once.
for _, name in ipairs({ "start", "reset", "shutdown" }) do
  callbacks:add(name, function()
    console:log(name .. " " .. emu:currentFrame())
  end)
end
local resets = 0
callbacks:add("frame", function()
  console:log("frame " .. emu:currentFrame())
  if emu:currentFrame() == 2 and resets == 0 then
    resets = 1
    emu:reset()
  end
end)
