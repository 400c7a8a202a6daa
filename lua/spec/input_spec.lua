local check = require("spec.check")
local Input = require("bridge.input")
local limits = require("bridge.limits")

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
  { "the same button twice, release kept between them", { { 1, 3, 2 }, { 1, 2, 1 } }, { "###..##..." } },
  { "hold 1 and release 1, three times", { { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } }, { "#.#.#....." } },
  { "other buttons overlap", { { 1, 4, 2 }, { 2, 2, 1 } }, { "####......", "##........" } },
  { "two buttons together wait for the one that is taken", { { 1, 2, 2 }, { 3, 2, 1 } }, { "##..##....", "....##...." } },
  { "a queued press keeps later ones of its button behind it", { { 1, 2, 1 }, { 3, 2, 1 }, { 2, 1, 1 } },
    { "##.##.....", "...##.#..." } },
}

return function(it)
  for _, row in ipairs(TABLES) do
    it(row[1], function()
      local input = Input.new()
      for _, press in ipairs(row[2]) do check.truthy(input:press(table.unpack(press))) end
      check.list(draw(input, 10, #row[3]), row[3])
      check.equal(#input.presses, 0)
    end)
  end

  it("a press tells the frames in which it changed keys, after its release", function()
    local input, told = Input.new(), nil
    input:press(1, 3, 2, function(press, status) told = { status, press.pressed, press.released } end)
    for frame = 100, 104 do
      run_frame(input, frame)
      check.equal(told, nil)
    end
    run_frame(input, 105)
    check.list(told, { "ok", 100, 103 })
  end)

  it("numbers that go back do not matter", function()
    local input = Input.new()
    input:press(1, 3, 1)
    local drawn = ""
    for _, frame in ipairs({ 500, 3, 3, 900, 1 }) do drawn = drawn .. (run_frame(input, frame) == 1 and "#" or ".") end
    check.equal(drawn, "###..")
  end)

  it("up names only what was let go by this frame", function()
    local input = Input.new()
    input:press(1, 1, 1)
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
    local press, problem = input:press(3, 1, 1)
    check.equal(press, nil)
    check.equal(problem, "conflict")
    check.truthy(input:press(2, 1, 1))
    check.equal(input:hold(2, "me"), nil)
    check.equal(input.held, 1, "the old hold")
  end)

  it("a press after a hold does not merge with it", function()
    local input = Input.new()
    input:hold(1, "me")
    run_frame(input, 1)
    input:hold(0, "me")
    input:press(1, 2, 1)
    check.list(draw(input, 5, 1), { ".##.." })
  end)

  it("a hold is let go with its holder only", function()
    local input = Input.new()
    input:hold(1, "me")
    input:let_go("you")
    check.equal(input.held, 1)
    input:let_go("me")
    check.equal(input.held, 0)
  end)

  it("clear drops all, and tells apart what had begun", function()
    local input, told = Input.new(), {}
    local function tell(press, status) told[#told + 1] = press.id .. status end
    input:press(1, 5, 1, tell)
    input:press(1, 5, 1, tell)
    input:hold(2, "me")
    run_frame(input, 1)
    check.equal(input:clear(), 2)
    check.list(told, { "1interrupted", "2cancelled" })
    local down, up = run_frame(input, 2)
    check.equal(down, 0)
    check.equal(up, 3)
  end)

  it("a press that has begun can't be cancelled, one that waits can", function()
    local input, told = Input.new(), {}
    local function tell(press, status) told[#told + 1] = press.id .. status end
    local first, second = input:press(1, 2, 1, tell), input:press(1, 2, 1, tell)
    run_frame(input, 1)
    check.equal(input:cancel(first), false)
    check.equal(input:cancel(second), true)
    check.list(draw(input, 4, 1), { "#..." })
    check.list(told, { "2cancelled", "1ok" })
  end)

  it("256 presses fit, the next is refused", function()
    local input = Input.new()
    for _ = 1, limits.presses do check.truthy(input:press(1, 1, 1)) end
    local _, problem = input:press(1, 1, 1)
    check.equal(problem, "busy")
  end)

  -- Whatever is queued whenever: each press is down for exactly its hold, up for at least its release, never merges with
  -- another of its button, and presses of one button keep their order.
  it("random presses keep every promise", function()
    math.randomseed(22)
    for _ = 1, 200 do
      local input, presses, history, ended = Input.new(), {}, {}, 0
      local function end_one() ended = ended + 1 end
      local frame = 0
      while frame < 4000 and (frame < 60 or ended < #presses) do
        frame = frame + 1
        if frame < 60 and math.random() < 0.4 then
          presses[#presses + 1] = input:press(math.random(1, 7), math.random(1, 6), math.random(1, 4), end_one)
        end
        history[frame] = run_frame(input, frame)
      end
      check.equal(ended, #presses, "presses that ended")
      for bit = 0, 2 do
        local free_from = 0
        for _, press in ipairs(presses) do
          if press.mask >> bit & 1 == 1 then
            check.equal(press.released - press.pressed, press.hold, "frames held")
            check.truthy(press.pressed >= free_from, "the release before it, and the order")
            for i = press.pressed, press.released - 1 do check.truthy(history[i] >> bit & 1 == 1, "down while it is held") end
            for i = press.released, math.min(press.released + press.release - 1, frame) do
              check.truthy(history[i] >> bit & 1 == 0, "up after it")
            end
            free_from = press.released + press.release
          end
        end
      end
    end
  end)
end
