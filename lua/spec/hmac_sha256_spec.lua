local check = require("spec.check")
local hmac_sha256 = require("bridge.clients.hmac_sha256")
local nonce = require("bridge.clients.nonce")

return function(it)
  it("hashes are those of FIPS 180-4, at every length around a block", function()
    local known = {
      [""] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq =
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      [("a"):rep(64)] = "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
      [("a"):rep(1000)] = "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3",
    }
    for text, digest in pairs(known) do check.equal(hmac_sha256.hex(hmac_sha256.hash(text)), digest, #text .. " bytes") end
  end)

  -- RFC 4231, cases 1, 2 and 6.
  it("codes are those of RFC 4231", function()
    check.equal(hmac_sha256.code(("\x0b"):rep(20), "Hi There"),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    check.equal(hmac_sha256.code("Jefe", "what do ya want for nothing?"),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    check.equal(hmac_sha256.code(("\xaa"):rep(131), "Test Using Larger Than Block-Size Key - Hash Key First"),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  end)

  it("nonces have 32 digits and never repeat, also where the system gives no random bytes", function()
    local open, seen = io.open, {}
    for _, fn in ipairs({ open, function() end }) do
      io.open = fn -- luacheck: ignore 122
      for _ = 1, 500 do
        local made = nonce.new()
        check.truthy(made:find("^" .. ("[0-9a-f]"):rep(32) .. "$"), made)
        check.equal(seen[made], nil)
        seen[made] = true
      end
    end
    io.open = open -- luacheck: ignore 122
  end)
end
