local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

local ADDRESS, POINTER = 0x02000100, 0x02000008

local function write(address, value) fake.game.memory.wram.bytes[address - 0x02000000] = value end

local function point_to(address)
  for i = 0, 3 do write(POINTER + i, address >> 8 * i & 0xFF) end
end

local function start()
  bench.start()
  return bench.peer()
end

--- Runs frames until a reply arrives; returns it as text, and the number of frames.
local function reply_within(peer, max_frames)
  for i = 1, max_frames do
    fake.frames(1)
    local replies = peer:replies()
    if #replies > 0 then
      check.equal(#replies, 1)
      return replies[1].word .. " " .. table.concat(replies[1].arguments, " "), i
    end
  end
  return nil
end

return function(it)
  it("frames.wait counts frames, whatever their numbers are", function()
    local peer = start()
    peer:send("frames.wait", { 5 })
    fake.frames(3)
    fake.game.number = 7
    fake.frames(2)
    check.equal(#peer:replies(), 0)
    local text, frames = reply_within(peer, 1)
    check.equal(text .. frames, "ok 51")
    bench.clean()
  end)

  it("memory.wait replies at once if its condition holds", function()
    local peer = start()
    write(ADDRESS, 3)
    check.equal(peer:ask("memory.wait", { ADDRESS, "u8", "", "eq:3", 600 }), "1 3 0")
    check.equal(peer:ask("memory.wait", { 0x100, "u8", "wram", "ge:3", 600 }), "1 3 0")
    bench.clean()
  end)

  it("a condition is checked in every frame", function()
    local peer = start()
    peer:send("memory.wait", { ADDRESS, "i8", "", "lt:-2", 600 })
    fake.frames(3)
    check.equal(#peer:replies(), 0)
    write(ADDRESS, 0xFD)
    check.equal(reply_within(peer, 9), "ok 1 -3 3")
    bench.clean()
  end)

  it("a timeout is not an error", function()
    local peer = start()
    peer:send("memory.wait", { ADDRESS, "u8", "", "eq:3", 4 })
    fake.frames(1)
    local text, frames = reply_within(peer, 9)
    check.equal(text .. " in " .. frames, "ok 0 0 4 in 4")
    bench.clean()
  end)

  it("changed compares with the first value", function()
    local peer = start()
    write(ADDRESS, 3)
    peer:send("memory.wait", { ADDRESS, "u8", "", "changed", 600 })
    fake.frames(4)
    check.equal(#peer:replies(), 0)
    write(ADDRESS, 4)
    check.equal(reply_within(peer, 9), "ok 1 4 4")
    bench.clean()
  end)

  it("a condition on an invalid chain does not hold, and the chain is followed again in each frame", function()
    local peer = start()
    point_to(0)
    peer:send("memory.wait", { "[" .. POINTER .. "]+1", "u8", "", "eq:7", 600 })
    fake.frames(2)
    point_to(ADDRESS)
    fake.frames(2)
    check.equal(#peer:replies(), 0)
    write(ADDRESS + 1, 7)
    check.equal(reply_within(peer, 9), "ok 1 7 4 " .. ADDRESS + 1)
    point_to(0x01000000)
    peer:send("memory.wait", { "[" .. POINTER .. "]", "u8", "", "eq:7", 2 })
    check.equal(reply_within(peer, 9), "ok 0  2")
    bench.clean()
  end)

  it("a value whose chain becomes valid has changed", function()
    local peer = start()
    point_to(0)
    peer:send("memory.wait", { "[" .. POINTER .. "]", "u16", "", "changed", 600 })
    fake.frames(2)
    point_to(ADDRESS)
    check.equal(reply_within(peer, 9), "ok 1 0 2 " .. ADDRESS)
    bench.clean()
  end)

  it("conditions that can never hold are refused", function()
    local peer = start()
    check.equal(peer:refused("memory.wait", { 0x01000000, "u8", "", "eq:3", 4 }), "out-of-range")
    check.equal(peer:refused("memory.wait", { "[16777216]", "u8", "", "eq:3", 4 }), "out-of-range")
    check.equal(peer:refused("memory.wait", { 0, "u8", "nowhere", "eq:3", 4 }), "unknown-domain")
    check.equal(peer:refused("memory.wait", { 0x3FFFF, "u16", "wram", "eq:3", 4 }), "out-of-range")
    bench.clean()
  end)

  it("at most 256 requests wait at once", function()
    local peer = start()
    for _ = 1, 2 do
      for _ = 1, 256 do peer:send("frames.wait", { 3 }) end
      fake.frames(1)
      check.equal(#peer:replies(), 0)
      check.equal(peer:refused("memory.wait", { ADDRESS, "u8", "", "eq:1", 1 }), "busy")
      fake.frames(2)
      check.equal(#peer:replies(), 256)
    end
    bench.clean()
  end)

  it("a cancel or the end of its connection ends a wait", function()
    local peer, other = start(), bench.peer()
    local id = peer:send("frames.wait", { 36000 })
    fake.frames(2)
    peer.client:send(bench.message(0, "cancel", { id }))
    fake.frames(1)
    local replies = peer:replies()
    check.equal(#replies, 1)
    check.equal(replies[1].id .. replies[1].word, id .. "interrupted")
    for _ = 1, 256 do peer:send("frames.wait", { 36000 }) end
    fake.frames(2)
    peer.client:leave()
    fake.frames(2)
    check.equal(peer.client:is_closed(), true)
    for _ = 1, 256 do other:send("frames.wait", { 1 }) end
    fake.frames(2)
    for _, reply in ipairs(other:replies()) do check.equal(reply.word, "ok") end
    bench.clean()
  end)

  it("a second wait with an id in flight is refused", function()
    local peer = start()
    peer.client:send(bench.message(77, "frames.wait", { 100 }) .. bench.message(77, "frames.wait", { 100 }))
    check.contains(reply_within(peer, 3), "bad-request")
    bench.clean()
  end)

  it("closing or changing the game ends all waits", function()
    local peer = start()
    peer:send("memory.wait", { ADDRESS, "u8", "", "eq:3", 600 })
    fake.frames(2)
    fake.close_game()
    check.list(peer:words(), { "2 interrupted", "0 no-game" })
    fake.load_game()
    local wait = tostring(peer:send("frames.wait", { 600 }))
    fake.frames(1)
    check.list(peer:words(), { "0 new-game" })
    local fire = fake.fire
    fake.fire = function() end
    fake.load_game({ rom_size = 0x2000 })
    fake.fire = fire
    fake.frames(1)
    check.list(peer:words(), { wait .. " interrupted", "0 new-game" })
    bench.clean()
  end)

  it("a wait continues when the same game becomes another object", function()
    local peer = start()
    peer:send("memory.wait", { ADDRESS, "u8", "", "eq:3", 600 })
    fake.frames(2)
    local fire = fake.fire
    fake.fire = function() end
    fake.load_game()
    fake.fire = fire
    fake.frames(1)
    write(ADDRESS, 3)
    check.equal(reply_within(peer, 1), "ok 1 3 3")
    bench.clean()
  end)

  it("screen.wait compares the host's pixels in every frame", function()
    bench.start()
    local pixels = ("\0"):rep(960)
    _G._host = { picture = function() return pixels end, pictureWidth = function() return 240 end }
    local peer = bench.peer()
    peer:send("screen.wait", { 600 })
    fake.frames(3)
    check.equal(#peer:replies(), 0)
    pixels = "\1" .. pixels:sub(2)
    check.equal(reply_within(peer, 9), "ok 1 3")
    peer:send("screen.wait", { 3 })
    fake.frames(1)
    check.equal(reply_within(peer, 9), "ok 0 3")
    for _ = 1, 16 do peer:send("screen.wait", { 3 }) end
    fake.frames(1)
    check.equal(peer:refused("screen.wait", { 3 }), "busy")
    fake.frames(2)
    check.equal(#peer:replies(), 16)
    _G._host = nil
    bench.clean()
  end)

  it("without a host screen.wait takes a PNG every fourth frame and at the end, once for all waits", function()
    bench.start()
    local peer = bench.peer()
    local draw, taken = fake.draw, 0
    fake.draw = function(path)
      taken = taken + 1
      draw(path)
    end
    for _ = 1, 5 do
      peer:send("screen.wait", { 11 })
      fake.frames(1)
    end
    check.equal(#peer:replies(), 0)
    check.truthy(taken >= 5 and taken <= 7, taken)
    taken = 0
    fake.frames(4)
    check.equal(taken, 1)
    fake.frames(8)
    check.equal(#peer:replies(), 5)
    bench.clean()
  end)

  it("an error in a check ends only its own wait", function()
    bench.start()
    local peer = bench.peer()
    local core = getmetatable(fake.game)
    local draw, save = fake.draw, core.saveStateBuffer
    peer:send("screen.wait", { 600 })
    peer:send("frames.wait", { 6 })
    fake.frames(1)
    fake.draw, core.saveStateBuffer = function() error("no screen") end, function() error("no state") end
    fake.frames(6)
    fake.draw, core.saveStateBuffer = draw, save
    local replies = peer:replies()
    check.equal(#replies, 2)
    check.equal(replies[1].word .. replies[2].word, "internalok")
    bench.clean()
  end)
end
