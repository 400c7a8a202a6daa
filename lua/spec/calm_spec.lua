local check = require("spec.check")
local calm_condition = require("bridge.conditions.calm_condition")
local UntilMet = require("bridge.conditions.until_met")

local REGION = { x = 0, y = 0, width = 64, height = 36 } -- three rows of four blocks
local FRAMES = 20

--- Runs a wait of up to 300 frames, and returns whether it is met and in which frame.
---@param paint fun(frame: integer, block: integer): any what a block shows, of 1 to 12
local function wait(paint)
  local frame = 0
  local function look(x, y) return tostring(paint(frame, 4 * (y // 16) + x // 16 + 1)) end
  local function look_at_all()
    local whole = {}
    for block = 1, 12 do whole[block] = tostring(paint(frame, block)) end
    return table.concat(whole, ",")
  end
  local until_met = UntilMet.new(false, 300, { calm_condition.new(REGION, FRAMES, 300, look_at_all, look) })
  until_met:mark()
  local over = until_met:begin()
  while not over do
    frame = frame + 1
    over = until_met:frame()
  end
  return ("%s %d"):format(until_met.met, until_met.waited)
end

return function(it)
  it("a picture is calm when it has been still for some frames", function()
    check.equal(wait(function(_, block) return block end), "true 20")
    check.equal(wait(function(frame, block) return block + 100 * math.min(frame, 50) end), "true 70")
  end)

  it("what keeps moving doesn't keep it from being calm", function()
    -- A sprite with two pictures, and a cursor that blinks.
    check.equal(wait(function(frame, block) return block == 5 and frame // 4 % 2 + 20 or block end), "true 64")
    check.equal(wait(function(frame, block) return block == 5 and frame // 15 % 2 + 20 or block end), "true 75")
  end)

  it("text that is written beside something that keeps moving is waited for", function()
    check.equal(wait(function(frame, block)
      if block == 1 then return frame // 4 % 2 + 20 end
      return block > 8 and block * 100 + math.max(0, math.min(frame - 40 * (block - 9), 40)) or block
    end), "true 180")
  end)

  it("a picture that moves in most places is not calm", function()
    check.equal(wait(function(frame, block) return block <= 7 and 100 * frame + block or block end), "false 300")
    check.equal(wait(function(frame, block) return block <= 6 and 100 * frame + block or block end), "true 61")
  end)

  it("what moves to another place is not calm", function()
    check.equal(wait(function(frame, block) return frame // 10 % 12 + 1 == block and 100 or block end), "false 300")
  end)

  it("a fade of one color is waited for, but not forever", function()
    check.equal(wait(function(frame, block) return frame < 30 and "black" or block end), "true 50")
    check.equal(wait(function() return "black" end), "true 120")
  end)
end
