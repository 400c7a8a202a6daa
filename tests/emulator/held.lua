-- Stays in the callback of frame 10: for MILLISECONDS, or until the host is told to end. It calls isEnding, so this is a hold.
local listener = _socket.create()
listener:open("127.0.0.1", PORT)
listener:listen(1)
callbacks:add("frame", function()
  if emu:currentFrame() ~= 10 then return end
  console:log("held " .. tostring(_host.isEnding()))
  if MILLISECONDS then
    listener:select(MILLISECONDS)
    return
  end
  repeat listener:select(1) until _host.isEnding()
  console:log("released")
end)
callbacks:add("shutdown", function() console:log("shutdown " .. emu:getGameTitle()) end)
