local check = require("spec.check")
local Input = require("bridge.input.input")
local Sequence = require("bridge.input.sequence")
local limits = require("bridge.wire.limits")

--- Queues a press.
local function press_in(input, mask, hold, release, on_end)
  local press = Sequence.press(mask, hold, release)
  local problem = input:queue(press, "me", on_end)
  if problem then return nil, problem end
  return press
end

local function run_frame(input, frame)
  input:advance(frame)
  return input:begin(frame)
end

--- Runs frames and draws each button: `#` down, `.` up. Buttons are bits 0, 1, ...
local function draw(input, frames, buttons)
  local rows = {}
  for i = 1, frames do
    local down = run_frame(input, i)
    for bit = 0, buttons - 1 do rows[bit + 1] = (rows[bit + 1] or "") .. (down >> bit & 1 == 1 and "#" or ".") end
  end
  return rows
end

local TABLES = {
  { "one press", { { 1, 3, 2 } }, { "###......." } },
  { "the same button twice, with its release between them", { { 1, 3, 2 }, { 1, 2, 1 } }, { "###..##..." } },
  { "hold 1 and release 1, three times", { { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } }, { "#.#.#....." } },
  { "other buttons overlap", { { 1, 4, 2 }, { 2, 2, 1 } }, { "####......", "##........" } },
  { "two buttons together wait for the one that is in use", { { 1, 2, 2 }, { 3, 2, 1 } }, { "##..##....", "....##...." } },
  { "a queued press delays later presses of its buttons", { { 1, 2, 1 }, { 3, 2, 1 }, { 2, 1, 1 } },
    { "##.##.....", "...##.#..." } },
}

return function(it)
  for _, row in ipairs(TABLES) do
    it(row[1], function()
      local input = Input.new()
      for _, press in ipairs(row[2]) do check.truthy(press_in(input, table.unpack(press))) end
      check.list(draw(input, 10, #row[3]), row[3])
      check.equal(#input.sequences, 0)
    end)
  end

  it("a press reports the frames in which it changed keys, after its release", function()
    local input, reported = Input.new(), nil
    press_in(input, 1, 3, 2, function(press) reported = { press.state, press.begun, press.released } end)
    for frame = 100, 104 do
      run_frame(input, frame)
      check.equal(reported, nil)
    end
    run_frame(input, 105)
    check.list(reported, { "done", 100, 103 })
  end)

  it("frame numbers that go back do not matter", function()
    local input = Input.new()
    press_in(input, 1, 3, 1)
    local drawn = ""
    for _, frame in ipairs({ 500, 3, 3, 900, 1 }) do drawn = drawn .. (run_frame(input, frame) == 1 and "#" or ".") end
    check.equal(drawn, "###..")
  end)

  it("up has only the buttons released by this frame", function()
    local input = Input.new()
    press_in(input, 1, 1, 1)
    local _, up = run_frame(input, 1)
    check.equal(up, 0)
    _, up = run_frame(input, 2)
    check.equal(up, 1)
    _, up = run_frame(input, 3)
    check.equal(up, 0)
  end)

  it("a hold lasts until the next one", function()
    local input = Input.new()
    input:hold(5, "me")
    check.list(draw(input, 3, 3), { "###", "...", "###" })
    input:hold(2, "me")
    check.list(draw(input, 2, 3), { "..", "##", ".." })
  end)

  it("a held button can't be pressed, a pressed one can't be held", function()
    local input = Input.new()
    input:hold(1, "me")
    local press, problem = press_in(input, 3, 1, 1)
    check.equal(press, nil)
    check.equal(problem, "conflict")
    check.truthy(press_in(input, 2, 1, 1))
    check.equal(input:hold(2, "me"), "conflict")
    check.equal(input.held.mask, 1, "the old hold")
  end)

  it("a press after a hold does not merge with it", function()
    local input = Input.new()
    input:hold(1, "me")
    run_frame(input, 1)
    input:hold(0, "me")
    press_in(input, 1, 2, 1)
    check.list(draw(input, 5, 1), { ".##.." })
  end)

  it("a hold ends only with its owner", function()
    local input = Input.new()
    input:hold(1, "me")
    input:drop_owner("you")
    check.equal(input.held.mask, 1)
    input:drop_owner("me")
    check.equal(input.held.mask, 0)
  end)

  it("a release drops all sequences, and reports whether each had begun", function()
    local input, reported = Input.new(), {}
    local function report(press) reported[#reported + 1] = press.id .. press.state end
    press_in(input, 1, 5, 1, report)
    press_in(input, 1, 5, 1, report)
    input:hold(2, "me")
    run_frame(input, 1)
    check.equal(input:release("me"), 2)
    check.list(reported, { "1interrupted", "2cancelled" })
    local down, up = run_frame(input, 2)
    check.equal(down, 0)
    check.equal(up, 3)
  end)

  it("a stopped sequence releases its buttons in the next frame if it runs, and never begins if it is queued", function()
    local input, reported = Input.new(), {}
    local function report(press) reported[#reported + 1] = press.id .. press.state end
    local first, second, third = press_in(input, 1, 5, 1, report), press_in(input, 1, 5, 1, report), press_in(input, 1, 1, 1, report)
    check.list(draw(input, 2, 1), { "##" })
    input:stop(second)
    input:stop(first)
    check.list(reported, { "2cancelled", "1interrupted" })
    check.list(draw(input, 4, 1), { ".#.." })
    check.list(reported, { "2cancelled", "1interrupted", "3done" })
    check.equal(input:played(first), 2)
    check.equal(input:played(second), 0)
    check.equal(input:played(third), 2)
  end)

  it("the current frame counts as played once its keys are set", function()
    local input = Input.new()
    local press = press_in(input, 1, 5, 1)
    check.equal(input:played(press), 0)
    run_frame(input, 1)
    check.equal(input:played(press), 1)
    input:advance(2)
    check.equal(input:played(press), 1)
    input:begin(2)
    check.equal(input:played(press), 2)
    input:begin(2)
    check.equal(input:played(press), 2, "however often the keys are set")
  end)

  it("a sequence repeats its lines, and no other sequence with one of its buttons runs in between", function()
    local input = Input.new()
    local sequence = Sequence.parse("1 2\n3 1\n2 1\n0 2\n", 2)
    check.equal(input:queue(sequence, "me"), nil)
    press_in(input, 2, 1, 1)
    press_in(input, 4, 2, 1)
    check.list(draw(input, 15, 3), { "###...###......", "..##....##..#..", "##............." })
    check.equal(sequence.state, "done")
    check.equal(sequence.begun .. " " .. sequence.released .. " " .. sequence.frames, "1 11 12")
  end)

  it("a sequence that ends with a button down releases it, and the next one does not merge with it", function()
    local input = Input.new()
    local sequence = Sequence.parse("1 2\n", 2)
    input:queue(sequence, "me")
    press_in(input, 1, 1, 1)
    check.list(draw(input, 8, 1), { "####.#.." })
    check.equal(sequence.released, 5)
  end)

  it("a sequence without buttons begins at once, and ends", function()
    local input = Input.new()
    press_in(input, 1023, 9, 1)
    local sequence = Sequence.parse("0 3\n", 1)
    input:queue(sequence, "me")
    check.list(draw(input, 4, 1), { "####" })
    check.equal(sequence.begun .. sequence.state .. sequence.released, "1done4")
  end)

  it("an owner's sequences and held buttons end when it disconnects", function()
    local input, reported = Input.new(), {}
    local function report(press) reported[#reported + 1] = press.id .. press.state end
    input:queue(Sequence.press(1, 9, 1), "me", report)
    input:queue(Sequence.press(2, 9, 1), "you", report)
    input:queue(Sequence.press(1, 9, 1), "me", report)
    input:hold(4, "me")
    check.list(draw(input, 1, 3), { "#", "#", "#" })
    input:drop_owner("me")
    check.list(reported, { "1interrupted", "3cancelled" })
    check.list(draw(input, 2, 3), { "..", "##", ".." })
  end)

  it("the last 256 ended sequences are kept, without a reference to their owner", function()
    local input = Input.new()
    for i = 1, limits.ended_sequences + 1 do
      press_in(input, 1 << i % 10, 1, 1)
      if i % 5 == 0 then input:clear() end
      run_frame(input, i)
      run_frame(input, i)
      run_frame(input, i)
    end
    check.equal(#input.sequences, 0)
    check.equal(input:recall(1), nil)
    for id = 2, limits.ended_sequences + 1 do
      local ended = input:recall(id)
      check.truthy(ended and ended.state ~= "running" and not ended.owner and not ended.on_end, id)
      check.equal(input:find(id), nil)
    end
    check.equal(input:recall(limits.ended_sequences + 2), nil)
  end)

  it("the queue takes 256 presses and refuses the next", function()
    local input = Input.new()
    for _ = 1, limits.presses do check.truthy(press_in(input, 1, 1, 1)) end
    local _, problem = press_in(input, 1, 1, 1)
    check.equal(problem, "busy")
  end)

  -- Each sequence is played line by line, in order among those that share a button with it, with no other one in between.
  -- A button that is down at the end of a sequence is up for a frame before the next.
  it("random sequences keep every guarantee", function()
    math.randomseed(22)
    for _ = 1, 200 do
      local input, all, history, ended = Input.new(), {}, {}, 0
      local function end_one() ended = ended + 1 end
      local frame = 0
      while frame < 4000 and (frame < 60 or ended < #all) do
        frame = frame + 1
        if frame < 60 and math.random() < 0.4 then
          local lines, played = {}, {}
          for i = 1, math.random(1, 4) do
            local mask, frames = math.random(0, 7), math.random(1, 4)
            lines[i] = mask .. " " .. frames .. "\n"
            for _ = 1, frames do played[#played + 1] = mask end
          end
          local times = math.random(1, 3)
          local sequence = Sequence.parse(table.concat(lines), times)
          check.equal(input:queue(sequence, "me", end_one), nil)
          all[#all + 1] = { sequence = sequence, played = played, times = times }
        end
        history[frame] = run_frame(input, frame)
      end
      check.equal(ended, #all, "sequences that ended")
      local free_from = { 0, 0, 0 }
      for _, each in ipairs(all) do
        local sequence, played = each.sequence, each.played
        check.equal(sequence.frames, #played * each.times)
        local last_release = sequence.frames
        local function is_pause() return played[(last_release - 1) % #played + 1] == 0 end
        while sequence.mask ~= 0 and is_pause() do last_release = last_release - 1 end
        check.equal(sequence.released - sequence.begun, last_release, "the last release")
        for bit = 0, 2 do
          if sequence.mask >> bit & 1 == 1 then
            check.truthy(sequence.begun >= free_from[bit + 1], "its turn")
            for i = 0, sequence.frames - 1 do
              check.equal(history[sequence.begun + i] >> bit & 1, played[i % #played + 1] >> bit & 1, "the button")
            end
            free_from[bit + 1] = sequence.begun + sequence.frames
            local after = history[free_from[bit + 1]]
            check.truthy(played[#played] >> bit & 1 == 0 or not after or after >> bit & 1 == 0, "up after it")
          end
        end
      end
    end
  end)

  it("a lease ends by the bridge's clock, or when the clock has not moved for a minute", function()
    local input = Input.new()
    input:hold(5, "me", 2000)
    for now = 1000, 1999, 333 do input.held:expire(now) end
    check.equal(input.held.mask, 5)
    input.held:expire(2000)
    check.equal(input.held.mask, 0)

    input:hold(5, "me", 9000)
    for _ = 1, limits.hold_frames - 1 do input.held:expire(2000) end
    check.equal(input.held.mask, 5)
    input.held:expire(2000)
    check.equal(input.held.mask, 0)
  end)

  it("each hold has its own lease, and a hold without a lease ends it", function()
    local input = Input.new()
    input:hold(5, "me", 2000)
    input:hold(5, "me", 3000)
    input.held:expire(2500)
    check.equal(input.held.mask, 5)
    input:hold(5, "me")
    input.held:expire(9000)
    check.equal(input.held.mask, 5)
    input:hold(5, "me", 10000)
    input:drop_owner("me")
    input:hold(1, "other")
    input.held:expire(20000)
    check.equal(input.held.mask, 1)
  end)
end
