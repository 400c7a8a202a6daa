-- Corrections of mGBA's lists of memory domains.
local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

--- Starts a Game Boy with the list of a Game Boy Color, which mGBA makes at the first reset of any Game Boy.
local function start(model)
  bench.start({}, { gb = true, model = model })
  local memory = fake.game.memory
  memory.vram.length, memory.wram.length = 0x8000, 0x8000
  fake.game.number = 0
  fake.fire("start")
  return bench.peer()
end

local function sizes(peer)
  local found = {}
  for name, size in peer:ask("memory.domains"):gmatch("(%l+%d?):%d+:(%d+)") do found[name] = tonumber(size) end
  return found
end

return function(it)
  for _, row in ipairs({ { 0x00, 0x2000, 0x2000 }, { 0x20, 0x2000, 0x2000 }, { 0x80, 0x4000, 0x8000 }, { 0xC0, 0x4000, 0x8000 } }) do
    local model, vram, wram = table.unpack(row)
    it(("a Game Boy of model 0x%02X has the memory sizes of its model"):format(model), function()
      local peer = start(model)
      local found = sizes(peer)
      check.list({ found.vram, found.wram }, { vram, wram })
      peer:ask("memory.get", { vram - 1, 1, "vram" })
      check.equal(peer:refused("memory.get", { vram, 1, "vram" }), "out-of-range")
      bench.clean()
    end)
  end

  it("the second bank of video memory follows the first, without the bytes that mGBA puts between them", function()
    local peer = start(0x80)
    local bytes = fake.game.memory.vram.bytes
    bytes[0x1FFF], bytes[0x2000], bytes[0x4000], bytes[0x5FFF] = 1, 99, 2, 3
    check.equal(peer:ask("memory.get", { 0x1FFF, 2, "vram" }), tostring(0x0201))
    check.equal(select(2, peer:ask("memory.read", { 0x1FFF, 2, "vram" })), "\1\2")
    check.equal(select(2, peer:ask("memory.read", { 0x3FFF, 1, "vram" })), "\3")
    peer:ask("memory.write", { 0x1FFE, "vram" }, "abcd")
    check.list({ bytes[0x1FFE], bytes[0x1FFF], bytes[0x2000], bytes[0x4000], bytes[0x4001] }, { 97, 98, 99, 99, 100 })
    check.equal(select(2, peer:ask("memory.span", { 0x3FFF, 3, "vram" })), "\3" .. string.char(bytes[0] or 0, bytes[1] or 0), "wraps")
    bench.clean()
  end)

  it("an EEPROM is not shown, because mGBA reads the BIOS in its place", function()
    bench.start()
    local game = fake.game
    local eeprom = { game = game, id = "eeprom", start = 0, length = 0x2000, bytes = {} }
    game.memory.eeprom = setmetatable(eeprom, getmetatable(game.memory.wram))
    fake.fire("start")
    local peer = bench.peer()
    check.equal(sizes(peer).eeprom, nil)
    check.equal(peer:refused("memory.get", { 0, 1, "eeprom" }), "unknown-domain")
    bench.clean()
  end)
end
