-- Waits for several sockets at once, one of which is that of a client that connects to this script's own port.
local function report(name, ok, why) console:log(ok and "ok sockets: " .. name or ("FAILED sockets: %s: %s"):format(name, why)) end

local listener = _socket.create()
listener:open("127.0.0.1", PORT)
listener:listen(4)
report("without data the wait ends at its time", _host.waitForData(20) == false, "it found data")
local clients = { _socket.create(), _socket.create() }
clients[1]:connect("127.0.0.1", PORT)
clients[2]:connect("127.0.0.1", PORT)
report("a new client ends the wait", _host.waitForData(10000), "it found none")
local accepted = { listener:accept(), listener:accept() }
report("nothing is left to accept", _host.waitForData(0) == false, "it found data")
for i, client in ipairs(clients) do
  client:send("x")
  report(("data of client %d ends the wait"):format(i), _host.waitForData(10000), "it found none")
  report(("it is the data of client %d"):format(i), accepted[i]:recv(10) == "x", "there was none")
end
clients[1] = nil
collectgarbage()
report("a closed connection ends the wait", _host.waitForData(10000) and accepted[1]:select(0) == 1, "it did not")
