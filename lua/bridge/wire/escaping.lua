-- Arguments of a header line: bytes 0x21 to 0x7E as they are, every other byte, "%" and a lone "-" as %XX.
local escaping = {}

local find, gsub, format, byte, char = string.find, string.gsub, string.format, string.byte, string.char

local function to_escape(c)
  return format("%%%02X", byte(c))
end

local function from_escape(digits)
  return char(tonumber(digits, 16))
end

---@param text string any bytes
---@return string argument
function escaping.encode(text)
  if text == "" then return "-" end
  if text == "-" then return "%2D" end
  if not find(text, "[^!-$&-~]") then return text end
  return (gsub(text, "[^!-$&-~]", to_escape))
end

---@param argument string one or more of the bytes 0x21 to 0x7E
---@return string? text nil when an escape is malformed
function escaping.decode(argument)
  if argument == "-" then return "" end
  if not find(argument, "%", 1, true) then return argument end
  if find(gsub(argument, "%%[0-9A-F][0-9A-F]", ""), "%", 1, true) then return nil end
  return (gsub(argument, "%%(%x%x)", from_escape))
end

---@param values (string|integer)[]
---@return string arguments as they stand in a header line
function escaping.join(values)
  local encoded = {}
  for i = 1, #values do encoded[i] = escaping.encode(tostring(values[i])) end
  return table.concat(encoded, " ")
end

return escaping
