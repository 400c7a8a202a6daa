-- Parses and prints masks of buttons.
local arguments = require("bridge.wire.arguments")
local refuse = require("bridge.wire.refusal").refuse

local NAMES = { [0] = "A", "B", "Select", "Start", "Right", "Left", "Up", "Down", "R", "L" }

local button_mask = {}

--- Returns the names of the buttons, with commas.
---@param mask integer
---@return string
function button_mask.names(mask)
  local names = {}
  for bit = 0, 9 do
    if mask >> bit & 1 == 1 then names[#names + 1] = NAMES[bit] end
  end
  return table.concat(names, ", ")
end

--- Refuses buttons that the game's console doesn't have.
---@param mask integer
---@param game bridge.Game
---@param parameter string name of the argument that has them
function button_mask.check(mask, game, parameter)
  if game.platform == "GB" and mask & 0x300 ~= 0 then
    refuse("bad-request", ("A Game Boy has no %s."):format(button_mask.names(mask & 0x300)), parameter)
  end
end

--- Parses a mask and refuses buttons that the game's console doesn't have.
---@param text string
---@param min integer
---@param game bridge.Game
---@return integer
function button_mask.parse(text, min, game)
  local mask = arguments.integer(text, "mask", min, 0x3FF)
  button_mask.check(mask, game, "mask")
  return mask
end

return button_mask
