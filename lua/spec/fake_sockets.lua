-- Sockets as mGBA 0.10 and 0.11 have them: see fake_mgba.lua for their traps.
local AGAIN, UNKNOWN = 1, -1

local fake_sockets = { AGAIN = AGAIN }

--- Adds `connect` to the fake, for the other end of a connection.
---@param fake spec.Fake
---@param strict fun(count: integer, fn: function): function checks the number of arguments, as mGBA does
---@return fun(): table create makes a socket
function fake_sockets.add_to(fake, strict)
  local Raw = {}
  Raw.__index = Raw

  -- `pipe`: sent = bytes on their way to the client, inbound = bytes on their way to the script.
  local function raw_socket()
    return setmetatable({ error = 0 }, Raw)
  end

  Raw.open = strict(3, function(self, address, port)
    assert(address == "127.0.0.1", "bound to more than the loopback address")
    if fake.listeners[port] then
      self.error = 2
    else
      self.error, self.port = 0, port
      fake.listeners[port] = { waiting = {}, backlog = 1 }
    end
    return self.error
  end)

  Raw.listen = strict(2, function(self, backlog)
    fake.listeners[self.port].backlog = backlog
    return 0
  end)

  Raw.accept = strict(1, function(self)
    local accepted = raw_socket()
    accepted.pipe = table.remove(fake.listeners[self.port].waiting, 1)
    if not accepted.pipe then accepted.error = AGAIN end
    return accepted
  end)

  local function is_readable(self)
    if self.port then return #fake.listeners[self.port].waiting > 0 end
    return self.pipe.inbound ~= "" or self.pipe.client_gone
  end

  Raw.select = strict(2, function(self, milliseconds)
    assert(milliseconds >= 0, "would wait for ever")
    if is_readable(self) then return 1 end
    if milliseconds > 0 then
      fake.waits = fake.waits + 1
      fake.seconds = fake.seconds + milliseconds / 1000
      if fake.on_wait then fake.on_wait(milliseconds) end
    end
    return is_readable(self) and 1 or 0
  end)

  Raw.recv = strict(2, function(self, most)
    local pipe = self.pipe
    local bytes = pipe.inbound:sub(1, most)
    pipe.inbound = pipe.inbound:sub(most + 1)
    self.error = bytes == "" and AGAIN or 0 -- also at the end of the stream
    if bytes == "" and pipe.client_gone and not pipe.finished and not pipe.was_reset then
      self.error, pipe.was_reset = UNKNOWN, true -- who is told of the reset once won't be told again
    end
    return bytes
  end)

  Raw.send = strict(2, function(self, bytes)
    local pipe = self.pipe
    if pipe.was_reset or pipe.vanished then fake.killed = true end
    if pipe.client_gone then
      pipe.was_reset = true
      if pipe.finished then return #bytes end
      self.error = UNKNOWN
      return -UNKNOWN
    end
    local sent = bytes:sub(1, pipe.room - #pipe.sent)
    if sent == "" and bytes ~= "" then
      self.error = AGAIN
      return -AGAIN
    end
    pipe.sent, pipe.sends = pipe.sent .. sent, pipe.sends + 1
    self.error = 0
    return #sent
  end)

  function Raw.close()
    error("close() would close the descriptor twice")
  end

  Raw.__gc = function(self)
    if self.port and self.error == 0 then fake.listeners[self.port] = nil end
    if self.pipe then self.pipe.closed = true end
  end

  local Client = {}
  Client.__index = Client

  --- A program at the other end.
  function fake.connect(port)
    local pipe = { inbound = "", sent = "", room = math.maxinteger, sends = 0 }
    local listener = assert(fake.listeners[port or 8888], "nobody listens")
    table.insert(listener.waiting, pipe)
    return setmetatable({ pipe = pipe }, Client)
  end

  function Client:send(bytes) self.pipe.inbound = self.pipe.inbound .. bytes end

  --- Everything that has come since the last call.
  function Client:receive()
    local bytes = self.pipe.sent
    self.pipe.sent = ""
    return bytes
  end

  --- Closes with something unread: the next write fails, should no read have done so.
  function Client:leave() self.pipe.client_gone = true end

  --- Closes in order: the next write is answered with a reset, of which only the one after it hears.
  function Client:finish() self.pipe.client_gone, self.pipe.finished = true, true end

  --- Shuts down and closes with something unread: the end is followed by a reset, and the next write already is one too many.
  function Client:vanish() self.pipe.client_gone, self.pipe.vanished = true, true end

  function Client:is_closed() return self.pipe.closed == true end

  return raw_socket
end

return fake_sockets
