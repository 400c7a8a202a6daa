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
    check.equal(hooks, 5)
    check.equal(bench.peer():call("ping").word, "ok")
    bench.clean()
  end)

  it("modules are loaded again", function()
    bench.start()
    package.loaded["bridge.version"].script = "edited"
    bench.load()
    check.contains(fake.lines[#fake.lines], "version 1.0.0")
    bench.clean()
  end)

  it("a taken port gives one line that says what to do, and nothing is left", function()
    bench.clean()
    fake.install()
    fake.listen(8888, true)
    bench.load()
    check.equal(#fake.lines, 1)
    check.contains(fake.lines[1], "port 8888")
    check.contains(fake.lines[1], fake_system.is_windows() and "unknown error" or "address in use")
    check.contains(fake.lines[1], "another port")
    check.equal(_G.bridge, nil)
    check.equal(next(fake.hooks), nil)
  end)

  it("a wrong port gives one line and nothing is started", function()
    bench.clean()
    fake.install()
    bench.load({ BRIDGE_SCRIPT_PORT = "http" })
    check.equal(#fake.lines, 1)
    check.equal(_G.bridge, nil)
  end)

  it("it can be loaded before there is a game", function()
    bench.clean()
    fake.install()
    bench.load()
    local stranger = bench.stranger()
    stranger.client:send(bench.message(1, "hello", { bench.version, "me", "" }))
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
