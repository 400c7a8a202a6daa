-- A script in a fake mGBA, with clients.
local fake = require("spec.fake_mgba")
local framing = require("bridge.wire.framing")
local escaping = require("bridge.wire.escaping")
local handshake = require("bridge.clients.handshake")
local check = require("spec.check")
local chunks = require("spec.chunks")

local bench = { fake = fake, version = require("bridge.wire.version").protocol, nonce = ("0f"):rep(16) }

chunks.install()

--- Loads bridge.lua as mGBA does, with settings in a faked environment.
---@param environment? table<string, string>
function bench.load(environment)
  local getenv, path = os.getenv, package.path
  bench.secret = environment and environment.BRIDGE_SCRIPT_SECRET or ""
  os.getenv = function(name) return (environment or {})[name] end -- luacheck: ignore 122
  package.path = "nowhere" -- the script finds its modules by itself
  local ok, problem = pcall(chunks.of(require("spec.paths").script))
  local path_after = package.path
  os.getenv, package.path = getenv, path -- luacheck: ignore 122
  assert(ok, problem)
  assert(path_after == "nowhere", "the package path is left as it was")
end

-- The script collects garbage to close sockets. A new fake has none to close, and one that is thrown away needs none closed.
local function without_collections(run, ...)
  local collect = collectgarbage
  local _ <close> = setmetatable({}, { __close = function() _G.collectgarbage = collect end })
  _G.collectgarbage = function(...) return select("#", ...) > 0 and collect(...) or 0 end
  run(...)
end

--- Stops the instance, so that the next spec starts without one.
function bench.clean()
  if _G.bridge then without_collections(_G.bridge.stop, _G.bridge) end
  _G.bridge = nil
end

--- Starts a new fake with a game, and loads the script.
function bench.start(environment, game)
  bench.clean()
  fake.install()
  fake.load_game(game)
  without_collections(bench.load, environment)
end

--- Runs actions while the game stands still, one in each wait; then the lease expires.
function bench.in_waits(...)
  local todo, at = { ... }, 0
  fake.on_wait = function()
    at = at + 1
    if todo[at] then todo[at]() end
  end
end

local Peer = {}
Peer.__index = Peer

---@param word string
function bench.message(id, word, arguments, payload, stamp)
  local encoded = {}
  for i, argument in ipairs(arguments or {}) do encoded[i] = escaping.encode(tostring(argument)) end
  payload = payload or ""
  return framing.header(tostring(id), word, stamp or 0, table.concat(encoded, " "), #payload) .. payload .. framing.TERMINATOR
end

--- Opens a connection without a hello.
function bench.stranger(port)
  return setmetatable({ client = fake.connect(port), reader = framing.reader(), id = 0 }, Peer)
end

--- Opens a connection, says hello and proves that it knows the secret of the script.
function bench.peer(name, port)
  local peer = bench.stranger(port)
  check.equal(peer:greet(name, bench.secret).word, "ok")
  return peer
end

--- Sends a hello, whose id none of the later requests has.
function Peer:send_hello(name)
  self.client:send(bench.message(9999, "hello", { bench.version, name, bench.nonce }))
end

--- Sends what a client without a secret sends first.
function Peer:send_greeting(name)
  self:send_hello(name or "spec")
  return self:send("authenticate", { "" })
end

--- Says hello with this secret, and returns the last reply: of a refused hello, or of the proof.
---@param name? string
---@param secret string empty: none, so that one frame is enough
function Peer:greet(name, secret)
  name = name or "spec"
  if secret == "" then
    self:send_greeting(name)
    fake.frames(1)
    local replies = self:replies()
    return replies[#replies]
  end
  self:send_hello(name)
  fake.frames(1)
  local hello = self:replies()[1]
  if hello.word ~= "ok" then return hello end
  local nonce, proof, address = table.unpack(hello.arguments)
  local challenge = {
    client = name, client_nonce = bench.nonce, script_nonce = nonce, address = address, secret = proof == "" and "" or secret,
  }
  return self:call("authenticate", { handshake.proof(challenge, "client") })
end

function Peer:send(word, arguments, payload, stamp)
  self.id = self.id + 1
  self.client:send(bench.message(self.id, word, arguments, payload, stamp))
  return self.id
end

--- Returns the replies that have arrived, oldest first.
function Peer:replies()
  self.reader:feed(self.client:receive())
  local list = {}
  while true do
    local message, problem = self.reader:next()
    assert(not problem, problem)
    if not message then return list end
    message.number = tonumber(message.number)
    list[#list + 1] = message
  end
end

--- Returns the replies that have arrived as texts: id and word.
---@return string[]
function Peer:words()
  local list = {}
  for i, reply in ipairs(self:replies()) do list[i] = reply.id .. " " .. reply.word end
  return list
end

--- Sends a request, runs a frame, and returns the reply.
function Peer:call(word, arguments, payload)
  local id = self:send(word, arguments, payload)
  fake.frames(1)
  local replies = self:replies()
  check.equal(#replies, 1, "replies to " .. word)
  check.equal(replies[1].id, tostring(id), "the reply's id")
  return replies[1]
end

--- Sends a request and returns the arguments of its reply as one text.
function Peer:ask(word, arguments, payload)
  local reply = self:call(word, arguments, payload)
  if reply.word ~= "ok" then error(word .. " was answered with " .. reply.word .. ": " .. reply.payload, 2) end
  return table.concat(reply.arguments, " "), reply.payload
end

--- Sends a request and returns the status and sentence of its refusal.
function Peer:refused(word, arguments, payload)
  local reply = self:call(word, arguments, payload)
  return reply.word, reply.payload, reply.arguments[1]
end

return bench
