-- Reads and writes the files of mGBA's slots through our own host. No other mGBA gives scripts access to them.
local own_host = require("bridge.system.own_host")

local slot_files = {}

--- Returns whether the script can access the files of the slots.
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
