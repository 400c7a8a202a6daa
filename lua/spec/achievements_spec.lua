local check = require("spec.check")

local achievement_condition = require("bridge.conditions.achievement_condition")
local UntilMet = require("bridge.conditions.until_met")
local is_refusal = require("bridge.wire.refusal").is_refusal

local SIZE = 0x8000

--- A game whose internal memory begins with some bytes.
local function fake_game()
  local game = { platform = "GBA", sizes = { iwram = SIZE } }
  game.domains = { iwram = {
    readRange = function(_, offset, count) return (game.bytes .. ("\0"):rep(SIZE - #game.bytes)):sub(offset + 1, offset + count) end,
    read8 = function(self, offset) return self:readRange(offset, 1):byte() end,
    read16 = function(self, offset) return (string.unpack("<I2", self:readRange(offset, 2))) end,
    read32 = function(self, offset) return (string.unpack("<I4", self:readRange(offset, 4))) end,
  } }
  return game
end

--- Returns the frame in which an achievement first holds. The first of the frames is before the buttons, the second the wait's beginning.
local function first(text, frames)
  local game = fake_game()
  local until_met = UntilMet.new(false, 99, { achievement_condition.parse(game, text, 99) })
  game.bytes = frames[1]
  until_met:mark()
  game.bytes = frames[2]
  local over = until_met:begin()
  for i = 3, #frames do
    if over then break end
    game.bytes = frames[i]
    over = until_met:frame()
  end
  return until_met.met and until_met:held()[1].frame or nil
end

--- Frames with one byte of memory each.
local function bytes(...)
  local frames = {}
  for i, value in ipairs({ ... }) do frames[i] = string.char(value) end
  return frames
end

--- Whether an achievement holds at once with this content of the memory.
local function holds(text, content)
  return first(text, { content, content }) == 0
end

return function(it)
  it("sizes, prefixes and constants", function()
    local content = "\x12\x34\x56\x78\x9A"
    for _, text in ipairs({
      "0xH0=18", "0x 0=13330", "0x1=22068", "0xW0=h563412", "0xX1=h9A785634", "0xI0=h1234", "0xJ0=h123456", "0xG0=h12345678",
      "0xL0=2", "0xU0=1", "0xM0=0", "0xN0=1", "0xO0=0", "0xP0=0", "0xQ0=1", "0xR0=0", "0xS0=0", "0xT4=1", "0xK3=4",
      "b0xH0=12", "b0x 0=3412", "b0xI0=1234", "b0xW0=563412", "b0xG0=12345678", "b0xH4=100", "b0xL4=10", "~0xH0=237", "~0xL0=13",
      "~0xU0=14", "~0xM0=1", "~0xK0=3", "~0x 0=hCBED", "~0xJ0=hEDCBA9", "0xX7fff=0", "0xH57fff=0",
    }) do check.truthy(holds(text, content), text) end
  end)

  it("numbers with a fraction in all six forms", function()
    for letter, form in pairs({
      F = string.pack("<f", 1.5), B = string.pack(">f", 1.5), H = string.pack("<d", 1.5):sub(5), I = string.pack(">d", 1.5):sub(1, 4),
      M = "\x81\x40\0\0", L = "\0\0\x40\x81",
    }) do
      check.truthy(holds(("f%s0=f1.5_f%s0>1_f%s0<2_f%s4=0"):format(letter, letter, letter, letter), form), letter)
    end
    check.truthy(holds("fF0!=fF0_fF0<5", string.pack("<I4", 0x7FC00000)), "what is no number is smaller")
    check.truthy(holds("fF0>h7FFFFFFF", string.pack("<f", math.huge)))
    check.truthy(holds("fH0>h7FFFFFFF", string.pack("<d", math.huge):sub(5)))
    check.truthy(holds("fF0=f0.3", string.pack("<I4", string.unpack("<I4", string.pack("<f", 0.3)) + 1)), "equal in seven digits")
    check.truthy(holds("fF0!=f0.3", string.pack("<I4", string.unpack("<I4", string.pack("<f", 0.3)) + 9)))
  end)

  it("when it begins nothing has changed, and an act's buttons are a change", function()
    check.equal(first("0xH0!=d0xH0", bytes(5, 5, 5, 6)), 2)
    check.equal(first("d0xH0=p0xH0", bytes(5, 5, 5)), 0)
    check.equal(first("0xH0>d0xH0", bytes(5, 6, 6)), 0)
    check.equal(first("p0xH0=5_0xH0=7", bytes(5, 6, 7, 7, 6, 5, 7)), 5)
    check.equal(first("p0xL0=5", bytes(0x05, 0x15, 0x26, 0x36)), 0)
    check.equal(first("p0xL0=5_0xU0=3", bytes(0x05, 0x16, 0x26, 0x36)), 2)
  end)

  it("hits are counted, and need not be in a row", function()
    check.equal(first("0xH0=1.3.", bytes(1, 1, 0, 1, 0, 1)), 4)
    check.equal(first("0xH0=1.2._0xH0=2", bytes(1, 1, 2, 1, 0, 2)), 4)
    check.equal(first("C:0xH0=1_C:0xH0=2_0xH0=3.4.", bytes(0, 1, 2, 3, 3)), 3)
    check.equal(first("C:0xH0=1_D:0xH0=2_0xH0=9.2.", bytes(0, 1, 2, 1, 1)), 3)
    check.equal(first("N:0xM0=1_0xN0=1.2.", bytes(0, 3, 1, 2, 3)), 3)
    check.equal(first("O:0xH0=1_0xH0=2.3.", bytes(0, 1, 0, 2, 1)), 3)
  end)

  it("reset, pause and reset next", function()
    check.equal(first("0xH0=1.3._R:0xH0=2", bytes(0, 1, 1, 2, 1, 1, 1)), 5)
    check.equal(first("0xH0=1.2.SR:0xH0=2S1=1", bytes(0, 1, 2, 1, 1)), 3)
    check.equal(first("0xH0>0.3._P:0xH0=2", bytes(0, 1, 2, 2, 1, 1)), 4)
    check.equal(first("0xH0>0.3._P:0xH0=2.2.", bytes(0, 1, 2, 1, 2, 1, 1)), 2)
    check.equal(first("R:0xH0=3_0xH0>0.4._P:0xH0=3", bytes(0, 1, 1, 3, 1, 1)), 4)
    check.equal(first("Z:0xH0=2_0xH0=1.2._0xH0<9.4.", bytes(0, 1, 2, 1, 1)), 3)
  end)

  it("alternatives, measured and trigger conditions", function()
    check.equal(first("0xH0>1S0xH0=1S0xH0=3", bytes(0, 1, 2, 3)), 2)
    check.equal(first("S0xH0=1S0xH0=3", bytes(0, 2, 3)), 1)
    check.equal(first("M:0xH0=1.2._Q:0xH1=0", bytes(0, 1, 1)), 1)
    check.equal(first("G:0xH0>=2_T:0xH0!=2", bytes(0, 1, 2, 3)), 2)
  end)

  it("sums, differences, products and pointers", function()
    local content = "\x05\x03\x02\x08\x00\x00\x00\x00\x07\x09"
    for _, text in ipairs({
      "A:0xH0_0xH1=8", "B:0xH1_0xH0=2", "A:0xH0_B:0xH1_0=2", "A:0xH0*3_0xH1=18", "A:0xH0/2_0=2", "A:0xH0&4_0=4", "A:0xH0^1_0=4",
      "A:0xH0%3_0=2", "A:0xH0+250_0=255", "A:0xH0-6_0=v-1", "A:0xH0/0_0=0", "A:0xH0%0_0=0",
      "B:0xH0_B:0xH1_0xH3=0", "A:0xH0*f0.5_f0.0=f2.5", "A:0xH0*f0.5_0=2", "I:0xH3_0xH0=7", "I:0xH3_0xH1=9_0xH1=3",
      "I:0xH2_I:0xH1_0xH1=9", "I:0xX3*65536_0xH0=0", "I:0xX3-9_0xX0=0",
      "K:0xH0*2_{recall}=10_A:{recall}_0xH1=13", "K:0xH3_I:{recall}_0xH1=9", "{recall}=0",
    }) do check.truthy(holds(text, content), text) end
    check.equal(first("A:d0xH0_d0xH0=4", bytes(1, 1, 2, 3)), 2)
    check.equal(first("A:p0xL0_p0xL0=2", bytes(1, 1, 2)), 0)
  end)

  it("pause conditions are looked at before others remember", function()
    check.equal(first("K:0xH0_0xH0=1_P:{recall}=1", bytes(1, 1)), 0)
    check.equal(first("K:0xH0_P:{recall}=1_0xH0=1", bytes(1, 1, 1)), nil)
    check.equal(first("{recall}=3_K:0xH0+1_P:{recall}=2", bytes(1, 1, 2)), 1)
  end)

  it("where rcheevos differs from its documentation, the documentation counts", function()
    check.truthy(holds("K:b0xH0_{recall}=12", "\x12"))
    check.truthy(holds("K:~0xH0_{recall}=237", "\x12"))
    check.truthy(holds("0xL0!=d0xU0", "\x12"))
    check.equal(first("C:0xH0>0_0xH0>0_0xH0=3.2.", bytes(1, 1, 2, 3, 3)), 3)
  end)

  it("a mark forgets hits and changes", function()
    local game = fake_game()
    local until_met = UntilMet.new(false, 99, { achievement_condition.parse(game, "0xH0=1.2.", 99) })
    game.bytes = "\1"
    for _ = 1, 2 do
      until_met:mark()
      check.equal(until_met:begin(), false)
    end
    check.equal(until_met:frame(), true)
  end)

  it("new domains of mGBA are read", function()
    local game, other = fake_game(), fake_game()
    local condition = achievement_condition.parse(game, "0xH0=2", 9)
    game.bytes, other.bytes = "\1", "\2"
    condition.mark()
    check.equal(condition.read(), false)
    game.domains = other.domains
    check.equal(condition.read(), true)
  end)

  it("addresses beyond the line are refused, and offsets behind a pointer are not", function()
    local function problem_of(text)
      local ok, problem = pcall(achievement_condition.parse, fake_game(), text, 9)
      check.truthy(not ok and is_refusal(problem))
      return problem.sentence
    end
    check.equal(problem_of("0xH58000=1"), "achievement must have an address of 0x0 to 0x57FFF at character 1; got 0x58000.")
    check.equal(problem_of("1=1_d0xX57ffd=1"), "achievement must have an address of 0x0 to 0x57FFC at character 5; got 0x57FFD.")
    check.truthy(holds("I:0xH0_0xHffffffff=1", "\1"))
  end)
end
