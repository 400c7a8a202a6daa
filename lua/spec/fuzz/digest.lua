-- Writes the messages that the script reads from a stream as a text, to compare it with the text of what the bridge reads.
local framing = require("bridge.wire.framing")

local function to_hex(c) return ("%02x"):format(c:byte()) end

---@param bytes string
---@return string
return function(bytes)
  local reader, seen = framing.reader(), {}
  reader:feed(bytes)
  while true do
    local message, problem = reader:next()
    if not message then return table.concat(seen) .. (problem and "broken" or "") end
    local arguments = {}
    for i, argument in ipairs(message.arguments) do arguments[i] = " " .. argument:gsub(".", to_hex) end
    seen[#seen + 1] = ("%d %s %d%s : %s\n"):format(
      tonumber(message.id), message.word, message.number, table.concat(arguments), (message.payload:gsub(".", to_hex)))
  end
end
