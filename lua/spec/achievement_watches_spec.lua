-- Watches of conditions of RetroAchievements.
local check = require("spec.check")
local limits = require("bridge.wire.limits")
local bench = require("spec.bench")
local fake = bench.fake

local IWRAM = 0x03000000 -- where the addresses of achievements begin

local function events_of(peer)
  local list = {}
  for _, message in ipairs(peer:replies()) do
    if message.word == "watch" then list[#list + 1] = table.concat(message.arguments, " ") end
  end
  return list
end

--- Writes a byte, runs a frame, and returns its events.
local function after(peer, value)
  fake.game:write8(IWRAM, value)
  fake.frames(1)
  return events_of(peer)
end

--- Sets a watch while the first byte is in memory, then runs a frame with each further byte. Returns the watch's values as one text.
local function values_of(text, ...)
  local bytes = { ... }
  bench.start()
  local peer = bench.peer()
  fake.game:write8(IWRAM, bytes[1])
  local value = peer:ask("watch.achievement", { 3, 1 }, text)
  local values = { value }
  for i = 2, #bytes do
    value = (after(peer, bytes[i])[1] or "3 " .. value):match("^3 (%d)$")
    values[i] = value
  end
  bench.clean()
  return table.concat(values)
end

local function start(game)
  bench.start(nil, game)
  return bench.peer()
end

local function totals()
  return _G.bridge.parts.watches.totals
end

return function(it)
  for _, row in ipairs({
    { "0xH0=1", "01101", 0, 1, 1, 0, 1 },
    { "0xH0>d0xH0", "01010", 0, 1, 1, 2, 2 },
    { "0xH0=1.3.", "00011", 0, 1, 1, 1, 0 },
    { "0xH0=1.3.", "0011", 1, 1, 1, 0 },
    { "0xH0=1.2._R:0xH0=9", "0110011", 1, 1, 0, 9, 1, 1, 1 },
    { "0xH0=1_P:0xH1=0", "00", 1, 1 },
    { "0xH0=1S0xH0=2S0xH0=3", "00", 1, 2 },
    { "S0xH0=1S0xH0=2", "0110", 0, 1, 2, 3 },
    { "1=1.4.", "0001", 0, 0, 0, 0 },
  }) do
    it(("%s of %s is %s"):format(row[1], table.concat(row, " ", 3), row[2]), function()
      check.equal(values_of(row[1], table.unpack(row, 3)), row[2])
    end)
  end

  it("a change is sent once, with the frame in which it holds", function()
    local peer = start()
    check.equal(peer:ask("watch.achievement", { 1, 1 }, "0xH0=7"), "0")
    fake.frames(5)
    check.list(events_of(peer), {})
    fake.game:write8(IWRAM, 7)
    fake.frames(1)
    local messages = peer:replies()
    check.equal(#messages, 1)
    check.equal(messages[1].word .. " " .. table.concat(messages[1].arguments, " "), "watch 1 1")
    check.equal(messages[1].number, _G.bridge.parts.game.frame)
    check.equal(messages[1].payload, "")
    fake.frames(5)
    check.list(events_of(peer), {})
    bench.clean()
  end)

  it("within its interval hits are counted, and only the newest value is sent", function()
    local peer = start()
    peer:ask("watch.achievement", { 1, 10 }, "0xH0=1")
    peer:ask("watch.achievement", { 2, 10 }, "0xH0=1.3.")
    local list = {}
    for frame = 1, 20 do
      for _, text in ipairs(after(peer, frame < 6 and frame % 2 or 0)) do list[#list + 1] = frame .. ": " .. text end
    end
    check.list(list, { "10: 2 1" })
    bench.clean()
  end)

  for name, jump in pairs({
    ["a reset"] = function(peer)
      peer:send("reset")
      fake.frames(1)
    end,
    ["a loaded state"] = function(peer, state) peer:call("state.load", { "0" }, state) end,
    ["another reset in mGBA's window"] = function() fake.game.number = 0 end,
  }) do
    it("hit counts start anew after " .. name, function()
      local peer = start()
      local state = peer:call("state.save", { "0" }).payload
      fake.game.number = 100
      fake.frames(1)
      peer:ask("watch.achievement", { 1, 1 }, "1=1.9.")
      fake.frames(6)
      jump(peer, state)
      fake.frames(8)
      check.list(events_of(peer), {})
      fake.frames(1)
      check.list(events_of(peer), { "1 1" })
      jump(peer, state)
      fake.frames(1)
      check.list(events_of(peer), { "1 0" })
      fake.frames(7)
      check.list(events_of(peer), {})
      fake.frames(1)
      check.list(events_of(peer), { "1 1" })
      bench.clean()
    end)
  end

  for name, jump in pairs({
    ["a jump"] = function() fake.game.number = 0 end,
    ["another game"] = function()
      fake.close_game()
      fake.load_game()
    end,
  }) do
    it(name .. " before there are watches takes no hit from the first one", function()
      local peer = start()
      for _ = 1, 2 do
        fake.frames(1)
        jump()
        fake.frames(3)
        peer:replies()
        peer:ask("watch.achievement", { 1, 1 }, "1=1.3.")
        fake.frames(1)
        check.list(events_of(peer), {})
        fake.frames(1)
        check.list(events_of(peer), { "1 1" })
        peer:ask("watch.clear", { 1 })
      end
      bench.clean()
    end)
  end

  it("another game starts hit counts anew, and has no value if it lacks an address", function()
    local peer = start()
    peer:ask("watch.achievement", { 1, 1 }, "1=1.3.")
    peer:ask("watch.achievement", { 2, 1 }, "0xH50000=0")
    fake.frames(2)
    check.list(events_of(peer), { "1 1" })
    fake.close_game()
    peer:replies()
    fake.load_game({ gb = true })
    fake.frames(1)
    check.list(events_of(peer), { "1 0", "2 " })
    fake.frames(2)
    check.list(events_of(peer), { "1 1" })
    fake.close_game()
    fake.load_game()
    fake.frames(1)
    check.list(events_of(peer), { "1 0", "2 1" })
    bench.clean()
  end)

  it("setting an id again replaces its watch, of either command, and clearing or leaving ends it", function()
    local peer = start()
    peer:ask("watch.set", { 1, IWRAM, "u8", "", 1 })
    peer:ask("watch.achievement", { 1, 1 }, "0xH0=1")
    check.list(after(peer, 1), { "1 1" })
    check.equal(totals().count + totals().bytes, 1)
    peer:ask("watch.set", { 1, IWRAM, "u8", "", 1 })
    check.list(after(peer, 5), { "1 5" })
    peer:ask("watch.achievement", { 1, 1 }, "0xH0=1")
    peer:ask("watch.clear", { 1 })
    check.list(after(peer, 1), {})
    check.equal(totals().count + totals().cost + #_G.bridge.parts.watches.achievements.list, 0)
    peer:ask("watch.achievement", { 1, 1 }, "0xH0=1_0xH1=1")
    check.equal(totals().cost, 5)
    peer.client:leave()
    fake.frames(1)
    check.equal(totals().count + totals().cost + #_G.bridge.parts.watches.achievements.list, 0)
    bench.clean()
  end)

  it("the conditions of all watches together are limited", function()
    local peer, other = start(), bench.peer()
    local half = ("1=1_"):rep(limits.achievement_conditions // 2 - 1) .. "1=1"
    peer:ask("watch.achievement", { 1, 1 }, half)
    other:ask("watch.achievement", { 1, 1 }, half)
    local status, sentence = peer:refused("watch.achievement", { 2, 1 }, "1=1")
    check.equal(status .. ": " .. sentence, "busy: The achievements of the watches must have at most 128 conditions; got 129.")
    check.equal(totals().count, 2)
    peer:ask("watch.achievement", { 1, 1 }, half) -- in place of the one before
    other:ask("watch.clear", { 1 })
    peer:ask("watch.achievement", { 2, 1 }, half)
    bench.clean()
  end)

  for name, case in pairs({
    ["id 0"] = { { 0, 1 }, "0xH0=1", "id" },
    ["an interval of 0"] = { { 1, 0 }, "0xH0=1", "interval" },
    ["an interval over the limit"] = { { 1, 3601 }, "0xH0=1", "interval" },
    ["an empty string"] = { { 1, 1 }, "", "achievement" },
    ["a mistake in its string"] = { { 1, 1 }, "0xH0=", "achievement" },
    ["an address beyond the line"] = { { 1, 1 }, "0xH58000=1", "achievement" },
    ["a string over the limit"] = { { 1, 1 }, ("1=1_"):rep(256) .. "1=1", "achievement" },
  }) do
    it("a watch of an achievement is refused for " .. name, function()
      local status, _, argument = start():refused("watch.achievement", case[1], case[2])
      check.equal(status .. " " .. argument, "bad-request " .. case[3])
      check.equal(totals().count, 0)
      bench.clean()
    end)
  end
end
