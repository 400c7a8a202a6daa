-- Checks save states before mGBA sees them: mGBA loads the attachments (save memory, cheats, clock) even of a state that it refuses, and
-- trusts their lengths. Pure. Offsets and tags are those of mGBA's include/mgba/internal/*/serialize.h and src/core/serialize.c, equal in
-- 0.10 and 0.11.
local attachments = require("bridge.states.attachments")
local machine_fields = require("bridge.states.machine_fields")
local png = require("bridge.picture.png")
local refuse = require("bridge.wire.refusal").refuse

local unpack, pack = string.unpack, string.pack

---@class bridge.StateLayout
---@field size integer bytes of the machine itself
---@field checksum integer offset of the ROM's CRC32
---@field counter integer offset of the frame number
local LAYOUTS = {
  GBA = { size = 0x61000, checksum = 0x08, counter = 0x1FC },
  GB = { size = 0x11800, checksum = 0x04, counter = 0xC8 },
}
-- include/mgba/gb/interface.h. Only a Game Boy's state has it.
local MODEL = 0x08
local MODELS = { [0x00] = "DMG", [0x20] = "SGB", [0x40] = "MGB", [0x60] = "SGB2", [0x80] = "CGB", [0xA0] = "SCGB", [0xC0] = "AGB" }
-- Title, and on the GBA the code behind it.
local NAME, NAME_END = 0x10, 0x1F
local PICTURE, SAVE_MEMORY, CLOCK = 1, 2, 4 -- tags
-- mRTCGenericState of mGBA's src/core/interface.c: kind, padding, value. mGBA crashes on an unknown kind.
local CLOCK_BYTES, LAST_KIND = 16, 3
-- The kind of a GBA's save memory, which mGBA finds out when the game first uses it.
local SAVE_KIND, UNKNOWN_KIND = 0x2E0, 0xFF
-- mGBA fills up short save memory with this byte, and 0.11 ignores attachments without bytes. Packed, it is a block of zlib (RFC 1950).
local ERASED, ERASED_PACKED = "\xFF", "\x78\x01\x01\x01\x00\xFE\xFF\xFF\x01\x00\x01\x00"

local save_state = {}

local function bad(...)
  refuse("bad-state", string.format(...), "payload")
end

---@param platform "GBA"|"GB"
---@return bridge.StateLayout
function save_state.layout(platform)
  return LAYOUTS[platform]
end

local function printable(title)
  return (title:gsub("[%z ]+$", ""):gsub("[^\32-\126]", "?"))
end

--- Returns the Game Boy model of a state.
---@param bytes string a Game Boy's state, not a PNG
---@return string? model nil for one that mGBA has added since
function save_state.model(bytes)
  return MODELS[bytes:byte(MODEL + 1)]
end

--- Returns a sentence if a state is of another model than the running one: mGBA would switch models but keep the old memory domains.
---@param bytes string a Game Boy's state, not a PNG
---@param own string a state of the running game
---@return string? sentence nil when the models are equal
local function model_problem(bytes, own)
  if bytes:byte(MODEL + 1) == own:byte(MODEL + 1) then return nil end
  return ("The state is of a %s; this game runs as a %s."):format(
    save_state.model(bytes) or "Game Boy of an unknown model", save_state.model(own) or "Game Boy of an unknown model")
end

--- Refuses a state that is not of the game of `own`, a state of the running game.
local function check_header(bytes, own, platform)
  local layout = LAYOUTS[platform]
  local magic, own_magic = unpack("<I4", bytes), unpack("<I4", own)
  if magic & ~0xFF ~= own_magic & ~0xFF then bad("The payload is no save state of this console.") end
  if magic > own_magic then bad("The state is of a newer mGBA than this one.") end
  local title, own_title = bytes:sub(NAME + 1, NAME_END + 1), own:sub(NAME + 1, NAME_END + 1)
  if title ~= own_title then
    bad("The state is of another game, %s; %s is running.", printable(title), printable(own_title))
  end
  local at = layout.checksum + 1
  if bytes:sub(at, at + 3) ~= own:sub(at, at + 3) then bad("The state is of another version of this game.") end
  local problem = platform == "GB" and model_problem(bytes, own)
  if problem then bad("%s", problem) end
end

local function check_clock(bytes, item)
  local is_known = item.size == CLOCK_BYTES and unpack("<I4", bytes, item.offset + 1) <= LAST_KIND
  if not is_known then bad("The clock attached to the state is damaged.") end
end

--- Checks that the attachments follow the table in its order, without gaps and with nothing after them.
---@return boolean has_picture
local function check_attached(bytes, at)
  local items, last = attachments.read(bytes, at)
  local has_picture = false
  for _, item in ipairs(items) do
    if item.size < 0 or item.offset ~= last then bad("What is attached to the state is damaged.") end
    last = last + item.size
    has_picture = has_picture or item.tag == PICTURE
  end
  if last ~= #bytes then bad("The state must have %d bytes by its own table; got %d.", last, #bytes) end
  for _, item in ipairs(items) do
    if item.tag == CLOCK then check_clock(bytes, item) end
  end
  return has_picture
end

--- Checks a state and returns the machine without attachments. Those of a PNG are removed, because they are compressed and so can't be
--- checked here.
---@param bytes string
---@param own string a state of the running game
---@param platform "GBA"|"GB"
---@return string machine
---@return boolean is_all whether there are no attachments to load
---@return boolean has_picture
function save_state.check(bytes, own, platform)
  if png.is_png(bytes) then
    local machine, problem = png.without_attachments(bytes)
    if not machine then bad("The state is a PNG, and %s.", problem) end
    return machine --[[@as string]], true, true
  end
  local layout = LAYOUTS[platform]
  if #bytes < layout.size then
    bad("A state of this console must have at least %d bytes or be a PNG; got %d bytes.", layout.size, #bytes)
  end
  check_header(bytes, own, platform)
  local problem = machine_fields.problem(bytes, platform)
  if problem then bad("%s", problem) end
  if #bytes == layout.size then return bytes, true, false end
  local has_picture = check_attached(bytes, layout.size)
  return bytes:sub(1, layout.size), false, has_picture
end

--- Returns the bytes of save memory attached to a state.
---@param bytes string a state that has been checked, not a PNG
---@param platform "GBA"|"GB"
---@return integer
function save_state.save_memory(bytes, platform)
  return attachments.size(bytes, LAYOUTS[platform].size, SAVE_MEMORY)
end

--- Returns the kind of save memory in a GBA's state.
---@param bytes string not a PNG
---@return integer
function save_state.save_kind(bytes)
  return bytes:byte(SAVE_KIND + 1)
end

--- Returns whether a state was saved before its game used the save memory, which was erased. mGBA attaches nothing then, so that loading
--- the state would leave the save memory of the running game.
---@param bytes string as mGBA made it, with its save memory; not a PNG
---@param platform "GBA"|"GB"
---@return boolean
function save_state.lacks_erased_save(bytes, platform)
  return platform == "GBA" and save_state.save_kind(bytes) == UNKNOWN_KIND and save_state.save_memory(bytes, platform) == 0
end

--- Attaches erased save memory to a state that lacks it.
---@param bytes string
---@param platform "GBA"|"GB"
---@return string
function save_state.with_erased_save(bytes, platform)
  if png.is_png(bytes) then return png.with_attachment(bytes, SAVE_MEMORY, #ERASED, ERASED_PACKED) end
  return attachments.add(bytes, LAYOUTS[platform].size, SAVE_MEMORY, ERASED)
end

--- Attaches a picture to a state, four bytes a pixel as in mGBA's memory.
---@param bytes string as mGBA made it, not a PNG
---@param platform "GBA"|"GB"
---@param pixels string
---@return string
function save_state.with_picture(bytes, platform, pixels)
  return attachments.add(bytes, LAYOUTS[platform].size, PICTURE, pixels)
end

--- Changes the frame number of a state that is not a PNG, if it is `expected` now.
---@param bytes string
---@param platform "GBA"|"GB"
---@param change integer
---@param expected? integer
---@return string
function save_state.count(bytes, platform, change, expected)
  local at = LAYOUTS[platform].counter + 1
  if png.is_png(bytes) or #bytes < at + 3 then return bytes end
  local counter = unpack("<I4", bytes, at)
  if expected and counter ~= expected then return bytes end
  return bytes:sub(1, at - 1) .. pack("<I4", math.max(0, counter + change) & 0xFFFFFFFF) .. bytes:sub(at + 4)
end

return save_state
