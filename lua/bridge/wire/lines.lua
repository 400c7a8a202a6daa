-- Lines of words in payloads.
local refusal = require("bridge.wire.refusal")

local lines = {}

--- Splits a line into words, or refuses it. Exactly one space must be between two words, and none at either end.
---@param line string
---@param count integer
---@param accepted string for the sentence
---@return string[]
function lines.split(line, count, accepted)
  local words = {}
  for word in line:gmatch("[^ ]+") do words[#words + 1] = word end
  if #words ~= count or #table.concat(words, " ") ~= #line then
    refusal.refuse("bad-request", ("The line must be %s; got %s."):format(accepted, refusal.quote(line)))
  end
  return words
end

--- Returns the name of the domain that a word means.
---@param word string - for the bus
---@return string name empty for the bus
function lines.domain(word)
  return word == "-" and "" or word
end

return lines
