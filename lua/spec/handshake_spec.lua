local check = require("spec.check")
local handshake = require("bridge.clients.handshake")
local bench = require("spec.bench")
local fake = bench.fake

local NONCE = bench.nonce
local CHALLENGE = { client = "me", client_nonce = NONCE, script_nonce = ("a0"):rep(16), address = "127.0.0.1:8888", secret = "s" }

local function hello_status(id, arguments)
  local refusal = handshake.check_hello({ id = id, word = "hello", arguments = arguments, payload = "" })
  return refusal and refusal.status
end

local function with(changes)
  return setmetatable(changes, { __index = CHALLENGE })
end

local function proof_status(given, challenge, id)
  local message = { id = id or "2", word = "authenticate", arguments = { given }, payload = "" }
  local refusal = handshake.check_proof(message, challenge or CHALLENGE)
  return refusal and refusal.status
end

--- Sends bytes on a new connection; returns the reply bytes, and whether the connection was closed.
local function first_bytes(bytes)
  local stranger = bench.stranger()
  stranger.client:send(bytes)
  fake.frames(2)
  return stranger.client:receive(), stranger.client:is_closed()
end

return function(it)
  it("a hello is checked for version, nonce and id", function()
    check.equal(hello_status("1", { bench.version, "me", NONCE }), nil)
    check.equal(hello_status("0", { bench.version, "me", NONCE }), "bad-hello")
    check.equal(hello_status("1", { "1", "me", NONCE }), "unsupported-version")
    check.equal(hello_status("1", { "2", "me", "a secret" }), "unsupported-version", "a bridge of the protocol before")
    check.equal(hello_status("1", { "1" }), "unsupported-version")
    check.equal(hello_status("1", { bench.version, "me" }), "bad-hello")
    for _, nonce in ipairs({ "", "0f", NONCE .. "0", NONCE:sub(2) .. "g", NONCE:upper(), NONCE .. "\n" }) do
      check.equal(hello_status("1", { bench.version, "me", nonce }), "bad-hello", nonce)
    end
  end)

  it("a proof is valid for one secret, side, pair of nonces, address and name", function()
    local proof = handshake.proof(CHALLENGE, "client")
    check.equal(proof_status(proof), nil)
    check.equal(proof_status(proof, nil, "0"), "bad-hello")
    check.equal(proof_status(""), "unauthorized")
    check.equal(proof_status(handshake.proof(CHALLENGE, "script")), "unauthorized", "the script's own proof")
    local changes = {
      { secret = "t" }, { client_nonce = ("1f"):rep(16) }, { script_nonce = ("1f"):rep(16) }, { address = "127.0.0.1:8889" },
      { client = "you" },
    }
    for _, change in ipairs(changes) do check.equal(proof_status(proof, with(change)), "unauthorized", (next(change))) end
  end)

  it("a proof is that of the example in docs/protocol/wire.md", function()
    local example = {
      client = "bridge/default/7f3a", client_nonce = "000102030405060708090a0b0c0d0e0f",
      script_nonce = "f0e1d2c3b4a5968778695a4b3c2d1e0f", address = "127.0.0.1:8888", secret = "0123456789abcdef",
    }
    check.equal(handshake.proof(example, "client"), "f61984a99af4f918e7391a175c1f9ef343adea2f1db67fdf0aab1a0b3227f23c")
    check.equal(handshake.proof(example, "script"), "fce3b907a304ef0b1b6e14a1b3b0c14a1285abf2a770fed8fa4e50932d75fdfe")
  end)

  it("without a secret there is no proof, and every client is accepted", function()
    local open = with({ secret = "" })
    check.equal(handshake.proof(open, "script"), "")
    check.equal(proof_status("", open), nil)
    check.equal(proof_status("any", open), nil)
  end)

  it("anything but a proof after hello gets bad-hello", function()
    for _, word in ipairs({ "ping", "hello", "reset" }) do
      local refusal = handshake.check_proof({ id = "2", word = word, arguments = {}, payload = "" }, CHALLENGE) or {}
      check.equal(refusal.status, "bad-hello")
    end
  end)

  it("equal texts match, others don't", function()
    for _, pair in ipairs({ { "a", "b" }, { "", "a" }, { "a", "" }, { "aa", "a" }, { "a", "aa" }, { "abc", "abcabc" } }) do
      check.equal(handshake.is_same(pair[1], pair[2]), false, pair[1] .. "/" .. pair[2])
    end
    check.equal(handshake.is_same("same \0 thing", "same \0 thing"), true)
  end)

  local WRONG = {
    ["a line of HTTP"] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    ["another command"] = bench.message(1, "echo", {}, "x"),
    ["a tick"] = bench.message(0, "tick"),
    ["a cancel"] = bench.message(0, "cancel", { "1" }),
    ["a hello without an id"] = bench.message(0, "hello", { bench.version, "me", NONCE }),
  }
  for name, bytes in pairs(WRONG) do
    it(name .. " as the first message gets bad-hello, closes the connection and logs one line", function()
      bench.start()
      local answer, closed = first_bytes(bytes)
      check.contains(answer, "0 bad-hello ")
      check.equal(closed, true)
      check.equal(#fake.lines, 2) -- the other one is the ready line
      bench.clean()
    end)
  end

  it("a hello of another version gets the version of the script", function()
    bench.start()
    local answer, closed = first_bytes(bench.message(4, "hello", { "1", "me", "" }))
    check.truthy(answer:find("^4 unsupported%-version %d+ %d+ 3\n"), answer)
    check.equal(closed, true)
    bench.clean()
  end)

  it("the refusal of another version names the side to update", function()
    local advice = {
      ["2"] = "update the bridge, or load", ["4"] = "load the lua/bridge.lua that came with the bridge", ["x\n"] = "update the bridge, or",
    }
    for theirs, expected in pairs(advice) do
      local refusal = handshake.check_hello({ id = "1", word = "hello", arguments = { theirs }, payload = "" }) or {}
      check.contains(refusal.sentence, "version must be 3; got \"" .. theirs:gsub("%c", "?") .. "\": " .. expected)
    end
  end)

  it("requests after a refused hello do not run", function()
    bench.start()
    local answer = first_bytes(bench.message(4, "hello", { "1", "me", "" }) .. bench.message(5, "reset"))
    fake.frames(2)
    check.equal(fake.resets, 0)
    check.equal(answer:find("5 ok"), nil)
    bench.clean()
  end)

  it("the secret is required and never sent", function()
    bench.start({ BRIDGE_SCRIPT_SECRET = "open sesame" })
    check.equal(bench.stranger():greet("me", "").word, "unauthorized")
    check.equal(bench.stranger():greet("me", "open barley").word, "unauthorized")
    local peer = bench.stranger()
    peer.client:send(bench.message(1, "hello", { bench.version, "me", NONCE }))
    fake.frames(1)
    check.equal(peer.client:receive():find("sesame", 1, true), nil)
    check.equal(bench.stranger():greet("me", "open sesame").word, "ok")
    check.equal(table.concat(fake.lines):find("sesame", 1, true), nil)
    bench.clean()
  end)

  it("a recorded hello and proof are refused, and nothing after them runs", function()
    bench.start({ BRIDGE_SCRIPT_SECRET = "open sesame" })
    local peer = bench.stranger()
    local hello = bench.message(1, "hello", { bench.version, "me", NONCE })
    peer.client:send(hello)
    fake.frames(1)
    local script_nonce, _, address = table.unpack(peer:replies()[1].arguments)
    local challenge = { client = "me", client_nonce = NONCE, script_nonce = script_nonce, address = address, secret = "open sesame" }
    local recorded = bench.message(2, "authenticate", { handshake.proof(challenge, "client") })
    peer.client:send(recorded)
    fake.frames(1)
    check.equal(peer:replies()[1].word, "ok")
    local answer = first_bytes(hello .. recorded .. bench.message(3, "reset"))
    check.contains(answer, "2 unauthorized ")
    check.contains(answer, "made with another secret, or for another connection")
    check.equal(fake.resets, 0)
    bench.clean()
  end)

  it("a ping after the hello is answered, so that a lost reply is noticed", function()
    bench.start()
    local peer = bench.stranger()
    peer:send_hello("me")
    check.equal(peer:send("ping"), 1)
    fake.frames(1)
    check.list(peer:words(), { "9999 ok", "1 ok" })
    check.equal(peer:call("authenticate", { "" }).word, "ok")
    bench.clean()
  end)

  it("a client that leaves before its proof is logged, because it may have another secret", function()
    bench.start({ BRIDGE_SCRIPT_SECRET = "open sesame" })
    local peer = bench.stranger()
    peer:call("hello", { bench.version, "me", NONCE })
    peer.client:leave()
    fake.frames(2)
    check.contains(fake.lines[2], "a client left before its proof")
    bench.clean()
  end)

  it("a second hello is refused, and the connection stays open", function()
    bench.start()
    local peer = bench.peer()
    check.equal(peer:refused("hello", { bench.version, "me", NONCE }), "bad-request")
    check.equal(peer:refused("authenticate", { "" }), "bad-request")
    check.equal(peer:call("ping").word, "ok")
    bench.clean()
  end)

  it("silence for 600 frames closes a connection, even after half a message or without a proof", function()
    bench.start()
    local silent, half, unproven = bench.stranger(), bench.stranger(), bench.stranger()
    half.client:send("1 hel")
    unproven.client:send(bench.message(1, "hello", { bench.version, "me", NONCE }))
    fake.frames(600)
    check.equal(silent.client:is_closed() or half.client:is_closed() or unproven.client:is_closed(), false)
    fake.frames(1)
    check.equal(silent.client:is_closed() and half.client:is_closed() and unproven.client:is_closed(), true)
    bench.clean()
  end)

  it("in fast-forward a client has more than a second to send its hello", function()
    bench.start()
    fake.frames_a_second = 10000
    local silent, slow = bench.stranger(), bench.stranger()
    fake.frames(10000)
    slow:send_greeting("me")
    fake.frames(10010)
    check.equal(silent.client:is_closed(), true)
    check.equal(slow.client:is_closed(), false)
    check.contains(slow.client:receive(), "1 ok ")
    bench.clean()
  end)

  it("a flood of invalid connections logs few lines", function()
    bench.start()
    for _ = 1, 50 do first_bytes("nonsense\n") end
    check.equal(#fake.lines, 4)
    fake.frames(600)
    check.contains(fake.lines[5], "47 more")
    bench.clean()
  end)

  it("a client's name can't break a log line", function()
    bench.start()
    bench.peer("evil\nbridge: version 9\0")
    check.equal(fake.lines[2], "log bridge: evil?bridge: version 9? connected")
    bench.clean()
  end)
end
