-- A script in a fake mGBA, with clients.
local fake = require("spec.fake_mgba")
local framing = require("bridge.framing")
local escaping = require("bridge.escaping")
local check = require("spec.check")

local bench = { fake = fake, version = require("bridge.version").protocol }

--- Loads bridge.lua as mGBA does. Settings come over the environment, which is faked.
---@param environment? table<string, string>
function bench.load(environment)
  local getenv, path = os.getenv, package.path
  bench.secret = environment and environment.BRIDGE_SCRIPT_SECRET or ""
  os.getenv = function(name) return (environment or {})[name] end -- luacheck: ignore 122
  package.path = "nowhere" -- the script finds its modules by itself
  local ok, problem = pcall(dofile, require("spec.paths").script)
  local path_after = package.path
  os.getenv, package.path = getenv, path -- luacheck: ignore 122
  assert(ok, problem)
  assert(path_after == "nowhere", "the package path is left as it was")
end

--- Takes the instance down, so that the next spec starts without one.
function bench.clean()
  if _G.bridge then _G.bridge:stop() end
  _G.bridge = nil
end

--- A fresh fake with a game, and the script loaded.
function bench.start(environment, game)
  bench.clean()
  fake.install()
  fake.load_game(game)
  bench.load(environment)
end

--- What is done while the game stands still: one thing for each wait, then the lease runs out.
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

--- A connection that has not said hello.
function bench.stranger(port)
  return setmetatable({ client = fake.connect(port), reader = framing.reader(), id = 0 }, Peer)
end

--- A connection that has, with the secret that the script was loaded with.
function bench.peer(name, port)
  local peer = bench.stranger(port)
  check.equal(peer:call("hello", { bench.version, name or "spec", bench.secret }).word, "ok")
  return peer
end

function Peer:send(word, arguments, payload, stamp)
  self.id = self.id + 1
  self.client:send(bench.message(self.id, word, arguments, payload, stamp))
  return self.id
end

--- Replies that have come, oldest first.
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

--- The same as texts: id and word.
---@return string[]
function Peer:words()
  local list = {}
  for i, reply in ipairs(self:replies()) do list[i] = reply.id .. " " .. reply.word end
  return list
end

--- One request and its reply, with one frame in between.
function Peer:call(word, arguments, payload)
  local id = self:send(word, arguments, payload)
  fake.frames(1)
  local replies = self:replies()
  check.equal(#replies, 1, "replies to " .. word)
  check.equal(replies[1].id, tostring(id), "the reply's id")
  return replies[1]
end

--- The reply's arguments in one text.
function Peer:ask(word, arguments, payload)
  local reply = self:call(word, arguments, payload)
  if reply.word ~= "ok" then error(word .. " was answered with " .. reply.word .. ": " .. reply.payload, 2) end
  return table.concat(reply.arguments, " "), reply.payload
end

--- The status and sentence of a refusal.
function Peer:refused(word, arguments, payload)
  local reply = self:call(word, arguments, payload)
  return reply.word, reply.payload, reply.arguments[1]
end

return bench
