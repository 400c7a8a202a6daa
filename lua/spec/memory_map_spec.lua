-- Every region of the bus: its first and last byte, the bytes around it, and its mirrors.
local check = require("spec.check")
local memory_map = require("bridge.memory.memory_map")

local SIZES = {
  bios = 0x4000, wram = 0x40000, iwram = 0x8000, io = 0x400, palette = 0x400, vram = 0x18000, oam = 0x400,
  cart0 = 0x1234, cart1 = 0x1234, cart2 = 0x1234, sram = 0x8000,
}

-- address, domain (nil: nothing there), offset
local GBA = {
  { 0x00000000, "bios", 0 }, { 0x00003FFF, "bios", 0x3FFF }, { 0x00004000 }, { 0x01FFFFFF },
  { 0x02000000, "wram", 0 }, { 0x0203FFFF, "wram", 0x3FFFF }, { 0x02040000, "wram", 0 }, { 0x02FFFFFF, "wram", 0x3FFFF },
  { 0x03000000, "iwram", 0 }, { 0x03007FFF, "iwram", 0x7FFF }, { 0x03008000, "iwram", 0 }, { 0x03FFFFFF, "iwram", 0x7FFF },
  { 0x04000000, "io", 0 }, { 0x040003FF, "io", 0x3FF }, { 0x04000400 }, { 0x04FFFFFF },
  { 0x05000000, "palette", 0 }, { 0x050003FF, "palette", 0x3FF }, { 0x05000400, "palette", 0 }, { 0x05FFFFFF, "palette", 0x3FF },
  { 0x06000000, "vram", 0 }, { 0x06017FFF, "vram", 0x17FFF }, { 0x06018000, "vram", 0x10000 }, { 0x0601FFFF, "vram", 0x17FFF },
  { 0x06020000, "vram", 0 }, { 0x06FFFFFF, "vram", 0x17FFF },
  { 0x07000000, "oam", 0 }, { 0x070003FF, "oam", 0x3FF }, { 0x07000400, "oam", 0 }, { 0x07FFFFFF, "oam", 0x3FF },
  { 0x08000000, "cart0", 0 }, { 0x08001233, "cart0", 0x1233 }, { 0x08001234 }, { 0x09FFFFFF },
  { 0x0A000000, "cart1", 0 }, { 0x0A001233, "cart1", 0x1233 }, { 0x0A001234 },
  { 0x0C000000, "cart2", 0 }, { 0x0C001233, "cart2", 0x1233 }, { 0x0C001234 }, { 0x0DFFFFFF },
  { 0x0E000000, "sram", 0 }, { 0x0E007FFF, "sram", 0x7FFF }, { 0x0E008000, "sram", 0 }, { 0x0FFFFFFF, "sram", 0x7FFF },
  { 0x10000000 }, { 0xFFFFFFFF }, { 0x100000000 }, { 9999999999999999 },
}

local GB = {
  { 0x0000, "cart0" }, { 0x7FFF, "cart0" }, { 0x8000, "vram" }, { 0x9FFF, "vram" }, { 0xA000, "sram" }, { 0xBFFF, "sram" },
  { 0xC000, "wram" }, { 0xDFFF, "wram" }, { 0xE000, "wram" }, { 0xFDFF, "wram" }, { 0xFE00, "oam" }, { 0xFE9F, "oam" }, { 0xFEA0 },
  { 0xFEFF }, { 0xFF00, "io" }, { 0xFF7F, "io" }, { 0xFF80, "hram" }, { 0xFFFE, "hram" }, { 0xFFFF, "io" }, { 0x10000 },
}

return function(it)
  for _, row in ipairs(GBA) do
    it(("GBA address 0x%08X is in %s"):format(row[1], row[2] or "no region"), function()
      local place = memory_map.gba(row[1], SIZES)
      check.equal(place and place.name, row[2])
      check.equal(place and place.offset, row[3])
      if place then
        check.equal(place.origin + place.offset, row[1])
        check.truthy(place.offset < place.size, "inside")
      end
    end)
  end

  for _, row in ipairs(GB) do
    it(("GB address 0x%04X is in %s"):format(row[1], row[2] or "no region"), function()
      local place = memory_map.gb(row[1])
      check.equal(place and place.name, row[2])
    end)
  end

  it("save memory is in no region of a game without it", function()
    check.equal(memory_map.gba(0x0E000000, { wram = 0x40000 }), nil)
  end)

  it("the bus shows 64 KiB of a large Flash chip", function()
    check.equal(memory_map.gba(0x0E00FFFF, { sram = 0x20000 }).size, 0x10000)
    check.equal(memory_map.gba(0x0E010000, { sram = 0x20000 }).offset, 0)
  end)

  it("the last byte of a 32 MiB cartridge is mapped", function()
    check.equal(memory_map.gba(0x09FFFFFF, { cart0 = 0x2000000 }).offset, 0x1FFFFFF)
  end)

  it("the description lists the game's regions", function()
    local text = memory_map.describe("GBA", { wram = 0x40000, cart0 = 0x1000 })
    check.equal(text, "wram 0x02000000-0x02FFFFFF, cart0 0x08000000-0x08000FFF")
  end)
end
