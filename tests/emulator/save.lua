-- Tells the value that the ROM loaded, and gives it NEW_VALUE to save if that is set. Done in frame 40: mGBA writes
-- the file some frames after the game's last write.
local address = VALUE_ADDRESS or 0x02000200
callbacks:add("frame", function()
  local frame = emu:currentFrame()
  if frame == 5 then
    console:log("value " .. emu:read16(address))
    if NEW_VALUE then
      emu:write16(address, NEW_VALUE)
    end
  end
end)
callbacks:add("savedataUpdated", function()
  console:log("savedataUpdated")
end)
