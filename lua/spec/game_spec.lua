-- The script follows every reset, loaded state and new game, by the bridge, the window or another script.
local check = require("spec.check")
local bench = require("spec.bench")
local states = require("spec.fake_states")
local fake = bench.fake

local CGB = 0x80
local RAM = { 0x02000000, 2, "" }

--- Returns the value of a fact.
local function fact(peer, name)
  return (" " .. peer:ask("info") .. " "):match(" " .. name .. "=(%S*) ")
end

local function start(game)
  bench.start({}, game)
  return bench.peer()
end

--- Loads another game in a front end that does not notify scripts.
local function replace(game)
  local fire = fake.fire
  fake.fire = function() end
  fake.load_game(game)
  fake.fire = fire
end

--- Resets the game through the bridge, and returns the reply.
local function reset(peer)
  peer:send("reset")
  fake.frames(2)
  return peer:replies()[1]
end

return function(it)
  it("a reset is answered in the game's first frame", function()
    local peer = start()
    fake.frames(20)
    local reply = reset(peer)
    check.equal(reply.word, "ok")
    check.equal(reply.number, 1)
    check.equal(#reply.arguments, 0)
    bench.clean()
  end)

  it("resets without a reply don't wait for each other", function()
    local peer = start()
    for _ = 1, 3 do peer.client:send(bench.message(0, "reset")) end
    fake.frames(3)
    check.equal(fake.resets, 3)
    check.list(peer:replies(), {})
    bench.clean()
  end)

  it("our own host resets the game itself, between two frames", function()
    local asked = 0
    _G._host = { resetGame = function() asked = asked + 1 end, isEnding = function() return false end }
    local peer = start()
    peer:send("reset")
    fake.frames(1)
    check.equal(asked, 1)
    check.equal(fake.resets, 0)
    check.list(peer:replies(), {})
    fake.game:reset()
    fake.game.number = 1
    fake.frames(1)
    check.equal(peer:replies()[1].number, 1)
    bench.clean()
    _G._host = nil
  end)

  it("another script can still call mGBA after a reset in its own callback", function()
    start()
    local ran
    callbacks:add("frame", function()
      if ran then return end
      emu:reset()
      ran = emu:currentFrame()
    end)
    fake.frames(1)
    check.equal(ran, 0)
    bench.clean()
  end)

  it("memory can be read after a reset by the bridge, by the window and by another script", function()
    local peer = start()
    fake.game.memory.wram:write16(0, 1234)
    check.equal(peer:ask("memory.get", RAM), "1234")
    reset(peer)
    check.equal(peer:ask("memory.get", RAM), "1234", "after ours")
    fake.game:reset()
    check.equal(peer:ask("memory.get", RAM), "1234", "after the window's")
    local id = callbacks:add("frame", function() if fake.game.number == 5 then emu:reset() end end)
    fake.frames(20)
    check.equal(peer:ask("memory.get", RAM), "1234", "after another script's")
    callbacks:remove(id)
    bench.clean()
  end)

  it("save memory that mGBA finds later can be read from the next frame on", function()
    local peer = start()
    check.equal(peer:refused("memory.get", { 0, 1, "sram" }), "unknown-domain")
    fake.replace_domains({ sram = 0x20000 })
    check.equal(peer:ask("memory.get", { 0x1FFFF, 1, "sram" }), "0")
    check.contains(peer:ask("memory.domains"), "sram:234881024:131072:")
    bench.clean()
  end, "0.11")

  it("save memory that mGBA finds later can't be read, because mGBA does not show it", function()
    local peer = start()
    fake.replace_domains({ sram = 0x20000 })
    check.equal(peer:refused("memory.get", { 0, 1, "sram" }), "unknown-domain")
    bench.clean()
  end, "0.10")

  it("reads work in the same frame after a state or a save file has replaced memory", function()
    local peer = start()
    local saved = peer:call("state.save", { "0" }).payload
    local load = fake.game.loadStateBuffer
    fake.game.loadStateBuffer = function(...)
      local ok = load(...)
      fake.replace_domains({ sram = 0x8000 })
      return ok
    end
    local autoload = fake.game.autoloadSave
    fake.game.autoloadSave = function(...)
      fake.replace_domains()
      return autoload(...)
    end
    peer:send("state.load", { "0" }, saved)
    peer:send("memory.get", { 0, 1, "sram" })
    peer:send("save.autoload")
    peer:send("memory.get", RAM)
    fake.frames(1)
    fake.fire("idle") -- loading a save file ends the pass
    check.list(peer:words(), { "3 ok", "4 ok", "5 ok", "6 ok" })
    bench.clean()
  end, "0.11")

  it("a read in parts, a wait and a watch continue after a reset", function()
    local peer = start({ rom_size = 0x100000 })
    peer:ask("watch.set", { 1, 0x02000000, "u8", "", 1 })
    local wait = peer:send("memory.wait", { 0x02000000, "u8", "", "eq:9", 600 })
    local read = peer:send("memory.read", { 0, 500000, "cart0" })
    fake.frames(1)
    fake.game:reset()
    fake.frames(4)
    fake.game.memory.wram:write8(0, 9)
    fake.frames(2)
    check.list(peer:words(), { read .. " ok", wait .. " ok", "0 watch" })
    bench.clean()
  end)

  it("a reset, or the same game as another object, interrupts nothing and sends no new-game", function()
    local peer = start()
    local press = peer:send("buttons.press", { "1", "100", "1", "1" })
    fake.frames(2)
    fake.game:reset()
    fake.frames(2)
    replace()
    fake.frames(2)
    check.list(peer:words(), {})
    fake.frames(100)
    check.list(peer:words(), { press .. " ok" })
    bench.clean()
  end)

  it("another game in the window sends new-game, whether the front end notifies scripts or not", function()
    local peer = start()
    fake.close_game()
    fake.load_game()
    fake.frames(1)
    check.list(peer:words(), { "0 no-game", "0 new-game" })
    replace({ rom_size = 0x2000 })
    fake.frames(1)
    check.list(peer:words(), { "0 new-game" })
    check.equal(fact(peer, "size"), "8192")
    fake.game, _G.emu = nil, nil
    fake.fire("frame")
    check.list(peer:words(), { "0 no-game" })
    bench.clean()
  end)

  it("a game that another script has loaded is recognized after its reset", function()
    local peer = start()
    fake.game:loadFile("other.gba")
    fake.game:reset()
    fake.frames(1)
    check.list(peer:words(), { "0 new-game" })
    check.equal(fact(peer, "title"), "OTHER")
    bench.clean()
  end)

  it("the script saves no state of a game before its first frame", function()
    bench.clean()
    fake.install()
    bench.load()
    fake.load_game({ gb = true })
    local save = fake.game.saveStateBuffer
    fake.game.saveStateBuffer = function(...)
      assert(fake.running == "frame", "mGBA may not have reset the game yet")
      return save(...)
    end
    fake.frames(1)
    check.equal(fact(bench.peer(), "model"), "DMG")
    bench.clean()
  end)

  it("the model is a fact, also after another program has loaded a state", function()
    check.equal(fact(start(), "model"), "AGB")
    local peer = start({ gb = true, model = CGB })
    check.equal(fact(peer, "model"), "CGB")
    states.load(fake.game, states.machine({ gb = true, frame = 600 }), 0)
    fake.frames(1)
    check.list(peer:words(), { "0 new-game" })
    check.equal(fact(peer, "model"), "DMG")
    peer = start({ gb = true, model = 0x11 })
    check.equal(fact(peer, "model"), nil, "of an unknown model")
    bench.clean()
  end)

  it("a state of another model is refused with the names of both models", function()
    local peer = start({ gb = true })
    local status, sentence, argument = peer:refused("state.load", { "0" }, states.machine({ gb = true, model = CGB }))
    check.equal(status .. " " .. argument, "bad-state payload")
    check.contains(sentence, "The state is of a CGB; this game runs as a DMG.")
    check.equal(peer:call("state.load", { "0" }, states.machine({ gb = true })).word, "ok")
    bench.clean()
  end)

  it("the size of a ROM is the number of bytes that can be read", function()
    local mib = 0x100000
    for _, row in ipairs({
      { 0x1000, 0x1000 }, { 20 * mib, 20 * mib }, { 32 * mib, 32 * mib }, { 33 * mib, 32 * mib }, { 64 * mib, 32 * mib },
      { 64 * mib, 16 * mib, "MSAE" }, { 16 * mib, 16 * mib, "MSAE" },
    }) do
      local peer = start({ rom_size = row[1], code = row[3] })
      check.equal(fact(peer, "size"), tostring(row[2]))
      check.equal(peer:ask("memory.get", { row[2] - 1, 1, "cart0" }), "0")
      check.equal(peer:refused("memory.get", { row[2], 1, "cart0" }), "out-of-range")
      if row[2] < 32 * mib then check.equal(peer:refused("memory.get", { 0x08000000 + row[2], 1, "" }), "out-of-range") end
    end
    bench.clean()
  end)

  it("a crash is sent once, without waiting for a frame, and is a fact until the game runs again", function()
    local peer, other = start(), bench.peer()
    fake.fire("crashed")
    fake.fire("crashed")
    for _, each in ipairs({ peer, other }) do
      local events = each:replies()
      check.equal(#events, 1)
      check.equal(events[1].id .. " " .. events[1].word .. " " .. events[1].arguments[1], "0 crashed 1")
    end
    check.equal(fact(peer, "crashed"), "1")
    check.equal(peer:ask("memory.get", RAM), "0")
    fake.game:reset()
    fake.frames(1)
    local events = peer:replies()
    check.equal(#events, 1)
    check.equal(events[1].word .. " " .. events[1].arguments[1], "crashed 0")
    check.equal(fact(peer, "crashed"), nil)
    bench.clean()
  end)

  it("a reset by the bridge, a loaded state or another game ends a crash", function()
    local peer = start()
    local saved = peer:call("state.save", { "0" }).payload
    for _, way in ipairs({
      function() peer:send("reset") end,
      function() peer:ask("state.load", { "0" }, saved) end,
      function() replace({ rom_size = 0x2000 }) end,
    }) do
      fake.fire("crashed")
      check.list(peer:words(), { "0 crashed" })
      way()
      fake.frames(2)
      check.equal(peer:words()[1], "0 crashed")
      check.equal(fact(peer, "crashed"), nil)
    end
    fake.fire("crashed")
    fake.close_game()
    check.list(peer:words(), { "0 crashed", "0 no-game" })
    fake.fire("crashed")
    check.list(peer:words(), {}, "without a game")
    bench.clean()
  end)

  it("a crash inside a command removes mGBA's context, and the replies come a frame later", function()
    local peer = start()
    local set = peer:send("register.set", { "pc", tostring(0xE0000000) })
    local ping = peer:send("ping")
    fake.frames(3)
    check.list(peer:words(), { "0 crashed", set .. " ok", ping .. " ok" })
    bench.clean()
  end)
end
