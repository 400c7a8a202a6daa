-- Does what a front end does that closes the game, once the value that the ROM saves is 0xC105: tells so, and emulates nothing more
-- until it gets SIGUSR1 again.
local is_closed = false

callbacks:add("frame", function()
  if is_closed then
    is_closed = false
    _host.setSpeed(1)
  end
  if emu:read16(0x02000200) ~= 0xC105 then return end
  emu:write16(0x02000200, 0)
  os.execute("kill -USR1 $PPID")
  -- The host pauses at once, not after the time until the next frame:
  -- in that the bridge's script would find the game again and answer a ping.
  is_closed = true
  _host.setSpeed(0)
  bridge.parts.lifecycle:on_shutdown()
end)
