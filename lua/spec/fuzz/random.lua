-- Random numbers from a seed, the same in every Lua, so that a seed reproduces its failure.
local Random = {}
Random.__index = Random

---@param seed integer
function Random.new(seed)
  -- Neighboring seeds begin far apart, and none begins with 0, which the generator would never leave.
  local self = setmetatable({ state = (seed + 1) * 0x2545F4914F6CDD1D | 1 }, Random)
  for _ = 1, 4 do self:next() end
  return self
end

-- Marsaglia's xorshift, 64 bits.
function Random:next()
  local x = self.state
  x = x ~ (x << 13)
  x = x ~ (x >> 7)
  x = x ~ (x << 17)
  self.state = x
  return x
end

---@param min integer
---@param max integer
---@return integer
function Random:between(min, max)
  return min + (self:next() >> 1) % (max - min + 1)
end

--- Returns one item of a list.
function Random:of(list)
  return list[self:between(1, #list)]
end

--- Returns true once in this number of times.
---@param times integer
function Random:once_in(times)
  return (self:next() >> 1) % times == 0
end

--- Returns bytes of any value.
---@param max integer
---@return string
function Random:bytes(max)
  local out = {}
  for i = 1, self:between(0, max) do out[i] = string.char(self:between(0, 255)) end
  return table.concat(out)
end

return Random
