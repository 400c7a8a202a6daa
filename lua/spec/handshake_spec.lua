local check = require("spec.check")
local handshake = require("bridge.handshake")
local bench = require("spec.bench")
local fake = bench.fake

local function status_of(id, arguments, secret)
  local refusal = handshake.check({ id = id, word = "hello", arguments = arguments, payload = "" }, secret or "")
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
  it("a hello is checked for version, secret and id", function()
    check.equal(status_of("1", { bench.version, "me", "" }), nil)
    check.equal(status_of("1", { bench.version, "me", "x" }), nil, "a secret that is not required")
    check.equal(status_of("0", { bench.version, "me", "" }), "bad-hello")
    check.equal(status_of("1", { "1", "me", "" }), "unsupported-version")
    check.equal(status_of("1", { "1" }), "unsupported-version")
    check.equal(status_of("1", { bench.version, "me" }), "bad-hello")
    check.equal(status_of("1", { bench.version, "me", "" }, "s"), "unauthorized")
    check.equal(status_of("1", { bench.version, "me", "t" }, "s"), "unauthorized")
    check.equal(status_of("1", { bench.version, "me", "s" }, "s"), nil)
  end)

  it("equal secrets match, others don't", function()
    for _, pair in ipairs({ { "a", "b" }, { "", "a" }, { "a", "" }, { "aa", "a" }, { "a", "aa" }, { "abc", "abcabc" } }) do
      check.equal(handshake.same_secret(pair[1], pair[2]), false, pair[1] .. "/" .. pair[2])
    end
    check.equal(handshake.same_secret("same \0 thing", "same \0 thing"), true)
  end)

  local WRONG = {
    ["a line of HTTP"] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    ["another command"] = bench.message(1, "echo", {}, "x"),
    ["a tick"] = bench.message(0, "tick"),
    ["a cancel"] = bench.message(0, "cancel", { "1" }),
    ["a hello without an id"] = bench.message(0, "hello", { bench.version, "me", "" }),
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
    check.truthy(answer:find("^4 unsupported%-version %d+ %d+ 2\n"), answer)
    check.equal(closed, true)
    bench.clean()
  end)

  it("the refusal of another version names the side to update", function()
    local advice = {
      ["1"] = "update the bridge, or load", ["3"] = "load the lua/bridge.lua that came with the bridge", ["x\n"] = "update the bridge, or",
    }
    for theirs, expected in pairs(advice) do
      local refusal = handshake.check({ id = "1", word = "hello", arguments = { theirs }, payload = "" }, "") or {}
      check.contains(refusal.sentence, "version must be 2; got \"" .. theirs:gsub("%c", "?") .. "\": " .. expected)
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

  it("the secret is required and never repeated", function()
    bench.start({ BRIDGE_SCRIPT_SECRET = "open sesame" })
    check.contains(first_bytes(bench.message(1, "hello", { bench.version, "me", "" })), "1 unauthorized ")
    local answer = first_bytes(bench.message(1, "hello", { bench.version, "me", "open sesame" }))
    check.contains(answer, "1 ok ")
    check.equal(answer:find("sesame", 1, true), nil)
    check.equal(table.concat(fake.lines):find("sesame", 1, true), nil)
    bench.clean()
  end)

  it("a second hello is refused, and the connection stays open", function()
    bench.start()
    local peer = bench.peer()
    check.equal(peer:refused("hello", { bench.version, "me", "" }), "bad-request")
    check.equal(peer:call("ping").word, "ok")
    bench.clean()
  end)

  it("silence for 600 frames closes a connection, even after half a message", function()
    bench.start()
    local silent, half = bench.stranger(), bench.stranger()
    half.client:send("1 hel")
    fake.frames(600)
    check.equal(silent.client:is_closed() or half.client:is_closed(), false)
    fake.frames(1)
    check.equal(silent.client:is_closed() and half.client:is_closed(), true)
    bench.clean()
  end)

  it("in fast-forward a client has more than a second to send its hello", function()
    bench.start()
    fake.frames_a_second = 10000
    local silent, slow = bench.stranger(), bench.stranger()
    fake.frames(10000)
    slow.client:send(bench.message(1, "hello", { bench.version, "me", "" }))
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
