-- Parses the arguments in a message's header. Pure. The grammar is in docs/protocol/wire.md.
local limits = require("bridge.wire.limits")
local escaping = require("bridge.wire.escaping")

local match, find = string.match, string.find

-- Captures up to four arguments; an empty capture or unmatched rest means the slow path.
local FEW = "^ ([!-~]+) ?([!-~]*) ?([!-~]*) ?([!-~]*)"

local wire_arguments = {}

---@param tail string
---@return string[]? arguments
local function read_many(tail)
  local arguments, count, position, stop = {}, 0, 1, #tail
  repeat
    local argument, after = match(tail, "^ ([!-~]+)()", position)
    if not argument or count == limits.arguments then return nil end
    argument = escaping.decode(argument)
    if not argument then return nil end
    count, position = count + 1, after
    arguments[count] = argument
  until position > stop
  return arguments
end

--- Parses the arguments of a header. Up to four without escapes, which nearly all commands have, take one match.
---@param tail string what stands between the length and the line feed
---@return string[]? arguments decoded; nil when they do not fit the grammar
function wire_arguments.read(tail)
  local a, b, c, d = match(tail, FEW)
  if not a or find(tail, "%", 1, true) then return read_many(tail) end
  local stop, list = #a + 1
  if b == "" then
    list = { a == "-" and "" or a }
  elseif c == "" then
    stop, list = stop + #b + 1, { a == "-" and "" or a, b == "-" and "" or b }
  else
    stop = stop + #b + #c + 2
    if d == "" then
      list = { a == "-" and "" or a, b == "-" and "" or b, c == "-" and "" or c }
    else
      stop, list = stop + #d + 1, { a == "-" and "" or a, b == "-" and "" or b, c == "-" and "" or c, d == "-" and "" or d }
    end
  end
  return stop == #tail and list or read_many(tail)
end

return wire_arguments
