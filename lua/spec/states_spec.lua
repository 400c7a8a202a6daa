-- Saving and loading states; a refused state changes nothing.
local check = require("spec.check")
local bench = require("spec.bench")
local fake_states = require("spec.fake_states")
local fake = bench.fake

local SIZE = 0x61000

local function attached(...)
  return fake_states.attached(SIZE, { ... })
end

local function chunk(kind, data)
  local crc = 0xFFFFFFFF
  for i = 1, #kind + #data do
    crc = crc ~ (kind .. data):byte(i)
    for _ = 1, 8 do crc = crc & 1 == 1 and 0xEDB88320 ~ crc >> 1 or crc >> 1 end
  end
  return string.pack(">I4", #data) .. kind .. data .. string.pack(">I4", crc ~ 0xFFFFFFFF)
end

local SIGNATURE, HEADER = "\137PNG\r\n\26\n", string.pack(">I4I4BBBBB", 240, 160, 8, 2, 0, 0, 0)
local function png(...)
  return SIGNATURE .. chunk("IHDR", HEADER) .. chunk("IDAT", "pixels") .. table.concat({ ... }) .. chunk("IEND", "")
end

local machine = fake_states.machine

-- Refused states: name, bytes, and a part of the sentence.
local BAD = {
  { "an empty payload", "", "0 bytes" },
  { "garbage", ("garbage"):rep(70000), "no save state of this console" },
  { "a truncated state", machine({}):sub(1, SIZE - 1), "397311 bytes" },
  { "only a header", machine({}):sub(1, 512), "512 bytes" },
  { "a state of another game", machine({ title = "ANOTHER GAMEXXXX" }), "ANOTHER GAMEXXXX; BUTTONTEST" },
  { "a state of another version of the game", machine({ checksum = "\1\2\3\4" }), "another version" },
  { "a state of a Game Boy", machine({ gb = true }) .. ("\0"):rep(SIZE), "no save state of this console" },
  { "a state of a newer mGBA", machine({ magic = 0x0100000C }), "newer mGBA" },
  { "an extra byte at the end", machine({}) .. "\0", "cut off" },
  { "a table without an end", machine({}) .. string.pack("<I4i4i8", 2, 4, SIZE + 16), "cut off" },
  { "a truncated attachment", (machine({}) .. attached({ 2, "save" })):sub(1, -2), "by its own table" },
  { "bytes after the attachments", machine({}) .. attached({ 2, "save" }) .. "more", "by its own table" },
  { "a negative length", machine({}) .. string.pack("<I4i4i8", 2, -1, SIZE + 32) .. ("\0"):rep(16), "damaged" },
  { "an offset to the table itself", machine({}) .. string.pack("<I4i4i8", 2, 4, SIZE) .. ("\0"):rep(16) .. "save", "damaged" },
  { "an offset beyond the end", machine({}) .. string.pack("<I4i4i8", 2, 4, 1 << 40) .. ("\0"):rep(16) .. "save", "damaged" },
  { "a thousand attachments", machine({}) .. string.pack("<I4i4i8", 2, 0, SIZE):rep(1000), "damaged" },
  { "a clock of an unknown kind", machine({}) .. attached({ 2, "save" }, { 4, string.pack("<I4I4i8", 4, 0, 0) }), "clock" },
  { "a clock of a negative kind", machine({}) .. attached({ 4, string.pack("<i4I4i8", -1, 0, 0) }), "clock" },
  { "a clock of another length", machine({}) .. attached({ 4, ("\0"):rep(300) }), "clock" },
  { "a state that mGBA would run forever", machine({}):sub(1, 0x406) .. "\xE4" .. machine({}):sub(0x408), "0 to 227; got 228" },
  { "a truncated PNG", png(chunk("gbAs", "x")):sub(1, -2), "cut off" },
  { "a PNG with a damaged state", (png(chunk("gbAs", "state")):gsub("state", "stale")), "damaged" },
  { "a PNG without a state", png(), "no state" },
  { "a PNG with two states", png(chunk("gbAs", "x"), chunk("gbAs", "x")), "no state" },
  { "a PNG with bytes after it", png(chunk("gbAs", "x")) .. "x", "follows" },
  { "a PNG of another color type", SIGNATURE .. chunk("IHDR", string.pack(">I4I4BBBBB", 240, 160, 8, 6, 0, 0, 0)), "not one of mGBA's" },
  { "a PNG that is too wide", SIGNATURE .. chunk("IHDR", string.pack(">I4I4BBBBB", 1 << 30, 1, 8, 2, 0, 0, 0)), "not one of mGBA's" },
  { "a PNG of another game", png(chunk("gbAs", "another game"), chunk("gbAx", "save")), "another game" },
  { "a state that mGBA refuses", (machine({}):sub(1, -16) .. "refused by mGBA!"):sub(1, SIZE) .. attached({ 2, "evil" }), "mGBA refused" },
}

local function play()
  bench.start()
  local peer = bench.peer()
  fake.frames(9)
  fake.game.memory.wram:write32(0, 1234)
  fake.game.save_data = "mine"
  return peer
end

return function(it)
  it("a saved state is restored with its frame", function()
    local peer = play()
    local reply = peer:call("state.save", { "30" })
    local saved, frame = reply.payload, reply.number
    fake.frames(20)
    fake.game.memory.wram:write32(0, 1)
    fake.game.save_data = "later"
    local loaded = peer:call("state.load", { "29" }, saved)
    check.equal(loaded.word, "ok")
    check.equal(loaded.number, frame)
    check.equal(fake.game.memory.wram:read32(0), 1234)
    check.equal(fake.game.save_data, "mine")
    check.equal(peer:call("ping").number, frame + 1, "the next frame")
    bench.clean()
  end)

  it("a state from before the first use of the save memory restores it erased", function()
    local peer = play()
    fake.game.save_data, fake.game.save_kind = nil, 0xFF
    local saved = peer:call("state.save", { "30" }).payload
    check.equal(#peer:call("state.save", { "28" }).payload, SIZE, "without save memory nothing is attached")
    fake.game.save_data, fake.game.save_kind = "later", 1
    check.equal(peer:call("state.load", { "29" }, saved).word, "ok")
    check.equal(fake.game.save_data, "\xFF")
    bench.clean()
  end)

  it("save memory that the game has not used yet is saved as it is", function()
    local peer = play()
    fake.game.save_kind = 0xFF
    local saved = peer:call("state.save", { "30" }).payload
    fake.game.save_data = "later"
    peer:call("state.load", { "29" }, saved)
    check.equal(fake.game.save_data, "mine")
    bench.clean()
  end)

  it("our own host gets the kind of save memory before a state, and the one before it if mGBA refuses the state", function()
    local kinds, kind = {}, 3
    _G._host = { isEnding = function() return false end, setSaveKind = function(new)
      kinds[#kinds + 1] = new
      local before = kind
      kind = new
      return before
    end }
    local peer = play()
    fake.game.save_kind = 1
    local saved = peer:call("state.save", { "0" }).payload
    peer:call("state.load", { "0" }, saved)
    check.list(kinds, { 1 })
    kind = 3
    local refused = (saved:sub(1, -17) .. "refused by mGBA!"):sub(1, SIZE)
    check.equal(peer:call("state.load", { "0" }, refused).word, "bad-state")
    check.list(kinds, { 1, 1, 3 })
    bench.clean()
    _G._host = nil
  end)

  it("a state without attachments can be loaded", function()
    local peer = play()
    local reply = peer:call("state.save", { "0" })
    check.equal(#reply.payload, SIZE)
    fake.game.memory.wram:write32(0, 1)
    check.equal(peer:call("state.load", { "0" }, reply.payload).word, "ok")
    check.equal(fake.game.memory.wram:read32(0), 1234)
    bench.clean()
  end)

  it("a state saved between two frames and loaded in a callback keeps its frame, and vice versa", function()
    _G._host = { idleLeft = function() return 15000 end }
    local peer = play()
    local in_callback = peer:call("state.save", { "0" })
    peer:send("state.save", { "0" })
    fake.fire("idle")
    local between = peer:replies()[1]
    check.equal(between.number, in_callback.number)
    check.equal(between.payload, in_callback.payload, "the same state")
    fake.frames(5)
    peer:send("state.load", { "0" }, between.payload)
    fake.fire("idle")
    check.equal(peer:replies()[1].number, between.number)
    check.equal(peer:call("ping").number, between.number + 1)
    fake.frames(5)
    check.equal(peer:call("state.load", { "0" }, between.payload).number, between.number)
    check.equal(peer:call("ping").number, between.number + 1)
    _G._host = nil
    bench.clean()
  end)

  for _, row in ipairs(BAD) do
    it("refused without an effect: " .. row[1], function()
      local peer = play()
      local status, sentence, argument = peer:refused("state.load", { "31" }, row[2])
      check.equal(status, "bad-state")
      check.equal(argument, "payload")
      check.contains(sentence, row[3])
      check.equal(fake.game.memory.wram:read32(0), 1234)
      check.equal(fake.game.save_data, "mine")
      check.equal(peer:call("ping").word, "ok")
      bench.clean()
    end)
  end

  it("a state with attachments is refused at every truncated length", function()
    local peer = play()
    local whole = machine({}) .. attached({ 2, "save" }, { 0x102, "mGBA" })
    for length = SIZE + 1, #whole - 1 do
      check.equal(peer:refused("state.load", { "31" }, whole:sub(1, length)), "bad-state", length .. " bytes")
    end
    check.equal(fake.game.save_data, "mine")
    check.equal(peer:call("state.load", { "31" }, whole).word, "ok")
    check.equal(fake.game.save_data, "save")
    bench.clean()
  end)

  it("a PNG and a slot of another Game Boy model are refused, and the game is restored", function()
    bench.start(nil, { gb = true, model = 0x00 })
    local peer = bench.peer()
    fake.game.memory.wram:write8(0, 7)
    local status, sentence, argument = peer:refused("state.load", { "31" }, png(chunk("gbAs", "model 128")))
    check.list({ status, sentence, argument }, { "bad-state", "The state is of a CGB; this game runs as a DMG.", "payload" })
    peer:ask("slot.save", { "3", "31" })
    fake.slots[3] = fake.slots[3]:sub(1, 8) .. "\x20" .. fake.slots[3]:sub(10)
    status, sentence, argument = peer:refused("slot.load", { "3", "31" })
    check.list({ status, sentence, argument }, { "bad-state", "The state is of a SGB; this game runs as a DMG.", "slot" })
    check.list({ fake.game.model, fake.game.memory.wram:read8(0) }, { 0, 7 })
    peer:ask("state.load", { "31" }, png(chunk("gbAs", "model 0")))
    bench.clean()
  end)

  it("a PNG's state is loaded without its attachments", function()
    local peer = play()
    local seen = {}
    local load = fake.game.loadStateBuffer
    fake.game.loadStateBuffer = function(self, bytes, flags)
      seen[#seen + 1] = ("%d %s"):format(flags, bytes == png(chunk("gbAs", "state")) and "machine" or "?")
      return load(self, bytes, flags)
    end
    local attack = chunk("gbAx", string.pack("<I4I4", 3, 738 << 20) .. "not compressed")
    check.equal(peer:call("state.load", { "29" }, png(chunk("gbAs", "state"), attack)).word, "ok")
    check.list(seen, { "29 machine" })
    check.equal(fake.game.save_data, "mine")
    bench.clean()
  end)

  it("a saved PNG has the frame counter of a raw state as a text chunk", function()
    local peer = play()
    local save = fake.game.saveStateBuffer
    fake.game.saveStateBuffer = function(self, flags)
      return flags & 1 == 1 and png(chunk("gbAs", "state")) or save(self, flags)
    end
    local in_callback = peer:call("state.save", { "31" })
    local expected = png(chunk("gbAs", "state"), chunk("tEXt", "Frame counter\0" .. in_callback.number + 1))
    check.equal(in_callback.payload, expected)
    bench.clean()
  end)

  -- The state of a newer mGBA stands for one that is recognized as bad only after mGBA has loaded it.
  it("a loaded PNG or slot is checked as a raw state, and the game is restored if it is bad", function()
    local peer = play()
    peer:ask("slot.save", { "3", "31" })
    local save, load = fake.game.saveStateBuffer, fake.game.loadStateBuffer
    local is_bad = false
    local function load_bad()
      is_bad = true
      fake.game.memory.wram:write32(0, 1)
      fake.game.save_data = "evil"
      return true
    end
    fake.game.saveStateBuffer = function(self, flags)
      return is_bad and machine({ magic = 0x0100000C }) or save(self, flags)
    end
    fake.game.loadStateSlot = load_bad
    fake.game.loadStateBuffer = function(self, bytes, flags)
      if bytes:sub(1, 4) == "\137PNG" then return load_bad() end
      is_bad = false
      return load(self, bytes, flags)
    end
    local requests = {
      payload = { "state.load", { "31" }, png(chunk("gbAs", "state")) },
      slot = { "slot.load", { "3", "31" } },
    }
    for argument, request in pairs(requests) do
      local status, sentence, invalid = peer:refused(request[1], request[2], request[3])
      check.list({ status, sentence, invalid }, { "bad-state", "The state is of a newer mGBA than this one.", argument })
      check.list({ fake.game.memory.wram:read32(0), fake.game.save_data }, { 1234, "mine" })
    end
    bench.clean()
  end)

  it("slots that the host reads and writes are checked like states, and written as raw states", function()
    local peer = play()
    local files = {}
    _G._host = {
      readSlot = function(slot) return files[slot] or "" end,
      writeSlot = function(slot, bytes)
        files[slot] = bytes
        return slot ~= 9
      end,
      picture = function() return ("RGBX"):rep(240 * 160) end,
      pictureWidth = function() return 240 end,
    }
    fake.game.saveStateSlot, fake.game.loadStateSlot = error, error
    check.equal(peer:call("slot.save", { "3", "31" }).word, "ok")
    check.equal(#files[3], SIZE + 3 * 16 + #"mine" + 153600)
    fake.game.save_data = "later"
    check.equal(peer:call("slot.load", { "3", "31" }).word, "ok")
    check.equal(fake.game.save_data, "mine")
    check.equal(peer:call("slot.save", { "3", "0" }).word, "ok")
    check.equal(#files[3], SIZE)
    check.list({ peer:refused("slot.load", { "4", "31" }) }, { "bad-state", "Slot 4 is empty.", "slot" })
    check.list({ peer:refused("slot.save", { "9", "31" }) }, { "failed", "Slot 9 could not be written." })
    for _, case in ipairs(BAD) do
      files[5] = case[2]
      local status, sentence, invalid = peer:refused("slot.load", { "5", "31" })
      check.list({ status, invalid }, { "bad-state", "slot" })
      if case[2] ~= "" then check.contains(sentence, case[3]) end
    end
    _G._host = nil
    bench.clean()
  end)

  it("on a host with pixels a raw state has them as its picture", function()
    local peer = play()
    check.equal(#peer:call("state.save", { "62" }).payload, SIZE + 2 * 16 + #"mine", "without pixels")
    _G._host = { picture = function() return ("RGBX"):rep(240 * 160) end, pictureWidth = function() return 240 end }
    local plain, with_save = peer:call("state.save", { "32" }), peer:call("state.save", { "62" })
    check.equal(#plain.payload, SIZE + 2 * 16 + 153600)
    check.equal(#with_save.payload, SIZE + 3 * 16 + #"mine" + 153600)
    check.equal(with_save.payload:sub(-153600), ("RGBX"):rep(240 * 160))
    local flags = {}
    local load = fake.game.loadStateBuffer
    fake.game.loadStateBuffer = function(self, bytes, flag)
      flags[#flags + 1] = flag
      return load(self, bytes, flag)
    end
    fake.game.save_data = "later"
    check.equal(peer:call("state.load", { "29" }, with_save.payload).word, "ok")
    check.equal(fake.game.save_data, "mine")
    check.equal(peer:call("state.load", { "29" }, machine({})).word, "ok")
    check.list(flags, { 0, 29, 28 })
    _G._host = nil
    bench.clean()
  end)

  it("a state with a picture is a PNG only on a host without pixels", function()
    local peer = play()
    local flags = {}
    local save = fake.game.saveStateBuffer
    fake.game.saveStateBuffer = function(self, flag)
      flags[#flags + 1] = flag
      return save(self, flag)
    end
    peer:call("state.save", { "63" })
    _G._host = { picture = function() return ("RGBX"):rep(240 * 160) end, pictureWidth = function() return 240 end }
    check.equal(#peer:call("state.save", { "63" }).payload, SIZE + 3 * 16 + #"mine" + 153600)
    peer:call("state.save", { "31" })
    -- The state with flags 2 shows whether the save memory is erased, which can't be seen in a PNG.
    check.list(flags, { 31, 2, 30, 31, 2 })
    _G._host = nil
    bench.clean()
  end)

  it("a Game Boy's states have another size", function()
    bench.start({}, { gb = true })
    local peer = bench.peer()
    local reply = peer:call("state.save", { "0" })
    check.equal(#reply.payload, 0x11800)
    check.equal(peer:call("state.load", { "0" }, reply.payload).word, "ok")
    check.equal(peer:refused("state.load", { "0" }, machine({})), "bad-state")
    bench.clean()
  end)

  it("a state can't grow a Game Boy's save memory if the save file is written", function()
    bench.start({}, { gb = true })
    local peer = bench.peer()
    fake.game.save_data = "mine"
    local state = fake_states.machine({ gb = true }) .. fake_states.attached(0x11800, { { 2, "larger" } })
    local status, sentence = peer:refused("state.load", { "31" }, state)
    check.list({ status, sentence }, { "bad-state", "The state has 6 bytes of save memory; this game has 4." })
    check.equal(fake.game.save_data, "mine")
    peer:ask("state.load", { "29" }, state)
    check.equal(fake.game.save_data, "larger")
    peer:ask("state.load", { "31" }, state)
    bench.clean()
  end)

  it("slots are saved and loaded", function()
    local peer = play()
    peer:ask("slot.save", { "3", "31" })
    fake.game.memory.wram:write32(0, 1)
    peer:ask("slot.load", { "3", "29" })
    check.equal(fake.game.memory.wram:read32(0), 1234)
    check.equal(peer:refused("slot.load", { "4", "29" }), "bad-state")
    bench.clean()
  end)

  it("a slot of another game is refused, and the save memory that mGBA loaded from it is restored", function()
    local peer = play()
    fake.slots[2] = machine({ title = "ANOTHER GAMEXXXX" }) .. attached({ 2, "evil" })
    local status, sentence = peer:refused("slot.load", { "2", "31" })
    check.equal(status, "bad-state")
    check.contains(sentence, "Slot 2")
    check.equal(fake.game.save_data, "mine")
    check.equal(fake.game.memory.wram:read32(0), 1234)
    bench.clean()
  end)

  it("presses and held buttons continue after loading a state", function()
    local peer = play()
    local saved = peer:call("state.save", { "30" }).payload
    peer:ask("buttons.set", { "2" })
    local press = peer:send("buttons.press", { "1", "5", "2", "1" })
    fake.frames(2)
    check.equal(fake.game.keys, 3)
    check.equal(peer:call("state.load", { "29" }, saved).word, "ok")
    fake.frames(10)
    local ended = peer:replies()
    check.equal(#ended, 1)
    check.equal(ended[1].id, tostring(press))
    check.equal(ended[1].word, "ok")
    check.equal(fake.game.keys, 2)
    bench.clean()
  end)

  it("an mGBA without state functions refuses the state commands", function()
    bench.start()
    local core = getmetatable(fake.game)
    local load = core.loadStateBuffer
    core.loadStateBuffer = nil
    fake.fire("start")
    local peer = bench.peer()
    local status, sentence = peer:refused("state.save", { "0" })
    core.loadStateBuffer = load
    check.equal(status, "unsupported")
    check.contains(sentence, "states")
    bench.clean()
  end)
end
