-- Checks of a request's arguments; what is wrong is refused by name.
local refuse = require("bridge.refusal").refuse

local arguments = {}

--- A whole number written in decimal.
---@param text string
---@param name string
---@param least integer
---@param most integer
---@return integer
function arguments.integer(text, name, least, most)
  local value = #text <= 16 and text:find("^%d+$") and math.tointeger(tonumber(text))
  if not value or value < least or value > most then
    refuse("bad-request", ("%s is %d to %d"):format(name, least, most), name)
  end
  return value --[[@as integer]]
end

--- An address or offset: any size is well-formed, the memory map decides what exists.
---@return integer
function arguments.address(text)
  if #text > 16 or not text:find("^%d+$") then refuse("bad-request", "address is a decimal number", "address") end
  return tonumber(text) --[[@as integer]]
end

return arguments
