-- The slots that the host reads and writes: 4 is a FIFO, 5 a link to a device without end, 6 a byte longer than may be read, 7 a link to a
-- file, as is what it is written to first.
local check = require("check")

local frames = 0
callbacks:add("frame", function()
  frames = frames + 1
  if frames ~= 3 then return end
  local function hold(name, value, expected) check.equal("slots: " .. name, value, expected) end
  local state = emu:saveStateBuffer(0)
  hold("an empty one", _host.readSlot(3), "")
  hold("is written", _host.writeSlot(3, state), true)
  hold("is read", _host.readSlot(3) == state, true)
  hold("is mGBA's", emu:loadStateSlot(3, 0), true)
  hold("mGBA's is read", emu:saveStateSlot(2, 1) and _host.readSlot(2):sub(2, 4), "PNG")
  hold("is replaced", _host.writeSlot(3, "shorter") and _host.readSlot(3), "shorter")
  hold("a FIFO", _host.readSlot(4), "")
  hold("a device", _host.readSlot(5), "")
  hold("a long file", _host.readSlot(6), "")
  hold("a FIFO is replaced", _host.writeSlot(4, state) and #_host.readSlot(4), #state)
  hold("a link is not followed", _host.writeSlot(7, state) and #_host.readSlot(7), #state)
  for _, number in ipairs({ -1, 10, 1000000 }) do
    hold("no slot " .. number, _host.readSlot(number), "")
    hold("no slot to write " .. number, _host.writeSlot(number, state), false)
  end
end)
