-- ROMs and save files: what is refused before mGBA is told, and what follows a load.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

-- As much of it as mGBA looks at, and our own ROM has.
local LOGO = "\xCE\xED\x66\x66"

local function gba_rom(fixed, logo)
  return "\x2E\0\0\xEA" .. (logo or "x"):rep(0xB2 - 4) .. (fixed or "\x96") .. ("\0"):rep(0x200)
end

local function gb_rom()
  return ("\0"):rep(0x104) .. LOGO .. ("\0"):rep(0x200)
end

--- Runs `fn` with a file of these bytes.
local function with_file(bytes, fn)
  local path = os.tmpname()
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

local REFUSED = {
  { "nothing", "", "bad-request", "empty" },
  { "garbage", ("garbage"):rep(100), "bad-request", "header" },
  { "a header that is cut off", gba_rom():sub(1, 0xB0), "bad-request", "header" },
  { "a wrong fixed byte", gba_rom("\x97"), "bad-request", "header" },
  { "a Game Boy game", gb_rom(), "unsupported", "Game Boy game" },
}

return function(it)
  for _, row in ipairs(REFUSED) do
    it("refused before mGBA is told: " .. row[1], function()
      bench.start()
      local peer = bench.peer()
      with_file(row[2], function(path)
        local status, sentence, argument = peer:refused("rom.load", { path, "1" })
        check.equal(status, row[3])
        check.equal(argument, "path")
        check.contains(sentence, row[4])
        check.equal(sentence:find(path, 1, true), nil, "the path in the sentence")
      end)
      check.equal(fake.loaded_rom, nil)
      check.equal(fake.resets, 0)
      bench.clean()
    end)
  end

  it("a folder, a NUL and a file that is not there", function()
    bench.start()
    local peer = bench.peer()
    for _, path in ipairs({ "/", "/nowhere/at/all.gba", "/dev/null\0.gba" }) do
      check.equal(peer:refused("rom.load", { path, "1" }), "bad-request", path)
      check.equal(peer:refused("save.load", { path, "0" }), "bad-request", path)
    end
    bench.clean()
  end)

  it("after a load the facts are the new game's, presses have ended, and everybody is told", function()
    bench.start()
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

  it("without a reset the game runs on", function()
    bench.start()
    local peer = bench.peer()
    with_file(gba_rom("\0", "\0"), function(path) load(peer, path, "0") end)
    check.equal(fake.resets, 0)
    check.equal(fake.saves_loaded, 0)
    bench.clean()
  end)

  it("one that mGBA refuses changes nothing", function()
    bench.start()
    local peer = bench.peer()
    fake.rom_is_refused = true
    with_file(gba_rom(), function(path) check.equal(peer:refused("rom.load", { path, "1" }), "failed") end)
    check.equal(fake.resets, 0)
    bench.clean()
  end)

  it("save files", function()
    bench.start()
    local peer = bench.peer()
    with_file("save", function(path)
      peer:ask("save.load", { path, "1" })
      check.equal(fake.loaded_save.path, path)
      check.equal(fake.loaded_save.temporary, true)
    end)
    with_file(("x"):rep(262145), function(path)
      local _, sentence = peer:refused("save.load", { path, "0" })
      check.contains(sentence, "262145")
    end)
    peer:ask("save.autoload")
    check.equal(fake.saves_loaded, 1)
    bench.clean()
  end)
end
