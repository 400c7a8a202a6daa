-- Sockets as mGBA 0.10 and 0.11 have them: see fake_mgba.lua for their traps. On Windows mGBA knows few of the errors, 0.10.1 not even
-- "try again", and two programs may listen on one port. On macOS the first write after a reset already raises SIGPIPE.
local ByteQueue = require("spec.byte_queue")
local fake_system = require("spec.fake_system")

local AGAIN, IN_USE, REFUSED, UNKNOWN = 1, 2, 3, -1
-- Windows retries for this long before it reports that nothing listens.
local SECONDS_UNTIL_REFUSED = 2

local fake_sockets = {}

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

  local function again()
    return fake_system.is_windows() and not fake.is_eleven() and UNKNOWN or AGAIN
  end

  local function new_pipe()
    return { inbound = ByteQueue.new(), sent = ByteQueue.new(), room = math.maxinteger, sends = 0 }
  end

  --- Lets another program listen at a port, which it shares unless it is exclusive.
  ---@param port integer
  ---@param is_exclusive? boolean
  ---@return table listener
  function fake.listen(port, is_exclusive)
    local listener = { waiting = {}, backlog = 1, is_exclusive = is_exclusive }
    fake.listeners[port] = fake.listeners[port] or listener -- the first one gets the connections
    return listener
  end

  Raw.open = strict(3, function(self, address, port)
    assert(address == "127.0.0.1", "bound to more than the loopback address")
    local other = fake.listeners[port]
    self.error = 0
    if other and not fake_system.is_windows() then
      self.error = IN_USE
    elseif other and other.is_exclusive then
      self.error = UNKNOWN
    else
      self.port, self.listener = port, fake.listen(port)
    end
    return self.error
  end)

  Raw.listen = strict(2, function(self, backlog)
    self.listener.backlog = backlog
    return 0
  end)

  Raw.connect = strict(3, function(self, address, port)
    assert(address == "127.0.0.1", "connects to more than the loopback address")
    local listener = fake.listeners[port]
    if not listener and fake_system.is_windows() then fake.pass_time(fake.seconds + SECONDS_UNTIL_REFUSED) end
    self.error = listener and 0 or fake_system.is_windows() and UNKNOWN or REFUSED
    if not listener then return self.error end
    self.pipe, self.is_client = new_pipe(), true
    table.insert(listener.waiting, self.pipe)
    return 0
  end)

  Raw.accept = strict(1, function(self)
    local accepted = raw_socket()
    accepted.pipe = table.remove(self.listener.waiting, 1)
    if not accepted.pipe then accepted.error = again() end
    return accepted
  end)

  local function is_readable(self)
    if self.listener then return #self.listener.waiting > 0 end
    if self.is_client then return not self.pipe.sent:is_empty() or self.pipe.closed == true end
    return not self.pipe.inbound:is_empty() or self.pipe.client_gone
  end

  Raw.select = strict(2, function(self, milliseconds)
    assert(milliseconds >= 0, "would wait forever")
    if is_readable(self) then return 1 end
    if milliseconds == 0 then
      fake.pass_time(fake.seconds + fake.look_seconds)
    else
      fake.waits = fake.waits + 1
      fake.wait(milliseconds, function() return is_readable(self) end)
      if fake.on_wait then fake.on_wait(milliseconds) end
    end
    return is_readable(self) and 1 or 0
  end)

  Raw.recv = strict(2, function(self, max_bytes)
    local pipe = self.pipe
    local bytes = pipe.inbound:take(max_bytes)
    self.error = bytes == "" and again() or 0 -- also at the end of the stream
    if bytes == "" and pipe.client_gone and not pipe.finished and not pipe.was_reset then
      self.error, pipe.was_reset = UNKNOWN, true -- a reset is reported only once
    end
    return bytes
  end)

  local function send_to_script(self, bytes)
    self.pipe.inbound:add(bytes)
    return #bytes
  end

  --- Returns whether a write raises SIGPIPE.
  local function kills(pipe)
    if pipe.was_reset or pipe.vanished then return not fake_system.is_windows() end
    return fake_system.name == "macos" and pipe.client_gone and not pipe.finished
  end

  Raw.send = strict(2, function(self, bytes)
    local pipe = self.pipe
    if self.is_client then return send_to_script(self, bytes) end
    if kills(pipe) then fake.killed = true end
    if pipe.client_gone then
      pipe.was_reset = true
      if pipe.finished then return #bytes end
      self.error = UNKNOWN
      return -UNKNOWN
    end
    local sent = bytes:sub(1, math.max(0, pipe.room - pipe.sent.length))
    if sent == "" and bytes ~= "" then
      self.error = again()
      return -self.error
    end
    pipe.sent:add(sent)
    pipe.sends = pipe.sends + 1
    if pipe.on_sent then pipe.on_sent() end
    self.error = 0
    return #sent
  end)

  function Raw.close()
    error("close() would close the descriptor twice")
  end

  local function stop_listening(self)
    local first = fake.listeners[self.port]
    if first == self.listener then fake.listeners[self.port] = nil end
  end

  Raw.__gc = function(self)
    if self.listener then stop_listening(self) end
    if self.pipe and self.is_client then self.pipe.client_gone, self.pipe.finished = true, true
    elseif self.pipe then self.pipe.closed = true end
  end

  local Client = {}
  Client.__index = Client

  --- A program at the other end.
  function fake.connect(port)
    local pipe = new_pipe()
    local listener = assert(fake.listeners[port or 8888], "nobody listens")
    table.insert(listener.waiting, pipe)
    return setmetatable({ pipe = pipe }, Client)
  end

  function Client:send(bytes) self.pipe.inbound:add(bytes) end

  --- Returns everything that has arrived since the last call.
  function Client:receive()
    return self.pipe.sent:take(math.maxinteger)
  end

  --- Calls `run` whenever something is sent to it.
  function Client:on_sent(run) self.pipe.on_sent = run end

  --- Closes with unread bytes: the next write fails, unless a read has failed before.
  function Client:leave() self.pipe.client_gone = true end

  --- Closes gracefully: the next write causes a reset, which the write after it reports.
  function Client:finish() self.pipe.client_gone, self.pipe.finished = true, true end

  --- Shuts down and closes with unread bytes: a reset follows the end of the stream, so the next write already raises SIGPIPE.
  function Client:vanish() self.pipe.client_gone, self.pipe.vanished = true, true end

  function Client:is_closed() return self.pipe.closed == true end

  return raw_socket
end

return fake_sockets
