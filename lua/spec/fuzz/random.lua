-- Numbers from a seed, the same under every Lua: what was found with a seed is found with it again.
local Random = {}
Random.__index = Random

---@param seed integer
function Random.new(seed)
  -- Neighbouring seeds begin far apart, and none begins with 0, where the generator would stay.
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

---@param least integer
---@param most integer
---@return integer
function Random:between(least, most)
  return least + (self:next() >> 1) % (most - least + 1)
end

--- One of a list.
function Random:of(list)
  return list[self:between(1, #list)]
end

--- True once in this number of times.
---@param times integer
function Random:once_in(times)
  return (self:next() >> 1) % times == 0
end

--- Bytes of any value.
---@param most integer
---@return string
function Random:bytes(most)
  local out = {}
  for i = 1, self:between(0, most) do out[i] = string.char(self:between(0, 255)) end
  return table.concat(out)
end

return Random
