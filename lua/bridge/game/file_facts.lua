-- Writes the facts about the game's files, one a line. They are a payload, because a path may be longer than a header.
local escaping = require("bridge.wire.escaping")

local file_facts = {}

local KEYS = { "file", "save", "savewritable", "saveproblem", "patch", "patchproblem" }

---@class bridge.GameFiles
---@field file string? name of the ROM's file
---@field save string? path of the save file
---@field savewritable boolean?
---@field saveproblem string? why the save file can't be written
---@field patch string? name of the soft patch's file
---@field patchproblem string? why the patch was not applied

---@param files bridge.GameFiles? nil: nothing is known
---@return string payload
function file_facts.write(files)
  local lines = {}
  for _, key in ipairs(KEYS) do
    local value = files and files[key]
    if type(value) == "boolean" then value = value and "1" or "0" end
    if value then lines[#lines + 1] = escaping.encode(key .. "=" .. value) .. "\n" end
  end
  return table.concat(lines)
end

return file_facts
