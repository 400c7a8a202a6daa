-- The sound of the game: read and made quieter.
local check = require("spec.check")
local bench = require("spec.bench")

return function(it)
  it("the sound is read from a sample on", function()
    local asked, volume = {}, nil
    _G._host = {
      readSound = function(from)
        asked[#asked + 1] = from
        return "abcdefgh"
      end,
      soundBegin = function() return 500 end,
      setVolume = function(percent) volume = percent end,
      isEnding = function() return false end,
    }
    bench.start()
    local peer = bench.peer()
    check.contains(peer:ask("info"), ",sound")
    local reply = peer:call("sound.read", { "498" })
    check.list(reply.arguments, { "500" })
    check.equal(reply.payload, "abcdefgh")
    check.list(asked, { 498 })
    peer:call("sound.volume", { "50" })
    check.equal(volume, 50)
    for _, percent in ipairs({ "-1", "101", "loud" }) do check.equal(peer:refused("sound.volume", { percent }), "bad-request") end
    check.equal(peer:refused("sound.read", { "1000000000000001" }), "bad-request")
    bench.clean()
    _G._host = nil
  end)

  it("stock mGBA gives none", function()
    bench.start()
    local peer = bench.peer()
    check.equal(peer:refused("sound.read", { "0" }), "unsupported")
    check.equal(peer:refused("sound.volume", { "50" }), "unsupported")
    bench.clean()
  end)
end
