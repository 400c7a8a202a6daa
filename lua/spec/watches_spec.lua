-- Watches: events for memory that changes.
local check = require("spec.check")
local limits = require("bridge.wire.limits")
local bench = require("spec.bench")
local fake = bench.fake

local WRAM = 0x02000000

local function poke(address, ...)
  for i, byte in ipairs({ ... }) do fake.game:write8(address + i - 1, byte) end
end

local function events_of(peer)
  local list = {}
  for _, message in ipairs(peer:replies()) do
    if message.word == "watch" then
      check.equal(message.id, "0")
      local text = table.concat(message.arguments, " ")
      list[#list + 1] = message.payload == "" and text or text .. " " .. message.payload
    end
  end
  return list
end

--- Writes bytes, runs a frame, and returns its events.
local function after(peer, address, ...)
  poke(address, ...)
  fake.frames(1)
  return events_of(peer)
end

local function start(game)
  bench.start(nil, game)
  return bench.peer()
end

return function(it)
  it("a changed value of each type is sent once, in the frame of the change", function()
    local peer = start()
    poke(WRAM, 1, 0, 0, 0)
    for id, type_name in ipairs({ "u8", "u16", "u32", "i8", "i16", "i32" }) do
      check.equal(peer:ask("watch.set", { id, WRAM, type_name, "", 1 }), "1")
    end
    fake.frames(5)
    check.list(events_of(peer), {})
    local list = after(peer, WRAM, 0xFF, 0xFF, 0xFF, 0xFF)
    table.sort(list)
    check.list(list, { "1 255", "2 65535", "3 4294967295", "4 -1", "5 -1", "6 -1" })
    fake.frames(5)
    check.list(events_of(peer), {})
    check.list(after(peer, WRAM + 3, 0x7F), { "3 2147483647", "6 2147483647" })
    bench.clean()
  end)

  it("a changed range is sent with its bytes as payload", function()
    local peer = start()
    poke(WRAM + 100, 65, 66, 67, 68)
    local values, payload = peer:ask("watch.set", { 7, WRAM + 100, 4, "", 1 })
    check.equal(values .. payload, "4ABCD")
    check.list(after(peer, WRAM + 103, 90), { "7 4 ABCZ" })
    check.list(after(peer, WRAM + 104, 1), {})
    peer:ask("watch.set", { 8, 100, 4, "wram", 1 })
    check.equal(#after(peer, WRAM + 100, 70), 2)
    bench.clean()
  end)

  it("overlapping and neighboring watches send separate events", function()
    local peer = start()
    local places = { { 300, 2 }, { 256, 1 }, { 319, 4 }, { 310, 1 }, { 250, 16 }, { 301, 1 }, { 319, 1 }, { 280, 64 } }
    for id, place in ipairs(places) do peer:ask("watch.set", { id, WRAM + place[1], place[2], "", 1 }) end
    events_of(peer)
    for offset = 245, 350 do
      local expected = {}
      for id, place in ipairs(places) do
        if offset >= place[1] and offset < place[1] + place[2] then expected[#expected + 1] = tostring(id) end
      end
      local ids = {}
      for _, text in ipairs(after(peer, WRAM + offset, 1)) do ids[#ids + 1] = text:match("^%d+") end
      table.sort(ids)
      check.list(ids, expected, "at " .. offset)
    end
    bench.clean()
  end)

  it("a watch sends the newest value at most once in its interval, and nothing if the value went back", function()
    local peer = start()
    peer:ask("watch.set", { 1, WRAM, "u8", "", 10 })
    local list = {}
    for value = 1, 25 do
      for _, text in ipairs(after(peer, WRAM, value)) do list[#list + 1] = value .. ": " .. text end
    end
    check.list(list, { "10: 1 10", "20: 1 20" })
    fake.frames(10)
    check.list(events_of(peer), { "1 25" })
    check.list(after(peer, WRAM, 99), {})
    check.list(after(peer, WRAM, 25), {})
    fake.frames(20)
    check.list(events_of(peer), {})
    check.list(after(peer, WRAM, 26), { "1 26" })
    bench.clean()
  end)

  it("a watch follows a chain when its pointer changes or becomes invalid", function()
    local peer = start()
    local chain = ("[%d]+4"):format(WRAM)
    check.equal(peer:ask("watch.set", { 1, chain, "u8", "", 1 }), "") -- empty, because the chain is invalid
    poke(WRAM + 0x104, 9)
    check.list(after(peer, WRAM, 0, 1, 0, 2), { ("1 9 %d"):format(WRAM + 0x104) })
    poke(WRAM + 0x204, 9)
    check.list(after(peer, WRAM, 0, 2), {}) -- the same value elsewhere
    check.list(after(peer, WRAM + 0x204, 10), { ("1 10 %d"):format(WRAM + 0x204) })
    check.list(after(peer, WRAM, 0, 0, 0, 0), { "1 " })
    check.list(after(peer, WRAM, 0, 0, 0, 0xFF), {})
    check.list(after(peer, WRAM, 0, 2, 0, 2), { ("1 10 %d"):format(WRAM + 0x204) })
    local values, payload = peer:ask("watch.set", { 2, chain, 2, "", 1 })
    check.equal(values .. payload, ("2 %d\10\0"):format(WRAM + 0x204))
    bench.clean()
  end)

  it("setting an id again replaces its watch, and clearing the id ends it", function()
    local peer = start()
    peer:ask("watch.set", { 1, WRAM, "u8", "", 1 })
    peer:ask("watch.set", { 1, WRAM + 1, "u8", "", 1 })
    check.list(after(peer, WRAM, 1, 1), { "1 1" })
    peer:ask("watch.clear", { 1 })
    check.list(after(peer, WRAM, 2, 2), {})
    local status, sentence, argument = peer:refused("watch.clear", { 1 })
    check.equal(status .. " " .. argument, "unknown-id id")
    check.contains(sentence, "got 1.")
    for id = 1, 5 do peer:ask("watch.set", { id, WRAM, "u8", "", 1 }) end
    peer:ask("watch.clear", { "" })
    check.list(after(peer, WRAM, 3), {})
    bench.clean()
  end)

  it("watches end with their connection", function()
    local peer = start()
    local other = bench.peer()
    peer:ask("watch.set", { 1, WRAM, "u8", "", 1 })
    other:ask("watch.set", { 1, WRAM, "u8", "", 1 })
    events_of(peer)
    poke(WRAM, 5)
    fake.frames(1)
    check.list(events_of(peer), { "1 5" })
    check.list(events_of(other), { "1 5" })
    peer.client:leave()
    fake.frames(1)
    local watches = _G.bridge.parts.watches
    check.equal(watches.totals.count, 1)
    check.equal(#watches.pages.list, 1)
    other.client:leave()
    fake.frames(1)
    check.equal(watches.totals.count + watches.totals.bytes + watches.totals.cost + #watches.pages.list, 0)
    check.equal(next(watches.pages.by_key), nil)
    bench.clean()
  end)

  it("after another game each watch is resolved again and sends its value, or an empty one", function()
    local peer = start()
    poke(WRAM, 7)
    peer:ask("watch.set", { 1, WRAM, "u8", "", 1 })
    peer:ask("watch.set", { 2, 0xFE, "u8", "iwram", 1 })
    fake.close_game()
    peer:replies()
    fake.load_game({ gb = true })
    fake.frames(1)
    local list = events_of(peer)
    table.sort(list)
    check.list(list, { "1 ", "2 " })
    fake.frames(3)
    check.list(events_of(peer), {})
    fake.close_game()
    fake.load_game()
    fake.frames(1)
    list = events_of(peer)
    table.sort(list)
    check.list(list, { "1 0", "2 0" })
    bench.clean()
  end)

  it("watches work on the Game Boy's bus", function()
    local peer = start({ gb = true })
    peer:ask("watch.set", { 1, 0xC000, "u16", "", 1 })
    peer:ask("watch.set", { 2, 0xC002, "u8", "", 1 })
    check.list(after(peer, 0xC001, 1), { "1 256" })
    check.list(after(peer, 0xC002, 1), { "2 1" })
    bench.clean()
  end)

  it("without a game a watch is refused", function()
    bench.clean()
    fake.install()
    fake.load_game()
    bench.load()
    local peer = bench.peer()
    fake.close_game()
    peer:replies()
    peer:send("watch.set", { 1, WRAM, "u8", "", 1 })
    _G.bridge.parts.server:pass(8000, nil, true)
    check.equal(peer:replies()[1].word, "no-game")
    bench.clean()
  end)

  for name, case in pairs({
    ["id 0"] = { { 0, WRAM, "u8", "", 1 }, "bad-request", "id" },
    ["id beyond 31 bits"] = { { 0x80000000, WRAM, "u8", "", 1 }, "bad-request", "id" },
    ["an unknown type"] = { { 1, WRAM, "u64", "", 1 }, "bad-request", "type" },
    ["a length of 0"] = { { 1, WRAM, 0, "", 1 }, "bad-request", "length" },
    ["a length over the limit"] = { { 1, WRAM, 4097, "", 1 }, "bad-request", "length" },
    ["an interval of 0"] = { { 1, WRAM, "u8", "", 0 }, "bad-request", "interval" },
    ["an interval over the limit"] = { { 1, WRAM, "u8", "", 3601 }, "bad-request", "interval" },
    ["an invalid address"] = { { 1, "x", "u8", "", 1 }, "bad-request", "address" },
    ["an address in no region"] = { { 1, 0x01000000, "u8", "", 1 }, "out-of-range", "address" },
    ["a value across the end of its region"] = { { 1, 0x0203FFFF, "u16", "", 1 }, "out-of-range", "address" },
    ["an unknown domain"] = { { 1, 0, "u8", "xram", 1 }, "unknown-domain", "domain" },
    ["a chain with a domain"] = { { 1, "[4]", "u8", "wram", 1 }, "bad-request", "domain" },
  }) do
    it("a watch is refused for " .. name, function()
      local status, _, argument = start():refused("watch.set", case[1])
      check.equal(status .. " " .. argument, case[2] .. " " .. case[3])
      check.equal(_G.bridge.parts.watches.totals.count, 0)
      bench.clean()
    end)
  end

  it("the number of watches, bytes and pointers is limited", function()
    local peer = start()
    local function fill(count, address, what)
      for id = 1, count do peer:send("watch.set", { id, address, what, "", 1 }) end
      fake.frames(30)
      for _, reply in ipairs(peer:replies()) do check.equal(reply.word, "ok") end
      local status, sentence = peer:refused("watch.set", { count + 1, address, what, "", 1 })
      check.equal(status, "busy")
      check.equal(_G.bridge.parts.watches.totals.count, count)
      peer:ask("watch.clear", { "" })
      return sentence
    end
    check.contains(fill(limits.watches, WRAM, "u8"), "4096")
    check.contains(fill(limits.watched_bytes // limits.watch_bytes, WRAM, 4096), "262144")
    check.contains(fill(limits.watched_pointers // 8, ("["):rep(8) .. WRAM .. ("]"):rep(8), "u8"), "1024")
    bench.clean()
  end)

  it("a watch stays when the one in its place is refused", function()
    local peer = start()
    for id = 1, 63 do peer:ask("watch.set", { id, WRAM + 4096, 4096, "", 1 }) end
    peer:ask("watch.set", { 64, WRAM + 4096, 4000, "", 1 })
    peer:ask("watch.set", { 65, WRAM, 8, "", 1 })
    local totals = _G.bridge.parts.watches.totals
    local count, bytes = totals.count, totals.bytes
    check.equal(peer:refused("watch.set", { 65, WRAM, 4096, "", 1 }), "busy")
    check.list({ totals.count, totals.bytes }, { count, bytes })
    check.list(after(peer, WRAM, 65), { "65 8 A" .. ("\0"):rep(7) })
    peer:ask("watch.set", { 63, WRAM + 4096, 4095, "", 1 })
    check.equal(totals.bytes, bytes - 1)
    bench.clean()
  end)

  it("after random writes a client that applies each event has the game's memory", function()
    for seed = 1, 20 do
      math.randomseed(seed)
      local peer = start()
      local mirror, lengths = {}, {}
      for id = 1, 60 do
        local length = math.random(1, 80)
        lengths[id] = { WRAM + math.random(0, 600), length, math.random(1, 5) }
        local _, payload = peer:ask("watch.set", { id, lengths[id][1], length, "", lengths[id][3] })
        mirror[id] = payload
        if math.random(4) == 1 then
          peer:ask("watch.clear", { id })
          mirror[id] = nil
        end
      end
      for _ = 1, 40 do
        for _ = 1, math.random(0, 5) do poke(WRAM + math.random(0, 700), math.random(0, 255)) end
        fake.frames(1)
        for _, message in ipairs(peer:replies()) do mirror[tonumber(message.arguments[1])] = message.payload end
      end
      fake.frames(6)
      for _, message in ipairs(peer:replies()) do mirror[tonumber(message.arguments[1])] = message.payload end
      for id, bytes in pairs(mirror) do
        check.equal(bytes, fake.game:readRange(lengths[id][1], lengths[id][2]), ("seed %d, watch %d"):format(seed, id))
      end
    end
    bench.clean()
  end)
end
