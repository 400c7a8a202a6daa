-- The way such scripts are usually written, for comparison: mGBA's wrapped sockets with their default backlog of 1, one
-- connection accepted in a frame, every socket polled once a frame, each message answered with a send of its own.
local TERMINATOR = "<|END|>"
local server = assert(socket.bind("127.0.0.1", tonumber(os.getenv("BENCH_OLD_PORT"))))

local function serve(client)
  local buffer = ""
  client:add("received", function()
    while true do
      local bytes = client:receive(1024)
      if not bytes then return end
      buffer = buffer .. bytes
      while true do
        local first, last = buffer:find(TERMINATOR, 1, true)
        if not first then break end
        client:send(buffer:sub(1, first - 1) .. TERMINATOR)
        buffer = buffer:sub(last + 1)
      end
    end
  end)
end

server:add("received", function()
  local client = server:accept()
  if client then serve(client) end
end)
assert(server:listen())
console:log("old pattern listens")
