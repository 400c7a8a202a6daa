-- Closes the game as a front end does, once the value that the ROM saves is 0xC105: calls the script's handler of the end, and emulates
-- nothing more until the host gets SIGUSR1 again.
local is_closed = false

callbacks:add("frame", function()
  if is_closed then
    is_closed = false
    _host.setSpeed(1)
  end
  if emu:read16(0x02000200) ~= 0xC105 then return end
  emu:write16(0x02000200, 0)
  os.execute("kill -USR1 $PPID")
  -- With speed 0 the host pauses at once instead of waiting for the time of the next frame, in which the bridge's script would find
  -- the game again and answer a ping.
  is_closed = true
  _host.setSpeed(0)
  bridge.parts.lifecycle:on_shutdown()
end)
