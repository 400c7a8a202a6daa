-- Does what a front end does that closes the game, once the value that the ROM saves is 0xC105: tells so, and emulates nothing more
-- until it gets SIGUSR1 again.
callbacks:add("frame", function()
  if emu:read16(0x02000200) ~= 0xC105 then return end
  emu:write16(0x02000200, 0)
  os.execute("kill -USR1 $PPID")
  bridge.parts.lifecycle:on_shutdown()
end)
