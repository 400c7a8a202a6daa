-- Bridge: lets programs reach the game in mGBA over TCP. Load this file in mGBA 0.10 or newer:
-- Tools > Scripting... > File > Load script.

-- Change these as needed; the named environment variables override them.
local settings = {
  port = nil, --         BRIDGE_SCRIPT_PORT    the port on 127.0.0.1; nil: the first one of 8888 to 8895 that is free
  secret = "", --        BRIDGE_SCRIPT_SECRET  the bridge must know it; empty: the one in the key file that the bridge keeps
  folders = {}, --       BRIDGE_SCRIPT_FOLDERS the folders whose files the bridge may load, besides those in the key file
  --                     BRIDGE_KEY_FOLDER     the folder of the key file, if it isn't the bridge's own
  window = "shared", --  BRIDGE_WINDOW         how quickly requests are answered, at the game's expense:
  --                       shared (one wait in 30 ms, sound stays clean), every (in every frame, for bots), off
  window_ms = nil, --    BRIDGE_WINDOW_MS      the longest such wait in milliseconds, 1 to 16
}

local function say(method, text)
  if console then console[method](console, "bridge: " .. text) else print("bridge: " .. text) end
end

-- Forgets loaded modules, and the module sources of a single file, so that all modules are loaded again.
local function forget(modules)
  for name in pairs(modules) do
    if name:find("^bridge%.") then modules[name] = nil end
  end
end

-- Stops an instance that was loaded before, of any version.
if type(bridge) == "table" and bridge.stop then bridge:stop() end
bridge = nil
forget(package.loaded)
collectgarbage()

package.preload["bridge.app"] = function(...)
-- One instance of the bridge: runs its parts in mGBA's callbacks.
local version = require("bridge.wire.version")
local Parts = require("bridge.parts")

---@class bridge.App
---@field version string
---@field parts bridge.Parts
---@field private hooks integer[] ids of callbacks
local App = {}
App.__index = App

---@param config bridge.Config
---@param listener bridge.Listener
---@return bridge.App
function App.new(config, listener)
  return setmetatable({ version = version.script, parts = Parts.new(config, listener), hooks = {} }, App)
end

---@private
--- Adds a callback that logs its errors: mGBA 0.10 shows none, and no version shows a traceback.
---@generic T
---@param name string
---@param method fun(object: T)
---@param object T
function App:hook(name, method, object)
  local journal = self.parts.journal
  local function on_error(problem) return debug.traceback(tostring(problem), 2) end
  self.hooks[#self.hooks + 1] = callbacks:add(name, function()
    local ok, problem = xpcall(method, on_error, object)
    -- Logging fails if a callback inside this one has taken mGBA's context away.
    if not ok then pcall(journal.fault, journal, problem) end
  end)
end

---@param listener bridge.Listener
function App:start(listener)
  local frame, lifecycle = self.parts.frame, self.parts.lifecycle
  self.parts.admission:begin(listener)
  self:hook("frame", frame.on_frame, frame)
  self:hook("idle", frame.on_idle, frame) -- only hosts that wait in between fire it; others accept the name
  self:hook("stopped", self.parts.stopped.keep, self.parts.stopped) -- only our own host fires it
  self:hook("start", lifecycle.on_start, lifecycle)
  self:hook("shutdown", lifecycle.on_shutdown, lifecycle)
  self:hook("crashed", lifecycle.on_crashed, lifecycle)
end

--- Closes the listener and every connection, and removes the callbacks.
function App:stop()
  for _, id in ipairs(self.hooks) do callbacks:remove(id) end -- twice with one id would crash 0.10
  self.hooks = {}
  self.parts.keys:release()
  self.parts.admission:stop()
  self.parts.connections:stop()
end

return App
end

package.preload["bridge.branches.branch_lines"] = function(...)
-- Parses the lines of a branch's reads. The grammar is in docs/protocol/branches.md.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local lines = require("bridge.wire.lines")

local branch_lines = {}

---@class bridge.BranchRead
---@field address integer|bridge.PointerChain
---@field length integer
---@field domain string

--- Parses the line of a read, or refuses it.
---@param line string
---@return bridge.BranchRead
function branch_lines.read(line)
  local fields = lines.split(line, 4, "read, address, length and domain")
  return {
    address = arguments.address(fields[2]), length = arguments.integer(fields[3], "length", 1, limits.memory_range_bytes),
    domain = lines.domain(fields[4]),
  }
end

return branch_lines
end

package.preload["bridge.branches.runner"] = function(...)
-- The script's part in a process of branches (emulator/host/branch_script.h): it loads the state, looks at conditions and reads memory.
-- The host runs the frames, and calls back only when there is something to do.
local Game = require("bridge.game.game")
local States = require("bridge.states.states")
local UntilMet = require("bridge.conditions.until_met")
local branch_lines = require("bridge.branches.branch_lines")
local condition_lines = require("bridge.conditions.condition_lines")
local memory = require("bridge.memory.memory")
local targets = require("bridge.memory.targets")
local own_host = require("bridge.system.own_host")
local refusal = require("bridge.wire.refusal")

-- Flags of C.SAVESTATE, as the bridge saves and loads a state: all but the save memory; all but the PNG, with the host's pixels.
local LOADED, KEPT = 29, 62
local READ_BYTES = 16777216 -- of a branch

---@class bridge.BranchRunner
---@field private game bridge.Game
---@field private states bridge.States
---@field private line integer that is parsed, from 0
---@field private until_met bridge.UntilMet? of the branch that runs
---@field private since integer the frame in which it began
local Runner = {}
Runner.__index = Runner

---@return boolean is_wanted whether this process only runs branches
function Runner.is_wanted()
  return own_host.find("branchState") ~= nil
end

---@return bridge.BranchRunner
function Runner.new()
  local game = Game.new()
  return setmetatable({ game = game, states = States.new(game), line = 0, since = 0 }, Runner)
end

---@private
function Runner:load()
  self.game.counted = false
  self.states:load(_host.branchState(), LOADED)
end

---@private
---@return bridge.UntilMet
function Runner:parse_until()
  local head, rest = _host.branchUntil():match("^([^\n]*)\n(.*)$")
  local since, mode, timeout_text = head:match("^(%d+) (%a+) (%d+)$")
  local timeout, conditions = math.tointeger(timeout_text) --[[@as integer]], {}
  local picture = { look = _host.pictureHash, width = _host.pictureWidth(), height = _host.pictureHeight(), has_pixels = true }
  for line in rest:gmatch("([^\n]*)\n") do
    conditions[#conditions + 1] = condition_lines.parse(line, self.game, picture, timeout)
    self.line = self.line + 1
  end
  self.since = math.tointeger(since) --[[@as integer]]
  return UntilMet.new(mode == "all", timeout, conditions)
end

---@private
function Runner:check_until()
  self:parse_until()
end

---@private
--- Calls a function with each read, and the memory that it names; nil if a chain leads nowhere.
function Runner:each_read(see)
  local game = self.game
  for line in _host.branchReads():gmatch("([^\n]*)\n") do
    local read = branch_lines.read(line)
    local is_chain = type(read.address) == "table"
    local target
    if is_chain and read.domain == "" then
      target = targets.trace(game, read.address --[[@as bridge.PointerChain]], read.length)
    else
      target = targets.locate(game, read.address, read.length, read.domain)
    end
    see(read, target)
    self.line = self.line + 1
  end
end

---@private
function Runner:check_reads()
  local total = 0
  self:each_read(function(read)
    total = total + read.length
    if total > READ_BYTES then
      refusal.refuse("bad-request", ("The reads of a branch must have at most %d bytes together."):format(READ_BYTES))
    end
  end)
end

---@private
--- Tells the host the result.
function Runner:decide()
  local until_met, lines = self.until_met --[[@as bridge.UntilMet]], {}
  for i, held in ipairs(until_met:held()) do lines[i] = ("held %d %d\n"):format(held.index, self.since + held.frame) end
  _host.branchDecide(until_met.met, table.concat(lines))
end

---@private
function Runner:mark()
  self.until_met = self:parse_until()
  self.until_met:mark()
end

---@private
function Runner:begin()
  if self.until_met:begin() then self:decide() end
end

---@private
function Runner:frame()
  if self.until_met:frame() then self:decide() end
end

---@private
function Runner:read()
  local game, answer, nowhere = self.game, _host.branchBytes, _host.branchNowhere
  self:each_read(function(read, target)
    if not target then return nowhere() end
    local bytes = read.length < 4096 and memory.read(target, read.length) or memory.read_long(game, target, read.length, 0)
    answer(bytes, target.resolved and tostring(target.resolved) or "")
  end)
end

---@private
function Runner:keep()
  self.game.counted = true
  _host.branchKeep(self.states:save(KEPT))
end

--- Adds a callback whose error ends the request.
---@private
function Runner:hook(name, method)
  local game = self.game
  callbacks:add(name, function()
    self.line = 0
    game:look()
    local ok, problem = pcall(method, self)
    if ok then return end
    local is_expected = refusal.is_refusal(problem)
    _host.branchRefuse(self.line, is_expected and problem.sentence or "The script failed: " .. tostring(problem))
  end)
end

--- Hooks the callbacks that the host triggers.
function Runner:start()
  self:hook("branchLoad", self.load)
  self:hook("branchCheckUntil", self.check_until)
  self:hook("branchCheckReads", self.check_reads)
  self:hook("branchMark", self.mark)
  self:hook("branchBegin", self.begin)
  self:hook("branchFrame", self.frame)
  self:hook("branchRead", self.read)
  self:hook("branchKeep", self.keep)
end

return Runner
end

package.preload["bridge.clients.access"] = function(...)
-- Authorizes clients by secret, and files by folder.
local folders = require("bridge.system.folders")
local key_file = require("bridge.clients.key_file")
local Journal = require("bridge.system.journal")
local refuse = require("bridge.wire.refusal").refuse

local NO_SECRET = "Commands with a path require a secret: "
  .. "let a bridge of the same user keep its key file, or set BRIDGE_SCRIPT_SECRET and the bridge's Secret."
local NO_FOLDER = "No folder is allowed for commands with a path: set Bridge:RomFolder or Bridge:FileFolder "
  .. "of the bridge that keeps the key file, or settings.folders or BRIDGE_SCRIPT_FOLDERS of the script."
local OUTSIDE = "path must be in an allowed folder and without \"..\"; the allowed folders are "
  .. "Bridge:RomFolder and Bridge:FileFolder of the bridge that keeps the key file, settings.folders and BRIDGE_SCRIPT_FOLDERS."

---@class bridge.Access
---@field private key bridge.Key as read at the latest hello
---@field private given bridge.Key the secret and the folders from the settings
---@field private places string[] possible paths of the key file
---@field private journal bridge.Journal
---@field private path string? the key file of the latest hello
---@field private problem string? the logged problem of the key file
local Access = {}
Access.__index = Access

---@param config bridge.Config
---@param port integer
---@param journal bridge.Journal
---@return bridge.Access
function Access.new(config, port, journal)
  local given = { secret = config.secret, folders = config.folders }
  return setmetatable({ given = given, key = given, places = config.key_places(port), journal = journal }, Access)
end

--- Reads the secret that a hello must have now.
---@return string? secret empty: none required; nil: the key file can't be used
function Access:renew()
  if self.given.secret ~= "" then return self.given.secret end
  local key, problem, path = key_file.read(self.places)
  if problem and problem ~= self.problem then self.journal:info(Journal.clean(problem, 400)) end
  self.problem, self.key, self.path = problem, key or self.given, path
  if not problem then return self.key.secret end
end

--- Returns a sentence that says where the secret is. For the console only.
---@return string
function Access:advice()
  return self.path and not self.problem and (" The secret is in the first line of %s."):format(Journal.clean(self.path, 400)) or ""
end

--- Refuses a path that the client may not use.
---@param path string
---@param request bridge.Request
function Access:check(path, request)
  local secret = request.connection.secret
  if secret == "" or secret ~= self.key.secret then refuse("unsupported", NO_SECRET, "path") end
  local own, others = self.given.folders, self.key.folders
  if #own + #others == 0 then refuse("unsupported", NO_FOLDER, "path") end
  if not folders.contain(path, own) and not folders.contain(path, others) then refuse("unsupported", OUTSIDE, "path") end
end

return Access
end

package.preload["bridge.clients.admission"] = function(...)
-- Accepts connections, and closes those that don't become clients in time or break the protocol.
local limits = require("bridge.wire.limits")
local framing = require("bridge.wire.framing")
local Connection = require("bridge.clients.connection")

---@class bridge.AdmissionParts
---@field connections bridge.Connections
---@field game bridge.Game
---@field clock bridge.Clock
---@field journal bridge.Journal
---@field greeter bridge.Greeter
---@field ignores_sigpipe boolean whether mGBA survives writing to a closed connection

---@class bridge.Admission: bridge.AdmissionParts
---@field private listener bridge.Listener?
local Admission = {}
Admission.__index = Admission

---@param parts bridge.AdmissionParts becomes the object
---@return bridge.Admission
function Admission.new(parts)
  return setmetatable(parts, Admission) --[[@as bridge.Admission]]
end

--- Accepts clients from now on.
---@param listener bridge.Listener
function Admission:begin(listener)
  self.listener = listener
end

--- Reads from a connection without a client, and answers its hello if that has arrived.
---@private
---@param connection bridge.Connection
---@return boolean silent whether it still has no client
function Admission:is_silent(connection)
  if connection.client then return false end
  connection:receive()
  if connection.problem then self:break_off(connection) end
  local request = not connection.refused and connection:next_request()
  if request then
    self.greeter:greet(connection, request)
    connection:finish(false)
    connection:flush()
  end
  return not connection.client
end

--- Finds the oldest connection that has sent no hello, or else the oldest one without a proof. Messages that have arrived but were not
--- read yet count.
---@private
---@return integer? index
function Admission:find_silent()
  local challenged
  for i, connection in ipairs(self.connections.list) do
    if self:is_silent(connection) then
      if connection.refused or not connection.challenge then return i end
      challenged = challenged or i
    end
  end
  return challenged
end

--- Closes a connection without a client.
---@private
---@return boolean made
function Admission:make_room()
  local index = self:find_silent()
  if not index then return false end
  local connection = self.connections.list[index]
  if not connection.refused then
    connection:send("0", "busy", self.game.frame_text, nil, "The connection has no client yet and makes room for another one.")
  end
  connection:flush()
  self.connections:close(index, "made room")
  self.journal:refused("connections that made room", "closed a connection without a client, to make room for another")
  return true
end

--- Accepts the connections that wait in the backlog. If there is no room for a connection, it gets `busy`.
function Admission:accept()
  local listener, connections = self.listener, self.connections
  if not listener then return end
  -- Bounded, so that a flood of connections does not delay the frame.
  for _ = 1, limits.backlog do
    local accepted = listener:accept()
    if not accepted then return end
    if #connections.list < limits.connections or self:make_room() then
      connections.list[#connections.list + 1] = Connection.new(accepted, self.clock, self.ignores_sigpipe)
    else
      local sentence = ("The script accepts at most %d connections."):format(limits.connections)
      accepted:send(framing.message("0", "busy", self.game.frame_text, nil, sentence))
      connections.dropped = true
      self.journal:refused("connections beyond the limit", "refused a connection: " .. sentence)
    end
  end
end

--- Closes a connection that has broken the protocol.
---@param connection bridge.Connection
function Admission:break_off(connection)
  if connection.client then
    connection.gone = ("it broke the protocol (%s)"):format(connection.problem)
    return
  end
  local sentence = "The message does not fit the protocol."
  connection:send("0", "bad-hello", self.game.frame_text, nil, sentence)
  connection.refused = sentence
end

--- Returns whether the time for the hello is over. Counting frames is not enough, because in fast-forward the limit would take a
--- tenth of a second.
---@param connection bridge.Connection
local function is_too_late(connection)
  return connection.age >= limits.frames_until_hello and os.time() - connection.since >= limits.seconds_until_hello
end

--- Once each emulated frame.
function Admission:frame()
  self.journal:frame()
  for _, connection in ipairs(self.connections.list) do
    if not connection.client then
      connection.age = connection.age + 1
      if is_too_late(connection) then connection.refused = "It sent no hello, or no proof, in time." end
    end
  end
  self:accept()
end

--- Waits for a client to connect, and accepts it.
---@param milliseconds integer
function Admission:wait(milliseconds)
  if self.listener:wait(milliseconds) then self:accept() end
end

--- Stops listening. The socket is closed when the garbage is collected.
function Admission:stop()
  self.listener = nil
end

return Admission
end

package.preload["bridge.clients.connection"] = function(...)
-- One TCP connection and its queue of received requests. The send queue is outbox.lua.
local limits = require("bridge.wire.limits")
local framing = require("bridge.wire.framing")
local outbox = require("bridge.clients.outbox")
local socket_error = require("bridge.system.socket_error")

local FIRST_RECEIVE, NEXT_RECEIVE = 4096, 65536
local INBOX_MESSAGES, INBOX_BYTES, OUTBOX_BYTES = limits.inbox_messages, limits.inbox_bytes, limits.outbox_bytes
-- Messages without a request to the game.
local OVERTAKES = "overtakes"
local QUIET = { cancel = OVERTAKES, tick = OVERTAKES, ping = "waits" }
-- Polls without data until a connection counts as quiet.
local LIVELY_LOOKS = 8

---@class bridge.Request: bridge.Message
---@field connection bridge.Connection
---@field cancelled boolean?
---@field progress any of a command that takes several passes
---@field plan any what a command has parsed before it runs

---@class bridge.Waiting
---@field cancel fun() ends the command early and replies; also called when the connection has ended

---@class bridge.Connection
---@field client string? its name, once its proof is accepted
---@field secret string? the secret that its proof needed; empty: none
---@field challenge bridge.Challenge? what its hello was answered with, until its proof is accepted
---@field clock_source table source of its timestamps; shared by all connections of a client
---@field waiting table<string, bridge.Waiting> commands that reply later, by request id
---@field age integer frames until it has a client
---@field since integer system time of the accept, in seconds
---@field gone string? why the connection has ended; nothing more is sent
---@field refused string? why it closes once its queued replies are sent
---@field followed_by bridge.Connection? the connection that sent the requests after its latest ones
---@field credit integer see round_robin.lua
local Connection = {}
Connection.__index = Connection
for name, method in pairs(outbox.methods) do Connection[name] = method end

---@param socket mgba.RawSocket
---@param clock bridge.Clock
---@param ignores_sigpipe boolean whether mGBA survives writing to a closed connection
---@return bridge.Connection
function Connection.new(socket, clock, ignores_sigpipe)
  local self = setmetatable({
    -- Methods are looked up once, which halves the cost of a call.
    socket = socket, select = socket.select, recv = socket.recv, hand_over = socket.send, credit = 0, empty_looks = 0,
    ignores_sigpipe = ignores_sigpipe, clock = clock, clock_source = {}, reader = framing.reader(), waiting = {}, age = 0,
    since = os.time(), inbox = {}, first = 1, last = 0, inbox_bytes = 0, overfull = false, heard = false, busy_messages = 0,
  }, Connection)
  outbox.open(self)
  return self
end

function Connection:has_room()
  return self.last - self.first + 1 < INBOX_MESSAGES and self.inbox_bytes < INBOX_BYTES
end

--- Whether a request can be run now.
function Connection:has_work()
  return self.first <= self.last and self.unsent < OUTBOX_BYTES
end

--- Whether data has arrived recently.
function Connection:is_lively()
  return self.empty_looks < LIVELY_LOOKS
end

--- Waits until data arrives, or until the timeout.
---@param milliseconds integer
---@return boolean readable
function Connection:wait(milliseconds)
  return self.select(self.socket, milliseconds) == 1
end

--- Records a cancel, which overtakes queued requests. A tick needs no further handling.
---@private
---@param message bridge.Message
---@return boolean done whether the message needs no reply
function Connection:overtake(message)
  local target = message.word == "cancel" and message.arguments[1]
  if target then
    self.cancels = self.cancels or {}
    self.cancels[target] = true
  end
  return message.id == "0"
end

--- Moves messages from the reader to the queue while there is room.
---@private
function Connection:parse()
  local reader, inbox, first, last, bytes = self.reader, self.inbox, self.first, self.last, self.inbox_bytes
  local take, heard, busy, stamp = reader.next, self.heard, 0, nil
  while last - first + 1 < INBOX_MESSAGES and bytes < INBOX_BYTES do
    local message, problem = take(reader)
    if not message then
      self.problem = problem
      break
    end
    stamp = message.number
    local kind = QUIET[message.word]
    if not kind then busy = busy + 1 end
    -- As the first message, a cancel or tick is an invalid hello.
    if kind == OVERTAKES and heard and self:overtake(message) then
      reader:release(message)
    else
      message.connection = self
      last = last + 1
      inbox[last] = message
      bytes = bytes + #message.payload
    end
    heard = true
  end
  self.last, self.inbox_bytes, self.heard, self.busy_messages = last, bytes, heard, self.busy_messages + busy
  if not self:has_room() then self.overfull = true end
  -- Only the latest timestamp counts.
  if stamp then self.clock:observe(self.clock_source, tonumber(stamp) --[[@as integer]]) end
end

--- Reads what has arrived, at most a megabyte.
---@param readable boolean? whether select has said so already
function Connection:receive(readable)
  if self.problem or self.gone or self.refused then return end
  if self.overfull then -- the reader's buffer may hold more
    self.overfull = false
    self:parse()
    if self.problem or not self:has_room() then return end
  end
  local socket, recv = self.socket, self.recv
  if not readable and self.select(socket, 0) ~= 1 then
    self.empty_looks = self.empty_looks + 1
    return
  end
  self.empty_looks = 0
  local size, total = FIRST_RECEIVE, 0
  local bytes = recv(socket, size)
  -- mGBA reports the end of the stream as "try again"; after a select that said 1 it can't be anything else.
  if not bytes or bytes == "" then
    self.gone = "closed by the other side"
    return
  end
  repeat
    self.reader:feed(bytes)
    self:parse()
    total = total + #bytes
    -- A short read: more data is unlikely, and the next pass gets it.
    if #bytes < size or self.problem or total >= limits.pass_bytes or not self:has_room() then return end
    size = NEXT_RECEIVE
    bytes = recv(socket, size)
  until not bytes or bytes == ""
  -- A reset is reported once. Requests before it still run; the next read finds the end.
  self.was_reset = not socket_error.is_temporary(socket.error)
end

--- Applies the cancels, once everything that has arrived is read.
function Connection:apply_cancels()
  local cancels = self.cancels
  if not cancels then return end
  self.cancels = nil
  for i = self.first, self.last do
    local message = self.inbox[i]
    if not message.progress and cancels[message.id] then message.cancelled = true end
  end
  for id in pairs(cancels) do
    local waiting = self.waiting[id]
    if waiting then waiting.cancel() end
  end
end

--- Returns the next request to run; it stays in the queue until `finish`.
---@return bridge.Request?
function Connection:next_request()
  if self.first > self.last or self.unsent >= OUTBOX_BYTES then return nil end
  return self.inbox[self.first]
end

--- Removes the first request, which has run.
---@param kept boolean whether its table is still in use, or has extra fields
function Connection:finish(kept)
  local inbox, first = self.inbox, self.first
  local message = inbox[first]
  inbox[first] = nil
  self.inbox_bytes = self.inbox_bytes - #message.payload
  if first == self.last then self.first, self.last = 1, 0 else self.first = first + 1 end
  if not kept then self.reader:release(message) end
end

return Connection
end

package.preload["bridge.clients.connections"] = function(...)
-- The list of connections: sends to all of them, and removes closed ones. admission.lua adds them.
local Journal = require("bridge.system.journal")
local expiry = require("bridge.system.expiry")

---@class bridge.ConnectionsParts
---@field game bridge.Game
---@field input bridge.Input
---@field hold bridge.Hold
---@field events bridge.Events
---@field watches bridge.Watches
---@field journal bridge.Journal

---@class bridge.Connections: bridge.ConnectionsParts
---@field list bridge.Connection[] oldest first
---@field active bridge.Connection? the one that sent last
---@field dropped boolean? whether one was closed
local Connections = {}
Connections.__index = Connections

---@param parts bridge.ConnectionsParts becomes the object
---@return bridge.Connections
function Connections.new(parts)
  local self = setmetatable(parts, Connections) --[[@as bridge.Connections]]
  self.list = {}
  return self
end

--- Finds a connection of the client with this name. A bridge gives all of its connections the same name.
---@param name string
---@return bridge.Connection?
function Connections:find_client(name)
  for _, connection in ipairs(self.list) do
    if connection.client == name then return connection end
  end
end

--- Closes a connection that never had a client.
---@param index integer its place in the list
---@param reason string
function Connections:close(index, reason)
  local connection = table.remove(self.list, index)
  connection.socket, connection.gone, self.dropped = nil, reason, true
  if self.active == connection then self.active = nil end
end

--- Removes the connections that have ended, which closes their sockets.
function Connections:drop()
  local kept, left = {}, {}
  for _, connection in ipairs(self.list) do
    if connection.gone or connection.refused then
      self.input:drop_owner(connection)
      self.events:forget(connection)
      self.watches:forget(connection)
      if self.active == connection then self.active = nil end
      connection.socket, connection.gone = nil, connection.gone or "refused"
      for _, waiting in pairs(connection.waiting) do waiting.cancel() end
      if connection.client then
        left[connection.client] = connection.gone
      elseif connection.refused then
        self.journal:refused("connections without a good hello", "refused a connection: " .. connection.refused)
      elseif connection.challenge and connection.challenge.secret ~= "" then
        self.journal:refused("clients that left before their proof", "a client left before its proof; it may have another secret.")
      end
    else
      kept[#kept + 1] = connection
    end
  end
  self.list, self.dropped = kept, nil
  if self:is_deserted() then expiry.set_connected(false) end
  for client, reason in pairs(left) do
    if not self:find_client(client) then
      self.hold:remove_client(client)
      self.journal:info(("%s disconnected: %s"):format(Journal.clean(client, 64), reason))
    end
  end
  collectgarbage()
end

--- Whether no bridge is connected.
---@return boolean
function Connections:is_deserted()
  for _, connection in ipairs(self.list) do
    if connection.client then return false end
  end
  return true
end

--- Whether a pass would have work without new data.
---@return boolean
function Connections:has_work()
  local list = self.list
  for i = 1, #list do
    local connection = list[i]
    if connection:has_work() or connection.unsent > 0 and not connection.blocked then return true end
  end
  return false
end

--- Whether a pass would do nothing without new data.
---@return boolean
function Connections:are_quiet()
  local list = self.list
  for i = 1, #list do
    if list[i].notice_bytes > 0 then return false end
  end
  return not (self.dropped or self:has_work())
end

---@return boolean
function Connections:has_unsent()
  local list = self.list
  for i = 1, #list do
    if list[i].unsent > 0 then return true end
  end
  return false
end

--- Sends a notice to every bridge.
---@param status string
---@param arguments? string
function Connections:tell_all(status, arguments)
  local frame = self.game.frame_text
  for _, connection in ipairs(self.list) do
    if connection.client then
      connection:take_notices() -- they are older
      connection:send("0", status, frame, arguments)
      connection:flush()
    end
  end
end

--- Closes all connections.
function Connections:stop()
  for _, connection in ipairs(self.list) do
    connection.socket, connection.gone = nil, "stopped"
  end
  self.list, self.active = {}, nil
  collectgarbage()
end

return Connections
end

package.preload["bridge.clients.greeter"] = function(...)
-- Answers the first messages of a connection, hello and authenticate, after which it has a client.
local handshake = require("bridge.clients.handshake")
local nonce = require("bridge.clients.nonce")
local expiry = require("bridge.system.expiry")
local escaping = require("bridge.wire.escaping")
local Journal = require("bridge.system.journal")

---@class bridge.GreeterParts
---@field connections bridge.Connections
---@field game bridge.Game
---@field journal bridge.Journal
---@field access bridge.Access
---@field facts bridge.Facts
---@field address string where the script listens, as clients have to know it

---@class bridge.Greeter: bridge.GreeterParts
local Greeter = {}
Greeter.__index = Greeter

---@param parts bridge.GreeterParts becomes the object
---@return bridge.Greeter
function Greeter.new(parts)
  return setmetatable(parts, Greeter) --[[@as bridge.Greeter]]
end

--- Closes the connections that were accepted without the current secret.
---@private
---@param secret string
function Greeter:end_others(secret)
  local connections = self.connections
  for _, connection in ipairs(connections.list) do
    if connection.client and connection.secret ~= secret then
      connection.gone, connections.dropped = "its secret is no longer valid", true
    end
  end
end

--- Refuses a connection, which closes it.
---@private
---@param connection bridge.Connection
---@param refusal bridge.Verdict
function Greeter:refuse(connection, refusal)
  local argument = refusal.argument and escaping.encode(refusal.argument)
  connection:send(refusal.id, refusal.status, self.game.frame_text, argument, refusal.sentence)
  connection.refused = refusal.sentence .. (refusal.status == "unauthorized" and self.access:advice() or "")
end

--- Answers a hello with a nonce and the proof that this script knows the secret.
---@private
---@param connection bridge.Connection
---@param message bridge.Request
function Greeter:challenge(connection, message)
  local refusal = handshake.check_hello(message)
  if refusal then return self:refuse(connection, refusal) end
  local secret = self.access:renew()
  if not secret then
    local sentence = "The script can't use its key file; its console says why."
    return self:refuse(connection, { status = "unauthorized", id = message.id, sentence = sentence })
  end
  local challenge = {
    client = message.arguments[2], client_nonce = message.arguments[3], script_nonce = nonce.new(), address = self.address,
    secret = secret,
  }
  connection.challenge = challenge
  local arguments = escaping.join({ challenge.script_nonce, handshake.proof(challenge, "script"), self.address })
  connection:send(message.id, "ok", self.game.frame_text, arguments)
end

--- Answers a client's proof. The connection then has a client.
---@private
---@param connection bridge.Connection
---@param message bridge.Request
function Greeter:admit(connection, message)
  local challenge = connection.challenge
  local refusal = handshake.check_proof(message, challenge)
  if refusal then return self:refuse(connection, refusal) end
  local client, secret = challenge.client, challenge.secret
  if self.access:renew() ~= secret then
    local sentence = "The secret has just changed. Connect again."
    return self:refuse(connection, { status = "unauthorized", id = message.id, sentence = sentence })
  end
  if secret ~= "" then self:end_others(secret) end
  connection.secret, connection.challenge = secret, nil
  local sibling = self.connections:find_client(client)
  if sibling then
    connection.clock_source = sibling.clock_source
  else
    self.journal:info(("%s connected"):format(Journal.clean(client, 64)))
  end
  connection.client = client
  expiry.set_connected(true)
  connection:send(message.id, "ok", self.game.frame_text, self.facts:tell())
end

--- Answers a message of a connection without a client.
---@param connection bridge.Connection
---@param message bridge.Request
function Greeter:greet(connection, message)
  if not connection.challenge then
    self:challenge(connection, message)
  elseif message.word == "ping" then -- a client asks whether the reply to its hello was lost
    connection:send(message.id, "ok", self.game.frame_text)
  else
    self:admit(connection, message)
  end
end

return Greeter
end

package.preload["bridge.clients.handshake"] = function(...)
-- The first two messages of a connection, hello and authenticate (docs/protocol/wire.md, "Hello"). Pure.
local version = require("bridge.wire.version")
local hmac_sha256 = require("bridge.clients.hmac_sha256")
local quote = require("bridge.wire.refusal").quote

local handshake = {}

local NONCE = "^" .. ("[0-9a-f]"):rep(32) .. "$"

--- Compares in constant time for a given length, so that timing does not reveal the expected text.
---@param given string
---@param expected string
---@return boolean
function handshake.is_same(given, expected)
  local difference = #given ~ #expected
  for i = 1, #given do
    difference = difference | (given:byte(i) ~ (expected:byte((i - 1) % math.max(#expected, 1) + 1) or 0))
  end
  return difference == 0
end

--- Explains a version mismatch, and says which side to update.
---@param theirs string
---@return string
local function explain_version(theirs)
  local number = math.tointeger(tonumber(theirs))
  local advice = number and number > math.tointeger(tonumber(version.protocol)) and "load the lua/bridge.lua that came with the bridge"
    or "update the bridge, or load the lua/bridge.lua that came with it"
  return ("version must be %s; got %s: %s."):format(version.protocol, quote(theirs), advice)
end

---@class bridge.Verdict
---@field status string?
---@field id string
---@field sentence string
---@field argument string?

---@param sentence string
---@return bridge.Verdict
local function bad_hello(sentence)
  return { status = "bad-hello", id = "0", sentence = sentence }
end

--- Checks a hello.
---@param message bridge.Message
---@return bridge.Verdict? refusal nil when the hello is valid
function handshake.check_hello(message)
  local arguments = message.arguments
  if message.word ~= "hello" or not message.id:find("[1-9]") then
    return bad_hello("The first message must be hello, with an id other than 0.")
  end
  if arguments[1] and arguments[1] ~= version.protocol then
    return {
      status = "unsupported-version", id = message.id, argument = version.protocol, sentence = explain_version(arguments[1]),
    }
  end
  if #arguments ~= 3 or message.payload ~= "" or not arguments[3]:find(NONCE) then
    return bad_hello("hello takes a version, the client's name and a nonce of 32 hexadecimal digits.")
  end
end

---@class bridge.Challenge what a hello was answered with
---@field client string the client's name
---@field client_nonce string
---@field script_nonce string
---@field address string where the script listens
---@field secret string empty: none required

--- Returns the proof that a side knows the secret.
---@param challenge bridge.Challenge
---@param side "script"|"client"
---@return string proof empty if no secret is required
function handshake.proof(challenge, side)
  if challenge.secret == "" then return "" end
  local text = ("bridge %s %s\n%s\n%s\n%s\n%s"):format(
    version.protocol, side, challenge.client_nonce, challenge.script_nonce, challenge.address, challenge.client)
  return hmac_sha256.code(challenge.secret, text)
end

--- Checks the message after a hello.
---@param message bridge.Message
---@param challenge bridge.Challenge
---@return bridge.Verdict? refusal nil when the client knows the secret
function handshake.check_proof(message, challenge)
  if message.word ~= "authenticate" or not message.id:find("[1-9]") or #message.arguments ~= 1 or message.payload ~= "" then
    return bad_hello("The message after hello must be authenticate with a proof, and with an id other than 0.")
  end
  local given, expected = message.arguments[1], handshake.proof(challenge, "client")
  if expected ~= "" and not handshake.is_same(given, expected) then
    local sentence = given == "" and "The script requires a secret."
      or "The proof is wrong: it was made with another secret, or for another connection."
    return { status = "unauthorized", id = message.id, sentence = sentence }
  end
end

return handshake
end

package.preload["bridge.clients.hmac_sha256"] = function(...)
-- SHA-256 (FIPS 180-4) and HMAC (RFC 2104). mGBA's Lua has no library for either.
local hmac_sha256 = {}

local BLOCK_BYTES, MASK = 64, 0xFFFFFFFF
local SIXTEEN_WORDS = ">" .. ("I4"):rep(16)

local START = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 }

local ROUND = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

-- Expands a block to the 64 words of its rounds. A word beside itself, in 64 bits, rotates by a shift.
local function schedule(text, position)
  local words = { string.unpack(SIXTEEN_WORDS, text, position) }
  for i = 17, 64 do
    local a, b = words[i - 15], words[i - 2]
    local aa, bb = a | a << 32, b | b << 32
    words[i] = words[i - 16] + words[i - 7] + ((aa >> 7 ~ aa >> 18 ~ a >> 3) & MASK) + ((bb >> 17 ~ bb >> 19 ~ b >> 10) & MASK) & MASK
  end
  return words
end

local function compress(state, text, position)
  local words = schedule(text, position)
  local a, b, c, d, e, f, g, h = table.unpack(state)
  for i = 1, 64 do
    local aa, ee = a | a << 32, e | e << 32
    local first = h + ((ee >> 6 ~ ee >> 11 ~ ee >> 25) & MASK) + (e & f ~ ~e & g) + ROUND[i] + words[i]
    local second = ((aa >> 2 ~ aa >> 13 ~ aa >> 22) & MASK) + (a & b ~ a & c ~ b & c)
    a, b, c, d, e, f, g, h = first + second & MASK, a, b, c, d + first & MASK, e, f, g
  end
  for i, value in ipairs({ a, b, c, d, e, f, g, h }) do state[i] = state[i] + value & MASK end
end

--- Returns the hash of a text.
---@param text string
---@return string digest 32 bytes
function hmac_sha256.hash(text)
  local padding = ("\0"):rep(-(#text + 9) % BLOCK_BYTES)
  local padded = text .. "\x80" .. padding .. string.pack(">I8", #text * 8)
  local state = table.move(START, 1, #START, 1, {})
  for position = 1, #padded, BLOCK_BYTES do compress(state, padded, position) end
  return string.pack(">I4I4I4I4I4I4I4I4", table.unpack(state))
end

local function with_key(key, byte)
  return (key:gsub(".", function(c) return string.char(c:byte() ~ byte) end))
end

--- Returns the bytes in hexadecimal, lower case.
---@param bytes string
---@return string
function hmac_sha256.hex(bytes)
  return (bytes:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

--- Returns the message authentication code of a text.
---@param key string
---@param text string
---@return string code 64 hexadecimal digits, lower case
function hmac_sha256.code(key, text)
  if #key > BLOCK_BYTES then key = hmac_sha256.hash(key) end
  key = key .. ("\0"):rep(BLOCK_BYTES - #key)
  local inner = hmac_sha256.hash(with_key(key, 0x36) .. text)
  return hmac_sha256.hex(hmac_sha256.hash(with_key(key, 0x5c) .. inner))
end

return hmac_sha256
end

package.preload["bridge.clients.key_file"] = function(...)
-- Reads the key file that the bridge writes for this port (docs/protocol/wire.md, "Key file"): a secret, and the folders that commands
-- with a path may use.
local limits = require("bridge.wire.limits")

local key_file = {}

local NOT_FOUND, NO_FOLDER = 2, 20 -- ENOENT, ENOTDIR

---@class bridge.Key
---@field secret string empty: none required
---@field folders string[]

--- Returns the possible paths of the file. There are several, because Flatpak changes XDG_DATA_HOME.
---@param port integer
---@param getenv fun(name: string): string?
---@return string[] paths
function key_file.places(port, getenv)
  local paths = {}
  local function add(variable, inside)
    local folder = getenv(variable)
    if folder and folder ~= "" then paths[#paths + 1] = ("%s%s/script-%d.key"):format(folder, inside, port) end
  end
  add("BRIDGE_KEY_FOLDER", "")
  if #paths > 0 then return paths end
  add("XDG_DATA_HOME", "/Bridge")
  add("HOME", "/.local/share/Bridge")
  add("HOME", "/Library/Application Support/Bridge")
  add("LOCALAPPDATA", "/Bridge")
  return paths
end

--- Parses the content of a key file.
---@param text string
---@return bridge.Key?
---@return string? problem
function key_file.parse(text)
  if #text > limits.key_file_bytes then return nil, ("it has more than %d bytes"):format(limits.key_file_bytes) end
  local lines = {}
  for line in text:gmatch("[^\n]*") do lines[#lines + 1] = line:gsub("\r$", "") end
  local secret, folders = lines[1] or "", {}
  if #secret < limits.min_key_bytes or #secret > limits.secret_bytes or secret:find("[^!-~]") then
    return nil, ("its first line must be a secret of %d to %d ASCII characters without spaces"):format(
      limits.min_key_bytes, limits.secret_bytes)
  end
  for i = 2, #lines do folders[#folders + 1] = lines[i]:match("^folder (.+)$") end
  return { secret = secret, folders = folders }
end

--- Reads the first file that exists.
---@param paths string[]
---@return bridge.Key? key nil when there is none, or it can't be used
---@return string? problem why the file can't be used
---@return string? path of the file
function key_file.read(paths)
  for _, path in ipairs(paths) do
    local file, reason, code = io.open(path, "rb")
    if file then
      local text = file:read(limits.key_file_bytes + 1)
      file:close()
      local key, problem = key_file.parse(text or "")
      return key, problem and ("the key file %s can't be used: %s"):format(path, problem), path
    elseif code ~= NOT_FOUND and code ~= NO_FOLDER then
      return nil, ("the key file can't be read: %s"):format(reason), path
    end
  end
end

return key_file
end

package.preload["bridge.clients.listener"] = function(...)
-- The socket that clients connect to.
--
-- mGBA's wrapped sockets poll by themselves and close their descriptor twice, so the bridge uses the raw objects below
-- them and never calls `close`: a socket is closed when nothing refers to it and the garbage is collected.
local limits = require("bridge.wire.limits")
local operating_system = require("bridge.system.operating_system")
local own_host = require("bridge.system.own_host")

-- The timeout in milliseconds of the test connection that the script opens to its own port.
local PROOF_WAIT = 50

---@class bridge.Listener
---@field port integer 0 for a Unix socket
---@field address string where it listens, as clients have to know it: "127.0.0.1:8888", or "unix"
---@field private socket mgba.RawSocket
local Listener = {}
Listener.__index = Listener

--- Connects to the port and checks that the connection arrives at this socket. On Windows another program may listen on the same
--- port without an error, and then one of the two gets every connection.
---@param listening mgba.RawSocket
---@param address string
---@param port integer
---@return boolean
local function gets_connections(listening, address, port)
  local probe, nonce = _socket.create(), ("%016x"):format(math.random(0))
  if probe:connect(address, port) ~= 0 then return false end
  probe:send(nonce)
  -- Clients may have connected before. Their connections end here, and they connect again.
  for _ = 1, limits.backlog do
    if listening:select(PROOF_WAIT) ~= 1 then return false end
    local accepted = listening:accept()
    if accepted.error == 0 and accepted:select(PROOF_WAIT) == 1 and accepted:recv(#nonce) == nonce then return true end
  end
  return false
end

---@param address string
---@param port integer
---@return bridge.Listener? listener
---@return string? problem
function Listener.open(address, port)
  local raw = _socket.create()
  local problem = raw:open(address, port)
  if problem ~= 0 then return nil, socket.ERRORS[problem] or ("error %s"):format(problem) end
  -- mGBA's default backlog of 1 would refuse all but one of the connections of a frame.
  if raw:listen(limits.backlog) ~= 0 then return nil, "it can't be listened to" end
  if operating_system.is_windows and not gets_connections(raw, address, port) then
    return nil, "another program gets its connections"
  end
  return setmetatable({ socket = raw, port = port, address = ("%s:%d"):format(address, port) }, Listener)
end

--- Listens at a Unix socket, which only our own host can.
---@param path string
---@return bridge.Listener? listener
---@return string? problem
function Listener.open_unix(path)
  local bind = own_host.find("bindUnix")
  if not bind then return nil, "only mgba-host has Unix sockets" end
  local raw = _socket.create()
  -- The host puts the Unix socket into the place of this one, which never listens.
  if raw:open("127.0.0.1", 0) ~= 0 then return nil, "no socket can be opened" end
  if not bind(path) then return nil, "the line before says why" end
  if raw:listen(limits.backlog) ~= 0 then return nil, "it can't be listened to" end
  return setmetatable({ socket = raw, port = 0, address = "unix" }, Listener)
end

--- Listens on the first of the ports that is free.
---@param address string
---@param ports integer[]
---@return bridge.Listener? listener nil: none is free
---@return string? why the first port can't be used
function Listener.open_first(address, ports)
  local first_problem
  for _, port in ipairs(ports) do
    local listener, problem = Listener.open(address, port)
    collectgarbage() -- closes the sockets of the ports that were not free
    first_problem = first_problem or problem
    if listener then return listener, first_problem end
  end
  return nil, first_problem
end

---@param milliseconds integer
---@return boolean readable whether a client waits to be accepted
function Listener:wait(milliseconds)
  return self.socket:select(milliseconds) == 1
end

---@return mgba.RawSocket? accepted nil when no client waits
function Listener:accept()
  if not self:wait(0) then return nil end
  local accepted = self.socket:accept()
  return accepted.error == 0 and accepted or nil
end

return Listener
end

package.preload["bridge.clients.nonce"] = function(...)
-- Makes nonces: texts that never repeat, and that no other program can foresee.
local hmac_sha256 = require("bridge.clients.hmac_sha256")
local operating_system = require("bridge.system.operating_system")

local DIGITS, RANDOM_BYTES = 32, 16

local nonce, count = {}, 0

-- On Windows this path could be a file of another account.
local function random_bytes()
  local file = not operating_system.is_windows and io.open("/dev/urandom", "rb")
  if not file then return "" end
  file:setvbuf("no")
  local bytes = file:read(RANDOM_BYTES)
  file:close()
  return bytes or ""
end

---@return string nonce 32 hexadecimal digits, lower case
function nonce.new()
  count = count + 1
  -- Lua seeds its generator with the time and an address, so where the system gives no random bytes these keep it from repeating.
  local parts = { random_bytes(), count, os.time(), os.clock(), tostring({}), math.random(0), math.random(0) }
  return hmac_sha256.hex(hmac_sha256.hash(table.concat(parts, " "))):sub(1, DIGITS)
end

return nonce
end

package.preload["bridge.clients.outbox"] = function(...)
-- The sending side of a connection. It sends the replies of a pass with one send, and notices: messages that answer no request.
local limits = require("bridge.wire.limits")
local framing = require("bridge.wire.framing")
local socket_error = require("bridge.system.socket_error")

local concat, sub, message_of = table.concat, string.sub, framing.message
local OUTBOX_BYTES = limits.outbox_bytes
local STUBBORN_SENDS = 600
local KEPT_PIECES = 256
-- Max receives before one send. The next pass reads the rest.
local MOST_LOOKS = 64

---@class bridge.Connection
---@field unsent integer bytes
---@field blocked boolean whether the other side does not accept more bytes
---@field was_reset boolean whether it must not be written to any more
---@field notice_bytes integer of notices that are not counted in `unsent` yet
local methods = {}

local outbox = { methods = methods }

---@param connection bridge.Connection
function outbox.open(connection)
  connection.pieces, connection.count, connection.blobs, connection.offset, connection.unsent = {}, 0, {}, 1, 0
  connection.failed_sends, connection.blocked, connection.was_reset = 0, false, false
  connection.notices, connection.first_notice, connection.last_notice, connection.notice_bytes, connection.lost = {}, 1, 0, 0, 0
end

--- Queues a message; `flush` sends it.
---@param id string
---@param status string
---@param frame integer|string
---@param arguments? string as they stand on the wire
---@param payload? string
function methods:send(id, status, frame, arguments, payload)
  if self.gone then return end
  payload = payload or ""
  if #payload >= 1024 then return self:send_long(id, status, frame, arguments, payload) end
  local text, count = message_of(id, status, frame, arguments, payload), self.count + 1
  self.pieces[count], self.count = text, count
  self.unsent = self.unsent + #text
end

--- Queues a message without a copy of its payload.
---@private
function methods:send_long(id, status, frame, arguments, payload)
  local pieces, count, header = self.pieces, self.count, framing.header(id, status, frame, arguments, #payload)
  pieces[count + 1], pieces[count + 2], pieces[count + 3] = header, payload, framing.TERMINATOR
  self.count = count + 3
  self.unsent = self.unsent + #header + #payload + #framing.TERMINATOR
end

---@private
function methods:drop_notice()
  local first = self.first_notice
  self.notice_bytes = self.notice_bytes - #self.notices[first]
  self.notices[first], self.first_notice, self.lost = nil, first + 1, self.lost + 1
end

--- Queues a notice. If the client doesn't read, the oldest notices are dropped and counted.
---@param word string
---@param frame integer|string
---@param arguments? string as they stand on the wire
---@param payload? string
function methods:tell(word, frame, arguments, payload)
  local notice, last = message_of("0", word, frame, arguments, payload or ""), self.last_notice + 1
  self.notices[last], self.last_notice = notice, last
  self.notice_bytes, self.notice_frame = self.notice_bytes + #notice, frame
  while self.notice_bytes > OUTBOX_BYTES do self:drop_notice() end
end

--- Moves the notices into the next send. If an earlier send is stuck, they stay in their queue, where they can be dropped.
function methods:take_notices()
  if self.notice_bytes == 0 or self.blobs[1] then return end
  if self.lost > 0 then
    self:send("0", "lost", self.notice_frame, tostring(self.lost))
    self.lost = 0
  end
  local notices, first, last, pieces, count, bytes = self.notices, self.first_notice, self.last_notice, self.pieces, self.count, 0
  while first <= last and bytes < limits.send_bytes do
    local notice = notices[first]
    count, bytes = count + 1, bytes + #notice
    pieces[count], notices[first] = notice, nil
    first = first + 1
  end
  if first > last then first, self.last_notice = 1, 0 end
  self.first_notice, self.count = first, count
  self.notice_bytes, self.unsent = self.notice_bytes - bytes, self.unsent + bytes
end

--- Returns the replies of this pass as one text.
---@private
function methods:gather()
  local pieces, count = self.pieces, self.count
  local blob = count == 1 and pieces[1] or concat(pieces, "", 1, count)
  -- The list is reused: its texts are small, and the next pass overwrites them.
  if count > KEPT_PIECES or #blob > 65536 then self.pieces = {} end
  self.count = 0
  return blob
end

--- Reads everything that has arrived.
---@private
---@return boolean ended whether it must not be written to: the client has disconnected, or sends without a pause
function methods:hear_out()
  for _ = 1, MOST_LOOKS do
    if self.refused or not self:has_room() or not self:wait(0) then return false end
    self:receive(true)
    if self.gone or self.was_reset then return true end
  end
  return true
end

--- Sends the queue, a megabyte at most; the rest goes out in a later pass.
---
--- After the client has closed, the first send is answered with a reset, and the next one ends mGBA with SIGPIPE. A client that
--- closes with unread data sends the reset at once. So everything that has arrived, perhaps the end, is read before each send.
function methods:flush()
  local blobs = self.blobs
  self:take_notices()
  if self.count > 0 then blobs[#blobs + 1] = self:gather() end
  local total = 0
  self.blocked = false
  while blobs[1] and not self.gone and total < limits.pass_bytes do
    local blob, offset = blobs[1], self.offset
    local slice = blob
    if offset > 1 or #blob > limits.send_bytes then slice = sub(blob, offset, offset + limits.send_bytes - 1) end
    if self.was_reset or not self.ignores_sigpipe and self:hear_out() then return end
    local sent = self:push(slice)
    self.unsent, total = self.unsent - sent, total + sent
    offset = offset + sent
    if offset > #blob then
      table.remove(blobs, 1)
      offset = 1
    end
    self.offset = offset
    if sent < #slice then
      self.blocked = true
      return
    end
  end
end

---@private
---@return integer sent
function methods:push(bytes)
  local socket = self.socket
  local sent = self.hand_over(socket, bytes)
  -- On a dead connection `send` answers 1, less than any message has; only the error field tells.
  local problem = sent < #bytes and socket.error or 0
  if problem == 0 then
    self.failed_sends = 0
    return sent
  end
  self.failed_sends = self.failed_sends + 1
  local is_stuck = socket_error.is_unclear(problem) and self.failed_sends >= STUBBORN_SENDS
  if is_stuck or not socket_error.is_temporary(problem) then self.gone = "it can't be written to" end
  return 0
end

return outbox
end

package.preload["bridge.command_table"] = function(...)
-- Creates all commands, and passes each area only the parts that it needs.

-- Required here and not on first use, because package.path has the script's folder only while bridge.lua loads its modules.
local session = require("bridge.commands.session")
local memory = require("bridge.commands.memory")
local buttons = require("bridge.commands.buttons")
local waits = require("bridge.commands.waits")
local screen = require("bridge.commands.screen")
local reset = require("bridge.commands.reset")
local registers = require("bridge.commands.registers")
local batch = require("bridge.commands.batch")
local states = require("bridge.commands.states")
local rom = require("bridge.commands.rom")
local speed = require("bridge.commands.speed")
local hold = require("bridge.commands.hold")
local act = require("bridge.commands.act")
local disassembly = require("bridge.commands.disassembly")
local callstack = require("bridge.commands.callstack")
local breakpoints = require("bridge.commands.breakpoints")
local stops = require("bridge.commands.stops")
local events = require("bridge.commands.events")
local history = require("bridge.commands.history")
local movies = require("bridge.commands.movies")
local notes = require("bridge.commands.notes")
local messages = require("bridge.commands.messages")
local sound = require("bridge.commands.sound")
local sensors = require("bridge.commands.sensors")
local cheats = require("bridge.commands.cheats")

---@class bridge.CommandParts
---@field game bridge.Game
---@field input bridge.Input
---@field hold bridge.Hold
---@field speed bridge.Speed
---@field waits bridge.Waits
---@field acts bridge.Acts
---@field events bridge.Events
---@field watches bridge.Watches
---@field breakpoints bridge.Breakpoints
---@field stop bridge.Stop
---@field picture bridge.Picture
---@field states bridge.States
---@field history bridge.History
---@field movies bridge.Movies
---@field notes bridge.Notes
---@field clock bridge.Clock
---@field journal bridge.Journal
---@field access bridge.Access
---@field connections bridge.Connections
---@field dispatcher bridge.Dispatcher
---@field facts bridge.Facts
---@field keys bridge.Keys
---@field lifecycle bridge.Lifecycle
---@field finish_with fun(run: fun()) see Server:finish_with

local command_table = {}

--- Adds all commands to the dispatcher's table, which must exist before they do.
---@param commands table<string, bridge.Command>
---@param parts bridge.CommandParts
function command_table.fill(commands, parts)
  local game, input, clock, journal, dispatcher = parts.game, parts.input, parts.clock, parts.journal, parts.dispatcher
  local batches = { game = game, journal = journal, dispatcher = dispatcher }
  local function add(of_area)
    for word, command in pairs(of_area) do commands[word] = command end
  end

  add(session({ hold = parts.hold, stop = parts.stop, facts = parts.facts }))
  add(memory({ game = game }))
  add(buttons({ game = game, input = input, hold = parts.hold, dispatcher = dispatcher, clock = clock, keys = parts.keys }))
  add(waits({
    game = game, waits = parts.waits, hold = parts.hold, dispatcher = dispatcher, journal = journal, picture = parts.picture,
  }))
  add(screen({ picture = parts.picture }))
  add(reset({ game = game, waits = parts.waits, dispatcher = dispatcher, journal = journal, finish_with = parts.finish_with }))
  add(registers({ game = game }))
  add(disassembly({ game = game }))
  add(callstack({ game = game }))
  add(batch({ batches = batches }))
  add(states({ states = parts.states }))
  add(rom({
    game = game, access = parts.access, connections = parts.connections, lifecycle = parts.lifecycle, finish_with = parts.finish_with,
  }))
  add(speed(parts.speed))
  add(hold({ game = game, input = input, hold = parts.hold, clock = clock, dispatcher = dispatcher, batches = batches }))
  add(act({
    game = game, acts = parts.acts, hold = parts.hold, dispatcher = dispatcher, journal = journal, batches = batches, speed = parts.speed,
    picture = parts.picture,
  }))
  add(history({
    game = game, history = parts.history, hold = parts.hold, acts = parts.acts, keys = parts.keys, events = parts.events,
    waits = parts.waits, dispatcher = dispatcher, journal = journal, finish_with = parts.finish_with,
  }))
  add(movies({
    movies = parts.movies, game = game, hold = parts.hold, acts = parts.acts, keys = parts.keys, waits = parts.waits,
    dispatcher = dispatcher, journal = journal, finish_with = parts.finish_with,
  }))
  add(notes({ notes = parts.notes, events = parts.events }))
  add(messages({ events = parts.events }))
  add(sound())
  add(breakpoints({ game = game, breakpoints = parts.breakpoints, stop = parts.stop }))
  add(stops({ stop = parts.stop, hold = parts.hold, waits = parts.waits, dispatcher = dispatcher, journal = journal }))
  add(sensors())
  add(cheats())
  add(events({ events = parts.events, watches = parts.watches }))
end

return command_table
end

package.preload["bridge.commands.act"] = function(...)
-- act.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local framing = require("bridge.wire.framing")
local Batch = require("bridge.frames.batch")
local batch_plan = require("bridge.frames.batch_plan")
local button_mask = require("bridge.input.button_mask")
local capabilities = require("bridge.game.capabilities")
local first_messages = require("bridge.frames.first_messages")
local Picture = require("bridge.picture.picture")
local Sequence = require("bridge.input.sequence")
local step_ends = require("bridge.frames.step_ends")
local until_parts = require("bridge.frames.until_parts")
local refuse = require("bridge.wire.refusal").refuse
local Dispatcher = require("bridge.serving.dispatcher")

local LATER = Dispatcher.LATER

---@class bridge.ActParts
---@field game bridge.Game
---@field acts bridge.Acts
---@field hold bridge.Hold
---@field dispatcher bridge.Dispatcher
---@field journal bridge.Journal
---@field batches bridge.BatchParts
---@field picture bridge.Picture
---@field speed bridge.Speed

---@param parts bridge.ActParts
return function(parts)
  local game, acts, hold, dispatcher, journal, speed = parts.game, parts.acts, parts.hold, parts.dispatcher, parts.journal, parts.speed
  local reads = Batch.new(parts.batches, batch_plan.ACT_READS)

  --- Without a hold an act needs no lease.
  local function check_lease(lease)
    local objection = hold.lease and hold:objection(lease)
    if objection then refuse(objection, hold:explain(objection)) end
  end

  --- A speed of its own needs a hold, so that there is only one such act at a time.
  ---@return integer?
  local function speed_of(text)
    if not text then return nil end
    if not _host then refuse("unsupported", capabilities.explain_lack("speed"), "speed") end
    local thousandths = arguments.speed(text, "speed")
    if not hold.lease then refuse("not-held", "An act with a speed needs a frozen game.", "speed") end
    return thousandths
  end

  -- Conditions before the sequence also end it, those after it are looked at after it.
  local FIRST = { "state.load", "sensors.set", "until.wait", "buttons.sequence", "until.wait" }
  local STATE, SENSORS, BEFORE, SEQUENCE, AFTER = 1, 2, 3, 4, 5

  ---@param message? bridge.Message
  local function sequence_of(message)
    if not message then return nil end
    local sequence = Sequence.parse(message.payload, arguments.integer(message.arguments[1], "repeat", 1, limits.sequence_repeats))
    button_mask.check(sequence.mask, game, "steps")
    return sequence
  end

  --- Has an act wait for conditions.
  ---@param act bridge.Act
  ---@param message bridge.Message
  local function await(act, message)
    local until_met = until_parts.parse(message, game, parts.picture)
    act.until_met, act.timeout, act.of_screen = until_met, until_met.timeout, until_parts.sees_picture(message)
    function act.check()
      local over
      if act.awaits_since then
        over = until_met:frame()
      else
        act.awaits_since, over = act.frames, until_met:begin()
      end
      act.is_over = over
      if over then act.timeout = act.in_phase end
      if until_met.met then act.met_in = game.frame end
      return until_met.met
    end
  end

  local function take_key_frame(act)
    if act.every == 0 or act.frames % act.every ~= 0 or #act.key_frames == limits.key_frames then return end
    local command = dispatcher:find(Picture.has_pixels() and "screen.raw" or "screen.png")
    local values, picture = command.run({ arguments = {} })
    local number = #act.key_frames + 1
    act.key_frames[number] = framing.message(tostring(number), "ok", game.frame_text, values, picture)
  end

  --- Runs the operations.
  ---@return string? replies nil when one failed
  ---@return { status: string, sentence: string, argument: string }? problem
  local function read(plan, connection)
    local replies, problem, i = reads:run(plan, connection)
    if replies then return replies end
    return nil, {
      status = problem.status, sentence = ("[%d]: %s The act is over."):format(i - 1, problem.sentence),
      argument = batch_plan.name(i, problem.argument),
    }
  end

  --- Runs the operations if a step of the sequence has just ended.
  local function take_step(act, plan, connection)
    local sequence = act.sequence
    local age = sequence.age
    if age == act.age or not act.step_ends[(age - 1) % sequence.length + 1] then return end
    act.age = age
    local replies, problem = read(plan, connection)
    if problem then refuse(problem.status, problem.sentence, problem.argument) end
    act.steps[#act.steps + 1] = replies
  end

  --- Replies with the operations' results, read in the act's last frame.
  local function finish(request, act, plan)
    local replies, problem = "", nil
    if plan then replies, problem = read(plan, request.connection) end
    if problem then return dispatcher:refuse(request, problem.status, problem.sentence, problem.argument, act.frames) end
    local sequence = act.sequence
    -- A sequence that ended early may not have begun, and its buttons went up then.
    local begun = sequence and sequence.begun
    local released = begun and (sequence.released or act.met_in)
    local played = sequence and ("%d %s %s"):format(sequence.id, begun or "-", released or "-") or "0 - -"
    local held = act.until_met and " " .. until_parts.tell_held(act.until_met, act.awaits_since) or ""
    dispatcher:reply(request, "ok", ("%d %d %d %s%s"):format(act.frames, act.met and 1 or 0, #act.key_frames, played, held),
      table.concat(act.key_frames) .. table.concat(act.steps) .. replies)
  end

  local function run(request)
    local settle_text, every_text, lease, steps_text, speed_text = table.unpack(request.arguments)
    local settle = arguments.integer(settle_text, "settle", 0, limits.wait_frames)
    local every = arguments.integer(every_text, "every", 0, limits.wait_frames)
    check_lease(lease)
    local own_speed = speed_of(speed_text)
    local found, rest = first_messages.split(request.payload, FIRST, dispatcher)
    local plan = rest ~= "" and reads:plan(rest) or nil
    local sequence, state = sequence_of(found[SEQUENCE]), found[STATE]
    local set_sensors = first_messages.sensors_of(found[SENSORS], game)
    local ends = steps_text and steps_text ~= "-" and step_ends.parse(steps_text, sequence, plan) or nil
    if found[BEFORE] and found[AFTER] then refuse("bad-request", "An act has one wait.", "payload") end
    local conditions = found[BEFORE] or found[AFTER]
    local lack = acts:lack_of_room(conditions ~= nil and until_parts.sees_picture(conditions))
    if lack then refuse("busy", lack) end

    local connection, id = request.connection, request.id
    local act = { sequence = sequence, owner = connection, settle = settle, every = every, key_frames = {}, steps = {}, age = 0 }
    act.step_ends = ends
    local draws_steps = ends and plan.needs_picture
    function act.draws(frame) return draws_steps or every > 0 and frame % every == 0 end
    if every > 0 or ends then
      function act.observe()
        take_key_frame(act)
        if ends then take_step(act, plan, connection) end
      end
    end
    local is_at_speed = false
    function act.prepare()
      if own_speed then
        speed:begin_act(own_speed)
        is_at_speed = true
      end
      if state then dispatcher:find("state.load").run(state) end
      if set_sensors then set_sensors() end
      if act.until_met then act.until_met:mark() end
    end
    act.ends_early = sequence ~= nil and found[BEFORE] ~= nil
    if conditions then await(act, conditions) end
    function act.on_end(_, problem)
      connection.waiting[id] = nil
      if is_at_speed then speed:end_act() end
      if not problem then
        finish(request, act, plan)
      else
        if problem.traceback then journal:fault(problem.traceback) end
        dispatcher:refuse(request, problem.status, problem.sentence, problem.argument)
      end
    end
    connection.waiting[id] = { cancel = function() acts:stop(act) end }
    acts:add(act)
    return LATER
  end

  return {
    -- It may end at once, with a picture.
    ["act"] = { arguments = 3, optional = 2, payload = true, game = true, needs_picture = function() return not hold.lease end, run = run },
  }
end
end

package.preload["bridge.commands.batch"] = function(...)
-- batch.
local Batch = require("bridge.frames.batch")
local batch_plan = require("bridge.frames.batch_plan")
local refuse = require("bridge.wire.refusal").refuse

-- Microseconds that a batch may take in a pass with little time.
local SHORT = 500

---@param parts { batches: bridge.BatchParts }
return function(parts)
  local batch = Batch.new(parts.batches, batch_plan.BATCH)

  local function plan_of(request)
    request.plan = request.plan or batch:plan(request.payload)
    return request.plan
  end

  --- An invalid batch counts as short, because it is refused when it runs.
  local function is_long(request)
    local ok, plan = pcall(plan_of, request)
    return ok and plan.cost > SHORT
  end

  local function needs_picture(request)
    local ok, plan = pcall(plan_of, request)
    return ok and plan.needs_picture
  end

  local function run(request)
    local plan = plan_of(request)
    local replies, problem, i = batch:run(plan, request.connection)
    if replies then return tostring(#plan.operations), replies end
    -- The reply is the error of the operation.
    refuse(problem.status, ("[%d]: %s %s"):format(i - 1, problem.sentence,
      i == 1 and "Nothing ran before it." or ("%d ran before it."):format(i - 1)), batch_plan.name(i, problem.argument), i - 1)
  end

  local function cost_of(request)
    return request.plan and request.plan.cost or 0
  end

  return {
    ["batch"] = {
      arguments = 0, payload = true, game = true, is_long = is_long, needs_picture = needs_picture, cost_of = cost_of, run = run,
    },
  }
end
end

package.preload["bridge.commands.breakpoints"] = function(...)
-- breakpoint.set, breakpoint.clear, breakpoint.list. What a stopped game does is in stops.lua.
local arguments = require("bridge.wire.arguments")
local limits = require("bridge.wire.limits")
local Breakpoints = require("bridge.events.breakpoints")
local registers = require("bridge.memory.registers")
local targets = require("bridge.memory.targets")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

local U32 = 0xFFFFFFFF
-- Pan Docs, "Memory Map".
local WORK_RAM, ECHO, OBJECTS = 0xC000, 0xE000, 0xFE00

---@param parts { game: bridge.Game, breakpoints: bridge.Breakpoints, stop: bridge.Stop }
return function(parts)
  local game, breakpoints, stop = parts.game, parts.breakpoints, parts.stop

  --- Returns the range on the bus, where mirrors of memory have one address.
  local function range_of(address_text, length_text)
    local length = arguments.integer(length_text, "length", 1, limits.breakpoint_bytes)
    local address = arguments.address(address_text)
    local target = targets.locate(game, address, length, "")
    local first = target.resolved or address --[[@as integer]]
    if game.platform == "GBA" then
      first = game.domains[target.name]:base() + target.offset
    elseif first >= ECHO and first < OBJECTS then
      first = first - ECHO + WORK_RAM
    end
    return first, first + length - 1
  end

  local function check_register(text)
    local set = registers.of(game.platform)
    if text == "-" then return "" end
    if not set or not set.bits[text] then
      refuse_argument("register", text, set and ("a register of the %s (%s)"):format(game.platform, registers.describe(set)) or "none")
    end
    return text
  end

  --- Returns the comparison, the mask, the value and the register of a condition.
  local function condition_of(text, on)
    if text == "-" then return 0, U32, 0, "" end
    local compare, value, mask, register = text:match("^(%a+):(%d+):(%d+):([%w-]+)$")
    local comparison = Breakpoints.COMPARISONS[compare]
    if not comparison then refuse_argument("condition", text, "-, or a condition like eq:3:255:r0") end
    register = check_register(register)
    if on == "execute" and register == "" then refuse("bad-request", "A condition of execute needs a register.", "condition") end
    return comparison, arguments.integer(mask, "mask", 0, U32), arguments.integer(value, "value", 0, U32), register
  end

  --- Returns what a breakpoint is for, its name, and for how many milliseconds it stops the game.
  local function purpose_of(text)
    local name, milliseconds = text:match("^(%a+):stop:(%w+)$")
    name = name or text
    local on = Breakpoints.ACCESSES[name] or refuse_argument("on", name, "read, write, access, change or execute")
    local stops = milliseconds and arguments.integer(milliseconds, "milliseconds", 1, limits.max_stop_milliseconds)
    return on, name, stops or 0
  end

  return {
    ["breakpoint.set"] = { arguments = 5, game = true, needs = "breakpoints", cost = 200, run = function(request)
      local purpose, address, length, condition_text, limit_text = table.unpack(request.arguments)
      local on, name, stops = purpose_of(purpose)
      local first, last = range_of(address, length)
      local comparison, mask, value, register = condition_of(condition_text, name)
      local limit = arguments.integer(limit_text, "limit", 0, limits.breakpoint_hits)
      local id = breakpoints:set(on + Breakpoints.A_MILLISECOND * stops, first, last, comparison, mask, value, register, limit)
      if not id then refuse("busy", ("An emulator has at most %d breakpoints."):format(limits.breakpoints)) end
      return ("%d %d"):format(id, first)
    end },

    ["breakpoint.clear"] = { arguments = 1, game = true, needs = "breakpoints", cost = 200, run = function(request)
      local was_there = breakpoints:clear(arguments.integer(request.arguments[1], "id", 0, 0x7FFFFFFF))
      return was_there and "1" or "0"
    end },

    ["breakpoint.list"] = { arguments = 0, game = true, needs = "breakpoints", run = function()
      return stop.stands and stop:tell() or nil, breakpoints:lines()
    end },
  }
end
end

package.preload["bridge.commands.buttons"] = function(...)
-- buttons.get, .set, .lease, .add, .remove, .clear, .press, .sequence, .cancel, .status.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local Sequence = require("bridge.input.sequence")
local refusal = require("bridge.wire.refusal")
local LATER = require("bridge.serving.dispatcher").LATER
local button_mask = require("bridge.input.button_mask")
local merging = require("bridge.input.merging")

-- Microseconds to parse a KiB of lines.
local PARSING = 100
local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument
local MAX_ID = 0x1FFFFFFFFFFFFF -- the largest integer that a double holds exactly

local ENDED_EARLY = {
  cancelled = "The press or sequence was cancelled before it began.",
  interrupted = "The press or sequence ended early; its buttons were released.",
}

---@class bridge.ButtonParts
---@field game bridge.Game
---@field input bridge.Input
---@field hold bridge.Hold
---@field dispatcher bridge.Dispatcher
---@field clock bridge.Clock
---@field keys bridge.Keys

---@param parts bridge.ButtonParts
return function(parts)
  local game, input, hold, dispatcher, clock, keys =
    parts.game, parts.input, parts.hold, parts.dispatcher, parts.clock, parts.keys
  local held = input.held

  local function mask_of(text, min) return button_mask.parse(text, min, game) end

  local commands = {}

  commands["buttons.get"] = { arguments = 0, game = true, run = function()
    return ("%d %d %d"):format(input:reported_keys(emu:getKeys()), held.mask, #input.sequences)
  end }

  --- Returns the frame in whose callback the latest accepted mask takes effect: this one if nothing is queued and the keys of the
  --- next frame aren't set yet.
  local function changes_at()
    return held:delay() + (keys.are_set and game.frame + 1 or game.frame)
  end

  ---@param shared? integer mask of the buttons that may also belong to a press or sequence
  ---@param held_until? integer
  local function change(request, mask, shared, held_until)
    local problem = input:hold(mask, request.connection, held_until, shared)
    if problem == "busy" then
      refuse("busy", ("The queue of changes of held buttons is full (%d)."):format(limits.button_changes))
    elseif problem then
      local taken = mask & ~(shared or 0) & input:claimed()
      refuse("conflict", ("%s belongs to a press or sequence that has not ended."):format(button_mask.names(taken)), "mask")
    end
    return tostring(changes_at())
  end

  --- Parses an optional argument.
  local function flag(text, name)
    return text ~= nil and arguments.integer(text, name, 0, 1) == 1
  end

  commands["buttons.set"] = { arguments = 1, optional = 1, game = true, run = function(request)
    local mask = mask_of(request.arguments[1], 0)
    return change(request, mask, flag(request.arguments[2], "shared") and mask or nil)
  end }

  commands["buttons.lease"] = { arguments = 2, game = true, run = function(request)
    local mask = mask_of(request.arguments[1], 0)
    local term = arguments.integer(request.arguments[2], "milliseconds", limits.min_lease_milliseconds, limits.max_lease_milliseconds)
    return change(request, mask, nil, clock.now + 1000 * term)
  end }

  commands["buttons.add"] = { arguments = 1, optional = 1, game = true, run = function(request)
    local added, before = mask_of(request.arguments[1], 0), held.mask
    return change(request, before | added, flag(request.arguments[2], "shared") and before | added or before & ~added)
  end }

  commands["buttons.remove"] = { arguments = 1, optional = 1, game = true, run = function(request)
    local removed = mask_of(request.arguments[1], 0)
    if flag(request.arguments[2], "merged") then merging.release(input, removed) end
    local mask = held.mask & ~removed
    return change(request, mask, mask)
  end }

  commands["buttons.clear"] = { arguments = 0, game = true, run = function(request)
    local dropped = input:release(request.connection)
    return ("%d %d"):format(dropped, changes_at())
  end }

  --- Queues a sequence. With wait 1 it replies when the sequence has ended.
  ---@param sequence bridge.Sequence
  ---@param parameter string name of the argument that has its buttons
  ---@param tell fun(sequence: bridge.Sequence): string arguments of the reply with wait 1
  local function queue(request, sequence, wait_text, parameter, tell)
    local wait, on_end = arguments.integer(wait_text, "wait", 0, 1) == 1, nil
    local connection, id = request.connection, request.id
    if wait then
      local lack, left = hold:lack_of_frames()
      if lack then refuse("held", lack, left) end
      function on_end()
        connection.waiting[id] = nil
        local early = ENDED_EARLY[sequence.state]
        if early then dispatcher:refuse(request, sequence.state, early) else dispatcher:reply(request, "ok", tell(sequence)) end
      end
    end
    local problem = input:queue(sequence, connection, on_end)
    if problem == "busy" then
      refuse("busy", ("The queue of presses and sequences is full (%d)."):format(limits.presses))
    elseif problem then
      refuse("conflict", ("%s is held by buttons.set."):format(button_mask.names(sequence.mask & held.mask)), parameter)
    elseif not wait then
      return ("%d %d"):format(sequence.id, #input.sequences)
    end
    connection.waiting[id] = { cancel = function() input:stop(sequence) end }
    return LATER
  end

  local function tell_press(press)
    return ("%d %d %d"):format(press.id, press.begun, press.released)
  end

  commands["buttons.press"] = { arguments = 4, optional = 1, game = true, run = function(request)
    local mask_text, hold_text, release_text, wait_text, merge_text = table.unpack(request.arguments)
    local mask = mask_of(mask_text, 1)
    local down = arguments.integer(hold_text, "hold", 1, limits.hold_frames)
    local up = arguments.integer(release_text, "release", 1, limits.release_frames)
    local merges = flag(merge_text, "merge")
    if merges then
      if arguments.integer(wait_text, "wait", 0, 1) == 1 then
        refuse_argument("merge", merge_text, "0 for a press that is awaited")
      end
      local pending, id = merging.pending(input.sequences, mask & ~held.mask)
      mask = mask & ~pending
      if mask == 0 then return ("%d %d"):format(id, #input.sequences) end
    end
    local press = Sequence.press(mask, down, up)
    press.merges = merges
    return queue(request, press, wait_text, "mask", tell_press)
  end }

  local function tell_sequence(sequence)
    return ("%s %d"):format(tell_press(sequence), sequence.frames)
  end

  commands["buttons.sequence"] = { arguments = 2, payload = true, game = true, cost_of_kib = PARSING, run = function(request)
    local times = arguments.integer(request.arguments[1], "repeat", 1, limits.sequence_repeats)
    local sequence = Sequence.parse(request.payload, times)
    button_mask.check(sequence.mask, game, "steps")
    local values, cost = queue(request, sequence, request.arguments[2], "steps", tell_sequence)
    if values == LATER then cost = #request.payload * PARSING // 1024 end
    return values, cost
  end }

  local function id_of(request)
    return arguments.integer(request.arguments[1], "id", 1, MAX_ID)
  end

  commands["buttons.cancel"] = { arguments = 1, game = true, run = function(request)
    local id = id_of(request)
    local sequence = input:find(id)
    if not sequence then refuse("unknown-id", ("id must be a press or sequence that is queued or running; got %d."):format(id), "id") end
    local state, played = sequence.state, input:played(sequence)
    input:stop(sequence)
    return ("%s %d"):format(state, played)
  end }

  commands["buttons.status"] = { arguments = 1, game = true, run = function(request)
    local id = id_of(request)
    local sequence = input:recall(id)
    if not sequence then
      refuse("unknown-id", ("id must be a press or sequence that is queued, running or one of the last %d that ended; got %d."):format(
        limits.ended_sequences, id), "id")
    end
    return ("%s %d %d %s %s"):format(
      sequence.state, input:played(sequence), sequence.frames, sequence.begun or "-", sequence.released or "-")
  end }

  return commands
end
end

package.preload["bridge.commands.callstack"] = function(...)
-- callstack.
local call_stack = require("bridge.memory.call_stack")
local registers = require("bridge.memory.registers")

-- ARM7TDMI Technical Reference Manual, 2.7: the bit of CPSR that says which instructions run.
local THUMB = 0x20

---@param parts { game: bridge.Game }
return function(parts)
  local game = parts.game

  local reader = {
    read8 = function(address) return emu:read8(address) end,
    read16 = function(address) return emu:read16(address) end,
    read32 = function(address) return emu:read32(address) & 0xFFFFFFFF end,
  }

  --- Returns where the processor runs next, and the calls that led there.
  local function look()
    local set = registers.of(game.platform)
    local function value(name) return registers.read(set, name) end
    if game.platform == "GB" then return value("pc"), call_stack.of_game_boy(reader, value("sp")) end
    -- mGBA has fetched the next instruction.
    local ahead = value("cpsr") & THUMB ~= 0 and 2 or 4
    return value("pc") - ahead, call_stack.of_gba(reader, value("sp"), value("lr"))
  end

  return {
    ["callstack"] = { arguments = 0, game = true, needs = "registers", cost = 500, run = function()
      local pc, frames = look()
      local lines = {}
      for i, frame in ipairs(frames) do
        lines[i] = ("%d %d %s\n"):format(frame.returns_to, frame.call, frame.at and ("%d"):format(frame.at) or "-")
      end
      return tostring(pc), table.concat(lines)
    end },
  }
end
end

package.preload["bridge.commands.cheats"] = function(...)
-- cheats.list, cheats.set, cheats.put, cheats.switch, cheats.remove. Our own host has the cheats, as text: each one begins with a line
-- "+ TYPE NAME", or "- TYPE NAME" if it is switched off, and its codes follow.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local refusal = require("bridge.wire.refusal")

local refuse, quote = refusal.refuse, refusal.quote

-- Microseconds: all codes are parsed again, and ROM is patched.
local COST = 1000

---@class bridge.Cheat
---@field name string
---@field lines string[] the first one is its head

--- Splits a text into cheats. Lines before the first head belong to none.
---@param text string
---@return bridge.Cheat[]
local function split(text)
  local cheats = {}
  for line in text:gmatch("([^\n]*)\n") do
    local name = line:match("^[+-] %a+ (.*)$")
    if line:find("^[+-]") then
      cheats[#cheats + 1] = { name = name or "", lines = { line } }
    elseif #cheats > 0 then
      local lines = cheats[#cheats].lines
      lines[#lines + 1] = line
    end
  end
  return cheats
end

---@param cheats bridge.Cheat[]
---@return string text
local function join(cheats)
  local texts = {}
  for i, cheat in ipairs(cheats) do texts[i] = table.concat(cheat.lines, "\n") .. "\n" end
  return table.concat(texts)
end

---@return integer? index
local function find(cheats, name)
  for i, cheat in ipairs(cheats) do
    if cheat.name == name then return i end
  end
end

--- Refuses what the host refuses.
---@param cheats bridge.Cheat[] all
---@param given bridge.Cheat[] those of the request
---@param index integer of the wrong one among all
---@param line integer its wrong line, from 0; -1: it is about the cheat
---@param reason string
local function refuse_cheat(cheats, given, index, line, reason)
  local cheat = cheats[index]
  local place = "cheats"
  for i, each in ipairs(given) do
    if each == cheat then place = ("cheats[%d]"):format(i - 1) end
  end
  if place == "cheats" then refuse("bad-request", ("The cheat %s %s."):format(quote(cheat and cheat.name or ""), reason), place) end
  if line < 0 then refuse("bad-request", ("%s %s."):format(place, reason), place) end
  place = ("%s.lines[%d]"):format(place, line)
  refuse("bad-request", ("%s %s; got %s."):format(place, reason, quote(cheat.lines[line + 2] or "")), place)
end

--- Replaces all cheats.
---@param cheats bridge.Cheat[]
---@param text string theirs
---@param given bridge.Cheat[] those of the request
local function replace(cheats, text, given)
  if #text > limits.cheats_bytes then
    refuse("bad-request", ("All cheats together must have at most %d bytes; got %d."):format(limits.cheats_bytes, #text), "cheats")
  end
  local problem = _host.setCheats(text)
  if problem == "" then return end
  local cheat, line, reason = problem:match("^(%d+) (%-?%d+) (.*)$")
  refuse_cheat(cheats, given, math.tointeger(tonumber(cheat)) + 1, math.tointeger(tonumber(line)), reason)
end

--- Returns the cheats of a payload, of which nothing else is a part.
local function take(request)
  local text = request.payload
  if not utf8.len(text) then refuse("bad-request", "The payload must be text in UTF-8.", "payload") end
  local cheats = split(text)
  if text ~= join(cheats) then refuse("bad-request", "The payload must be cheats, each with a line of its own.", "payload") end
  return cheats
end

local function read()
  return split(_host.cheats())
end

return function()
  local commands = {}

  commands["cheats.list"] = { arguments = 0, game = true, needs = "cheats", cost = 20, run = function() return nil, _host.cheats() end }

  commands["cheats.set"] = { arguments = 0, payload = true, game = true, needs = "cheats", cost = COST, run = function(request)
    local given = take(request)
    replace(given, request.payload, given)
  end }

  -- Each one replaces the one of its name, or is added.
  commands["cheats.put"] = { arguments = 0, payload = true, game = true, needs = "cheats", cost = COST, run = function(request)
    local given, cheats = take(request), read()
    for _, cheat in ipairs(given) do cheats[find(cheats, cheat.name) or #cheats + 1] = cheat end
    replace(cheats, join(cheats), given)
  end }

  commands["cheats.switch"] = { arguments = 2, game = true, needs = "cheats", cost = COST, run = function(request)
    local name, on = table.unpack(request.arguments)
    local is_on = arguments.integer(on, "on", 0, 1) == 1
    local cheats = read()
    local index = find(cheats, name)
    if not index then return "0" end
    cheats[index].lines[1] = (is_on and "+" or "-") .. cheats[index].lines[1]:sub(2)
    replace(cheats, join(cheats), {})
    return "1"
  end }

  commands["cheats.remove"] = { arguments = 1, game = true, needs = "cheats", cost = COST, run = function(request)
    local name = request.arguments[1]
    local cheats = read()
    if name == "" then
      replace({}, "", {})
      return tostring(#cheats)
    end
    local index = find(cheats, name)
    if not index then return "0" end
    table.remove(cheats, index)
    replace(cheats, join(cheats), {})
    return "1"
  end }

  return commands
end
end

package.preload["bridge.commands.disassembly"] = function(...)
-- disassemble.
local arguments = require("bridge.wire.arguments")
local limits = require("bridge.wire.limits")
local memory = require("bridge.memory.memory")
local registers = require("bridge.memory.registers")
local targets = require("bridge.memory.targets")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

-- ARM7TDMI Technical Reference Manual, 2.7: the bit of CPSR that says which instructions run.
local THUMB = 0x20
-- The most bytes of an instruction, its alignment, and how far behind it mGBA's pc is: it has fetched the next one.
local MODES = {
  arm = { size = 4, align = 4, ahead = 4 }, thumb = { size = 4, align = 2, ahead = 2 }, sm83 = { size = 3, align = 1, ahead = 0 },
}

---@param parts { game: bridge.Game }
return function(parts)
  local game = parts.game

  --- Returns the mode that the processor runs in.
  local function present_mode(set)
    if game.platform == "GB" then return "sm83" end
    return registers.read(set, "cpsr") & THUMB ~= 0 and "thumb" or "arm"
  end

  --- Returns the mode of an argument.
  local function mode_of(text, set, address)
    if text == "" then
      -- An odd address is one of Thumb code, as in a pointer to a function.
      return address and address % 2 == 1 and game.platform == "GBA" and "thumb" or present_mode(set)
    end
    if game.platform == "GB" and text ~= "sm83" then refuse_argument("mode", text, "sm83 on a Game Boy") end
    if game.platform == "GBA" and text ~= "arm" and text ~= "thumb" then refuse_argument("mode", text, "arm or thumb on a GBA") end
    return text
  end

  local function address_of(text)
    local address = arguments.address(text)
    return type(address) == "table" and targets.locate(game, address, 1, "").resolved or address --[[@as integer]]
  end

  return {
    ["disassemble"] = { arguments = 3, game = true, cost = 300, needs = "disassembly", run = function(request)
      local address_text, lines_text, mode_text = table.unpack(request.arguments)
      local lines = arguments.integer(lines_text, "lines", 1, limits.disassembly_lines)
      local set = registers.of(game.platform)
      local address = address_text ~= "" and address_of(address_text) or nil
      local mode = mode_of(mode_text, set, address)
      local form = MODES[mode]
      if mode == "thumb" and address then address = address - address % 2 end
      address = address or registers.read(set, "pc") - form.ahead
      if address % form.align ~= 0 then
        refuse("bad-request", ("address must be a multiple of %d in ARM code; got 0x%08X."):format(form.align, address), "address")
      end
      local target = targets.locate(game, address, 1, "")
      local length = math.min(lines * form.size, target.size - target.offset)
      return ("%d %s"):format(address, mode), _host.disassemble(mode, address, memory.read(target, length), lines)
    end },
  }
end
end

package.preload["bridge.commands.events"] = function(...)
-- events.subscribe, watch.set, watch.achievement, watch.clear.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local condition = require("bridge.memory.condition")
local Events = require("bridge.events.events")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

local MAX_ID = 0x7FFFFFFF
local PARSING_OF_BYTE = 2 -- microseconds that an achievement takes
local KNOWN = {}
for _, topic in ipairs(Events.TOPICS) do KNOWN[topic] = true end

local function topics_of(text)
  local topics = {}
  if text == "" then return topics end
  for topic in (text .. ","):gmatch("([^,]*),") do
    if not KNOWN[topic] then
      refuse_argument("topics", text, ("empty, or some of %s with commas between them"):format(table.concat(Events.TOPICS, ", ")))
    end
    topics[topic] = true
  end
  return topics
end

local function id_of(text)
  return arguments.integer(text, "id", 1, MAX_ID)
end

local function cost_of_parsing(request)
  return #request.payload * PARSING_OF_BYTE
end

local function interval_of(text)
  return arguments.integer(text, "interval", 1, limits.watch_interval_frames)
end

--- Returns a value's length and format, or a range's length and nil.
local function length_of(text)
  if text:find("^%d") then return arguments.integer(text, "length", 1, limits.watch_bytes), nil end
  local value_type = condition.type(text)
  return value_type.width, (value_type.min < 0 and "<i" or "<I") .. value_type.width
end

---@param parts { events: bridge.Events, watches: bridge.Watches }
return function(parts)
  local events, watches = parts.events, parts.watches
  local commands = {}

  commands["events.subscribe"] = { arguments = 1, run = function(request)
    events:subscribe(request.connection, topics_of(request.arguments[1]))
  end }

  commands["watch.set"] = { arguments = 5, game = true, cost = 5, run = function(request)
    local id, address, what, domain, interval = table.unpack(request.arguments)
    local length, format = length_of(what)
    return watches:set({
      connection = request.connection, id = id_of(id), address = arguments.address(address), domain = domain, length = length,
      format = format, interval = interval_of(interval),
    })
  end }

  commands["watch.achievement"] = { arguments = 2, payload = true, game = true, cost_of = cost_of_parsing, run = function(request)
    local id, interval = table.unpack(request.arguments)
    return watches:set({
      connection = request.connection, id = id_of(id), achievement = request.payload, length = 0, format = "<I1",
      interval = interval_of(interval),
    })
  end }

  commands["watch.clear"] = { arguments = 1, run = function(request)
    local id = request.arguments[1]
    if id == "" then
      watches:forget(request.connection)
    elseif not watches:clear(request.connection, id_of(id)) then
      refuse("unknown-id", ("id must be a watch of this connection; got %s."):format(id), "id")
    end
  end }

  return commands
end
end

package.preload["bridge.commands.history"] = function(...)
-- history, history.mark, history.state, history.rewind.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local escaping = require("bridge.wire.escaping")
local control = require("bridge.frames.control")
local drawing = require("bridge.picture.drawing")
local wait_reply = require("bridge.frames.wait_reply")
local History = require("bridge.states.history")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument, quote = refusal.refuse, refusal.refuse_argument, refusal.quote

-- Microseconds: up to 59 frames run again.
local REWIND_COST = 5000
local MAX_FRAME = 0x7FFFFFFF
local LOST = "Frame %d can't be returned to: a state was loaded or the game was reset shortly before it, and no snapshot followed."
local UNREAD = { status = "failed", sentence = "The host could not return to the frame; the game goes on from where it was." }

---@class bridge.HistoryParts: bridge.WaitReplyParts
---@field game bridge.Game
---@field history bridge.History
---@field hold bridge.Hold
---@field acts bridge.Acts
---@field keys bridge.Keys
---@field events bridge.Events
---@field finish_with fun(run: fun()) see Server:finish_with

---@param parts bridge.HistoryParts
return function(parts)
  local game, history, hold, acts, keys, events = parts.game, parts.history, parts.hold, parts.acts, parts.keys, parts.events
  local commands = {}

  commands["history"] = { arguments = 0, game = true, needs = "history", cost = 20, run = function()
    local facts = history:read()
    return ("%d %d %d %d %s %s"):format(facts.from, facts.now, facts.to, facts.bytes, escaping.encode(facts.hashed),
      escaping.encode(facts.hash)), facts.marks
  end }

  local function check_name(name)
    if name == "" or #name > limits.mark_bytes or name:find("[%c\127]") then
      refuse_argument("name", name, ("1 to %d bytes without control characters"):format(limits.mark_bytes))
    end
  end

  commands["history.mark"] = { arguments = 1, game = true, needs = "history", cost = 20, run = function(request)
    local name = request.arguments[1]
    check_name(name)
    if name:find("^" .. History.OF_STATE) then
      refuse_argument("name", name, ("a name that doesn't begin with %q, which marks states"):format(History.OF_STATE))
    end
    local facts = history:read()
    local _, others = History.find(facts, name)
    if others >= limits.marks or not history:mark(name, facts.now) then
      refuse("busy", ("The history has at most %d marks."):format(limits.marks))
    end
    events:marked(facts.now, name)
    return tostring(facts.now)
  end }

  -- A saved or loaded state, some frames ago at most.
  commands["history.state"] = { arguments = 2, game = true, needs = "history", cost = 20, run = function(request)
    local name, text = table.unpack(request.arguments)
    check_name(name)
    local facts = history:read()
    local frame = facts.now - (game.frame - arguments.integer(text, "frame", 0, MAX_FRAME))
    if frame > facts.now or frame < facts.from then
      refuse("conflict", ("The frame %s is not one of this history's from %d to %d."):format(text, facts.from, facts.now), "frame")
    end
    if not history:mark(History.OF_STATE .. name, frame) then
      refuse("busy", "The history has no room for another mark of a state.")
    end
    return tostring(frame)
  end }

  --- Returns the frame that a request means.
  local function target_of(facts, unit, value)
    if unit == "frames" then
      return facts.now - arguments.integer(value, "frames", 1, MAX_FRAME)
    elseif unit == "frame" then
      return arguments.integer(value, "toFrame", 0, MAX_FRAME)
    elseif unit == "mark" then
      return History.find(facts, value)
        or refuse("conflict", ("The history has no mark %s."):format(quote(value)), "mark")
    end
    refuse_argument("unit", unit, "frames, frame or mark")
  end

  local NAMES = { frames = "frames", frame = "toFrame", mark = "mark" }

  --- Returns to the frame. Nothing of this callback follows.
  local function rewind(target, wait)
    wait.accepted = history:rewind(target)
    drawing.prepare(0)
    keys:lose()
    game.jumped = true
  end

  -- Replies in the frame.
  commands["history.rewind"] = { arguments = 3, game = true, needs = "history", cost = REWIND_COST, run = function(request)
    local unit, value, lease = table.unpack(request.arguments)
    local facts = history:read()
    local target = target_of(facts, unit, value)
    control.check(hold, acts, lease, "The game can't be rewound")
    if target < facts.from or target > facts.to then
      refuse("conflict", ("The history has the frames %d to %d, and %d is the present one; got %d."):format(
        facts.from, facts.to, facts.now, target), NAMES[unit])
    end
    if not history:reaches(target) then
      refuse("conflict", LOST:format(target), NAMES[unit])
    end
    local lack = parts.waits:lack_of_room()
    if lack then refuse("busy", lack) end
    local wait = { frames = 1 }
    local later = wait_reply.send_later(parts, request, wait, function()
      local now = history:read()
      return ("%d %d %d"):format(now.from, now.now, now.to)
    end)
    local reply = wait.on_end
    function wait.on_end(this, problem)
      if not problem and not (wait.accepted and history:read().now == target) then problem = UNREAD end
      if not problem then events:rewound(facts.now, target) end
      reply(this, problem)
    end
    keys:leave()
    parts.finish_with(function() rewind(target, wait) end)
    return later
  end }

  return commands
end
end

package.preload["bridge.commands.hold"] = function(...)
-- frames.hold, frames.step, frames.release, frames.status.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local escaping = require("bridge.wire.escaping")
local button_mask = require("bridge.input.button_mask")
local first_messages = require("bridge.frames.first_messages")
local Batch = require("bridge.frames.batch")
local batch_plan = require("bridge.frames.batch_plan")
local refusal = require("bridge.wire.refusal")
local Dispatcher = require("bridge.serving.dispatcher")

local LATER = Dispatcher.LATER
local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

-- Ends any hold. No lease has this name.
local ANY_LEASE = "*"

-- What comes before the operations of a step. Both act at once, so that they belong to this step.
local FIRST = { "state.load", "sensors.set" }
local STATE, SENSORS = 1, 2
local NOT_FIRST = "A step with a state or sensors can't wait for other steps."

local ENDED_EARLY = {
  cancelled = "The step was cancelled before it began.",
  interrupted = "The step ended early, after %d of %d frames.",
  conflict = "A button of the step belongs to a press that has not ended.",
}

---@class bridge.HoldParts
---@field game bridge.Game
---@field input bridge.Input
---@field hold bridge.Hold
---@field clock bridge.Clock
---@field dispatcher bridge.Dispatcher
---@field batches bridge.BatchParts

---@param parts bridge.HoldParts
return function(parts)
  local game, input, hold, clock, dispatcher = parts.game, parts.input, parts.hold, parts.clock, parts.dispatcher
  local reads = Batch.new(parts.batches, batch_plan.STEP_READS)

  local function refuse_as(objection)
    refuse(objection, hold:explain(objection))
  end

  local function term_of(text)
    return 1000 * arguments.integer(text, "milliseconds", limits.min_lease_milliseconds, limits.max_lease_milliseconds)
  end

  local function check_owner(text)
    if text == "" or #text > limits.owner_bytes or text:find("[%c\127]") then
      refuse_argument("owner", text, ("1 to %d bytes without control characters"):format(limits.owner_bytes))
    end
  end

  local function describe()
    return ("%s %d %s"):format(escaping.encode(hold.lease), hold.time:milliseconds_left(), escaping.encode(hold.owner))
  end

  --- Replies when the game stands still.
  local function answer_when_begun(request)
    local waiting = request.connection.waiting
    waiting[request.id] = { cancel = function() hold:free() end }
    hold:await(function(status)
      waiting[request.id] = nil
      if status == "ok" then
        dispatcher:reply(request, status, describe())
      else
        dispatcher:refuse(request, status, "The game was resumed before it stood still.")
      end
    end)
    return LATER
  end

  local function take(request)
    local milliseconds, exclusive, lease, owner = table.unpack(request.arguments)
    local term, is_new = term_of(milliseconds), not hold.lease
    exclusive = arguments.integer(exclusive, "exclusive", 0, 1) == 1
    check_owner(owner)
    hold.time:heard(clock.now, true)
    local problem
    if lease == "" then problem = hold:take(term, exclusive, owner) else problem = hold:prolong(lease, term) end
    if problem then refuse_as(problem) end
    hold:add_client(request.connection.client)
    if is_new and not hold.in_frame then return answer_when_begun(request) end
    return describe()
  end

  --- Replies to a step that has run, with the operations' results, read in its last frame.
  local function answer(request, step, plan)
    local replies, problem, i = "", nil, nil
    if plan then replies, problem, i = reads:run(plan, request.connection) end
    if replies then return dispatcher:reply(request, "ok", tostring(step.ran), replies) end
    dispatcher:refuse(request, problem.status, ("[%d]: %s The step has run."):format(i - 1, problem.sentence),
      batch_plan.name(i, problem.argument), step.ran)
  end

  local function step(request)
    local frames_text, mask_text, lease, draw_text = table.unpack(request.arguments)
    local frames = arguments.integer(frames_text, "frames", 1, limits.step_frames)
    local mask = button_mask.parse(mask_text, 0, game)
    local draws = arguments.integer(draw_text, "draw", 0, 1) == 1
    local found, rest = first_messages.split(request.payload, FIRST, dispatcher)
    local plan = rest ~= "" and reads:plan(rest) or nil
    if plan and plan.needs_picture and not draws then refuse_argument("draw", draw_text, "1 for a step with a picture") end
    local problem = hold:objection(lease)
    if problem then refuse_as(problem) end
    if mask & input:claimed() ~= 0 then refuse("conflict", ENDED_EARLY.conflict, "mask") end
    local set_sensors = first_messages.sensors_of(found[SENSORS], game)
    if (found[STATE] or set_sensors) and hold.steps:any() then refuse("busy", NOT_FIRST) end
    if found[STATE] then dispatcher:find("state.load").run(found[STATE]) end
    if set_sensors then set_sensors() end
    local connection = request.connection
    local added = hold.steps:add(frames, mask, function(ended, status)
      connection.waiting[request.id] = nil
      if status == "ok" then
        answer(request, ended, plan)
        -- Sent at once: the client waits for it.
        if not connection.gone then connection:flush() end
      else
        dispatcher:refuse(request, status, ENDED_EARLY[status]:format(ended.ran, frames), status == "conflict" and "mask" or nil)
      end
    end, draws)
    if not added then refuse("busy", ("The queue of steps is full (%d)."):format(limits.steps)) end
    connection.waiting[request.id] = { cancel = function() hold.steps:cancel(added) end }
    return LATER
  end

  local function release(request)
    local lease = request.arguments[1]
    local problem = hold:objection(lease == ANY_LEASE and hold.lease or lease)
    if problem then refuse_as(problem) end
    hold:free()
  end

  local function status()
    hold.time:heard(clock.now, true)
    if not hold.lease then return "0 0 - 0 0 -" end
    return ("1 %d %s %d %d %s"):format(hold.time:milliseconds_left(), escaping.encode(hold.owner), hold.exclusive and 1 or 0,
      #hold.steps.waiting, hold.exclusive and "-" or hold.lease)
  end

  return {
    -- So that a client can look at the game that stands.
    ["frames.hold"] = { arguments = 4, game = true, needs_picture = function() return not hold.lease end, run = take },
    ["frames.step"] = { arguments = 4, payload = true, game = true, run = step },
    ["frames.release"] = { arguments = 1, game = true, run = release },
    ["frames.status"] = { arguments = 0, game = true, run = status },
  }
end
end

package.preload["bridge.commands.memory"] = function(...)
-- memory.domains, memory.get, memory.set, memory.read, memory.span, memory.write, memory.guard.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local escaping = require("bridge.wire.escaping")
local memory = require("bridge.memory.memory")
local targets = require("bridge.memory.targets")
local memory_span = require("bridge.memory.memory_span")
local condition = require("bridge.memory.condition")
local numerals = require("bridge.wire.numerals")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument
local UNFINISHED = require("bridge.serving.dispatcher").UNFINISHED

local unpack = table.unpack

-- Microseconds a KiB. mGBA reads byte by byte and writes a word a call.
local READING, WRITING = 18, 200
-- Larger ranges run in parts, so that other connections get their turns in between.
local READ_AT_ONCE, READ_PART = 262144, 65536
local WRITE_PART = 4096

local WIDTHS = { ["1"] = 1, ["2"] = 2, ["4"] = 4 }

local function width_of(text)
  local width = WIDTHS[text]
  if not width then refuse_argument("width", text, "1, 2 or 4") end
  return width
end

--- Appends the final address of a pointer chain to the reply's arguments.
---@param target bridge.Target
---@param values string?
---@return string?
local function with_address(target, values)
  local resolved = target.resolved
  if not resolved then return values end
  return values and values .. " " .. resolved or tostring(resolved)
end

---@param parts { game: bridge.Game }
return function(parts)
  local game = parts.game
  local commands = {}

  commands["memory.domains"] = { arguments = 0, game = true, run = function()
    local list = {}
    for i, name in ipairs(game.names) do
      local domain = game.domains[name]
      list[i] = ("%s:%d:%d:%d:%s"):format(name, domain:base(), game.sizes[name], domain:bound(), domain:name())
    end
    return escaping.join(list)
  end }

  commands["memory.get"] = { arguments = 3, game = true, run = function(request)
    local given = request.arguments
    local width = width_of(given[2])
    local target = targets.locate(game, arguments.address(given[1]), width, given[3])
    local value = memory.get(target, width)
    return with_address(target, numerals[value] or tostring(value))
  end }

  commands["memory.set"] = { arguments = 4, game = true, run = function(request)
    local address, width, value, domain = unpack(request.arguments)
    width = width_of(width)
    value = arguments.integer(value, "value", 0, (1 << 8 * width) - 1)
    local target = targets.locate(game, arguments.address(address), width, domain)
    memory.set(game, target, width, value)
    return with_address(target)
  end }

  commands["memory.guard"] = { arguments = 4, game = true, run = function(request)
    local address, type_name, domain, condition_text = unpack(request.arguments)
    local value_type = condition.type(type_name)
    local compare, wanted = condition.parse(condition_text, value_type)
    local target = targets.locate(game, arguments.address(address), value_type.width, domain)
    local value = condition.signed(value_type, memory.get(target, value_type.width))
    return with_address(target, (compare(value, wanted) and "1 " or "0 ") .. value)
  end }

  --- Ends a long command that began in another game.
  local function refuse_other_game(request)
    local progress = request.progress
    if progress and progress.generation ~= game.generation then refuse("interrupted", "Another game was loaded while the command ran.") end
  end

  --- Finds a request's range, again in each part because mGBA may have replaced its domains.
  local function target_of(request, address, length, domain)
    refuse_other_game(request)
    local progress = request.progress
    if progress and progress.domains == game.domains then return progress.target end
    local target = targets.locate(game, arguments.address(address), length, domain)
    if progress then progress.target, progress.domains = target, game.domains end
    return target
  end

  --- Reads the next part of a long range.
  local function read_part(request, length, target, read)
    local progress = request.progress
      or { generation = game.generation, domains = game.domains, target = target, parts = {}, bytes = 0 }
    request.progress = progress
    local done, size = progress.parts, math.min(READ_PART, length - progress.bytes)
    done[#done + 1] = read(size, progress.bytes)
    progress.bytes = progress.bytes + size
    if progress.bytes < length then return UNFINISHED, size * READING // 1024 end
    return target and with_address(target), table.concat(done)
  end

  local function is_long(request)
    local length = request.arguments[2]
    return length ~= nil and #length >= 6 and not request.progress
  end

  commands["memory.read"] = { arguments = 3, game = true, cost_of_kib = READING + 2, is_long = is_long, run = function(request)
    local address, length, domain = unpack(request.arguments)
    length = arguments.integer(length, "length", 1, limits.memory_range_bytes)
    local target = target_of(request, address, length, domain)
    if length <= READ_AT_ONCE then return with_address(target), memory.read(target, length) end
    return read_part(request, length, target, function(size, skip) return memory.read_long(game, target, size, skip) end)
  end }

  commands["memory.span"] = { arguments = 3, game = true, cost_of_kib = READING + 2, is_long = is_long, run = function(request)
    local address, length, domain = unpack(request.arguments)
    address = arguments.integer(address, "address", 0, 0xFFFFFFFF)
    length = arguments.integer(length, "length", 1, limits.memory_range_bytes)
    refuse_other_game(request)
    if length <= READ_AT_ONCE then return nil, memory_span.read(game, address, length, domain) end
    return read_part(request, length, nil, function(size, skip) return memory_span.read(game, address + skip, size, domain) end)
  end }

  local function write_part(request, target, bytes)
    local progress = request.progress
      or { generation = game.generation, domains = game.domains, target = target, bytes = 0 }
    request.progress = progress
    if progress.bytes == #bytes then
      memory.verify(target, bytes)
      return with_address(target)
    end
    local size = math.min(WRITE_PART, #bytes - progress.bytes)
    memory.put(game, target, bytes, progress.bytes, size)
    progress.bytes = progress.bytes + size
    return UNFINISHED, size * WRITING // 1024
  end

  commands["memory.write"] = { arguments = 2, payload = true, game = true, cost_of_kib = WRITING, run = function(request)
    local address, domain = unpack(request.arguments)
    local bytes = request.payload
    if #bytes < 1 or #bytes > limits.memory_range_bytes then
      refuse("bad-request", ("payload must be 1 to %d bytes; got %d."):format(limits.memory_range_bytes, #bytes), "payload")
    end
    local target = target_of(request, address, #bytes, domain)
    if #bytes > WRITE_PART then return write_part(request, target, bytes) end
    memory.write(game, target, bytes)
    return with_address(target)
  end }

  return commands
end
end

package.preload["bridge.commands.messages"] = function(...)
-- message.show.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local own_host = require("bridge.system.own_host")
local refusal = require("bridge.wire.refusal")

---@param parts { events: bridge.Events }
return function(parts)
  local events, show = parts.events, own_host.find("showMessage")
  return {
    ["message.show"] = { arguments = 1, payload = true, game = true, cost = 20, run = function(request)
      local frames, text = arguments.integer(request.arguments[1], "frames", 1, limits.message_frames), request.payload
      if text == "" or #text > limits.message_bytes or text:find("[%c\127]") or not utf8.len(text) then
        refusal.refuse_argument("payload", text, ("1 to %d bytes of UTF-8 in one line"):format(limits.message_bytes))
      end
      local is_drawn = show ~= nil and show(text, frames)
      events:shown(frames, is_drawn, text)
      return is_drawn and "1" or "0"
    end },
  }
end
end

package.preload["bridge.commands.movies"] = function(...)
-- movie.write, movie.read, movie.send, movie.play.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local control = require("bridge.frames.control")
local drawing = require("bridge.picture.drawing")
local wait_reply = require("bridge.frames.wait_reply")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

-- Microseconds: packed snapshots are unpacked again; a movie is parsed, and mGBA loads its states.
local WRITING, PLAYING = 8000, 8000
local MAX_FRAME = 0x7FFFFFFF

local function always() return true end

---@class bridge.MovieParts: bridge.WaitReplyParts
---@field movies bridge.Movies
---@field game bridge.Game
---@field hold bridge.Hold
---@field acts bridge.Acts
---@field keys bridge.Keys
---@field finish_with fun(run: fun()) see Server:finish_with

---@param parts bridge.MovieParts
return function(parts)
  local movies, game, hold, acts, keys = parts.movies, parts.game, parts.hold, parts.acts, parts.keys
  local commands = {}

  commands["movie.write"] = { arguments = 2, game = true, needs = "movies", cost = WRITING, is_long = always, run = function(request)
    local from = arguments.integer(request.arguments[1], "from", 0, MAX_FRAME)
    local to = arguments.integer(request.arguments[2], "to", 0, MAX_FRAME)
    local line, sentence = movies:write(from, to)
    if not line then refuse("conflict", sentence, "from") end
    local id, size, begin, clock = line:match("^(%S+) (%S+) (%S+) (%S+)$")
    return ("%s %s %s %d %s"):format(id, size, begin, to, clock)
  end }

  commands["movie.read"] = { arguments = 2, game = true, needs = "movies", run = function(request)
    local id = arguments.integer(request.arguments[1], "id", 0, MAX_FRAME)
    local offset = arguments.integer(request.arguments[2], "offset", 0, limits.movie_bytes)
    local piece = movies:read(id, offset)
    if piece == "" then refuse("conflict", "Another movie was written since, or this one ends before the offset.", "id") end
    return nil, piece
  end }

  local sender -- the client whose movie the host has

  commands["movie.send"] = { arguments = 2, payload = true, game = true, needs = "movies", run = function(request)
    local offset = arguments.integer(request.arguments[1], "offset", 0, limits.movie_bytes)
    local total = arguments.integer(request.arguments[2], "total", 1, limits.movie_bytes)
    if request.payload == "" or #request.payload > limits.movie_piece_bytes then
      refuse_argument("payload", ("%d bytes"):format(#request.payload), ("1 to %d bytes"):format(limits.movie_piece_bytes))
    end
    local client = request.connection.client
    if offset == 0 then sender = client end
    local sentence = sender ~= client and "Another client sends a movie." or movies:send(offset, total, request.payload)
    if sentence then refuse("conflict", sentence, "offset") end
  end }

  local function tell(wait)
    local result = wait.result
    return ("%d %d %s %s %s %s"):format(result.played, result.checked, result.state, result.after, result.before, result.regions)
  end

  --- Begins the movie after this callback. A game that stands still runs its frames as a step.
  local function begin(to, wait)
    keys:stay()
    drawing.prepare(0)
    game.jumped = true
    if hold.lease and to > 1 then wait.step = hold.steps:add(to - 1, 0) end
  end

  --- Ends the movie, and takes its buttons back.
  local function finish(wait)
    if wait.step then hold.steps:complete(wait.step) end
    movies:stop()
    keys:lose()
  end

  -- Replies when the movie has ended.
  commands["movie.play"] = { arguments = 2, optional = 1, game = true, needs = "movies", cost = PLAYING, run = function(request)
    local to_text, lease, any = table.unpack(request.arguments)
    local to = arguments.integer(to_text, "to", 0, limits.movie_frames)
    if any and any ~= "any" then refuse_argument("any", any, "any, or missing") end
    control.check(hold, acts, lease, "A movie can't be played")
    local lack = parts.waits:lack_of_room()
    if lack then refuse("busy", lack) end
    if movies:result().state == "playing" then refuse("busy", "Another movie plays.") end
    if sender ~= request.connection.client then
      refuse("conflict", "Another client has sent a movie since. Send this one again.", "movie")
    end
    local sentence = movies:play(to, not any)
    if sentence then refuse("bad-request", sentence, "movie") end
    local wait = { frames = math.huge }
    function wait.check(this)
      this.result = movies:result()
      return this.result.state ~= "playing"
    end
    local later = wait_reply.send_later(parts, request, wait, tell)
    local reply = wait.on_end
    function wait.on_end(this, problem)
      finish(this)
      if not problem and this.result.state == "refused" then problem = { status = "failed", sentence = this.result.sentence } end
      reply(this, problem)
    end
    keys:leave()
    parts.finish_with(function() begin(to == 0 and movies.frames or to, wait) end)
    return later
  end }

  return commands
end
end

package.preload["bridge.commands.notes"] = function(...)
-- note, notes.
local limits = require("bridge.wire.limits")
local refusal = require("bridge.wire.refusal")

---@param parts { notes: bridge.Notes, events: bridge.Events }
return function(parts)
  local notes, events = parts.notes, parts.events
  return {
    ["note"] = { arguments = 0, payload = true, game = true, cost = 20, run = function(request)
      local text = request.payload
      if text == "" or #text > limits.note_bytes or text:find("[%c\127]") or not utf8.len(text) then
        refusal.refuse_argument("payload", text, ("1 to %d bytes of UTF-8 in one line"):format(limits.note_bytes))
      end
      local frame = notes:add(text)
      events:noted(frame, text)
      return tostring(frame)
    end },

    -- Up to 612 KB.
    ["notes"] = { arguments = 0, game = true, cost = 200, run = function()
      return nil, notes:lines()
    end },
  }
end
end

package.preload["bridge.commands.registers"] = function(...)
-- register.get, register.set, registers.
local arguments = require("bridge.wire.arguments")
local registers = require("bridge.memory.registers")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

---@param parts { game: bridge.Game }
return function(parts)
  local game = parts.game
  local commands = {}

  local function set_of_game()
    local lack, set = game:lack("registers"), registers.of(game.platform)
    if lack or not set then refuse("unsupported", lack or "mGBA offers scripts no registers of this console.") end
    return set --[[@as bridge.RegisterSet]]
  end

  local function check(set, name)
    if set.bits[name] then return end
    refuse_argument("name", name, ("a register of the %s (%s)"):format(game.platform, registers.describe(set)))
  end

  local function read(set, name)
    return registers.read(set, name) or refuse("unsupported", ("This build of mGBA offers scripts no register %s."):format(name), "name")
  end

  commands["register.get"] = { arguments = 1, game = true, run = function(request)
    local name, set = request.arguments[1], set_of_game()
    check(set, name)
    return tostring(read(set, name))
  end }

  commands["register.set"] = { arguments = 2, game = true, run = function(request)
    local name, set = request.arguments[1], set_of_game()
    check(set, name)
    local value = arguments.integer(request.arguments[2], "value", 0, (1 << set.bits[name]) - 1)
    local danger = registers.danger(set, name, value)
    if danger then refuse("bad-request", danger, "value") end
    emu:writeRegister(name, value)
  end }

  commands["registers"] = { arguments = 0, game = true, cost = 20, run = function()
    local set, list = set_of_game(), {}
    for i, name in ipairs(set.names) do list[i] = name .. "=" .. read(set, name) end
    return table.concat(list, " ")
  end }

  return commands
end
end

package.preload["bridge.commands.reset"] = function(...)
-- reset, core.step. Both may run callbacks of other scripts, which take mGBA's context from ours: every further call of the pass
-- would fail. So they run last.
local own_host = require("bridge.system.own_host")
local wait_reply = require("bridge.frames.wait_reply")
local Dispatcher = require("bridge.serving.dispatcher")
local refuse = require("bridge.wire.refusal").refuse

---@class bridge.ResetParts: bridge.WaitReplyParts
---@field game bridge.Game
---@field finish_with fun(run: fun()) see Server:finish_with

---@param parts bridge.ResetParts
return function(parts)
  local game, waits, finish_with = parts.game, parts.waits, parts.finish_with
  -- Our own host resets between two frames. mGBA's reset in a callback leaves the rest of that frame to the new game.
  local reset_game = own_host.find("resetGame") or function() emu:reset() end

  local function reset()
    reset_game()
    game:begin_anew()
  end

  return {
    -- Replies in the first frame.
    ["reset"] = { arguments = 0, game = true, run = function(request)
      local lack = waits:lack_of_room()
      if lack then refuse("busy", lack) end
      local later = Dispatcher.is_answered(request) and wait_reply.send_later(parts, request, { frames = 1 }) or nil
      finish_with(reset)
      return later
    end },
    ["core.step"] = { arguments = 0, game = true, needs = "step", run = function()
      finish_with(function() emu:step() end)
    end },
  }
end
end

package.preload["bridge.commands.rom"] = function(...)
-- rom.load, save.load, save.autoload.
local arguments = require("bridge.wire.arguments")
local core_files = require("bridge.game.core_files")
local game_files = require("bridge.game.game_files")
local rom_file = require("bridge.game.rom_file")
local windows_paths = require("bridge.system.windows_paths")
local refuse = require("bridge.wire.refusal").refuse

local COST = 20000 -- microseconds, mostly mGBA's checksum over the whole ROM
local SAVE_IS_LOST = "mGBA could not open or create the game's save file, so what the game saves is lost."
local NO_GAME = "path must be a game for the console that mGBA runs; mGBA finds none in the"
local UNCHECKED = "mGBA can't load the file, and the script can't check why: path has characters beyond ASCII."
local UNLOADED_SAVE = "mGBA could not load the save file."
local NO_SAVE_FILE = "mGBA found no save file for this game and could not create one."
local NO_SAVE = "Without a reset no save file is loaded, so what the game saves is lost."

local function always() return true end

--- Returns the function of our own host that loads a game into a new core; nil in any other mGBA.
local function find_loader()
  local ok, load_rom = pcall(function() return _host.loadRom end)
  return ok and load_rom or nil
end

---@class bridge.RomParts
---@field game bridge.Game
---@field access bridge.Access
---@field connections bridge.Connections
---@field lifecycle bridge.Lifecycle
---@field finish_with fun(run: fun()) see Server:finish_with

---@param parts bridge.RomParts
return function(parts)
  local game, access, connections, lifecycle = parts.game, parts.access, parts.connections, parts.lifecycle
  local load_rom = find_loader()
  local commands = {}

  --- Loads into a new core. The game starts when this callback has returned.
  local function load_anew(path)
    rom_file.header(path)
    if not load_rom(path) then
      refuse("bad-request", game_files.load_problem() or NO_GAME .. " file.", "path")
    end
    lifecycle:end_everything()
    lifecycle.game_follows = true
    parts.finish_with(function() end)
  end

  local function load_into_core(path, reset)
    local is_archive = rom_file.check(path, game)
    if not core_files.load_rom(path) then
      if windows_paths.is_foreign(path) then refuse("bad-request", UNCHECKED, "path") end
      local problem = game_files.load_problem()
      if problem then refuse("bad-request", problem, "path") end
      if not is_archive then refuse("bad-request", NO_GAME .. " file.", "path") end
      refuse("unsupported", NO_GAME .. " archive. If it has one for another console, open it in mGBA's window.", "path")
    end
    local saves = reset and core_files.autoload_save()
    lifecycle:end_everything()
    game:refresh()
    game.files = {
      file = path:match("[^/\\]*$"), savewritable = saves, saveproblem = not saves and (reset and SAVE_IS_LOST or NO_SAVE) or nil,
    }
    connections:tell_all("new-game")
    -- Last, because of the reset. Also without one: a host shows scripts the new game only after its first frame.
    parts.finish_with(function()
      if not reset then return end
      emu:reset()
      game:begin_anew()
    end)
  end

  commands["rom.load"] = { arguments = 2, game = true, needs = "rom", cost = COST, is_long = always, run = function(request)
    local path = request.arguments[1]
    local reset = arguments.integer(request.arguments[2], "reset", 0, 1) == 1
    access:check(path, request)
    if reset and load_rom then load_anew(path) else load_into_core(path, reset) end
  end }

  commands["save.load"] = { arguments = 2, game = true, needs = "saves", cost = COST, run = function(request)
    local path = request.arguments[1]
    local temporary = arguments.integer(request.arguments[2], "temporary", 0, 1) == 1
    access:check(path, request)
    rom_file.check_save(path, temporary)
    if not core_files.load_save(path, temporary) then refuse("failed", game_files.load_problem() or UNLOADED_SAVE) end
    game:see_domains()
    game.files.save, game.files.savewritable = path, not temporary
    game.files.saveproblem = temporary and "The save file was loaded as a temporary one and is not changed." or nil
  end }

  commands["save.autoload"] = { arguments = 0, game = true, needs = "saves", cost = COST, run = function()
    if not core_files.autoload_save() then refuse("failed", game_files.load_problem() or NO_SAVE_FILE) end
    game:see_domains()
    game.files.save, game.files.savewritable, game.files.saveproblem = nil, true, nil
  end }

  return commands
end
end

package.preload["bridge.commands.screen"] = function(...)
-- screen.png, screen.raw, screen.shown.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local drawing = require("bridge.picture.drawing")
local Picture = require("bridge.picture.picture")

local function always() return true end

local function take_pixels(given)
  if #given == 0 then return Picture.take_pixels() end
  return Picture.take_resized(arguments.integer(given[1], "width", 1, limits.picture_width),
    arguments.integer(given[2] or "", "height", 1, limits.picture_height), arguments.integer(given[3] or "", "gray", 0, 1) == 1)
end

---@param parts { picture: bridge.Picture }
return function(parts)
  local picture = parts.picture
  return {
    -- Any PNG takes milliseconds.
    ["screen.png"] = { arguments = 0, game = true, cost = 2500, is_long = always, needs_picture = always, run = function()
      drawing.check()
      local png, width, height = picture:take()
      return ("%d %d"):format(width, height), png
    end },

    ["screen.raw"] = { arguments = 0, optional = 3, game = true, needs_picture = always, run = function(request)
      drawing.check()
      local pixels, width, height = take_pixels(request.arguments)
      return ("%d %d"):format(width, height), pixels
    end },

    ["screen.shown"] = { arguments = 0, game = true, needs = "messages", needs_picture = always, run = function()
      drawing.check()
      local pixels, width, height = Picture.take_shown()
      return ("%d %d"):format(width, height), pixels
    end },
  }
end
end

package.preload["bridge.commands.sensors"] = function(...)
-- sensors.status, sensors.set.
local sensor_setting = require("bridge.game.sensor_setting")

return function()
  return {
    ["sensors.status"] = { arguments = 0, game = true, needs = "sensors", run = function() return _host.sensors() end },
    ["sensors.set"] = { arguments = 5, game = true, needs = "sensors", run = function(request)
      sensor_setting.read(request.arguments)()
      return _host.sensors()
    end },
  }
end
end

package.preload["bridge.commands.session"] = function(...)
-- hello, authenticate, ping, echo, info, log, expire, and tick and cancel, which need no reply.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

local MAX_EXPIRY = 604800 -- seconds: a week

local LEVELS = { info = "log", warn = "warn", error = "error" }

---@param parts { hold: bridge.Hold, stop: bridge.Stop, facts: bridge.Facts }
return function(parts)
  local hold, stop, facts = parts.hold, parts.stop, parts.facts
  local commands = {}

  -- admission.lua answers these on a connection without a client.
  local function greeted()
    refuse("bad-request", "The connection has already sent hello.")
  end
  commands["hello"] = { arguments = 3, run = greeted }
  commands["authenticate"] = { arguments = 1, run = greeted }

  local function nothing() end
  commands["ping"] = { arguments = 0, quiet = true, run = function()
    if stop.stands then return "stopped" end
    return hold.lease and tostring(hold.time:milliseconds_left()) or nil
  end }
  commands["tick"] = { arguments = 0, quiet = true, run = nothing }
  commands["cancel"] = { arguments = 1, quiet = true, run = nothing } -- applied before anything runs

  commands["echo"] = { arguments = 0, payload = true, run = function(request)
    return nil, request.payload
  end }

  commands["info"] = { arguments = 0, quiet = true, run = function()
    return facts:tell()
  end }

  commands["log"] = { arguments = 1, payload = true, run = function(request)
    local method, text = LEVELS[request.arguments[1]], request.payload
    if not method then refuse_argument("level", request.arguments[1], "info, warn or error") end
    if #text > limits.log_bytes then
      refuse("bad-request", ("payload must be at most %d bytes; got %d."):format(limits.log_bytes, #text), "payload")
    end
    -- A NUL would truncate the text; other control characters could change a terminal.
    local position = text:find("[%z\1-\8\11-\31\127]")
    if position then
      refuse("bad-request", ("payload must have no control characters but line feed and tab; got 0x%02X at byte %d."):format(
        text:byte(position), position), "payload")
    end
    if not console then refuse("unsupported", "This mGBA has no scripting console.") end
    console[method](console, text)
  end }

  commands["expire"] = { arguments = 1, game = true, needs = "expiry", run = function(request)
    _host.setExpiry(arguments.integer(request.arguments[1], "seconds", 0, MAX_EXPIRY))
  end }

  return commands
end
end

package.preload["bridge.commands.sound"] = function(...)
-- sound.read, sound.volume.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")

return function()
  return {
    ["sound.read"] = { arguments = 1, game = true, needs = "sound", run = function(request)
      local samples = _host.readSound(arguments.integer(request.arguments[1], "from", 0, limits.sound_sample))
      return tostring(_host.soundBegin()), samples
    end },

    ["sound.volume"] = { arguments = 1, game = true, needs = "sound", run = function(request)
      _host.setVolume(arguments.integer(request.arguments[1], "percent", 0, 100))
    end },
  }
end
end

package.preload["bridge.commands.speed"] = function(...)
-- speed.get, speed.set.
local arguments = require("bridge.wire.arguments")

---@param speed bridge.Speed
return function(speed)
  return {
    ["speed.get"] = { arguments = 0, game = true, needs = "speed", run = function()
      return tostring(speed:get())
    end },

    ["speed.set"] = { arguments = 1, game = true, needs = "speed", run = function(request)
      speed:set(arguments.speed(request.arguments[1], "thousandths"))
    end },
  }
end
end

package.preload["bridge.commands.states"] = function(...)
-- state.save, state.load, slot.save, slot.load.
local arguments = require("bridge.wire.arguments")

-- Flags: all of C.SAVESTATE; all with the host's pixels; either kind of picture.
local ALL, ALL_AND_PIXELS, PICTURED = 31, 63, 33

-- Microseconds: a state without a picture is copied; one with a picture is compressed into a PNG.
local PLAIN, ENCODED = 700, 7000

local function flags_of(text, max)
  return arguments.integer(text, "flags", 0, max or ALL)
end

local function slot_of(text)
  return arguments.integer(text, "slot", 0, 9)
end

--- Returns a function that tells whether the state gets a picture; `flags` is the index of the argument.
local function needs_picture(flags)
  return function(request)
    local value = math.tointeger(tonumber(request.arguments[flags]))
    return value ~= nil and value & PICTURED ~= 0
  end
end

local function always() return true end

---@param parts { states: bridge.States }
return function(parts)
  local states = parts.states
  local commands = {}

  commands["state.save"] = { arguments = 1, game = true, needs = "states", cost = PLAIN, is_long = always,
    needs_picture = needs_picture(1), run = function(request)
      return nil, states:save(flags_of(request.arguments[1], ALL_AND_PIXELS))
    end }

  commands["state.load"] = { arguments = 1, payload = true, game = true, needs = "states", cost = PLAIN, run = function(request)
    states:load(request.payload, flags_of(request.arguments[1]))
  end }

  commands["slot.save"] = { arguments = 2, game = true, needs = "slots", cost = ENCODED, is_long = always,
    needs_picture = needs_picture(2), run = function(request)
      states:save_slot(slot_of(request.arguments[1]), flags_of(request.arguments[2]))
    end }

  commands["slot.load"] = { arguments = 2, game = true, needs = "slots", cost = ENCODED, is_long = always, run = function(request)
    states:load_slot(slot_of(request.arguments[1]), flags_of(request.arguments[2]))
  end }

  return commands
end
end

package.preload["bridge.commands.stops"] = function(...)
-- breakpoint.stop, breakpoint.continue, breakpoint.step, breakpoint.await.
local arguments = require("bridge.wire.arguments")
local limits = require("bridge.wire.limits")
local wait_reply = require("bridge.frames.wait_reply")
local refuse = require("bridge.wire.refusal").refuse

---@class bridge.StopCommandParts: bridge.WaitReplyParts
---@field stop bridge.Stop
---@field hold bridge.Hold

---@param parts bridge.StopCommandParts
return function(parts)
  local stop, waits, hold = parts.stop, parts.waits, parts.hold

  local function check_stands()
    if not stop.stands then refuse("not-held", "The game is not stopped, or it has gone on by itself.") end
  end

  local function tell(wait)
    return wait.met and "1 " .. stop:tell() or "0 " .. wait.waited
  end

  --- Replies at the next stop by a breakpoint, at any stop with 0, or after a number of frames.
  local function reply_at_stop(request, id, frames_text)
    local frames = arguments.integer(frames_text, "timeout", 1, limits.wait_frames)
    local lack = waits:lack_of_room()
    if lack then refuse("busy", lack) end
    local wait = { frames = frames, stop = id }
    return wait_reply.send_later(parts, request, wait, tell), wait
  end

  --- Has the game stop after some instructions, unless the wait for that ends before.
  local function stop_after(instructions, milliseconds, wait)
    local on_end = wait.on_end
    function wait.on_end(ended, problem)
      if not ended.met then _host.setSteps(0, 0) end
      on_end(ended, problem)
    end
    _host.setSteps(instructions, milliseconds)
  end

  return {
    ["breakpoint.stop"] = { arguments = 2, game = true, needs = "stops", run = function(request)
      local milliseconds = arguments.integer(request.arguments[1], "milliseconds", 1, limits.max_stop_milliseconds)
      if stop.stands then
        stop.time:join(1000 * milliseconds)
        return "1 " .. stop:tell()
      end
      local lack, left = hold:lack_of_frames()
      if lack then refuse("held", lack, left) end
      local later, wait = reply_at_stop(request, 0, request.arguments[2])
      stop_after(1, milliseconds, wait)
      return later
    end },

    ["breakpoint.continue"] = { arguments = 0, game = true, needs = "stops", run = function()
      check_stands()
      stop:release()
    end },

    ["breakpoint.step"] = { arguments = 2, game = true, needs = "stops", run = function(request)
      check_stands()
      local count = arguments.integer(request.arguments[1], "instructions", 1, limits.step_instructions)
      local later, wait = reply_at_stop(request, 0, request.arguments[2])
      stop_after(count, 0, wait)
      stop:release()
      return later
    end },

    ["breakpoint.await"] = { arguments = 2, game = true, needs = "stops", run = function(request)
      local id = arguments.integer(request.arguments[1], "id", 0, 0x7FFFFFFF)
      if stop.stands and (id == 0 or id == stop.id) then return "1 " .. stop:tell() end
      local lack, left = hold:lack_of_frames()
      if lack and not stop.stands then refuse("held", lack, left) end
      local later = reply_at_stop(request, id, request.arguments[2])
      stop:release()
      return later
    end },
  }
end
end

package.preload["bridge.commands.waits"] = function(...)
-- frames.wait, memory.wait, screen.wait, until.wait.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local AwaitedValue = require("bridge.memory.awaited_value")
local png = require("bridge.picture.png")
local Picture = require("bridge.picture.picture")
local until_parts = require("bridge.frames.until_parts")
local wait_reply = require("bridge.frames.wait_reply")
local refuse = require("bridge.wire.refusal").refuse

-- Without pixels each check takes a PNG, so the screen is checked every few frames and in the last one.
local FRAMES_A_PNG = 4
local PIXELS, PNG = 50, 2500 -- microseconds

---@class bridge.WaitParts: bridge.WaitReplyParts
---@field game bridge.Game
---@field hold bridge.Hold
---@field picture bridge.Picture

---@param parts bridge.WaitParts
return function(parts)
  local game, waits, hold, picture = parts.game, parts.waits, parts.hold, parts.picture

  --- Refuses a wait that could not end, or for which there is no room.
  local function check_can_wait(of_screen)
    local lack, left = hold:lack_of_frames()
    if lack then refuse("held", lack, left) end
    lack = waits:lack_of_room(of_screen)
    if lack then refuse("busy", lack) end
  end

  local function wait_for(request, wait, tell)
    return wait_reply.send_later(parts, request, wait, tell)
  end

  local commands = {}

  commands["frames.wait"] = { arguments = 1, game = true, run = function(request)
    local frames = arguments.integer(request.arguments[1], "frames", 1, limits.wait_frames)
    check_can_wait()
    return wait_for(request, { frames = frames }, function(wait) return tostring(wait.waited) end)
  end }

  local function tell_value(wait)
    local awaited = wait.awaited
    local text = ("%d %s %d"):format(wait.met and 1 or 0, awaited.value or "-", wait.waited)
    return awaited.address and text .. " " .. awaited.address or text
  end

  commands["memory.wait"] = { arguments = 5, game = true, run = function(request)
    local address, type_name, domain, condition_text, timeout = table.unpack(request.arguments)
    local frames = arguments.integer(timeout, "timeout", 1, limits.wait_frames)
    local awaited = AwaitedValue.parse(game, address, type_name, domain, condition_text)
    local wait = { frames = frames, waited = 0, awaited = awaited }
    wait.met = awaited:begin()
    if wait.met then return tell_value(wait) end
    check_can_wait()
    function wait.check() return awaited:is_met() end
    return wait_for(request, wait, tell_value)
  end }

  local function take_picture()
    if Picture.has_pixels() then return (Picture.take_pixels()) end
    return png.pixels((picture:take()))
  end

  -- All waits for the screen share one picture a frame.
  local seen, seen_in
  local function picture_now()
    if seen_in ~= waits.frames_seen then seen, seen_in = take_picture(), waits.frames_seen end
    return seen
  end

  commands["screen.wait"] = { arguments = 1, game = true, needs = "screen", is_long = function() return not Picture.has_pixels() end,
    needs_picture = function() return true end, run = function(request)
      local frames = arguments.integer(request.arguments[1], "timeout", 1, limits.wait_frames)
      check_can_wait(true)
      local first, step = take_picture(), Picture.has_pixels() and 1 or FRAMES_A_PNG
      local wait = { frames = frames, of_screen = true }
      function wait.check()
        if waits.frames_seen % step ~= 0 and wait.waited < frames then return false end
        return picture_now() ~= first
      end
      local later = wait_for(request, wait, function() return ("%d %d"):format(wait.met and 1 or 0, wait.waited) end)
      return later, step == 1 and PIXELS or PNG
    end }

  commands["until.wait"] = { arguments = 2, payload = true, game = true, needs_picture = until_parts.sees_picture,
    is_long = function(request) return until_parts.sees_picture(request) and not Picture.has_pixels() end, run = function(request)
      local until_met, of_screen = until_parts.parse(request, game, picture), until_parts.sees_picture(request)
      local wait = { frames = until_met.timeout, waited = 0, of_screen = of_screen }
      local function tell() return ("%d %d %s"):format(until_met.met and 1 or 0, wait.waited, until_parts.tell_held(until_met)) end
      until_met:mark()
      if until_met:begin() then return tell() end
      check_can_wait(of_screen)
      function wait.check()
        if until_met:frame() then wait.frames = wait.waited end
        return until_met.met
      end
      local later = wait_for(request, wait, tell)
      return later, of_screen and (Picture.has_pixels() and PIXELS or PNG) or nil
    end }

  return commands
end
end

package.preload["bridge.conditions.achievement_arithmetic"] = function(...)
-- Arithmetic of achievements: integers without sign of 32 bits, and numbers of single precision. Pure. Lua's two kinds of numbers tell
-- them apart.
local single = require("bridge.conditions.achievement_floats").single

local kind = math.type
local MASK, SIGN, RANGE = 0xFFFFFFFF, 0x80000000, 0x100000000
local EPSILON = 2.0 ^ -23
local INT64 = 2.0 ^ 63

local achievement_arithmetic = {}

local function signed(value)
  return value >= SIGN and value - RANGE or value
end

local function to_float(value)
  return kind(value) == "float" and value or single(value + 0.0)
end

--- Fractions are cut off, and what is left wraps.
local function to_integer(value)
  if kind(value) == "integer" then return value & MASK end
  if value ~= value or value >= INT64 or value < -INT64 then return 0 end
  return math.tointeger(value < 0 and math.ceil(value) or math.floor(value)) & MASK
end

--- Whether both are integers. A number in single precision makes the result one.
local function are_integers(left, right)
  return kind(left) == "integer" and kind(right) == "integer"
end

-- Each returns nil for a division by zero. `from` subtracts the left one from the right one.
local OPERATIONS = {
  ["*"] = function(left, right)
    if are_integers(left, right) then return left * right & MASK end
    return single(to_float(left) * to_float(right))
  end,
  ["/"] = function(left, right)
    if right == 0 then return nil end
    if are_integers(left, right) then return left // right end
    return single(to_float(left) / to_float(right))
  end,
  ["%"] = function(left, right)
    if right == 0 then return nil end
    if are_integers(left, right) then return left % right end
    return single(math.fmod(to_float(left), to_float(right)))
  end,
  ["&"] = function(left, right) return to_integer(left) & to_integer(right) end,
  ["^"] = function(left, right) return to_integer(left) ~ to_integer(right) end,
  ["+"] = function(left, right)
    if are_integers(left, right) then return left + right & MASK end
    return single(to_float(left) + to_float(right))
  end,
  -- An integer that is subtracted from, or beside, a number with a fraction has a sign.
  ["-"] = function(left, right)
    if are_integers(left, right) then return left - right & MASK end
    return single(to_float(left) - (kind(right) == "integer" and to_float(signed(right)) or right))
  end,
  from = function(left, right)
    if are_integers(left, right) then return signed(right - left & MASK) end
    return single(to_float(right) - (kind(left) == "integer" and to_float(signed(left)) or left))
  end,
}

--- Returns the function of an operation, whose result is of a kind.
---@param operation string
---@param is_float boolean
---@return fun(left: number, right: number): number
function achievement_arithmetic.operation(operation, is_float)
  local operate = OPERATIONS[operation]
  if is_float then return function(left, right) return to_float(operate(left, right) or 0) end end
  return function(left, right) return to_integer(operate(left, right) or 0) end
end

achievement_arithmetic.to_integer = to_integer

--- Numbers of single precision are equal if they are in seven digits. What is no number is smaller.
---@return integer order -1, 0 or 1
local function order(left, right)
  if left == right then return 0 end
  local least, difference = math.min(math.abs(left), math.abs(right)), single(left - right)
  if left ~= left or right ~= right then return -1 end
  local threshold = single(least * EPSILON)
  if math.abs(difference) <= threshold then return 0 end
  return difference > threshold and 1 or -1
end

local INTEGERS = {
  ["="] = function(left, right) return left == right end,
  ["!="] = function(left, right) return left ~= right end,
  ["<"] = function(left, right) return left < right end,
  ["<="] = function(left, right) return left <= right end,
  [">"] = function(left, right) return left > right end,
  [">="] = function(left, right) return left >= right end,
}

--- Returns the function of a comparison.
---@param operator string
---@return fun(left: number, right: number): boolean
function achievement_arithmetic.comparison(operator)
  local compare = INTEGERS[operator]
  return function(left, right)
    if are_integers(left, right) then return compare(left, right) end
    return compare(order(to_float(left), to_float(right)), 0)
  end
end

--- Whether a value is the same as another, to the bit.
---@return boolean
function achievement_arithmetic.is_same(left, right)
  if kind(left) == "integer" then return left == right end
  return string.pack("<f", left) == string.pack("<f", right)
end

return achievement_arithmetic
end

package.preload["bridge.conditions.achievement_binding"] = function(...)
-- Binds the conditions of a group to memory: pointers, sums and remembered values become operands of the condition that they lead to.
local arithmetic = require("bridge.conditions.achievement_arithmetic")
local operands = require("bridge.conditions.achievement_operands")
local refusal = require("bridge.wire.refusal")

local ZERO = operands.constant(0)

---@class bridge.AchievementBinding
---@field private cells bridge.AchievementCells
---@field private pointer bridge.BoundOperand? what is added to the addresses of the next condition
---@field private sum bridge.BoundOperand? what is added to the left operand of the next condition
---@field private operation "+"|"from"|nil how it is added
---@field private remembered bridge.BoundOperand?
---@field private early bridge.BoundOperand[] recalls before anything was remembered
---@field private of_pause bridge.BoundOperand? the latest that a pause condition remembered
local AchievementBinding = {}
AchievementBinding.__index = AchievementBinding

---@param cells bridge.AchievementCells
---@return bridge.AchievementBinding
function AchievementBinding.new(cells)
  return setmetatable({ cells = cells, early = {} }, AchievementBinding)
end

---@private
--- Finds memory behind a pointer. Its address is found anew in each frame.
function AchievementBinding:behind_pointer(operand, mask)
  local memory, get, bytes, offset = self.cells.memory, self.pointer.get, operand.size.bytes, operand.address
  local add = arithmetic.operation("+", false)
  return self.cells:add_computed(false, function() return memory:read(add(get(), offset), bytes) & mask end)
end

---@private
---@param operand bridge.AchievementOperand
function AchievementBinding:in_memory(operand)
  local size, access, memory = operand.size, operand.access, self.cells.memory
  -- All but the value before the latest change are parts of whole bytes, so they share cells.
  local mask = access == "prior" and size.mask or (1 << 8 * size.bytes) - 1
  if self.pointer then return operands.in_memory(self:behind_pointer(operand, mask), access, size, operand.form) end
  if operand.address + size.bytes > memory.past then
    refusal.refuse("bad-request", ("achievement must have an address of 0x0 to 0x%X at character %d; got 0x%X."):format(
      memory.past - size.bytes, operand.at, operand.address), "achievement")
  end
  return operands.in_memory(self.cells:add_read(operand.address, size.bytes, mask), access, size, operand.form)
end

---@private
---@param operand bridge.AchievementOperand
---@param in_pause boolean
function AchievementBinding:bind(operand, in_pause)
  if operand.number then return operands.constant(operand.number) end
  if not operand.is_recall then return self:in_memory(operand) end
  local recall = operands.recall(self.remembered)
  recall.before_pause_remembers = in_pause and not self.of_pause
  if not self.remembered then self.early[#self.early + 1] = recall end
  return recall
end

---@private
--- Returns left and right operand of a modifying condition as one.
function AchievementBinding:modified(left, operator, right)
  if not operator then return left end
  return operands.combined(self.cells, operator, left, right, left.is_float or right.is_float)
end

---@private
--- Adds the conditions before to an operand. Earlier values of all of them are the earlier value of the sum.
function AchievementBinding:added(operand, operation, is_float)
  local sum, access = self.sum, operand.access
  local is_earlier = operand.cell and access ~= "value" and access == sum.access
  if is_earlier then sum, operand = operands.of_now(sum), operands.of_now(operand) end
  local result = operands.combined(self.cells, operation, sum, operand, is_float)
  if is_earlier then result = operands.computed(result.cell, access) end
  result.is_sum = true
  return result
end

---@private
function AchievementBinding:add_source(operand, is_subtracted)
  local sum = self.sum
  if not sum then
    self.sum, self.operation = operand, is_subtracted and "from" or "+"
  elseif not is_subtracted then
    self.sum, self.operation = self:added(operand, self.operation, sum.is_float), "+"
  else
    if self.operation == "from" then self.sum = operands.combined(self.cells, "from", sum, ZERO, sum.is_float) end
    self.sum, self.operation = self:added(operand, "-", sum.is_float), "+"
  end
end

---@private
--- Adds the sum so far to the operand in which it ends.
function AchievementBinding:summed(operand)
  local result = self.sum and self:added(operand, self.operation, operand.is_float) or operand
  self.sum, self.operation = nil, nil
  return result
end

--- Pause conditions are looked at first, so they don't know what others remember.
local function forget_others(recall)
  if recall.before_pause_remembers and recall.source and recall.source.cell then recall.source = nil end
end

--- Binds a condition.
---@param part bridge.AchievementPart
---@param in_pause boolean whether it belongs to a pause condition
---@return { left: bridge.BoundOperand, right: bridge.BoundOperand }? bound nil: it belongs to the next one
function AchievementBinding:add(part, in_pause)
  local flag = part.flag
  local left = self:bind(part.left, in_pause)
  local right = part.right and self:bind(part.right, in_pause)
  if flag == "I" then
    self.pointer = self:modified(left, part.operator, right)
    return nil
  end
  self.pointer = nil
  if flag == "A" or flag == "B" then
    self:add_source(self:modified(left, part.operator, right), flag == "B")
  elseif flag == "K" then
    self.remembered = self:summed(self:modified(left, part.operator, right))
    if in_pause then self.of_pause = self.remembered end
  else
    if not self.sum then forget_others(left) end
    forget_others(right)
    return { left = self:summed(left), right = right }
  end
end

--- Ends the group. Conditions before all that remember get what the latest of pause conditions remembers.
function AchievementBinding:finish()
  if not self.of_pause then return end
  for _, recall in ipairs(self.early) do
    if not recall.before_pause_remembers then recall.source = self.of_pause end
  end
end

return AchievementBinding
end

package.preload["bridge.conditions.achievement_cells"] = function(...)
-- Values that an achievement looks at, each with the one of the frame before and the one before its latest change. Those in memory are all
-- read first, then the others are calculated from them.
local arithmetic = require("bridge.conditions.achievement_arithmetic")

local is_same = arithmetic.is_same

---@class bridge.AchievementCell
---@field value number now
---@field delta number a frame ago
---@field prior number before the latest change
---@field is_float boolean
---@field compute? fun(): number nil: it is in memory
---@field address integer? of a value in memory
---@field bytes integer?
---@field mask integer?
---@field method function? reads the value; nil: AchievementMemory does
---@field reader table?
---@field offset integer?

---@class bridge.AchievementCells
---@field memory bridge.AchievementMemory
---@field private game bridge.Game
---@field private of_domains table? the domains in which the readers were found
---@field private read bridge.AchievementCell[]
---@field private computed bridge.AchievementCell[] each after those that it needs
---@field private by_place table<string, bridge.AchievementCell>
local AchievementCells = {}
AchievementCells.__index = AchievementCells

---@param game bridge.Game
---@param memory bridge.AchievementMemory
---@return bridge.AchievementCells
function AchievementCells.new(game, memory)
  return setmetatable({ game = game, memory = memory, read = {}, computed = {}, by_place = {} }, AchievementCells)
end

--- Adds a value in memory, once.
---@param address integer
---@param bytes integer
---@param mask integer the bits whose changes count
---@return bridge.AchievementCell
function AchievementCells:add_read(address, bytes, mask)
  local place = ("%d %d %d"):format(address, bytes, mask)
  local cell = self.by_place[place]
  if not cell then
    cell = { address = address, bytes = bytes, mask = mask, value = 0, delta = 0, prior = 0, is_float = false }
    self.by_place[place], self.read[#self.read + 1] = cell, cell
  end
  return cell
end

--- Adds a value that is calculated from others.
---@param is_float boolean
---@param compute fun(): number
---@return bridge.AchievementCell
function AchievementCells:add_computed(is_float, compute)
  local zero = is_float and 0.0 or 0
  local cell = { compute = compute, value = zero, delta = zero, prior = zero, is_float = is_float }
  self.computed[#self.computed + 1] = cell
  return cell
end

---@private
function AchievementCells:find_readers()
  local memory = self.memory
  for _, cell in ipairs(self.read) do cell.method, cell.reader, cell.offset = memory:direct(cell.address, cell.bytes) end
  self.of_domains = self.game.domains
end

--- Reads and calculates all values a frame later.
function AchievementCells:update()
  if self.of_domains ~= self.game.domains then self:find_readers() end -- mGBA replaces them when a game is loaded
  local memory, read, computed = self.memory, self.read, self.computed
  for i = 1, #read do
    local cell = read[i]
    local method, old = cell.method, cell.value
    local now = (method and method(cell.reader, cell.offset) or memory:read(cell.address, cell.bytes)) & cell.mask
    cell.delta = old
    if now ~= old then cell.prior, cell.value = old, now end
  end
  for i = 1, #computed do
    local cell = computed[i]
    local now, old = cell.compute(), cell.value
    cell.delta = old
    if now ~= old or cell.is_float and not is_same(now, old) then cell.prior, cell.value = old, now end
  end
end

--- Reads and calculates all values for the first time: nothing has changed yet.
function AchievementCells:begin()
  self:find_readers()
  for _, cell in ipairs(self.read) do
    local now = self.memory:read(cell.address, cell.bytes) & cell.mask
    cell.value, cell.delta, cell.prior = now, now, now
  end
  for _, cell in ipairs(self.computed) do
    local now = cell.compute()
    cell.value, cell.delta, cell.prior = now, now, now
  end
end

return AchievementCells
end

package.preload["bridge.conditions.achievement_condition"] = function(...)
-- Conditions of achievements of RetroAchievements, as rcheevos (2025-10) evaluates them. When a wait or branch begins, hits are 0 and
-- nothing has changed; one that is true then holds, while rcheevos waits until it was false.
-- As in the documentation, and not in rcheevos: a remembered BCD or inverted value stays one; another size of the same byte than its
-- delta is compared by value while the byte doesn't change; added hits end at the next condition, also if that has no target.
local achievement_groups = require("bridge.conditions.achievement_groups")
local achievement_text = require("bridge.conditions.achievement_text")
local arithmetic = require("bridge.conditions.achievement_arithmetic")
local AchievementBinding = require("bridge.conditions.achievement_binding")
local AchievementCells = require("bridge.conditions.achievement_cells")
local AchievementMemory = require("bridge.conditions.achievement_memory")

local achievement_condition = {}

-- Those of a kind are looked at together, in this order.
local KINDS = { "pause", "reset", "hits", "measured", "other" }
local OF_FLAG = { P = "pause", R = "reset", M = "measured", Q = "measured" }
local LEADS_ON = { A = true, B = true, C = true, D = true, I = true, K = true, N = true, O = true, Z = true }

--- Returns the kind of each condition. One that leads to another has that one's.
local function kinds_of(parts)
  local kinds, kind = {}, "other"
  for i = #parts, 1, -1 do
    local part = parts[i]
    if not LEADS_ON[part.flag] then kind = OF_FLAG[part.flag] or part.target > 0 and "hits" or "other" end
    kinds[i] = kind
  end
  return kinds
end

---@return bridge.AchievementStep
local function step_of(part, left, right)
  local compare, get_left, get_right = arithmetic.comparison(part.operator), left.get, right.get
  return { flag = part.flag, target = part.target, hits = 0, test = function() return compare(get_left(), get_right()) end }
end

---@param parts bridge.AchievementPart[]
---@param cells bridge.AchievementCells
---@return bridge.AchievementStep[]
local function bind(parts, cells)
  local binding, kinds, by_kind, steps = AchievementBinding.new(cells), kinds_of(parts), {}, {}
  for _, kind in ipairs(KINDS) do by_kind[kind] = {} end
  for i, part in ipairs(parts) do
    local bound = binding:add(part, kinds[i] == "pause")
    if bound then table.insert(by_kind[kinds[i]], step_of(part, bound.left, bound.right)) end
  end
  binding:finish()
  for _, kind in ipairs(KINDS) do table.move(by_kind[kind], 1, #by_kind[kind], #steps + 1, steps) end
  return steps
end

--- Parses a condition, or refuses it.
---@param game bridge.Game
---@param text string
---@param timeout integer? of a wait
---@return bridge.Condition
function achievement_condition.parse(game, text, timeout)
  local cells, groups, count = AchievementCells.new(game, AchievementMemory.new(game)), {}, 0
  for i, parts in ipairs(achievement_text.parse(text)) do
    groups[i], count = bind(parts, cells), count + #parts
  end
  return {
    count_in_achievement = count,
    mark = function()
      cells:begin()
      achievement_groups.reset(groups)
    end,
    read = function()
      cells:update()
      return achievement_groups.look_at_all(groups)
    end,
    test = function(holds) return holds end, basis = "constant", frames = 1, timeout = timeout,
  }
end

return achievement_condition
end

package.preload["bridge.conditions.achievement_floats"] = function(...)
-- Floating-point numbers of 32 bits, as achievements read them from memory. Pure. Results are in single precision.
local pack, unpack = string.pack, string.unpack

local MANTISSA_BITS, MANTISSA_VALUES, MANTISSA = 23, 0x800000, 0x7FFFFF
local DOUBLE_BIAS, MICROSOFT_BIAS = 1023, 129

local achievement_floats = {}

--- Rounds to single precision.
---@param number number
---@return number
local function single(number)
  return (unpack("<f", pack("<f", number)))
end

--- Reverses the four bytes.
---@param raw integer
---@return integer
local function swap(raw)
  return (unpack(">I4", pack("<I4", raw)))
end

--- Builds a number as rcheevos does, also at the ends of the range: there is no infinity with a mantissa, and the exponent -127 has no
--- leading 1.
local function build(is_negative, exponent, mantissa)
  local number
  if exponent > 127 then
    number = mantissa == 0 and math.huge or 0 / 0
  elseif exponent == -127 then
    number = mantissa / MANTISSA_VALUES * 2.0 ^ -126
  else
    number = (1 + mantissa / MANTISSA_VALUES) * 2.0 ^ exponent
  end
  return single(is_negative and -number or number)
end

--- The upper four bytes of a double.
local function double32(raw)
  return build(raw >> 31 == 1, (raw >> 20 & 0x7FF) - DOUBLE_BIAS, (raw & 0xFFFFF) << 3)
end

--- Microsoft's binary format: an exponent of eight bits, the sign, and the mantissa.
local function microsoft(raw)
  local is_negative, exponent, mantissa = raw >> MANTISSA_BITS & 1 == 1, raw >> 24, raw & MANTISSA
  if exponent == 0 and mantissa == 0 then return is_negative and -0.0 or 0.0 end
  return build(is_negative, exponent - MICROSOFT_BIAS, mantissa)
end

achievement_floats.single = single
achievement_floats.swap = swap

--- Decoders by the letter of their size.
---@type table<string, fun(raw: integer): number>
achievement_floats.decoders = {
  F = function(raw) return (unpack("<f", pack("<I4", raw))) end,
  B = function(raw) return (unpack(">f", pack("<I4", raw))) end,
  H = double32,
  I = function(raw) return double32(swap(raw)) end,
  M = function(raw) return microsoft(swap(raw)) end,
  L = microsoft,
}

return achievement_floats
end

package.preload["bridge.conditions.achievement_groups"] = function(...)
-- Groups of an achievement's conditions: which of them hold, and how often they have. Pure.

---@class bridge.AchievementStep a condition that is true or false
---@field test fun(): boolean
---@field flag string?
---@field target integer hits; 0: none
---@field hits integer

-- Conditions that only change the next one.
local COMBINING = { C = true, D = true, N = true, O = true, Z = true }

local achievement_groups = {}

--- Counts a hit, and returns whether a condition holds.
local function count(step, is_true)
  local hits, target = step.hits, step.target
  if is_true and (target == 0 or hits < target) then
    hits = hits + 1
    step.hits = hits
  end
  if target == 0 then return is_true end
  return hits == target
end

--- Looks at a group. Its pause conditions come first, then those that reset.
---@param steps bridge.AchievementStep[]
---@return boolean holds
---@return boolean? resets
function achievement_groups.look(steps)
  local and_next, or_next, reset_next, added, holds = true, false, false, 0, true
  for i = 1, #steps do
    local step = steps[i]
    local flag, valid = step.flag, false
    if reset_next then
      step.hits = 0
    else
      valid = count(step, or_next or and_next and step.test())
    end
    and_next, or_next = true, false
    if COMBINING[flag] then
      if flag == "N" then
        and_next = valid
      elseif flag == "O" then
        or_next = valid
      elseif flag == "Z" then
        reset_next = valid
      else
        added, reset_next = added + (flag == "C" and step.hits or -step.hits), false
      end
    else
      if step.target > 0 and added ~= 0 then valid = step.hits + added >= step.target end
      reset_next, added = false, 0
      if flag == "P" then
        if valid then return false end
      elseif flag == "R" then
        if valid then return false, true end
      else
        holds = holds and valid
      end
    end
  end
  return holds
end

---@param groups bridge.AchievementStep[][]
function achievement_groups.reset(groups)
  for _, steps in ipairs(groups) do
    for _, step in ipairs(steps) do step.hits = 0 end
  end
end

--- Looks at all groups.
---@param groups bridge.AchievementStep[][] the core, then the alternatives
---@return boolean holds the core, and an alternative if there are any
function achievement_groups.look_at_all(groups)
  local holds, resets = achievement_groups.look(groups[1])
  local any = #groups == 1
  for i = 2, #groups do
    if resets then break end
    local alternative
    alternative, resets = achievement_groups.look(groups[i])
    any = any or alternative
  end
  if resets then
    achievement_groups.reset(groups)
    return false
  end
  return holds and any
end

return achievement_groups
end

package.preload["bridge.conditions.achievement_memory"] = function(...)
-- The memory of achievements: RetroAchievements puts a console's memory on one line of addresses. Banks are fixed on it, so they are
-- read in mGBA's domains; only what a Game Boy's bus shows of ROM, video memory and registers comes from the bus.
local io_registers = require("bridge.memory.io_registers")

local unpack = string.unpack
local FORMATS = { "<I1", "<I2", "<I3", "<I4" }
local METHODS = { [1] = "read8", [2] = "read16", [4] = "read32" }

---@class bridge.AchievementRegion
---@field first integer
---@field past integer
---@field domain string? nil: the bus
---@field offset integer of the first byte

-- https://github.com/RetroAchievements/rcheevos, src/rcheevos/consoleinfo.c
---@type table<string, bridge.AchievementRegion[]>
local LINES = {
  GBA = {
    { first = 0x00000, past = 0x08000, domain = "iwram", offset = 0 },
    { first = 0x08000, past = 0x48000, domain = "wram", offset = 0 },
    { first = 0x48000, past = 0x58000, domain = "sram", offset = 0 },
  },
  GB = {
    { first = 0x00000, past = 0x0A000, offset = 0 },
    { first = 0x0A000, past = 0x0C000, domain = "sram", offset = 0 },
    { first = 0x0C000, past = 0x0E000, domain = "wram", offset = 0 },
    { first = 0x0E000, past = 0x0FE00, domain = "wram", offset = 0 },
    { first = 0x0FE00, past = 0x10000, offset = 0xFE00 },
    { first = 0x10000, past = 0x16000, domain = "wram", offset = 0x2000 },
    { first = 0x16000, past = 0x34000, domain = "sram", offset = 0x2000 },
  },
}

---@class bridge.AchievementMemory
---@field past integer the end of the line
---@field private game bridge.Game
---@field private regions bridge.AchievementRegion[]
local AchievementMemory = {}
AchievementMemory.__index = AchievementMemory

---@param game bridge.Game
---@return bridge.AchievementMemory
function AchievementMemory.new(game)
  local regions = LINES[game.platform]
  return setmetatable({ game = game, regions = regions, past = regions[#regions].past }, AchievementMemory)
end

--- Finds what reads a range that lies in one region.
---@return table? reader nil: this game has no such memory
---@return integer? offset
---@return boolean? crosses whether the range goes on in the next region
local function find(self, address, bytes)
  local regions, game = self.regions, self.game
  for i = 1, #regions do
    local region = regions[i]
    if address < region.past then
      local offset, domain = address - region.first + region.offset, region.domain
      if address + bytes > region.past then return nil, nil, true end
      if domain then return offset + bytes <= (game.sizes[domain] or 0) and game.domains[domain] or nil, offset end
      -- Reading this register over the bus runs callbacks of other scripts.
      local joyp = io_registers.JOYP
      return address <= joyp and joyp < address + bytes and io_registers.gb or emu, offset
    end
  end
end

--- Finds the fastest way to read a value again and again, until mGBA replaces its domains.
---@param address integer
---@param bytes integer
---@return function? method nil: `read` must be used
---@return table? reader
---@return integer? offset
function AchievementMemory:direct(address, bytes)
  local reader, offset = find(self, address, bytes)
  local method = reader and METHODS[bytes]
  if not method or offset % bytes ~= 0 or (bytes > 1 and reader == emu) then return nil end
  return reader[method], reader, offset
end

--- Reads a value, whose lowest byte is first.
---@param address integer
---@param bytes 1|2|3|4
---@return integer value 0 where this game has no memory
function AchievementMemory:read(address, bytes)
  local reader, offset, crosses = find(self, address, bytes)
  if reader then return (unpack(FORMATS[bytes], reader:readRange(offset, bytes))) end
  if not crosses then return 0 end
  local value = 0
  for i = 0, bytes - 1 do
    local byte_reader, byte_offset = find(self, address + i, 1)
    if not byte_reader then return 0 end
    value = value | byte_reader:read8(byte_offset) << 8 * i
  end
  return value
end

return AchievementMemory
end

package.preload["bridge.conditions.achievement_operands"] = function(...)
-- Operands of achievements, bound to their cells: constants, values in memory, sums of the conditions before, and remembered values.
local arithmetic = require("bridge.conditions.achievement_arithmetic")
local floats = require("bridge.conditions.achievement_floats")
local sizes = require("bridge.conditions.achievement_sizes")

---@class bridge.BoundOperand
---@field get fun(): number
---@field is_float boolean whether what is calculated with it is in single precision
---@field cell bridge.AchievementCell? nil: a constant or a remembered value
---@field access "value"|"delta"|"prior"|nil
---@field size bridge.AchievementSize? of a value in memory
---@field form "bcd"|"inverted"|nil
---@field is_sum boolean?
---@field before_pause_remembers boolean? of a recall in a pause condition: whether no pause condition before it remembers
---@field source bridge.BoundOperand? what is remembered; nil: nothing, which is 0

local achievement_operands = {}

---@param number number
---@return bridge.BoundOperand
function achievement_operands.constant(number)
  local is_float = math.type(number) == "float"
  if is_float then number = floats.single(number) end
  return { is_float = is_float, get = function() return number end }
end

--- Returns the function from raw to final value; nil: they are the same.
local function converter(size, form)
  local decode = size.decode
  local convert
  if form == "inverted" and size.inverted ~= 0 then
    local mask = size.inverted
    convert = function(value) return value ~ mask end
  elseif form == "bcd" and size.digits then
    local digits = size.digits
    convert = function(value) return sizes.from_bcd(value, digits) end
  end
  if decode and convert then return function(raw) return convert(decode(raw)) end end
  return convert or decode
end

--- Binds an operand to the cell of its memory.
---@param cell bridge.AchievementCell
---@param access "value"|"delta"|"prior"
---@param size bridge.AchievementSize
---@param form? "bcd"|"inverted"
---@return bridge.BoundOperand
function achievement_operands.in_memory(cell, access, size, form)
  local convert = converter(size, form)
  local get
  if convert then get = function() return convert(cell[access]) end else get = function() return cell[access] end end
  return { cell = cell, access = access, size = size, form = form, is_float = size.is_float or false, get = get }
end

--- Binds an operand to a calculated cell.
---@param cell bridge.AchievementCell
---@param access "value"|"delta"|"prior"
---@return bridge.BoundOperand
function achievement_operands.computed(cell, access)
  return { cell = cell, access = access, is_float = cell.is_float, get = function() return cell[access] end }
end

--- Returns the operand with the value of now instead of an earlier one.
---@param operand bridge.BoundOperand
---@return bridge.BoundOperand
function achievement_operands.of_now(operand)
  local cell = operand.cell --[[@as bridge.AchievementCell]]
  if not operand.size then return achievement_operands.computed(cell, "value") end
  return achievement_operands.in_memory(cell, "value", operand.size, operand.form)
end

--- Binds `{recall}`.
---@param source bridge.BoundOperand? what was remembered last; nil: it may be given later
---@return bridge.BoundOperand
function achievement_operands.recall(source)
  -- A remembered sum is calculated with as an integer, whatever it is.
  local recall = { is_float = source ~= nil and source.is_float and not source.is_sum, source = source }
  function recall.get()
    local remembered = recall.source
    return remembered and remembered.get() or 0
  end
  return recall
end

--- Returns the operand that an operation of two others gives.
---@param cells bridge.AchievementCells
---@param operation string
---@param left bridge.BoundOperand
---@param right bridge.BoundOperand
---@param is_float boolean
---@return bridge.BoundOperand
function achievement_operands.combined(cells, operation, left, right, is_float)
  local operate, get_left, get_right = arithmetic.operation(operation, is_float), left.get, right.get
  local cell = cells:add_computed(is_float, function() return operate(get_left(), get_right()) end)
  return achievement_operands.computed(cell, "value")
end

return achievement_operands
end

package.preload["bridge.conditions.achievement_sizes"] = function(...)
-- The sizes of achievements' operands in memory, by their letters. Pure.
local floats = require("bridge.conditions.achievement_floats")

---@class bridge.AchievementSize
---@field bytes integer
---@field mask integer the bits of these bytes that belong to the value
---@field decode? fun(raw: integer): number nil: the raw value
---@field inverted integer what `~` inverts
---@field digits integer? of binary-coded decimals; nil: `b` changes nothing
---@field is_float boolean?

local NIBBLE_BITS = { [0] = 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 }

local function swap16(raw) return raw >> 8 | (raw & 0xFF) << 8 end
local function swap24(raw) return raw >> 16 | raw & 0xFF00 | (raw & 0xFF) << 16 end
local function count_bits(raw) return NIBBLE_BITS[raw & 0xF] + NIBBLE_BITS[raw >> 4 & 0xF] end

---@return bridge.AchievementSize
local function whole(bytes, decode)
  local mask = (1 << 8 * bytes) - 1
  return { bytes = bytes, mask = mask, decode = decode, inverted = mask, digits = 2 * bytes }
end

local achievement_sizes = {}

--- Sizes after `0x`. A space, or none, is 16 bits.
---@type table<string, bridge.AchievementSize>
achievement_sizes.integers = {
  H = whole(1), [" "] = whole(2), W = whole(3), X = whole(4), I = whole(2, swap16), J = whole(3, swap24), G = whole(4, floats.swap),
  L = { bytes = 1, mask = 0x0F, inverted = 0x0F, decode = function(raw) return raw & 0xF end },
  U = { bytes = 1, mask = 0xF0, inverted = 0x0F, decode = function(raw) return raw >> 4 & 0xF end },
  K = { bytes = 1, mask = 0xFF, inverted = 0x01, decode = count_bits },
}
for bit = 0, 7 do
  achievement_sizes.integers[string.char(("M"):byte() + bit)] = {
    bytes = 1, mask = 1 << bit, inverted = 0x01, decode = function(raw) return raw >> bit & 1 end,
  }
end

--- Sizes after `f`.
---@type table<string, bridge.AchievementSize>
achievement_sizes.floats = {}
for letter, decode in pairs(floats.decoders) do
  achievement_sizes.floats[letter] = { bytes = 4, mask = 0xFFFFFFFF, inverted = 0, decode = decode, is_float = true }
end

--- Decodes binary-coded decimals. Digits above 9 count as they are.
---@param value integer
---@param digits integer
---@return integer
function achievement_sizes.from_bcd(value, digits)
  local number = 0
  for digit = digits - 1, 0, -1 do number = 10 * number + (value >> 4 * digit & 0xF) end
  return number
end

return achievement_sizes
end

package.preload["bridge.conditions.achievement_text"] = function(...)
-- Parses the conditions of an achievement of RetroAchievements. Pure. docs/protocol/branches.md has the grammar.
local limits = require("bridge.wire.limits")
local sizes = require("bridge.conditions.achievement_sizes")
local refusal = require("bridge.wire.refusal")

local match = string.match
local MAX_UNSIGNED, MAX_SIGNED, UNSIGNED = 0xFFFFFFFF, 0x7FFFFFFF, 0x100000000
local FRACTION_DIGITS = 9 -- that count
local SHOWN = 16 -- bytes of a mistake

---@class bridge.AchievementOperand
---@field at integer the place in the string
---@field number number? of a constant
---@field is_recall boolean?
---@field access "value"|"delta"|"prior"|nil of an operand in memory
---@field form "bcd"|"inverted"|nil
---@field size bridge.AchievementSize?
---@field address integer?

---@class bridge.AchievementPart one condition of an achievement
---@field at integer the place in the string
---@field flag string? an upper-case letter
---@field left bridge.AchievementOperand
---@field operator string?
---@field right bridge.AchievementOperand? with an operator
---@field target integer hits; 0: none

local achievement_text = {}

local FLAGS = "[PRZABCDNOIMGQTKprzabcdnoimgqtk]:"
local PREFIXES = { d = "delta", p = "prior" }
local FORMS = { b = "bcd", ["~"] = "inverted" }
local MODIFIES = { A = true, B = true, I = true, K = true }
local COMPARES = { ["="] = true, ["!="] = true, ["<"] = true, ["<="] = true, [">"] = true, [">="] = true }

--- Refuses what is at a place.
---@param cursor { text: string, at: integer }
---@param accepted string
local function refuse(cursor, accepted)
  local rest = cursor.text:sub(cursor.at, cursor.at + SHOWN - 1)
  refusal.refuse("bad-request", ("achievement must have %s at character %d; got %s."):format(
    accepted, cursor.at, rest == "" and "its end" or refusal.quote(rest)), "achievement")
end

--- Takes what matches a pattern, or nothing.
local function take(cursor, pattern)
  local found = match(cursor.text, "^" .. pattern, cursor.at)
  if found then cursor.at = cursor.at + #found end
  return found
end

local function clamped(digits, base, max)
  local significant = digits:gsub("^0+(.)", "%1")
  return #significant <= 10 and math.min(tonumber(significant, base), max) or max
end

local function signed(text)
  local value = clamped(text:match("%d+"), 10, MAX_SIGNED)
  return text:find("-", 1, true) and value > 0 and UNSIGNED - value or value
end

local function float(text)
  local whole, fraction = text:match("(%d*)%.(%d+)")
  fraction = fraction:sub(1, FRACTION_DIGITS)
  local value = tonumber(whole == "" and "0" or whole .. ".0") + tonumber(fraction) / 10.0 ^ #fraction
  return text:find("-", 1, true) and -value or value
end

local function size_of(cursor)
  if take(cursor, "0[xX]") then
    if match(cursor.text, "^%x", cursor.at) then return sizes.integers[" "] end
    local letter = take(cursor, "[%a ]")
    return letter and sizes.integers[letter:upper()]
  end
  local letters = take(cursor, "[fF]%a")
  return letters and sizes.floats[letters:sub(2):upper()]
end

local function memory(cursor)
  local at, prefix = cursor.at, take(cursor, "[dDpPbB~]")
  local letter = prefix and prefix:lower()
  local size_at = cursor.at
  local size = size_of(cursor)
  if not size then
    cursor.at = size_at
    refuse(cursor, "a value")
  end
  local digits = take(cursor, "%x+") or refuse(cursor, "an address in hexadecimal")
  return {
    at = at, access = PREFIXES[letter] or "value", form = FORMS[letter], size = size, address = clamped(digits, 16, MAX_UNSIGNED),
  }
end

local function constant_of(cursor)
  local found = take(cursor, "[hH]%x+")
  if found then return clamped(found:sub(2), 16, MAX_UNSIGNED) end
  found = take(cursor, "[fF][+-]?%d*%.%d+")
  if found then return float(found) end
  found = take(cursor, "[fFvV]?[+-]%d+") or take(cursor, "[fFvV]%d+")
  if found then return signed(found) end
  found = not match(cursor.text, "^0[xX]", cursor.at) and take(cursor, "%d+")
  return found and clamped(found, 10, MAX_UNSIGNED)
end

---@return bridge.AchievementOperand
local function operand(cursor)
  local at = cursor.at
  if take(cursor, "{recall}") then return { at = at, is_recall = true } end
  local number = constant_of(cursor)
  return number and { at = at, number = number } or memory(cursor)
end

local function operator(cursor)
  local found = take(cursor, "[=!<>]=") or take(cursor, "[=<>*/&^%%+-]")
  return found == "==" and "=" or found
end

local function hits(cursor)
  local found = take(cursor, "%.%d+%.") or take(cursor, "%(%d+%)")
  return found and clamped(found:match("%d+"), 10, MAX_UNSIGNED) or 0
end

---@return bridge.AchievementPart
local function condition(cursor)
  local at, flag = cursor.at, take(cursor, FLAGS)
  flag = flag and flag:sub(1, 1):upper()
  if flag == "G" then flag = "M" end
  local part = { at = at, flag = flag, left = operand(cursor), target = 0 }
  local operator_at, modifies = cursor.at, MODIFIES[flag]
  part.operator = operator(cursor)
  if not part.operator then
    if not modifies or not match(cursor.text .. "_", "^[_S]", cursor.at) then refuse(cursor, "an operator") end
    return part
  end
  if (modifies and COMPARES[part.operator] and flag == "K") or (not modifies and not COMPARES[part.operator]) then
    cursor.at = operator_at
    refuse(cursor, modifies and "one of the operators * / & ^ % + -" or "one of the operators = != < <= > >=")
  end
  part.right, part.target = operand(cursor), hits(cursor)
  -- Old achievements have comparisons here, which mean nothing.
  if modifies and COMPARES[part.operator] then part.operator, part.right = nil, nil end
  return part
end

--- Refuses a second measured condition in a group, and one in another group with another target.
local function check_measured(cursor, part, group, measured)
  local right = part.right
  local target = part.target > 0 and part.target or right.number and math.floor(right.number)
  cursor.at = part.at
  if not target then refuse(cursor, "a measured condition with a constant or hits") end
  if group.is_measured then refuse(cursor, "one measured condition in a group") end
  if measured.target and measured.target ~= target then refuse(cursor, "measured conditions with the same target") end
  group.is_measured, measured.target = true, target
end

--- Parses an achievement, or refuses it.
---@param text string
---@return bridge.AchievementPart[][] groups the core, then the alternatives; without conditions a group holds
function achievement_text.parse(text)
  if #text > limits.achievement_bytes then
    refusal.refuse("bad-request", ("achievement must have 1 to %d bytes; got %d."):format(limits.achievement_bytes, #text), "achievement")
  end
  local cursor, groups, measured, count = { text = text, at = 1 }, {}, {}, 0
  repeat
    local group, seen = {}, { is_measured = false }
    groups[#groups + 1] = group
    while group[1] or not match(text .. "S", "^[sS]", cursor.at) do
      if count == limits.achievement_conditions then refuse(cursor, ("at most %d conditions"):format(count)) end
      local part = condition(cursor)
      local after = cursor.at
      if part.flag == "M" then check_measured(cursor, part, seen, measured) end
      cursor.at, count = after, count + 1
      group[#group + 1] = part
      if not take(cursor, "_") then break end
    end
  until not take(cursor, "[sS]")
  if cursor.at <= #text then refuse(cursor, "_, S or its end") end
  if count == 0 then refuse(cursor, "a condition") end
  return groups
end

return achievement_text
end

package.preload["bridge.conditions.condition_lines"] = function(...)
-- Parses the lines of conditions. The grammar is in docs/protocol/branches.md.
local achievement_condition = require("bridge.conditions.achievement_condition")
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local lines = require("bridge.wire.lines")
local picture_condition = require("bridge.conditions.picture_condition")
local value_condition = require("bridge.conditions.value_condition")
local refusal = require("bridge.wire.refusal")

local condition_lines = {}

local function limits_of(fields, at, timeout)
  return arguments.integer(fields[at], "frames", 1, limits.wait_frames), arguments.integer(fields[at + 1], "timeout", 1, timeout)
end

---@param line string
---@param game bridge.Game
---@param timeout integer that of all conditions
local function value_of(line, game, timeout)
  local fields = lines.split(line, 7, "value, address, type, domain, condition, frames and timeout")
  local frames, own_timeout = limits_of(fields, 6, timeout)
  return value_condition.parse(game, fields[2], fields[3], lines.domain(fields[4]), fields[5], frames, own_timeout)
end

--- Parses a part of the picture: from 0 to the picture's edge, or all of it.
local function region_of(fields, size)
  local width, height = size.width, size.height
  local region = {
    x = arguments.integer(fields[3], "x", 0, width - 1), y = arguments.integer(fields[4], "y", 0, height - 1),
    width = arguments.integer(fields[5], "width", 0, width), height = arguments.integer(fields[6], "height", 0, height),
  }
  if (region.width == 0) ~= (region.height == 0) then refusal.refuse("bad-request", "width and height must both be 0, or neither.") end
  arguments.integer(tostring(region.x + region.width), "x + width", 0, width)
  arguments.integer(tostring(region.y + region.height), "y + height", 0, height)
  return region
end

local function picture_of(line, picture, timeout)
  local fields = lines.split(line, 8, "picture, kind, x, y, width, height, frames and timeout")
  local frames, own_timeout = limits_of(fields, 7, timeout)
  local kind, region = fields[2], region_of(fields, picture)
  if not picture.has_pixels and (region.width > 0 or kind:find("^is:")) then
    refusal.refuse("unsupported", "Only the emulator that comes with the bridge looks at a part of the picture, or at its hash.")
  end
  return picture_condition.parse(kind, region, frames, own_timeout, picture.look)
end

--- The string may have spaces.
local function achievement_of(line, game, timeout)
  local text, own_timeout = line:match("^achievement (.+) ([^ ]*)$")
  if not text then
    refusal.refuse("bad-request", ("The line must be achievement, its string and timeout; got %s."):format(refusal.quote(line)))
  end
  return achievement_condition.parse(game, text, arguments.integer(own_timeout, "timeout", 1, timeout))
end

--- Parses the line of a condition, or refuses it.
---@param line string
---@param game bridge.Game
---@param picture bridge.PictureLook
---@param timeout integer that of all conditions
---@return bridge.Condition
function condition_lines.parse(line, game, picture, timeout)
  if line:find("^value") then return value_of(line, game, timeout) end
  if line:find("^achievement") then return achievement_of(line, game, timeout) end
  return picture_of(line, picture, timeout)
end

--- Parses the line of one of several conditions; a refusal names its index.
local function parse_one(index, line, game, picture, timeout)
  local ok, parsed = pcall(condition_lines.parse, line, game, picture, timeout)
  if ok then return parsed end
  if not refusal.is_refusal(parsed) then error(parsed, 0) end
  local name = ("conditions[%d]"):format(index)
  refusal.refuse(parsed.status, name .. ": " .. parsed.sentence, parsed.argument and name .. "." .. parsed.argument or name)
end

--- Parses all lines of a payload, or refuses it.
---@param payload string
---@param game bridge.Game
---@param picture bridge.PictureLook
---@param timeout integer that of all conditions
---@return bridge.Condition[]
function condition_lines.parse_all(payload, game, picture, timeout)
  local conditions = {}
  if #payload > limits.until_bytes then
    refusal.refuse("bad-request", ("The conditions must have at most %d bytes; got %d."):format(limits.until_bytes, #payload), "payload")
  end
  for line in payload:gmatch("([^\n]*)\n") do
    if #conditions == limits.conditions then
      refusal.refuse("bad-request", ("There must be at most %d conditions."):format(limits.conditions), "payload")
    end
    conditions[#conditions + 1] = parse_one(#conditions, line, game, picture, timeout)
  end
  local in_achievements = 0
  for _, condition in ipairs(conditions) do in_achievements = in_achievements + (condition.count_in_achievement or 0) end
  if in_achievements > limits.achievement_conditions then
    refusal.refuse("bad-request", ("All achievements together must have at most %d conditions; got %d."):format(
      limits.achievement_conditions, in_achievements), "conditions")
  end
  if not conditions[1] or payload:sub(-1) ~= "\n" then
    refusal.refuse("bad-request", "The payload must be lines of conditions.", "payload")
  end
  return conditions
end

return condition_lines
end

package.preload["bridge.conditions.picture_condition"] = function(...)
-- Conditions on the picture or a part of it. Pure: what tells two pictures apart is passed in, because only our own host has pixels.
local refuse_argument = require("bridge.wire.refusal").refuse_argument

local picture_condition = {}

---@class bridge.PictureRegion
---@field x integer
---@field y integer
---@field width integer 0: the whole picture
---@field height integer 0: the whole picture

local function is_same(now, reference) return now == reference end
local function is_other(now, reference) return now ~= reference end

--- Parses a condition, or refuses it.
---@param text string changed, still, or is: and the hash in hexadecimal
---@param region bridge.PictureRegion
---@param frames integer how many consecutive frames it must be true in
---@param timeout integer
---@param look fun(x: integer, y: integer, width: integer, height: integer): string? what is equal if the pixels are; for `is` their XXH64
---@return bridge.Condition
function picture_condition.parse(text, region, frames, timeout, look)
  local x, y, width, height = region.x, region.y, region.width, region.height
  local hash = #text == 19 and text:match("^is:(%x+)$")
  local basis = hash and "constant" or text == "changed" and "first" or text == "still" and "previous"
  if not basis then refuse_argument("kind", text, "changed, still, or is: and 16 hexadecimal digits") end
  return {
    read = function() return look(x, y, width, height) end, test = basis == "first" and is_other or is_same, basis = basis,
    reference = hash and hash:lower() or nil, frames = frames, timeout = timeout,
  }
end

return picture_condition
end

package.preload["bridge.conditions.until_met"] = function(...)
-- Frames until any or all of some conditions hold. One evaluator for waits, acts and branches. Pure: a condition gets what it looks at from
-- its `read`.

---@class bridge.Condition
---@field read fun(): any what it looks at, now; nil: it is not there
---@field test fun(now: any, reference: any): boolean
---@field basis "constant"|"first"|"previous" what the reference is: fixed, or what was read first, or a frame ago
---@field reference any
---@field frames integer how many consecutive frames it must be true in
---@field timeout integer the last frame in which it can begin to hold
---@field mark? fun() makes it forget what it has seen; its `read` is called once a frame then
---@field count_in_achievement integer? the conditions of an achievement
---@field held integer? the frame in which it began to hold; 0: when the wait began
---@field private count integer frames in which it was true just now

---@class bridge.UntilMet
---@field conditions bridge.Condition[]
---@field waited integer frames so far
---@field met boolean
---@field private needs_all boolean
---@field timeout integer
local UntilMet = {}
UntilMet.__index = UntilMet

---@param needs_all boolean
---@param timeout integer maximum frames
---@param conditions bridge.Condition[] not empty
---@return bridge.UntilMet
function UntilMet.new(needs_all, timeout, conditions)
  return setmetatable({ needs_all = needs_all, timeout = timeout, conditions = conditions, waited = 0, met = false }, UntilMet)
end

---@param condition bridge.Condition
---@param frame integer
---@param is_true boolean
local function count(condition, frame, is_true)
  local times = is_true and condition.count + 1 or 0
  condition.count = times
  if times >= condition.frames then condition.held = frame end
end

---@private
---@return boolean over
function UntilMet:judge()
  local conditions, waited, held, open = self.conditions, self.waited, 0, 0
  for i = 1, #conditions do
    local condition = conditions[i]
    if condition.held then
      held = held + 1
    elseif condition.timeout > waited then
      open = open + 1
    end
  end
  local wanted = self.needs_all and #conditions or 1
  self.met = held >= wanted
  return self.met or waited >= self.timeout or held + open < wanted
end

--- Notes what changes are compared with, before the buttons that are to change it. Must be called before `begin`.
function UntilMet:mark()
  for _, condition in ipairs(self.conditions) do
    condition.count, condition.held = 0, nil
    if condition.mark then condition.mark() end
    if condition.basis == "first" then condition.reference = condition.read() end
  end
end

--- Begins the wait. What needs a frame before is false.
---@return boolean over whether it is met, or can't be met any more
function UntilMet:begin()
  for _, condition in ipairs(self.conditions) do
    local now = condition.read()
    if condition.basis == "previous" then
      condition.reference = now
    else
      count(condition, 0, now ~= nil and condition.test(now, condition.reference))
    end
  end
  return self:judge()
end

--- Returns which conditions held, by their index from 0, and in which frame of the wait.
---@return { index: integer, frame: integer }[]
function UntilMet:held()
  local held = {}
  for i, condition in ipairs(self.conditions) do
    if condition.held then held[#held + 1] = { index = i - 1, frame = condition.held } end
  end
  return held
end

--- Looks again, a frame later.
---@return boolean over whether it is met, or can't be met any more
function UntilMet:frame()
  local conditions, waited, was_open, holds = self.conditions, self.waited + 1, true, false
  self.waited = waited
  for i = 1, #conditions do
    local condition = conditions[i]
    if not condition.held and condition.timeout >= waited then
      local now = condition.read()
      count(condition, waited, now ~= nil and condition.test(now, condition.reference))
      if condition.basis == "previous" then condition.reference = now end
      if condition.held then holds = true end
      was_open = was_open and condition.timeout > waited
    end
  end
  -- In nearly all frames nothing has changed.
  if not holds and was_open and waited < self.timeout then return false end
  return self:judge()
end

return UntilMet
end

package.preload["bridge.conditions.value_condition"] = function(...)
-- Conditions on values in memory.
local condition = require("bridge.memory.condition")
local ValuePlace = require("bridge.memory.value_place")

local value_condition = {}

-- A value whose chain led nowhere at first has changed as soon as there is one, and has neither risen nor fallen.
local RELATIVE = {
  changed = { basis = "first", test = function(now, first) return now ~= first end },
  increased = { basis = "first", test = function(now, first) return first ~= nil and now > first end },
  decreased = { basis = "first", test = function(now, first) return first ~= nil and now < first end },
  same = { basis = "previous", test = function(now, previous) return now == previous end },
}
local OTHERS = ", or changed, increased, decreased or same"

--- Parses a condition, or refuses it.
---@param game bridge.Game
---@param address string
---@param type_name string
---@param domain string empty for the bus
---@param text string like eq:3 or same
---@param frames integer how many consecutive frames it must be true in
---@param timeout integer
---@return bridge.Condition
function value_condition.parse(game, address, type_name, domain, text, frames, timeout)
  local value_type = condition.type(type_name)
  local relative, test, wanted = RELATIVE[text], nil, nil
  if not relative then test, wanted = condition.parse(text, value_type, OTHERS) end
  local place = ValuePlace.parse(game, address, value_type, domain)
  return {
    read = function() return place:read() end, test = test or relative.test, basis = relative and relative.basis or "constant",
    reference = wanted, frames = frames, timeout = timeout, place = place,
  }
end

return value_condition
end

package.preload["bridge.config"] = function(...)
-- Reads the settings: the table at the top of bridge.lua, and variables of mGBA's environment, which override it.
local limits = require("bridge.wire.limits")
local key_file = require("bridge.clients.key_file")
local folders = require("bridge.system.folders")

local config = {}

-- The ports where the bridge looks for scripts.
local PORTS = { 8888, 8889, 8890, 8891, 8892, 8893, 8894, 8895 }
local MODES = { shared = true, every = true, off = true }

---@class bridge.Config
---@field address string always the loopback address: every program that can connect can write to the game
---@field ports integer[] the script listens on the first one that is free
---@field socket string? the path of a Unix socket to listen at instead
---@field secret string
---@field folders string[] that commands with a path may use
---@field key_places fun(port: integer): string[] where the key file of a port may be
---@field window "shared"|"every"|"off"
---@field window_ms number? milliseconds, nil for the mode's default

--- Returns the ports to try: the configured one, or those where the bridge looks for scripts.
local function ports_of(value)
  if value == nil then return PORTS end
  local port = math.tointeger(tonumber(value))
  return port and port >= 1 and port <= 65535 and { port } or nil
end

local function is_list_of_texts(value)
  if type(value) ~= "table" then return false end
  for _, each in ipairs(value) do
    if type(each) ~= "string" then return false end
  end
  return true
end

---@param settings table
---@param getenv fun(name: string): string?
---@return bridge.Config? config nil when a wrong value can't be replaced by a default
---@return string[] problems one line each
function config.load(settings, getenv)
  local problems = {}
  local function problem(...) problems[#problems + 1] = string.format(...) end
  local function setting(name, variable)
    local value = getenv(variable)
    if value and value ~= "" then return value, variable end
    return settings[name], "settings." .. name
  end

  local port_text, port_name = setting("port", "BRIDGE_SCRIPT_PORT")
  local ports = ports_of(port_text)
  if not ports then
    problem("%s must be 1 to 65535; got %q. The script did not start.", port_name, tostring(port_text))
    return nil, problems
  end

  local secret, secret_name = setting("secret", "BRIDGE_SCRIPT_SECRET")
  secret = secret == nil and "" or secret
  if type(secret) ~= "string" or #secret > limits.secret_bytes then
    problem("%s must be a string of up to %d bytes. The script did not start.", secret_name, limits.secret_bytes)
    return nil, problems
  end

  local given = setting("folders", "BRIDGE_SCRIPT_FOLDERS")
  if type(given) == "string" then given = folders.parse(given) end
  if given ~= nil and not is_list_of_texts(given) then
    problem("settings.folders must be a list of folders, like { \"/games/roms\" }. No folder is allowed.")
    given = nil
  end

  local window, window_name = setting("window", "BRIDGE_WINDOW")
  if window ~= nil and not MODES[window] then
    problem("%s must be shared, every or off; got %q. Using shared.", window_name, tostring(window))
    window = nil
  end

  local budget_text, budget_name = setting("window_ms", "BRIDGE_WINDOW_MS")
  local budget = tonumber(budget_text)
  if budget_text ~= nil and (not budget or budget < 1 or budget > 16) then
    problem("%s must be 1 to 16 milliseconds; got %q. Using the default.", budget_name, tostring(budget_text))
    budget = nil
  end

  return {
    address = "127.0.0.1", ports = ports, socket = setting("socket", "BRIDGE_SCRIPT_SOCKET"),
    secret = secret, folders = given or {}, window = window or "shared", window_ms = budget,
    key_places = function(port) return key_file.places(port, getenv) end,
  }, problems
end

return config
end

package.preload["bridge.events.achievement_watches"] = function(...)
-- Evaluates the achievements of watches. Their hit counts start anew with another game, and whenever the frame number jumps.
local achievement_condition = require("bridge.conditions.achievement_condition")

---@class bridge.AchievementWatches
---@field list bridge.Watch[]
---@field private game bridge.Game
---@field private generation integer? of the game that they were parsed for
---@field private jumped boolean whether the frame number has jumped since the latest frame
local AchievementWatches = {}
AchievementWatches.__index = AchievementWatches

---@param game bridge.Game
---@return bridge.AchievementWatches
function AchievementWatches.new(game)
  return setmetatable({ game = game, list = {}, jumped = false }, AchievementWatches)
end

--- Parses the achievement of a watch, or refuses it.
---@param watch bridge.Watch
function AchievementWatches:parse(watch)
  watch.condition = achievement_condition.parse(self.game, watch.achievement)
  watch.conditions = watch.condition.count_in_achievement
end

--- Returns whether the achievement of a watch holds now. Must be called once a frame.
---@param watch bridge.Watch
---@return string|false value as a byte; false: this game lacks an address of it
function AchievementWatches.look(watch)
  local condition = watch.condition
  return condition and (condition.read() and "\1" or "\0") or false
end

--- Begins the evaluation of a watch.
---@param watch bridge.Watch one that was parsed
---@return string|false value
function AchievementWatches:add(watch)
  self.list[#self.list + 1] = watch
  self.generation = self.generation or self.game.generation
  watch.condition.mark()
  return self.look(watch)
end

--- Called when the frame number has jumped.
function AchievementWatches:jump()
  self.jumped = true
end

---@private
--- Another game may lack an address that the one before had, or have it.
function AchievementWatches:parse_again(watch)
  local ok, condition = pcall(achievement_condition.parse, self.game, watch.achievement)
  watch.condition = ok and condition or nil
end

--- Starts all hit counts anew if need be. Called once each emulated frame, before the achievements are evaluated.
function AchievementWatches:begin_frame()
  local is_another = self.generation ~= self.game.generation
  if not is_another and not self.jumped then return end
  self.generation, self.jumped = self.game.generation, false
  for _, watch in ipairs(self.list) do
    if is_another then self:parse_again(watch) end
    if watch.condition then watch.condition.mark() end
  end
end

return AchievementWatches
end

package.preload["bridge.events.breakpoints"] = function(...)
-- Breakpoints: which instructions of the game run, read or write where clients asked. Our own host keeps them and their hits; in another
-- mGBA its debugger does. Another game has none.
local CoreBreakpoints = require("bridge.events.core_breakpoints")
local own_host = require("bridge.system.own_host")

---@class bridge.Breakpoints
---@field private events bridge.Events
---@field private core bridge.CoreBreakpoints
---@field private add fun(...): integer
---@field private remove fun(id: integer): boolean
---@field private list fun(): string
---@field private take fun(): string
---@field may_exist boolean whether there may be one
local Breakpoints = {}
Breakpoints.__index = Breakpoints

-- As in emulator/host/breakpoint_list.h; with 16 times a number of milliseconds added, the game stops for that time.
Breakpoints.ACCESSES = { read = 1, write = 2, access = 3, change = 4, execute = 8 }
Breakpoints.A_MILLISECOND = 16
Breakpoints.COMPARISONS = { eq = 1, ne = 2, lt = 3, le = 4, gt = 5, ge = 6 }

---@param events bridge.Events
---@param game bridge.Game
---@param journal bridge.Journal
---@return bridge.Breakpoints
function Breakpoints.new(events, game, journal)
  local find, core = own_host.find, CoreBreakpoints.new(game, journal)
  return setmetatable({
    events = events, core = core, may_exist = false,
    add = find("setBreakpoint") or function(...) return core:add(...) end,
    remove = find("clearBreakpoint") or function(id) return core:remove(id) end,
    list = find("breakpoints") or function() return core:list() end,
    take = find("takeHits") or function() return core:take() end,
  }, Breakpoints)
end

--- Called when the game is gone.
function Breakpoints:forget()
  self.core:forget()
end

--- Adds a breakpoint.
---@return integer? id nil: there are too many
function Breakpoints:set(...)
  local id = self.add(...)
  self.may_exist = true
  return id ~= 0 and id or nil
end

--- Removes a breakpoint; 0: all of them.
---@param id integer
---@return boolean was_there
function Breakpoints:clear(id)
  return self.remove(id)
end

--- Returns a line for each, as docs/protocol/commands.md describes it.
---@return string lines
function Breakpoints:lines()
  return self.list()
end

--- Called once each emulated frame: sends the hits since the last call.
function Breakpoints:frame()
  if not self.may_exist then return end
  local hits = self.take()
  if hits == "" then
    self.may_exist = self.list() ~= ""
    return
  end
  local lost, lines = hits:match("^(%d+)\n(.*)$")
  self.events:hit(lost, lines)
end

return Breakpoints
end

package.preload["bridge.events.core_breakpoints"] = function(...)
-- Breakpoints of mGBA 0.11's own debugger, where the script runs in another mGBA than our host: with the same arguments and lines as those
-- of our host. They see no mirrors of memory, don't know of a DMA, and stop no game.
local registers = require("bridge.memory.registers")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

local READ, WRITE, CHANGE, EXECUTE = 1, 2, 4, 8
local A_MILLISECOND = 16
local THUMB = 0x20
local MAX_BREAKPOINTS, MAX_HITS, MAX_INSTRUCTIONS = 64, 64, 16
local NO_DEBUGGER = "This mGBA runs without its debugger, which breakpoints need: its window has it, other programs with the option -g."

local COMPARISONS = {
  function(number, value) return number == value end,
  function(number, value) return number ~= value end,
  function(number, value) return number < value end,
  function(number, value) return number <= value end,
  function(number, value) return number > value end,
  function(number, value) return number >= value end,
}

---@class bridge.CoreBreakpoint
---@field id integer
---@field points integer[] mGBA's numbers
---@field on integer
---@field first integer
---@field last integer
---@field comparison integer
---@field mask integer
---@field value integer
---@field register string
---@field limit integer
---@field hits integer

---@class bridge.CoreBreakpoints
---@field private game bridge.Game
---@field private journal bridge.Journal
---@field private all bridge.CoreBreakpoint[]
---@field private hits string[] lines
---@field private lost integer hits that were too many
---@field private last_id integer
---@field private begin integer the cycle in which the frame began
local CoreBreakpoints = {}
CoreBreakpoints.__index = CoreBreakpoints

---@param game bridge.Game
---@param journal bridge.Journal
---@return bridge.CoreBreakpoints
function CoreBreakpoints.new(game, journal)
  return setmetatable({ game = game, journal = journal, all = {}, hits = {}, lost = 0, last_id = 0, begin = 0 }, CoreBreakpoints)
end

local function cycle()
  return emu.currentCycle and emu:currentCycle() or 0
end

---@private
--- Returns the address of the instruction that reads or writes. The Game Boy's is behind it.
function CoreBreakpoints:instruction(set)
  local pc = registers.read(set, "pc") or 0
  if self.game.platform ~= "GBA" then return pc end
  return pc - ((registers.read(set, "cpsr") or 0) & THUMB ~= 0 and 4 or 8)
end

---@private
---@param breakpoint bridge.CoreBreakpoint
---@param info table mGBA's
function CoreBreakpoints:meet(breakpoint, info)
  if breakpoint.limit > 0 and breakpoint.hits == breakpoint.limit then return end
  local set = registers.of(self.game.platform)
  local size = info.width and info.width > 0 and info.width or 1
  local bits = (1 << 8 * size) - 1
  local on, before, after = EXECUTE, 0, 0
  if breakpoint.on ~= EXECUTE then
    before, after = (info.oldValue or 0) & bits, (info.newValue or 0) & bits
    if info.accessType == C.WATCHPOINT_TYPE.READ then
      on, after = READ, before
    else
      on = before == after and WRITE or WRITE | CHANGE
    end
  end
  if breakpoint.comparison > 0 then
    local number = breakpoint.register == "" and after or registers.read(set, breakpoint.register) or 0
    if not COMPARISONS[breakpoint.comparison](number & breakpoint.mask, breakpoint.value) then return end
  end
  breakpoint.hits = breakpoint.hits + 1
  if #self.hits == MAX_HITS then
    self.lost = self.lost + 1
    return
  end
  local fields = {
    breakpoint.id, on, emu:currentFrame(), cycle() - self.begin, on == EXECUTE and info.address or self:instruction(set), info.address,
    size, before, after, 0,
  }
  for _, name in ipairs(set.names) do fields[#fields + 1] = registers.read(set, name) or 0 end
  self.hits[#self.hits + 1] = table.concat(fields, " ") .. "\n"
end

local function clear_points(points)
  for _, point in ipairs(points) do emu:clearBreakpoint(point) end
end

---@private
---@param breakpoint bridge.CoreBreakpoint
function CoreBreakpoints:attach(breakpoint)
  -- mGBA shows no error of a callback.
  local function on_hit(info)
    local ok, problem = xpcall(self.meet, debug.traceback, self, breakpoint, info or { address = breakpoint.first })
    if ok then return end
    self.lost = self.lost + 1
    self.journal:fault(problem --[[@as string]])
  end
  local points = breakpoint.points
  if breakpoint.on == EXECUTE then
    for address = breakpoint.first, breakpoint.last do points[#points + 1] = emu:setBreakpoint(on_hit, address) end
  else
    local TYPES = { C.WATCHPOINT_TYPE.READ, C.WATCHPOINT_TYPE.WRITE, C.WATCHPOINT_TYPE.RW, C.WATCHPOINT_TYPE.WRITE_CHANGE }
    -- The end is exclusive.
    points[1] = emu:setRangeWatchpoint(on_hit, breakpoint.first, breakpoint.last + 1, TYPES[breakpoint.on])
  end
  if points[#points] < 0 then refuse("unsupported", NO_DEBUGGER) end
end

--- Adds one, like `_host.setBreakpoint`.
---@return integer id 0: there are too many
function CoreBreakpoints:add(purpose, first, last, comparison, mask, value, register, limit)
  if purpose >= A_MILLISECOND then refuse("unsupported", "Only the emulator that comes with the bridge can stop the game.", "on") end
  if purpose == EXECUTE and last - first >= MAX_INSTRUCTIONS then
    refuse_argument("length", tostring(last - first + 1), ("1 to %d for execute in this mGBA"):format(MAX_INSTRUCTIONS))
  end
  if #self.all == MAX_BREAKPOINTS then return 0 end
  self.last_id = self.last_id + 1
  local breakpoint = {
    id = self.last_id, points = {}, on = purpose, first = first, last = last, comparison = comparison, mask = mask, value = value,
    register = register, limit = limit, hits = 0,
  }
  self:attach(breakpoint)
  self.all[#self.all + 1] = breakpoint
  return breakpoint.id
end

--- Removes one, or all with 0.
---@return boolean was_there
function CoreBreakpoints:remove(id)
  local was_there = false
  for i = #self.all, 1, -1 do
    if id == 0 or self.all[i].id == id then
      clear_points(table.remove(self.all, i).points)
      was_there = true
    end
  end
  return was_there
end

--- Forgets all of them, because their game is gone.
function CoreBreakpoints:forget()
  if emu then self:remove(0) end
  self.all, self.hits, self.lost = {}, {}, 0
end

---@return string lines
function CoreBreakpoints:list()
  local lines = {}
  for i, each in ipairs(self.all) do
    lines[i] = ("%d %d %d %d %d %d %d %s %d %d\n"):format(each.id, each.on, each.first, each.last, each.comparison, each.mask, each.value,
      each.register == "" and "-" or each.register, each.limit, each.hits)
  end
  return table.concat(lines)
end

--- Returns the hits since the last call, as `_host.takeHits` does. Called once each frame.
---@return string lines
function CoreBreakpoints:take()
  local hits, lost = self.hits, self.lost
  self.hits, self.lost, self.begin = {}, 0, cycle()
  return #hits == 0 and lost == 0 and "" or ("%d\n%s"):format(lost, table.concat(hits))
end

return CoreBreakpoints
end

package.preload["bridge.events.events"] = function(...)
-- Sends the events that connections have subscribed to: frames, keys, jumps of the frame number. Pure but for the keys.
local escaping = require("bridge.wire.escaping")
local own_host = require("bridge.system.own_host")

local Events = {}
Events.__index = Events

---@alias bridge.Topic "frame"|"buttons"|"reset"

---@class bridge.Events
---@field private game bridge.Game
---@field private topics table<bridge.Connection, table<bridge.Topic, boolean>>
---@field private listeners table<bridge.Topic, bridge.Connection[]> nil for topics without subscribers
---@field private mask integer keys of the latest event
---@field private before integer? number of the previous frame
---@field private rumbles? fun(): boolean whether the cartridge's motor has run in this frame
---@field private is_rumbling boolean as the latest event told
---@field on_jump fun(frame: integer) called when the frame number has jumped; -1: there is no game
Events.TOPICS = { "frame", "buttons", "reset" }

---@param game bridge.Game
---@return bridge.Events
function Events.new(game)
  return setmetatable({
    game = game, topics = {}, listeners = {}, mask = 0, is_rumbling = false, on_jump = function() end,
    rumbles = own_host.find("rumbles"),
  }, Events)
end

---@private
function Events:list_listeners()
  local listeners = {}
  for connection, topics in pairs(self.topics) do
    for topic in pairs(topics) do
      local list = listeners[topic] or {}
      listeners[topic], list[#list + 1] = list, connection
    end
  end
  -- The first subscriber gets changes from the current keys on.
  if listeners.buttons and not self.listeners.buttons then self.mask = self.game.loaded and emu:getKeys() or 0 end
  -- And from a motor that stands still.
  if not self.listeners.reset then self.is_rumbling = false end
  self.listeners = listeners
end

--- Sets the topics of a connection.
---@param connection bridge.Connection
---@param topics table<bridge.Topic, boolean>
function Events:subscribe(connection, topics)
  self.topics[connection] = topics
  self:list_listeners()
end

---@param connection bridge.Connection
function Events:forget(connection)
  if not self.topics[connection] then return end
  self.topics[connection] = nil
  self:list_listeners()
end

---@return boolean
function Events:has_listeners()
  return next(self.listeners) ~= nil
end

---@private
function Events:tell(topic, word, arguments, payload)
  local list = self.listeners[topic]
  if not list then return end
  local frame = self.game.frame_text
  for i = 1, #list do list[i]:tell(word, frame, arguments, payload) end
end

--- Called once each emulated frame.
function Events:frame()
  local game, before = self.game, self.before
  local frame = game.frame
  self.before = frame
  if before and (game.jumped or frame ~= before + 1) then
    self:tell("reset", "reset", tostring(before))
    self.on_jump(frame)
  end
  game.jumped = nil
  self:look_at_motor()
  self:tell("frame", "frame")
end

---@private
--- Tells when the cartridge's motor starts and stops. Sent under the topic `reset`, so that a bridge can subscribe to it in any script.
function Events:look_at_motor()
  if not (self.rumbles and self.listeners.reset) then return end
  local rumbles = self.rumbles()
  if rumbles == self.is_rumbling then return end
  self.is_rumbling = rumbles
  self:tell("reset", "rumble", rumbles and "1" or "0")
end

--- Called when the keys of the next frame are set.
function Events:keys()
  if not self.listeners.buttons then return end
  local mask = emu:getKeys()
  if mask == self.mask then return end
  self.mask = mask
  self:tell("buttons", "keys", tostring(mask))
end

--- Called when a frame was marked in the history. Sent under the topic `reset` for the same reason.
---@param frame integer its number there
---@param name string
function Events:marked(frame, name)
  self:tell("reset", "marked", ("%d %s"):format(frame, escaping.encode(name)))
end

--- Called when a client has put a note at a frame. Sent under the topic `reset` for the same reason.
---@param frame integer its number in the history; without one, that of the game
---@param text string
function Events:noted(frame, text)
  self:tell("reset", "noted", tostring(frame), text)
end

--- Called when a client shows the player a message. Sent under the topic `reset` for the same reason.
---@param frames integer for how long
---@param is_drawn boolean whether pictures have it
---@param text string
function Events:shown(frames, is_drawn, text)
  self:tell("reset", "message", ("%d %d"):format(frames, is_drawn and 1 or 0), text)
end

--- Called when breakpoints were hit. Sent under the topic `reset` for the same reason.
---@param lost string the number of further hits
---@param lines string a line for each hit
function Events:hit(lost, lines)
  self:tell("reset", "hits", lost, lines)
end

--- Called when the game has returned to another frame of its history.
---@param before integer the present frame before
---@param frame integer
function Events:rewound(before, frame)
  self:tell("reset", "rewound", ("%d %d"):format(before, frame))
end

--- Called when the game was closed.
function Events:game_closed()
  self.before = nil
  self.on_jump(-1)
end

return Events
end

package.preload["bridge.events.watch_totals"] = function(...)
-- Counts what all watches take in a frame, and refuses those beyond the limits. Pure.
local limits = require("bridge.wire.limits")
local refuse = require("bridge.wire.refusal").refuse

-- Microseconds, measured on an ordinary machine: a read, each KiB of it, each pointer of a chain, each condition of an achievement.
local COST, COST_OF_KIB, COST_OF_POINTER, COST_OF_CONDITION = 1, 20, 5, 2

---@class bridge.WatchTotals
---@field count integer watches
---@field cost number approximate microseconds that the comparisons of a frame take
---@field bytes integer
---@field private pointers integer of chains
---@field private conditions integer of achievements
local WatchTotals = {}
WatchTotals.__index = WatchTotals

---@return bridge.WatchTotals
function WatchTotals.new()
  return setmetatable({ count = 0, bytes = 0, pointers = 0, conditions = 0, cost = 0 }, WatchTotals)
end

local function pointers_of(watch)
  return type(watch.address) == "table" and #watch.address.offsets or 0
end

---@private
function WatchTotals:change(watch, sign)
  self.count, self.bytes = self.count + sign, self.bytes + sign * watch.length
  self.pointers = self.pointers + sign * pointers_of(watch)
  self.conditions = self.conditions + sign * (watch.conditions or 0)
  self.cost = (self.count * COST + self.bytes * COST_OF_KIB / 1024 + self.pointers * COST_OF_POINTER
    + self.conditions * COST_OF_CONDITION) // 1
end

---@private
function WatchTotals:refuse_beyond(watch)
  local bytes, pointers = self.bytes + watch.length, self.pointers + pointers_of(watch)
  local conditions = self.conditions + (watch.conditions or 0)
  if self.count >= limits.watches then
    refuse("busy", ("At most %d watches may be set."):format(limits.watches))
  elseif bytes > limits.watched_bytes then
    refuse("busy", ("The watches must be at most %d bytes in total; got %d."):format(limits.watched_bytes, bytes))
  elseif pointers > limits.watched_pointers then
    refuse("busy", ("The chains of the watches must have at most %d pointers; got %d."):format(limits.watched_pointers, pointers))
  elseif conditions > limits.achievement_conditions then
    refuse("busy", ("The achievements of the watches must have at most %d conditions; got %d."):format(
      limits.achievement_conditions, conditions))
  end
end

--- Counts a watch, or refuses it.
---@param watch bridge.Watch
function WatchTotals:add(watch)
  self:refuse_beyond(watch)
  self:change(watch, 1)
end

---@param watch bridge.Watch one that was added
function WatchTotals:remove(watch)
  self:change(watch, -1)
end

return WatchTotals
end

package.preload["bridge.events.watches"] = function(...)
-- Compares watched memory in each frame, and sends changes as events.
local memory = require("bridge.memory.memory")
local targets = require("bridge.memory.targets")
local AchievementWatches = require("bridge.events.achievement_watches")
local Pages = require("bridge.memory.pages")
local WatchTotals = require("bridge.events.watch_totals")

local unpack = string.unpack

---@class bridge.Watch
---@field id integer
---@field connection bridge.Connection
---@field address integer|bridge.PointerChain|nil nil: it has an achievement
---@field domain string?
---@field length integer bytes; of an achievement 0
---@field achievement string? conditions of RetroAchievements
---@field condition bridge.Condition? of its achievement; nil: this game lacks an address of it
---@field conditions integer? of its achievement
---@field format string? how a value is unpacked; nil: a range
---@field interval integer minimum frames between two events
---@field sent string|false the bytes sent last; false: nothing could be read
---@field next integer the first tick in which an event may be sent again
---@field resolved integer? final address of its chain
---@field page bridge.Page?
---@field from integer its first byte in the page
---@field to integer its last byte

---@class bridge.Watches
---@field totals bridge.WatchTotals
---@field achievements bridge.AchievementWatches
---@field private game bridge.Game
---@field private domains table the domains that the pages were made for
---@field private of table<bridge.Connection, table<integer, bridge.Watch>>
---@field private pages bridge.Pages of watches without a chain
---@field private chains bridge.Watch[]
---@field private missing bridge.Watch[] watches of memory that this game lacks
---@field private tick integer emulated frames
local Watches = {}
Watches.__index = Watches

---@param game bridge.Game
---@return bridge.Watches
function Watches.new(game)
  local self = setmetatable({
    game = game, of = {}, totals = WatchTotals.new(), achievements = AchievementWatches.new(game), tick = 0, pages = Pages.new(),
    chains = {}, missing = {},
  }, Watches)
  self.see = function(watch, bytes) return self:compare(watch, bytes) end
  return self
end

---@return boolean
function Watches:any()
  return self.totals.count > 0
end

local function take_out(list, item)
  for i = 1, #list do
    if list[i] == item then return table.remove(list, i) end
  end
end

---@private
function Watches:take_out(watch)
  self.totals:remove(watch)
  self.pages:remove(watch)
  take_out(self.chains, watch)
  take_out(self.missing, watch)
  take_out(self.achievements.list, watch)
end

--- Returns a watch's value as arguments and payload.
---@param watch bridge.Watch
---@return string values
---@return string? payload
local function shown(watch)
  local bytes = watch.sent
  if not bytes then return "-" end
  local value = watch.format and unpack(watch.format, bytes) or #bytes
  return watch.resolved and ("%d %d"):format(value, watch.resolved) or ("%d"):format(value), not watch.format and bytes or nil
end

---@private
function Watches:tell(watch)
  local values, payload = shown(watch)
  watch.connection:tell("watch", self.game.frame_text, watch.id .. " " .. values, payload)
end

--- Sends an event if the value has changed and the interval is over.
---@private
---@return integer? due the frame in which a change that is too early now may be sent
function Watches:compare(watch, now, resolved)
  if now == watch.sent then return nil end
  if self.tick < watch.next then return watch.next end
  watch.sent, watch.resolved, watch.next = now, resolved, self.tick + watch.interval
  self:tell(watch)
end

---@private
function Watches:read_chain(watch)
  local target = targets.trace(self.game, watch.address, watch.length)
  if not target then return false end
  return memory.read(target, watch.length), target.resolved
end

---@private
--- Finds what a watch observes, or refuses it.
---@return table? target nil: it has an achievement, or a chain that is followed in each frame
function Watches:find(watch)
  if watch.achievement then
    self.achievements:parse(watch)
  elseif type(watch.address) ~= "table" or watch.domain ~= "" then
    return targets.locate(self.game, watch.address, watch.length, watch.domain)
  end
end

---@private
--- Begins to compare a watch, and reads its value.
function Watches:begin(watch, target)
  if watch.achievement then
    watch.sent = self.achievements:add(watch)
  elseif target then
    self.pages:add(watch, target)
    watch.sent = memory.read(target, watch.length)
  else
    self.chains[#self.chains + 1] = watch
    watch.sent, watch.resolved = self:read_chain(watch)
  end
end

--- Sets a watch; replaces the one with the same id on the same connection.
---@param watch bridge.Watch
---@return string values its value now
---@return string? payload
function Watches:set(watch)
  local mine = self.of[watch.connection] or {}
  local target = self:find(watch)
  local old = mine[watch.id]
  if old then self:take_out(old) end
  mine[watch.id] = nil
  self.totals:add(watch)
  mine[watch.id], self.of[watch.connection] = watch, mine
  self:begin(watch, target)
  watch.next = self.tick + watch.interval
  self.domains = self.domains or self.game.domains
  return shown(watch)
end

--- Ends one watch.
---@param connection bridge.Connection
---@param id integer
---@return boolean found
function Watches:clear(connection, id)
  local mine = self.of[connection]
  local watch = mine and mine[id]
  if not watch then return false end
  mine[id] = nil
  self:take_out(watch)
  return true
end

--- Ends all watches of a connection.
---@param connection bridge.Connection
function Watches:forget(connection)
  local mine = self.of[connection]
  if not mine then return end
  self.of[connection] = nil
  for _, watch in pairs(mine) do self:take_out(watch) end
end

--- Finds the watched memory again after another game was loaded.
---@private
function Watches:settle()
  self.domains, self.pages, self.missing = self.game.domains, Pages.new(), {}
  for _, mine in pairs(self.of) do
    for _, watch in pairs(mine) do
      if math.type(watch.address) then
        watch.page = nil
        local ok, target = pcall(targets.locate, self.game, watch.address, watch.length, watch.domain)
        if ok then self.pages:add(watch, target) else self.missing[#self.missing + 1] = watch end
      end
    end
  end
end

--- Compares everything. Called once each emulated frame.
function Watches:frame()
  if not self:any() then return end
  if self.domains ~= self.game.domains then self:settle() end
  self.tick = self.tick + 1
  self.pages:read(self.tick, self.see)
  local chains, missing, achievements = self.chains, self.missing, self.achievements
  for i = 1, #chains do self:compare(chains[i], self:read_chain(chains[i])) end
  for i = 1, #missing do self:compare(missing[i], false) end
  achievements:begin_frame()
  for _, watch in ipairs(achievements.list) do self:compare(watch, achievements.look(watch)) end
end

return Watches
end

package.preload["bridge.frames.act_drawing"] = function(...)
-- Which frames of an act in a held game need not be drawn: those that it can't end in, and of which nobody wants a picture. Pure.
local act_drawing = {}

--- Returns after how many frames from now an act can end at the earliest.
---@param act bridge.Act
local function min_frames_left(act)
  if act.phase == "settling" then return act.settle - act.in_phase end
  if act.phase == "awaiting" or act.ends_early then return 1 + act.settle end
  local sequence = act.sequence
  return (sequence and sequence.frames - sequence.age or 0) + act.settle
end

--- Returns whether no picture of an act's next frame is needed.
---@param act bridge.Act
---@return boolean
function act_drawing.may_skip(act)
  return not act.of_screen and min_frames_left(act) > 1 and not (act.draws and act.draws(act.frames + 1))
end

return act_drawing
end

package.preload["bridge.frames.acts"] = function(...)
-- Turns of an agent: optionally a state, a sequence of buttons, a wait for a value, frames to settle, then reads. All of it happens in
-- frame callbacks, so an act is deterministic. While the game is held, an act runs like a step.
local limits = require("bridge.wire.limits")
local act_drawing = require("bridge.frames.act_drawing")
local on_error = require("bridge.serving.dispatcher").on_error

---@class bridge.Act
---@field prepare? fun() loads the state; may throw
---@field sequence bridge.Sequence?
---@field owner any the connection that owns the sequence
---@field check? fun(): boolean the condition to wait for after the sequence; may throw
---@field ends_early boolean? whether the condition also ends the sequence
---@field until_met bridge.UntilMet? the conditions that it looks at
---@field is_over boolean? whether they can't be met any more
---@field of_screen boolean? whether one of the conditions is on the picture
---@field draws? fun(frame: integer): boolean whether a picture of a frame, counted from its beginning, is needed before the last one
---@field awaits_since integer? frames before the wait
---@field met_in integer? the number of the frame in which they were met
---@field timeout integer maximum frames of that wait
---@field settle integer frames after the wait
---@field observe? fun(act: bridge.Act) takes what is due after a frame; may throw
---@field on_end fun(act: bridge.Act, problem?: { status: string, sentence: string }) once
---@field frames integer emulated since it began
---@field met boolean
---@field private is_new boolean? whether it begins in the next frame callback
---@field private begun boolean?
---@field private played boolean? whether the sequence is over
---@field private phase "playing"|"awaiting"|"settling"
---@field private in_phase integer frames
---@field private ended boolean?
---@field private step bridge.Step? while the game is held

---@class bridge.Acts
---@field private input bridge.Input
---@field private hold bridge.Hold
---@field private acts bridge.Act[] in order
local Acts = {}
Acts.__index = Acts

local INTERRUPTED = { status = "interrupted", sentence = "The act ended early; its buttons were released." }
local CANCELLED = { status = "cancelled", sentence = "The act was cancelled before it began." }
local BUSY = { status = "busy", sentence = ("The queue of presses and sequences is full (%d)."):format(limits.presses) }

---@param input bridge.Input
---@param hold bridge.Hold
---@return bridge.Acts
function Acts.new(input, hold)
  return setmetatable({ input = input, hold = hold, acts = {} }, Acts)
end

---@return boolean
function Acts:any()
  return self.acts[1] ~= nil
end

--- Returns why there is no room for another act; nil if there is.
---@param of_screen boolean whether it would look at the picture in each frame
---@return string?
function Acts:lack_of_room(of_screen)
  if #self.acts >= limits.acts then return ("The queue of acts is full (%d)."):format(limits.acts) end
  local others = 0
  for _, act in ipairs(of_screen and self.acts or {}) do
    if act.of_screen then others = others + 1 end
  end
  if others >= limits.screen_waits then return ("The queue of acts for the screen is full (%d)."):format(limits.screen_waits) end
end

---@private
function Acts:finish(act, problem)
  act.ended = true
  for i, other in ipairs(self.acts) do
    if other == act then
      table.remove(self.acts, i)
      break
    end
  end
  local sequence = act.sequence
  if sequence and act.begun and not act.played then
    sequence.on_end = nil
    self.input:stop(sequence)
  end
  if act.step then self.hold.steps:complete(act.step) end
  act.on_end(act, problem)
end

--- Ends an act early.
---@param act bridge.Act
function Acts:stop(act)
  if not act.ended then self:finish(act, act.begun and INTERRUPTED or CANCELLED) end
end

---@private
--- Looks at an act's condition.
---@return boolean? met nil: it failed, and the act is over
function Acts:check(act)
  local ok, met = xpcall(act.check, on_error)
  if not ok then return self:finish(act, met) end
  act.met = met
  return met
end

---@private
--- Ends the sequence of an act if the condition holds that ends it.
function Acts:end_early(act)
  if not act.is_over and self:check(act) then
    act.played = true
    self.input:stop(act.sequence)
  end
end

---@private
--- Enters the next phase if it is due.
function Acts:look(act)
  if act.phase == "playing" then
    if act.ends_early then self:end_early(act) end
    if act.ended or act.sequence and not act.played then return end
    act.phase, act.in_phase = act.ends_early and (act.met or act.is_over) and "settling" or "awaiting", 0
    if act.ends_early and act.phase == "awaiting" then return end -- it has looked in this frame
  end
  if act.phase == "awaiting" then
    local met = not act.check or self:check(act)
    if met == nil or not met and act.in_phase < act.timeout then return end
    act.phase, act.in_phase = "settling", 0
  end
  if act.in_phase >= act.settle then self:finish(act) end
end

---@private
--- Begins in the frame callback, before the keys of the next frame are set.
function Acts:begin(act)
  local sequence = act.sequence
  if sequence then
    local problem = self.input:queue(sequence, act.owner, function()
      if sequence.state == "done" then
        act.played = true
      elseif not act.played then
        self:stop(act)
      end
    end)
    if problem == "busy" then return self:finish(act, BUSY) end
    if problem then
      return self:finish(act, { status = problem, argument = "steps", sentence = "A button of steps is held by buttons.set." })
    end
  end
  act.begun = true
  if act.prepare then
    local ok, problem = xpcall(act.prepare, on_error)
    if not ok then return self:finish(act, problem) end
  end
  self:look(act)
end

---@private
function Acts:start(act)
  if not self.hold.lease then return self:begin(act) end
  act.step = self.hold.steps:add_open({
    on_begin = function() self:begin(act) end,
    on_end = function() self:stop(act) end,
    may_skip_drawing = function() return act_drawing.may_skip(act) end,
  })
  if not act.step then self:finish(act, { status = "busy", sentence = ("The queue of steps is full (%d)."):format(limits.steps) }) end
end

--- Begins an act: now in a frame callback, else in the next one; while the game is held, after the steps before it.
---@param act bridge.Act there must be room for it
function Acts:add(act)
  act.frames, act.met, act.phase, act.in_phase = 0, false, "playing", 0
  self.acts[#self.acts + 1] = act
  if self.hold.in_frame then self:start(act) else act.is_new = true end
end

---@private
function Acts:age(act)
  act.frames, act.in_phase = act.frames + 1, act.in_phase + 1
  if act.observe then
    local ok, problem = xpcall(act.observe, on_error, act)
    if not ok then return self:finish(act, problem) end
  end
  self:look(act)
end

--- Called once each emulated frame, after the input.
function Acts:frame()
  if not self.acts[1] then return end
  for _, act in ipairs(table.move(self.acts, 1, #self.acts, 1, {})) do
    if act.is_new then
      act.is_new = nil
      self:start(act)
    elseif act.begun and not act.ended then
      self:age(act)
    end
  end
end

--- Ends all acts.
function Acts:clear()
  for _, act in ipairs(table.move(self.acts, 1, #self.acts, 1, {})) do self:stop(act) end
end

return Acts
end

package.preload["bridge.frames.batch"] = function(...)
-- Runs several commands in one frame, with nothing in between.
local framing = require("bridge.wire.framing")
local refuse = require("bridge.wire.refusal").refuse
local Dispatcher = require("bridge.serving.dispatcher")
local batch_plan = require("bridge.frames.batch_plan")

local byte = string.byte
local UNFINISHED = Dispatcher.UNFINISHED
local FAILED_GUARD = byte("0")
-- Plans of payloads up to this size are cached, because clients tend to repeat a batch.
local KEPT_BYTES = 32768

---@class bridge.BatchParts
---@field game bridge.Game
---@field journal bridge.Journal
---@field dispatcher bridge.Dispatcher

---@class bridge.Batch
---@field private parts bridge.BatchParts
---@field private allowed bridge.BatchKind
---@field private kept_payload string?
---@field private kept_plan bridge.BatchPlan?
---@field private current integer the operation that runs, counted from 1
local Batch = {}
Batch.__index = Batch

---@param parts bridge.BatchParts
---@param allowed bridge.BatchKind
---@return bridge.Batch
function Batch.new(parts, allowed)
  return setmetatable({ parts = parts, allowed = allowed, current = 0 }, Batch)
end

--- Parses a payload into a plan, from the cache if it is the latest one; refuses an invalid one.
---@param payload string
---@return bridge.BatchPlan
function Batch:plan(payload)
  if payload == self.kept_payload then return self.kept_plan end
  local plan = batch_plan.read(payload, self.parts.dispatcher, self.allowed)
  if #payload <= KEPT_BYTES then self.kept_payload, self.kept_plan = payload, plan end
  return plan
end

--- Runs a command to its end, even one that runs in parts outside of a batch.
local function run_whole(command, operation)
  local values, payload = command.run(operation)
  while values == UNFINISHED do values, payload = command.run(operation) end
  operation.progress = nil
  return values, payload
end

local function run_all(self, plan, connection)
  local operations, commands, frame = plan.operations, plan.commands, self.parts.game.frame_text
  local replies, skipping, stop = {}, false, self.parts.dispatcher.stop
  for i = 1, #operations do
    local operation = operations[i]
    if skipping then
      replies[i] = framing.message(operation.id, "skipped", frame, nil, "")
    else
      self.current, operation.connection = i, connection
      local objection, left = stop:objection(operation.word)
      if objection then refuse("held", objection, left) end
      local values, payload = run_whole(commands[i], operation)
      replies[i] = framing.message(operation.id, "ok", frame, values, payload or "")
      skipping = operation.word == "memory.guard" and byte(values) == FAILED_GUARD
    end
  end
  return table.concat(replies)
end

--- Runs the plan up to the first operation that fails.
---@param plan bridge.BatchPlan
---@param connection bridge.Connection the sender
---@return string? replies nil when one failed
---@return table? problem as Dispatcher.on_error gives it
---@return integer? index of the operation that failed, from 1
function Batch:run(plan, connection)
  local ok, replies = xpcall(run_all, Dispatcher.on_error, self, plan, connection)
  if ok then return replies end
  local problem = replies
  plan.operations[self.current].progress = nil
  if problem.traceback then self.parts.journal:fault(problem.traceback) end
  return nil, problem, self.current
end

return Batch
end

package.preload["bridge.frames.batch_plan"] = function(...)
-- Parses the operations of a batch from its payload. Everything that can be refused up front is refused here, before anything runs.
local limits = require("bridge.wire.limits")
local framing = require("bridge.wire.framing")
local arguments = require("bridge.wire.arguments")
local Dispatcher = require("bridge.serving.dispatcher")
local refusal = require("bridge.wire.refusal")

local refuse, quote, is_refusal = refusal.refuse, refusal.quote, refusal.is_refusal

-- Index of the argument that says whether the reply waits for the end.
local WAIT = { ["buttons.press"] = 4, ["buttons.sequence"] = 2 }

---@class bridge.BatchKind
---@field name string
---@field words table<string, boolean> the allowed commands

local function kind(name, words)
  local allowed = {}
  for word in words:gmatch("%S+") do allowed[word] = true end
  return { name = name, words = allowed }
end

local batch_plan = {}

batch_plan.BATCH = kind("a batch", [[memory.get memory.set memory.read memory.write memory.guard buttons.get buttons.set buttons.add
  buttons.remove buttons.clear buttons.press buttons.sequence register.get register.set registers screen.png log]])
--- Allowed after the last frame of a step.
batch_plan.STEP_READS = kind("a step", "memory.get memory.read buttons.get register.get registers screen.png screen.raw")

--- Allowed after the last frame of an act.
batch_plan.ACT_READS = kind("an act", "memory.get memory.read buttons.get register.get registers screen.png screen.raw")

---@class bridge.BatchPlan
---@field operations bridge.Request[]
---@field commands bridge.Command[] of these
---@field cost integer microseconds
---@field read_bytes integer of ranges
---@field needs_picture boolean whether one of them is a picture

--- Returns the name of an operation or of one of its arguments, for replies.
---@param i integer from 1
---@param argument? string
function batch_plan.name(i, argument)
  return argument and ("[%d].%s"):format(i - 1, argument) or ("[%d]"):format(i - 1)
end

local function reject(i, sentence, argument, status)
  refuse(status or "bad-request", ("[%d]: %s Nothing was run."):format(i - 1, sentence), batch_plan.name(i, argument), 0)
end

---@param payload string
---@return bridge.Message[]
local function read_messages(payload)
  local reader, messages, count = framing.reader(), {}, 0
  reader:feed(payload)
  while true do
    local message, problem = reader:next()
    if not message then
      if problem or reader:midway() then
        reject(count + 1, ("The message does not fit the grammar (%s)."):format(problem or "it is cut off"))
      end
      break
    end
    count = count + 1
    if count > limits.batch_operations then reject(count, ("A batch may have at most %d operations."):format(limits.batch_operations)) end
    messages[count] = message
  end
  if count == 0 then
    refuse("bad-request", ("payload must be 1 to %d operations; got none."):format(limits.batch_operations), "payload", 0)
  end
  return messages
end

---@param i integer
---@param operation bridge.Message
---@param dispatcher bridge.Dispatcher
---@param allowed bridge.BatchKind
---@return bridge.Command
local function command_of(i, operation, dispatcher, allowed)
  local word = operation.word
  if operation.id ~= tostring(i) or tonumber(operation.number) ~= 0 then
    reject(i, ("The message must have id %d and clock 0; got id %s and clock %s."):format(i, operation.id, operation.number))
  end
  local command = dispatcher:find(word)
  if not command then reject(i, ("Unknown command %s."):format(word), nil, "unknown-command") end
  if not allowed.words[word] then reject(i, ("%s is not allowed in %s."):format(word, allowed.name)) end
  local problem = Dispatcher.shape_problem(operation, command)
  if problem then reject(i, problem) end
  local wait = WAIT[word]
  if wait and operation.arguments[wait] ~= "0" then
    reject(i, ("wait must be 0 in a batch; got %s."):format(quote(operation.arguments[wait])), "wait")
  end
  return command --[[@as bridge.Command]]
end

local function length_of(i, operation)
  local ok, length = pcall(arguments.integer, operation.arguments[2], "length", 1, limits.batch_read_bytes)
  if ok then return length end
  if not is_refusal(length) then error(length, 0) end
  reject(i, length.sentence, "length")
end

---@param payload string
---@param dispatcher bridge.Dispatcher
---@param allowed bridge.BatchKind
---@return bridge.BatchPlan
function batch_plan.read(payload, dispatcher, allowed)
  local operations, commands = read_messages(payload), {}
  local cost, read, written, pictures = 0, 0, 0, 0
  for i, operation in ipairs(operations) do
    local command, word = command_of(i, operation, dispatcher, allowed), operation.word
    local bytes = #operation.payload
    if word == "memory.read" then
      bytes = length_of(i, operation)
      read = read + bytes
      if read > limits.batch_read_bytes then
        reject(i, ("A batch may read at most %d bytes; got %d so far."):format(limits.batch_read_bytes, read), "length")
      end
    elseif word == "memory.write" then
      written = written + bytes
      if written > limits.batch_write_bytes then
        reject(i, ("A batch may write at most %d bytes; got %d so far."):format(limits.batch_write_bytes, written), "payload")
      end
    elseif word == "screen.png" or word == "screen.raw" then
      pictures = pictures + 1
      if pictures > 1 then reject(i, "A batch may take only one picture.") end
    end
    cost = cost + Dispatcher.COST + (command.cost or 0) + bytes * (command.cost_of_kib or Dispatcher.COST_OF_KIB) // 1024
    if cost > limits.batch_cost then
      reject(i, ("A batch may take at most %d microseconds, half a frame; got %d so far."):format(limits.batch_cost, cost))
    end
    commands[i] = command
  end
  return {
    operations = operations --[[@as bridge.Request[] ]], commands = commands, cost = cost, read_bytes = read, needs_picture = pictures > 0,
  }
end

return batch_plan
end

package.preload["bridge.frames.control"] = function(...)
-- Who may move the game to another place in its history, and when.
local refuse = require("bridge.wire.refusal").refuse

local control = {}

--- Refuses a request that must not move the game now.
---@param hold bridge.Hold
---@param acts bridge.Acts
---@param lease string empty: without one
---@param what string what can't be done, like "The game can't be rewound"
function control.check(hold, acts, lease, what)
  local problem = (hold.lease or lease ~= "") and hold:objection(lease)
  if problem then refuse(problem, hold:explain(problem)) end
  if hold.steps:any() or acts:any() then refuse("busy", what .. " during a step or an act.") end
end

return control
end

package.preload["bridge.frames.first_messages"] = function(...)
-- Splits off the messages that come before the operations in the payload of a step or an act.
local framing = require("bridge.wire.framing")
local sensor_setting = require("bridge.game.sensor_setting")
local refuse = require("bridge.wire.refusal").refuse
local Dispatcher = require("bridge.serving.dispatcher")

local first_messages = {}

--- Splits a payload.
---@param payload string
---@param words string[] the messages that may come first: each at most once, in this order
---@param dispatcher bridge.Dispatcher
---@return table<integer, bridge.Message> found by their place in the order
---@return string rest
function first_messages.split(payload, words, dispatcher)
  local found, place, reader, at = {}, 1, nil, 1
  while true do
    local word = payload:match("^%d+ (%S+) ", at)
    while words[place] and words[place] ~= word do place = place + 1 end
    if not words[place] then return found, payload:sub(at) end
    if not reader then
      reader = framing.reader()
      reader:feed(payload)
    end
    local message = reader:next()
    local problem = not message and ("The message %s is cut off."):format(word)
      or message and Dispatcher.shape_problem(message, dispatcher:find(word))
    if problem then refuse("bad-request", problem, "payload") end
    found[place], place, at = message, place + 1, reader:offset() + 1
  end
end

--- Returns what sets the sensors as a message says; nil without one.
---@param message? bridge.Message
---@param game bridge.Game
---@return fun()? set can't fail
function first_messages.sensors_of(message, game)
  if not message then return nil end
  local lack = game:lack("sensors")
  if lack then refuse("unsupported", lack) end
  return sensor_setting.read(message.arguments)
end

return first_messages
end

package.preload["bridge.frames.frame"] = function(...)
-- Does the work of a frame: counts it, serves requests in one pass, sets the next frame's keys, and serves again in the time left.
local limits = require("bridge.wire.limits")
local drawing = require("bridge.picture.drawing")

---@class bridge.FrameParts
---@field game bridge.Game
---@field input bridge.Input
---@field waits bridge.Waits
---@field acts bridge.Acts
---@field events bridge.Events
---@field watches bridge.Watches
---@field breakpoints bridge.Breakpoints
---@field hold bridge.Hold
---@field clock bridge.Clock
---@field window bridge.Window
---@field pace bridge.Pace
---@field usage bridge.Usage
---@field host bridge.Host
---@field server bridge.Server
---@field connections bridge.Connections
---@field keys bridge.Keys
---@field frame_skip bridge.FrameSkip
---@field lifecycle bridge.Lifecycle
---@field standstill bridge.Standstill
---@field serving bridge.Serving

---@class bridge.Frame: bridge.FrameParts
local Frame = {}
Frame.__index = Frame

---@param parts bridge.FrameParts becomes the object
---@return bridge.Frame
function Frame.new(parts)
  return setmetatable(parts, Frame) --[[@as bridge.Frame]]
end

---@private
--- Advances everything that counts frames.
function Frame:count()
  local game = self.game
  if not game.loaded then return end
  self.input:advance(game.frame)
  self.waits:frame()
  self.acts:frame()
  self.events:frame()
  self.watches:frame()
  self.breakpoints:frame()
end

---@private
--- Handles a frame of a step without serving requests. Its replies are sent in the next frame that serves requests.
function Frame:skip()
  self.game:count_frame()
  drawing.begin_frame()
  self.hold:frame()
  self:count()
  self.keys:set()
  self.keys.was_skipped = true
end

---@private
--- Whether the game stands still now, and a pass would only look for new requests, for which the standstill waits anyway.
---@return boolean
function Frame:stands()
  local hold = self.hold
  return hold.lease ~= nil and not hold.steps:any() and self.connections:are_quiet()
end

---@private
--- Runs one pass. Then a held game stands still; otherwise requests may use the rest of the frame, unless the host calls `idle`.
function Frame:serve()
  local server, hold, keys, serving, clock = self.server, self.hold, self.keys, self.serving, self.clock
  local more, over = false, false
  if not self:stands() then more, over = server:pass(limits.pass_cost, nil, true, nil, keys.before_sending) end
  local stood = not keys.are_set
  if stood then more = self.standstill:keep(more) end
  serving.work_left, hold.in_frame = more, false
  if stood or hold.lease then
    self.pace:forget(clock)
    self.window:forget(clock)
  elseif not self.host.calls_idle then
    serving:use_frame(more, over)
  end
end

--- mGBA calls this once for each emulated frame.
function Frame:on_frame()
  local frame_skip, game, keys = self.frame_skip, self.game, self.keys
  frame_skip:count_skipped()
  if frame_skip:is_skipped() then return self:skip() end
  if game:is_repeated() then return end
  self.usage:frame()
  game:begin_frame()
  self.lifecycle:look()
  drawing.begin_frame()
  keys.are_set, self.hold.in_frame = false, true
  keys.was_skipped, frame_skip.must_check = false, false
  self.hold:frame()
  self.server:frame()
  self:count()
  self:serve()
end

--- Hosts that wait for the next frame call this repeatedly until it is due; mGBA's window never does.
function Frame:on_idle()
  self.frame_skip.must_check = true
  self.game.counted = true
  self.lifecycle:look()
  self.serving:idle()
end

return Frame
end

package.preload["bridge.frames.frame_skip"] = function(...)
-- Frame skip for steps: most frames in the middle of a step serve no requests, because our own host emulates an undrawn frame faster
-- than the script polls the connections. At unlimited speed the host skips the callbacks of these frames.
local drawing = require("bridge.picture.drawing")
local own_host = require("bridge.system.own_host")

-- During a step, one frame of this number serves requests.
local SERVING = 16

---@class bridge.FrameSkipParts
---@field steps bridge.Steps
---@field game bridge.Game
---@field connections bridge.Connections
---@field input bridge.Input
---@field waits bridge.Waits
---@field acts bridge.Acts
---@field watches bridge.Watches
---@field events bridge.Events
---@field breakpoints bridge.Breakpoints
---@field serves_between boolean whether requests are also served between frames

---@class bridge.FrameSkip: bridge.FrameSkipParts
---@field must_check boolean whether mGBA may have changed something since the latest frame
---@field private skipped integer frames without a callback since the latest callback
---@field private quiet_frames? fun(frames: integer): boolean has the host skip callbacks
local FrameSkip = {}
FrameSkip.__index = FrameSkip

--- Returns the function that has our own host skip callbacks for a number of frames.
---@return (fun(frames: integer): boolean)? done nil in any other mGBA
local function find_quiet_frames()
  local quiet_frames, speed = own_host.find("quietFrames"), own_host.find("speed")
  if not quiet_frames then return nil end
  return function(frames)
    -- At a limited speed the step may be cancelled in between, and its buttons must be released then.
    if speed() ~= 0 then return false end
    quiet_frames(frames)
    return true
  end
end

---@param parts bridge.FrameSkipParts becomes the object
---@return bridge.FrameSkip
function FrameSkip.new(parts)
  local self = setmetatable(parts, FrameSkip) --[[@as bridge.FrameSkip]]
  self.quiet_frames, self.skipped, self.must_check = find_quiet_frames(), 0, false
  return self
end

--- Counts the skipped frames. Called first in each callback.
function FrameSkip:count_skipped()
  local skipped = self.skipped
  if skipped == 0 then return end
  self.skipped = 0
  self.steps:skip(skipped)
  self.game:skip(skipped)
end

--- Returns whether this frame skips serving requests.
---@return boolean
function FrameSkip:is_skipped()
  local step = self.steps.current
  -- An act's last frame is known only after it was emulated.
  return step ~= nil and not step.open and self.serves_between and not self.must_check
    and step.frames - step.ran > 1 and (step.ran + 1) % SERVING ~= 0 and not self.connections:has_unsent()
end

---@private
--- Returns whether anything but the step needs the callback of each frame.
---@return boolean
function FrameSkip:needs_callbacks()
  local input = self.input
  return drawing.is_on() or self.connections:has_unsent() or input.sequences[1] ~= nil or input.held:is_changing()
    or self.waits:any() or self.acts:any() or self.watches:any() or self.events:has_listeners()
    or self.breakpoints.may_exist
end

--- Has our own host skip callbacks until the next frame that serves requests or must be prepared. Called last in each callback.
function FrameSkip:skip()
  local steps = self.steps
  local step = steps.current
  if not (step and not step.open and self.quiet_frames and steps:may_skip_drawing()) or self:needs_callbacks() then return end
  local next_frame = step.ran + 1
  local last = step.draws and step.frames - 1 or step.frames
  local serving = (next_frame + SERVING - 1) // SERVING * SERVING
  local skipped = math.min(last, serving) - next_frame
  if skipped > 0 and self.quiet_frames(skipped) then self.skipped = skipped end
end

return FrameSkip
end

package.preload["bridge.frames.hold"] = function(...)
-- The hold: the game stands still until its lease runs out, except for the frames of steps. Pure: the caller waits and counts frames.
local LeaseTime = require("bridge.frames.lease_time")
local Steps = require("bridge.frames.steps")

---@class bridge.Hold
---@field lease string? nil: the game isn't held
---@field time bridge.LeaseTime
---@field steps bridge.Steps
---@field owner string
---@field exclusive boolean
---@field in_frame boolean whether a hold that begins now takes effect before another frame
---@field private clients table<string, boolean> clients that took, joined or renewed it
---@field private on_begin? fun(status: "ok"|"cancelled") called when the game stands still, or the hold is cancelled before
---@field private leases integer
local Hold = {}
Hold.__index = Hold

---@return bridge.Hold
function Hold.new()
  local time = LeaseTime.new()
  return setmetatable({ time = time, steps = Steps.new(time), owner = "", exclusive = false, clients = {}, in_frame = false, leases = 0 },
    Hold)
end

--- Returns why a client with this lease may not control the game; nil if it may.
---@param lease string empty: without one
---@return "not-held"|"held"|nil
function Hold:objection(lease)
  if not self.lease then return "not-held" end
  if lease == "" then return self.exclusive and "held" or nil end
  return lease ~= self.lease and "held" or nil
end

--- Returns the error sentence of an objection, and how long the lease lasts.
---@param objection "not-held"|"held"
---@return string sentence
---@return string? milliseconds until the lease ends
function Hold:explain(objection)
  if objection == "not-held" then return "The game is not frozen, or the lease has expired." end
  local left = self.time:milliseconds_left()
  return ("%s has frozen the game%s; it resumes in %d ms unless the lease is renewed."):format(
    self.owner, self.exclusive and " exclusively" or "", left), tostring(left)
end

--- Returns why a command of any client can't wait for frames, and how long the lease lasts; nil if it can.
---@return string? sentence
---@return string? milliseconds until the lease ends
function Hold:lack_of_frames()
  if not self.lease then return nil end
  local holder, left = self:explain("held")
  return holder .. " Only steps and acts run frames of a frozen game. The command did not run: use one of these, or resume the game.", left
end

--- Begins a hold, or joins one that isn't exclusive.
---@param term integer microseconds
---@param exclusive boolean
---@param owner string
---@return "held"|nil problem
function Hold:take(term, exclusive, owner)
  if not self.lease then
    self.leases = self.leases + 1
    self.lease = ("%x%08x"):format(self.leases, math.random(0, 0xFFFFFFFF))
    self.owner, self.exclusive = owner, exclusive
    self.time:begin(term)
    return nil
  end
  if self.exclusive or exclusive then return "held" end
  self.time:join(term)
end

--- Sets the term of the lease. Never shortens the remaining time.
---@param lease string
---@param term integer microseconds
---@return "not-held"|"held"|nil problem
function Hold:prolong(lease, term)
  local problem = self:objection(lease)
  if problem then return problem end
  self.time:prolong(term)
end

--- Records a client that has taken, joined or renewed the hold. The hold ends when none of them is connected.
---@param client string
function Hold:add_client(client)
  self.clients[client] = true
end

--- Ends the hold if this was the last of its clients.
---@param client string its last connection is closed
function Hold:remove_client(client)
  if not self.clients[client] then return end
  self.clients[client] = nil
  if next(self.clients) == nil then self:free() end
end

--- Calls `on_begin` when the game stands still, or when the hold is cancelled before.
---@param on_begin fun(status: "ok"|"cancelled")
function Hold:await(on_begin)
  self.on_begin = on_begin
end

---@private
function Hold:begin(status)
  local on_begin = self.on_begin
  self.on_begin = nil
  if on_begin then on_begin(status) end
end

--- Ends the hold and its steps.
function Hold:free()
  self.lease, self.clients = nil, {}
  self.steps:drop()
  self:begin("cancelled")
end

--- Counts an emulated frame.
function Hold:frame()
  self:begin("ok")
  self.steps:frame()
end

--- Begins the next step if one is due; returns whether the next frame may be emulated.
---@param claimed fun(): integer mask of the buttons that no step may have
---@return boolean
function Hold:runs_next_frame(claimed)
  return not self.lease or self.steps:begin_next(claimed)
end

return Hold
end

package.preload["bridge.frames.lease_time"] = function(...)
-- The time left of a hold's lease. It runs only while the game stands still. The bridge's clock measures it; if that clock does not move,
-- because the bridge is suspended or sends nothing, counted waits do. Pure.
local A_WAIT = 1060 -- microseconds that select(1) takes until its timeout

---@class bridge.LeaseTime
---@field private stands boolean
---@field private term integer microseconds of a fresh lease
---@field private left integer microseconds when the clock last moved
---@field private counted integer microseconds of waits since then
---@field private clock integer the clock's time then
---@field private is_first boolean? whether the clock has not moved since the game stands still
local LeaseTime = {}
LeaseTime.__index = LeaseTime

---@return bridge.LeaseTime
function LeaseTime.new()
  return setmetatable({ stands = false, term = 0, left = 0, counted = 0, clock = 0 }, LeaseTime)
end

---@return integer milliseconds until the lease ends, if nobody renews it
function LeaseTime:milliseconds_left()
  return math.max(0, self.left - self.counted + 999) // 1000
end

---@private
function LeaseTime:extend(term)
  self.left, self.counted = math.max(self.left - self.counted, term), 0
end

--- Begins a lease.
---@param term integer microseconds
function LeaseTime:begin(term)
  self.term, self.left, self.counted = term, term, 0
end

--- Sets the term. Never shortens the lease.
---@param term integer microseconds
function LeaseTime:prolong(term)
  self.term = term
  self:extend(term)
end

--- Makes the lease last at least as long as another client's term.
---@param term integer microseconds
function LeaseTime:join(term)
  self.term = math.max(self.term, term)
  self:extend(term)
end

--- Renews the lease for its whole term.
function LeaseTime:renew()
  self:extend(self.term)
end

--- Called when the game begins to stand still.
---@param now integer the bridge's clock
function LeaseTime:stand(now)
  self.stands, self.clock, self.is_first = true, now, true
end

--- Called before the next frame is emulated.
function LeaseTime:leave()
  self.stands = false
  self:extend(0)
end

--- Counts a wait that timed out.
---@param took integer microseconds
function LeaseTime:waited(took)
  self.counted = self.counted + took
end

--- Called after a pass, in which requests may have moved the clock.
---@param now integer the bridge's clock
---@param usable boolean false: the latest request had no timestamp, so it counts as a wait
function LeaseTime:heard(now, usable)
  if not self.stands then return end
  if now > self.clock then
    -- The first timestamp may be old, so the time that has passed is that of the counted waits, plus half a wait.
    local passed = self.is_first and self.counted + A_WAIT // 2 or math.max(now - self.clock, self.counted)
    self.left, self.counted, self.clock, self.is_first = self.left - passed, 0, now, nil
  elseif not usable then
    self.counted = self.counted + A_WAIT
  end
end

---@return boolean
function LeaseTime:is_over()
  return self.left <= self.counted
end

return LeaseTime
end

package.preload["bridge.frames.speed"] = function(...)
-- The speed of the game, and another one for the time of an act. Only our own host has a speed.

---@class bridge.Speed
---@field private later integer? the speed after the act
local Speed = {}
Speed.__index = Speed

---@return bridge.Speed
function Speed.new()
  return setmetatable({}, Speed)
end

--- Returns the speed without that of an act, in thousandths of the console's; 0: unlimited.
---@return integer
function Speed:get()
  return self.later or _host.speed()
end

--- Sets the speed; during an act that has its own, from its end on.
---@param thousandths integer
function Speed:set(thousandths)
  if self.later then
    self.later = thousandths
  else
    _host.setSpeed(thousandths)
  end
end

--- Begins an act with a speed of its own. There is only one at a time, because the game is held.
---@param thousandths integer
function Speed:begin_act(thousandths)
  self.later = _host.speed()
  _host.setSpeed(thousandths)
end

--- Ends the act.
function Speed:end_act()
  _host.setSpeed(self.later)
  self.later = nil
end

return Speed
end

package.preload["bridge.frames.step_ends"] = function(...)
-- In which frames of a sequence an act reads: at the ends of its steps. Pure.
local arguments = require("bridge.wire.arguments")
local limits = require("bridge.wire.limits")
local refuse = require("bridge.wire.refusal").refuse

local step_ends = {}

--- Reads the frames of a repetition, and refuses a reply that would become too long.
---@param text string frames, from 1, separated by commas
---@param sequence? bridge.Sequence
---@param plan? bridge.BatchPlan
---@return table<integer, true>
function step_ends.parse(text, sequence, plan)
  if not sequence or not plan then refuse("bad-request", "stepEnds needs a sequence and operations.", "stepEnds") end
  local ends, count = {}, 0
  for each in (text .. ","):gmatch("([^,]*),") do
    local frame = arguments.integer(each, "stepEnds", 1, sequence.length)
    if not ends[frame] then
      ends[frame], count = true, count + sequence.frames // sequence.length
    end
  end
  local max = plan.needs_picture and limits.key_frames or limits.observed_steps
  if count > max then
    refuse("bad-request", ("An act must read at most %d times%s; got %d."):format(
      max, plan.needs_picture and " with a picture" or "", count), "stepEnds")
  end
  local bytes = plan.read_bytes * (count + 1)
  if bytes > limits.batch_read_bytes then
    refuse("bad-request", ("An act may read at most %d bytes; got %d."):format(limits.batch_read_bytes, bytes), "stepEnds")
  end
  return ends
end

return step_ends
end

package.preload["bridge.frames.steps"] = function(...)
-- The queue of steps while the game is held. Each completed step renews the lease. Pure: the caller counts frames.
local limits = require("bridge.wire.limits")

---@class bridge.Step
---@field frames integer requested
---@field ran integer
---@field mask integer buttons
---@field draws boolean whether its last frame is drawn
---@field open? bridge.OpenStep
---@field on_end? fun(step: bridge.Step, status: "ok"|"cancelled"|"interrupted"|"conflict")

-- A step without a fixed length.
---@class bridge.OpenStep
---@field on_begin fun() called before its first frame; may complete it
---@field on_end fun(step: bridge.Step, status: "cancelled"|"interrupted") only when it ends early
---@field may_skip_drawing fun(): boolean whether its next frame need not be drawn

---@class bridge.Steps
---@field current bridge.Step? the one that runs
---@field waiting bridge.Step[]
---@field private time bridge.LeaseTime
local Steps = {}
Steps.__index = Steps

---@param time bridge.LeaseTime
---@return bridge.Steps
function Steps.new(time)
  return setmetatable({ time = time, waiting = {} }, Steps)
end

--- Queues a step.
---@param frames integer
---@param mask integer
---@param on_end? fun(step: bridge.Step, status: string)
---@param draws? boolean whether its last frame is drawn; default true
---@return bridge.Step? step nil when the queue is full
function Steps:add(frames, mask, on_end, draws)
  if #self.waiting >= limits.steps then return nil end
  local step = { frames = frames, ran = 0, mask = mask, on_end = on_end, draws = draws ~= false }
  self.waiting[#self.waiting + 1] = step
  return step
end

--- Returns whether a step runs or waits.
---@return boolean
function Steps:any()
  return self.current ~= nil or self.waiting[1] ~= nil
end

--- Queues a step that lasts until it is completed.
---@param open bridge.OpenStep
---@return bridge.Step? step nil when the queue is full
function Steps:add_open(open)
  local step = self:add(math.huge, 0, open.on_end)
  if step then step.open = open end
  return step
end

local function finish(step, status)
  local on_end = step.on_end
  step.on_end = nil
  if on_end then on_end(step, status) end
end

--- Ends a step without a fixed length.
---@param step bridge.Step
function Steps:complete(step)
  step.on_end = nil
  if step ~= self.current then return self:cancel(step) end
  self.current = nil
  self.time:renew()
end

--- Drops a queued step; ends a running one within two frames, because the next frame may already be set up not to be drawn and the
--- last frame must be.
---@param step bridge.Step
function Steps:cancel(step)
  if step == self.current then
    step.frames = math.min(step.frames, step.ran + 2)
    return finish(step, "interrupted")
  end
  for i, waiting in ipairs(self.waiting) do
    if waiting == step then
      table.remove(self.waiting, i)
      return finish(step, "cancelled")
    end
  end
end

--- Ends all steps.
function Steps:drop()
  local step, waiting = self.current, self.waiting
  self.current, self.waiting = nil, {}
  if step then finish(step, "interrupted") end
  for _, other in ipairs(waiting) do finish(other, "cancelled") end
end

--- Called once each emulated frame.
function Steps:frame()
  local step = self.current
  if not step then return end
  step.ran = step.ran + 1
  if step.ran < step.frames then return end
  self.current = nil
  self.time:renew()
  finish(step, "ok")
end

--- Begins the next step unless one runs.
---@param claimed fun(): integer mask of the buttons that no step may have
---@return boolean runs whether a step runs now
function Steps:begin_next(claimed)
  while not self.current and self.waiting[1] do
    local step = table.remove(self.waiting, 1)
    if step.mask ~= 0 and step.mask & claimed() ~= 0 then
      finish(step, "conflict")
    else
      self.current = step
      if step.open then step.open.on_begin() end
    end
  end
  return self.current ~= nil
end

--- Returns the mask of the step's buttons in the next frame.
---@return integer
function Steps:mask()
  return self.current and self.current.mask or 0
end

--- Counts frames without a callback. None of them may be the last frame of a step.
---@param frames integer
function Steps:skip(frames)
  self.current.ran = self.current.ran + frames
end

--- Returns whether the next frame need not be drawn: it is not the last frame of its step, or the step draws none.
---@return boolean
function Steps:may_skip_drawing()
  local step = self.current
  if not step then return false end
  if step.open then return step.open.may_skip_drawing() end
  return step.frames - step.ran > 1 or not step.draws
end

return Steps
end

package.preload["bridge.frames.stop"] = function(...)
-- The stop of a game between two of its instructions, at a breakpoint or after steps. It knows where and for how long the game stands,
-- and ends the waits for that. Clients look at the game then, and change memory and registers; no frames run.
local LeaseTime = require("bridge.frames.lease_time")

-- Commands that run no frames, and load nothing.
local WORDS = [[
  echo info log expire ping hello authenticate tick cancel batch memory.domains memory.get memory.set memory.read memory.span memory.write
  memory.guard register.get register.set registers buttons.get buttons.status screen.png screen.raw screen.shown disassemble callstack
  message.show breakpoint.set breakpoint.clear breakpoint.list breakpoint.stop breakpoint.continue breakpoint.step breakpoint.await
  watch.set watch.achievement watch.clear events.subscribe speed.get speed.set frames.status sensors.status history movie.write movie.read
  notes buttons.set buttons.lease buttons.add buttons.remove buttons.clear buttons.cancel sensors.set sound.read sound.volume note
  history.mark frames.release
]]

local ALLOWED = {}
for word in WORDS:gmatch("%S+") do
  ALLOWED[word] = true
end

---@class bridge.Stop
---@field stands boolean
---@field time bridge.LeaseTime
---@field line string of the host's `stop`, without the time
---@field id integer of the breakpoint; 0: it stands after steps
---@field private waits bridge.Waits
local Stop = {}
Stop.__index = Stop

---@param waits bridge.Waits
---@return bridge.Stop
function Stop.new(waits)
  return setmetatable({ stands = false, time = LeaseTime.new(), line = "", id = 0, waits = waits }, Stop)
end

--- Returns whether a wait is for this stop.
---@param wait bridge.Wait
---@return boolean
function Stop:ends(wait)
  return wait.stop == self.id or wait.stop == 0
end

--- Begins a stop, and ends the waits for it.
---@param line string of the host's `stop`
function Stop:begin(line)
  local place, milliseconds, hit = line:match("^(%d+) (%d+) (.*)$")
  self.line, self.stands = place .. " " .. hit, true
  self.id = tonumber(hit:match("^%d+"))
  self.time:begin(1000 * tonumber(milliseconds))
  self.waits:meet(function(wait) return self:ends(wait) end)
end

--- Lets the game go on.
function Stop:release()
  self.stands = false
end

--- Returns how long the game stands at most, and where.
---@return string arguments of a reply
function Stop:tell()
  return ("%d %s"):format(self.time:milliseconds_left(), self.line)
end

--- Returns why a command can't run now, and for how many milliseconds; nil if it can.
---@param word string
---@return string? sentence
---@return string? milliseconds
function Stop:objection(word)
  if not self.stands or ALLOWED[word] then return nil end
  local left = self.time:milliseconds_left()
  return ("The game is stopped before the instruction at 0x%08X; it goes on in %d ms. Until then it can be looked at and changed, and no "
    .. "frames run. The command did not run."):format(tonumber(self.line:match("^%d+")), left), tostring(left)
end

return Stop
end

package.preload["bridge.frames.until_parts"] = function(...)
-- The conditions of until.wait: they come as lines, and those that held are told as index:frame.
local arguments = require("bridge.wire.arguments")
local condition_lines = require("bridge.conditions.condition_lines")
local limits = require("bridge.wire.limits")
local picture_look = require("bridge.picture.picture_look")
local UntilMet = require("bridge.conditions.until_met")
local refuse_argument = require("bridge.wire.refusal").refuse_argument

local until_parts = {}

--- Returns whether one of the conditions is on the picture.
---@param message bridge.Message
---@return boolean
function until_parts.sees_picture(message)
  return ("\n" .. message.payload):find("\npicture ", 1, true) ~= nil
end

---@param message bridge.Message
---@param game bridge.Game
---@param picture bridge.Picture
---@return bridge.UntilMet
function until_parts.parse(message, game, picture)
  local mode, timeout_text = message.arguments[1], message.arguments[2]
  if mode ~= "any" and mode ~= "all" then refuse_argument("mode", mode, "any or all") end
  local timeout = arguments.integer(timeout_text, "timeout", 1, limits.wait_frames)
  local look = picture_look.new(picture)
  return UntilMet.new(mode == "all", timeout, condition_lines.parse_all(message.payload, game, look, timeout))
end

---@param until_met bridge.UntilMet
---@param since? integer frames before the wait; default 0
---@return string
function until_parts.tell_held(until_met, since)
  local told = {}
  for i, held in ipairs(until_met:held()) do told[i] = ("%d:%d"):format(held.index, (since or 0) + held.frame) end
  return told[1] and table.concat(told, ",") or "-"
end

return until_parts
end

package.preload["bridge.frames.wait_reply"] = function(...)
-- Replies to a request when a wait is over.
local refuse = require("bridge.wire.refusal").refuse
local LATER = require("bridge.serving.dispatcher").LATER

local INTERRUPTED = { status = "interrupted", sentence = "The wait ended early." }

local wait_reply = {}

---@class bridge.WaitReplyParts
---@field waits bridge.Waits
---@field dispatcher bridge.Dispatcher
---@field journal bridge.Journal

--- Adds a wait, and replies when it is over.
---@param parts bridge.WaitReplyParts
---@param request bridge.Request
---@param wait bridge.Wait there must be room for it
---@param tell? fun(wait: bridge.Wait): string arguments of the reply; default none
---@return table later
function wait_reply.send_later(parts, request, wait, tell)
  local waits, dispatcher, id, waiting = parts.waits, parts.dispatcher, request.id, request.connection.waiting
  if waiting[id] then refuse("bad-request", "The request must not have the id of a request in flight.") end
  function wait.on_end(_, problem)
    waiting[id] = nil
    if not problem then return dispatcher:reply(request, "ok", tell and tell(wait)) end
    if problem.traceback then parts.journal:fault(problem.traceback) end
    dispatcher:refuse(request, problem.status, problem.sentence, problem.argument)
  end
  waits:add(wait)
  waiting[id] = { cancel = function() waits:stop(wait, INTERRUPTED) end }
  return LATER
end

return wait_reply
end

package.preload["bridge.frames.waits"] = function(...)
-- Waits for a number of emulated frames, or for a condition that is checked in each frame. Pure.

---@class bridge.Wait
---@field frames integer the timeout
---@field waited integer frames so far
---@field check? fun(wait: bridge.Wait): boolean whether the condition holds
---@field met boolean
---@field of_screen boolean?
---@field stop integer? the breakpoint whose stop ends it; 0: any stop
---@field on_end fun(wait: bridge.Wait, problem?: { status: string, sentence: string }) called once
local Waits = {}
Waits.__index = Waits

local limits = require("bridge.wire.limits")
local on_error = require("bridge.serving.dispatcher").on_error

---@class bridge.Waits
---@field frames_seen integer
---@field of_screen integer number of waits for the screen
---@field private waits bridge.Wait[]
---@return bridge.Waits
function Waits.new()
  return setmetatable({ frames_seen = 0, of_screen = 0, waits = {} }, Waits)
end

---@return boolean
function Waits:any()
  return self.waits[1] ~= nil
end

--- Returns why there is no room for another wait; nil if there is.
---@param of_screen boolean?
---@return string? sentence
function Waits:lack_of_room(of_screen)
  if #self.waits >= limits.waits then return ("The queue of waits is full (%d)."):format(limits.waits) end
  if of_screen and self.of_screen >= limits.screen_waits then
    return ("The queue of waits for the screen is full (%d)."):format(limits.screen_waits)
  end
end

--- Adds a wait.
---@param wait bridge.Wait there must be room for it
function Waits:add(wait)
  wait.waited, wait.met = 0, false
  self.waits[#self.waits + 1] = wait
  if wait.of_screen then self.of_screen = self.of_screen + 1 end
end

local function finish(self, wait, problem)
  if wait.of_screen then self.of_screen = self.of_screen - 1 end
  wait.on_end(wait, problem)
end

--- Ends a wait early.
---@param wait bridge.Wait one that has not ended
---@param problem { status: string, sentence: string }
function Waits:stop(wait, problem)
  for i, other in ipairs(self.waits) do
    if other == wait then
      table.remove(self.waits, i)
      return finish(self, wait, problem)
    end
  end
end

--- Ends waits as met.
---@param is_met fun(wait: bridge.Wait): boolean
function Waits:meet(is_met)
  local kept, met = {}, {}
  for _, wait in ipairs(self.waits) do
    local list = is_met(wait) and met or kept
    list[#list + 1] = wait
  end
  self.waits = kept
  for _, wait in ipairs(met) do
    wait.met = true
    finish(self, wait)
  end
end

--- Ends all waits.
---@param problem { status: string, sentence: string }
function Waits:clear(problem)
  local waits = self.waits
  self.waits = {}
  for _, wait in ipairs(waits) do finish(self, wait, problem) end
end

---@return boolean over
---@return table? problem
local function look(wait)
  wait.waited = wait.waited + 1
  if wait.check then
    local ok, met = xpcall(wait.check, on_error, wait)
    if not ok then return true, met end
    wait.met = met
  end
  return wait.met or wait.waited >= wait.frames
end

--- Called once each emulated frame.
function Waits:frame()
  self.frames_seen = self.frames_seen + 1
  local waits, kept, over = self.waits, 0, nil
  for i = 1, #waits do
    local wait = waits[i]
    local is_over, problem = look(wait)
    if is_over then
      over = over or {}
      over[#over + 1] = { wait, problem }
    else
      kept = kept + 1
      if kept < i then waits[kept] = wait end
    end
  end
  if not over then return end
  for i = #waits, kept + 1, -1 do waits[i] = nil end
  for _, each in ipairs(over) do finish(self, each[1], each[2]) end
end

return Waits
end

package.preload["bridge.game.capabilities"] = function(...)
-- Probes which parts of mGBA's scripting API this emulator offers.
local Picture = require("bridge.picture.picture")

local capabilities = {}

local function member(object, name)
  local ok, value = pcall(function() return object[name] end)
  return ok and value ~= nil
end

local function has(...)
  for _, name in ipairs({ ... }) do
    if not member(emu, name) then return false end
  end
  return true
end

--- Returns whether there is a screen. Without one mGBA returns no image.
local function has_screen()
  if has("screenshotToImage") then return emu:screenshotToImage() ~= nil end
  return has("screenshot") or has("saveStateBuffer")
end

--- Returns whether our host or mGBA's debugger has breakpoints.
local function has_breakpoints()
  return _host ~= nil and member(_host, "setBreakpoint") or has("setBreakpoint", "setRangeWatchpoint", "clearBreakpoint")
end

local PROBES = {
  { "memory", function() return has("memory", "read8") end },
  { "buttons", function() return has("addKeys", "clearKeys") end },
  { "screen", has_screen },
  { "pixels", Picture.has_pixels },
  { "resize", Picture.can_resize },
  { "reset", function() return has("reset") end },
  { "registers", function() return has("readRegister", "writeRegister") and emu:readRegister("pc") ~= nil end },
  { "states", function() return has("saveStateBuffer", "loadStateBuffer") end },
  { "slots", function() return has("saveStateBuffer", "loadStateBuffer", "saveStateSlot", "loadStateSlot") end },
  { "rom", function() return has("loadFile", "autoloadSave", "reset") end },
  { "saves", function() return has("loadSaveFile", "autoloadSave") end },
  { "step", function() return has("step") end },
  { "expiry", function() return _host ~= nil and member(_host, "setExpiry") end },
  { "history", function() return _host ~= nil and member(_host, "rewind") end },
  { "opposing", function() return _host ~= nil and member(_host, "seesOpposing") and _host.seesOpposing() end },
  { "movies", function() return _host ~= nil and member(_host, "playMovie") end },
  { "sound", function() return _host ~= nil and member(_host, "readSound") end },
  { "disassembly", function() return _host ~= nil and member(_host, "disassemble") end },
  { "breakpoints", has_breakpoints },
  { "stops", function() return _host ~= nil and member(_host, "setSteps") end },
  { "sensors", function() return _host ~= nil and member(_host, "setSensors") end },
  { "cheats", function() return _host ~= nil and member(_host, "setCheats") end },
  { "messages", function() return _host ~= nil and member(_host, "shownPicture") end },
  { "speed", function() return _host ~= nil and member(_host, "speed") and member(_host, "setSpeed") end },
}

local ONLY_IN = {
  speed = "Only the emulator that comes with the bridge has a speed that can be set.",
  history = "This mGBA keeps no history: only the emulator that comes with the bridge does, unless Bridge:History:Minutes is 0.",
  movies = "This mGBA has no movies: only the emulator that comes with the bridge does, unless Bridge:History:Minutes is 0.",
  sound = "Only the emulator that comes with the bridge gives its sound.",
  disassembly = "Only the emulator that comes with the bridge disassembles.",
  breakpoints = "This mGBA has no breakpoints: the emulator that comes with the bridge and mGBA 0.11 do.",
  stops = "Only the emulator that comes with the bridge can stop the game between two instructions.",
  sensors = "Only the emulator that comes with the bridge has sensors that can be set.",
  cheats = "Only the emulator that comes with the bridge takes cheats from clients.",
  messages = "Only the emulator that comes with the bridge draws messages over its pictures.",
  expiry = "Only the emulator that comes with the bridge ends without a bridge.",
}

--- Probes mGBA for each capability. A game must be loaded.
---@return table<string, boolean> able
---@return string names of the available ones, with commas
function capabilities.probe()
  local found, able = {}, {}
  for _, probe in ipairs(PROBES) do
    local name, is_there = probe[1], probe[2]
    if is_there() then
      found[#found + 1] = name
      able[name] = true
    end
  end
  return able, table.concat(found, ",")
end

--- Returns the sentence that refuses a command without its capability.
---@param name string
---@return string
function capabilities.explain_lack(name)
  return ONLY_IN[name] or ("This build of mGBA offers scripts no %s."):format(name)
end

return capabilities
end

package.preload["bridge.game.core_files"] = function(...)
-- Loads files into the running core. Our own host reads them into memory: mGBA maps them, and dies when a mapped file is truncated.
local own_host = require("bridge.system.own_host")
local regular_file = require("bridge.system.regular_file")

local core_files = {}

--- Loads a ROM.
---@param path string
---@return boolean is_loaded
function core_files.load_rom(path)
  local load_file = own_host.find("loadFile")
  if load_file then return load_file(path) end
  return emu:loadFile(path)
end

local function write_copy(bytes)
  local ok, path = pcall(os.tmpname)
  local file = ok and io.open(path, "wb")
  if not file then return nil end
  local is_written = file:write(bytes)
  if file:close() and is_written then return path end
  os.remove(path)
end

--- Loads a copy of a save file. mGBA would resize the file of a temporary save and append the clock.
local function load_copy(path)
  local file = regular_file.open(path)
  if not file then return false end
  local bytes = file:read("a")
  file:close()
  local copy = bytes and write_copy(bytes)
  if not copy then return false end
  local is_loaded = emu:loadSaveFile(copy, true)
  -- Windows can't delete it while mGBA has it open.
  os.remove(copy)
  return is_loaded
end

--- Loads a save file.
---@param path string
---@param temporary boolean whether the file must not change
---@return boolean is_loaded
function core_files.load_save(path, temporary)
  local load_save = own_host.find("loadSave")
  if load_save then return load_save(path, temporary) end
  if temporary then return load_copy(path) end
  return emu:loadSaveFile(path, false)
end

---@return boolean is_loaded
function core_files.autoload_save()
  local autoload_save = own_host.find("autoloadSave")
  if autoload_save then return autoload_save() end
  return emu:autoloadSave()
end

return core_files
end

package.preload["bridge.game.domains"] = function(...)
-- The memory domains that mGBA offers scripts, with the machine's real sizes. Some of mGBA's sizes are too large, and would give
-- other memory or a mirror.
local VideoMemory = require("bridge.memory.video_memory")

local domains = {}

---@class bridge.Domains
---@field objects table<string, mgba.MemoryDomain>
---@field sizes table<string, integer> bytes
---@field names string[] by address

local MONOCHROME = { DMG = true, MGB = true, SGB = true, SGB2 = true }
-- Pan Docs, "Memory Map".
local BANK = 0x2000
-- mGBA's size of vram with both banks.
local BOTH_BANKS = 0x8000
-- It begins at address 0, so mGBA reads the BIOS in its place (src/gba/core.c, _GBAMemoryBlocksEEPROM).
local MISLEADING = { eeprom = true }

local function of_game_boy(name, domain, model)
  local size = domain:size()
  if name == "vram" then
    if MONOCHROME[model] or size < BOTH_BANKS then return domain, BANK end
    domain = VideoMemory.new(domain)
    return domain, domain:size()
  end
  -- Right after mGBA has detected the model, its list is still that of a Game Boy Color.
  if name == "wram" and MONOCHROME[model] then size = math.min(size, BANK) end
  return domain, size
end

---@param platform "GBA"|"GB"
---@param model string?
---@param rom_size integer bytes of the ROM that can be read
---@return bridge.Domains
---@return mgba.MemoryDomain? any one of mGBA's own
function domains.read(platform, model, rom_size)
  local objects, sizes, names, any = {}, {}, {}, nil
  for name, domain in pairs(emu.memory) do
    any = domain
    if not MISLEADING[name] then
      local size = domain:size()
      if platform == "GB" then domain, size = of_game_boy(name, domain, model) end
      -- A cartridge domain may be as large as the largest cartridge.
      objects[name], sizes[name] = domain, name:find("^cart") and math.min(rom_size, size) or size
      names[#names + 1] = name
    end
  end
  table.sort(names, function(a, b) return objects[a]:base() < objects[b]:base() end)
  return { objects = objects, sizes = sizes, names = names }, any
end

return domains
end

package.preload["bridge.game.facts"] = function(...)
-- Collects the facts about script, emulator and game for the replies to hello and info.
local version = require("bridge.wire.version")
local escaping = require("bridge.wire.escaping")
local file_facts = require("bridge.game.file_facts")

---@class bridge.FactsParts
---@field game bridge.Game
---@field connections bridge.Connections
---@field dispatcher bridge.Dispatcher
---@field usage bridge.Usage
---@field host bridge.Host
---@field instance string identifies this load of the script

---@class bridge.Facts: bridge.FactsParts
local Facts = {}
Facts.__index = Facts

---@param parts bridge.FactsParts becomes the object
---@return bridge.Facts
function Facts.new(parts)
  return setmetatable(parts, Facts) --[[@as bridge.Facts]]
end

--- Returns the facts in wire format.
---@return string arguments
---@return string? payload a line for each file of the game
function Facts:tell()
  local game, dispatcher = self.game, self.dispatcher
  local facts = {
    "protocol=" .. version.protocol,
    "script=" .. version.script,
    "instance=" .. self.instance,
    "mgba=" .. (system and tostring(system.version) or "0.10"),
    "platform=" .. game.platform,
  }
  for _, fact in ipairs(game.header) do facts[#facts + 1] = fact end
  facts[#facts + 1] = "capabilities=" .. game.capabilities .. (self.host.calls_idle and ",idle" or "")
  facts[#facts + 1] = "clients=" .. #self.connections.list
  facts[#facts + 1] = "commands=" .. dispatcher.received
  facts[#facts + 1] = "cancelled=" .. dispatcher.cancelled
  if game.crashed then facts[#facts + 1] = "crashed=1" end
  local used = self.usage:thousandths()
  if used then facts[#facts + 1] = "windowused=" .. used end
  facts[#facts + 1] = ("memory=%d"):format(collectgarbage("count") * 1024)
  return escaping.join(facts), file_facts.write(game.files)
end

return Facts
end

package.preload["bridge.game.file_facts"] = function(...)
-- Writes the facts about the game's files, one a line. They are a payload, because a path may be longer than a header.
local escaping = require("bridge.wire.escaping")

local file_facts = {}

local KEYS = { "file", "save", "savewritable", "saveproblem", "patch", "patchproblem" }

---@class bridge.GameFiles
---@field file string? name of the ROM's file
---@field save string? path of the save file
---@field savewritable boolean?
---@field saveproblem string? why the save file can't be written
---@field patch string? name of the soft patch's file
---@field patchproblem string? why the patch was not applied

---@param files bridge.GameFiles? nil: nothing is known
---@return string payload
function file_facts.write(files)
  local lines = {}
  for _, key in ipairs(KEYS) do
    local value = files and files[key]
    if type(value) == "boolean" then value = value and "1" or "0" end
    if value then lines[#lines + 1] = escaping.encode(key .. "=" .. value) .. "\n" end
  end
  return table.concat(lines)
end

return file_facts
end

package.preload["bridge.game.game"] = function(...)
-- The game that is loaded: its facts, its memory domains, the number of the frame. All of it is invalid once the game ends, and is read
-- again after a reset or a load. The script uses no callback of mGBA's for those, because one that fires inside another script's callback
-- takes mGBA's context away from that script; the frame number and mGBA's objects show them.
local save_state = require("bridge.states.save_state")
local game_files = require("bridge.game.game_files")
local domains = require("bridge.game.domains")
local capabilities = require("bridge.game.capabilities")

---@class bridge.Game
---@field loaded boolean
---@field platform "GBA"|"GB"|"none"
---@field frame integer mGBA's number in the latest frame callback, -1 without a game
---@field frame_text string
---@field domains table<string, mgba.MemoryDomain>
---@field sizes table<string, integer> real sizes
---@field names string[] of the domains, by address
---@field model string? which Game Boy mGBA emulates, or AGB; nil: unknown
---@field files bridge.GameFiles
---@field generation integer changes with each loaded game, and not with a reset
---@field stale boolean whether the game was reset or loaded since it was read
---@field crashed boolean whether the game has jumped to an invalid address since the latest reset or load
---@field private called_back boolean whether `frame` was read in a callback
---@field private adapter mgba.Core? the `emu` that was read
---@field header string[] facts of the ROM and the machine
---@field private rom_size integer readable bytes of the ROM
---@field identity string identifies the game; empty: no game
---@field counted boolean whether mGBA has counted the frame of the latest callback, which it does after the callback
---@field jumped boolean? whether a state was loaded since the latest callback
---@field private able table<string, boolean> capabilities
---@field capabilities string their names, with commas between them
---@field private mortal mgba.MemoryDomain? any domain; invalid once mGBA has replaced them all
local Game = {}
Game.__index = Game

local PLATFORMS = { [0] = "GBA", [1] = "GB" }
-- mGBA maps this much of a GBA's ROM; of a longer one whose code begins with M only the window of its mapper chip.
local GBA_ROM, GBA_ROM_WITH_CHIP = 0x2000000, 0x1000000

---@return bridge.Game
function Game.new()
  local self = setmetatable({ counted = false, generation = 0 }, Game)
  self:forget()
  return self
end

--- Forgets the game.
function Game:forget()
  self.loaded, self.platform, self.model, self.adapter, self.files = false, "none", nil, nil, {}
  self.frame, self.frame_text, self.called_back = -1, "-1", false
  self.domains, self.sizes, self.names, self.mortal = {}, {}, {}, nil
  self.header, self.identity, self.rom_size, self.able, self.capabilities = {}, "", 0, {}, "none"
  self.generation, self.stale, self.crashed = self.generation + 1, false, false
end

local function is_alive(domain)
  return (pcall(function() return domain:size() end))
end

local function hexadecimal(bytes)
  return (bytes:gsub(".", function(c) return ("%02X"):format(c:byte()) end))
end

--- Returns why a capability is missing.
---@param name string
---@return string? sentence nil when it isn't
function Game:lack(name)
  return not self.able[name] and capabilities.explain_lack(name) or nil
end

--- Returns the readable bytes of the ROM.
local function rom_reach(code)
  local size = emu:romSize()
  if emu:platform() ~= 0 or size <= GBA_ROM then return size end
  return code:sub(1, 1) == "M" and GBA_ROM_WITH_CHIP or GBA_ROM
end

--- Returns the model that mGBA emulates. For a Game Boy only a state has it.
local function model_of(platform, has_states)
  if platform ~= "GB" then return "AGB" end
  local state = has_states and emu:saveStateBuffer(0)
  return state and save_state.model(state) or nil
end

---@private
function Game:read_domains()
  local list, any = domains.read(self.platform, self.model, self.rom_size)
  self.domains, self.sizes, self.names = list.objects, list.sizes, list.names
  -- mGBA 0.11 replaces them whenever one of them may have changed; 0.10 keeps them as long as `emu`.
  self.mortal = system and any or nil
end

---@private
function Game:read()
  local platform, identity = PLATFORMS[emu:platform()] or "none", self.identity
  self.able, self.capabilities = capabilities.probe()
  local code = emu:getGameCode():gsub("^%u%u%u%-", "")
  self.model = model_of(platform, self.able.states)
  self.rom_size = rom_reach(code)
  self.header = {
    "title=" .. emu:getGameTitle():gsub("[%z ]+$", ""),
    "code=" .. code,
    "crc32=" .. hexadecimal(emu:checksum(C.CHECKSUM.CRC32)),
    "size=" .. self.rom_size,
    "framecycles=" .. emu:frameCycles(),
    "frequency=" .. emu:frequency(),
  }
  if self.model then table.insert(self.header, "model=" .. self.model) end
  self.platform, self.identity = platform, table.concat(self.header, " ")
  self:read_domains()
  if self.identity ~= identity then
    self.generation, self.files = self.generation + 1, game_files.read()
  end
  self.adapter, self.loaded, self.stale, self.crashed = emu, true, false, false
  self:see_frame()
end

--- Reads everything about a game that was just loaded.
function Game:refresh()
  self:forget()
  if emu then self:read() end
end

---@private
---@return boolean
function Game:is_stale()
  return self.stale or emu ~= self.adapter or self.mortal ~= nil and not is_alive(self.mortal)
end

--- Reads the game again if it was reset or loaded since it was read. Called before any request is served in a callback.
---@return boolean changed whether it is another game, or none
function Game:look()
  if not self:is_stale() then return false end
  local generation = self.generation
  if emu then self:read() else self:forget() end
  return self.generation ~= generation
end

--- Reads the domains again if mGBA or our own host has replaced them, after a command that may change the kind of save memory.
function Game:see_domains()
  if emu ~= self.adapter or self.mortal and not is_alive(self.mortal) then self:read_domains() end
end

--- Reads the frame number from mGBA.
function Game:see_frame()
  self.frame = math.max(0, emu:currentFrame() - (self.counted and 1 or 0))
  self.frame_text = tostring(self.frame)
end

--- Called after a state was loaded: the frame number jumps, even if it happens to be the same.
function Game:jump()
  self:see_frame()
  self:see_domains()
  -- Reading the game again clears `crashed`.
  self.jumped, self.stale = true, self.stale or self.crashed
end

--- Counts frames without a callback.
---@param frames integer
function Game:skip(frames)
  self.frame = self.frame + frames
end

--- Begins a frame without calling mGBA. Only if nothing else can have changed since the latest frame.
function Game:count_frame()
  self.counted = false
  self.frame = self.frame + 1
  self.frame_text = tostring(self.frame)
end

--- Called after a reset. Makes no call of mGBA, because another script's `reset` callback may have taken its context away.
function Game:begin_anew()
  self.frame, self.frame_text, self.stale = 0, "0", true
end

--- Returns whether this is a revision of mGBA 0.11 that calls back several times a frame after a reset of the scripting window.
local function may_repeat_frames()
  local revision = system and tonumber(system.revision)
  return revision ~= nil and revision >= 8655 and revision <= 9087
end

---@return boolean repeated whether this callback is another one for the same frame
function Game:is_repeated()
  return self.called_back and emu == self.adapter and may_repeat_frames() and emu:currentFrame() == self.frame
end

--- Called once each emulated frame.
function Game:begin_frame()
  self.counted, self.called_back = false, emu ~= nil
  if not emu or emu ~= self.adapter then return end
  local expected = self.frame + 1
  self:see_frame()
  -- Another program or the user has reset the game or loaded a state.
  if self.frame ~= expected then self.stale = true end
end

return Game
end

package.preload["bridge.game.game_files"] = function(...)
-- Reads the files of the running game, which only our own host reports to scripts.
local own_host = require("bridge.system.own_host")

local game_files = {}

-- The names of the fields in our own host (emulator/host/loading.h).
local NAMES = { file = "rom", save = "save", saveproblem = "saveProblem", patch = "patch", patchproblem = "patchProblem" }

---@return bridge.GameFiles
function game_files.read()
  local files, tell = {}, own_host.find("gameFile")
  if not tell then return files end
  for key, name in pairs(NAMES) do
    local text = tell(name)
    if text ~= "" then files[key] = text end
  end
  if files.save then files.savewritable = files.saveproblem == nil end
  return files
end

--- Returns why the latest load of a ROM or a save failed.
---@return string? sentence nil: unknown
function game_files.load_problem()
  local tell = own_host.find("gameFile")
  local problem = tell and tell("loadProblem") or ""
  return problem ~= "" and problem or nil
end

return game_files
end

package.preload["bridge.game.lifecycle"] = function(...)
-- Tracks the game: when it ends or changes, ends everything in progress and notifies every bridge.

---@class bridge.LifecycleParts
---@field game bridge.Game
---@field input bridge.Input
---@field waits bridge.Waits
---@field acts bridge.Acts
---@field hold bridge.Hold
---@field events bridge.Events
---@field connections bridge.Connections
---@field breakpoints bridge.Breakpoints

---@class bridge.Lifecycle: bridge.LifecycleParts
---@field game_follows boolean? whether the host is about to replace this game by another
local Lifecycle = {}
Lifecycle.__index = Lifecycle

---@param parts bridge.LifecycleParts becomes the object
---@return bridge.Lifecycle
function Lifecycle.new(parts)
  return setmetatable(parts, Lifecycle) --[[@as bridge.Lifecycle]]
end

--- Ends everything in progress and replies to it.
function Lifecycle:end_everything()
  self.input:clear()
  self.waits:clear({ status = "interrupted", sentence = "The game was closed or replaced." })
  self.acts:clear()
  self.hold.steps:drop()
  self.breakpoints:forget()
end

---@private
function Lifecycle:tell_closed()
  self.events:game_closed()
  self.connections:tell_all("no-game")
end

--- Reads the game again after a reset or load. If it is another game, everything in progress ends.
function Lifecycle:look()
  local game, connections = self.game, self.connections
  local was_loaded, was_crashed = game.loaded, game.crashed
  local is_another = game:look()
  if was_crashed and not game.crashed then connections:tell_all("crashed", "0") end
  if not is_another then return end
  if was_loaded then self:end_everything() end
  if game.loaded then return connections:tell_all("new-game") end
  self.hold:free()
  self:tell_closed()
end

--- mGBA calls this after it has loaded a game.
function Lifecycle:on_start()
  self.game.stale = true -- mGBA's window resets the game after that
end

--- mGBA calls this when it closes the game.
function Lifecycle:on_shutdown()
  self:end_everything()
  if self.game_follows then
    self.game_follows = nil
    self.game:forget()
    return
  end
  self.hold:free()
  self.game:forget()
  self:tell_closed()
end

--- mGBA calls this when the game has crashed, and outside of its window again with each interrupt. The event is sent at once, because
--- mGBA's window emulates no further frame.
function Lifecycle:on_crashed()
  local game = self.game
  if game.crashed or not game.loaded then return end
  game.crashed = true
  self.connections:tell_all("crashed", "1")
end

return Lifecycle
end

package.preload["bridge.game.rom_file"] = function(...)
-- Checks a file before mGBA loads it into the running core, which keeps its console and its Game Boy model, and applies no patch.
-- mGBA decides whether the file is a game, except mGBA 0.11, which unloads the running game first (src/core/core.c, mCoreLoadFile).
-- A path that Lua can't open on Windows is not checked.
local refuse = require("bridge.wire.refusal").refuse
local regular_file = require("bridge.system.regular_file")
local windows_paths = require("bridge.system.windows_paths")

-- GBATEK, "GBA Cartridge Header": a branch at the start, a logo, a fixed byte at 0xB2. Homebrew may have neither of the latter.
local BRANCH, FIXED = 0xEA, 0x96
-- Pan Docs, "The Cartridge Header": the logo begins at 0x104. mGBA knows a game by four bytes of it, and homebrew, ours too, may
-- have no more.
local LOGO = "\xCE\xED\x66\x66"
local CGB_FLAG, SGB_FLAG, OLD_LICENSEE = 0x143, 0x146, 0x14B
local HEADER, MAX_ROM = 0x150, 64 * 1024 * 1024
local MAX_SAVE = 256 * 1024
local NAMES = { GBA = "Game Boy Advance", GB = "Game Boy" }
-- The first bytes of an archive: ZIP, 7z.
local ARCHIVES = { "PK\3\4", "7z\xBC\xAF\x27\x1C" }
local PATCHES = { ".ups", ".ips", ".bps" }
-- Models that a user chose in mGBA's settings, and those that a cartridge requires.
local ASKED_AS = { MGB = "DMG", SGB2 = "SGB", AGB = "CGB", SCGB = "CGB" }

local rom_file = {}

local function open(path, kind)
  local file, size = regular_file.open(path)
  if not file or size == 0 then
    if file then file:close() end
    refuse("bad-request", ("path must be a %s that mGBA can read; the file is missing or empty."):format(kind), "path")
  end
  return file --[[@as file*]], size --[[@as integer]]
end

--- Refuses a file that is not there, and returns its first bytes.
---@param path string
---@return string? header nil: it can't be checked
function rom_file.header(path)
  if windows_paths.is_foreign(path) then return nil end
  local file, size = open(path, "ROM")
  local header = file:read(HEADER) or ""
  file:close()
  if size > MAX_ROM then refuse("bad-request", ("A ROM must have at most %d bytes; got %d."):format(MAX_ROM, size), "path") end
  return header
end

local function is_gba(header)
  if #header < 0xC0 or header:byte(4) ~= BRANCH then return false end
  return header:byte(0xB2 + 1) == FIXED or not header:sub(5, 0xA0):find("[^%z]")
end

local function platform_of(header)
  if is_gba(header) then return "GBA" end
  if header:sub(0x104 + 1, 0x104 + #LOGO) == LOGO then return "GB" end
end

--- Returns the model that mGBA chooses: GBDetectModel in src/gb/gb.c.
local function model_of(header)
  if header:byte(CGB_FLAG + 1) & 0x80 ~= 0 then return "CGB" end
  if header:byte(SGB_FLAG + 1) == 3 and header:byte(OLD_LICENSEE + 1) == 0x33 then return "SGB" end
  return "DMG"
end

local function is_archive(header)
  for _, start in ipairs(ARCHIVES) do
    if header:sub(1, #start) == start then return true end
  end
  return false
end

local function refuse_patched(path)
  local stem = path:gsub("%.[^./\\]*$", "")
  for _, suffix in ipairs(PATCHES) do
    if regular_file.exists(stem .. suffix) then
      refuse("unsupported", "The ROM has a soft patch beside it, which a script can't apply; open the ROM in mGBA's window.", "path")
    end
  end
end

local function refuse_other_console(header, game, must_know)
  local found = platform_of(header)
  if must_know and not found then
    refuse("bad-request", "path must be a ROM of a Game Boy Advance or Game Boy; the file has no such header.", "path")
  end
  if found and found ~= game.platform then
    refuse("unsupported", ("The ROM is a %s game, and mGBA runs a %s game; open it in mGBA's window, which changes the console."):format(
      NAMES[found], NAMES[game.platform]), "path")
  end
  if game.platform ~= "GB" or not game.model or #header < HEADER then return end
  local needed, model = model_of(header), ASKED_AS[game.model] or game.model
  if needed ~= model then
    refuse("unsupported", ("The ROM needs a %s, and mGBA runs as a %s; open it in mGBA's window, which changes the model."):format(
      needed, game.model), "path")
  end
end

--- Refuses a game that would not run as it does when mGBA opens it in its window.
---@param path string
---@param game bridge.Game
---@return boolean is_archive
function rom_file.check(path, game)
  local header, unloads_first = rom_file.header(path), system ~= nil
  if not header then return false end
  local packed = is_archive(header)
  if not packed then
    refuse_other_console(header, game, unloads_first)
  elseif game.platform == "GB" or unloads_first then
    refuse("unsupported", "A script can't see which console a game in an archive needs; unpack it, or open it in mGBA's window.", "path")
  end
  refuse_patched(path)
  return packed
end

--- Refuses a file that can't be a save file. mGBA would create a new one.
---@param path string
---@param temporary boolean whether the script copies it first
function rom_file.check_save(path, temporary)
  if windows_paths.is_foreign(path) then
    if temporary then refuse("unsupported", "path must be ASCII for a temporary save on Windows.", "path") end
    return
  end
  local file, size = open(path, "save file")
  file:close()
  if size > MAX_SAVE then
    refuse("bad-request", ("A save file must have at most %d bytes; got %d."):format(MAX_SAVE, size), "path")
  end
end

return rom_file
end

package.preload["bridge.game.sensor_setting"] = function(...)
-- What a request sets of the cartridge's sensors. All of it is checked before anything is set.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local refuse = require("bridge.wire.refusal").refuse

local MAX = limits.sensor_thousandths
local FIXED = "The clock of this emulator can't be set: it was created with one, which goes on with the frames."

local sensor_setting = {}

--- Returns the names of the cartridge's sensors, and the values in the order of the arguments.
---@return string names with commas; a hyphen: none
---@return integer[] values
local function status()
  local names, numbers = _host.sensors():match("^(%S+) (.*)$")
  local values = {}
  for number in numbers:gmatch("%S+") do values[#values + 1] = math.tointeger(number) end
  return names, values
end

local function check_there(names, sensor)
  if not ("," .. names .. ","):find("," .. sensor .. ",", 1, true) then
    local others = names == "-" and "none" or names:gsub(",", ", ")
    refuse("conflict", ("This cartridge has no %s; of the sensors it has %s."):format(sensor, others), sensor)
  end
end

--- Reads the arguments of sensors.set.
---@param given string[]
---@return fun() set sets what they say, and can't fail
function sensor_setting.read(given)
  local names, changes = (status()), {}
  local function take(index, name, sensor, min, max)
    if given[index] == "" then return end
    changes[index] = arguments.signed(given[index], name, min, max)
    check_there(names, sensor)
  end
  take(1, "tiltX", "tilt", -MAX, MAX)
  take(2, "tiltY", "tilt", -MAX, MAX)
  take(3, "gyroscope", "gyroscope", -MAX, MAX)
  take(4, "light", "light", 0, MAX)
  local clock = given[5] ~= "" and arguments.integer(given[5], "clock", 0, limits.clock_second) or nil
  if clock then
    check_there(names, "clock")
    if not _host.canSetClock() then refuse("conflict", FIXED, "clock") end
  end
  return function()
    if clock then _host.setClock(clock) end
    local _, values = status()
    for index, value in pairs(changes) do values[index] = value end
    _host.setSensors(values[1], values[2], values[3], values[4])
  end
end

return sensor_setting
end

package.preload["bridge.input.button_mask"] = function(...)
-- Parses and prints masks of buttons.
local arguments = require("bridge.wire.arguments")
local refuse = require("bridge.wire.refusal").refuse

local NAMES = { [0] = "A", "B", "Select", "Start", "Right", "Left", "Up", "Down", "R", "L" }

local button_mask = {}

--- Returns the names of the buttons, with commas.
---@param mask integer
---@return string
function button_mask.names(mask)
  local names = {}
  for bit = 0, 9 do
    if mask >> bit & 1 == 1 then names[#names + 1] = NAMES[bit] end
  end
  return table.concat(names, ", ")
end

--- Refuses buttons that the game's console doesn't have.
---@param mask integer
---@param game bridge.Game
---@param parameter string name of the argument that has them
function button_mask.check(mask, game, parameter)
  if game.platform == "GB" and mask & 0x300 ~= 0 then
    refuse("bad-request", ("A Game Boy has no %s."):format(button_mask.names(mask & 0x300)), parameter)
  end
end

--- Parses a mask and refuses buttons that the game's console doesn't have.
---@param text string
---@param min integer
---@param game bridge.Game
---@return integer
function button_mask.parse(text, min, game)
  local mask = arguments.integer(text, "mask", min, 0x3FF)
  button_mask.check(mask, game, "mask")
  return mask
end

return button_mask
end

package.preload["bridge.input.held_buttons"] = function(...)
-- The held buttons: the latest accepted mask and a queue of accepted changes. The game sees each change for at least a frame.
-- Pure: the caller counts frames and sets the keys.
local limits = require("bridge.wire.limits")

---@class bridge.HeldButtons
---@field mask integer the latest accepted mask
---@field last integer number of the latest accepted change
---@field holder any the owner of that change
---@field private shown integer number of the change in effect
---@field private shown_before integer number of the change in effect in the previous frame
---@field private masks table<integer, integer> by number: from `shown_before` to `last`
---@field private owners table<integer, any> by number: of queued changes
---@field private held_until integer? by the bridge's clock; nil: without a lease
---@field private heard integer? the latest time of that clock, while there is a lease
---@field private unheard integer frames since that clock moved
local HeldButtons = {}
HeldButtons.__index = HeldButtons

---@return bridge.HeldButtons
function HeldButtons.new()
  return setmetatable({ mask = 0, last = 0, shown = 0, shown_before = 0, masks = { [0] = 0 }, owners = {}, unheard = 0 }, HeldButtons)
end

---@return boolean
function HeldButtons:is_changing()
  return self.shown < self.last
end

--- Returns how many frames pass before the mask that was accepted last takes effect.
---@return integer
function HeldButtons:delay()
  local queued = self.last - self.shown
  return queued > 0 and queued - 1 or 0
end

local function append(self, mask, owner)
  local last = self.last + 1
  self.mask, self.last, self.masks[last], self.owners[last] = mask, last, mask, owner
end

--- Accepts another mask. One that equals the last one takes no frame of its own, but has a holder and a lease like any other.
---@param mask integer
---@param holder any
---@param held_until? integer the end of its lease
---@return boolean accepted false when the queue is full
function HeldButtons:change(mask, holder, held_until)
  if mask ~= self.mask then
    if self.last - self.shown >= limits.button_changes then return false end
    append(self, mask, holder)
  end
  self.holder, self.held_until, self.unheard = holder, held_until, 0
  return true
end

--- Releases all buttons once the changes before have taken effect. A full queue still accepts this.
---@param owner any
function HeldButtons:release(owner)
  if self.mask ~= 0 then append(self, 0, owner) end
  self.holder, self.held_until = owner, nil
end

--- Drops the latest queued changes for as long as they belong to `owner`, or all of them, and releases what was in effect before.
---@param owner? any
local function drop(self, owner)
  local owners, last = self.owners, self.last
  -- A release without an owner is our own.
  while last > self.shown and (owner == nil or owners[last] == nil or owners[last] == owner) do
    self.masks[last], owners[last] = nil, nil
    last = last - 1
  end
  self.mask, self.last = self.masks[last], last
  self:release(nil)
end

--- Drops an owner's queued changes and releases its buttons. Its changes before another owner's stay, because the frames of those were
--- already reported.
---@param owner any
function HeldButtons:drop_owner(owner)
  if self.holder == nil or self.holder == owner then drop(self, owner) end
end

--- Drops every queued change and releases all buttons.
function HeldButtons:clear()
  drop(self)
end

--- Releases all buttons when the lease has expired. Frames count if the bridge was suspended, because its clock stands still.
---@param now integer the bridge's clock
function HeldButtons:expire(now)
  if not self.held_until then return end
  self.unheard = now == self.heard and self.unheard + 1 or 0
  self.heard = now
  if now >= self.held_until or self.unheard >= limits.hold_frames then self:release(self.holder) end
end

--- Puts the next change into effect. Called before the next frame is emulated.
---@return integer mask what is held in that frame
function HeldButtons:begin()
  local masks, shown = self.masks, self.shown
  if self.shown_before < shown then
    masks[self.shown_before] = nil
    self.shown_before = shown
  end
  if shown < self.last then
    shown = shown + 1
    self.shown, self.owners[shown] = shown, nil
  end
  return masks[shown]
end

--- Returns the mask that is in effect.
---@return integer
function HeldButtons:in_effect()
  return self.masks[self.shown]
end

--- Whether one of these buttons is held, was held in the previous frame, or will be held by a change up to that number.
---@param mask integer
---@param number integer
---@return boolean
function HeldButtons:uses(mask, number)
  local masks = self.masks
  for i = self.shown_before, math.min(number, self.last) do
    if masks[i] & mask ~= 0 then return true end
  end
  return false
end

return HeldButtons
end

package.preload["bridge.input.input"] = function(...)
-- Calculates which buttons are down: held ones, and a queue of sequences counted in emulated frames. Pure: the caller sets the keys.
--
--                 hold = 3            release = 2
--   callback   F     F+1   F+2   F+3   F+4   F+5
--   button     down  down  down  up    up    the press has ended; the next sequence with this button may begin here
local limits = require("bridge.wire.limits")
local HeldButtons = require("bridge.input.held_buttons")

---@class bridge.Input
---@field sequences bridge.Sequence[] queued or running, in order; a press is a sequence
---@field held bridge.HeldButtons those held by `buttons.set` and similar commands
---@field down integer mask of the buttons that are down
---@field private others integer mask of those that are down by sequences and a step
---@field private ended bridge.Sequence[] ring buffer of the latest that ended
---@field private last_ended integer index of the latest in `ended`
---@field private last_id integer
---@field private under_way boolean whether the keys of the next frame are set
local Input = {}
Input.__index = Input

---@return bridge.Input
function Input.new()
  return setmetatable({
    sequences = {}, held = HeldButtons.new(), down = 0, others = 0, ended = {}, last_ended = 0, last_id = 0, under_way = false,
  }, Input)
end

--- Returns the mask of the buttons that belong to sequences.
---@return integer
function Input:claimed()
  local mask = 0
  for _, sequence in ipairs(self.sequences) do mask = mask | sequence.mask end
  return mask
end

--- Queues a sequence. It begins in the first frame in which none of its buttons belongs to an earlier one, was down in the
--- previous frame, or is in an earlier accepted change.
---@param sequence bridge.Sequence
---@param owner any the sequence ends when the owner disconnects
---@param on_end? fun(sequence: bridge.Sequence)
---@return "busy"|"conflict"|nil problem
function Input:queue(sequence, owner, on_end)
  if sequence.mask & self.held.mask ~= 0 then return "conflict" end
  if #self.sequences >= limits.presses then return "busy" end
  self.last_id = self.last_id + 1
  sequence.id, sequence.owner, sequence.on_end, sequence.behind = self.last_id, owner, on_end, self.held.last
  self.sequences[#self.sequences + 1] = sequence
end

local function with_id(list, id)
  for _, sequence in ipairs(list) do
    if sequence.id == id then return sequence end
  end
end

---@param id integer
---@return bridge.Sequence? sequence one that has not ended
function Input:find(id)
  return with_id(self.sequences, id)
end

--- Finds a sequence, also among the latest that ended.
---@param id integer
---@return bridge.Sequence?
function Input:recall(id)
  return self:find(id) or with_id(self.ended, id)
end

--- Returns how many frames of a sequence were played. The current frame counts, because its keys can't be changed any more.
---@param sequence bridge.Sequence
---@return integer
function Input:played(sequence)
  return sequence.age + (sequence.state == "running" and self.under_way and 1 or 0)
end

--- Holds exactly these buttons, as soon as the changes before have taken effect, until the next call, the end of `holder`
--- or the end of the lease.
---@param mask integer
---@param holder any
---@param held_until? integer by the bridge's clock
---@param shared? integer mask of the buttons that may also belong to a sequence; default none
---@return "busy"|"conflict"|nil problem "conflict": another one belongs to a sequence
function Input:hold(mask, holder, held_until, shared)
  if mask & ~(shared or 0) & self:claimed() ~= 0 then return "conflict" end
  if not self.held:change(mask, holder, held_until) then return "busy" end
end

--- Moves a sequence to the ended ones, and keeps only what its status needs.
local function finish(self, sequence, state)
  sequence.age, sequence.state = self:played(sequence), state
  local on_end = sequence.on_end
  sequence.owner, sequence.on_end, sequence.masks, sequence.durations = nil, nil, nil, nil
  self.last_ended = self.last_ended % limits.ended_sequences + 1
  self.ended[self.last_ended] = sequence
  if on_end then on_end(sequence) end
end

local function finish_early(self, sequence)
  finish(self, sequence, sequence.state == "running" and "interrupted" or "cancelled")
end

--- Removes a sequence; if it runs, its buttons are released in the next frame.
---@param sequence bridge.Sequence one that has not ended
function Input:stop(sequence)
  for i, other in ipairs(self.sequences) do
    if other == sequence then
      table.remove(self.sequences, i)
      return finish_early(self, sequence)
    end
  end
end

--- Drops the sequences of one owner, or all.
local function drop(self, owner)
  local kept, dropped = {}, {}
  for _, sequence in ipairs(self.sequences) do
    local list = (owner == nil or sequence.owner == owner) and dropped or kept
    list[#list + 1] = sequence
  end
  self.sequences = kept
  for _, sequence in ipairs(dropped) do finish_early(self, sequence) end
  return #dropped
end

--- Drops an owner's sequences and queued changes, and releases its held buttons.
function Input:drop_owner(owner)
  local held = self.held
  held:drop_owner(owner)
  drop(self, owner)
  -- The numbers of dropped changes are reused.
  for _, sequence in ipairs(self.sequences) do sequence.behind = math.min(sequence.behind, held.last) end
end

--- Drops every sequence, and releases what is held once the changes before have taken effect.
---@param owner any the connection that sent the release
---@return integer dropped
function Input:release(owner)
  self.held:release(owner)
  return drop(self)
end

--- Drops every sequence and every change that has not taken effect, and releases what is held.
function Input:clear()
  self.held:clear()
  drop(self)
end

--- Returns the keys for `buttons.get`: the latest accepted mask replaces the one in effect.
---@param keys integer the keys in mGBA
---@return integer mask
function Input:reported_keys(keys)
  local held = self.held
  return keys & ~(held:in_effect() & ~self.others) | held.mask
end

--- Advances the running sequences by a frame, and ends those that are over.
---@param frame integer its number, only reported
function Input:advance(frame)
  self.under_way = false
  local sequences, kept, over = self.sequences, 0, nil
  for i = 1, #sequences do
    local sequence = sequences[i]
    if sequence.state == "running" and sequence:advance(frame) then
      over = over or {}
      over[#over + 1] = sequence
    else
      kept = kept + 1
      if kept < i then sequences[kept] = sequence end
    end
  end
  if not over then return end
  for i = #sequences, kept + 1, -1 do sequences[i] = nil end
  for _, sequence in ipairs(over) do finish(self, sequence, "done") end
end

--- Begins the sequences that can begin in the next frame, and returns its keys.
---@param frame integer number of the one before it, only reported
---@param stepped? integer mask of the buttons that a step has down in it
---@return integer down mask of the buttons to keep down
---@return integer up mask of the buttons to release
function Input:begin(frame, stepped)
  self.under_way = true
  local held, before, others_before = self.held, self.down, self.others
  local down, claimed, others = held:begin(), stepped or 0, stepped or 0
  for _, sequence in ipairs(self.sequences) do
    local mask = sequence.mask
    if sequence.state == "queued" and mask & (claimed | others_before) == 0 and not held:uses(mask, sequence.behind) then
      sequence.state, sequence.begun = "running", frame
    end
    claimed = claimed | mask
    if sequence.state == "running" then others = others | sequence:down() end
  end
  down = down | others
  self.down, self.others = down, others
  return down, before & ~down
end

return Input
end

package.preload["bridge.input.keys"] = function(...)
-- Sets the keys of the next frame, as the last thing before it is emulated.
local drawing = require("bridge.picture.drawing")

local ALL = 0x3FF

---@class bridge.KeysParts
---@field game bridge.Game
---@field input bridge.Input
---@field hold bridge.Hold
---@field clock bridge.Clock
---@field events bridge.Events
---@field acts bridge.Acts
---@field frame_skip bridge.FrameSkip

---@class bridge.Keys: bridge.KeysParts
---@field are_set boolean whether the keys of the next frame are set
---@field was_skipped boolean whether the latest frame skipped serving requests
---@field private is_leaving boolean? whether the next frame is one of the history
---@field private are_a_movies boolean? whether mGBA's keys are those of a movie
---@field private are_lost boolean? whether mGBA's keys are others than those that were set
---@field before_sending fun(is_last: boolean) sets the keys unless the game stands still; passed to Server:pass
local Keys = {}
Keys.__index = Keys

---@param parts bridge.KeysParts becomes the object
---@return bridge.Keys
function Keys.new(parts)
  local self = setmetatable(parts, Keys) --[[@as bridge.Keys]]
  self.are_set, self.was_skipped = false, false
  local function claimed() return self.input:claimed() end
  -- The last call of a pass may leave mGBA without a context, so the keys must be set before it.
  self.before_sending = function(is_last)
    if is_last and self.is_leaving then
      self.are_set = true
    elseif is_last or self.hold:runs_next_frame(claimed) then
      self:set()
    end
  end
  return self
end

---@private
--- Decides whether the next frame is drawn.
function Keys:prepare_picture()
  local hold = self.hold
  if hold.lease then
    drawing.prepare(hold.steps:may_skip_drawing() and drawing.SPAN_IN_STEP or 0)
  else
    -- An act may take pictures as key frames and at its end.
    drawing.prepare(drawing.SPAN_IN_FREE_RUN, self.acts:any())
  end
end

--- Sets the keys of the next frame.
function Keys:set()
  local hold, game, input = self.hold, self.game, self.input
  self.are_set = true
  self:prepare_picture()
  if not game.loaded then return end
  input.held:expire(self.clock.now)
  local before = input.down
  local down, up = input:begin(game.frame, hold.steps:mask())
  if self.are_lost then up, self.are_lost = ALL & ~down, nil end
  if self.are_a_movies then up = 0 end
  if up ~= 0 then emu:clearKeys(up) end
  -- Set in each frame, because a front end clears one of our keys when the user releases the same key. It can't do so between two
  -- frames that serve no requests.
  if down ~= 0 and (down ~= before or not self.was_skipped) then emu:addKeys(down) end
  self.events:keys()
  self.frame_skip:skip()
end

--- Called before a pass ends with a rewind. The keys stay, because others would be another way for the game, without its future.
function Keys:leave()
  self.is_leaving = true
end

--- Called when a movie has begun: from now on its keys are not ours, until they are lost.
function Keys:stay()
  self.is_leaving, self.are_a_movies = nil, true
end

--- Called when a rewind has begun: from now on mGBA has the keys of that frame.
function Keys:lose()
  self.is_leaving, self.are_a_movies, self.are_lost = nil, nil, true
end

--- Releases all keys when the script ends.
function Keys:release()
  local down = self.input.down
  if self.game.loaded and emu and down ~= 0 then emu:clearKeys(down) end
  drawing.prepare(0)
end

return Keys
end

package.preload["bridge.input.merging"] = function(...)
-- Presses that merge: a button that is down or waits is not pressed again. The routes of mGBA-http need them. Pure.
local merging = {}

--- Finds the buttons that are down by a sequence or wait for it to begin.
---@param sequences bridge.Sequence[]
---@param mask integer
---@return integer pending mask of these among `mask`
---@return integer? id of the latest sequence that has one
function merging.pending(sequences, mask)
  local pending, id = 0, nil
  for _, sequence in ipairs(sequences) do
    local of_it = mask & (sequence.state == "queued" and sequence.mask or sequence:down())
    if of_it ~= 0 then pending, id = pending | of_it, sequence.id end
  end
  return pending, id
end

--- Takes buttons out of every press that merges, and ends those that have no other button.
---@param input bridge.Input
---@param mask integer
function merging.release(input, mask)
  local over = {}
  for _, sequence in ipairs(input.sequences) do
    if sequence.merges then
      sequence:take_out(mask)
      if sequence.mask == 0 then over[#over + 1] = sequence end
    end
  end
  for _, sequence in ipairs(over) do input:stop(sequence) end
end

return merging
end

package.preload["bridge.input.sequence"] = function(...)
-- A timeline of buttons in emulated frames: lines of a mask and how long it lasts, repeated as a whole. Pure.
local limits = require("bridge.wire.limits")
local refuse = require("bridge.wire.refusal").refuse

local match = string.match
local ALL_BUTTONS = 0x3FF

---@class bridge.Sequence
---@field id integer
---@field mask integer all its buttons
---@field frames integer of all repetitions
---@field length integer frames of one repetition
---@field state "queued"|"running"|"done"|"cancelled"|"interrupted"
---@field age integer frames emulated since it began; once it has ended, the frames it was played
---@field begun integer? frame number
---@field released integer? frame number of the last button's release, or of the end when it has no button
---@field owner any the connection that queued it
---@field behind integer number of the latest change of held buttons when it was queued
---@field on_end? fun(sequence: bridge.Sequence)
---@field merges boolean? whether it is a press that merges
---@field private masks integer[]
---@field private durations integer[]
---@field private line integer which one is played
---@field private left integer frames left of it
---@field private last_release integer its `age` at the last release
local Sequence = {}
Sequence.__index = Sequence

---@param masks integer[] of the lines
---@param durations integer[] of the lines, in frames
---@param times integer
---@return bridge.Sequence
function Sequence.new(masks, durations, times)
  local mask, length, release = 0, 0, nil
  for i = 1, #masks do
    mask, length = mask | masks[i], length + durations[i]
    if masks[i] ~= 0 then release = length end
  end
  local frames = length * times
  return setmetatable({
    masks = masks, durations = durations, mask = mask, frames = frames, length = length,
    last_release = frames - length + (release or length),
    state = "queued", age = 0, line = 1, left = durations[1],
  }, Sequence)
end

---@param hold integer frames down
---@param release integer frames up afterwards
---@return bridge.Sequence
function Sequence.press(mask, hold, release)
  return Sequence.new({ mask, 0 }, { hold, release }, 1)
end

local function reject(sentence, ...)
  refuse("bad-request", sentence:format(...), "steps")
end

--- Reads lines of a mask, a space, a number of frames and a line feed.
---@param text string
---@param times integer
---@return bridge.Sequence
function Sequence.parse(text, times)
  local masks, durations, count, position, length = {}, {}, 0, 1, 0
  while position <= #text do
    count = count + 1
    if count > limits.sequence_lines then reject("steps must have at most %d lines.", limits.sequence_lines) end
    local mask, duration, after = match(text, "^(%d+) (%d+)\n()", position)
    mask, duration = tonumber(mask), tonumber(duration)
    if not mask or mask > ALL_BUTTONS or duration < 1 or duration > limits.sequence_frames then
      reject("steps must be lines with a mask of 0 to %d and 1 to %d frames; line %d is not.", ALL_BUTTONS, limits.sequence_frames, count)
    end
    masks[count], durations[count], length, position = mask, duration, length + duration, after
  end
  if count == 0 then reject("steps must have 1 to %d lines; got none.", limits.sequence_lines) end
  if length * times > limits.sequence_frames then
    reject("steps must last at most %d frames in all; got %d frames %d times.", limits.sequence_frames, length, times)
  end
  return Sequence.new(masks, durations, times)
end

--- Takes buttons out; the frames stay.
---@param mask integer
function Sequence:take_out(mask)
  local masks = self.masks
  for i = 1, #masks do masks[i] = masks[i] & ~mask end
  self.mask = self.mask & ~mask
end

--- Returns the mask of the buttons that are down in the next frame.
---@return integer
function Sequence:down()
  return self.masks[self.line]
end

--- Advances by an emulated frame.
---@param frame integer its number, only reported
---@return boolean over
function Sequence:advance(frame)
  local age, left = self.age + 1, self.left - 1
  self.age = age
  if age == self.last_release then self.released = frame end
  if left == 0 then
    local line = self.line % #self.masks + 1
    self.line, left = line, self.durations[line]
  end
  self.left = left
  return age == self.frames
end

return Sequence
end

package.preload["bridge.memory.awaited_value"] = function(...)
-- A value in memory and the condition that a client waits for.
local condition = require("bridge.memory.condition")
local ValuePlace = require("bridge.memory.value_place")

---@class bridge.AwaitedValue
---@field value integer? the latest reading, in the range of its type; nil if a chain led nowhere
---@field address integer? the address that the chain resolved to
---@field private place bridge.ValuePlace
---@field private compare fun(value: integer, wanted: integer?): boolean
---@field private wanted integer?
---@field private is_change boolean whether the condition is `changed`
local AwaitedValue = {}
AwaitedValue.__index = AwaitedValue

--- Parses the arguments of a wait. Refuses a place that can't exist; of a chain only its first pointer.
---@param game bridge.Game
---@param address string
---@param type_name string
---@param domain string
---@param condition_text string
---@return bridge.AwaitedValue
function AwaitedValue.parse(game, address, type_name, domain, condition_text)
  local value_type = condition.type(type_name)
  local compare, wanted = condition.awaited(condition_text, value_type)
  local place = ValuePlace.parse(game, address, value_type, domain)
  return setmetatable({ place = place, compare = compare, wanted = wanted, is_change = wanted == nil }, AwaitedValue)
end

---@private
function AwaitedValue:read()
  self.value = self.place:read()
  self.address = self.place.address
end

--- Reads the first value.
---@return boolean met
function AwaitedValue:begin()
  if not self.is_change then return self:is_met() end
  self:read()
  self.wanted = self.value -- nil if the chain leads nowhere: then any value has changed
  return false
end

---@return boolean
function AwaitedValue:is_met()
  self:read()
  return self.value ~= nil and self.compare(self.value, self.wanted)
end

return AwaitedValue
end

package.preload["bridge.memory.call_stack"] = function(...)
-- Finds the calls that led to where the processor is: words on the stack that are behind a call instruction. That is a guess: the console
-- keeps no list of calls, and a word may be left from an older one. Pure.
local call_stack = {}

---@class bridge.CallStackReader
---@field read8 fun(address: integer): integer
---@field read16 fun(address: integer): integer
---@field read32 fun(address: integer): integer

---@class bridge.CallFrame
---@field returns_to integer address behind the call
---@field call integer address of the call
---@field at integer? where on the stack; nil: in the register lr

-- Bytes of the stack that are looked at, and calls that are found at most.
local GBA_STACK, GB_STACK, MOST = 4096, 512, 64

-- GBATEK, "GBA Memory Map": where code can be.
local function is_gba_code(address)
  local area = address >> 24
  return address >= 0x20 and address < 0x4000 or area == 2 or area == 3 or area >= 8 and area <= 0xD
end

-- ARM Architecture Reference Manual: BL is two halfwords in Thumb (A7.1.13), and in ARM 0xB below the condition (A4.1.5). Code that calls
-- an address in a register moves pc to lr before a BX.
local function thumb_call(read, address)
  local first, second = read.read16(address - 4), read.read16(address - 2)
  return first & 0xF800 == 0xF000 and second & 0xF800 == 0xF800 and address - 4 or nil
end

local function arm_call(read, address)
  local instruction, before = read.read32(address - 4), read.read32(address - 8)
  if instruction >> 24 & 0xF == 0xB then return address - 4 end
  return before & 0x0FFFFFFF == 0x01A0E00F and instruction & 0x0FFFFFF0 == 0x012FFF10 and address - 4 or nil
end

local function gba_call(read, word)
  local address = word & ~1
  if not is_gba_code(address) or not is_gba_code(address - 8) then return nil end
  local call
  if word % 2 == 1 then call = thumb_call(read, address) elseif word % 4 == 0 then call = arm_call(read, address) end
  return call, address
end

--- Returns the calls of a GBA, the latest one first.
---@param read bridge.CallStackReader
---@param sp integer
---@param lr integer
---@return bridge.CallFrame[]
function call_stack.of_gba(read, sp, lr)
  local frames = {}
  local call, returns_to = gba_call(read, lr)
  if call then frames[1] = { returns_to = returns_to, call = call } end
  local area = sp >> 24
  if sp % 4 ~= 0 or area ~= 2 and area ~= 3 then return frames end
  local size = area == 2 and 0x40000 or 0x8000
  local last = math.min(sp + GBA_STACK, (sp & ~(size - 1)) + size) - 4
  for at = sp, last, 4 do
    call, returns_to = gba_call(read, read.read32(at))
    if call then frames[#frames + 1] = { returns_to = returns_to, call = call, at = at } end
    if #frames == MOST then break end
  end
  return frames
end

-- Pan Docs, "CPU Instruction Set": CALL, and CALL with each condition.
local CALLS = { [0xCD] = true, [0xC4] = true, [0xCC] = true, [0xD4] = true, [0xDC] = true }

--- Returns the calls of a Game Boy, the latest one first. Those in a bank are known only while it is switched in.
---@param read bridge.CallStackReader
---@param sp integer
---@return bridge.CallFrame[]
function call_stack.of_game_boy(read, sp)
  local frames = {}
  for at = sp, math.min(sp + GB_STACK, 0xFFFE) - 1, 2 do
    local address = read.read8(at) | read.read8(at + 1) << 8
    if address >= 3 and address < 0xFE00 and CALLS[read.read8(address - 3)] then
      frames[#frames + 1] = { returns_to = address, call = address - 3, at = at }
    end
    if #frames == MOST then break end
  end
  return frames
end

return call_stack
end

package.preload["bridge.memory.condition"] = function(...)
-- Parses types of values in memory and conditions on them. Pure.
local refuse_argument = require("bridge.wire.refusal").refuse_argument

local match = string.match

local condition = {}

---@class bridge.ValueType
---@field width 1|2|4
---@field bits integer
---@field min integer
---@field max integer

---@type table<string, bridge.ValueType>
local TYPES = {}
for bits = 8, 32, 8 do
  if bits ~= 24 then
    TYPES["u" .. bits] = { width = bits // 8, bits = bits, min = 0, max = (1 << bits) - 1 }
    TYPES["i" .. bits] = { width = bits // 8, bits = bits, min = -(1 << bits - 1), max = (1 << bits - 1) - 1 }
  end
end

local COMPARE = {
  eq = function(a, b) return a == b end,
  ne = function(a, b) return a ~= b end,
  lt = function(a, b) return a < b end,
  le = function(a, b) return a <= b end,
  gt = function(a, b) return a > b end,
  ge = function(a, b) return a >= b end,
  mask = function(a, b) return a & b == b end,
}

--- Returns the type with this name, or refuses.
---@param name string
---@return bridge.ValueType
function condition.type(name)
  local of_name = TYPES[name]
  if not of_name then refuse_argument("type", name, "u8, u16, u32, i8, i16 or i32") end
  return of_name
end

--- Converts an unsigned value to its type.
---@param value_type bridge.ValueType
---@param value integer
---@return integer
function condition.signed(value_type, value)
  if value > value_type.max then return value - (1 << value_type.bits) end
  return value
end

--- Parses a condition.
---@param text string like eq:3 or mask:5
---@param value_type bridge.ValueType
---@return fun(value: integer, wanted: integer): boolean compare
---@return integer wanted
---@param others? string further accepted forms, for the sentence
function condition.parse(text, value_type, others)
  local name, digits = match(text, "^(%l+):(-?%d+)$")
  local compare, wanted = COMPARE[name], digits and #digits <= 16 and math.tointeger(tonumber(digits))
  if not compare or not wanted then
    refuse_argument("condition", text, "eq, ne, lt, le, gt, ge or mask, a colon and a whole number" .. (others or ""))
  end
  local min, max = value_type.min, value_type.max
  if name == "mask" then min, max = 0, (1 << value_type.bits) - 1 end
  if wanted < min or wanted > max then
    refuse_argument("condition", text, ("a comparison with %d to %d"):format(min, max))
  end
  return compare, wanted --[[@as integer]]
end

--- Parses the condition of a wait, which may also be `changed`: different from the first value.
---@return fun(value: integer, wanted: integer?): boolean compare
---@return integer? wanted nil for `changed`
function condition.awaited(text, value_type)
  if text == "changed" then return COMPARE.ne, nil end
  return condition.parse(text, value_type, ", or changed")
end

return condition
end

package.preload["bridge.memory.io_registers"] = function(...)
-- Reads I/O registers over the bus, as the game does, but without side effects. Reading KEYINPUT or JOYP would run `keysRead` callbacks
-- of other scripts, which take mGBA's context from ours, so both are calculated. Reading JOY_RECV would clear a bit of JOYSTAT, so its
-- raw value is used (src/gba/io.c, src/gb/io.c).
local pack = string.pack

local io_registers = {}

---@class bridge.ApartBytes bytes that must not be read over the bus
---@field first integer
---@field past integer
---@field read fun(): string all of them

---@class bridge.RegisterReader the reader of a target in place of a domain
---@field private base integer bus address of offset 0
---@field private apart bridge.ApartBytes[] by offset
local RegisterReader = {}
RegisterReader.__index = RegisterReader

---@param offset integer
---@param length integer
---@return string
function RegisterReader:readRange(offset, length)
  local at, past, base, parts = offset, offset + length, self.base, {}
  for _, apart in ipairs(self.apart) do
    local first, last = math.max(at, apart.first), math.min(past, apart.past)
    if first < last then
      if at < first then parts[#parts + 1] = emu:readRange(base + at, first - at) end
      parts[#parts + 1] = apart.read():sub(first - apart.first + 1, last - apart.first)
      at = last
    end
  end
  if at < past then parts[#parts + 1] = emu:readRange(base + at, past - at) end
  return table.concat(parts)
end

for bits, format in pairs({ [8] = "<I1", [16] = "<I2", [32] = "<I4" }) do
  RegisterReader["read" .. bits] = function(self, offset)
    return (string.unpack(format, self:readRange(offset, bits // 8)))
  end
end

local KEYINPUT, JOY_RECV, ALL_KEYS = 0x130, 0x150, 0x3FF
local AXES = { 0x30, 0xC0 } -- right and left, up and down

--- Scripts can't read the setting for opposite directions, so the value that the game last read is used; the raw register has it.
local function keyinput()
  local keys = emu:getKeys() & ALL_KEYS
  for _, axis in ipairs(AXES) do
    if keys & axis == axis and emu.memory.io:read16(KEYINPUT) & axis == axis then keys = keys & ~axis end
  end
  return pack("<I2", ALL_KEYS ~ keys)
end

--- Offsets are those of the domain `io`.
io_registers.gba = setmetatable({ base = 0x04000000, apart = {
  { first = KEYINPUT, past = KEYINPUT + 2, read = keyinput },
  { first = JOY_RECV, past = JOY_RECV + 4, read = function() return emu.memory.io:readRange(JOY_RECV, 4) end },
} }, RegisterReader)

local JOYP, SELECTION, DIRECTIONS = 0xFF00, 0x30, 0x20
local JOYP_IN_STATE = 0x300 -- offset of JOYP in a save state

--- mGBA has no raw JOYP, so the game's selection is read from a save state, which runs no callback.
local function joyp()
  local keys, selection = emu:getKeys(), emu:saveStateBuffer(0):byte(JOYP_IN_STATE + 1) & SELECTION
  if selection == SELECTION then
    keys = 0
  elseif selection == DIRECTIONS then
    keys = keys >> 4
  elseif selection == 0 then
    keys = keys | keys >> 4
  end
  local value = (0xCF | selection) ~ (keys & 0xF)
  if selection ~= DIRECTIONS then return string.char(value) end
  -- Opposite directions cancel each other, as by mGBA's default.
  if value & 0x3 == 0 then value = value | 0x3 end
  if value & 0xC == 0 then value = value | 0xC end
  return string.char(value)
end

--- Offsets are addresses.
io_registers.gb = setmetatable({ base = 0, apart = { { first = JOYP, past = JOYP + 1, read = joyp } } }, RegisterReader)
io_registers.JOYP = JOYP

return io_registers
end

package.preload["bridge.memory.memory"] = function(...)
-- Reads and writes memory through mGBA. In mGBA 0.10.1 raw byte writes to palette, video and object memory are ignored, so bytes
-- are written there as halfwords. I/O takes writes over the bus only. Raw writes patch ROM. Flash and EEPROM ignore raw writes.
local refuse = require("bridge.wire.refusal").refuse

local pack, unpack = string.pack, string.unpack
local FORMATS = { "<I1", "<I2", [4] = "<I4" }
local HALFWORDS = { palette = true, vram = true, oam = true }
local VERIFIED = { sram = true }
local NEVER_WRITTEN = { bios = true }

local memory = {}

--- Reads one value.
---@param target bridge.Target
---@param width 1|2|4
---@return integer
function memory.get(target, width)
  local reader, offset = target.reader, target.offset
  if width == 1 then return reader:read8(offset) end
  if offset % width ~= 0 or reader == emu then return (unpack(FORMATS[width], reader:readRange(offset, width))) end
  if width == 2 then return reader:read16(offset) end
  return reader:read32(offset)
end

--- Reads a range.
---@param skip? integer bytes to skip at the target's start
---@return string
function memory.read(target, length, skip)
  return target.reader:readRange(target.offset + (skip or 0), length)
end

--- Reads a part of a long range. On the GBA ROM is read over the bus, which takes 10 ms a MiB instead of 16; that has no side
--- effects but a debugger's watchpoints.
---@param game bridge.Game
---@param target bridge.Target
---@return string
function memory.read_long(game, target, length, skip)
  local name = target.name
  if game.platform ~= "GBA" or not name:find("^cart") then return memory.read(target, length, skip) end
  return emu:readRange(game.domains[name]:base() + target.offset + skip, length)
end

--- Returns what to write through, or refuses read-only memory.
---@param game bridge.Game
---@return table writer
---@param target bridge.Target
---@return integer at
---@return boolean in_halfwords whether single bytes must be written as halfwords
local function writer_of(game, target)
  local name = target.name
  if NEVER_WRITTEN[name] then refuse("read-only", name .. " is read-only.", "address") end
  if target.read_only then
    refuse("read-only", ("%s is read-only on the bus; name the domain to patch the ROM."):format(name), "address")
  end
  if name == "io" then return emu, (target.origin or game.domains.io:base()) + target.offset, false end
  return target.reader, target.offset, game.platform == "GBA" and HALFWORDS[name] or false
end

local function write_byte(writer, at, value, in_halfwords)
  if not in_halfwords then return writer:write8(at, value) end
  local even = at & ~1
  local both = writer:read16(even)
  if at == even then both = both & 0xFF00 | value else both = both & 0x00FF | value << 8 end
  writer:write16(even, both)
end

--- Whether the bytes can be read back. Switched-off save memory of the Game Boy returns the latest byte on the cartridge's bus, so
--- a different byte is read first, from the logo that every ROM has.
local function took(target, bytes)
  if target.reader == emu then emu:read8(bytes:byte() == 0xCE and 0x105 or 0x104) end
  return memory.read(target, #bytes) == bytes
end

local WORDS, WORDS_BYTES = "<I4I4I4I4I4I4I4I4", 32

--- Writes eight words at a time, because unpacking single words takes as long as writing them.
local function write_words(writer, at, bytes, position, last)
  local write32 = writer.write32
  while position + WORDS_BYTES - 1 <= last do
    local a, b, c, d, e, f, g, h = unpack(WORDS, bytes, position)
    write32(writer, at, a)
    write32(writer, at + 4, b)
    write32(writer, at + 8, c)
    write32(writer, at + 12, d)
    write32(writer, at + 16, e)
    write32(writer, at + 20, f)
    write32(writer, at + 24, g)
    write32(writer, at + 28, h)
    position, at = position + WORDS_BYTES, at + WORDS_BYTES
  end
  return position, at
end

--- Writes a part of the bytes with the widest aligned accesses, so that an aligned value is one access.
---@param game bridge.Game
---@param target bridge.Target
---@param bytes string
---@param skip integer bytes before that part
---@param count integer
function memory.put(game, target, bytes, skip, count)
  local writer, at, in_halfwords = writer_of(game, target)
  local write16, write32 = writer.write16, writer.write32
  local position, last = skip + 1, skip + count
  at = at + skip
  while position <= last do
    local left = last - position + 1
    if left >= WORDS_BYTES and at & 3 == 0 then
      position, at = write_words(writer, at, bytes, position, last)
    elseif left >= 4 and at & 3 == 0 then
      write32(writer, at, (unpack("<I4", bytes, position)))
      position, at = position + 4, at + 4
    elseif left >= 2 and at & 1 == 0 then
      write16(writer, at, (unpack("<I2", bytes, position)))
      position, at = position + 2, at + 2
    else
      write_byte(writer, at, bytes:byte(position), in_halfwords)
      position, at = position + 1, at + 1
    end
  end
end

--- Refuses if save memory did not keep the bytes.
---@param target bridge.Target
---@param bytes string
function memory.verify(target, bytes)
  if VERIFIED[target.name] and not took(target, bytes) then
    refuse("failed", target.name .. " did not keep the write: Flash and switched-off save memory ignore writes.", "address")
  end
end

--- Writes a range, and checks it where writes can be lost.
---@param game bridge.Game
---@param target bridge.Target
---@param bytes string
function memory.write(game, target, bytes)
  memory.put(game, target, bytes, 0, #bytes)
  memory.verify(target, bytes)
end

--- Writes one value.
---@param width 1|2|4
---@param value integer
function memory.set(game, target, width, value)
  memory.write(game, target, pack(FORMATS[width], value))
end

return memory
end

package.preload["bridge.memory.memory_map"] = function(...)
-- Maps a bus address to a memory domain and an offset in it. Pure; the addresses are those of the hardware.
local memory_map = {}

---@class bridge.Region
---@field name string the domain
---@field first integer
---@field last integer
---@field span integer? bytes after which it repeats; nil: no mirrors
---@field read_only boolean?

---@type bridge.Region[]
local GBA = {
  { name = "bios", first = 0x00000000, last = 0x00003FFF, read_only = true },
  { name = "wram", first = 0x02000000, last = 0x02FFFFFF, span = 0x40000 },
  { name = "iwram", first = 0x03000000, last = 0x03FFFFFF, span = 0x8000 },
  { name = "io", first = 0x04000000, last = 0x040003FF },
  { name = "palette", first = 0x05000000, last = 0x05FFFFFF, span = 0x400 },
  { name = "vram", first = 0x06000000, last = 0x06FFFFFF, span = 0x20000 },
  { name = "oam", first = 0x07000000, last = 0x07FFFFFF, span = 0x400 },
  { name = "cart0", first = 0x08000000, last = 0x09FFFFFF, read_only = true },
  { name = "cart1", first = 0x0A000000, last = 0x0BFFFFFF, read_only = true },
  { name = "cart2", first = 0x0C000000, last = 0x0DFFFFFF, read_only = true },
  { name = "sram", first = 0x0E000000, last = 0x0FFFFFFF, span = 0x10000 },
}

---@type bridge.Region[]
local GB = {
  { name = "cart0", first = 0x0000, last = 0x7FFF, read_only = true },
  { name = "vram", first = 0x8000, last = 0x9FFF },
  { name = "sram", first = 0xA000, last = 0xBFFF },
  { name = "wram", first = 0xC000, last = 0xDFFF },
  { name = "wram", first = 0xE000, last = 0xFDFF },
  { name = "oam", first = 0xFE00, last = 0xFE9F },
  { name = "io", first = 0xFF00, last = 0xFF7F },
  { name = "hram", first = 0xFF80, last = 0xFFFE },
  { name = "io", first = 0xFFFF, last = 0xFFFF },
}

---@class bridge.Place
---@field name string the domain
---@field offset integer in the domain; on the Game Boy the bus address, because the bus shows the banks switched in
---@field size integer end of the range that can be reached, counted like the offset
---@field origin integer? bus address of offset 0; nil where a domain was named
---@field read_only boolean?

local function find_region(regions, address)
  for i = 1, #regions do
    local region = regions[i]
    if address <= region.last then return address >= region.first and region or nil end
  end
end

--- The bus shows 64 KiB of save memory; smaller chips repeat. The upper 32 KiB of video memory appear twice.
local function gba_place(region, address, size)
  local offset = address - region.first
  if region.span then offset = offset % region.span end
  if region.name == "vram" and offset >= 0x18000 then
    offset = offset - 0x8000
  elseif region.name == "sram" then
    size = math.min(size, region.span)
    offset = offset % size
  end
  if offset >= size then return nil end
  return { name = region.name, offset = offset, size = size, origin = address - offset, read_only = region.read_only }
end

--- Maps an address of the GBA's bus.
---@param address integer
---@param sizes table<string, integer> real sizes of this game's domains
---@return bridge.Place? place nil when nothing is there
function memory_map.gba(address, sizes)
  local region = find_region(GBA, address)
  local size = region and sizes[region.name]
  if not region or not size or size == 0 then return nil end
  return gba_place(region, address, size)
end

--- Whether a GBA address belongs to the save memory region, even if the game has none.
---@param address integer
---@return boolean
function memory_map.is_save_memory(address)
  local region = find_region(GBA, address)
  return region ~= nil and region.name == "sram"
end

--- Maps an address of the Game Boy's bus.
---@param address integer
---@return bridge.Place?
function memory_map.gb(address)
  local region = find_region(GB, address)
  if not region then return nil end
  return { name = region.name, offset = address, size = region.last + 1, origin = 0, read_only = region.read_only }
end

--- Lists the regions that exist, for a sentence.
---@param platform "GBA"|"GB"
---@param sizes table<string, integer>
---@return string
function memory_map.describe(platform, sizes)
  local parts = {}
  for _, region in ipairs(platform == "GBA" and GBA or GB) do
    local last = region.last
    if not region.span and platform == "GBA" then last = math.min(last, region.first + (sizes[region.name] or 0) - 1) end
    if platform == "GB" then
      parts[#parts + 1] = ("%s 0x%04X-0x%04X"):format(region.name, region.first, last)
    elseif sizes[region.name] then
      parts[#parts + 1] = ("%s 0x%08X-0x%08X"):format(region.name, region.first, last)
    end
  end
  return table.concat(parts, ", ")
end

return memory_map
end

package.preload["bridge.memory.memory_span"] = function(...)
-- Reads a range as mGBA's `readRange` does: past the ends of regions, wrapping at the end of a domain. Parts whose reading has
-- side effects are handled as elsewhere: keys are calculated, and save memory without a domain is not touched.
local io_registers = require("bridge.memory.io_registers")
local memory = require("bridge.memory.memory")
local targets = require("bridge.memory.targets")
local refuse = require("bridge.wire.refusal").refuse

local pack = string.pack

local ADDRESSES, GB_ADDRESSES = 0x100000000, 0x10000
local REGION = 0x1000000 -- regions of the GBA bus begin at multiples of this
local IO, FIRST_ROM, SAVE, SAVE_MIRROR = 0x4, 0x8, 0xE, 0xF -- upper bytes of addresses
local ROM_SPACE, WORD = 0x2000000, 4
local IO_MIRROR, IO_BYTES = 0x10000, 0x400
local GB_IO_BYTES = 0x80

local memory_span = {}

--- Reads unmapped addresses. mGBA returns the bytes of one repeated word, and logs a line for each byte read, so only one word is
--- read.
local function read_open_bus(at, count)
  local skip = at % WORD
  return emu:readRange(at - skip, WORD):rep((skip + count) // WORD + 1):sub(skip + 1, skip + count)
end

--- Reads beyond the end of the ROM, where the bus returns half the address.
local function read_behind_rom(game, at, count)
  local offset, mapped = at % ROM_SPACE, game.domains.cart0:size()
  if offset < mapped then return game.domains.cart0:readRange(offset, math.min(count, mapped - offset)) end
  local halfwords, first = {}, offset // 2
  for i = 0, (offset + count - 1) // 2 - first do halfwords[i + 1] = pack("<I2", first + i & 0xFFFF) end
  return table.concat(halfwords):sub(offset % 2 + 1, offset % 2 + count)
end

--- Reads at an address of the GBA bus that belongs to no region.
---@param at integer
---@param max integer
---@return string bytes at least one, at most up to the next region
local function read_nowhere(game, at, max)
  local region = at >> 24
  local count = math.min(max, REGION - at % REGION)
  if region == SAVE or region == SAVE_MIRROR then return ("\xFF"):rep(count) end
  if region >= FIRST_ROM and region < SAVE then return read_behind_rom(game, at, count) end
  if region ~= IO then return read_open_bus(at, count) end
  local offset = at % IO_MIRROR
  if offset < IO_BYTES then return io_registers.gba:readRange(offset, math.min(count, IO_BYTES - offset)) end
  return read_open_bus(at, math.min(count, IO_MIRROR - offset))
end

local function read_gba_bus(game, at, max)
  local target = targets.on_bus(game, at, 1)
  if not target then return read_nowhere(game, at, max) end
  return memory.read(target, math.min(max, target.size - target.offset))
end

local function read_gb_bus(_, at, max)
  at = at % GB_ADDRESSES
  return io_registers.gb:readRange(at, math.min(max, GB_ADDRESSES - at))
end

local function read_gb_io(_, at, max)
  at = at % GB_IO_BYTES
  return io_registers.gb:readRange(io_registers.JOYP + at, math.min(max, GB_IO_BYTES - at))
end

local function read_domain(domain)
  return function(game, at, max) return game.domains[domain]:readRange(at, max) end
end

--- Returns the function that reads the next bytes of a range, as many as it can at once.
local function method_of(game, address, domain)
  local is_gba = game.platform == "GBA"
  if domain == "" then return is_gba and read_gba_bus or read_gb_bus end
  local size = game.sizes[domain]
  if not size then targets.locate(game, 0, 1, domain) end -- refuses
  if is_gba then return read_domain(domain) end
  if domain == "io" then return read_gb_io end
  return address >= size and targets.by_bus(game, address, 1, domain) and read_gb_bus or read_domain(domain)
end

--- Reads a range.
---@param game bridge.Game
---@param address integer
---@param length integer
---@param domain string name, empty for the bus
---@return string
function memory_span.read(game, address, length, domain)
  local past = address + length
  if past > ADDRESSES then
    refuse("out-of-range", ("address and length must end at 0xFFFFFFFF at most; got %d bytes from %d"):format(length, address), "address")
  end
  local read, parts, at = method_of(game, address, domain), {}, address
  while at < past do
    local bytes = read(game, at, past - at)
    parts[#parts + 1], at = bytes, at + #bytes
  end
  return table.concat(parts)
end

return memory_span
end

package.preload["bridge.memory.pages"] = function(...)
-- Pages of memory, each read once a frame for all watches in it. The watches are compared only if the page has changed.
local pack, sub = string.pack, string.sub
local NEVER = math.maxinteger
-- A read costs as much as reading 60 more bytes.
local PAGE = 64
-- A single value is read as a number, which takes two thirds of the time.
local METHODS, FORMATS = { "read8", "read16", [4] = "read32" }, { "<I1", "<I2", [4] = "<I4" }

---@class bridge.Page
---@field key any
---@field reader table
---@field first integer offset
---@field length integer
---@field read function method of the reader, looked up once because that halves the cost of a call
---@field format string? format of the number that is read; nil: bytes are read
---@field seen string|integer|nil content in the previous frame
---@field watches bridge.Watch[]
---@field due integer the frame in which a postponed event may be sent

---@class bridge.Pages
---@field private list bridge.Page[]
---@field private by_key table<any, bridge.Page>
local Pages = {}
Pages.__index = Pages

---@return bridge.Pages
function Pages.new()
  return setmetatable({ list = {}, by_key = {} }, Pages)
end

---@param page bridge.Page
local function choose_method(page)
  local reader, length = page.reader, page.length
  local is_number = METHODS[length] and page.first % length == 0 and reader ~= emu
  page.format = is_number and FORMATS[length] or nil
  page.read, page.seen = reader[is_number and METHODS[length] or "readRange"], nil
end

--- Adds a watch to the page that has its memory.
---@param watch bridge.Watch
---@param target bridge.Target
function Pages:add(watch, target)
  -- Not on the bus, where neighbouring bytes may be registers.
  local is_shared = watch.length <= PAGE and not target.is_bus
  local key = is_shared and ("%s %d"):format(target.name, target.offset // PAGE) or watch
  local page, from = self.by_key[key], target.offset
  if not page then
    page = { key = key, reader = target.reader, first = from, length = watch.length, watches = {}, due = NEVER }
    self.by_key[key], self.list[#self.list + 1] = page, page
  end
  local watches = page.watches
  watches[#watches + 1] = watch
  watch.page, watch.from, watch.to = page, from - page.first + 1, from - page.first + watch.length
  local before = page.first - from
  if before > 0 then
    page.first, page.length = from, page.length + before
    for _, other in ipairs(watches) do other.from, other.to = other.from + before, other.to + before end
  end
  page.length = math.max(page.length, watch.to)
  choose_method(page)
end

local function take_out(list, item)
  for i = 1, #list do
    if list[i] == item then
      list[i] = list[#list]
      list[#list] = nil
      return
    end
  end
end

--- Removes a watch, and its page if that was the last one.
---@param watch bridge.Watch
function Pages:remove(watch)
  local page = watch.page
  if not page then return end
  watch.page = nil
  take_out(page.watches, watch)
  if #page.watches > 0 then return end
  self.by_key[page.key] = nil
  take_out(self.list, page)
end

--- Reads all pages, and passes each watch of a changed or due page its bytes.
---@param tick integer the frame
---@param see fun(watch: bridge.Watch, bytes: string): integer? the frame in which a postponed event is due
function Pages:read(tick, see)
  local list = self.list
  for i = 1, #list do
    local page = list[i]
    local format = page.format
    local seen = format and page.read(page.reader, page.first) or not format and page.read(page.reader, page.first, page.length)
    if seen ~= page.seen or tick >= page.due then
      page.seen = seen
      local bytes, watches, due = format and pack(format, seen) or seen, page.watches, NEVER
      for j = 1, #watches do
        local watch = watches[j]
        local next_due = see(watch, sub(bytes, watch.from, watch.to))
        if next_due and next_due < due then due = next_due end
      end
      page.due = due
    end
  end
end

return Pages
end

package.preload["bridge.memory.registers"] = function(...)
-- The registers of the processor by name. mGBA returns signed 32 bits, with undefined bits above a register's own.
local registers = {}

---@class bridge.RegisterSet
---@field names string[] those that `registers` lists
---@field others string[] aliases and pairs
---@field bits table<string, integer>

local GBA = { names = {}, others = { "ip", "sp", "lr", "pc" }, bits = {} }
for i = 0, 15 do GBA.names[i + 1] = "r" .. i end
GBA.names[17] = "cpsr"

local GB = { names = { "a", "f", "b", "c", "d", "e", "h", "l", "sp", "pc" }, others = { "af", "bc", "de", "hl" }, bits = {} }

for _, names in ipairs({ GBA.names, GBA.others }) do
  for _, name in ipairs(names) do GBA.bits[name] = 32 end
end
for _, names in ipairs({ GB.names, GB.others }) do
  for _, name in ipairs(names) do GB.bits[name] = 8 * #name end
end

---@type table<string, bridge.RegisterSet>
local SETS = { GBA = GBA, GB = GB }

--- Returns the registers of a console.
---@param platform "GBA"|"GB"|"none"
---@return bridge.RegisterSet?
function registers.of(platform)
  return SETS[platform]
end

--- Lists all names, for a sentence.
---@param set bridge.RegisterSet
---@return string
function registers.describe(set)
  return table.concat(set.names, ", ") .. ", " .. table.concat(set.others, ", ")
end

--- Reads a register.
---@param set bridge.RegisterSet
---@param name string
---@return integer? value unsigned; nil when this mGBA doesn't know it
function registers.read(set, name)
  local value = emu:readRegister(name)
  return value and value & (1 << set.bits[name]) - 1
end

-- ARM7TDMI: user, FIQ, IRQ, supervisor, abort, undefined, system.
local MODES = { [0x10] = true, [0x11] = true, [0x12] = true, [0x13] = true, [0x17] = true, [0x1B] = true, [0x1F] = true }
local THUMB = 0x20

--- Returns why a value would crash mGBA itself: it would decode fetched instructions in the other instruction set, or look up
--- registers by an invalid mode.
---@param set bridge.RegisterSet
---@param name string
---@param value integer
---@return string? problem
function registers.danger(set, name, value)
  if name ~= "cpsr" then return nil end
  if (value ~ registers.read(set, name)) & THUMB ~= 0 then
    return "value must not change bit 5 of cpsr (Thumb), because that would crash mGBA."
  end
  if not MODES[value & 0x1F] then
    return "value must have a mode of the processor in its low five bits: 0x10, 0x11, 0x12, 0x13, 0x17, 0x1B or 0x1F."
  end
end

return registers
end

package.preload["bridge.memory.targets"] = function(...)
-- Finds the memory that an address names: on the bus, in a domain, or behind a chain of pointers.
local refusal = require("bridge.wire.refusal")
local memory_map = require("bridge.memory.memory_map")
local io_registers = require("bridge.memory.io_registers")
local memory = require("bridge.memory.memory")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

-- A raw read of 16 bits in the upper half of this domain shifts a bit out of an EEPROM; `cart0` has the same ROM without that effect.
local EEPROM_MIRROR = "cart2"

-- GBATEK, "GBA Memory Map": the cartridge's save memory is the last region. Game Boy: 16 address lines.
local BUS_END = { GBA = 0x0FFFFFFF, GB = 0xFFFF }

local targets = {}

---@class bridge.Target: bridge.Place
---@field reader table reads it: a domain, `emu` for the Game Boy's bus, or I/O registers
---@field is_bus boolean? whether it is read over the bus, where each byte may be a register
---@field resolved integer? final address of a pointer chain

local function written(is_gba, address)
  return (is_gba and "0x%08X" or "0x%04X"):format(address)
end

--- Finds the memory at a bus address.
---@return bridge.Target? target nil: fewer bytes are there
---@return bridge.Place? place what is there, if anything
local function on_bus(game, address, length)
  local is_gba = game.platform == "GBA"
  local place
  if is_gba then place = memory_map.gba(address, game.sizes) else place = memory_map.gb(address) end
  if not place or place.offset + length > place.size then return nil, place end
  local name = place.name
  if not is_gba then
    place.reader, place.is_bus = address == io_registers.JOYP and io_registers.gb or emu, true
  elseif name == "io" then
    place.reader, place.is_bus = io_registers.gba, true
  else
    place.reader = game.domains[name == EEPROM_MIRROR and "cart0" or name]
  end
  return place
end

--- Finds the place of a bus address that is given with a domain. The Game Boy's ROM begins at 0, so there each bus address
--- is an offset.
---@return bridge.Place?
local function by_bus(game, address, length, domain)
  local place = on_bus(game, address, length)
  local is_meant = place and place.name == domain and not (place.read_only and game.platform == "GB")
  return is_meant and place or nil
end

targets.on_bus, targets.by_bus = on_bus, by_bus

---@return bridge.Target
local function in_domain(game, address, length, domain)
  local size, is_gba = game.sizes[domain], game.platform == "GBA"
  if not size then
    refuse("unknown-domain", ("domain must be one of %s; got %s."):format(table.concat(game.names, ", "), refusal.quote(domain)), "domain")
  end
  if address + length > size then
    local place = by_bus(game, address, length, domain)
    if not place then
      refuse("out-of-range", ("The range must end in %s, which has %d bytes; got %d bytes from offset %d."):format(
        domain, size, length, address), "address")
    end
    if not is_gba then return place --[[@as bridge.Target]] end
    address = place.offset
  elseif domain == "io" and not is_gba then
    return on_bus(game, io_registers.JOYP + address, length) --[[@as bridge.Target]]
  end
  return { name = domain, offset = address, size = size, reader = game.domains[domain == EEPROM_MIRROR and "cart0" or domain] }
end

--- Returns the sentence that says why a range of the bus can't be reached.
---@return string
local function why_not(game, address, length)
  local is_gba = game.platform == "GBA"
  local _, place = on_bus(game, address, length)
  if not place then
    -- It could be read over the bus, but the first such read makes mGBA treat any save memory as SRAM.
    local problem = is_gba and memory_map.is_save_memory(address)
      and "mGBA shows scripts no save memory of this game, so nothing can be reached at %s" or "Nothing is at %s"
    return (problem .. "; this game has %s."):format(
      written(is_gba, address), memory_map.describe(is_gba and "GBA" or "GB", game.sizes))
  end
  return ("%d bytes from %s go beyond the end of %s, whose last byte is at %s."):format(
    length, written(is_gba, address), place.name, written(is_gba, place.origin + place.size - 1))
end

--- Says that a range goes beyond the last address of the bus; nil if it doesn't.
---@return string?
local function beyond_bus(game, address, length)
  local last = BUS_END[game.platform]
  return address + length - 1 > last and ("address 0x%08X with a length of %d bytes is beyond the %s bus, which ends at 0x%08X."):format(
    address, length, game.platform, last) or nil
end

--- Follows a chain of pointers. Sums wrap at the processor's address width.
---@return bridge.Target? target nil: it leads nowhere
---@return integer? lies address of the last pointer read
---@return integer? pointer its value
---@return integer address the address that was tried last
---@return integer needed bytes needed there
local function walk(game, chain, length)
  local is_gba, offsets = game.platform == "GBA", chain.offsets
  local width, bits, count = is_gba and 4 or 2, is_gba and 0xFFFFFFFF or 0xFFFF, #offsets
  local address, needed, lies, pointer = chain.base, width, nil, nil
  local target = on_bus(game, address, needed)
  for i = 1, count do
    if not target then break end
    lies, pointer = address, memory.get(target, width)
    if pointer == 0 then return nil, lies, pointer, address, needed end
    address, needed = pointer + offsets[i] & bits, i < count and width or length
    target = on_bus(game, address, needed)
  end
  if target then target.resolved = address end
  return target, lies, pointer, address, needed
end

--- Follows a chain of pointers without refusing.
---@param game bridge.Game
---@param chain bridge.PointerChain
---@param length integer
---@return bridge.Target? target nil: nowhere
function targets.trace(game, chain, length)
  return (walk(game, chain, length))
end

local function follow(game, chain, length)
  local target, lies, pointer, address, needed = walk(game, chain, length)
  if target then return target end
  local led_here = ""
  if lies then
    local is_gba = game.platform == "GBA"
    led_here = ("The pointer at %s is %s"):format(written(is_gba, lies), written(is_gba, pointer))
    if pointer == 0 then refuse("out-of-range", led_here .. ", which points nowhere.", "address") end
    led_here = led_here .. ". "
  end
  refuse("out-of-range", led_here .. why_not(game, address, needed), "address")
end

--- Finds the memory for an address, or refuses.
---@param game bridge.Game
---@param address integer|bridge.PointerChain
---@param length integer
---@param domain string name, empty for the bus
---@return bridge.Target
function targets.locate(game, address, length, domain)
  local is_chain = type(address) == "table"
  if domain ~= "" then
    if is_chain then refuse_argument("domain", domain, "empty for a pointer chain, which starts on the bus") end
    return in_domain(game, address, length, domain)
  end
  if is_chain then return follow(game, address, length) end
  local target = on_bus(game, address, length)
  if not target then
    refuse("out-of-range", beyond_bus(game, address, length) or why_not(game, address, length), "address")
  end
  return target --[[@as bridge.Target]]
end

return targets
end

package.preload["bridge.memory.value_place"] = function(...)
-- A place in memory that is read again and again as a value of a type.
local arguments = require("bridge.wire.arguments")
local condition = require("bridge.memory.condition")
local memory = require("bridge.memory.memory")
local targets = require("bridge.memory.targets")
local refuse_argument = require("bridge.wire.refusal").refuse_argument

---@class bridge.ValuePlace
---@field address integer? the address that the chain resolved to in the latest reading
---@field private game bridge.Game
---@field private place integer|bridge.PointerChain
---@field private type bridge.ValueType
---@field private domain string
---@field private target bridge.Target? nil for a chain
---@field private of_domains table? the domains in which the target was found
local ValuePlace = {}
ValuePlace.__index = ValuePlace

--- Parses a place. Refuses one that can't exist; of a chain only its first pointer.
---@param game bridge.Game
---@param address string
---@param value_type bridge.ValueType
---@param domain string
---@return bridge.ValuePlace
function ValuePlace.parse(game, address, value_type, domain)
  local place = arguments.address(address)
  if type(place) == "table" then
    if domain ~= "" then refuse_argument("domain", domain, "empty for a pointer chain, which starts on the bus") end
    targets.locate(game, place.base, game.platform == "GBA" and 4 or 2, "")
  else
    targets.locate(game, place, value_type.width, domain)
  end
  return setmetatable({ game = game, place = place, type = value_type, domain = domain }, ValuePlace)
end

--- Reads the value, in the range of its type.
---@return integer? value nil if a chain leads nowhere
function ValuePlace:read()
  local target, game, value_type = self.target, self.game, self.type
  if type(self.place) == "table" then
    target = targets.trace(game, self.place --[[@as bridge.PointerChain]], value_type.width)
  elseif self.of_domains ~= game.domains then -- mGBA replaces them when a game is loaded
    target, self.of_domains = targets.locate(game, self.place, value_type.width, self.domain), game.domains
    self.target = target
  end
  self.address = target and target.resolved
  return target and condition.signed(value_type, memory.get(target, value_type.width))
end

return ValuePlace
end

package.preload["bridge.memory.video_memory"] = function(...)
-- The video memory of a Game Boy Color, bank 1 after bank 0. In mGBA's own domain 0x2000 bytes of cartridge memory follow each bank
-- (src/gb/core.c, GB_SIZE_VRAM).
local BANK, SIZE, STRIDE = 0x2000, 0x4000, 0x4000

---@class bridge.VideoMemory: mgba.MemoryDomain
---@field private domain mgba.MemoryDomain
local VideoMemory = {}
VideoMemory.__index = VideoMemory

---@param domain mgba.MemoryDomain mGBA's own, of 0x8000 bytes
---@return bridge.VideoMemory
function VideoMemory.new(domain)
  return setmetatable({ domain = domain }, VideoMemory)
end

--- Offsets wrap at the end, as in mGBA's own domains.
local function place(offset)
  local bank = offset % SIZE // BANK
  return offset % BANK + bank * STRIDE
end

function VideoMemory:base() return self.domain:base() end
function VideoMemory:size() return SIZE end -- luacheck: no self
function VideoMemory:bound() return self.domain:base() + BANK end
function VideoMemory:name() return self.domain:name() end

for _, width in ipairs({ 8, 16, 32 }) do
  local read, write = "read" .. width, "write" .. width
  VideoMemory[read] = function(self, offset)
    local domain = self.domain
    return domain[read](domain, place(offset))
  end
  VideoMemory[write] = function(self, offset, value)
    local domain = self.domain
    domain[write](domain, place(offset), value)
  end
end

---@param offset integer
---@param length integer
---@return string
function VideoMemory:readRange(offset, length)
  local domain, parts, past = self.domain, {}, offset + length
  while offset < past do
    local count = math.min(past - offset, BANK - offset % BANK)
    parts[#parts + 1] = domain:readRange(place(offset), count)
    offset = offset + count
  end
  return table.concat(parts)
end

return VideoMemory
end

package.preload["bridge.parts"] = function(...)
-- Creates the parts of the bridge, lowest first, and gives each only the parts that it needs.
local Journal = require("bridge.system.journal")
local Host = require("bridge.system.host")
local Game = require("bridge.game.game")
local Input = require("bridge.input.input")
local Waits = require("bridge.frames.waits")
local Clock = require("bridge.serving.clock")
local Window = require("bridge.serving.window")
local operating_system = require("bridge.system.operating_system")
local Pace = require("bridge.serving.pace")
local WaitTime = require("bridge.serving.wait_time")
local Usage = require("bridge.serving.usage")
local BusyPoll = require("bridge.serving.busy_poll")
local Hold = require("bridge.frames.hold")
local Speed = require("bridge.frames.speed")
local Stop = require("bridge.frames.stop")
local Acts = require("bridge.frames.acts")
local Picture = require("bridge.picture.picture")
local States = require("bridge.states.states")
local History = require("bridge.states.history")
local Movies = require("bridge.states.movies")
local Notes = require("bridge.states.notes")
local Events = require("bridge.events.events")
local Watches = require("bridge.events.watches")
local Breakpoints = require("bridge.events.breakpoints")
local Access = require("bridge.clients.access")
local Dispatcher = require("bridge.serving.dispatcher")
local Facts = require("bridge.game.facts")
local Connections = require("bridge.clients.connections")
local Greeter = require("bridge.clients.greeter")
local Admission = require("bridge.clients.admission")
local Readiness = require("bridge.serving.readiness")
local Server = require("bridge.serving.server")
local FrameSkip = require("bridge.frames.frame_skip")
local Keys = require("bridge.input.keys")
local Lifecycle = require("bridge.game.lifecycle")
local Standing = require("bridge.serving.standing")
local Standstill = require("bridge.serving.standstill")
local Stopped = require("bridge.serving.stopped")
local Serving = require("bridge.serving.serving")
local Frame = require("bridge.frames.frame")
local command_table = require("bridge.command_table")

-- Microseconds: a client that steps a held game sends its next request within this time, unless it computes for long.
local STANDING_QUICK = 3000

---@class bridge.Parts
---@field journal bridge.Journal
---@field game bridge.Game
---@field clock bridge.Clock
---@field window bridge.Window
---@field events bridge.Events
---@field watches bridge.Watches
---@field picture bridge.Picture
---@field connections bridge.Connections
---@field admission bridge.Admission
---@field server bridge.Server
---@field keys bridge.Keys
---@field lifecycle bridge.Lifecycle
---@field frame bridge.Frame
---@field stopped bridge.Stopped
local Parts = {}

local function new_instance_id()
  return ("%x%s"):format(os.time(), tostring({}):match("0?x?(%x+)$"))
end

---@param config bridge.Config
---@param listener bridge.Listener
---@return bridge.Parts
function Parts.new(config, listener)
  local instance, commands = new_instance_id(), {}
  local host, journal, game, clock = Host.new(), Journal.new(), Game.new(), Clock.new()
  local input, hold, waits, usage = Input.new(), Hold.new(), Waits.new(), Usage.new()
  local wait_time = WaitTime.new()
  local window = Window.new(config.window, config.window_ms, wait_time)
  local pace, busy_poll = Pace.new(window.max_scale, window.enough), BusyPoll.new(host.yield)
  local acts, events, watches = Acts.new(input, hold), Events.new(game), Watches.new(game)
  local picture, states, history, movies = Picture.new(instance), States.new(game), History.new(), Movies.new()
  local notes, breakpoints, stop = Notes.new(game), Breakpoints.new(events, game, journal), Stop.new(waits)
  events.on_jump = function(frame)
    notes:jump(frame)
    watches.achievements:jump()
  end
  local access, dispatcher = Access.new(config, listener.port, journal), Dispatcher.new(commands, game, journal, stop)
  -- Requests leave only short-lived garbage, which this mode collects without a look at the rest. Other hosts may have one of the
  -- first releases of Lua 5.4, whose generational mode has bugs.
  if host.is_own then collectgarbage("generational") end

  local connections = Connections.new({ game = game, input = input, hold = hold, events = events, watches = watches, journal = journal })
  local facts = Facts.new({
    game = game, connections = connections, dispatcher = dispatcher, usage = usage, host = host, instance = instance,
  })
  local greeter = Greeter.new({
    connections = connections, game = game, journal = journal, access = access, facts = facts, address = listener.address,
  })
  local admission = Admission.new({
    connections = connections, game = game, clock = clock, journal = journal, greeter = greeter,
    ignores_sigpipe = host.is_own or operating_system.is_windows,
  })
  local readiness = Readiness.new(connections, admission, wait_time, host.wait_for_data)
  local server = Server.new(connections, admission, dispatcher)

  local frame_skip = FrameSkip.new({
    steps = hold.steps, game = game, connections = connections, input = input, waits = waits, acts = acts, watches = watches,
    events = events, breakpoints = breakpoints, serves_between = host.is_own,
  })
  local keys = Keys.new({
    game = game, input = input, hold = hold, clock = clock, events = events, acts = acts, frame_skip = frame_skip,
  })
  local lifecycle = Lifecycle.new({
    game = game, input = input, waits = waits, acts = acts, hold = hold, events = events, connections = connections,
    breakpoints = breakpoints,
  })
  local standing = Standing.new({
    server = server, connections = connections, readiness = readiness, clock = clock,
    busy_poll = BusyPoll.new(host.yield, STANDING_QUICK, host.microseconds), is_ending = host.is_ending,
  })
  local standstill = Standstill.new({ hold = hold, keys = keys, standing = standing })
  local stopped = Stopped.new({
    stop = stop, standing = standing, connections = connections, breakpoints = breakpoints, clock = clock, pace = pace, window = window,
  })
  local serving = Serving.new({
    server = server, connections = connections, readiness = readiness, clock = clock, window = window, pace = pace, usage = usage,
    watches = watches, hold = hold, host = host, busy_poll = busy_poll,
  })
  local frame = Frame.new({
    game = game, input = input, waits = waits, acts = acts, events = events, watches = watches, hold = hold, clock = clock,
    window = window, pace = pace, usage = usage, host = host, server = server, connections = connections, keys = keys,
    frame_skip = frame_skip, lifecycle = lifecycle, standstill = standstill, serving = serving, breakpoints = breakpoints,
  })

  command_table.fill(commands, {
    game = game, input = input, hold = hold, waits = waits, acts = acts, events = events, watches = watches, clock = clock,
    speed = Speed.new(), journal = journal, access = access, connections = connections, dispatcher = dispatcher, facts = facts, keys = keys,
    lifecycle = lifecycle, picture = picture, states = states, history = history, movies = movies, notes = notes,
    breakpoints = breakpoints, stop = stop, finish_with = function(run)
      frame_skip.must_check = true
      server:finish_with(run)
    end,
  })
  return {
    journal = journal, game = game, clock = clock, window = window, events = events, watches = watches, picture = picture,
    connections = connections, admission = admission, server = server, keys = keys, lifecycle = lifecycle, frame = frame,
    stopped = stopped,
  }
end

return Parts
end

package.preload["bridge.picture.drawing"] = function(...)
-- Decides which frames are drawn: in our own host, those that a client looks at.
local refuse = require("bridge.wire.refusal").refuse
local own_host = require("bridge.system.own_host")

local drawing = {}

-- is_drawn and span describe the next frame, is_missing the latest one; attention counts down frames.
local is_drawn, is_missing, span, attention = true, false, 0, 0

--- Has our own host draw frames or not; nil in other hosts.
local set_drawing = own_host.find("setDrawing")

-- For how many frames after a client has looked at the screen all are drawn, in the middle of steps and while the game runs freely. Where
-- quietFrames is missing, another script may look.
drawing.SPAN_IN_STEP, drawing.SPAN_IN_FREE_RUN = 60, own_host.find("quietFrames") and 600 or 0

--- Records that a client looks at the screen.
function drawing.look()
  attention = span
end

--- Returns whether the next frame is drawn.
---@return boolean
function drawing.is_on()
  return is_drawn
end

--- Returns whether the latest frame was not drawn.
---@return boolean
function drawing.is_missing()
  return is_missing
end

--- Returns whether a request that may take a picture has to wait for a frame that is drawn. While the game runs freely, a hold or an act
--- may begin in the next frame.
---@return boolean
function drawing.is_blind()
  return is_missing or not is_drawn and span == drawing.SPAN_IN_FREE_RUN
end

--- Refuses a picture if the latest frame was not drawn.
function drawing.check()
  if not is_missing then return end
  drawing.look()
  refuse("conflict", "The picture of this frame was not drawn, because its step had draw 0; the next step draws one.")
end

--- Gives pictures of what was drawn last, until the next frame. Called when the game stands within a frame.
function drawing.take_latest()
  is_missing = false
end

--- Counts emulated frames.
drawing.frames_seen = 0

--- Notes an emulated frame.
function drawing.begin_frame()
  drawing.frames_seen = drawing.frames_seen + 1
  is_missing = not is_drawn
end

--- Decides before each frame whether it is drawn. Our own host skips frames that no client sees, which saves a third of their time.
---@param frames integer for how many frames a look of a client counts; 0: the next frame is drawn in any case
---@param looks? boolean whether a client looks now
function drawing.prepare(frames, looks)
  if frames ~= span then span, attention = frames, 0 end
  if looks then attention = span end
  local draws = span == 0 or attention > 0
  if attention > 0 then attention = attention - 1 end
  if draws == is_drawn or not set_drawing then return end
  set_drawing(draws)
  is_drawn = draws
end

return drawing
end

package.preload["bridge.picture.picture"] = function(...)
-- The screen. mGBA gives pictures only as PNGs, in files or inside a save state that is itself one; our own host gives the pixels.
local refuse = require("bridge.wire.refusal").refuse
local drawing = require("bridge.picture.drawing")
local own_host = require("bridge.system.own_host")
local windows_paths = require("bridge.system.windows_paths")

local SIGNATURE = "\137PNG\r\n\26\n"
local SCREENSHOT = 1 -- C.SAVESTATE.SCREENSHOT

---@class bridge.Picture
---@field private instance string
---@field private path string|false|nil a file that can be written; false if none was found
local Picture = {}
Picture.__index = Picture

---@param instance string
---@return bridge.Picture
function Picture.new(instance)
  return setmetatable({ instance = instance }, Picture)
end

local function can_write(path)
  local file = io.open(path, "wb")
  if not file then return false end
  file:close()
  os.remove(path)
  return true
end

--- Returns the path of a file in a folder that is kept in memory, if there is one, else in the folder for temporary files.
---@private
---@return string|false
function Picture:find_path()
  local variables = { "XDG_RUNTIME_DIR", "TMPDIR", "TEMP", "TMP", "PUBLIC" }
  local folders = { "/dev/shm" }
  for _, variable in ipairs(variables) do folders[#folders + 1] = os.getenv(variable) end
  folders[#folders + 1] = "/tmp"
  for _, folder in ipairs(folders) do
    local path = ("%s/bridge-%s.png"):format(folder, self.instance)
    if folder ~= "" and not windows_paths.is_foreign(path) and can_write(path) then return path end
  end
  local ok, path = pcall(os.tmpname)
  return ok and can_write(path) and path or false
end

local function take_file(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local bytes = file:read("a")
  file:close()
  return bytes
end

--- Draws into the file. Where images exist (0.11), `screenshot` may crash a host without a screen.
local function draw(path)
  if not emu.screenshotToImage then return emu:screenshot(path) end
  local image = emu:screenshotToImage()
  if not image then refuse("unsupported", "This build of mGBA draws no picture.") end
  image:save(path)
end

---@private
function Picture:from_file()
  if self.path == nil then self.path = self:find_path() end
  if not self.path then return nil end
  local ok, problem = pcall(draw, self.path)
  local bytes = take_file(self.path)
  os.remove(self.path)
  if not ok then error(problem, 0) end
  return bytes
end

--- Returns the screen as a PNG.
---@return string png
---@return integer width
---@return integer height
function Picture:take()
  drawing.look()
  local png = self:from_file() or emu:saveStateBuffer(SCREENSHOT)
  if not png or png:sub(1, 8) ~= SIGNATURE or png:sub(13, 16) ~= "IHDR" then
    refuse("failed", "mGBA returned no picture.")
  end
  local width, height = string.unpack(">I4I4", png, 17)
  return png, width, height
end

---@return boolean can whether the pixels can come at another size
function Picture.can_resize()
  return own_host.find("resizedPicture") ~= nil
end

--- Returns the screen at another size: red, green and blue of each pixel from the top left, or its gray.
---@param width integer
---@param height integer
---@param gray boolean
---@return string pixels
---@return integer width of the game's picture
---@return integer height of the game's picture
function Picture.take_resized(width, height, gray)
  local take, width_of, height_of = own_host.find("resizedPicture"), own_host.find("pictureWidth"), own_host.find("pictureHeight")
  if not take then refuse("unsupported", "Only the emulator that comes with the bridge resizes pictures.") end
  drawing.look()
  return take(width, height, gray), width_of(), height_of()
end

---@return boolean can whether there are pixels without a PNG around them
function Picture.has_pixels()
  return own_host.find("picture") ~= nil
end

local function take_with(take)
  drawing.look()
  local pixels, width = take(), _host.pictureWidth()
  return pixels, width, #pixels // (4 * width)
end

--- Returns the screen as red, green, blue and an unused byte for each pixel, from the top left.
---@return string pixels
---@return integer width
---@return integer height
function Picture.take_pixels()
  local take = own_host.find("picture")
  if not take then refuse("unsupported", "Only the emulator that comes with the bridge returns pixels; screen.png works everywhere.") end
  return take_with(take)
end

--- Returns the same with the messages to the player over it. Only our own host draws them.
---@return string pixels
---@return integer width
---@return integer height
function Picture.take_shown()
  return take_with(_host.shownPicture)
end

return Picture
end

package.preload["bridge.picture.picture_look"] = function(...)
-- How conditions look at the picture: in our own host by a hash of its pixels, elsewhere by its PNG.
local drawing = require("bridge.picture.drawing")
local own_host = require("bridge.system.own_host")
local png = require("bridge.picture.png")

-- A picture's size where only the PNG tells it: the largest one.
local WIDTH_MAX, HEIGHT_MAX = 256, 224

---@class bridge.PictureLook
---@field look fun(x: integer, y: integer, width: integer, height: integer): string what is equal if the pixels are; for all: width 0
---@field width integer
---@field height integer
---@field has_pixels boolean whether a part can be looked at, and what `look` returns is the XXH64

local picture_look = {}

---@param picture bridge.Picture
---@return bridge.PictureLook
function picture_look.new(picture)
  local hash = own_host.find("pictureHash")
  if not hash then
    -- A PNG takes long, so all conditions of a wait share one a frame.
    local seen, seen_in
    local function look()
      if seen_in ~= drawing.frames_seen then seen, seen_in = png.pixels((picture:take())), drawing.frames_seen end
      return seen
    end
    return { look = look, width = WIDTH_MAX, height = HEIGHT_MAX, has_pixels = false }
  end
  return {
    look = function(x, y, width, height)
      drawing.check()
      drawing.look()
      return hash(x, y, width, height)
    end,
    width = own_host.find("pictureWidth")(), height = own_host.find("pictureHeight")(), has_pixels = true,
  }
end

return picture_look
end

package.preload["bridge.picture.png"] = function(...)
-- Reads and writes the chunks of a PNG (W3C PNG, 5 and 11.2) that has a save state: the machine in a chunk gbAs, attachments in chunks
-- gbAx. libpng ignores damaged ones silently, so checksums are verified here. Pure.
local SIGNATURE = "\137PNG\r\n\26\n"
local AROUND = 12 -- bytes of a chunk besides its data: length, type, checksum
local MAX_PIXELS = 1024

local byte, pack, unpack = string.byte, string.pack, string.unpack

local png = {}

---@return boolean
function png.is_png(bytes)
  return bytes:sub(1, #SIGNATURE) == SIGNATURE
end

local CRC = {}
for n = 0, 255 do
  local value = n
  for _ = 1, 8 do value = value & 1 == 1 and 0xEDB88320 ~ value >> 1 or value >> 1 end
  CRC[n] = value
end

---@param bytes string
---@param first integer
---@param last integer
---@return integer
local function checksum(bytes, first, last)
  local value = 0xFFFFFFFF
  local position = first
  while position + 7 <= last do
    local a, b, c, d, e, f, g, h = byte(bytes, position, position + 7)
    value = CRC[(value ~ a) & 255] ~ value >> 8
    value = CRC[(value ~ b) & 255] ~ value >> 8
    value = CRC[(value ~ c) & 255] ~ value >> 8
    value = CRC[(value ~ d) & 255] ~ value >> 8
    value = CRC[(value ~ e) & 255] ~ value >> 8
    value = CRC[(value ~ f) & 255] ~ value >> 8
    value = CRC[(value ~ g) & 255] ~ value >> 8
    value = CRC[(value ~ h) & 255] ~ value >> 8
    position = position + 8
  end
  for i = position, last do value = CRC[(value ~ byte(bytes, i)) & 255] ~ value >> 8 end
  return value ~ 0xFFFFFFFF
end

--- mGBA reads only RGB with 8 bits a channel, not interlaced.
local function is_readable(header)
  if #header ~= 13 then return false end
  local width, height, depth, colour, compression, filter, interlace = unpack(">I4I4BBBBB", header)
  return width > 0 and width <= MAX_PIXELS and height > 0 and height <= MAX_PIXELS
    and depth == 8 and colour == 2 and compression + filter + interlace == 0
end

--- Returns the compressed pixels, which are equal for equal pictures.
---@param bytes string
---@return string
function png.pixels(bytes)
  local first, position = nil, #SIGNATURE + 1
  while position + AROUND - 1 <= #bytes do
    local length, kind = unpack(">I4c4", bytes, position)
    if kind == "IDAT" then
      first = first or position
    elseif first then
      break
    end
    position = position + AROUND + length
  end
  return first and bytes:sub(first, position - 1) or bytes
end

--- Adds a chunk at the end.
local function with_chunk(bytes, kind, data)
  local last = #bytes - AROUND
  local checked = kind .. data
  return bytes:sub(1, last) .. pack(">I4", #data) .. checked .. pack(">I4", checksum(checked, 1, #checked)) .. bytes:sub(last + 1)
end

--- Adds a text chunk (W3C PNG, 11.3.3.2) at the end.
---@param bytes string a PNG
---@param keyword string
---@param text string
---@return string
function png.with_text(bytes, keyword, text)
  return with_chunk(bytes, "tEXt", keyword .. "\0" .. text)
end

--- Adds an attachment of a state at the end.
---@param bytes string a PNG
---@param tag integer
---@param size integer of the unpacked bytes
---@param packed string
---@return string
function png.with_attachment(bytes, tag, size, packed)
  return with_chunk(bytes, "gbAx", pack("<I4I4", tag, size) .. packed)
end

--- Removes the attachments from a PNG state, and verifies the rest.
---@param bytes string
---@return string? state
---@return string? problem the rest of a sentence
function png.without_attachments(bytes)
  local kept, position, kind, machines = { SIGNATURE }, #SIGNATURE + 1, nil, 0
  repeat
    if position + AROUND - 1 > #bytes then return nil, "it is cut off" end
    local length = unpack(">I4", bytes, position)
    local last = position + AROUND + length - 1
    if last > #bytes then return nil, "it is cut off" end
    local first_chunk = not kind
    kind = bytes:sub(position + 4, position + 7)
    if unpack(">I4", bytes, last - 3) ~= checksum(bytes, position + 4, last - 4) then return nil, "it is damaged" end
    if first_chunk and (kind ~= "IHDR" or not is_readable(bytes:sub(position + 8, last - 4))) then
      return nil, "not one of mGBA's"
    end
    if kind == "gbAs" then machines = machines + 1 end
    if kind ~= "gbAx" then kept[#kept + 1] = bytes:sub(position, last) end
    position = last + 1
  until kind == "IEND"
  if position <= #bytes then return nil, "something follows its end" end
  if machines ~= 1 then return nil, "no state is in it" end
  return table.concat(kept)
end

return png
end

package.preload["bridge.serving.busy_poll"] = function(...)
-- Busy-polls for back-to-back clients before the script sleeps, because waking a sleeping processor takes longer than a whole request.
local Dispatcher = require("bridge.serving.dispatcher")
local wall_clock = require("bridge.system.wall_clock")

local QUICK = 300 -- microseconds at most from one request to the next
local LOOKS = 100 -- about as many microseconds, and several times that on Windows
local MAX_TIME = 1000 -- microseconds by the wall clock, where there is one
local FEW = 2 -- requests

---@class bridge.BusyPoll
---@field private yield? fun(times: integer): boolean yields the processor to other programs; returns false if there is no time for it
---@field private quick integer microseconds at most from one request to the next
---@field private looks integer polls at most
---@field private now fun(): integer? microseconds of some clock
---@field private one bridge.Connection[]
---@field private asked integer the clock at the latest request
---@field private is_worthwhile boolean
local BusyPoll = {}
BusyPoll.__index = BusyPoll

---@param yield? fun(times: integer): boolean
---@param quick? integer microseconds at most from one request to the next
---@param now? fun(): integer microseconds of a precise clock, which then limits a poll instead of the number of looks
---@return bridge.BusyPoll
function BusyPoll.new(yield, quick, now)
  return setmetatable({
    yield = yield, quick = quick or QUICK, now = now or wall_clock.now, looks = now and math.maxinteger or LOOKS, one = {}, asked = 0,
    is_worthwhile = false,
  }, BusyPoll)
end

--- Records a pass that has answered requests.
---@param now integer the clock then, which only requests move
---@param cost integer of the pass
function BusyPoll:served(now, cost)
  -- After more requests at once no processor sleeps, because other programs have work for it, so a poll would only take time from them.
  -- Where the script can't yield, a second client would wait for the processor.
  local few = self.yield and FEW or 1
  self.is_worthwhile = now > self.asked and now - self.asked < self.quick and cost <= few * Dispatcher.COST
  self.asked = now
end

--- Polls several connections until one of them is readable.
---@param list bridge.Connection[]
---@return bridge.Connection? readable
function BusyPoll:find(list)
  if not self.is_worthwhile then return nil end
  local yield, clock, count = self.yield, self.now, #list
  local began = clock()
  for _ = 1, self.looks do
    for i = 1, count do
      if list[i]:wait(0) then return list[i] end
    end
    if yield and not yield(1) then break end
    if began and (clock() or 0) - began > MAX_TIME then break end
  end
  self.is_worthwhile = false
  return nil
end

---@param connection bridge.Connection
---@return boolean readable
function BusyPoll:finds(connection)
  if not self.is_worthwhile then return false end
  self.one[1] = connection
  return self:find(self.one) ~= nil
end

return BusyPoll
end

package.preload["bridge.serving.clock"] = function(...)
-- A monotonic clock made from the timestamps in requests, because Lua inside mGBA has none. Pure. Each client's clock gets an offset
-- at its first timestamp, and a new one if it is too far off for queueing to explain, as after a pause of the machine.
local LEAP = 1000000
local LAG = 100000

---@class bridge.Clock
---@field now integer microseconds, never goes back
---@field breaks integer how often an offset was set, so that some time was not measured
---@field usable boolean whether the latest request had a timestamp
local Clock = {}
Clock.__index = Clock

---@return bridge.Clock
function Clock.new()
  return setmetatable({ now = 0, usable = false, breaks = 0 }, Clock)
end

--- Advances the clock to a timestamp.
---@param source table the client; keeps `clock_offset`
---@param stamp integer
function Clock:observe(source, stamp)
  self.usable = stamp > 0
  if not self.usable then return end
  local offset = source.clock_offset
  local now = offset and stamp + offset or self.now
  if now > self.now + LEAP or now < self.now - LAG then
    now = self.now
    offset = nil
  end
  if not offset then
    source.clock_offset = now - stamp
    self.breaks = self.breaks + 1
  end
  if now > self.now then self.now = now end
end

return Clock
end

package.preload["bridge.serving.dispatcher"] = function(...)
-- Runs requests. Every request with an id other than 0 gets exactly one reply, even if its command throws.
local limits = require("bridge.wire.limits")
local escaping = require("bridge.wire.escaping")
local drawing = require("bridge.picture.drawing")
local is_refusal = require("bridge.wire.refusal").is_refusal

-- Requests without a reply have id 0, written with any number of digits.
local UNANSWERED = {}
for digits = 1, limits.id_digits do UNANSWERED[("0"):rep(digits)] = true end

---@class bridge.Command
---@field run fun(request: bridge.Request): string|table|nil, string|integer|nil  arguments and payload of the reply
---@field arguments integer number of required ones
---@field optional integer? number of optional ones
---@field payload boolean? whether it takes a payload
---@field game boolean? whether it needs a game
---@field needs string? the capability that it needs
---@field quiet boolean? whether it only maintains the connection and is not counted
---@field cost integer? microseconds beyond the basic cost of a request
---@field cost_of_kib integer? microseconds for each KiB of payload, in either direction
---@field cost_of? fun(request: bridge.Request): integer the cost, if it depends on the request
---@field is_long? fun(request: bridge.Request): boolean whether it may take milliseconds
---@field needs_picture? fun(request: bridge.Request): boolean whether it may take a picture, now or in its first frames

---@class bridge.Dispatcher
---@field received integer requests since the script was loaded, without quiet ones
---@field cancelled integer how many of these were cancelled before they began
---@field is_blind boolean? whether requests that may take a picture have to wait for a frame that is drawn
---@field private commands table<string, bridge.Command>
---@field private game bridge.Game
---@field stop bridge.Stop
---@field private journal bridge.Journal
local Dispatcher = {}
Dispatcher.__index = Dispatcher

--- Returned, with an optional extra cost, by a command that replies later.
Dispatcher.LATER = {}
--- Returned, with the cost, by a command that continues in a later turn; `request.progress` keeps its state.
Dispatcher.UNFINISHED = {}

local LATER, UNFINISHED = Dispatcher.LATER, Dispatcher.UNFINISHED

-- Microseconds, measured on an ordinary machine.
local COST, COST_OF_KIB = 8, 2
Dispatcher.COST, Dispatcher.COST_OF_KIB = COST, COST_OF_KIB

---@return bridge.Dispatcher
---@param stop bridge.Stop
function Dispatcher.new(commands, game, journal, stop)
  return setmetatable({ commands = commands, game = game, journal = journal, stop = stop, received = 0, cancelled = 0 }, Dispatcher)
end

--- Returns whether a request gets a reply.
---@param request bridge.Request
---@return boolean
function Dispatcher.is_answered(request)
  return not UNANSWERED[request.id]
end

--- Sends the reply, unless the id is 0.
---@param request bridge.Request
---@param status string
---@param arguments? string
---@param payload? string
function Dispatcher:reply(request, status, arguments, payload)
  local id = request.id
  if UNANSWERED[id] then return end
  request.connection:send(id, status, self.game.frame_text, arguments, payload)
end

--- Sends an error reply.
---@param argument? string
---@param ran? integer
function Dispatcher:refuse(request, status, sentence, argument, ran)
  local arguments = argument and escaping.encode(argument)
  self:reply(request, status, ran and arguments .. " " .. ran or arguments, sentence)
end

--- Turns an error of a command into an error reply.
---@return { status: string, sentence: string, argument: string?, ran: integer?, traceback: string? }
function Dispatcher.on_error(problem)
  if is_refusal(problem) then return problem end
  return { status = "internal", sentence = tostring(problem), traceback = debug.traceback(tostring(problem), 2) }
end

--- Whether a request may take milliseconds, so that it should begin only when there is time.
---@param request bridge.Request
---@return boolean
function Dispatcher:is_long(request)
  local command = self.commands[request.word]
  return command ~= nil and command.is_long ~= nil and command.is_long(request)
end

---@param word string
---@return bridge.Command?
function Dispatcher:find(word)
  return self.commands[word]
end

--- Returns why the number of arguments or the payload of a request is invalid.
---@param request bridge.Message
---@param command bridge.Command
---@return string? sentence
function Dispatcher.shape_problem(request, command)
  local takes, given = command.arguments, #request.arguments
  if given ~= takes then
    local max = takes + (command.optional or 0)
    if given < takes or given > max then
      return ("%s takes %s arguments; got %d."):format(request.word, max > takes and takes .. " to " .. max or takes, given)
    end
  end
  if request.payload ~= "" and not command.payload then
    return ("%s takes no payload; got %d bytes."):format(request.word, #request.payload)
  end
end

local on_error, shape_problem = Dispatcher.on_error, Dispatcher.shape_problem

--- Returns the command of a request, or refuses the request.
---@private
---@return bridge.Command?
function Dispatcher:command_for(request)
  if request.cancelled then
    self.cancelled = self.cancelled + 1
    self:refuse(request, "cancelled", "The command was cancelled before it began.")
    return nil
  end
  local command = self.commands[request.word]
  if not command then
    self:refuse(request, "unknown-command", ("Unknown command %s."):format(request.word))
    return nil
  end
  local problem = shape_problem(request, command)
  if problem then
    self:refuse(request, "bad-request", problem)
    return nil
  end
  if command.game and not self.game.loaded then
    if request.progress then
      self:refuse(request, "interrupted", "The game was closed while the command ran.")
    else
      self:refuse(request, "no-game", "No game is loaded in mGBA.")
    end
    return nil
  end
  local objection, left = self.stop:objection(request.word)
  if objection then
    self:refuse(request, "held", objection, left)
    return nil
  end
  local lack = command.needs and self.game:lack(command.needs)
  if lack then
    self:refuse(request, "unsupported", lack)
    return nil
  end
  return command
end

--- Runs a request, or the next part of it.
---@param request bridge.Request
---@return integer cost microseconds; 0: it waits for a frame that is drawn
---@return boolean finished
---@return boolean kept whether the request's table is still in use
function Dispatcher:run(request)
  local command, begun = self:command_for(request), request.progress
  if self.is_blind and command and command.needs_picture and command.needs_picture(request) then
    drawing.look() -- has the next frame drawn
    return 0, false, true
  end
  if not (begun or command and command.quiet) then self.received = self.received + 1 end
  if not command then return COST, true, true end
  local connection = request.connection
  local unsent = connection.unsent
  local ok, arguments, payload = xpcall(command.run, on_error, request)
  if ok then
    if arguments == UNFINISHED then return COST + payload, false, true end
    if arguments == LATER then return COST + (payload or 0), true, true end
    self:reply(request, "ok", arguments, payload)
  else
    local problem = arguments
    self:refuse(request, problem.status, problem.sentence, problem.argument, problem.ran)
    if problem.traceback then self.journal:fault(problem.traceback) end
  end
  local cost, progress = COST + (command.cost or 0), request.progress
  if command.cost_of then cost = cost + command.cost_of(request) end
  local bytes = connection.unsent - unsent + #request.payload
  -- The parts of a long command have been counted already.
  if bytes > 512 and not progress then cost = cost + bytes * (command.cost_of_kib or COST_OF_KIB) // 1024 end
  return cost, true, (progress or request.plan) ~= nil
end

return Dispatcher
end

package.preload["bridge.serving.pace"] = function(...)
-- Measures whether the game keeps its speed, by the bridge's clock, and decides how much of its budget the window may use. Pure.
--
-- A speed is measured over five seconds. Periods without a window give the game's own speed. If a period is 1 % slower, or 2 % in a
-- mode that allows it, the window shrinks by an eighth or to half. It grows again after fast periods, and beyond its first size
-- where the game loses no speed.
local PERIOD = 5000000 -- microseconds
-- Microseconds: a larger step of the clock means a pause, or that no bridge was connected.
local MAX_STEP = 600000

local NATIVE = 59.7275
-- mGBA's window runs at 60. A faster game is in fast-forward, which is no speed to keep.
local MAX_SPEED = 60
local ENOUGH = 0.99
-- From this share of the speed on, the window is at most half a millisecond too long, so it shrinks only by an eighth.
local NEARLY_ENOUGH = 0.97
-- From this share of the speed on, the game loses nothing that five seconds could show.
local NO_LOSS = 0.997

local MIN_SCALE = 1 / 16
local SMALL_STEP, STEP = 1 / 8, 1 / 4
-- Good periods until the window may grow: twice as many each time that it grew too early.
local PATIENCE, MAX_PATIENCE = 2, 64

---@class bridge.Pace
---@field scale number how much of its budget the window may use, from 1/16
---@field private max_scale number 1 or more
---@field private enough number the share of `speed` that must be kept
---@field private trust integer fast periods in a row before the window may grow beyond its first size
---@field private speed number frames a second that the game should keep
---@field private began integer the clock when this period began
---@field private breaks integer? of the clock then
---@field private latest integer
---@field private frames integer in this period
---@field private windows integer in this period
---@field private good integer periods that were fast enough, in a row
---@field private patience integer
---@field private grew boolean whether the window grew after the last period
local Pace = {}
Pace.__index = Pace

---@param max_scale? number default 1
---@param enough? number the share of the game's speed that must be kept; default 0.99
---@return bridge.Pace
function Pace.new(max_scale, enough)
  return setmetatable({
    max_scale = max_scale or 1, enough = enough or ENOUGH, trust = PATIENCE,
    scale = 1, speed = NATIVE, began = 0, latest = 0, frames = 0, windows = 0, good = 0, patience = PATIENCE, grew = false,
  }, Pace)
end

---@private
function Pace:begin(now)
  self.began, self.frames, self.windows = now, 0, 0
end

---@private
function Pace:shrink(speed)
  if self.scale <= MIN_SCALE then
    self.speed = speed -- this game is so slow with almost no window
    return
  end
  if self.grew then self.patience = math.min(2 * self.patience, MAX_PATIENCE) end
  local scale = math.min(self.scale, 1)
  local nearly = speed >= self.speed * NEARLY_ENOUGH
  self.scale, self.good = math.max(nearly and scale - SMALL_STEP or scale / 2, MIN_SCALE), 0
end

--- Widens a window that has its first size or more.
---@private
---@param all_kept boolean whether the game has lost nothing
function Pace:widen(all_kept)
  if not all_kept then
    if self.scale > 1 then self.trust = math.min(2 * self.trust, MAX_PATIENCE) end
    self.scale, self.good = 1, 0
  elseif self.good >= self.trust then
    self.scale = self.max_scale
  end
end

---@private
function Pace:adjust(speed)
  if self.windows == 0 then
    self.speed = math.min(speed, MAX_SPEED)
    return
  end
  if speed < self.speed * self.enough then
    self:shrink(speed)
    self.grew = false
    return
  end
  self.good, self.grew = self.good + 1, false
  if self.scale >= 1 then
    self.patience = PATIENCE
    self:widen(speed >= self.speed * NO_LOSS)
  elseif self.good >= self.patience then
    self.scale, self.good, self.grew = math.min(self.scale * 2, self.scale + STEP, 1), 0, true
  end
end

--- Begins a new period after the game stood still on purpose.
---@param clock bridge.Clock
function Pace:forget(clock)
  self.latest = clock.now
  self:begin(clock.now)
end

--- Counts an emulated frame.
---@param clock bridge.Clock
---@param with_window boolean whether this frame had one
function Pace:frame(clock, with_window)
  local now, before = clock.now, self.latest
  self.frames = self.frames + 1
  if with_window then self.windows = self.windows + 1 end
  if now == before then return end -- it has not moved
  self.latest = now
  if clock.breaks ~= self.breaks or now - before > MAX_STEP then
    self.breaks = clock.breaks
    self:begin(now)
  elseif now - self.began >= PERIOD then
    self:adjust(self.frames * 1000000 / (now - self.began))
    self:begin(now)
  end
end

return Pace
end

package.preload["bridge.serving.readiness"] = function(...)
-- Waits until a connection can be read, or until a client connects.
local wall_clock = require("bridge.system.wall_clock")

-- Milliseconds of a wait while the game stands still, where all sockets end it.
local A_FRAME = 16

---@class bridge.Readiness
---@field private connections bridge.Connections
---@field private admission bridge.Admission
---@field private wait_time bridge.WaitTime measures waits in which nothing arrived
---@field private wait_for_data? fun(milliseconds: integer): boolean waits for all sockets at once
---@field private glances integer index of the connection polled last
local Readiness = {}
Readiness.__index = Readiness

---@param connections bridge.Connections
---@param admission bridge.Admission
---@param wait_time bridge.WaitTime
---@param wait_for_data? fun(milliseconds: integer): boolean
---@return bridge.Readiness
function Readiness.new(connections, admission, wait_time, wait_for_data)
  return setmetatable({
    connections = connections, admission = admission, wait_time = wait_time, wait_for_data = wait_for_data, glances = 0,
  }, Readiness)
end

--- Waits up to a millisecond for the connection that sent last.
---@param busy_poll? bridge.BusyPoll
---@param window? bridge.Window that must have time for the wait
---@return bridge.Connection? readable
---@return boolean waited false: there is no connection to wait for, or no time
function Readiness:wait(busy_poll, window)
  local active = self.connections.active
  if not active or active.gone or not active:has_room() then return nil, false end
  if busy_poll and busy_poll:finds(active) then return active, true end
  if window and not window:may_wait() then return nil, false end
  local began = wall_clock.now()
  if active:wait(1) then return active, true end
  self.wait_time:learn(began)
  return nil, true
end

--- Waits for all connections at once, and for new ones, if the host can do that.
---@private
---@param milliseconds integer
---@return bridge.Connection? readable
---@return boolean waited false: the host can't, or what can be read now must not be read
function Readiness:wait_for_all(milliseconds)
  if not self.wait_for_data or self.connections:has_unsent() then return nil, false end
  if not self.wait_for_data(milliseconds) then return nil, true end
  local list = self.connections.list
  for i = 1, #list do
    local connection = list[i]
    if connection:has_room() and connection:wait(0) then return connection, true end
  end
  self.admission:accept()
  return nil, false
end

--- Waits for a connection: the full time for a single one, or if the host waits for all, else a millisecond for the one that sent last.
---@param milliseconds integer
---@param busy_poll? bridge.BusyPoll
---@return bridge.Connection? readable
---@return boolean waited false: the connection has no room for requests
function Readiness:wait_for_any(milliseconds, busy_poll)
  local connections = self.connections
  local list = connections.list
  local connection = connections.active or list[1]
  if not connection then
    self.admission:wait(milliseconds)
    return nil, true
  end
  if not connection:has_room() then return nil, false end
  if busy_poll and busy_poll:finds(connection) then return connection, true end
  if #list > 1 then
    local readable, waited = self:wait_for_all(milliseconds)
    if waited then return readable, true end
  end
  if #list > 1 or connection.unsent > 0 then milliseconds = 1 end
  return connection:wait(milliseconds) and connection or nil, true
end

--- Returns the connection over which the next request probably comes. A bridge sends steps over one and asks for pictures over another,
--- so a client that does both in turn is heard alternately.
---@private
---@return bridge.Connection?
function Readiness:expected()
  local active = self.connections.active
  local following = active and active.followed_by
  if following and not following.gone and following:has_room() then return following end
  return active or self.connections.list[1]
end

--- Waits for a connection, or else for a new one, while the game stands still: up to a frame if the host waits for all of them, else up
--- to a millisecond.
---@param busy_poll bridge.BusyPoll
---@return bridge.Connection? readable
---@return integer? microseconds that the wait took without one
function Readiness:wait_standing(busy_poll)
  local found = busy_poll:find(self.connections.list)
  if found and found:has_room() then return found end
  local readable, waited = self:wait_for_all(A_FRAME)
  if waited then return readable, not readable and 1000 * A_FRAME or nil end
  local began, connection = wall_clock.now(), self:expected()
  local waits = connection ~= nil and connection:has_room()
  if waits and connection:wait(1) then return connection end
  if not waits then self.admission:wait(1) end
  self.wait_time:learn(began)
  return nil, self.wait_time.latest
end

--- Polls one connection, the next one each time. Cheap enough to be called a thousand times a second.
---@return bridge.Connection? readable
function Readiness:glance()
  local list = self.connections.list
  local glances = self.glances % #list + 1
  self.glances = glances
  local connection = list[glances]
  return connection:wait(0) and connection or nil
end

return Readiness
end

package.preload["bridge.serving.round_robin"] = function(...)
-- Deficit round robin: the connections share the budget of a pass in small turns, so that one connection's flood or large replies
-- don't delay the others. A connection whose request costs more than a turn skips as many turns. Pure.
local limits = require("bridge.wire.limits")

local TURN = limits.turn_cost

local round_robin = {}

---@class bridge.Queue
---@field credit integer microseconds that its next turn may cost beyond an ordinary one; negative: debt of an earlier turn

--- Gives each queue its turn until none has work, or until the budget is used up.
---@generic Q: bridge.Queue
---@param queues Q[]
---@param last integer index of the queue that had the latest turn
---@param budget integer microseconds
---@param run fun(queue: Q, max_cost: integer): integer? returns the cost; nil when the queue has no work
---@param is_over fun(spent: integer): boolean called after each turn
---@return integer last
---@return integer spent
function round_robin.run(queues, last, budget, run, is_over)
  local count, spent, nothing = #queues, 0, 0
  while nothing < count and spent < budget do
    last = last % count + 1
    local queue = queues[last]
    -- Turns can't be saved up.
    local credit = queue.credit + TURN
    if credit > TURN then credit = TURN end
    if credit > 0 then
      local cost = run(queue, credit < budget - spent and credit or budget - spent)
      if cost then
        spent, credit, nothing = spent + cost, credit - cost, 0
        if is_over(spent) then
          queue.credit = credit
          break
        end
      else
        credit, nothing = 0, nothing + 1
      end
    else
      nothing = 0
    end
    queue.credit = credit
  end
  return last, spent
end

return round_robin
end

package.preload["bridge.serving.server"] = function(...)
-- Runs a pass: reads everything that has arrived, runs it, and answers each connection with one send.
local limits = require("bridge.wire.limits")
local round_robin = require("bridge.serving.round_robin")
local drawing = require("bridge.picture.drawing")

local GREETING_COST = 100
-- Microseconds: with less time left, commands that may take milliseconds don't begin.
local TIME_FOR_LONG = 4000
-- Microseconds until quiet connections are polled again.
local SWEEP = 500
local TURN = limits.turn_cost

---@class bridge.Server
---@field quiet_frames integer frames without a request
---@field private last fun()? the call that ends this pass
---@field cost integer of the latest pass, in microseconds
---@field pass_cost integer what a pass may cost
---@field stands boolean? whether the game stands still, so that no next frame comes
---@field private connections bridge.Connections
---@field private admission bridge.Admission
---@field private dispatcher bridge.Dispatcher
---@field private turn integer index of the connection that had the latest turn
---@field private swept integer when all connections were polled
local Server = {}
Server.__index = Server

---@param connections bridge.Connections
---@param admission bridge.Admission
---@param dispatcher bridge.Dispatcher
---@return bridge.Server
function Server.new(connections, admission, dispatcher)
  local self = setmetatable({
    connections = connections, admission = admission, dispatcher = dispatcher, quiet_frames = math.huge, turn = 0, swept = 0,
    cost = 0, pass_cost = limits.pass_cost,
  }, Server)
  self.run_turn = function(connection, max_cost)
    local cost = self:run(connection, max_cost)
    -- Before the next turn, which may be long.
    if self.sends_each_turn and connection.unsent > 0 and not connection.gone then connection:flush() end
    return cost
  end
  return self
end

--- Ends the pass with this call, which may take mGBA's context away.
---@param run fun()
function Server:finish_with(run)
  self.last = run
end

--- Runs queued requests of a connection up to a cost.
---@private
---@param connection bridge.Connection
---@param max_cost integer microseconds
---@return integer? cost nil when nothing could run
function Server:run(connection, max_cost)
  local dispatcher, cost = self.dispatcher, 0
  local next_request, run_request, finish = connection.next_request, dispatcher.run, connection.finish
  local in_a_hurry = self.in_a_hurry
  while cost < max_cost and not (self.last or connection.refused or connection.gone) do
    local request = next_request(connection)
    if not request then break end
    if not connection.client then
      self.admission.greeter:greet(connection, request)
      finish(connection, false)
      cost = cost + GREETING_COST
    elseif in_a_hurry and dispatcher:is_long(request) then
      self.postponed = true
      break
    else
      local of_this, finished, kept = run_request(dispatcher, request)
      if finished then
        finish(connection, kept)
      elseif of_this == 0 then
        self.postponed = true
        break
      end
      cost = cost + of_this
    end
  end
  return cost > 0 and cost or nil
end

--- Reads what has arrived: from the readable connection, from recently active ones, and from all if asked.
---@private
---@param readable? bridge.Connection
---@param all boolean
---@param except? bridge.Connection one to skip
function Server:receive(readable, all, except)
  local connections, cancels = self.connections, false
  local list = connections.list
  for i = 1, #list do
    local connection = list[i]
    if connection ~= except and (connection == readable or all or connection:is_lively()) then
      connection:receive(connection == readable)
      if connection.busy_messages > 0 then
        connection.busy_messages = 0
        if connections.active then connections.active.followed_by = connection end
        connections.active, self.quiet_frames = connection, 0
      end
      if connection.problem then self.admission:break_off(connection) end
      if connection.gone then connections.dropped = true end
      cancels = cancels or connection.cancels
    end
  end
  if not cancels then return end
  for i = 1, #list do list[i]:apply_cancels() end
end

--- Returns the connection if only one has requests: round robin would cost as much as a request.
---@private
---@return bridge.Connection?
function Server:alone()
  local list, alone = self.connections.list, nil
  for i = 1, #list do
    local connection = list[i]
    if connection.first <= connection.last then
      if alone then return nil end
      alone = connection
    end
  end
  return alone
end

local function never() return false end

--- Runs one pass.
---@param left integer microseconds left
---@param readable? bridge.Connection one that select has reported as readable
---@param all boolean whether to poll every connection
---@param is_over? fun(spent: integer): boolean
---@param before_sending? fun(is_last: boolean) called with whether a call ends the pass
---@return boolean more whether there is work for the next pass
---@return boolean over whether mGBA may not be called any more
function Server:pass(left, readable, all, is_over, before_sending)
  self.postponed, self.in_a_hurry = nil, left < TIME_FOR_LONG
  self.sends_each_turn = not before_sending
  self.dispatcher.is_blind = not self.stands and drawing.is_blind()
  local budget = math.min(left, self.pass_cost)
  self:receive(readable, all and not readable)
  local connections = self.connections
  local list, alone = connections.list, self:alone()
  local cost = alone and self:run(alone, budget < TURN and budget or TURN) or 0
  -- After a long request, the others' turns come first.
  if alone then alone.credit = TURN - cost end
  if not alone or alone.first <= alone.last then
    local spent
    self.turn, spent = round_robin.run(list, self.turn, budget - cost, self.run_turn, is_over or never)
    cost = cost + spent
  end
  self.cost = cost
  if before_sending then before_sending(self.last ~= nil) end
  for i = 1, #list do
    local connection = list[i]
    if (connection.unsent > 0 or connection.notice_bytes > 0) and not connection.gone then connection:flush() end
    if connection.gone or connection.refused then connections.dropped = true end
  end
  if connections.dropped then connections:drop() end
  -- The others are polled after the replies are sent; their requests run in the next pass.
  if readable and all then self:receive(nil, true, readable) end
  local more, last = not self.postponed and connections:has_work(), self.last
  if not last then return more, false end
  self.last = nil
  last()
  return more, true
end

--- Whether all connections should be polled again.
---@param now integer microseconds of any clock
---@return boolean
function Server:sweeps(now)
  local since = now - self.swept
  if since >= 0 and since < SWEEP then return false end
  self.swept = now
  return true
end

--- Called once each emulated frame.
function Server:frame()
  self.quiet_frames = self.quiet_frames + 1
  self.admission:frame()
end

return Server
end

package.preload["bridge.serving.serving"] = function(...)
-- Serves requests beyond the one pass of each frame: in the frame's window, or while the host waits for the next frame.
local limits = require("bridge.wire.limits")
local Dispatcher = require("bridge.serving.dispatcher")

local FRAMES_OF_INTEREST = 120
-- One yield is often not enough, because other programs that spin also yield at once.
local YIELDS = 3

---@class bridge.ServingParts
---@field server bridge.Server
---@field connections bridge.Connections
---@field readiness bridge.Readiness
---@field clock bridge.Clock
---@field window bridge.Window
---@field pace bridge.Pace
---@field usage bridge.Usage
---@field watches bridge.Watches
---@field hold bridge.Hold
---@field host bridge.Host
---@field busy_poll bridge.BusyPoll

---@class bridge.Serving: bridge.ServingParts
---@field work_left boolean whether the latest pass left work that can run at once
---@field private idle_is_over fun(): boolean
local Serving = {}
Serving.__index = Serving

---@param parts bridge.ServingParts becomes the object
---@return bridge.Serving
function Serving.new(parts)
  local self = setmetatable(parts, Serving) --[[@as bridge.Serving]]
  local idle_left = self.host.idle_left
  self.work_left = false
  self.idle_is_over = function() return idle_left() <= 0 end
  return self
end

---@private
---@param more boolean whether there is work that can run at once
---@return integer cost of what was served in this frame
function Serving:serve_window(more)
  local window, server, readiness, clock = self.window, self.server, self.readiness, self.clock
  -- In fast-forward mGBA's other threads make better use of the processor.
  local busy_poll = not window.fast and self.busy_poll or nil
  local cost = server.cost
  while not window:is_over() do
    local at_once, readable, waited, over = more
    if not at_once then
      readable, waited = readiness:wait(busy_poll, window)
      if not waited then return cost end
      if not readable then window:waited() end
    end
    local all = not (readable or at_once) or not clock.usable or server:sweeps(clock.now)
    more, over = server:pass(window:left(), readable, all)
    cost = cost + server.cost
    if readable or at_once then window:served(clock.now, server.cost, at_once) end
    if readable and busy_poll then busy_poll:served(clock.now, server.cost) end
    if over or self.hold.lease then return cost end
  end
  return cost
end

--- Uses the rest of a frame where the host doesn't call `idle` while it waits for the next one.
---@param more boolean whether the pass has left work
---@param over boolean whether nothing further may be called
function Serving:use_frame(more, over)
  local window, usage, server, clock, pace = self.window, self.usage, self.server, self.clock, self.pace
  local budget = window.budget
  if over then
    pace:frame(clock, true)
    usage:add(budget, budget)
    return
  end
  local plan = window:plan(clock, server.quiet_frames)
  pace:frame(clock, plan == "window")
  if plan == "window" then
    window:open(clock.now, server.cost + self.watches.totals.cost, pace.scale)
    server.pass_cost = limits.window_cost
    usage:add(self:serve_window(more), budget)
    server.pass_cost = limits.pass_cost
  elseif more then
    usage:add(budget, budget)
  elseif plan == "glance" then
    local readable = self.readiness:wait()
    if readable then server:pass(limits.pass_cost, readable, false) end
  elseif server.quiet_frames > 0 then
    usage:add(0, budget)
  end
end

--- Waits until a request or a client arrives.
---@private
---@return boolean ready false when there is nothing to do
---@return bridge.Connection? readable
function Serving:wait_in_idle()
  local readiness = self.readiness
  local readable, waited = readiness:wait_for_any(self.host.idle_wait, self.busy_poll)
  if readable or not waited then return true, readable end
  if #self.connections.list < 2 then return false end
  if self.server.quiet_frames < FRAMES_OF_INTEREST then return true end
  readable = readiness:glance()
  return readable ~= nil, readable
end

--- Serves once while the host waits for the next frame. The host calls it repeatedly until then.
function Serving:idle()
  local host, server, usage = self.host, self.server, self.usage
  local idle_left = host.idle_left
  host.calls_idle, server.pass_cost = true, limits.idle_cost
  if usage.is_sampling then usage:enter(idle_left()) end
  local ready, readable = true, nil
  if not self.work_left then ready, readable = self:wait_in_idle() end
  if not ready then return end
  -- After a pass with several requests more are about to arrive, and serving them together takes less time.
  local yield = host.yield
  if readable and yield and server.cost > Dispatcher.COST then yield(YIELDS) end
  local left = idle_left()
  if left <= 0 then return end
  if usage.is_sampling then usage:begin(left) end
  local all = not readable or server:sweeps(-left)
  self.work_left = server:pass(left, readable, all, self.idle_is_over)
  if readable then self.busy_poll:served(self.clock.now, server.cost) end
end

return Serving
end

package.preload["bridge.serving.standing"] = function(...)
-- Serves requests while the game stands still, inside a frame: runs passes, with waits in between.
local limits = require("bridge.wire.limits")

-- Microseconds of waits after which the work of a frame is done, although the game stands still.
local A_FRAME = 16000
-- Microseconds that a pass with data counts as.
local A_WAIT = 1000

---@class bridge.StandingParts
---@field server bridge.Server
---@field connections bridge.Connections
---@field readiness bridge.Readiness
---@field busy_poll bridge.BusyPoll
---@field clock bridge.Clock
---@field is_ending fun(): boolean

---@class bridge.Standing: bridge.StandingParts
local Standing = {}
Standing.__index = Standing

---@param parts bridge.StandingParts becomes the object
---@return bridge.Standing
function Standing.new(parts)
  return setmetatable(parts, Standing) --[[@as bridge.Standing]]
end

---@private
--- Runs a pass, after a wait unless there is work.
---@param time bridge.LeaseTime
---@param more boolean whether the pass before has left work
---@param before_sending? fun(is_last: boolean) see Server:pass
---@return boolean more
---@return integer? waited microseconds; nil: only one connection was looked at
function Standing:pass(time, more, before_sending)
  local server, clock = self.server, self.clock
  local readable, took
  if not more then
    readable, took = self.readiness:wait_standing(self.busy_poll)
    if took then time:waited(took) end
  end
  local all = not readable or not clock.usable or server:sweeps(clock.now)
  more = server:pass(limits.pass_cost, readable, all, nil, before_sending)
  if server.cost > 0 then self.busy_poll:served(clock.now, 0) end
  time:heard(clock.now, clock.usable or not readable)
  return more, all and (took or A_WAIT) or nil
end

--- Returns when the game goes on.
---@param time bridge.LeaseTime how long it stands at most
---@param more boolean whether the pass before has left work
---@param stands fun(): boolean whether it still stands
---@param give_up fun() called when its time is over, nobody is connected, or the program ends; afterwards it doesn't stand
---@param before_sending? fun(is_last: boolean) see Server:pass
---@return boolean more whether the latest pass has left work
function Standing:serve(time, more, stands, give_up, before_sending)
  local server, since_frame = self.server, 0
  time:stand(self.clock.now)
  server.stands = true
  while stands() do
    local waited
    more, waited = self:pass(time, more, before_sending)
    if waited and stands() then
      since_frame = since_frame + waited
      if since_frame >= A_FRAME then
        since_frame = 0
        server:frame()
      end
      if time:is_over() or self.connections:is_deserted() or self.is_ending() then give_up() end
    end
  end
  self:leave(time)
  return more
end

--- Called when the game no longer stands, also after an error in `serve`.
---@param time bridge.LeaseTime
function Standing:leave(time)
  self.server.stands = nil
  time:leave()
end

return Standing
end

package.preload["bridge.serving.standstill"] = function(...)
-- Stops the game inside its frame callback: serves requests until a step begins or the hold ends.

---@class bridge.StandstillParts
---@field hold bridge.Hold
---@field keys bridge.Keys
---@field standing bridge.Standing

---@class bridge.Standstill: bridge.StandstillParts
---@field private stands fun(): boolean
---@field private give_up fun()
local Standstill = {}
Standstill.__index = Standstill

---@param parts bridge.StandstillParts becomes the object
---@return bridge.Standstill
function Standstill.new(parts)
  local self = setmetatable(parts, Standstill) --[[@as bridge.Standstill]]
  local hold, keys = parts.hold, parts.keys
  function self.stands() return not keys.are_set end
  function self.give_up()
    hold:free()
    keys:set()
  end
  return self
end

--- Returns when the keys of the next frame are set.
---@param more boolean whether the pass before has left work
---@return boolean more whether the latest pass has left work
function Standstill:keep(more)
  return self.standing:serve(self.hold.time, more, self.stands, self.give_up, self.keys.before_sending)
end

return Standstill
end

package.preload["bridge.serving.stopped"] = function(...)
-- Serves requests while the game stands at a stop, between two instructions, until it goes on.
local own_host = require("bridge.system.own_host")
local drawing = require("bridge.picture.drawing")

---@class bridge.StoppedParts
---@field stop bridge.Stop
---@field standing bridge.Standing
---@field connections bridge.Connections
---@field breakpoints bridge.Breakpoints
---@field clock bridge.Clock
---@field pace bridge.Pace
---@field window bridge.Window

---@class bridge.Stopped: bridge.StoppedParts
---@field private place fun(): string
---@field private stands fun(): boolean
---@field private give_up fun()
local Stopped = {}
Stopped.__index = Stopped

---@param parts bridge.StoppedParts becomes the object
---@return bridge.Stopped
function Stopped.new(parts)
  local self = setmetatable(parts, Stopped) --[[@as bridge.Stopped]]
  local stop = parts.stop
  self.place = own_host.find("stop") or function() return "" end
  function self.stands() return stop.stands end
  function self.give_up() stop:release() end
  return self
end

---@private
---@param line string of the host's `stop`
function Stopped:serve(line)
  local stop = self.stop
  self.breakpoints:frame()
  drawing.take_latest()
  stop:begin(line)
  self.connections:tell_all("stopped", "1")
  -- What the stop has replied to is sent at once.
  self.standing:serve(stop.time, true, self.stands, self.give_up)
  self.pace:forget(self.clock)
  self.window:forget(self.clock)
end

--- The host calls this when the game has stopped. Returns when it goes on, also after an error.
function Stopped:keep()
  local line = self.place()
  if line == "" then return end
  local ok, problem = xpcall(self.serve, debug.traceback, self, line)
  self.stop:release()
  self.connections:tell_all("stopped", "0")
  if not ok then
    self.standing:leave(self.stop.time)
    error(problem, 0)
  end
end

return Stopped
end

package.preload["bridge.serving.usage"] = function(...)
-- Measures how much of the time for requests is used: of the window in a frame callback, or of the host's wait for the next frame.
-- Pure.
local PERIOD = 64 -- frames: about a second
-- Reading the host's time takes time from requests, so only every few frames are measured.
local SAMPLED = 8

---@class bridge.Usage
---@field is_sampling boolean whether the time between this frame and the next one is measured
---@field private share integer? thousandths in the latest complete period
---@field private left integer? microseconds until the next frame when serving began; nil: no request is being served
---@field private is_entered boolean whether the host has called `idle` since the latest measured frame
---@field private frames integer of this period
---@field private used integer microseconds
---@field private available integer microseconds
local Usage = {}
Usage.__index = Usage

---@return bridge.Usage
function Usage.new()
  return setmetatable({ is_sampling = false, is_entered = false, frames = 0, used = 0, available = 0 }, Usage)
end

---@return integer? thousandths nil before anything is known
function Usage:thousandths()
  return self.share
end

---@param used integer
---@param available integer
function Usage:add(used, available)
  self.used = self.used + math.min(used, available)
  self.available = self.available + available
end

--- Called when the host calls `idle` while it waits for the next frame.
---@param left integer microseconds until the next frame
function Usage:enter(left)
  local since = self.left
  self.left = nil
  if self.is_entered then
    if since then self.used = self.used + math.max(since - left, 0) end
  else
    self.is_entered = true
    self.available = self.available + math.max(left, 0)
  end
end

--- Called when serving begins.
---@param left integer microseconds until the next frame
function Usage:begin(left)
  self.left = left
end

--- Called once each emulated frame.
function Usage:frame()
  if self.is_entered and self.left then self.used = self.used + self.left end
  self.left, self.is_entered = nil, false
  self.frames = self.frames + 1
  self.is_sampling = self.frames % SAMPLED == 0
  if self.frames < PERIOD then return end
  self.share = self.available > 0 and math.min(1000 * self.used // self.available, 1000) or nil
  self.frames, self.used, self.available = 0, 0, 0
end

return Usage
end

package.preload["bridge.serving.wait_time"] = function(...)
-- Measures how long a wait of a millisecond takes if nothing arrives. Windows ends it with a tick of its clock: 1 to 2 ms later, or up to
-- 15.6 ms later for a window that isn't shown. There it is measured; other systems have no clock for it.
local wall_clock = require("bridge.system.wall_clock")

local A_WAIT = 1060 -- microseconds
local COARSE = 4000
-- Windows without a wait until one is measured again.
local PATIENCE = 120

---@class bridge.WaitTime
---@field expected integer microseconds that the next wait takes if nothing arrives: the longest of the latest ones
---@field latest integer microseconds that the latest wait without data took
---@field private skipped integer windows without a wait since then
local WaitTime = {}
WaitTime.__index = WaitTime

---@return bridge.WaitTime
function WaitTime.new()
  return setmetatable({ expected = A_WAIT, latest = A_WAIT, skipped = 0 }, WaitTime)
end

--- Returns whether a wait takes so long that it must begin only if there is time for it.
---@return boolean
function WaitTime:is_coarse()
  return self.expected > COARSE
end

--- Records a wait in which nothing arrived.
---@param began integer? the wall clock at its start
function WaitTime:learn(began)
  local now = began and wall_clock.now()
  local expected = self.expected
  local took = now and math.max(now - began, A_WAIT) or expected
  self.latest = took
  self.expected = took > expected and took or expected - (expected - took) // 8
  -- After a short wait the next one is measured soon.
  self.skipped = took > COARSE and 0 or PATIENCE
end

--- Records a window that has no time for a wait.
---@return boolean tries whether it should wait once anyway, because ticks may have become shorter
function WaitTime:skip()
  self.skipped = self.skipped + 1
  return self.skipped > PATIENCE
end

return WaitTime
end

package.preload["bridge.serving.window"] = function(...)
-- The service window: how long the frame callback may wait for further requests, so that several requests in a row get their
-- replies within one frame. Pure arithmetic on the bridge's clock and on counted waits; docs/protocol/wire.md, "Clock".
--
-- Where there is a wall clock, the window ends by it as well, and no wait begins that doesn't fit.
local wall_clock = require("bridge.system.wall_clock")
local WaitTime = require("bridge.serving.wait_time")

local A_WAIT = 1060 -- microseconds that select(1) takes when nothing comes
-- Less time than this is too little to wait for a back-to-back client.
local TOO_LITTLE = 300
local SPACING, SPACING_IF_FAST = 30000, 45000
-- Max microseconds of a window in fast-forward: the user wants speed, and a fifth of the time is enough for requests.
local MOST_IF_FAST = 9000
local FRAMES_OF_INTEREST = 30
-- Fast-forward is recognized after this number of frames, each in less time than this. With few requests the clock moves seldom.
-- A frame with a window takes at least as long as that, 15 ms, and one of a game that keeps its speed 16.7.
local SOME_FRAMES, A_FAST_FRAME = 120, 16000

local DEFAULT_BUDGET = { shared = 13000, every = 14000, off = 0 }
-- The largest scale that Pace may allow: 15 ms, for games that take little of their frame.
local MAX_SCALE = { every = 15 / 14 }
-- The share of the game's speed to keep: in mGBA's own window a window in every frame costs 0.5 to 1.4 %.
local ENOUGH = { every = 0.98 }

---@class bridge.Window
---@field mode "shared"|"every"|"off"
---@field budget integer microseconds
---@field max_scale number
---@field enough number? the share of the game's speed that must be kept; nil: Pace's default
---@field private limit integer of this one
---@field private counted integer frames
---@field private counted_from integer the clock then
---@field private counted_to integer the clock in the latest of them
---@field private breaks integer? of the clock then
---@field fast boolean whether frames come much faster than a console's
---@field private moved boolean whether the clock has moved since the frame before, so a client sends requests
---@field private is_lively boolean whether the latest wait was answered
---@field private opened integer? the clock when the latest window began
---@field private frames integer since then
---@field private at integer the clock when this one was opened
---@field private first integer? the first timestamp in this window
---@field private before integer time counted until then
---@field private since integer time counted since the clock last moved
---@field private latest integer
---@field private wait_time bridge.WaitTime
---@field private began integer? the wall clock when this frame's callback began
---@field private tries boolean whether the window waits once although there is no time for it
local Window = {}
Window.__index = Window

---@param mode "shared"|"every"|"off"
---@param milliseconds? number
---@param wait_time? bridge.WaitTime
---@return bridge.Window
function Window.new(mode, milliseconds, wait_time)
  local budget = milliseconds and milliseconds * 1000 or DEFAULT_BUDGET[mode]
  return setmetatable({
    mode = mode, budget = budget, max_scale = not milliseconds and MAX_SCALE[mode] or 1, enough = ENOUGH[mode], limit = budget,
    counted = 0, counted_from = 0, counted_to = 0, fast = false, moved = false, frames = 0, at = 0, before = 0, since = 0,
    latest = 0, wait_time = wait_time or WaitTime.new(), tries = false,
  }, Window)
end

--- Whether frames come much faster than a console's.
---@private
---@param clock bridge.Clock
---@return boolean
function Window:is_fast(clock)
  local now, counted = clock.now, self.counted + 1
  self.counted = counted
  if clock.breaks ~= self.breaks then
    self.fast, self.breaks = false, clock.breaks
    self.counted, self.counted_from = 0, now
  -- While no request comes the clock stands still, and frames pass that it doesn't count.
  elseif counted >= SOME_FRAMES and (now ~= self.counted_to or not clock.usable) then
    self.fast = clock.usable and now - self.counted_from < counted * A_FAST_FRAME
    self.counted, self.counted_from = 0, now
  end
  self.moved, self.counted_to = now ~= self.counted_to, now
  return self.fast
end

--- Decides what a frame may do: a whole window, a glance (one wait of a millisecond), or nothing. Called once each frame.
---@param clock bridge.Clock
---@param quiet_frames integer frames without a request
---@return "window"|"glance"|nil
function Window:plan(clock, quiet_frames)
  self.frames = self.frames + 1
  local fast = self:is_fast(clock)
  if self.mode == "off" or quiet_frames >= FRAMES_OF_INTEREST then return nil end
  if self.mode == "every" and not fast or not self.opened then return "window" end
  -- With few requests the clock stands still for long, so frames count as well.
  local spaced
  if fast then spaced = clock.now - self.opened >= SPACING_IF_FAST
  else spaced = self.frames >= 2 or clock.usable and clock.now - self.opened >= SPACING end
  if spaced then return "window" end
  -- Occasional requests seldom arrive in that millisecond, and each of these frames would lose it.
  if fast or self.wait_time:is_coarse() then return nil end
  return (self.moved or not clock.usable) and "glance" or nil
end

--- Starts counting again after the game stood still on purpose.
---@param clock bridge.Clock
function Window:forget(clock)
  self.counted, self.counted_from = 0, clock.now
end

---@param now integer
---@param spent integer what this frame has taken already
---@param scale? number how much of the budget it may use
function Window:open(now, spent, scale)
  local limit = self.budget * (scale or 1) // 1
  self.limit = self.fast and math.min(limit, MOST_IF_FAST) or limit
  self.opened, self.frames = now, 0
  self.is_lively = false
  self.at, self.latest, self.first, self.before, self.since = now, now, nil, 0, spent
  local wall = wall_clock.now()
  self.began = wall and wall - spent
  self.tries = self.limit < self.wait_time.expected and self.wait_time:skip()
end

--- Counts a wait that timed out.
function Window:waited()
  self.is_lively, self.tries = false, false
  self.since = self.since + self.wait_time.latest
end

--- Counts a request. Its timestamp gives the time; without a newer one the request counts as a whole wait.
---@param now integer
---@param cost integer of serving it
---@param at_once? boolean whether the request had arrived before the window waited
function Window:served(now, cost, at_once)
  self.is_lively, self.tries = now > self.latest, false
  if now <= self.latest then
    self.since = self.since + (at_once and cost or math.max(A_WAIT, cost))
    return
  end
  if not self.first then
    -- The clock stood still since some earlier frame: what passed in this window is what was counted, and half a wait.
    self.first, self.before = now, self.since + A_WAIT // 2
    self.opened = math.max(self.at, now - self.before)
  end
  -- The timestamp is from before the request was served.
  self.latest, self.since = now, cost
end

---@return integer left of the budget, in microseconds
function Window:left()
  local spent = self.before + self.since
  if self.first then spent = spent + self.latest - self.first end
  local wall = self.began and wall_clock.now()
  if wall then spent = math.max(spent, wall - self.began) end
  return self.limit - spent
end

---@return boolean over whether one more wait would be too long
function Window:is_over()
  if self.tries then return false end
  return self:left() < (self.is_lively and TOO_LITTLE or self.wait_time.expected)
end

--- Whether there is time for a wait, by the wall clock where there is one.
---@return boolean
function Window:may_wait()
  return self.tries or not self.began or self:left() >= self.wait_time.expected
end

return Window
end

package.preload["bridge.states.attachments"] = function(...)
-- What mGBA attaches to the machine in a state: a table of tags, sizes and offsets, which ends with tag 0, then the bytes. Pure.
local refuse = require("bridge.wire.refusal").refuse

local unpack, pack = string.unpack, string.pack

local ENTRY = 16 -- bytes: tag, size, offset
local MAX_ENTRIES = 64

---@class bridge.Attachment
---@field tag integer
---@field size integer
---@field offset integer

local attachments = {}

--- Reads the table.
---@param bytes string
---@param at integer where it begins
---@return bridge.Attachment[]
---@return integer last byte of the table
function attachments.read(bytes, at)
  local items, position = {}, at + 1
  while true do
    if position + ENTRY - 1 > #bytes then refuse("bad-state", ("The state is cut off at byte %d."):format(#bytes), "payload") end
    local tag, size, offset = unpack("<I4i4i8", bytes, position)
    position = position + ENTRY
    if tag == 0 then return items, position - 1 end
    if #items == MAX_ENTRIES then refuse("bad-state", "What is attached to the state is damaged.", "payload") end
    items[#items + 1] = { tag = tag, size = size, offset = offset }
  end
end

--- Returns the size of an attachment.
---@param bytes string a state that is not a PNG
---@param machine integer bytes of the machine
---@param tag integer
---@return integer size 0: there is none
function attachments.size(bytes, machine, tag)
  for _, item in ipairs(#bytes > machine and attachments.read(bytes, machine) or {}) do
    if item.tag == tag then return item.size end
  end
  return 0
end

--- Attaches bytes under a tag that the state doesn't have.
---@param bytes string a state that is not a PNG
---@param machine integer bytes of the machine
---@param tag integer
---@param content string
---@return string
function attachments.add(bytes, machine, tag, content)
  local parts, table_end, shift = { bytes:sub(1, machine) }, machine, 2 * ENTRY
  if #bytes > machine then
    local items
    items, table_end = attachments.read(bytes, machine)
    shift = ENTRY
    for _, item in ipairs(items) do parts[#parts + 1] = pack("<I4i4i8", item.tag, item.size, item.offset + shift) end
  end
  parts[#parts + 1] = pack("<I4i4i8", tag, #content, #bytes + shift)
  parts[#parts + 1] = ("\0"):rep(ENTRY)
  parts[#parts + 1] = bytes:sub(table_end + 1)
  parts[#parts + 1] = content
  return table.concat(parts)
end

return attachments
end

package.preload["bridge.states.history"] = function(...)
-- The history that our own host keeps of the game: the frames that can be returned to, and their marks. Its frames are numbered from the
-- game's first one, over resets and loads; a rewind counts back.
local own_host = require("bridge.system.own_host")

---@class bridge.HistoryFacts
---@field from integer the first frame that can be returned to
---@field now integer
---@field to integer the last frame that is known; after `now` only after a rewind
---@field bytes integer
---@field hashed string the frame of the latest hash; empty: there is none
---@field hash string the hash of all writable memory after that frame; empty: there is none
---@field marks string a line for each mark: frame, space, name

---@class bridge.History
---@field private host_history? fun(): string
---@field private host_mark? fun(name: string, frame: integer): boolean
---@field private host_reaches? fun(frame: integer): boolean
---@field private host_rewind? fun(frame: integer): boolean
local History = {}
History.__index = History

--- The marks of states begin with it.
History.OF_STATE = "state:"

---@return bridge.History
function History.new()
  return setmetatable({
    host_history = own_host.find("history"), host_mark = own_host.find("markHistory"), host_reaches = own_host.find("reachesFrame"),
    host_rewind = own_host.find("rewind"),
  }, History)
end

---@return bridge.HistoryFacts
function History:read()
  local line, marks = self.host_history():match("^([^\n]*)\n?(.*)$")
  local from, now, to, bytes, hashed, hash = line:match("^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$")
  if hashed == "-" then hashed, hash = "", "" end
  return {
    from = math.tointeger(from) or 0, now = math.tointeger(now) or 0, to = math.tointeger(to) or 0, bytes = math.tointeger(bytes) or 0,
    hashed = hashed or "", hash = hash or "", marks = marks,
  }
end

--- Marks a frame, and takes the name from an earlier mark.
---@param name string
---@param frame integer up to the present one
---@return boolean done false if the frame is not there, or there are too many marks
function History:mark(name, frame)
  return self.host_mark(name, frame)
end

--- Finds a mark.
---@param facts bridge.HistoryFacts
---@param name string
---@return integer? frame
---@return integer others marks of clients with other names
function History.find(facts, name)
  local found, others = nil, 0
  for frame, marked in facts.marks:gmatch("(%S+) ([^\n]+)") do
    if marked == name then
      found = math.tointeger(frame)
    elseif not marked:find("^" .. History.OF_STATE) then
      others = others + 1
    end
  end
  return found, others
end

--- Returns whether the host can return to a frame.
---@param frame integer
---@return boolean
function History:reaches(frame)
  return self.host_reaches(frame)
end

--- Has the host return to a frame after this callback; its callback follows.
---@param frame integer
---@return boolean accepted
function History:rewind(frame)
  return self.host_rewind(frame)
end

return History
end

package.preload["bridge.states.machine_fields"] = function(...)
-- Checks the fields of a state that mGBA uses unchecked and that can hang it or make it access memory out of bounds. Pure. Offsets are
-- those of mGBA's include/mgba/internal/*/serialize.h, equal in 0.10 and 0.11. Times are in cycles from now (half cycles on the Game Boy)
-- and negative for late events.
local unpack = string.unpack

local FRAME = 280896 -- cycles of a GBA's frame: twice a Game Boy's
local LINE = 1232 -- cycles of a GBA's line

---@class bridge.FieldRange
---@field name string for people
---@field format string of string.unpack
---@field at integer
---@field min integer
---@field max integer

---@type table<string, bridge.FieldRange[]>
local RANGES = {
  GBA = {
    { name = "line of the screen", format = "<I2", at = 0x406, min = 0, max = 227 },
    -- mGBA writes beyond its sample buffer if the next sample is later.
    { name = "next sound sample", format = "<i4", at = 0x1D4, min = -FRAME, max = 1024 },
    { name = "real-time clock's count of bytes", format = "<i4", at = 0x294, min = 0, max = 7 },
  },
  GB = {
    { name = "next sound sample", format = "<i4", at = 0xB0, min = -FRAME, max = FRAME },
    { name = "timer's next step", format = "<i4", at = 0x154, min = -FRAME, max = FRAME },
    { name = "timer's progress", format = "<I4", at = 0x15C, min = 0, max = FRAME },
    -- mGBA reads these as part of the timer's period.
    { name = "reserved field of the timer", format = "<I2", at = 0x166, min = 0, max = 0 },
  },
}

local function outside(name, value, min, max)
  if value >= min and value <= max then return nil end
  return ("The state is damaged: its %s must be %d to %d; got %d."):format(name, min, max, value)
end

---@return string? sentence
local function check_ranges(bytes, platform)
  for _, field in ipairs(RANGES[platform]) do
    local problem = outside(field.name, unpack(field.format, bytes, field.at + 1), field.min, field.max)
    if problem then return problem end
  end
end

-- Earlier versions have the screen's next event at another offset (GBAVideoDeserialize).
local MOVED = 7

local function check_gba_screen(bytes)
  local at = bytes:byte(1) < MOVED and 0x1E0 or 0x1F4
  return outside("screen's next step", unpack("<i4", bytes, at + 1), -FRAME, LINE)
end

-- GBATimerFlags: the bits of the prescaler, 0x10 for a timer that counts another's overflows, 0x40 for one that runs.
local PRESCALERS = { [0] = true, [6] = true, [8] = true, [10] = true }

local function check_gba_timer(bytes, number)
  local last, due, _, flags = unpack("<i4i4I4I4", bytes, 0x204 + 20 * number + 1)
  if flags & 0x40 == 0 or (number > 0 and flags & 0x10 ~= 0) then return nil end
  local prescaler = flags & 0xF
  if not PRESCALERS[prescaler] then
    return ("The state is damaged: timer %d must divide by 2^0, 2^6, 2^8 or 2^10; got 2^%d."):format(number, prescaler)
  end
  local longest = (0x10000 << prescaler) + FRAME
  return outside(("timer %d's last step"):format(number), last, -longest, FRAME)
    or outside(("timer %d's next step"):format(number), due, -FRAME, longest)
end

local function signed(value)
  return (value & 0xFFFFFFFF ~ 0x80000000) - 0x80000000
end

-- A blocked processor waits for the next DMA transfer.
local function check_gba_dma(bytes)
  if unpack("<I4", bytes, 0x31C + 1) & 8 == 0 then return nil end
  local now = unpack("<I4", bytes, 0x0C + 1) + unpack("<i4", bytes, 0x68 + 1)
  local first
  for number = 0, 3 do
    local count, due = unpack("<I4I4", bytes, 0x258 + 16 * number + 1)
    local control = unpack("<I2", bytes, 0x4BA + 12 * number + 1)
    if count ~= 0 and control & 0x8000 ~= 0 then first = math.min(first or math.huge, signed(due - now)) end
  end
  return first and outside("next DMA transfer", first, -0x80000000, FRAME)
end

local function check_gba(bytes)
  local problem = check_gba_screen(bytes) or check_gba_dma(bytes)
  for number = 0, 3 do problem = problem or check_gba_timer(bytes, number) end
  return problem
end

-- GBSerializedVideoFlags. A screen must have a next frame or a next step; one that is off never steps out of mode 1.
local function check_gb_screen(bytes)
  local flags, is_on = bytes:byte(0xCD + 1), bytes:byte(0x340 + 1) & 0x80 ~= 0
  local mode, has_step, has_frame = flags >> 2 & 3, flags & 0x10 == 0, flags & 0x20 == 0
  if not has_frame and not (has_step and (is_on or mode ~= 1)) then return "The state is damaged: its screen has no next frame." end
  -- mGBA draws the line in all modes but 1.
  return mode ~= 1 and outside("line of the screen", unpack("<i2", bytes, 0xB6 + 1), 0, 143)
    or has_step and outside("screen's next step", unpack("<i4", bytes, 0xC0 + 1), -FRAME, FRAME)
    or has_frame and outside("screen's next frame", unpack("<i4", bytes, 0xB8 + 1), -FRAME, FRAME)
end

-- A blocked processor continues only after its DMA transfer.
local function check_gb_dma(bytes)
  if unpack("<I4", bytes, 0x44 + 1) & 0x20 == 0 then return nil end
  if unpack("<I2", bytes, 0x17C + 1) == 0 then return "The state is damaged: its processor waits for a DMA transfer that has ended." end
  return outside("next DMA transfer", unpack("<i4", bytes, 0x174 + 1), -FRAME, FRAME)
end

local function check_gb_clock(bytes)
  local flags = unpack("<I2", bytes, 0x194 + 1)
  return flags & 2 ~= 0 and outside("register of the real-time clock", flags >> 5 & 7, 0, 4)
end

local function check_gb(bytes)
  return check_gb_screen(bytes) or check_gb_dma(bytes) or check_gb_clock(bytes)
end

local machine_fields = {}

--- Returns why the machine in a state is invalid.
---@param bytes string the machine, not a PNG; it may be longer
---@param platform "GBA"|"GB"
---@return string? sentence nil when it is valid
function machine_fields.problem(bytes, platform)
  return check_ranges(bytes, platform) or (platform == "GBA" and check_gba or check_gb)(bytes) or nil
end

return machine_fields
end

package.preload["bridge.states.movies"] = function(...)
-- Movies, which our own host writes from the history and plays.
local own_host = require("bridge.system.own_host")

---@class bridge.MovieResult
---@field state "none"|"playing"|"equal"|"differs"|"interrupted"|"refused"
---@field played integer frames
---@field checked integer hashes
---@field after string the last frame with an equal hash before the first difference; `-`: there is none
---@field before string the first frame with another hash
---@field regions string of memory that differ, with commas
---@field sentence string why the movie was refused

---@class bridge.Movies
---@field frames integer of the movie that was sent last
---@field private host_write? fun(from: integer, to: integer): string
---@field private host_read? fun(id: integer, offset: integer): string
---@field private host_send? fun(offset: integer, total: integer, piece: string): string
---@field private host_play? fun(to: integer, stops: boolean): string
---@field private host_result? fun(): string
---@field private host_stop? fun()
local Movies = {}
Movies.__index = Movies

---@return bridge.Movies
function Movies.new()
  return setmetatable({
    frames = 0,
    host_write = own_host.find("writeMovie"), host_read = own_host.find("readMovie"), host_send = own_host.find("sendMovie"),
    host_play = own_host.find("playMovie"), host_result = own_host.find("movieResult"), host_stop = own_host.find("stopMovie"),
  }, Movies)
end

--- Writes frames of the history as a movie.
---@param from integer
---@param to integer
---@return string? line its id, size, first frame and clock
---@return string? sentence why that isn't possible
function Movies:write(from, to)
  local line = self.host_write(from, to)
  if line:sub(1, 1) == "!" then return nil, line:sub(2) end
  return line
end

--- Returns a piece of the movie that was written last; empty: it has another id, or ends before.
---@param id integer
---@param offset integer
---@return string
function Movies:read(id, offset)
  return self.host_read(id, offset)
end

--- Takes a piece of a movie. Returns why it can't; nil if it can.
---@param offset integer
---@param total integer
---@param piece string
---@return string? sentence
function Movies:send(offset, total, piece)
  local sentence = self.host_send(offset, total, piece)
  if sentence ~= "" then return sentence end
  if offset == 0 then self.frames = math.tointeger(tonumber(piece:match("^movie %d+ %u+ (%d+)\n"))) or 0 end
end

--- Has the host play the movie that was sent, after this callback. Returns why it can't; nil if it can.
---@param to integer the last frame
---@param stops boolean whether it stops at the first difference
---@return string? sentence
function Movies:play(to, stops)
  local sentence = self.host_play(to, stops)
  if sentence ~= "" then return sentence end
end

---@return bridge.MovieResult
function Movies:result()
  local line, sentence = self.host_result():match("^([^\n]*)\n?(.*)$")
  local state, played, checked, after, before, regions = line:match("^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$")
  local differs = regions ~= "-"
  return {
    state = state, played = math.tointeger(tonumber(played)) or 0, checked = math.tointeger(tonumber(checked)) or 0,
    after = differs and after or "-", before = differs and before or "-", regions = regions, sentence = sentence,
  }
end

--- Stops to play.
function Movies:stop()
  self.host_stop()
end

return Movies
end

package.preload["bridge.states.notes"] = function(...)
-- Lines of text at frames, which clients write. Our own host keeps them with its history. Elsewhere they are kept here, by the frame
-- numbers of the game, and a jump back forgets those of the frames after it. The oldest of too many is forgotten.
local limits = require("bridge.wire.limits")
local own_host = require("bridge.system.own_host")

---@class bridge.Notes
---@field private game bridge.Game
---@field private host_add? fun(text: string): integer
---@field private host_list? fun(): string
---@field private list { frame: integer, text: string }[]
local Notes = {}
Notes.__index = Notes

---@param game bridge.Game
---@return bridge.Notes
function Notes.new(game)
  return setmetatable({ game = game, host_add = own_host.find("addNote"), host_list = own_host.find("notes"), list = {} }, Notes)
end

--- Puts a text at the present frame.
---@param text string
---@return integer frame its number in the history; without one, that of the game
function Notes:add(text)
  if self.host_add then return self.host_add(text) end
  local list, frame = self.list, self.game.frame
  if #list == limits.notes then table.remove(list, 1) end
  list[#list + 1] = { frame = frame, text = text }
  return frame
end

--- Returns a line for each note, ordered by frame: frame, space, text.
---@return string lines
function Notes:lines()
  if self.host_list then return self.host_list() end
  local lines = {}
  for i, note in ipairs(self.list) do lines[i] = ("%d %s\n"):format(note.frame, note.text) end
  return table.concat(lines)
end

--- Called when the frame number has jumped: a reset, a loaded state, another game.
---@param frame integer the present one; -1: there is none
function Notes:jump(frame)
  local list = self.list
  while #list > 0 and list[#list].frame > frame do list[#list] = nil end
end

return Notes
end

package.preload["bridge.states.save_state"] = function(...)
-- Checks save states before mGBA sees them: mGBA loads the attachments (save memory, cheats, clock) even of a state that it refuses, and
-- trusts their lengths. Pure. Offsets and tags are those of mGBA's include/mgba/internal/*/serialize.h and src/core/serialize.c, equal in
-- 0.10 and 0.11.
local attachments = require("bridge.states.attachments")
local machine_fields = require("bridge.states.machine_fields")
local png = require("bridge.picture.png")
local refuse = require("bridge.wire.refusal").refuse

local unpack, pack = string.unpack, string.pack

---@class bridge.StateLayout
---@field size integer bytes of the machine itself
---@field checksum integer offset of the ROM's CRC32
---@field counter integer offset of the frame number
local LAYOUTS = {
  GBA = { size = 0x61000, checksum = 0x08, counter = 0x1FC },
  GB = { size = 0x11800, checksum = 0x04, counter = 0xC8 },
}
-- include/mgba/gb/interface.h. Only a Game Boy's state has it.
local MODEL = 0x08
local MODELS = { [0x00] = "DMG", [0x20] = "SGB", [0x40] = "MGB", [0x60] = "SGB2", [0x80] = "CGB", [0xA0] = "SCGB", [0xC0] = "AGB" }
-- Title, and on the GBA the code behind it.
local NAME, NAME_END = 0x10, 0x1F
local PICTURE, SAVE_MEMORY, CLOCK = 1, 2, 4 -- tags
-- mRTCGenericState of mGBA's src/core/interface.c: kind, padding, value. mGBA crashes on an unknown kind.
local CLOCK_BYTES, LAST_KIND = 16, 3
-- The kind of a GBA's save memory, which mGBA finds out when the game first uses it.
local SAVE_KIND, UNKNOWN_KIND = 0x2E0, 0xFF
-- mGBA fills up short save memory with this byte, and 0.11 ignores attachments without any. Packed, it is a block of zlib (RFC 1950).
local ERASED, ERASED_PACKED = "\xFF", "\x78\x01\x01\x01\x00\xFE\xFF\xFF\x01\x00\x01\x00"

local save_state = {}

local function bad(...)
  refuse("bad-state", string.format(...), "payload")
end

---@param platform "GBA"|"GB"
---@return bridge.StateLayout
function save_state.layout(platform)
  return LAYOUTS[platform]
end

local function printable(title)
  return (title:gsub("[%z ]+$", ""):gsub("[^\32-\126]", "?"))
end

--- Returns the Game Boy model of a state.
---@param bytes string a Game Boy's state, not a PNG
---@return string? model nil for one that mGBA has added since
function save_state.model(bytes)
  return MODELS[bytes:byte(MODEL + 1)]
end

--- Returns a sentence if a state is of another model than the running one: mGBA would switch models but keep the old memory domains.
---@param bytes string a Game Boy's state, not a PNG
---@param own string a state of the running game
---@return string? sentence nil when it is
local function model_problem(bytes, own)
  if bytes:byte(MODEL + 1) == own:byte(MODEL + 1) then return nil end
  return ("The state is of a %s; this game runs as a %s."):format(
    save_state.model(bytes) or "Game Boy of an unknown model", save_state.model(own) or "Game Boy of an unknown model")
end

--- Refuses a state that is not of the game of `own`, a state of the running game.
local function check_header(bytes, own, platform)
  local layout = LAYOUTS[platform]
  local magic, own_magic = unpack("<I4", bytes), unpack("<I4", own)
  if magic & ~0xFF ~= own_magic & ~0xFF then bad("The payload is no save state of this console.") end
  if magic > own_magic then bad("The state is of a newer mGBA than this one.") end
  local title, own_title = bytes:sub(NAME + 1, NAME_END + 1), own:sub(NAME + 1, NAME_END + 1)
  if title ~= own_title then
    bad("The state is of another game, %s; %s is running.", printable(title), printable(own_title))
  end
  local at = layout.checksum + 1
  if bytes:sub(at, at + 3) ~= own:sub(at, at + 3) then bad("The state is of another version of this game.") end
  local problem = platform == "GB" and model_problem(bytes, own)
  if problem then bad("%s", problem) end
end

local function check_clock(bytes, item)
  local is_known = item.size == CLOCK_BYTES and unpack("<I4", bytes, item.offset + 1) <= LAST_KIND
  if not is_known then bad("The clock attached to the state is damaged.") end
end

--- Checks that the attachments follow the table in its order, without gaps and with nothing after them.
---@return boolean has_picture
local function check_attached(bytes, at)
  local items, last = attachments.read(bytes, at)
  local has_picture = false
  for _, item in ipairs(items) do
    if item.size < 0 or item.offset ~= last then bad("What is attached to the state is damaged.") end
    last = last + item.size
    has_picture = has_picture or item.tag == PICTURE
  end
  if last ~= #bytes then bad("The state must have %d bytes by its own table; got %d.", last, #bytes) end
  for _, item in ipairs(items) do
    if item.tag == CLOCK then check_clock(bytes, item) end
  end
  return has_picture
end

--- Checks a state and returns the machine without attachments. Those of a PNG are removed, because they are compressed and so can't be
--- checked here.
---@param bytes string
---@param own string a state of the running game
---@param platform "GBA"|"GB"
---@return string machine
---@return boolean is_all whether there are no attachments to load
---@return boolean has_picture
function save_state.check(bytes, own, platform)
  if png.is_png(bytes) then
    local machine, problem = png.without_attachments(bytes)
    if not machine then bad("The state is a PNG, and %s.", problem) end
    return machine --[[@as string]], true, true
  end
  local layout = LAYOUTS[platform]
  if #bytes < layout.size then
    bad("A state of this console must have at least %d bytes or be a PNG; got %d bytes.", layout.size, #bytes)
  end
  check_header(bytes, own, platform)
  local problem = machine_fields.problem(bytes, platform)
  if problem then bad("%s", problem) end
  if #bytes == layout.size then return bytes, true, false end
  local has_picture = check_attached(bytes, layout.size)
  return bytes:sub(1, layout.size), false, has_picture
end

--- Returns the bytes of save memory attached to a state.
---@param bytes string a state that has been checked, not a PNG
---@param platform "GBA"|"GB"
---@return integer
function save_state.save_memory(bytes, platform)
  return attachments.size(bytes, LAYOUTS[platform].size, SAVE_MEMORY)
end

--- Returns the kind of save memory in a GBA's state.
---@param bytes string not a PNG
---@return integer
function save_state.save_kind(bytes)
  return bytes:byte(SAVE_KIND + 1)
end

--- Returns whether a state was saved before its game used the save memory, which was erased. mGBA attaches nothing then, so that loading
--- the state would leave the save memory of the running game.
---@param bytes string as mGBA made it, with its save memory; not a PNG
---@param platform "GBA"|"GB"
---@return boolean
function save_state.lacks_erased_save(bytes, platform)
  return platform == "GBA" and save_state.save_kind(bytes) == UNKNOWN_KIND and save_state.save_memory(bytes, platform) == 0
end

--- Attaches erased save memory to a state that lacks it.
---@param bytes string
---@param platform "GBA"|"GB"
---@return string
function save_state.with_erased_save(bytes, platform)
  if png.is_png(bytes) then return png.with_attachment(bytes, SAVE_MEMORY, #ERASED, ERASED_PACKED) end
  return attachments.add(bytes, LAYOUTS[platform].size, SAVE_MEMORY, ERASED)
end

--- Attaches a picture to a state, four bytes a pixel as in mGBA's memory.
---@param bytes string as mGBA made it, not a PNG
---@param platform "GBA"|"GB"
---@param pixels string
---@return string
function save_state.with_picture(bytes, platform, pixels)
  return attachments.add(bytes, LAYOUTS[platform].size, PICTURE, pixels)
end

--- Changes the frame number of a state that is not a PNG, if it is `expected` now.
---@param bytes string
---@param platform "GBA"|"GB"
---@param change integer
---@param expected? integer
---@return string
function save_state.count(bytes, platform, change, expected)
  local at = LAYOUTS[platform].counter + 1
  if png.is_png(bytes) or #bytes < at + 3 then return bytes end
  local counter = unpack("<I4", bytes, at)
  if expected and counter ~= expected then return bytes end
  return bytes:sub(1, at - 1) .. pack("<I4", math.max(0, counter + change) & 0xFFFFFFFF) .. bytes:sub(at + 4)
end

return save_state
end

package.preload["bridge.states.slot_files"] = function(...)
-- Reads and writes the files of mGBA's slots through our own host. No other mGBA gives scripts access to them.
local own_host = require("bridge.system.own_host")

local slot_files = {}

--- Returns whether the script can access the files of the slots.
---@return boolean are_ours
function slot_files.are_ours()
  return own_host.find("readSlot") ~= nil
end

---@param slot integer
---@return string? bytes nil: it is empty
function slot_files.read(slot)
  local bytes = own_host.find("readSlot")(slot)
  return bytes ~= "" and bytes or nil
end

---@param slot integer
---@param bytes string
---@return boolean is_written
function slot_files.write(slot, bytes)
  return own_host.find("writeSlot")(slot, bytes)
end

return slot_files
end

package.preload["bridge.states.states"] = function(...)
-- Saves and loads states. A refused state changes nothing.
local save_state = require("bridge.states.save_state")
local own_host = require("bridge.system.own_host")
local png = require("bridge.picture.png")
local drawing = require("bridge.picture.drawing")
local Picture = require("bridge.picture.picture")
local slot_files = require("bridge.states.slot_files")
local refusal = require("bridge.wire.refusal")

local refuse, is_refusal = refusal.refuse, refusal.is_refusal

-- Flags of C.SAVESTATE, and our own one: the picture as the host's pixels, which are fast to read. With both, as a PNG only if the host
-- has no pixels.
local PICTURE, SAVE_DATA, PIXELS = 1, 2, 32
local COUNTER = "Frame counter" -- a PNG's text

---@class bridge.States
---@field private game bridge.Game
---@field private own string? a state of the running game, the machine alone
---@field private own_of integer? generation of its game
local States = {}
States.__index = States

---@param game bridge.Game
---@return bridge.States
function States.new(game)
  return setmetatable({ game = game }, States)
end

local function take(flags)
  local bytes = emu:saveStateBuffer(flags)
  if not bytes then refuse("failed", "mGBA returned no state.") end
  return bytes
end

--- Corrects a state as if it was saved between two frames. mGBA counts a frame after its callback, so a state saved in a callback and
--- loaded outside of one would have another frame number.
---@private
function States:between_frames(bytes)
  if png.is_png(bytes) then
    -- The number itself is compressed.
    return png.with_text(bytes, COUNTER, tostring(emu:currentFrame() + (self.game.counted and 0 or 1)))
  end
  if self.game.counted then return bytes end
  return save_state.count(bytes, self.game.platform, 1, emu:currentFrame())
end

---@private
--- Attaches erased save memory if the state should have the save memory, but lacks it.
function States:with_save_memory(bytes, flags)
  if flags & SAVE_DATA == 0 then return bytes end
  local platform = self.game.platform
  local lacks = save_state.lacks_erased_save(png.is_png(bytes) and take(SAVE_DATA) or bytes, platform)
  return lacks and save_state.with_erased_save(bytes, platform) or bytes
end

--- Saves a state.
---@param flags integer
---@return string
function States:save(flags)
  if flags & PICTURE ~= 0 then drawing.check() end
  local is_png = flags & PICTURE ~= 0 and not (flags & PIXELS ~= 0 and Picture.has_pixels())
  local bytes = self:between_frames(take(flags & ~(is_png and PIXELS or PIXELS | PICTURE)))
  bytes = self:with_save_memory(bytes, flags)
  if is_png or flags & PIXELS == 0 or drawing.is_missing() or not Picture.has_pixels() then return bytes end
  return save_state.with_picture(bytes, self.game.platform, (Picture.take_pixels()))
end

---@private
function States:own_state()
  local game = self.game
  if self.own_of ~= game.generation then self.own, self.own_of = take(0), game.generation end
  return self.own
end

--- Checks the machine after loading a state that could not be checked before, and restores the previous state if it is bad.
---@private
---@param before string of the running game, with its save memory
---@param argument string
function States:check_loaded(before, argument)
  local is_good, problem = pcall(save_state.check, take(0), before, self.game.platform)
  if is_good then return end
  emu:loadStateBuffer(before, SAVE_DATA)
  if is_refusal(problem) then problem.argument = argument end
  error(problem, 0)
end

--- Refuses a state with more save memory than the game has: mGBA would move it and keep using the old address.
local function check_save_memory(bytes)
  local size, own = save_state.save_memory(bytes, "GB"), save_state.save_memory(take(SAVE_DATA), "GB")
  if size > own then
    refuse("bad-state", ("The state has %d bytes of save memory; this game has %d."):format(size, own), "payload")
  end
end

---@private
--- Loads a machine. If mGBA refuses it, nothing has changed.
---@return boolean is_loaded
function States:load_machine(machine, flags)
  -- Otherwise mGBA may close the save file when the kind changes.
  local set_kind = self.game.platform == "GBA" and not png.is_png(machine) and own_host.find("setSaveKind")
  local before = set_kind and set_kind(save_state.save_kind(machine))
  if emu:loadStateBuffer(machine, flags) then return true end
  if set_kind then set_kind(before) end
  return false
end

--- Loads a state, or refuses it.
---@param bytes string
---@param flags integer
function States:load(bytes, flags)
  local game = self.game
  local machine, is_all, has_picture = save_state.check(bytes, self:own_state(), game.platform)
  if flags & SAVE_DATA ~= 0 and not is_all and game.platform == "GB" then check_save_memory(bytes) end
  -- Otherwise mGBA logs an error about the missing picture.
  if not has_picture then flags = flags & ~PICTURE end
  if not game.counted then
    machine = save_state.count(machine, game.platform, -1)
    bytes = is_all and machine or save_state.count(bytes, game.platform, -1)
  end
  -- The machine in a PNG is compressed.
  local before = png.is_png(bytes) and take(SAVE_DATA)
  if not self:load_machine(machine, is_all and flags or 0) then
    refuse("bad-state", "mGBA refused the state: it is damaged or of another game.", "payload")
  end
  if before then self:check_loaded(before, "payload") end
  if not is_all and not emu:loadStateBuffer(bytes, flags) then
    refuse("failed", "mGBA loaded the state of the machine, but not what is attached to it.")
  end
  game:jump()
end

---@param slot integer
---@param flags integer
function States:save_slot(slot, flags)
  local is_written
  if slot_files.are_ours() then
    -- Not as a PNG, in which nothing could be checked.
    is_written = slot_files.write(slot, self:save(flags & PICTURE ~= 0 and flags & ~PICTURE | PIXELS or flags))
  else
    is_written = emu:saveStateSlot(slot, flags)
  end
  if not is_written then refuse("failed", ("Slot %d could not be written."):format(slot)) end
end

---@private
function States:load_own_slot(slot, flags)
  local bytes = slot_files.read(slot) or refuse("bad-state", ("Slot %d is empty."):format(slot), "slot")
  local ok, problem = pcall(self.load, self, bytes, flags)
  if ok then return end
  if is_refusal(problem) and problem.argument then problem.argument = "slot" end
  error(problem, 0)
end

---@param slot integer
---@param flags integer
function States:load_slot(slot, flags)
  if slot_files.are_ours() then return self:load_own_slot(slot, flags) end
  -- The script can't read the file, and mGBA loads the attachments even of a state that it refuses; then they are restored.
  local before = take(SAVE_DATA)
  if not emu:loadStateSlot(slot, flags) then
    if take(SAVE_DATA) ~= before then emu:loadStateBuffer(before, SAVE_DATA) end
    refuse("bad-state", ("Slot %d is empty, damaged or of another game."):format(slot), "slot")
  end
  self:check_loaded(before, "slot")
  self.game:jump()
end

return States
end

package.preload["bridge.system.expiry"] = function(...)
-- Tells our host whether a bridge is connected. Without one it ends after the time that `expire` sets.
local own_host = require("bridge.system.own_host")

local expiry = {}

---@param connected boolean
function expiry.set_connected(connected)
  local set = own_host.find("setConnected")
  if set then set(connected) end
end

return expiry
end

package.preload["bridge.system.folders"] = function(...)
-- Checks whether a path is inside one of the allowed folders. Compares names only, because a script can't see links.
local folders = {}

local IS_WINDOWS = require("bridge.system.operating_system").is_windows

--- Splits a path into names; returns nil if the path is not absolute or has "..".
---@param path string
---@param is_windows boolean
---@return string[]? names
local function split(path, is_windows)
  if path:find("%z") then return nil end
  if is_windows then path = path:gsub("\\", "/"):lower() end
  local names, rest = {}, path
  if is_windows and path:find("^%a:/") then
    names[1], rest = path:sub(1, 2), path:sub(3)
  elseif is_windows and path:find("^//[^/?.]") then
    names[1] = "//"
  elseif is_windows or path:sub(1, 1) ~= "/" then
    return nil
  end
  for name in rest:gmatch("[^/]+") do
    -- Windows drops dots and spaces at the end of a name, and treats text after a colon as the name of a stream.
    if name == ".." or is_windows and name ~= "." and name:find("[:. ]$") or is_windows and name:find(":", 1, true) then return nil end
    if name ~= "." then names[#names + 1] = name end
  end
  return names
end

---@param names string[]
---@param folder string[]
local function begins_with(names, folder)
  if #names <= #folder then return false end
  for i = 1, #folder do
    if names[i] ~= folder[i] then return false end
  end
  return true
end

--- Returns whether a path is inside one of the folders.
---@param path string
---@param list string[] absolute paths of folders
---@param is_windows? boolean whether `\\` also separates names and case is ignored; default: as on this machine
---@return boolean
function folders.contain(path, list, is_windows)
  if is_windows == nil then is_windows = IS_WINDOWS end
  local names = split(path, is_windows)
  if not names then return false end
  for _, each in ipairs(list) do
    local folder = split(each, is_windows)
    if folder and begins_with(names, folder) then return true end
  end
  return false
end

--- Splits a list of folders from an environment variable.
---@param text string
---@return string[]
function folders.parse(text)
  local list = {}
  for folder in text:gmatch(IS_WINDOWS and "[^;]+" or "[^:]+") do list[#list + 1] = folder end
  return list
end

return folders
end

package.preload["bridge.system.host"] = function(...)
-- Describes the emulator that runs the script and what our own host adds.
local own_host = require("bridge.system.own_host")

-- Milliseconds: longer than any frame, because our host ends the wait when the frame is due.
local UNTIL_THE_FRAME = 100

---@class bridge.Host
---@field is_own boolean whether it is the headless host that comes with the bridge
---@field calls_idle boolean whether it calls `idle` while it waits for the next frame
---@field idle_left fun(): integer microseconds until the next frame; an estimate in any host but our own
---@field idle_wait integer maximum milliseconds of one wait between two frames
---@field yield? fun(times: integer): boolean yields the processor to other programs
---@field wait_for_data? fun(milliseconds: integer): boolean waits for all sockets at once; missing in any host but our own
---@field microseconds? fun(): integer a clock; missing in any host but our own
---@field is_ending fun(): boolean whether it shuts down when the callback returns
local Host = {}

local function a_millisecond() return 1000 end
local function never() return false end

---@return bridge.Host
function Host.new()
  local idle_left = own_host.find("idleLeft")
  -- The time left until one moment is a clock that runs backwards.
  local microseconds = idle_left and function() return -idle_left() end
  return {
    is_own = idle_left ~= nil, calls_idle = false, idle_left = idle_left or a_millisecond, idle_wait = idle_left and UNTIL_THE_FRAME or 1,
    wait_for_data = own_host.find("waitForData"), yield = own_host.find("yieldProcessor"), microseconds = microseconds,
    is_ending = own_host.find("isEnding") or never,
  }
end

return Host
end

package.preload["bridge.system.journal"] = function(...)
-- Logs to mGBA's scripting console. Limits how many lines a client can cause, and removes control characters.
local WINDOW_FRAMES = 600
local LINES_IN_WINDOW = 3

---@class bridge.Journal
---@field private logged table<string, boolean> first lines of errors that were logged
---@field private counts table<string, integer>
---@field private frames integer
local Journal = {}
Journal.__index = Journal

---@return bridge.Journal
function Journal.new()
  return setmetatable({ logged = {}, counts = {}, frames = 0 }, Journal)
end

--- Replaces control characters, which could cut a line or fake another one, and shortens the text.
---@param text string
---@param max_length? integer
---@return string
function Journal.clean(text, max_length)
  return (text:sub(1, max_length or 200):gsub("[%c\x7f]", "?"))
end

---@param level "info"|"warn"|"error"
---@param text string
local function write(level, text)
  local line = "bridge: " .. text
  if not console then
    print(line)
  elseif level == "error" then
    console:error(line)
  elseif level == "warn" then
    console:warn(line)
  else
    console:log(line)
  end
end

---@param text string
function Journal:info(text) -- luacheck: no self
  write("info", text)
end

--- Logs a line of a kind that any client can cause: at most three in ten seconds.
---@param kind string
---@param text string
function Journal:refused(kind, text)
  local count = (self.counts[kind] or 0) + 1
  self.counts[kind] = count
  if count <= LINES_IN_WINDOW then write("warn", text) end
end

--- Logs an error of the script, once.
---@param traceback string
function Journal:fault(traceback)
  local first_line = traceback:match("^[^\n]*")
  if self.logged[first_line] then return end
  self.logged[first_line] = true
  write("error", traceback)
end

function Journal:frame()
  self.frames = self.frames + 1
  if self.frames < WINDOW_FRAMES then return end
  self.frames = 0
  for kind, count in pairs(self.counts) do
    if count > LINES_IN_WINDOW then write("warn", ("%d more: %s"):format(count - LINES_IN_WINDOW, kind)) end
  end
  self.counts = {}
end

return Journal
end

package.preload["bridge.system.operating_system"] = function(...)
-- The system that mGBA runs on.
return { is_windows = package.config:sub(1, 1) == "\\" }
end

package.preload["bridge.system.own_host"] = function(...)
-- Finds the functions that our own host offers the script (`_host`, emulator/host).
local own_host = {}

---@param name string
---@return function? member nil in any other mGBA
function own_host.find(name)
  local ok, member = pcall(function() return _host[name] end)
  return ok and member or nil
end

return own_host
end

package.preload["bridge.system.regular_file"] = function(...)
-- Opens files whose path comes from a client. Opening a FIFO for reading would block the emulator, and a device may have no end. Our own
-- host can check the type first. Elsewhere the file is opened read-write, which doesn't block on a FIFO, and must be seekable.
local own_host = require("bridge.system.own_host")

local regular_file = {}

-- EPERM, EACCES, EROFS: the file is read-only. Any other error means no file, or a folder.
local MAY_ONLY_BE_READ = { [1] = true, [13] = true, [30] = true }

--- Returns whether our own host finds a regular file; nil in any other mGBA.
local function ask_host(path)
  local is_file = own_host.find("isFile")
  if is_file then return is_file(path) end
end

--- Opens a regular file for reading.
---@param path string
---@return file*? file nil: there is none, or it can't be read
---@return integer? size bytes
function regular_file.open(path)
  if path:find("%z") or ask_host(path) == false then return nil end
  local file, _, number = io.open(path, "r+b")
  if not file and MAY_ONLY_BE_READ[number] then file = io.open(path, "rb") end
  if not file then return nil end
  local size = file:seek("end")
  -- A folder can be opened, but not read.
  local is_readable = size and file:seek("set", 0) and (size == 0 or file:read(1))
  if not is_readable then
    file:close()
    return nil
  end
  file:seek("set", 0)
  return file, size
end

--- Returns whether there is a regular file that can be read.
---@param path string
---@return boolean
function regular_file.exists(path)
  local file = regular_file.open(path)
  if file then file:close() end
  return file ~= nil
end

return regular_file
end

package.preload["bridge.system.socket_error"] = function(...)
-- Interprets the errors of sockets.
local operating_system = require("bridge.system.operating_system")

local socket_error = {}

--- Returns whether the call may succeed later. mGBA for Windows knows few errors, and before 0.10.2 not even this one.
---@param problem integer
---@return boolean
function socket_error.is_temporary(problem)
  return problem == C.SOCKERR.AGAIN or operating_system.is_windows
end

--- Returns whether the error doesn't say if the call may succeed later.
---@param problem integer
---@return boolean
function socket_error.is_unclear(problem)
  return problem ~= C.SOCKERR.AGAIN and operating_system.is_windows
end

return socket_error
end

package.preload["bridge.system.wall_clock"] = function(...)
-- Reads wall time where Lua offers it: `os.clock` returns wall time on Windows, and processor time on other systems.
local operating_system = require("bridge.system.operating_system")

local wall_clock = {}

--- Returns the time since mGBA was started, in steps of a millisecond.
---@return integer? microseconds nil on other systems, and on Windows after 24.8 days, when 32 bits of milliseconds are used up
function wall_clock.now()
  if not operating_system.is_windows then return nil end
  local seconds = os.clock()
  return seconds >= 0 and seconds * 1000000 // 1 | 0 or nil
end

return wall_clock
end

package.preload["bridge.system.windows_paths"] = function(...)
-- On Windows, Lua opens files by names in the ANSI code page, and mGBA by names in UTF-8. Only ASCII is the same in both.
local operating_system = require("bridge.system.operating_system")

local windows_paths = {}

--- Returns whether Lua and mGBA may open different files at this path.
---@param path string
---@return boolean
function windows_paths.is_foreign(path)
  return operating_system.is_windows and path:find("[\x80-\xFF]") ~= nil
end

return windows_paths
end

package.preload["bridge.wire.arguments"] = function(...)
-- Parses a request's arguments, and refuses invalid ones by name.
local refuse_argument = require("bridge.wire.refusal").refuse_argument
local pointer_chain = require("bridge.wire.pointer_chain")
local limits = require("bridge.wire.limits")

local find = string.find

local arguments = {}

local SLOWEST, FASTEST = 250, 16000

--- Parses a decimal whole number.
---@param text string
---@param name string
---@param min integer
---@param max integer
---@return integer
function arguments.integer(text, name, min, max)
  local value = #text <= 16 and find(text, "^[0-9]+$") and math.tointeger(tonumber(text))
  if not value or value < min or value > max then
    refuse_argument(name, text, ("%d to %d"):format(min, max))
  end
  return value --[[@as integer]]
end

--- Parses a decimal whole number that may be negative.
---@param text string
---@param name string
---@param min integer
---@param max integer
---@return integer
function arguments.signed(text, name, min, max)
  local value = #text <= 16 and find(text, "^-?[0-9]+$") and math.tointeger(tonumber(text))
  if not value or value < min or value > max then
    refuse_argument(name, text, ("%d to %d"):format(min, max))
  end
  return value --[[@as integer]]
end

--- Parses a speed in thousandths of the console's; 0: unlimited.
---@param text string
---@param name string
---@return integer
function arguments.speed(text, name)
  local value = #text <= 5 and find(text, "^[0-9]+$") and math.tointeger(tonumber(text))
  if not value or value ~= 0 and (value < SLOWEST or value > FASTEST) then
    refuse_argument(name, text, ("%d to %d, or 0 for unlimited"):format(SLOWEST, FASTEST))
  end
  return value --[[@as integer]]
end

--- Parses an address or offset. Any size is valid here; the memory map decides what exists.
---@return integer|bridge.PointerChain
function arguments.address(text)
  if #text <= 16 and find(text, "^[0-9]+$") then return tonumber(text) --[[@as integer]] end
  local chain = pointer_chain.is_meant(text) and pointer_chain.parse(text)
  if not chain then
    refuse_argument("address", text, ("a decimal number, or a pointer chain like [33554440]+16, up to %d deep"):format(limits.chain_depth))
  end
  return chain --[[@as bridge.PointerChain]]
end

return arguments
end

package.preload["bridge.wire.escaping"] = function(...)
-- Arguments of a header line: bytes 0x21 to 0x7E as they are, every other byte, "%" and a lone "-" as %XX.
local escaping = {}

local find, gsub, format, byte, char = string.find, string.gsub, string.format, string.byte, string.char

local function to_escape(c)
  return format("%%%02X", byte(c))
end

local function from_escape(digits)
  return char(tonumber(digits, 16))
end

---@param text string any bytes
---@return string argument
function escaping.encode(text)
  if text == "" then return "-" end
  if text == "-" then return "%2D" end
  if not find(text, "[^!-$&-~]") then return text end
  return (gsub(text, "[^!-$&-~]", to_escape))
end

---@param argument string one or more of the bytes 0x21 to 0x7E
---@return string? text nil when an escape is malformed
function escaping.decode(argument)
  if argument == "-" then return "" end
  if not find(argument, "%", 1, true) then return argument end
  if find(gsub(argument, "%%[0-9A-F][0-9A-F]", ""), "%", 1, true) then return nil end
  return (gsub(argument, "%%(%x%x)", from_escape))
end

---@param values (string|integer)[]
---@return string arguments as they stand in a header line
function escaping.join(values)
  local encoded = {}
  for i = 1, #values do encoded[i] = escaping.encode(tostring(values[i])) end
  return table.concat(encoded, " ")
end

return escaping
end

package.preload["bridge.wire.framing"] = function(...)
-- Reads and writes messages of the wire protocol. Pure. The grammar is in docs/protocol/wire.md.
local limits = require("bridge.wire.limits")
local read_arguments = require("bridge.wire.wire_arguments").read
local numerals = require("bridge.wire.numerals")

local match, sub, find, concat = string.match, string.sub, string.find, table.concat

local TERMINATOR = "<|END|>"
local TERMINATOR_BYTES = #TERMINATOR

-- The frontier pattern avoids quadratic time for a hostile line of digits. [0-9] is quicker than %d, which uses the locale.
local HEADER = "^([0-9]+) ([a-z][a-z0-9.-]*) (-?[0-9]+) ([0-9]+)%f[ \n]([\x20-\x7e]*)\n()"

local NO_ARGUMENTS = {}

-- Common payload lengths by their digits, which saves a call of tonumber.
local LENGTHS = {}
for length, digits in pairs(numerals) do LENGTHS[digits] = length end

local HEADER_BYTES, PAYLOAD_BYTES, WORD_BYTES = limits.header_bytes, limits.payload_bytes, limits.word_bytes
local ID_DIGITS, NUMBER_DIGITS, LENGTH_DIGITS = limits.id_digits, limits.number_digits, limits.length_digits

local framing = { TERMINATOR = TERMINATOR }

---@class bridge.Message
---@field id string
---@field word string
---@field number string the digits from the wire; most are never read
---@field arguments string[] decoded; never to be changed
---@field payload string
---@field package following bridge.Message? the next in the free list

---@class bridge.Reader
---@field private buffer string
---@field private position integer first byte not read yet
---@field private message bridge.Message? the message whose payload is incomplete
---@field private length integer of that payload
---@field private chunks string[]? received parts of an incomplete payload
---@field private need integer bytes missing until the payload and its terminator are complete
---@field private free bridge.Message? head of the free list
local Reader = {}
Reader.__index = Reader

---@return bridge.Reader
function framing.reader()
  return setmetatable({ buffer = "", position = 1, length = 0, need = 0 }, Reader)
end

--- Adds received bytes.
---@param bytes string
function Reader:feed(bytes)
  local chunks = self.chunks
  if chunks then
    chunks[#chunks + 1] = bytes
    self.need = self.need - #bytes
    if self.need > 0 then return end
    self.buffer, self.chunks = concat(chunks), nil
  elseif self.position > #self.buffer then
    self.buffer = bytes
  else
    self.buffer = sub(self.buffer, self.position) .. bytes
  end
  self.position = 1
end

--- Whether an incomplete header can never become a valid one.
---@private
---@return boolean
function Reader:is_hopeless()
  local buffer, position = self.buffer, self.position
  return find(buffer, "\n", position, true) ~= nil or #buffer - position + 1 >= HEADER_BYTES
end

--- Keeps a message whose payload is incomplete.
---@private
---@param message bridge.Message
---@param length integer of the payload
---@param missing integer bytes
function Reader:await(message, length, missing)
  self.message, self.length, self.need = message, length, missing
  self.chunks = { sub(self.buffer, self.position) }
end

--- Returns the next message, nil while it is incomplete, or nil and the problem, after which the stream can't be used.
---@return bridge.Message? message
---@return "header"|"length"|"terminator"|nil problem
function Reader:next()
  local message, buffer, position, length = self.message, self.buffer, self.position, self.length
  if message then
    if self.chunks then return nil end
    self.message = nil
  else
    if position > #buffer then return nil end
    local id, word, number, digits, tail, after = match(buffer, HEADER, position)
    if not id then return nil, self:is_hopeless() and "header" or nil end
    if after - position > HEADER_BYTES or #id > ID_DIGITS or #word > WORD_BYTES
      or #digits > LENGTH_DIGITS or #number > NUMBER_DIGITS and #match(number, "%d+") > NUMBER_DIGITS
    then
      return nil, "header"
    end
    local arguments = tail == "" and NO_ARGUMENTS or read_arguments(tail)
    if not arguments then return nil, "header" end
    length = LENGTHS[digits] or tonumber(digits) --[[@as integer]]
    if length > PAYLOAD_BYTES then return nil, "length" end
    message = self.free
    if message then self.free, message.following = message.following, nil else message = { payload = "" } end
    message.id, message.word, message.number, message.arguments = id, word, number, arguments
    self.position, position = after, after
  end
  local past = position + length
  local stop = past + TERMINATOR_BYTES
  if stop > #buffer + 1 then
    self:await(message, length, stop - #buffer - 1)
    return nil
  end
  if sub(buffer, past, stop - 1) ~= TERMINATOR then return nil, "terminator" end
  if length > 0 then message.payload = sub(buffer, position, past - 1) end
  self.position = stop
  return message
end

--- Returns a message's table to the free list, so that a busy stream leaves little garbage.
---@param message bridge.Message without extra fields
function Reader:release(message)
  message.arguments, message.payload = NO_ARGUMENTS, ""
  message.following, self.free = self.free, message
end

--- Returns how many of the bytes fed last have been read.
---@return integer bytes
function Reader:offset()
  return self.position - 1
end

---@return boolean midway whether the stream ends inside a message
function Reader:midway()
  return self.message ~= nil or self.position <= #self.buffer
end

---@param id string
---@param word string
---@param number integer|string
---@param arguments string? as they stand on the wire
---@param payload string
---@return string message
function framing.message(id, word, number, arguments, payload)
  local length = #payload
  -- A single expression makes a single new string.
  if arguments and arguments ~= "" then
    return id .. " " .. word .. " " .. number .. " " .. (numerals[length] or length) .. " " .. arguments .. "\n" .. payload .. TERMINATOR
  end
  return id .. " " .. word .. " " .. number .. " " .. (numerals[length] or length) .. "\n" .. payload .. TERMINATOR
end

---@param id string
---@param word string
---@param number integer|string
---@param arguments string? as they stand on the wire
---@param length integer
---@return string header
function framing.header(id, word, number, arguments, length)
  if arguments and arguments ~= "" then
    return id .. " " .. word .. " " .. number .. " " .. length .. " " .. arguments .. "\n"
  end
  return id .. " " .. word .. " " .. number .. " " .. length .. "\n"
end

return framing
end

package.preload["bridge.wire.limits"] = function(...)
-- The limits of docs/protocol/wire.md.
local limits = {
  header_bytes = 1024,
  arguments = 32,
  payload_bytes = 2097152,
  memory_range_bytes = 1048576,
  id_digits = 16,
  word_bytes = 32,
  number_digits = 16,
  length_digits = 7,
  connections = 16,
  frames_until_hello = 600,
  secret_bytes = 256,
  min_key_bytes = 16, -- of a secret in a key file
  key_file_bytes = 65536,
  seconds_until_hello = 2, -- by a clock in whole seconds: more than one has passed
  inbox_messages = 4096,
  inbox_bytes = 4194304,
  outbox_bytes = 4194304,
  presses = 256, -- together with sequences
  button_changes = 1024, -- queued changes of held buttons
  hold_frames = 3600,
  release_frames = 600,
  sequence_lines = 1024,
  sequence_frames = 36000,
  sequence_repeats = 1000,
  ended_sequences = 256,
  waits = 256,
  conditions = 16,
  until_bytes = 20480,
  achievement_bytes = 1024,
  achievement_conditions = 128,
  screen_waits = 16,
  wait_frames = 36000,
  step_frames = 36000,
  steps = 64,
  acts = 64,
  key_frames = 8,
  observed_steps = 64,
  disassembly_lines = 256,
  breakpoints = 64,
  breakpoint_bytes = 33554432,
  breakpoint_hits = 1000000,
  max_stop_milliseconds = 3600000,
  step_instructions = 1000000,
  picture_width = 256, -- of a resized picture, and the largest of any game
  picture_height = 224,
  min_lease_milliseconds = 100,
  max_lease_milliseconds = 600000,
  lease_bytes = 64,
  owner_bytes = 64,
  log_bytes = 65536,
  chain_depth = 8,
  chain_digits = 10,
  marks = 100, -- of a history
  notes = 1000, -- of an emulator
  note_bytes = 600,
  message_bytes = 600,
  message_frames = 3600,
  movie_frames = 100000000,
  movie_bytes = 33554432,
  movie_piece_bytes = 1048576,
  mark_bytes = 64,
  sound_sample = 1000000000000000, -- the highest number of a sample
  sensor_thousandths = 1000,
  cheats = 256,
  cheat_lines = 2048, -- of all cheats
  cheats_bytes = 65536,
  cheat_name_bytes = 192,
  cheat_writes = 65536, -- of all cheats in a frame
  clock_second = 253402300799, -- the last one of the year 9999
  batch_operations = 256,
  batch_read_bytes = 262144,
  batch_write_bytes = 16384,
  batch_cost = 8000, -- microseconds by the commands' own costs: half a frame
  watches = 4096,
  watch_bytes = 4096,
  watched_bytes = 262144, -- in total
  watched_pointers = 1024,
  watch_interval_frames = 3600,

  -- The rest is not part of the protocol. Microseconds of a pass and of a connection's turn in it. Passes between two frames are
  -- shorter, since the next one follows at once, and in a window, since the clock is read only between passes.
  pass_cost = 8000,
  idle_cost = 2000,
  window_cost = 1000,
  turn_cost = 500,
  -- Bytes of one send; larger replies are sent in slices, so that continuing a partial send copies little.
  send_bytes = 262144,
  -- Bytes that a pass reads from one connection.
  pass_bytes = 1048576,
  backlog = 512,
}

return limits
end

package.preload["bridge.wire.lines"] = function(...)
-- Lines of words in payloads.
local refusal = require("bridge.wire.refusal")

local lines = {}

--- Splits a line into words, or refuses it. An empty word means that the line has fewer.
---@param line string
---@param count integer
---@param accepted string for the sentence
---@return string[]
function lines.split(line, count, accepted)
  local words = {}
  for word in line:gmatch("[^ ]+") do words[#words + 1] = word end
  if #words ~= count or #table.concat(words, " ") ~= #line then
    refusal.refuse("bad-request", ("The line must be %s; got %s."):format(accepted, refusal.quote(line)))
  end
  return words
end

--- Returns the name of a domain, which is - for the bus.
---@param word string
---@return string
function lines.domain(word)
  return word == "-" and "" or word
end

return lines
end

package.preload["bridge.wire.numerals"] = function(...)
-- Small whole numbers as strings, cached because Lua formats each with printf.
---@type table<integer, string>
local numerals = {}
for number = 0, 1023 do numerals[number] = ("%d"):format(number) end

return numerals
end

package.preload["bridge.wire.pointer_chain"] = function(...)
-- Parses pointer chains like [33554440]+16: brackets hold the bus address of a pointer. Pure.
local limits = require("bridge.wire.limits")

local byte, find, match, sub = string.byte, string.find, string.match, string.sub
local OPENING = byte("[")

local pointer_chain = {}

---@class bridge.PointerChain
---@field base integer address of the first pointer
---@field offsets integer[] what is added to each pointer, first to last

--- Whether a text starts like a pointer chain.
---@param text string
---@return boolean
function pointer_chain.is_meant(text)
  return byte(text) == OPENING
end

--- Parses a pointer chain.
---@param text string
---@return bridge.PointerChain? chain nil when it is malformed
function pointer_chain.parse(text)
  local _, depth = find(text, "^%[+")
  if not depth or depth > limits.chain_depth then return nil end
  local base, position = match(text, "^(%d+)()", depth + 1)
  if not base or #base > limits.chain_digits then return nil end
  local offsets = {}
  for i = 1, depth do
    if sub(text, position, position) ~= "]" then return nil end
    local sign, digits, after = match(text, "^([+-])(%d+)()", position + 1)
    if digits and #digits > limits.chain_digits then return nil end
    offsets[i] = sign and tonumber(sign .. digits) or 0
    position = after or position + 1
  end
  if position <= #text then return nil end
  return { base = tonumber(base) --[[@as integer]], offsets = offsets }
end

return pointer_chain
end

package.preload["bridge.wire.refusal"] = function(...)
-- An expected failure of a command, with a status of docs/protocol/wire.md. Raised with `error`.
local MAX_QUOTED = 64 -- bytes

local Refusal = {}
Refusal.__index = Refusal

--- Ends the command with an error reply.
---@param status string
---@param sentence string for people
---@param argument? string name of the invalid one
---@param ran? integer how many operations of a batch had run
local function refuse(status, sentence, argument, ran)
  error(setmetatable({ status = status, sentence = sentence, argument = argument, ran = ran }, Refusal), 0)
end

--- Quotes a client's text for a sentence: shortened, and without control characters, which would break a line of the console.
---@param text string
---@return string
local function quote(text)
  -- Not in the middle of a character.
  if #text > MAX_QUOTED then text = text:sub(1, MAX_QUOTED):gsub("[\xC0-\xFF]?[\x80-\xBF]*$", "") .. "…" end
  return '"' .. text:gsub("[%c\x7f]", "?") .. '"'
end

--- Refuses an argument for its value.
---@param name string
---@param got string
---@param accepted string what follows "must be", like "1 to 3600"
local function refuse_argument(name, got, accepted)
  refuse("bad-request", ("%s must be %s; got %s."):format(name, accepted, quote(got)), name)
end

---@return boolean
local function is_refusal(value)
  return getmetatable(value) == Refusal
end

return { refuse = refuse, refuse_argument = refuse_argument, quote = quote, is_refusal = is_refusal }
end

package.preload["bridge.wire.version"] = function(...)
-- Versions of this script. `protocol` is the wire contract's, see docs/protocol.md.
return { script = "1.0.0", protocol = "3" }
end

package.preload["bridge.wire.wire_arguments"] = function(...)
-- Parses the arguments in a message's header. Pure. The grammar is in docs/protocol/wire.md.
local limits = require("bridge.wire.limits")
local escaping = require("bridge.wire.escaping")

local match, find = string.match, string.find

-- Captures up to four arguments; an empty capture or unmatched rest means the slow path.
local FEW = "^ ([!-~]+) ?([!-~]*) ?([!-~]*) ?([!-~]*)"

local wire_arguments = {}

---@param tail string
---@return string[]? arguments
local function read_many(tail)
  local arguments, count, position, stop = {}, 0, 1, #tail
  repeat
    local argument, after = match(tail, "^ ([!-~]+)()", position)
    if not argument or count == limits.arguments then return nil end
    argument = escaping.decode(argument)
    if not argument then return nil end
    count, position = count + 1, after
    arguments[count] = argument
  until position > stop
  return arguments
end

--- Parses the arguments of a header. Up to four without escapes, which nearly all commands have, take one match.
---@param tail string what stands between the length and the line feed
---@return string[]? arguments decoded; nil when they do not fit the grammar
function wire_arguments.read(tail)
  local a, b, c, d = match(tail, FEW)
  if not a or find(tail, "%", 1, true) then return read_many(tail) end
  local stop, list = #a + 1
  if b == "" then
    list = { a == "-" and "" or a }
  elseif c == "" then
    stop, list = stop + #b + 1, { a == "-" and "" or a, b == "-" and "" or b }
  else
    stop = stop + #b + #c + 2
    if d == "" then
      list = { a == "-" and "" or a, b == "-" and "" or b, c == "-" and "" or c }
    else
      stop, list = stop + #d + 1, { a == "-" and "" or a, b == "-" and "" or b, c == "-" and "" or c, d == "-" and "" or d }
    end
  end
  return stop == #tail and list or read_many(tail)
end

return wire_arguments
end

-- The single file has its modules here. In the sources they are in the folder "bridge" beside this file.
local function load_modules()
  local folder = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or (script and script.dir) or "./"
  local before = package.path
  package.path = folder .. "?.lua;" .. before
  local ok, config, app, listener, runner = pcall(function()
    return require("bridge.config"), require("bridge.app"), require("bridge.clients.listener"), require("bridge.branches.runner")
  end)
  package.path = before
  forget(package.preload)
  if ok then return config, app, listener, runner end
  -- On Windows Lua opens modules with fopen, which accepts no UTF-8.
  if package.config:sub(1, 1) == "\\" and folder:find("[\x80-\xFF]") then
    error("bridge: mGBA can't load modules from a folder with such a name. Load the single file bridge.lua of the bridge.", 0)
  end
  error(config, 0)
end

local function sentence_of(port, problem)
  local sentence = ("port %d can't be used (%s)."):format(port, problem)
  if package.config:sub(1, 1) ~= "\\" then return sentence end
  return sentence .. " Another program has it, or Windows reserves it: netsh int ipv4 show excludedportrange protocol=tcp."
end

local config, App, Listener, BranchRunner = load_modules()
if BranchRunner.is_wanted() then return BranchRunner.new():start() end
local options, problems = config.load(settings, os.getenv)
for _, problem in ipairs(problems) do say("warn", problem) end
if not options then return end
local listener
if options.socket then
  local problem
  listener, problem = Listener.open_unix(options.socket)
  if not listener then return say("error", ("the socket %s can't be used (%s)."):format(options.socket, problem)) end
else
  local ports = options.ports
  local opened, problem = Listener.open_first(options.address, ports)
  if problem and opened then say("warn", sentence_of(ports[1], problem)) end
  if not opened then
    local others = #ports > 1 and (" Neither can %d to %d."):format(ports[2], ports[#ports]) or ""
    return say("error", sentence_of(ports[1], problem) .. others
      .. " Close the other program or mGBA window that uses it, or set another port at the top of bridge.lua.")
  end
  listener = opened
end
bridge = App.new(options, listener)
bridge:start(listener)
say("log", ("version %s listens on %s"):format(bridge.version, options.socket or listener.address))
