-- Messages to the player, which our own host draws over the picture.
local limits = require("bridge.wire.limits")
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

local PICTURE, SHOWN = ("abcd"):rep(240 * 160), ("efgh"):rep(240 * 160)

--- Starts with a host that draws. Returns a client and what was shown.
local function start()
  local shown = {}
  _G._host = {
    showMessage = function(text, frames)
      shown[#shown + 1] = ("%d %s"):format(frames, text)
      return true
    end,
    picture = function() return PICTURE end,
    shownPicture = function() return SHOWN end,
    pictureWidth = function() return 240 end,
    isEnding = function() return false end,
  }
  bench.start()
  return bench.peer(), shown
end

local function finish()
  bench.clean()
  _G._host = nil
end

local function show(peer, text, frames)
  return peer:call("message.show", { frames or "60" }, text)
end

--- Returns the events that a client has.
local function events(listener)
  fake.frames(1)
  local seen = {}
  for _, message in ipairs(listener:replies()) do
    if message.id == "0" then seen[#seen + 1] = message.word .. " " .. table.concat(message.arguments, " ") .. ": " .. message.payload end
  end
  return seen
end

return function(it)
  it("the host gets a message, and its picture is another one than the game's", function()
    local peer, shown = start()
    check.contains(peer:ask("info"), ",messages")
    check.list(show(peer, "Hello é", "3600").arguments, { "1" })
    check.list(shown, { "3600 Hello é" })
    local picture = peer:call("screen.shown")
    check.list(picture.arguments, { "240", "160" })
    check.equal(picture.payload, SHOWN)
    check.equal(peer:call("screen.raw").payload, PICTURE)
    finish()
  end)

  it("an event tells of a message, and whether it is drawn", function()
    local peer = start()
    local listener = bench.peer("listener")
    listener:ask("events.subscribe", { "reset" })
    show(peer, "a b", "7")
    check.list(events(listener), { "message 7 1: a b" })
    finish()
    bench.start()
    peer, listener = bench.peer(), bench.peer("listener")
    listener:ask("events.subscribe", { "reset" })
    check.list(show(peer, "a b", "7").arguments, { "0" })
    check.list(events(listener), { "message 7 0: a b" })
    check.equal(peer:refused("screen.shown"), "unsupported")
    bench.clean()
  end)

  it("wrong texts and frames are refused", function()
    local peer, shown = start()
    for _, text in ipairs({ "", ("x"):rep(limits.message_bytes + 1), "a\nb", "\127", "\xFF" }) do
      check.equal(show(peer, text).word, "bad-request")
    end
    for _, frames in ipairs({ "0", "3601", "-1", "1.5", "" }) do check.equal(show(peer, "a", frames).word, "bad-request") end
    check.list(shown, {})
    show(peer, ("x"):rep(limits.message_bytes), "1")
    check.equal(#shown, 1)
    finish()
  end)
end
