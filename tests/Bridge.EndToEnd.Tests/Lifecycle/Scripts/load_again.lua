-- Loads the script once more, as its user may by mistake, whenever the value that the ROM saves is 0xA6A1.
callbacks:add("frame", function()
  if emu:read16(0x02000200) ~= 0xA6A1 then return end
  emu:write16(0x02000200, 0)
  dofile(debug.getinfo(1, "S").source:match("^@(.*)tests/") .. "lua/bridge.lua")
end)
