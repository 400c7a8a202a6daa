-- Small whole numbers as strings, cached because Lua formats each with printf.
---@type table<integer, string>
local numerals = {}
for number = 0, 1023 do numerals[number] = ("%d"):format(number) end

return numerals
