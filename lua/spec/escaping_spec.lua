local check = require("spec.check")
local escaping = require("bridge.wire.escaping")

return function(it)
  it("every byte survives encoding and decoding, alone and between others", function()
    for code = 0, 255 do
      local c = string.char(code)
      for _, text in ipairs({ c, "a" .. c .. "b", c .. c }) do check.equal(escaping.decode(escaping.encode(text)), text) end
    end
  end)

  it("an encoded text holds only the bytes 0x21 to 0x7E", function()
    for code = 0, 255 do check.truthy(escaping.encode(string.char(code)):find("^[\x21-\x7e]+$"), "byte " .. code) end
  end)

  it("random texts survive encoding and decoding", function()
    math.randomseed(21)
    for _ = 1, 500 do
      local bytes = {}
      for i = 1, math.random(0, 30) do bytes[i] = string.char(math.random(0, 255)) end
      local text = table.concat(bytes)
      check.equal(escaping.decode(escaping.encode(text)), text)
    end
  end)

  it("the empty argument is a lone minus, and a lone minus is escaped", function()
    check.equal(escaping.encode(""), "-")
    check.equal(escaping.encode("-"), "%2D")
    check.equal(escaping.encode("--"), "--")
    check.equal(escaping.decode("-"), "")
    check.equal(escaping.decode("%2D"), "-")
  end)

  it("broken escapes are refused", function()
    for _, text in ipairs({ "%", "a%", "%2", "%G0", "%2d", "%%20", "%2%30" }) do check.equal(escaping.decode(text), nil, text) end
  end)
end
