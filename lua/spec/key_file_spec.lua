-- The key file of the bridge: which clients are accepted, which paths may be used, and when the file is read.
local check = require("spec.check")
local fake_system = require("spec.fake_system")
local bench = require("spec.bench")
local key_file = require("bridge.clients.key_file")
local fake = bench.fake

local FOLDER, PATH = "/keys", "/keys/script-8888.key"
local ENVIRONMENT = { BRIDGE_KEY_FOLDER = FOLDER }
local OLD, NEW = ("0f"):rep(32), ("a5"):rep(32)

--- Runs `fn` with these files; one whose text is false can't be read.
local function with_files(files, fn)
  local open = io.open
  io.open = function(path, mode) -- luacheck: ignore 122
    local text = files[path]
    if text == nil then return open(path, mode) end
    if text == false then return nil, path .. ": Permission denied", 13 end
    local file = assert(io.tmpfile())
    file:write(text)
    file:seek("set", 0)
    return file
  end
  local ok, problem = pcall(fn)
  io.open = open -- luacheck: ignore 122
  bench.clean()
  if not ok then error(problem, 0) end
end

--- Sends a hello over a new connection.
local function greet(secret)
  local peer = bench.stranger()
  return peer:greet("spec", secret), peer
end

local function status(secret) return greet(secret).word end

local function load_rom(peer, path) return peer:refused("rom.load", { path, "1" }) end

return function(it)
  it("the file is searched in the configured folder, or else in each default folder of the bridge", function()
    local function places(environment) return key_file.places(9000, function(name) return environment[name] end) end
    check.list(places({ BRIDGE_KEY_FOLDER = "/k", HOME = "/user" }), { "/k/script-9000.key" })
    check.list(places({ XDG_DATA_HOME = "/data", HOME = "/user", LOCALAPPDATA = "C:\\Local" }), {
      "/data/Bridge/script-9000.key", "/user/.local/share/Bridge/script-9000.key",
      "/user/Library/Application Support/Bridge/script-9000.key", "C:\\Local/Bridge/script-9000.key",
    })
    check.list(places({ HOME = "" }), {})
  end)

  it("secret and folders are read from lines with either kind of line end", function()
    for _, line_end in ipairs({ "\n", "\r\n" }) do
      local key = assert(key_file.parse(table.concat({ OLD, "folder /roms", "later: more", "folder /a b", "" }, line_end)))
      check.equal(key.secret, OLD)
      check.list(key.folders, { "/roms", "/a b" })
    end
    check.equal(assert(key_file.parse(OLD)).secret, OLD)
  end)

  it("an empty, too short or too long key is not used", function()
    local long = ("x"):rep(257)
    for _, text in ipairs({ "", "\n", "short\n", "folder /\n", "a secret with ä\n", long .. "\n", OLD .. "\n" .. long:rep(256) }) do
      local key, problem = key_file.parse(text)
      check.equal(key, nil)
      check.truthy(problem)
    end
  end)

  it("script first: no secret is needed until the file exists, and then connections without it are closed", function()
    local files = {}
    with_files(files, function()
      bench.start(ENVIRONMENT)
      local _, stranger = greet("")
      check.equal(load_rom(stranger, "/roms/game.gba"), "unsupported")
      files[PATH] = OLD .. "\nfolder /roms\n"
      check.equal(status(""), "unauthorized")
      check.equal(status("wrong"), "unauthorized")
      check.equal(stranger:call("ping").word, "ok")
      local reply, bridge = greet(OLD)
      check.equal(reply.word, "ok")
      fake.frames(1)
      check.equal(stranger.client:is_closed(), true)
      check.equal(bridge:call("ping").word, "ok")
      local again = select(2, greet(OLD))
      check.equal(bridge:call("ping").word .. again:call("ping").word, "okok", "a second connection of the same bridge")
    end)
  end)

  it("bridge first: the secret is required from the start", function()
    with_files({ [PATH] = OLD .. "\n" }, function()
      bench.start(ENVIRONMENT)
      check.equal(status(""), "unauthorized")
      check.equal(status(NEW), "unauthorized")
      check.equal(status(OLD), "ok")
      check.contains(table.concat(fake.lines, "\n"), PATH)
      check.equal(table.concat(fake.lines):find(OLD, 1, true), nil, "the secret in the console")
    end)
  end)

  it("a new secret counts from the next hello on, and closes connections with the old one", function()
    local files = { [PATH] = OLD .. "\n" }
    with_files(files, function()
      bench.start(ENVIRONMENT)
      local _, old = greet(OLD)
      files[PATH] = NEW .. "\n"
      check.equal(status(OLD), "unauthorized")
      check.equal(old:call("ping").word, "ok")
      check.equal(status(NEW), "ok")
      fake.frames(1)
      check.equal(old.client:is_closed(), true)
    end)
  end)

  it("without a file any secret is accepted", function()
    with_files({}, function()
      bench.start(ENVIRONMENT)
      check.equal(status(OLD), "ok")
      check.equal(status(""), "ok")
    end)
  end)

  it("with an unusable file every hello is refused, and the reason is logged once", function()
    for _, text in ipairs({ false, "short\n", ("x"):rep(70000) }) do
      with_files({ [PATH] = text }, function()
        bench.start(ENVIRONMENT)
        check.equal(status(""), "unauthorized")
        check.equal(status("short"), "unauthorized")
        check.contains(fake.lines[2], "key file")
        check.equal(select(2, table.concat(fake.lines, "\n"):gsub("can't be [ru]", "")), 1)
      end)
    end
  end)

  it("a secret in the settings takes precedence, and the file is not read", function()
    with_files({ [PATH] = OLD .. "\nfolder /roms\n" }, function()
      bench.start({ BRIDGE_KEY_FOLDER = FOLDER, BRIDGE_SCRIPT_SECRET = "known" })
      check.equal(status(OLD), "unauthorized")
      check.equal(load_rom(bench.peer(), "/roms/game.gba"), "unsupported")
    end)
  end)

  -- "bad-request" means that the path was allowed: there is no such file.
  it("a path is refused without a secret, without a folder and outside of it", function()
    local files = {}
    with_files(files, function()
      bench.start({ BRIDGE_KEY_FOLDER = FOLDER, BRIDGE_SCRIPT_FOLDERS = fake_system.path("/own") })
      local _, peer = greet(OLD)
      local word, sentence, argument = load_rom(peer, fake_system.path("/own/game.gba"))
      check.equal(word .. " " .. argument, "unsupported path")
      check.contains(sentence, "BRIDGE_SCRIPT_SECRET")
      check.equal(peer:refused("save.load", { fake_system.path("/own/game.sav"), "0" }), "unsupported")
      files[PATH] = OLD .. "\nfolder " .. fake_system.path("/roms") .. "\n"
      _, peer = greet(OLD)
      check.equal(load_rom(peer, fake_system.path("/roms/game.gba")), "bad-request")
      check.equal(load_rom(peer, fake_system.path("/own/game.gba")), "bad-request")
      for _, name in ipairs({ "/etc/passwd", "/roms/../etc/passwd", "/roms2/game.gba" }) do
        local outside = fake_system.path(name)
        word, sentence, argument = load_rom(peer, outside)
        check.equal(word .. " " .. argument, "unsupported path")
        check.contains(sentence, "BRIDGE_SCRIPT_FOLDERS")
        check.equal(sentence:find(outside, 1, true), nil)
        check.equal(peer:refused("save.load", { outside, "1" }), "unsupported")
      end
      files[PATH] = NEW .. "\n"
      greet(NEW)
      fake.frames(1)
      check.equal(peer.client:is_closed(), true)
    end)
    bench.start({ BRIDGE_SCRIPT_SECRET = "known" })
    local _, sentence = load_rom(bench.peer(), fake_system.path("/roms/game.gba"))
    check.contains(sentence, "No folder is allowed")
    check.contains(sentence, "BRIDGE_SCRIPT_FOLDERS")
    bench.clean()
  end)
end
