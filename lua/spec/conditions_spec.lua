local check = require("spec.check")

local UntilMet = require("bridge.conditions.until_met")
local picture_condition = require("bridge.conditions.picture_condition")
local value_condition = require("bridge.conditions.value_condition")
local is_refusal = require("bridge.wire.refusal").is_refusal

local WHOLE = { x = 0, y = 0, width = 0, height = 0 }

--- A game with one byte of memory, and a pointer to it that may be missing.
local function fake_game()
  local game = { platform = "GBA", sizes = { wram = 0x40000 }, names = { "wram" }, value = 0, pointer = 0x02000000 }
  local wram = {
    read8 = function() return game.value end,
    read32 = function() return game.pointer end,
    readRange = function(_, _, count) return ("\0"):rep(count) end,
  }
  game.domains = { wram = wram }
  return game
end

--- Begins, then runs a frame for each value; returns "MET FRAME" when it is over, else nil.
local function run(until_met, set, values)
  set(values[1])
  until_met:mark()
  if until_met:begin() then return ("%s 0"):format(until_met.met) end
  for i = 2, #values do
    set(values[i])
    if until_met:frame() then return ("%s %d"):format(until_met.met, until_met.waited) end
  end
end

local function value_until(text, frames, timeout, values, address)
  local game = fake_game()
  local condition = value_condition.parse(game, address or "33554432", "u8", "", text, frames, timeout)
  return run(UntilMet.new(false, timeout, { condition }), function(value)
    if value == "nowhere" then game.pointer = 0 else game.pointer, game.value = 0x02000000, value end
  end, values)
end

local function picture_until(text, frames, values)
  local now
  local condition = picture_condition.parse(text, WHOLE, frames, 99, function() return now end)
  return run(UntilMet.new(false, 99, { condition }), function(value) now = value end, values)
end

--- A condition that is true in the given frames.
local function scripted(true_in, timeout, frames)
  local at = -1
  return {
    read = function()
      at = at + 1
      return true_in[at] or false
    end, test = function(now) return now end, basis = "constant", frames = frames or 1, timeout = timeout,
  }
end

local function all(list, timeout)
  local until_met = UntilMet.new(true, timeout, list)
  return run(until_met, function() end, { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }), until_met
end

return function(it)
  it("a comparison may hold when the wait begins", function()
    check.equal(value_until("eq:3", 1, 9, { 3 }), "true 0")
    check.equal(value_until("eq:3", 1, 9, { 2, 2, 3 }), "true 2")
    check.equal(value_until("ge:3", 3, 9, { 3, 4, 5, 6 }), "true 2")
  end)

  it("changed, increased and decreased compare with the first value", function()
    check.equal(value_until("changed", 1, 9, { 5, 5, 5, 6 }), "true 3")
    check.equal(value_until("increased", 1, 9, { 5, 4, 5, 6 }), "true 3")
    check.equal(value_until("decreased", 1, 9, { 5, 6, 5, 4 }), "true 3")
    check.equal(value_until("increased", 2, 9, { 5, 6, 5, 6, 7 }), "true 4")
  end)

  it("same compares with the frame before", function()
    check.equal(value_until("same", 1, 9, { 5, 5 }), "true 1")
    check.equal(value_until("same", 3, 9, { 1, 2, 2, 2, 3, 3, 3, 3 }), "true 7")
  end)

  it("a chain that leads nowhere is no value", function()
    local chain = "[33554436]+0"
    check.equal(value_until("eq:3", 1, 9, { "nowhere", "nowhere", 3 }, chain), "true 2")
    check.equal(value_until("changed", 1, 9, { "nowhere", "nowhere", 3 }, chain), "true 2")
    check.equal(value_until("increased", 1, 3, { "nowhere", 1, 2, 3 }, chain), "false 3")
    check.equal(value_until("same", 1, 9, { "nowhere", "nowhere", 3, 3 }, chain), "true 3")
    check.equal(value_until("same", 2, 9, { 3, 3, "nowhere", 3, 3, 3 }, chain), "true 5")
  end)

  it("a picture changes, is still or is a given one", function()
    check.equal(picture_until("changed", 1, { "a", "a", "b" }), "true 2")
    check.equal(picture_until("changed", 2, { "a", "b", "a", "b", "c" }), "true 4")
    check.equal(picture_until("still", 2, { "a", "b", "b", "c", "c", "c" }), "true 5")
    check.equal(picture_until("is:00000000000000AB", 1, { "", "00000000000000ab" }), "true 1")
  end)

  it("the timeout is the last frame in which it can begin to hold", function()
    check.equal(value_until("eq:1", 1, 2, { 0, 0, 1 }), "true 2")
    check.equal(value_until("eq:1", 1, 2, { 0, 0, 0, 1 }), "false 2")
    check.equal(value_until("eq:1", 2, 2, { 0, 0, 1, 1 }), "false 2")
  end)

  it("with any the first one ends it, and all that hold then count", function()
    local list = { scripted({ [4] = true }, 9), scripted({ [2] = true }, 9), scripted({ [2] = true }, 9) }
    local until_met = UntilMet.new(false, 9, list)
    check.equal(run(until_met, function() end, { 0, 0, 0, 0 }), "true 2")
    check.equal(list[1].held, nil)
    check.equal(list[2].held .. " " .. list[3].held, "2 2")
  end)

  it("with all, one that has held counts as held", function()
    local list = { scripted({ [1] = true }, 2), scripted({ [4] = true, [5] = true }, 9, 2) }
    check.equal(all(list, 9), "true 5")
    check.equal(list[1].held .. " " .. list[2].held, "1 5")
  end)

  it("it ends as soon as it can't be met any more", function()
    check.equal(all({ scripted({}, 3), scripted({}, 9) }, 9), "false 3")
    check.equal(all({ scripted({ [3] = true }, 3), scripted({}, 5) }, 9), "false 5")
    local any = UntilMet.new(false, 9, { scripted({}, 3), scripted({}, 5) })
    check.equal(run(any, function() end, { 0, 0, 0, 0, 0, 0, 0 }), "false 5")
  end)

  it("conditions that don't exist are refused by name", function()
    local game = fake_game()
    local function problem_of(parse, ...)
      local ok, problem = pcall(parse, ...)
      check.truthy(not ok and is_refusal(problem))
      return problem.argument
    end
    check.equal(problem_of(value_condition.parse, game, "33554432", "u8", "", "still", 1, 1), "condition")
    check.equal(problem_of(value_condition.parse, game, "33554432", "u8", "", "eq:256", 1, 1), "condition")
    check.equal(problem_of(value_condition.parse, game, "33554432", "u7", "", "same", 1, 1), "type")
    check.equal(problem_of(value_condition.parse, game, "1", "u8", "", "same", 1, 1), "address")
    check.equal(problem_of(picture_condition.parse, "same", WHOLE, 1, 1, print), "kind")
    check.equal(problem_of(picture_condition.parse, "is:12", WHOLE, 1, 1, print), "kind")
    check.equal(problem_of(picture_condition.parse, "is:000000000000000g", WHOLE, 1, 1, print), "kind")
  end)
end
