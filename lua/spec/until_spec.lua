local check = require("spec.check")
local bench = require("spec.bench")
local limits = require("bridge.wire.limits")
local fake = bench.fake

local VALUE = "33554432"

local function write(value) fake.game.memory.wram.bytes[0] = value end

local function on_value(condition, frames, timeout)
  return ("value %s u8 - %s %d %d\n"):format(VALUE, condition, frames or 1, timeout or 100)
end

local function on_picture(kind, frames, region)
  return ("picture %s %s %d 100\n"):format(kind, region or "0 0 0 0", frames or 1)
end

--- Runs frames, with `each` before every one of them, until a reply arrives.
local function reply_of(peer, each)
  for frame = 1, 200 do
    if each then each(frame) end
    fake.frames(1)
    local replies = peer:replies()
    if replies[1] then return replies[1].word .. " " .. table.concat(replies[1].arguments, " ") end
  end
end

local function wait(mode, payload, each)
  bench.start()
  local peer = bench.peer()
  write(5)
  peer:send("until.wait", { mode, 100 }, payload)
  fake.frames(1)
  local replies = peer:replies()
  local text = replies[1] and replies[1].word .. " " .. table.concat(replies[1].arguments, " ") or reply_of(peer, each)
  bench.clean()
  return text
end

return function(it)
  it("until.wait ends at once if a comparison holds", function()
    check.equal(wait("any", on_value("eq:9") .. on_value("eq:5")), "ok 1 0 1:0")
    check.equal(wait("all", on_value("ge:5") .. on_value("le:5")), "ok 1 0 0:0,1:0")
  end)

  it("all conditions may hold in different frames, and each is told with its own", function()
    check.equal(wait("all", on_value("eq:7") .. on_value("eq:9"), function(frame) write(frame == 3 and 7 or frame == 6 and 9 or 5) end),
      "ok 1 6 0:3,1:6")
  end)

  it("values that changed, rose and fell are compared with the beginning", function()
    local function to(value) return function(frame) if frame == 4 then write(value) end end end
    check.equal(wait("any", on_value("changed"), to(6)), "ok 1 4 0:4")
    check.equal(wait("any", on_value("increased") .. on_value("decreased"), to(6)), "ok 1 4 0:4")
    check.equal(wait("any", on_value("increased") .. on_value("decreased"), to(4)), "ok 1 4 1:4")
  end)

  it("a value that is the same for some frames ends at the exact frame", function()
    check.equal(wait("any", on_value("same", 20), function(frame) if frame <= 10 then write(frame) end end), "ok 1 30 0:30")
  end)

  it("a condition must hold for frames in a row", function()
    check.equal(wait("any", on_value("eq:1", 3), function(frame) write(frame % 4 == 0 and frame < 12 and 0 or 1) end), "ok 1 3 0:3")
    check.equal(wait("any", on_value("eq:1", 5), function(frame) write(frame % 4 == 0 and frame < 12 and 0 or 1) end), "ok 1 13 0:13")
  end)

  it("a wait ends when its conditions can't be met any more", function()
    check.equal(wait("any", on_value("eq:9", 1, 4) .. on_value("eq:8", 1, 7)), "ok 0 7 ")
    check.equal(wait("all", on_value("eq:9", 1, 4) .. on_value("eq:8", 1, 7)), "ok 0 4 ")
    check.equal(wait("any", on_value("eq:9")), "ok 0 100 ")
  end)

  it("our own host compares parts of the picture, and its hash", function()
    local whole, corner = "a", "b"
    _G._host = {
      pictureHash = function(_, _, width) return width == 0 and whole or corner end, picture = function() return "" end,
      pictureWidth = function() return 240 end, pictureHeight = function() return 160 end,
    }
    local hash = ("0123456789abcdef")
    check.equal(wait("all", on_picture("still", 3) .. on_picture("changed", 1, "8 8 16 16"), function(frame)
      whole = frame < 6 and whole .. "a" or whole
      if frame == 12 then corner = "c" end
    end), "ok 1 12 0:8,1:12")
    -- Of one color, which lasts for six times the frames.
    check.equal(wait("any", on_picture("calm", 5)), "ok 1 30 0:30")
    check.equal(wait("any", on_picture("is:" .. hash:upper()), function(frame) if frame == 3 then whole = hash end end), "ok 1 3 0:3")
    _G._host = nil
  end)

  it("another host compares PNGs in every frame, and refuses parts and hashes", function()
    bench.start()
    local peer, color = bench.peer(), 0
    local draw = fake.draw
    fake.draw = function(path)
      draw(path)
      local file = assert(io.open(path, "ab"))
      file:write(string.char(color))
      file:close()
    end
    peer:send("until.wait", { "any", 100 }, on_picture("still", 5))
    check.equal(reply_of(peer, function(frame) color = math.min(frame, 8) end), "ok 1 12 0:12")
    check.equal(peer:refused("until.wait", { "any", 9 }, "picture still 0 0 8 8 1 9\n"), "unsupported")
    check.equal(peer:refused("until.wait", { "any", 9 }, "picture calm 0 0 0 0 1 9\n"), "unsupported")
    check.equal(peer:refused("until.wait", { "any", 9 }, "picture is:0123456789abcdef 0 0 0 0 1 9\n"), "unsupported")
    fake.draw = draw
    bench.clean()
  end)

  it("an achievement counts from the request on", function()
    local function to(value) return function(frame) if frame == 4 then write(value) end end end
    check.equal(wait("any", "achievement 0xH8000=6_d0x 8000=5 100\n", to(6)), "ok 1 4 0:4")
    check.equal(wait("any", "achievement 0xH8000=5.7. 100\n" .. on_value("eq:9")), "ok 1 6 0:6")
    check.equal(wait("any", "achievement 0xH8000=5.7. 5\n"), "ok 0 5 ")
  end)

  it("the largest conditions are accepted", function()
    local text = ("0xH8000>9_"):rep(7) .. "0xH8000>"
    local line = "achievement " .. text .. ("9"):rep(limits.achievement_bytes - #text) .. " 36000\n"
    local payload = line:rep(limits.conditions)
    check.truthy(#payload <= limits.until_bytes, #payload)
    bench.start()
    local peer = bench.peer()
    peer:send("until.wait", { "any", 36000 }, payload)
    fake.frames(3)
    check.equal(#peer:replies(), 0)
    local long = on_value("eq:1", 1, 9)
    check.equal(peer:refused("until.wait", { "any", 9 }, long:rep(limits.until_bytes // #long + 1)), "bad-request")
    bench.clean()
  end)

  it("an act compares with its beginning, and looks at the conditions after its buttons", function()
    bench.start()
    local peer = bench.peer()
    write(5)
    local payload = bench.message(1, "buttons.sequence", { 1, 0 }, "1 4\n0 2\n")
      .. bench.message(2, "until.wait", { "any", 100 }, on_value("changed") .. on_value("eq:9") .. "achievement 0xH8000>d0xH8000 9\n")
    peer:send("act", { 3, 0, "" }, payload)
    local reply = reply_of(peer, function(frame) if frame == 3 then write(6) end end)
    check.truthy(reply:find("^ok 9 1 0 1 %d+ %d+ 0:6,2:6$"), reply)
    peer:send("act", { 0, 0, "" }, bench.message(2, "until.wait", { "all", 100 }, on_value("eq:1", 1, 3)))
    check.equal(reply_of(peer), "ok 3 0 0 0   ")
    bench.clean()
  end)

  it("conditions before a sequence end it early, release its buttons in the next frame, and are waited for after it", function()
    bench.start()
    local peer = bench.peer()
    write(5)
    local function act(condition, timeline, timeout)
      peer:send("act", { 2, 0, "" }, bench.message(1, "until.wait", { "any", timeout or 100 }, condition)
        .. bench.message(2, "buttons.sequence", { 3, 0 }, timeline))
    end
    act(on_value("eq:9"), "1 2\n0 2\n")
    fake.seen = {}
    local reply = reply_of(peer, function(frame) if frame == 6 then write(9) end end)
    local frames, begun, released, held = reply:match("^ok (%d+) 1 0 %d+ (%d+) (%d+) (.+)$")
    check.list({ frames, released - begun, held }, { "7", 5, "0:5" })
    check.list(fake.seen, { 0, 1, 1, 0, 0, 1, 0, 0 })
    act(on_value("eq:9"), "1 2\n0 2\n")
    check.truthy(reply_of(peer):find("^ok 2 1 0 %d+   0:0$"), "met before it began")
    act(on_value("eq:7"), "1 2\n0 2\n")
    check.truthy(reply_of(peer):find("^ok 102 0 0 %d+ %d+ %d+ $"), "waited for after its end")
    act(on_value("eq:7", 1, 12), "1 2\n0 2\n", 12)
    check.truthy(reply_of(peer):find("^ok 14 0 0 %d+ %d+ %d+ $"), "played to its end")
    act(on_value("eq:7", 1, 5), "1 2\n0 2\n", 5)
    check.truthy(reply_of(peer):find("^ok 14 0 0 %d+ %d+ %d+ $"), "played to its end after the time of the conditions")
    act(on_value("eq:9"), "1 2\n0 2\n")
    write(5)
    reply = reply_of(peer, function(frame) if frame == 20 then write(9) end end)
    check.truthy(reply:find("^ok 21 1 0 %d+ %d+ %d+ 0:19$"), reply)
    check.equal(fake.game.keys, 0)
    local wait_message = bench.message(1, "until.wait", { "any", 9 }, on_value("eq:1", 1, 9))
    local both = wait_message .. bench.message(2, "buttons.sequence", { 1, 0 }, "1 1\n") .. wait_message
    check.equal(peer:refused("act", { 0, 0, "" }, both), "bad-request")
    bench.clean()
  end)

  it("few acts look at the picture at a time", function()
    bench.start()
    local peer = bench.peer()
    local message = bench.message(1, "until.wait", { "any", 100 }, on_picture("still", 90))
    for _ = 1, limits.screen_waits do peer:send("act", { 0, 0, "" }, message) end
    check.equal(#peer:replies(), 0)
    check.equal(peer:refused("act", { 0, 0, "" }, message), "busy")
    peer:send("act", { 0, 0, "" }, bench.message(1, "until.wait", { "any", 100 }, on_value("eq:9")))
    check.equal(#peer:replies(), 0)
    bench.clean()
  end)

  it("conditions on the picture share one PNG a frame", function()
    bench.start()
    local peer = bench.peer()
    local taken, draw = 0, fake.draw
    fake.draw = function(...)
      taken = taken + 1
      return draw(...)
    end
    peer:send("until.wait", { "any", 9 }, on_picture("changed", 30):rep(5))
    fake.frames(3)
    fake.draw = draw
    check.truthy(taken <= 4, taken)
    bench.clean()
  end)

  it("wrong conditions are refused before anything happens", function()
    bench.start()
    local peer = bench.peer()
    local line = on_value("eq:1", 1, 9)
    for _, case in ipairs({
      { { "some", 9 }, line, "mode" }, { { "any", 0 }, line, "timeout" }, { { "any", 36001 }, line, "timeout" },
      { { "any", 9 }, "", "payload" }, { { "any", 9 }, line:sub(1, -2), "payload" },
      { { "any", 9 }, line:rep(limits.conditions + 1), "payload" },
      { { "any", 9 }, on_value("eq:1", 0, 9), "conditions[0].frames" },
      { { "any", 9 }, on_value("eq:1", 1, 10), "conditions[0].timeout" },
      { { "any", 9 }, line .. on_value("eq:256", 1, 9), "conditions[1].condition" },
      { { "any", 9 }, on_value("risen", 1, 9), "conditions[0].condition" },
      { { "any", 9 }, "picture moved 0 0 0 0 1 9\n", "conditions[0].kind" },
      { { "any", 9 }, line .. line .. "picture still 256 0 0 0 1 9\n", "conditions[2].x" },
      { { "any", 9 }, line .. "achievement 0xH8000=1 10\n", "conditions[1].timeout" },
      { { "any", 9 }, "achievement 0xH8000 9\n", "conditions[0].achievement" },
      { { "any", 9 }, "achievement 0xHFFFFF=1 9\n", "conditions[0].achievement" },
    }) do
      local status, _, argument = peer:refused("until.wait", case[1], case[2])
      check.equal(status .. " " .. tostring(argument), "bad-request " .. case[3])
    end
    for _, wrong in ipairs({ "nonsense\n", "nonsense changed 0 0 0 0 1 9\n", "valuex" .. line:sub(6), "achievements 0xH8000=1 9\n" }) do
      local word = wrong:match("^%a+")
      local status, sentence, argument = peer:refused("until.wait", { "any", 9 }, wrong)
      check.equal(("%s %s %s"):format(status, argument, sentence), "bad-request conditions[0] conditions[0]: "
        .. ('The line must begin with value, picture or achievement; got "%s".'):format(word))
    end
    local half = "achievement " .. ("0xH8000=1_"):rep(limits.achievement_conditions // 2):sub(1, -2) .. " 9\n"
    local status, sentence, argument = peer:refused("until.wait", { "any", 9 }, half .. half .. half)
    check.equal(("%s %s %s"):format(status, argument, sentence),
      "bad-request conditions All achievements together must have at most 128 conditions; got 192.")
    check.equal(peer:refused("until.wait", { "any", 9 }, "achievement 9\n"), "bad-request")
    bench.clean()
  end)
end
