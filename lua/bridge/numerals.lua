-- Small whole numbers as texts. Lua goes through printf for each.
---@type table<integer, string>
local numerals = {}
for number = 0, 1023 do numerals[number] = ("%d"):format(number) end

return numerals
