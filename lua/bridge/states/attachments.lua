-- What mGBA attaches to the machine in a state: a table of tags, sizes and offsets, which ends with tag 0, then the bytes of all. Pure.
local refuse = require("bridge.wire.refusal").refuse

local unpack, pack = string.unpack, string.pack

local ENTRY = 16 -- bytes: tag, size, offset
local MAX_ENTRIES = 64

---@class bridge.Attachment
---@field tag integer
---@field size integer
---@field offset integer

local attachments = {}

--- Reads the table.
---@param bytes string
---@param at integer where it begins
---@return bridge.Attachment[]
---@return integer last byte of the table
function attachments.read(bytes, at)
  local items, position = {}, at + 1
  while true do
    if position + ENTRY - 1 > #bytes then refuse("bad-state", ("The state is cut off at byte %d."):format(#bytes), "payload") end
    local tag, size, offset = unpack("<I4i4i8", bytes, position)
    position = position + ENTRY
    if tag == 0 then return items, position - 1 end
    if #items == MAX_ENTRIES then refuse("bad-state", "What is attached to the state is damaged.", "payload") end
    items[#items + 1] = { tag = tag, size = size, offset = offset }
  end
end

--- Returns the size of an attachment.
---@param bytes string a state that is not a PNG
---@param machine integer bytes of the machine
---@param tag integer
---@return integer size 0: there is none
function attachments.size(bytes, machine, tag)
  for _, item in ipairs(#bytes > machine and attachments.read(bytes, machine) or {}) do
    if item.tag == tag then return item.size end
  end
  return 0
end

--- Attaches bytes under a tag that the state doesn't have.
---@param bytes string a state that is not a PNG
---@param machine integer bytes of the machine
---@param tag integer
---@param content string
---@return string
function attachments.add(bytes, machine, tag, content)
  -- Without a table, the new one has two entries: the attachment and the end.
  local parts, table_end, shift = { bytes:sub(1, machine) }, machine, 2 * ENTRY
  if #bytes > machine then
    local items
    items, table_end = attachments.read(bytes, machine)
    shift = ENTRY -- what follows the table moves by one entry
    for _, item in ipairs(items) do parts[#parts + 1] = pack("<I4i4i8", item.tag, item.size, item.offset + shift) end
  end
  parts[#parts + 1] = pack("<I4i4i8", tag, #content, #bytes + shift)
  parts[#parts + 1] = ("\0"):rep(ENTRY)
  parts[#parts + 1] = bytes:sub(table_end + 1)
  parts[#parts + 1] = content
  return table.concat(parts)
end

return attachments
