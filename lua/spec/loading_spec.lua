local check = require("spec.check")
local fake_system = require("spec.fake_system")
local bench = require("spec.bench")
local fake = bench.fake

local function globals()
  local names = {}
  for name in pairs(_G) do names[name] = true end
  return names
end

return function(it)
  it("logs one ready line with address, port and version", function()
    bench.start({ BRIDGE_SCRIPT_PORT = "8901" })
    check.list(fake.lines, { "log bridge: version 1.0.0 listens on 127.0.0.1:8901" })
    bench.clean()
  end)

  it("loading and running creates the one global", function()
    bench.clean()
    fake.install()
    fake.load_game()
    local before = globals()
    bench.load()
    local peer = bench.peer()
    peer:call("info")
    peer:call("screen.png")
    peer:call("buttons.press", { 1, 1, 1, 0 })
    fake.frames(50)
    fake.fire("idle")
    for name in pairs(globals()) do
      if not before[name] then check.equal(name, "bridge", "a new global") end
    end
    bench.clean()
  end)

  it("a second load replaces the first", function()
    bench.start()
    local peer = bench.peer()
    local first = _G.bridge
    bench.load()
    check.truthy(_G.bridge ~= first, "another instance")
    check.equal(peer.client:is_closed(), true)
    local hooks = 0
    for _ in pairs(fake.hooks) do hooks = hooks + 1 end
    check.equal(hooks, 6)
    check.equal(bench.peer():call("ping").word, "ok")
    bench.clean()
  end)

  it("modules are loaded again", function()
    bench.start()
    package.loaded["bridge.wire.version"].script = "edited"
    bench.load()
    check.contains(fake.lines[#fake.lines], "version 1.0.0")
    bench.clean()
  end)

  local in_use = fake_system.is_windows() and "unknown error" or "address in use"

  --- Loads the script where other programs listen on these ports.
  local function load_beside(taken, environment, is_shared)
    bench.clean()
    fake.install()
    fake.load_game()
    for _, port in ipairs(taken) do fake.listen(port, not is_shared) end
    bench.load(environment)
  end

  it("a configured port that is taken gives one line that says what to do, and nothing is started", function()
    load_beside({ 8890 }, { BRIDGE_SCRIPT_PORT = "8890" })
    check.equal(#fake.lines, 1)
    check.contains(fake.lines[1], ("error bridge: port 8890 can't be used (%s)."):format(in_use))
    check.contains(fake.lines[1], "another port")
    check.equal(fake.lines[1]:find("netsh", 1, true) ~= nil, fake_system.is_windows())
    check.equal(_G.bridge, nil)
    check.equal(next(fake.hooks), nil)
  end)

  it("without a configured port the script listens on the next free one, and the console says so", function()
    load_beside({ 8888, 8889 })
    check.equal(#fake.lines, 2)
    check.contains(fake.lines[1], ("warn bridge: port 8888 can't be used (%s)."):format(in_use))
    check.equal(fake.lines[2], "log bridge: version 1.0.0 listens on 127.0.0.1:8890")
    check.equal(bench.peer("spec", 8890):call("ping").word, "ok")
    bench.clean()
  end)

  it("if all ports are taken, one line says so", function()
    load_beside({ 8888, 8889, 8890, 8891, 8892, 8893, 8894, 8895 })
    check.equal(#fake.lines, 1)
    check.contains(fake.lines[1], "Neither can 8889 to 8895.")
    check.equal(_G.bridge, nil)
  end)

  it("the script leaves a port that another program shares, as only Windows allows", function()
    load_beside({ 8888 }, nil, true)
    check.contains(fake.lines[1], fake_system.is_windows() and "another program gets its connections" or "address in use")
    check.contains(fake.lines[2], "127.0.0.1:8889")
    check.equal(bench.peer("spec", 8889):call("ping").word, "ok")
    bench.clean()
  end)

  it("two scripts on one machine have a port each", function()
    bench.start()
    local first = _G.bridge
    _G.bridge = nil
    bench.load()
    check.contains(fake.lines[#fake.lines], "127.0.0.1:8889")
    check.equal(bench.peer("spec", 8889):call("ping").word, "ok")
    first:stop()
    bench.clean()
  end)

  it("from a folder with an accent the single file loads, and the sources say what to do on Windows", function()
    bench.clean()
    fake.install()
    local file = assert(fake_system.open(require("spec.paths").script, "rb"))
    local text, path = file:read("a"), package.path
    file:close()
    package.path = "nowhere"
    local ok, problem = pcall(load(text, "@" .. fake_system.path("/Users/Andr\xC3\xA9/bridge.lua")))
    package.path = path
    check.equal(ok, text:find("package.preload[\"bridge.app\"] =", 1, true) ~= nil)
    if not ok then check.contains(problem, fake_system.is_windows() and "Load the single file" or "'bridge.config' not found") end
    bench.clean()
  end)

  it("a wrong port gives one line and nothing is started", function()
    bench.clean()
    fake.install()
    bench.load({ BRIDGE_SCRIPT_PORT = "http" })
    check.equal(#fake.lines, 1)
    check.equal(_G.bridge, nil)
  end)

  it("the script can be loaded before there is a game", function()
    bench.clean()
    fake.install()
    bench.load()
    local stranger = bench.stranger()
    stranger:send_greeting("me")
    fake.load_game()
    fake.frames(1)
    check.contains(stranger.client:receive(), "platform=GBA")
    bench.clean()
  end)

  it("stop releases held buttons", function()
    bench.start()
    bench.peer():ask("buttons.set", { 5 })
    _G.bridge:stop()
    check.equal(fake.game.keys, 0)
    _G.bridge = nil
  end)
end
