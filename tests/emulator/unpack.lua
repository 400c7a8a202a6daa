-- Listens on PORT and loads ROM in the third frame.
local server = socket.bind(nil, PORT)
server:listen()
local frames = 0

callbacks:add("frame", function()
  frames = frames + 1
  if frames ~= 3 then return end
  console:log("unpacks")
  _host.loadRom(ROM)
end)
