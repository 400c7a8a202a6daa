-- Reads and writes the chunks of a PNG (W3C PNG, 5 and 11.2) that has a save state: the machine in a chunk gbAs, attachments in chunks
-- gbAx. libpng ignores damaged chunks silently, so checksums are verified here. Pure.
local SIGNATURE = "\137PNG\r\n\26\n"
local AROUND = 12 -- bytes of a chunk besides its data: length, type, checksum
local MAX_PIXELS = 1024

local byte, pack, unpack = string.byte, string.pack, string.unpack

local png = {}

---@return boolean
function png.is_png(bytes)
  return bytes:sub(1, #SIGNATURE) == SIGNATURE
end

local CRC = {}
for n = 0, 255 do
  local value = n
  for _ = 1, 8 do value = value & 1 == 1 and 0xEDB88320 ~ value >> 1 or value >> 1 end
  CRC[n] = value
end

---@param bytes string
---@param first integer
---@param last integer
---@return integer
local function checksum(bytes, first, last)
  local value = 0xFFFFFFFF
  local position = first
  while position + 7 <= last do
    local a, b, c, d, e, f, g, h = byte(bytes, position, position + 7)
    value = CRC[(value ~ a) & 255] ~ value >> 8
    value = CRC[(value ~ b) & 255] ~ value >> 8
    value = CRC[(value ~ c) & 255] ~ value >> 8
    value = CRC[(value ~ d) & 255] ~ value >> 8
    value = CRC[(value ~ e) & 255] ~ value >> 8
    value = CRC[(value ~ f) & 255] ~ value >> 8
    value = CRC[(value ~ g) & 255] ~ value >> 8
    value = CRC[(value ~ h) & 255] ~ value >> 8
    position = position + 8
  end
  for i = position, last do value = CRC[(value ~ byte(bytes, i)) & 255] ~ value >> 8 end
  return value ~ 0xFFFFFFFF
end

--- mGBA reads only RGB with 8 bits a channel, not interlaced.
local function is_readable(header)
  if #header ~= 13 then return false end
  local width, height, depth, color, compression, filter, interlace = unpack(">I4I4BBBBB", header)
  return width > 0 and width <= MAX_PIXELS and height > 0 and height <= MAX_PIXELS
    and depth == 8 and color == 2 and compression + filter + interlace == 0
end

--- Returns the chunks with the compressed pixels, which are equal for equal pictures.
---@param bytes string
---@return string
function png.pixels(bytes)
  local first, position = nil, #SIGNATURE + 1
  while position + AROUND - 1 <= #bytes do
    local length, kind = unpack(">I4c4", bytes, position)
    if kind == "IDAT" then
      first = first or position
    elseif first then
      break
    end
    position = position + AROUND + length
  end
  return first and bytes:sub(first, position - 1) or bytes
end

--- Adds a chunk before the last one, IEND, which has no data.
local function with_chunk(bytes, kind, data)
  local last = #bytes - AROUND
  local checked = kind .. data
  return bytes:sub(1, last) .. pack(">I4", #data) .. checked .. pack(">I4", checksum(checked, 1, #checked)) .. bytes:sub(last + 1)
end

--- Adds a text chunk (W3C PNG, 11.3.3.2) at the end.
---@param bytes string a PNG
---@param keyword string
---@param text string
---@return string
function png.with_text(bytes, keyword, text)
  return with_chunk(bytes, "tEXt", keyword .. "\0" .. text)
end

--- Adds an attachment of a state at the end.
---@param bytes string a PNG
---@param tag integer
---@param size integer of the unpacked bytes
---@param packed string
---@return string
function png.with_attachment(bytes, tag, size, packed)
  return with_chunk(bytes, "gbAx", pack("<I4I4", tag, size) .. packed)
end

--- Removes the attachments from a PNG state, and verifies the rest.
---@param bytes string
---@return string? state
---@return string? problem the rest of a sentence
function png.without_attachments(bytes)
  local kept, position, kind, machines = { SIGNATURE }, #SIGNATURE + 1, nil, 0
  repeat
    if position + AROUND - 1 > #bytes then return nil, "it is cut off" end
    local length = unpack(">I4", bytes, position)
    local last = position + AROUND + length - 1
    if last > #bytes then return nil, "it is cut off" end
    local first_chunk = not kind
    kind = bytes:sub(position + 4, position + 7)
    if unpack(">I4", bytes, last - 3) ~= checksum(bytes, position + 4, last - 4) then return nil, "it is damaged" end
    if first_chunk and (kind ~= "IHDR" or not is_readable(bytes:sub(position + 8, last - 4))) then
      return nil, "not one of mGBA's"
    end
    if kind == "gbAs" then machines = machines + 1 end
    if kind ~= "gbAx" then kept[#kept + 1] = bytes:sub(position, last) end
    position = last + 1
  until kind == "IEND"
  if position <= #bytes then return nil, "something follows its end" end
  if machines ~= 1 then return nil, "no state is in it" end
  return table.concat(kept)
end

return png
