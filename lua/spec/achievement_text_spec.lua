local check = require("spec.check")
local limits = require("bridge.wire.limits")
local sizes = require("bridge.conditions.achievement_sizes")
local achievement_text = require("bridge.conditions.achievement_text")
local is_refusal = require("bridge.wire.refusal").is_refusal

local function only(text)
  local groups = achievement_text.parse(text)
  check.equal(#groups .. " " .. #groups[1], "1 1")
  return groups[1][1]
end

local function constant(text)
  return only("0xH1=" .. text).right.number
end

local function refused(text)
  local ok, problem = pcall(achievement_text.parse, text)
  check.truthy(not ok and is_refusal(problem), tostring(problem))
  check.equal(problem.status .. " " .. problem.argument, "bad-request achievement")
  return problem.sentence
end

return function(it)
  it("an operand in memory has a size, whose letter may be small", function()
    for letter, size in pairs(sizes.integers) do
      check.equal(only(("0x%s1F=1"):format(letter)).left.size, size)
      check.equal(only(("0X%s1f=1"):format(letter:lower())).left.size, size)
    end
    for letter, size in pairs(sizes.floats) do
      check.equal(only(("f%s1F=1"):format(letter)).left.size, size)
      check.equal(only(("F%s1f=1"):format(letter:lower())).left.size, size)
    end
    check.equal(only("0xabcd=1").left.size, sizes.integers[" "])
    check.equal(only("0xabcd=1").left.address, 0xABCD)
    check.equal(only("0xH000000001f=1").left.address, 0x1F)
  end)

  it("a prefix says which value counts, or in which form", function()
    for prefix, wanted in pairs({ [""] = "value nil", d = "delta nil", P = "prior nil", B = "value bcd", ["~"] = "value inverted" }) do
      local operand = only(prefix .. "0xH1=2").left
      check.equal(operand.access .. " " .. tostring(operand.form), wanted)
    end
    check.equal(only("dfF10=2").left.access, "delta")
  end)

  it("constants are decimal, hexadecimal, with a sign or with a fraction", function()
    for text, wanted in pairs({
      ["0"] = 0, ["017"] = 17, ["4294967295"] = 0xFFFFFFFF, ["99999999999999999999"] = 0xFFFFFFFF, h1F = 0x1F, HfffFFFFF = 0xFFFFFFFF,
      h1FFFFFFFF = 0xFFFFFFFF, v5 = 5, ["v+5"] = 5, ["v-1"] = 0xFFFFFFFF, ["-2"] = 0xFFFFFFFE, ["+3"] = 3, ["v-0"] = 0,
      ["v4294967295"] = 0x7FFFFFFF, f7 = 7, ["f-7"] = 0xFFFFFFF9,
    }) do
      check.equal(math.type(constant(text)), "integer")
      check.equal(constant(text), wanted)
    end
    for text, wanted in pairs({ ["f1.5"] = 1.5, ["f-2.25"] = -2.25, ["F+0.1"] = 0.1, ["f.5"] = 0.5, ["f3.0"] = 3.0 }) do
      check.equal(math.type(constant(text)), "float")
      check.equal(constant(text), wanted)
    end
  end)

  it("each operator and each flag is known", function()
    for _, operator in ipairs({ "=", "!=", "<", "<=", ">", ">=" }) do check.equal(only("0xH1" .. operator .. "2").operator, operator) end
    check.equal(only("0xH1==2").operator, "=")
    for operator in ("*/&^%+-"):gmatch(".") do
      for flag in ("ABIK"):gmatch(".") do
        local part = only(flag .. ":0xH1" .. operator .. "2")
        check.equal(part.flag .. part.operator .. part.right.number, flag .. operator .. "2")
      end
    end
    for flag in ("PRZCDNOMGQT"):gmatch(".") do
      check.equal(only(flag .. ":0xH1=2").flag, flag == "G" and "M" or flag)
      check.equal(only(flag:lower() .. ":0xH1=2").flag, flag == "G" and "M" or flag)
    end
    check.equal(only("0xH1=2").flag, nil)
    check.equal(only("K:{recall}").left.is_recall, true)
  end)

  it("hits are between points or in parentheses", function()
    check.equal(only("0xH1=2.30.").target .. " " .. only("0xH1=2(31)").target .. " " .. only("0xH1=2").target, "30 31 0")
    check.equal(only("0xH1=f1.5.3.").target, 3)
  end)

  it("a comparison in a source means nothing, as in old achievements", function()
    local part = only("A:0xH1=2.3.")
    check.equal(tostring(part.operator) .. tostring(part.right), "nilnil")
  end)

  it("S separates groups, which may be empty", function()
    local function shape(text)
      local counts = {}
      for i, group in ipairs(achievement_text.parse(text)) do counts[i] = #group end
      return table.concat(counts, " ")
    end
    check.equal(shape("0xH1=1_0xS1=2S0xH3=3s0xH4=4_0xH5=5"), "2 1 2")
    check.equal(shape("S0xH1=1"), "0 1")
    check.equal(shape("0xH1=1S"), "1 0")
  end)

  it("mistakes are refused with their place", function()
    for text, wanted in pairs({
      ["0xH1"] = "must have an operator at character 5; got its end.",
      ["0xH1=1_"] = "must have a value at character 8; got its end.",
      ["0xV1=1"] = 'must have a value at character 1; got "0xV1=1".',
      ["0xH=1"] = 'must have an address in hexadecimal at character 4; got "=1".',
      ["0xH1~1"] = 'must have an operator at character 5; got "~1".',
      ["0xH1*1"] = 'must have one of the operators = != < <= > >= at character 5; got "*1".',
      ["K:0xH1=1"] = 'must have one of the operators * / & ^ % + - at character 7; got "=1".',
      ["W:0xH1=1"] = 'must have a value at character 1; got "W:0xH1=1".',
      ["0xH1=1 "] = 'must have _, S or its end at character 7; got " ".',
      ["0xH1=1.3"] = 'must have _, S or its end at character 7; got ".3".',
      ["0xH1=1(3"] = 'must have _, S or its end at character 7; got "(3".',
      ["{other}=1"] = 'must have a value at character 1; got "{other}=1".',
      ["@f=1"] = 'must have a value at character 1; got "@f=1".',
      ["0xh1=fZ1"] = 'must have a value at character 6; got "fZ1".',
      ["0x0xH1=1"] = 'must have an operator at character 4; got "xH1=1".',
      ["0xH1=1$0xH2=2"] = 'must have _, S or its end at character 7; got "$0xH2=2".',
      ["M:0xH1=0xH2"] = 'must have a measured condition with a constant or hits at character 1; got "M:0xH1=0xH2".',
      ["M:0xH1=1_M:0xH1=1"] = 'must have one measured condition in a group at character 10; got "M:0xH1=1".',
      ["M:0xH1=1SM:0xH1=2"] = 'must have measured conditions with the same target at character 10; got "M:0xH1=2".',
      S = "must have a condition at character 2; got its end.",
    }) do check.equal(refused(text), "achievement " .. wanted) end
    check.equal(#achievement_text.parse("M:0xH1=1SM:0xH2=1"), 2)
  end)

  it("bytes and conditions have limits", function()
    local longest = "0xH1>0_" .. ("0xH12345>1_"):rep(80) .. "0xH1>"
    longest = longest .. ("0"):rep(limits.achievement_bytes - #longest)
    check.equal(#achievement_text.parse(longest)[1], 82)
    check.equal(refused(longest .. "0"), "achievement must have 1 to 1024 bytes; got 1025.")
    local most = ("1=1_"):rep(limits.achievement_conditions - 2) .. "1=1S1=1"
    check.equal(#achievement_text.parse(most), 2)
    check.equal(refused(most .. "_1=1"), 'achievement must have at most 128 conditions at character 513; got "1=1".')
  end)
end
