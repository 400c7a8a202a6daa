-- Parses the lines of a branch's reads. The grammar is in docs/protocol/branches.md.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local lines = require("bridge.wire.lines")

local branch_lines = {}

---@class bridge.BranchRead
---@field address integer|bridge.PointerChain
---@field length integer
---@field domain string

--- Parses the line of a read, or refuses it.
---@param line string
---@return bridge.BranchRead
function branch_lines.read(line)
  local fields = lines.split(line, 4, "read, address, length and domain")
  return {
    address = arguments.address(fields[2]), length = arguments.integer(fields[3], "length", 1, limits.memory_range_bytes),
    domain = lines.domain(fields[4]),
  }
end

return branch_lines
