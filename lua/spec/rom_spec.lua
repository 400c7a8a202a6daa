-- ROMs and save files: what is refused before mGBA is called, and what happens after a load.
local check = require("spec.check")
local fake_system = require("spec.fake_system")
local bench = require("spec.bench")
local fake = bench.fake

-- The part of the logo that mGBA checks, and that our own ROM has.
local LOGO = "\xCE\xED\x66\x66"

local function gba_rom(fixed, logo)
  return "\x2E\0\0\xEA" .. (logo or "x"):rep(0xB2 - 4) .. (fixed or "\x96") .. ("\0"):rep(0x200)
end

local function gb_rom(cgb_flag, sgb_flag)
  local header = ("\0"):rep(0x104) .. LOGO .. ("\0"):rep(0x200)
  local function put(at, value) header = header:sub(1, at) .. string.char(value) .. header:sub(at + 2) end
  put(0x143, cgb_flag or 0)
  put(0x146, sgb_flag or 0)
  put(0x14B, 0x33)
  return header
end

--- Runs `fn` with a file of these bytes.
local function with_file(bytes, fn, suffix)
  local path = os.tmpname()
  os.remove(path)
  path = path .. (suffix or ".gba")
  local file = assert(io.open(path, "wb"))
  file:write(bytes)
  file:close()
  local ok, problem = pcall(fn, path)
  os.remove(path)
  if not ok then error(problem, 0) end
end

local function load(peer, path, reset)
  peer:send("rom.load", { path, reset })
  fake.frames(1)
  local words = {}
  for _, message in ipairs(peer:replies()) do words[#words + 1] = message.word end
  check.list(words, { "new-game", "ok" })
end

local ZIP, SEVEN_ZIP = "PK\3\4rest", "7z\xBC\xAF\x27\x1Crest"

-- Without our own host: the running game, the file to load, the status, a part of the sentence.
local REFUSED = {
  { "GBA", "nothing", "", "bad-request", "empty" },
  { "GBA", "a Game Boy game", gb_rom(), "unsupported", "mGBA's window" },
  { "DMG", "a GBA game", gba_rom(), "unsupported", "mGBA's window" },
  { "DMG", "a game for the Color", gb_rom(0x80), "unsupported", "needs a CGB, and mGBA runs as a DMG" },
  { "DMG", "a game for the Super Game Boy", gb_rom(0, 3), "unsupported", "needs a SGB, and mGBA runs as a DMG" },
  { "CGB", "a game of the first Game Boy", gb_rom(), "unsupported", "needs a DMG, and mGBA runs as a CGB" },
  { "DMG", "a ZIP archive", ZIP, "unsupported", "archive" },
  { "DMG", "a 7z archive", SEVEN_ZIP, "unsupported", "archive" },
  -- mGBA 0.11 would unload the running game before it checks the file.
  { "GBA", "a ZIP archive", ZIP, "unsupported", "archive", "0.11" },
  { "GBA", "a 7z archive", SEVEN_ZIP, "unsupported", "archive", "0.11" },
  { "GBA", "what is no ROM", ("?"):rep(5000), "bad-request", "header", "0.11" },
}
local TAKEN = {
  { "GBA", "a GBA game", gba_rom() },
  { "GBA", "one without a logo and a fixed byte", gba_rom("\0", "\0") },
  { "GBA", "what only mGBA can tell", ("?"):rep(5000), "0.10" },
  { "GBA", "a ZIP archive", ZIP, "0.10" },
  { "GBA", "a 7z archive", SEVEN_ZIP, "0.10" },
  { "DMG", "a Game Boy game", gb_rom() },
  { "CGB", "a game for the Color", gb_rom(0xC0) },
  { "AGB", "a game for the Color, where the user chose a GBA for those", gb_rom(0x80) },
  { "SGB2", "a game for the Super Game Boy, where the user chose the second one", gb_rom(0, 3) },
}

local MODELS = { DMG = 0x00, SGB2 = 0x60, CGB = 0x80, AGB = 0xC0 }

-- The folder of temporary files.
local ENVIRONMENT = { BRIDGE_SCRIPT_SECRET = "known", BRIDGE_SCRIPT_FOLDERS = os.tmpname():match("^(.*)[/\\]") }

local function start(game)
  bench.start(ENVIRONMENT, game)
end

local function start_as(model)
  start(model ~= "GBA" and { gb = true, model = MODELS[model] } or nil)
end

return function(it)
  for _, row in ipairs(REFUSED) do
    local model, name, bytes, expected, part, only = table.unpack(row)
    it(("a %s can't load %s, and mGBA is not called"):format(model, name), function()
      start_as(model)
      local peer = bench.peer()
      with_file(bytes, function(path)
        local status, sentence, argument = peer:refused("rom.load", { path, "1" })
        check.equal(status, expected)
        check.equal(argument, "path")
        check.contains(sentence, part)
        check.equal(sentence:find(path, 1, true), nil, "the path in the sentence")
      end)
      check.equal(fake.loaded_rom, nil)
      check.equal(fake.resets, 0)
      bench.clean()
    end, only)
  end

  for _, row in ipairs(TAKEN) do
    local model, name, bytes, only = table.unpack(row)
    it(("a %s loads %s"):format(model, name), function()
      start_as(model)
      local peer = bench.peer()
      with_file(bytes, function(path)
        load(peer, path, "1")
        check.equal(fake.loaded_rom, path)
      end)
      bench.clean()
    end, only)
  end

  for _, suffix in ipairs({ ".ups", ".ips", ".bps" }) do
    it("a script can't have mGBA apply a soft patch: " .. suffix, function()
      start()
      local peer = bench.peer()
      with_file(gba_rom(), function(path)
        local patch = path:gsub("%.gba$", suffix)
        assert(io.open(patch, "wb")):close()
        local status, sentence = peer:refused("rom.load", { path, "1" })
        os.remove(patch)
        check.equal(status, "unsupported")
        check.contains(sentence, "soft patch")
      end)
      check.equal(fake.loaded_rom, nil)
      bench.clean()
    end)
  end

  it("a folder and a missing file are refused", function()
    bench.start({ BRIDGE_SCRIPT_SECRET = "known", BRIDGE_SCRIPT_FOLDERS = fake_system.path("/") })
    local peer = bench.peer()
    for _, name in ipairs({ "/tmp", "/nowhere/at/all.gba" }) do
      local path = fake_system.path(name)
      check.equal(peer:refused("rom.load", { path, "1" }), "bad-request", path)
      check.equal(peer:refused("save.load", { path, "0" }), "bad-request", path)
    end
    bench.clean()
  end)

  it("after a load the facts are the new game's, presses have ended, and every client gets an event", function()
    start()
    local peer, other = bench.peer(), bench.peer()
    local press = other:send("buttons.press", { "1", "100", "1", "1" })
    fake.frames(2)
    with_file(gba_rom(), function(path)
      load(peer, path, "1")
      check.equal(fake.loaded_rom, path)
    end)
    check.equal(fake.resets, 1)
    check.equal(fake.saves_loaded, 1)
    local told = {}
    for _, message in ipairs(other:replies()) do told[#told + 1] = message.id .. " " .. message.word end
    check.list(told, { press .. " interrupted", "0 new-game" })
    fake.frames(1)
    check.equal(fake.game.keys, 0)
    check.contains(peer:ask("info"), "title=OTHER GAME")
    bench.clean()
  end)

  it("a path with an accent is left to mGBA on Windows, where Lua can't open it", function()
    start()
    local peer, path = bench.peer(), ENVIRONMENT.BRIDGE_SCRIPT_FOLDERS .. "/Pok\xC3\xA9mon.gba"
    if not fake_system.is_windows() then
      check.equal(peer:refused("rom.load", { path, "1" }), "bad-request")
      return bench.clean()
    end
    load(peer, path, "1")
    check.equal(fake.loaded_rom, path)
    fake.rom_is_refused = true
    local status, sentence = peer:refused("rom.load", { path, "1" })
    check.equal(status, "bad-request")
    check.contains(sentence, "beyond ASCII")
    status, sentence = peer:refused("save.load", { path, "1" })
    check.equal(status, "unsupported")
    check.contains(sentence, "must be ASCII")
    local given
    fake.load_save = function(save) given = save end
    peer:ask("save.load", { path, "0" })
    check.equal(given, path)
    bench.clean()
  end)

  it("without a reset the game continues", function()
    start()
    local peer = bench.peer()
    with_file(gba_rom("\0", "\0"), function(path) load(peer, path, "0") end)
    check.equal(fake.resets, 0)
    check.equal(fake.saves_loaded, 0)
    bench.clean()
  end)

  it("a file that mGBA refuses changes nothing", function()
    start()
    local peer = bench.peer()
    fake.rom_is_refused = true
    with_file(gba_rom(), function(path)
      local status, sentence = peer:refused("rom.load", { path, "1" })
      check.equal(status, "bad-request")
      check.contains(sentence, "mGBA finds none")
    end)
    check.equal(fake.resets, 0)
    bench.clean()
  end)

  it("an archive in which mGBA finds nothing may have a game for another console", function()
    start()
    local peer = bench.peer()
    fake.rom_is_refused = true
    with_file(ZIP, function(path)
      local status, sentence = peer:refused("rom.load", { path, "1" })
      check.equal(status, "unsupported")
      check.contains(sentence, "mGBA's window")
    end, ".zip")
    bench.clean()
  end, "0.10")

  it("the facts say whether the game's saves are kept", function()
    start()
    local peer = bench.peer()
    local function file_facts() return select(2, peer:ask("info")) end
    with_file(gba_rom(), function(path)
      local name = path:match("[^/\\]*$")
      load(peer, path, "1")
      check.equal(file_facts(), ("file=%s\nsavewritable=1\n"):format(name))
      fake.frames(2)
      check.equal(file_facts(), ("file=%s\nsavewritable=1\n"):format(name), "after the reset")
      load(peer, path, "0")
      check.contains(file_facts(), "savewritable=0\nsaveproblem=Without%20a%20reset")
      peer:ask("save.autoload")
      check.equal(file_facts(), ("file=%s\nsavewritable=1\n"):format(name))
      peer:ask("save.load", { path, "1" })
      check.contains(file_facts(), ("save=%s\nsavewritable=0\n"):format(path))
      fake.save_is_refused = true
      load(peer, path, "1")
      check.contains(file_facts(), "savewritable=0\nsaveproblem=mGBA%20could%20not%20open")
    end)
    bench.clean()
  end)

  it("our own host replaces the running game by the next one, and the hold continues", function()
    fake.install()
    local asked
    _G._host = { gameFile = function(name) return ({ rom = "next.gba", save = "/saves/next.sav", patch = "next.ips" })[name] or "" end }
    _G._host.loadRom = function(path)
      asked = path
      return not fake.rom_is_refused
    end
    bench.load(ENVIRONMENT)
    fake.load_game()
    local peer, other = bench.peer(), bench.peer()
    local press = other:send("buttons.press", { "1", "100", "1", "1" })
    fake.frames(2)
    with_file(gb_rom(0x80), function(path)
      fake.rom_is_refused = true
      check.equal(peer:refused("rom.load", { path, "1" }), "bad-request")
      fake.rom_is_refused = false
      check.equal(#other:replies(), 0, "messages after a refusal")
      peer:send("rom.load", { path, "1" })
      peer:send("info")
      fake.frames(1)
      check.equal(asked, path)
    end)
    check.equal(fake.loaded_rom, nil)
    check.equal(#peer:replies(), 1, "replies before the next game is there")
    fake.close_game()
    fake.load_game({ gb = true, model = 0x80 })
    fake.frames(1)
    local words = {}
    for _, message in ipairs(peer:replies()) do words[#words + 1] = message.word .. " " .. message.payload end
    check.list(words, { "new-game ", "ok file=next.gba\nsave=/saves/next.sav\nsavewritable=1\npatch=next.ips\n" })
    words = {}
    for _, message in ipairs(other:replies()) do words[#words + 1] = message.id .. " " .. message.word end
    check.list(words, { press .. " interrupted", "0 new-game" })
    check.contains(peer:ask("info"), "model=CGB")
    _G._host = nil
    bench.clean()
  end)

  it("what our own host refuses has the host's reason", function()
    fake.install()
    local function refuses() return false end
    _G._host = { gameFile = function(name) return name == "loadProblem" and "The archive is damaged." or "" end, loadRom = refuses,
      loadFile = refuses, loadSave = refuses, autoloadSave = refuses, isFile = function() return true end }
    bench.load(ENVIRONMENT)
    fake.load_game()
    local peer = bench.peer()
    local function is_told(expected, command, arguments)
      local status, sentence = peer:refused(command, arguments)
      check.equal(status .. " " .. sentence, expected .. " The archive is damaged.")
    end
    with_file(gba_rom(), function(path)
      is_told("bad-request", "rom.load", { path, "1" })
      is_told("bad-request", "rom.load", { path, "0" })
      is_told("failed", "save.load", { path, "0" })
      is_told("failed", "save.autoload")
    end)
    _G._host = nil
    bench.clean()
  end)

  it("save files are loaded", function()
    start()
    local peer = bench.peer()
    with_file("save", function(path)
      peer:ask("save.load", { path, "0" })
      check.equal(fake.loaded_save.path, path)
      check.equal(fake.loaded_save.temporary, false)
    end)
    with_file(("x"):rep(262145), function(path)
      local _, sentence = peer:refused("save.load", { path, "0" })
      check.contains(sentence, "262145")
    end)
    peer:ask("save.autoload")
    check.equal(fake.saves_loaded, 1)
    bench.clean()
  end)

  it("a temporary save is a copy, which is deleted as soon as mGBA has loaded it", function()
    start()
    local peer = bench.peer()
    with_file("save", function(path)
      peer:ask("save.load", { path, "1" })
      check.equal(fake.loaded_save.temporary, true)
      check.equal(fake.loaded_save.bytes, "save")
      check.truthy(fake.loaded_save.path ~= path, "another file")
      check.equal(io.open(fake.loaded_save.path, "rb"), nil, "the copy")
      check.contains(select(2, peer:ask("info")), ("save=%s\nsavewritable=0\n"):format(path))
    end)
    bench.clean()
  end)

  it("a temporary save is refused where no copy can be made", function()
    start()
    local peer = bench.peer()
    local tmpname = os.tmpname
    with_file("save", function(path)
      os.tmpname = function() error("unable to generate a unique filename") end -- luacheck: ignore 122
      local status = peer:refused("save.load", { path, "1" })
      os.tmpname = tmpname -- luacheck: ignore 122
      check.equal(status, "failed")
    end)
    check.equal(fake.loaded_save, nil)
    bench.clean()
  end)

  it("our own host itself loads into the running core", function()
    fake.install()
    local calls = {}
    local function noting(name)
      return function(_, temporary)
        calls[#calls + 1] = name .. " " .. tostring(temporary)
        return not fake.save_is_refused
      end
    end
    _G._host = { gameFile = function() return "" end, loadRom = noting("rom"), isFile = function() return true end,
      loadFile = noting("file"), loadSave = noting("save"), autoloadSave = noting("own save") }
    bench.load(ENVIRONMENT)
    fake.load_game()
    local peer = bench.peer()
    with_file(gba_rom(), function(path)
      load(peer, path, "0")
      peer:ask("save.load", { path, "1" })
      peer:ask("save.load", { path, "0" })
      peer:ask("save.autoload")
      fake.save_is_refused = true
      check.equal(peer:refused("save.autoload"), "failed")
      check.equal(peer:refused("save.load", { path, "0" }), "failed")
      fake.save_is_refused = false
    end)
    check.list(calls, { "file nil", "save true", "save false", "own save nil", "own save nil", "save false" })
    check.equal(fake.loaded_rom, nil)
    check.equal(fake.loaded_save, nil)
    check.equal(fake.saves_loaded, 0)
    _G._host = nil
    bench.clean()
  end)
end
