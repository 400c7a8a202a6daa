local check = require("spec.check")
local config = require("bridge.config")

local function load(settings, environment)
  return config.load(settings or {}, function(name) return (environment or {})[name] end)
end

return function(it)
  it("without settings the defaults apply", function()
    local options, problems = load()
    check.equal(options.address, "127.0.0.1")
    check.list(options.ports, { 8888, 8889, 8890, 8891, 8892, 8893, 8894, 8895 })
    check.equal(options.secret, "")
    check.equal(options.window, "shared")
    check.equal(options.window_ms, nil)
    check.equal(#problems, 0)
  end)

  it("the environment overrides settings", function()
    local settings = { port = 9000, secret = "s", window = "every", window_ms = 8 }
    local options = load(settings, { BRIDGE_SCRIPT_PORT = "9001", BRIDGE_WINDOW = "off" })
    check.list(options.ports, { 9001 })
    check.equal(options.secret, "s")
    check.equal(options.window, "off")
    check.equal(options.window_ms, 8)
  end)

  it("an empty variable counts as unset", function()
    check.equal(load({ port = 9000 }, { BRIDGE_SCRIPT_PORT = "" }).ports[1], 9000)
  end)

  for _, port in ipairs({ "0", "65536", "eighty", "80.5", "-1" }) do
    it("port " .. port .. " is refused with a line that names it", function()
      local options, problems = load({}, { BRIDGE_SCRIPT_PORT = port })
      check.equal(options, nil)
      check.equal(#problems, 1)
      check.contains(problems[1], "BRIDGE_SCRIPT_PORT")
    end)
  end

  it("a wrong window gives a line and the default", function()
    local options, problems = load({ window = "always" }, { BRIDGE_WINDOW_MS = "17" })
    check.equal(options.window, "shared")
    check.equal(options.window_ms, nil)
    check.contains(problems[1], "settings.window")
    check.contains(problems[2], "BRIDGE_WINDOW_MS")
  end)

  it("a secret of 257 bytes is refused", function()
    check.truthy(load({ secret = ("x"):rep(256) }))
    check.equal(load({ secret = ("x"):rep(257) }), nil)
  end)
end
