-- Mutates messages: changes, removes, inserts, repeats, truncates or rotates bytes.
local mutation = {}

local PARTS = { "\n", " ", "<|END|>", "<|END|", "|>", "0", "9", "-", "%", "%4", "%zz", "\0", "\255", "2097152", "2097153", "9999999",
  "17 ok 1 0\n<|END|>",
  ("1"):rep(17), ("a"):rep(1024), (" x"):rep(33) }

---@param bytes string
---@return string
function mutation.once(random, bytes)
  local at, to = random:between(1, #bytes + 1), random:between(1, #bytes + 1)
  local way = random:between(1, 6)
  if way == 1 then return bytes:sub(1, at - 1) .. string.char(random:between(0, 255)) .. bytes:sub(at + 1) end
  if way == 2 then return bytes:sub(1, math.min(at, to) - 1) .. bytes:sub(math.max(at, to)) end
  if way == 3 then return bytes:sub(1, at - 1) .. random:of(PARTS) .. bytes:sub(at) end
  if way == 4 then return bytes:sub(1, at) .. bytes:sub(to) end
  if way == 5 then return bytes:sub(1, at) end
  return bytes:sub(at) .. bytes:sub(1, at - 1)
end

--- Splits a text at random places, and calls `each` with the pieces.
---@param each fun(piece: string)
function mutation.split(random, bytes, each)
  local max_length = random:of({ 1, 3, 20, 300, 5000 })
  local from = 1
  while from <= #bytes do
    local to = from + random:between(1, max_length) - 1
    each(bytes:sub(from, to))
    from = to + 1
  end
end

return mutation
