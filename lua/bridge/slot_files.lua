-- The files of mGBA's slots, where our own host reads and writes them. In any other mGBA no script sees what is in them.
local own_host = require("bridge.own_host")

local slot_files = {}

---@return boolean are_ours
function slot_files.are_ours()
  return own_host.find("readSlot") ~= nil
end

---@param slot integer
---@return string? bytes nil: it is empty
function slot_files.read(slot)
  local bytes = own_host.find("readSlot")(slot)
  return bytes ~= "" and bytes or nil
end

---@param slot integer
---@param bytes string
---@return boolean is_written
function slot_files.write(slot, bytes)
  return own_host.find("writeSlot")(slot, bytes)
end

return slot_files
