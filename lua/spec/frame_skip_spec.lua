local check = require("spec.check")
local bench = require("spec.bench")
local fake = bench.fake

return function(it)
  it("frames in the middle of a step are not drawn, unless a client takes pictures", function()
    local drawn = {}
    bench.clean()
    fake.install()
    fake.load_game()
    local drawing = true
    _G._host = { setDrawing = function(on) drawing = on end, isEnding = function() return false end,
      picture = function() return ("abcd"):rep(6) end, pictureWidth = function() return 3 end }
    bench.load()
    local peer = bench.peer()
    peer:send("frames.hold", { 100, 0, "", "spec" })
    bench.in_waits(function() peer:send("frames.step", { 4, 0, "", 1 }) end, function() peer:send("frames.step", { 100, 0, "", 1 }) end)
    local function frame()
      drawn[#drawn + 1] = drawing and "d" or "-"
      fake.frames(1)
    end
    for _ = 1, 8 do frame() end
    check.equal(table.concat(drawn), "d---d---")
    peer:replies()
    peer:send("screen.raw")
    frame() -- not drawn, so the request waits for the next frame
    check.list(peer:words(), {})
    frame()
    check.list(peer:words(), { "5 ok" })
    drawn = {}
    for _ = 1, 60 do frame() end
    check.equal(table.concat(drawn), ("d"):rep(60))
    drawn = {}
    for _ = 1, 5 do frame() end
    check.equal(table.concat(drawn), "-----")
    _G._host = nil
    bench.clean()
  end)

  --- Starts our own host with the game running freely; returns a peer, and a function that emulates frames and returns which were
  --- drawn.
  local function free_host()
    bench.clean()
    fake.install()
    fake.load_game()
    local drawing = true
    _G._host = { setDrawing = function(on) drawing = on end, isEnding = function() return false end, idleLeft = function() return 0 end,
      speed = function() return 1 end, quietFrames = function() end,
      picture = function() return ("abcd"):rep(6) end, pictureWidth = function() return 3 end }
    bench.load()
    local peer = bench.peer()
    return peer, function(frames)
      local drawn = {}
      for i = 1, frames do
        drawn[i] = drawing and "d" or "-"
        fake.frames(1)
      end
      return table.concat(drawn)
    end
  end

  it("frames that nobody has looked at for long are not drawn", function()
    local peer, emulate = free_host()
    check.equal(emulate(4), "----")
    peer:send("screen.raw")
    check.equal(emulate(1), "-")
    check.list(peer:words(), {})
    check.equal(emulate(1), "d")
    check.list(peer:words(), { "2 ok" })
    check.equal(emulate(601), ("d"):rep(600) .. "-")
    _G._host = nil
    bench.clean()
  end)

  it("what may take a picture begins with a frame that is drawn", function()
    local asked = {
      { "act", { 3, 0, "" } }, { "screen.wait", { 3 } }, { "state.save", { 33 } }, { "frames.hold", { 100, 0, "", "spec" } },
    }
    for _, request in ipairs(asked) do
      local peer, emulate = free_host()
      emulate(4)
      peer:send(table.unpack(request))
      local drawn
      bench.in_waits(function()
        check.list(peer:words(), { "2 ok" })
        peer:send("screen.raw")
      end, function() peer:send("frames.release", { "*" }) end)
      drawn = emulate(12)
      check.equal(drawn, "-" .. ("d"):rep(11), request[1])
      _G._host = nil
      bench.clean()
    end
  end)

  it("a request before the first frame that is not drawn waits as well", function()
    local peer, emulate = free_host()
    peer:send("screen.raw")
    emulate(3)
    check.equal(peer:words()[1], "2 ok")
    check.equal(emulate(599), ("d"):rep(599))
    -- The latest frame is drawn, the next one won't be.
    peer:send("act", { 1, 1, "" })
    fake.fire("idle")
    emulate(3)
    check.list(peer:words(), { "3 ok" })
    _G._host = nil
    bench.clean()
  end)

  --- Starts our own host at unlimited speed with the game held; returns a peer, and a function that emulates frames and returns
  --- the number of frame callbacks.
  ---@param frames_awaited? integer frames that the peer waits for from before the hold
  local function fast_host(frames_awaited)
    bench.clean()
    fake.install()
    fake.load_game()
    local quiet = 0
    _G._host = { setDrawing = function() end, isEnding = function() return false end, idleLeft = function() return 0 end,
      speed = function() return 0 end, quietFrames = function(frames) quiet = frames end,
      picture = function() return ("abcd"):rep(6) end, pictureWidth = function() return 3 end }
    bench.load()
    -- So that the hold need not wait for a frame that is drawn.
    bench.peer():send("screen.raw")
    fake.frames(3)
    local peer = bench.peer()
    if frames_awaited then peer:send("frames.wait", { frames_awaited }) end
    peer:send("frames.hold", { 100, 0, "", "spec" })
    return peer, function(frames)
      local called = 0
      for _ = 1, frames do
        if quiet > 0 then
          quiet = quiet - 1
          fake.game.number = fake.game.number + 1
        else
          called = called + 1
          fake.frames(1)
        end
      end
      return called
    end
  end

  it("our own host at unlimited speed skips most callbacks of a step and loses no frame", function()
    for _, frames in ipairs({ 1, 2, 3, 15, 16, 17, 18, 33, 60, 100 }) do
      for draw = 0, 1 do
        local peer, emulate = fast_host()
        bench.in_waits(function() peer:send("frames.step", { frames, 16, "", draw }) end)
        emulate(1)
        local before = fake.game.number
        local called = emulate(frames - 1)
        check.equal(#peer:replies(), 1, "only the hold is answered")
        emulate(1)
        local reply = peer:replies()[1]
        check.list({ reply.word, reply.arguments[1], reply.number - before }, { "ok", tostring(frames), frames - 1 })
        check.truthy(called <= frames // 16 + 1, ("called %d times in %d frames"):format(called, frames))
        check.equal(fake.game.keys, 0)
      end
    end
    _G._host = nil
    bench.clean()
  end)

  it("no callback is skipped while another request counts frames", function()
    local peer, emulate = fast_host(20)
    bench.in_waits(function() peer:send("frames.step", { 40, 0, "", 1 }) end)
    emulate(1)
    peer:replies()
    check.equal(emulate(20), 20)
    emulate(1)
    check.list(peer:words(), { "2 ok" })
    check.truthy(emulate(15) < 4)
    _G._host = nil
    bench.clean()
  end)

  it("no callback is skipped until each change of held buttons has had its frame", function()
    local peer, emulate = fast_host()
    bench.in_waits(function()
      for i = 1, 20 do peer:send("buttons.set", { i % 2 }) end
      peer:send("frames.step", { 60, 0, "", 1 })
    end)
    fake.seen = {}
    emulate(1)
    check.equal(emulate(19), 19)
    check.truthy(emulate(35) < 6)
    check.list({ table.unpack(fake.seen, 2, 21) }, { 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0 })
    _G._host = nil
    bench.clean()
  end)

  it("a step that isn't drawn has no picture of its last frame", function()
    local peer, emulate = fast_host()
    bench.in_waits(function() peer:send("frames.step", { 1, 0, "", 0 }) end)
    emulate(1)
    peer:replies()
    bench.in_waits(function() peer:send("screen.raw") end, function() peer:send("screen.png") end,
      function() peer:send("state.save", { 1 }) end,
      function() peer:send("frames.step", { 1, 0, "", 1 }) end)
    emulate(1)
    bench.in_waits(function() peer:send("screen.raw") end)
    emulate(1)
    local list = peer:words()
    table.remove(list, 1)
    check.list(list, { "4 conflict", "5 conflict", "6 conflict", "7 ok", "8 ok" })
    _G._host = nil
    bench.clean()
  end)
end
