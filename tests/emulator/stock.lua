-- Makes mgba-headless, which knows no speed and loads no save file, fit for the tests: loaded before the bridge's script.
local wait, port = tonumber(os.getenv("STOCK_WAIT")), tonumber(os.getenv("STOCK_PORT"))
-- About half an hour, after which an emulator of a test run that was killed ends by itself.
local MAX_FRAMES = 107500

emu:autoloadSave()
-- mGBA has no wait but that for a connection, and nobody connects to this port.
local nobody = _socket.create()
assert(nobody:open("127.0.0.1", port) == 0 and nobody:listen(1) == 0, "the port is taken")

local frames = 0
callbacks:add("frame", function()
  frames = frames + 1
  if wait > 0 then nobody:select(wait) end
  if wait > 0 and frames > MAX_FRAMES then os.exit(0) end
end)
