-- Notes: kept by our own host with its history, elsewhere by the script.
local check = require("spec.check")
local limits = require("bridge.wire.limits")
local bench = require("spec.bench")
local fake = bench.fake

local function start()
  bench.start()
  fake.game.number = 40
  return bench.peer()
end

local function note(peer, text) return peer:ask("note", {}, text) end

local function lines(peer) return peer:call("notes").payload end

return function(it)
  it("a note is kept with its frame", function()
    local peer = start()
    check.equal(lines(peer), "")
    local first = tonumber((note(peer, "Bow wow!")))
    fake.frames(2)
    local second = tonumber((note(peer, "naïve <b>")))
    check.truthy(first > 40 and second >= first + 2)
    check.equal(lines(peer), ("%d Bow wow!\n%d naïve <b>\n"):format(first, second))
    bench.clean()
  end)

  for name, text in pairs({
    ["empty"] = "", ["too long"] = ("x"):rep(limits.note_bytes + 1), ["two lines"] = "a\nb", ["a control character"] = "\127",
    ["cut by a zero"] = "a\0b", ["a wrong byte"] = "\xff", ["half a letter"] = "\xed\xa0\x80",
  }) do
    it("a note may not be " .. name, function()
      local peer = start()
      local status, _, argument = peer:refused("note", {}, text)
      check.equal(status, "bad-request")
      check.equal(argument, "payload")
      check.equal(lines(peer), "")
      bench.clean()
    end)
  end

  it("the longest note is accepted", function()
    local peer = start()
    note(peer, ("x"):rep(limits.note_bytes))
    check.equal(#lines(peer):match("%d+ (%S+)"), limits.note_bytes)
    bench.clean()
  end)

  it("the oldest of too many notes is forgotten", function()
    local peer = start()
    for i = 1, limits.notes + 1 do note(peer, "n" .. i) end
    local texts = {}
    for text in lines(peer):gmatch("%d+ (%S+)") do texts[#texts + 1] = text end
    check.equal(#texts, limits.notes)
    check.equal(texts[1], "n2")
    check.equal(texts[#texts], "n" .. limits.notes + 1)
    bench.clean()
  end)

  it("a jump back forgets the notes after it, and another game all", function()
    local peer = start()
    note(peer, "early")
    fake.frames(10)
    note(peer, "late")
    fake.game.number = 45
    fake.frames(1)
    check.truthy(lines(peer):find("early") and not lines(peer):find("late"))
    fake.game.number = 0
    fake.frames(1)
    check.equal(lines(peer), "")
    bench.clean()
  end)

  it("the event tells of a note", function()
    local peer, listener = start(), bench.peer("listener")
    listener:ask("events.subscribe", { "reset" })
    local frame = note(peer, "a b")
    fake.frames(1)
    local seen = {}
    for _, message in ipairs(listener:replies()) do
      if message.id == "0" then seen[#seen + 1] = message.word .. " " .. table.concat(message.arguments, " ") .. ": " .. message.payload end
    end
    check.list(seen, { ("noted %s: a b"):format(frame) })
    bench.clean()
  end)

  it("our own host keeps them", function()
    local kept = {}
    _G._host = {
      addNote = function(text)
        kept[#kept + 1] = "7 " .. text .. "\n"
        return 7
      end,
      notes = function() return table.concat(kept) end,
      isEnding = function() return false end,
    }
    local peer = start()
    check.equal(note(peer, "here"), "7")
    fake.game.number = 0
    fake.frames(1)
    check.equal(lines(peer), "7 here\n")
    bench.clean()
    _G._host = nil
  end)
end
