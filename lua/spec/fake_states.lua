-- Save states as mGBA saves and loads them, with its quirks: it loads the attachments even of a refused state, increments the frame
-- number after the callback, and checks only the header.
local fake_states = {}

local LAYOUTS = {
  [false] = { size = 0x61000, magic = 0x01000007, checksum = 8, counter = 0x1FC, memory = 0x21000, title = "BUTTONTEST\0\0ABTE" },
  [true] = { size = 0x11800, magic = 0x00400003, checksum = 4, counter = 0xC8, memory = 0x4400, title = "GB GAME\0\0\0\0\0\0\0\0\0" },
}

local SAVE_KIND = 0x2E0

local function put(bytes, at, part)
  return bytes:sub(1, at) .. part .. bytes:sub(at + #part + 1)
end

--- Returns a state without attachments, with a title, the ROM's checksum, a frame, and the first four bytes of work memory.
function fake_states.machine(options)
  local layout = LAYOUTS[options.gb or false]
  local bytes = ("\0"):rep(layout.size)
  bytes = put(bytes, 0, string.pack("<I4", options.magic or layout.magic))
  if options.gb then bytes = put(bytes, 8, string.char(options.model or 0)) end
  bytes = put(bytes, layout.checksum, options.checksum or "\x4D\x3C\x2B\x1A")
  bytes = put(bytes, 0x10, options.title or layout.title)
  bytes = put(bytes, layout.counter, string.pack("<I4", options.frame or 0))
  if options.save_kind then bytes = put(bytes, SAVE_KIND, string.char(options.save_kind)) end
  return put(bytes, layout.memory, string.pack("<I4", options.value or 0))
end

--- Returns the table of attachments and their bytes; an item is { tag, bytes }.
function fake_states.attached(size, items)
  local entries, contents = {}, {}
  local offset = size + 16 * (#items + 1)
  for i, item in ipairs(items) do
    entries[i] = string.pack("<I4i4i8", item[1], #item[2], offset)
    contents[i] = item[2]
    offset = offset + #item[2]
  end
  return table.concat(entries) .. ("\0"):rep(16) .. table.concat(contents)
end

function fake_states.save(game, flags, is_eleven)
  local magic = is_eleven and not game.gb and 0x0100000B or nil
  local bytes = fake_states.machine({ magic = magic, gb = game.gb, model = game.model,
    frame = game.number, value = game.memory.wram:read32(0), save_kind = game.save_kind })
  if game.gb then bytes = put(bytes, 0x300, string.char(game.memory.io.bytes[0] or 0)) end
  if flags & 2 == 0 or not game.save_data then return bytes end
  return bytes .. fake_states.attached(#bytes, { { 2, game.save_data } })
end

local function load_attachments(game, bytes, position)
  while true do
    assert(position + 15 <= #bytes, "read beyond the end")
    local tag, size, offset = string.unpack("<I4i4i8", bytes, position)
    position = position + 16
    if tag == 0 then return end
    assert(size >= 0 and offset + size <= #bytes, "wrong length of an attachment")
    if tag == 2 then game.save_data = bytes:sub(offset + 1, offset + size) end
  end
end

function fake_states.load(game, bytes, _)
  local layout = LAYOUTS[game.gb or false]
  if bytes:sub(1, 4) == "\137PNG" then
    game.loaded_png = bytes
    local model = bytes:match("model (%d+)")
    if model then game.model = tonumber(model) end
    return not bytes:find("another game", 1, true)
  end
  if #bytes < layout.size then return false end
  local ok = bytes:sub(0x11, 0x20) == layout.title and not bytes:find("refused by mGBA", 1, true)
  if ok then
    if game.gb then game.model = bytes:byte(9) end
    game.number = string.unpack("<I4", bytes, layout.counter + 1)
    game.memory.wram:write32(0, (string.unpack("<I4", bytes, layout.memory + 1)))
  end
  if #bytes > layout.size then load_attachments(game, bytes, layout.size + 1) end
  return ok
end

return fake_states
