-- A fake of the part of mGBA that the script uses, with mGBA's pitfalls: the end of a stream looks like "try again"; sends are partial;
-- `send` returns 1 on a dead connection, and the next one kills the process; a second close is an error; objects become invalid with
-- the game; argument counts are checked; unknown members raise; a callback inside another one takes mGBA's context from it; removing a
-- callback twice crashes 0.10. In 0.11 memory objects become invalid at each reset and whenever mGBA detects the kind of save memory,
-- callbacks run in any order, and there are `system`, `script`, images, `oneshot` and game codes without a prefix.
--
-- fake_system.lua plays the operating system, fake_time.lua the time.
local sockets = require("spec.fake_sockets")
local fake_time = require("spec.fake_time")
local states = require("spec.fake_states")

---@class spec.Fake
---@field version "0.10"|"0.11" of the mGBA that the next `install` makes
local fake = { version = "0.10" }

---@return boolean
function fake.is_eleven()
  return fake.version == "0.11"
end

local function check_context(level)
  if fake.running and not fake.has_context then error("Function called from invalid context", level + 1) end
end

--- Raises for unknown members. Only `emu` returns nil for them.
local function with_members(methods)
  return function(_, name)
    local method = methods[name]
    if method == nil then error("Invalid key", 2) end
    return method
  end
end

local function check_arguments(is_complete, ...)
  if not is_complete or select("#", ...) > 0 then error("Error calling function (invoking failed)", 3) end
end

-- Checks the number of arguments, `self` included. mGBA refuses further ones, and an explicit nil.
local STRICT = {
  function(fn)
    return function(self, ...)
      check_context(2)
      check_arguments(self ~= nil, ...)
      return fn(self)
    end
  end,
  function(fn)
    return function(self, one, ...)
      check_context(2)
      check_arguments(self ~= nil and one ~= nil, ...)
      return fn(self, one)
    end
  end,
  function(fn)
    return function(self, one, two, ...)
      check_context(2)
      check_arguments(self ~= nil and one ~= nil and two ~= nil, ...)
      return fn(self, one, two)
    end
  end,
}

local function strict(count, fn) return STRICT[count](fn) end

fake_time.add_to(fake)
local create_socket = sockets.add_to(fake, strict)

-- Memory -------------------------------------------------------------------------------------------------------------

local Domain, DomainMembers = {}, {}
DomainMembers.__index = with_members(Domain)

local CARTRIDGE = 0x2000000
local HALFWORDS = { palette = true, vram = true, oam = true }
local IGNORED = { bios = true, io = true }
local JOYP = "reading JOYP calls keysRead back, which takes our context away"

local CHARACTERS = {}
for byte = 0, 255 do CHARACTERS[byte] = string.char(byte) end

-- Memory is kept by the byte; a page whose bytes were never set is read as a whole.
local PAGE = 256
local ZEROS = ("\0"):rep(PAGE)

local function new_bytes()
  local set_pages = {}
  return setmetatable({}, {
    set_pages = set_pages,
    __newindex = function(bytes, offset, value)
      set_pages[offset // PAGE] = true
      rawset(bytes, offset, value)
    end,
  })
end

--- Adds the bytes of a range to a list of texts, up to the end of the range's first page. Returns the length of this part.
local function add_part(out, bytes, offset, max)
  local page = offset // PAGE
  local length = math.min(max, (page + 1) * PAGE - offset)
  if not getmetatable(bytes).set_pages[page] then
    out[#out + 1] = ZEROS:sub(1, length)
    return length
  end
  for i = offset, offset + length - 1 do out[#out + 1] = CHARACTERS[bytes[i] or 0] end
  return length
end

local function check_alive(self)
  if fake.game ~= self.game or self.game.memory[self.id] ~= self then error("Invalid object", 3) end
end

local function read(self, offset, width)
  check_alive(self)
  assert(not (self.game.gb and self.id == "io" and offset == 0), JOYP)
  local value = 0
  for i = 0, width - 1 do value = value | (self.bytes[(offset + i) % self.length] or 0) << (8 * i) end
  return value
end

local function write(self, offset, value, width, raw)
  check_alive(self)
  if raw and (IGNORED[self.id] or width == 1 and HALFWORDS[self.id]) then return end
  for i = 0, width - 1 do self.bytes[(offset + i) % self.length] = value >> (8 * i) & 0xFF end
  fake.accesses[#fake.accesses + 1] = ("%s%d"):format(self.id, 8 * width)
end

Domain.base = strict(1, function(self) check_alive(self) return self.start end)
Domain.size = strict(1, function(self) check_alive(self) return self.length end)
Domain.bound = strict(1, function(self) check_alive(self) return self.start + self.length end)
Domain.name = strict(1, function(self) check_alive(self) return self.id:upper() end)
Domain.readRange = strict(3, function(self, offset, length)
  check_alive(self)
  assert(not (self.game.gb and self.id == "io" and offset == 0 and length > 0), JOYP)
  local out, bytes, size, done = {}, self.bytes, self.length, 0
  while done < length do
    local at = (offset + done) % size
    done = done + add_part(out, bytes, at, math.min(length - done, size - at))
  end
  return table.concat(out)
end)
for _, width in ipairs({ 1, 2, 4 }) do
  Domain["read" .. 8 * width] = strict(2, function(self, offset)
    assert(offset % width == 0, "raw reads are aligned")
    return read(self, offset, width)
  end)
  Domain["write" .. 8 * width] = strict(3, function(self, offset, value)
    assert(offset % width == 0, "raw writes are aligned")
    write(self, offset, value, width, true)
  end)
end

local function domain(game, name, start, length)
  game.memory[name] = setmetatable({ game = game, id = name, start = start, length = length, bytes = new_bytes() }, DomainMembers)
end

-- Game ---------------------------------------------------------------------------------------------------------------

local Core = {}
Core.__index = Core

--- Called when mGBA detects the kind of save memory, or starts to look for it again. 0.10 keeps its memory objects; 0.11 replaces them.
---@param more? table<string, integer> sizes of the domains that appear
function fake.replace_domains(more)
  if not fake.is_eleven() then return end
  local game = fake.game
  local before = game.memory
  game.memory = {}
  for name, old in pairs(before) do
    domain(game, name, old.start, old.length)
    game.memory[name].bytes = old.bytes
  end
  for name, length in pairs(more or {}) do domain(game, name, 0x0E000000, length) end
  fake.fire("memoryBlocksChanged")
end

Core.platform = strict(1, function(self) return self.gb and 1 or 0 end)
Core.currentFrame = strict(1, function(self) return self.number end)
Core.romSize = strict(1, function(self) return self.rom_size end)
Core.getGameTitle = strict(1, function(self) return self.title or self.gb and "GB GAME" or "BUTTONTEST" end)
Core.getGameCode = strict(1, function(self)
  local code = self.code or self.gb and "GBTE" or "ABTE"
  return fake.is_eleven() and code or (self.gb and "DMG-" or "AGB-") .. code
end)
Core.checksum = strict(2, function() return "\x1A\x2B\x3C\x4D" end)
Core.getKeys = strict(1, function(self) return self.keys end)
Core.reset = strict(1, function(self)
  fake.resets = fake.resets + 1
  self.number = 0
  fake.replace_domains()
  fake.fire("reset")
end)
Core.addKeys = strict(2, function(self, mask)
  assert(fake.running == "frame", "keys change only in the frame callback")
  self.keys = self.keys | mask
end)
Core.clearKeys = strict(2, function(self, mask) self.keys = self.keys & ~mask end)

local function contains(each, address)
  return address >= each.start and address < each.start + each.length
end

local function bus(self, address)
  local latest = self.latest
  if latest and contains(latest, address) and self.memory[latest.id] == latest then return latest, address - latest.start end
  for _, each in pairs(self.memory) do
    if contains(each, address) then
      self.latest = each
      return each, address - each.start
    end
  end
  if fake.open_bus then return nil, address end
  error("the bus was used where nothing is: " .. address)
end

local function bus_address(self, address)
  return address & (self.gb and 0xFFFF or 0xFFFFFFFF)
end

--- `fake.live_io` has register bytes that only the bus shows.
local function read_over_bus(self, address)
  address = bus_address(self, address)
  local where, offset = bus(self, address)
  assert(address & 0xFF00FFFE ~= 0x04000130, "reading KEYINPUT calls keysRead back, which takes our context away")
  assert(address >> 25 ~= 7, "reading save memory makes SRAM of it")
  if not where then return fake.open_bus end
  return fake.live_io[address] or read(where, offset, 1)
end

for _, width in ipairs({ 1, 2, 4 }) do
  Core["read" .. 8 * width] = strict(2, function(self, address)
    local value = 0
    for i = 0, width - 1 do value = value | read_over_bus(self, address + i) << 8 * i end
    return value
  end)
  Core["write" .. 8 * width] = strict(3, function(self, address, value)
    local where, offset = bus(self, address)
    write(where, offset, value, width, false)
  end)
end
Core.readRange = strict(3, function(self, address, length)
  local out, done = {}, 0
  while done < length do
    local where, offset = bus(self, bus_address(self, address + done))
    if where and where.id ~= "io" and where.id ~= "sram" then
      check_alive(where)
      done = done + add_part(out, where.bytes, offset, math.min(length - done, where.length - offset))
    else
      out[#out + 1], done = CHARACTERS[read_over_bus(self, address + done)], done + 1
    end
  end
  return table.concat(out)
end)

-- Values are signed; 0.10 returns garbage above the bits of a Game Boy register. Reading an unknown name returns nil; writing it does
-- nothing.
Core.readRegister = strict(2, function(self, name)
  local value = self.registers[name]
  if not value then return nil end
  if self.gb then return fake.is_eleven() and value or value | 0x5A0000 end
  return value >= 0x80000000 and value - 0x100000000 or value
end)
Core.writeRegister = strict(3, function(self, name, value)
  if self.registers[name] then self.registers[name] = value & 0xFFFFFFFF end
  if name == "pc" and value & 0xFFFFFFFF >= 0x10000000 then fake.fire("crashed") end
end)

local function register_names(gb)
  if gb then return { "a", "b", "c", "d", "e", "f", "h", "l", "af", "bc", "de", "hl", "sp", "pc" } end
  local names = { "ip", "sp", "lr", "pc", "cpsr" }
  for i = 0, 15 do names[#names + 1] = "r" .. i end
  return names
end
Core.frameCycles = strict(1, function(self) return self.gb and 70224 or 280896 end)
Core.frequency = strict(1, function(self) return self.gb and 4194304 or 16777216 end)

local PNG = "\137PNG\r\n\26\n\0\0\0\rIHDR\0\0\0\xF0\0\0\0\xA0rest"
Core.saveStateBuffer = strict(2, function(self, flags)
  return flags & 1 == 1 and PNG or states.save(self, flags, fake.is_eleven())
end)
Core.loadStateBuffer = strict(3, function(self, bytes, flags) return states.load(self, bytes, flags) end)
Core.saveStateSlot = strict(3, function(self, slot, flags)
  fake.slots[slot] = states.save(self, flags, fake.is_eleven())
  return true
end)
Core.loadStateSlot = strict(3, function(self, slot, flags)
  return fake.slots[slot] ~= nil and states.load(self, fake.slots[slot], flags)
end)

Core.loadFile = strict(2, function(self, path)
  fake.loaded_rom = path
  self.title = "OTHER GAME"
  return not fake.rom_is_refused
end)
Core.autoloadSave = strict(1, function()
  fake.saves_loaded = fake.saves_loaded + 1
  return not fake.save_is_refused
end)
Core.loadSaveFile = strict(3, function(_, path, temporary)
  if fake.load_save then
    fake.load_save(path)
    return true
  end
  local file = assert(io.open(path, "rb"))
  fake.loaded_save = { path = path, temporary = temporary, bytes = file:read("a") }
  file:close()
  return true
end)
Core.step = strict(1, function() fake.steps = fake.steps + 1 end)
--- Writes a picture as mGBA does. Specs may replace it.
local function draw(path)
  fake.picture_path = path
  local file = io.open(path, "wb")
  if file then
    file:write(PNG)
    file:close()
  end
end

Core.screenshot = strict(2, function(_, path)
  assert(not fake.is_eleven(), "would crash a host without a screen")
  fake.draw(path)
end)
local screenshot_to_image = strict(1, function()
  return { save = strict(2, function(_, path) fake.draw(path) end) }
end)

--- Returns how many bytes of a ROM are mapped.
local function mapped(size, code)
  if size > CARTRIDGE then return code and code:sub(1, 1) == "M" and CARTRIDGE // 2 or CARTRIDGE end
  if size == 0x100000 then return 0x400000 end
  return size & (size - 1) == 0 and size or CARTRIDGE
end

-- mGBA's own debugger: points by number, from 1 on; -1 without a debugger. The end of a range is exclusive.
local function give_debugger(game)
  local points, last = {}, 0
  local function add(point)
    if fake.has_no_debugger then return -1 end
    last = last + 1
    points[last] = point
    return last
  end
  game.points = points
  game.setBreakpoint = strict(3, function(_, call, address) return add({ call = call, first = address, stop = address + 1 }) end)
  game.setRangeWatchpoint = function(_, call, first, stop, kind)
    check_context(2)
    return add({ call = call, first = first, stop = stop, kind = kind })
  end
  game.clearBreakpoint = strict(2, function(_, id)
    local had = points[id] ~= nil
    points[id] = nil
    return had
  end)
  game.currentCycle = strict(1, function(self) return self.cycle or 0 end)
end

--- Has the game run an instruction, or access memory: `info` has the `accessType` then.
function fake.meet(info)
  for _, point in pairs(fake.game.points) do
    local sees = point.kind and info.accessType and point.kind & info.accessType & 3 ~= 0 or not (point.kind or info.accessType)
    if point.kind == 5 and info.oldValue == info.newValue then sees = false end
    if sees and info.address >= point.first and info.address < point.stop then point.call(info) end
  end
end

function fake.load_game(options)
  options = options or {}
  local game = setmetatable({ memory = {}, keys = 0, number = 0, gb = options.gb, rom_size = options.rom_size or 0x1000,
    model = options.model or 0, code = options.code }, Core)
  game.registers = {}
  for _, name in ipairs(register_names(options.gb)) do game.registers[name] = 0 end
  if options.gb then
    domain(game, "cart0", 0, 0x8000)
    domain(game, "vram", 0x8000, 0x2000)
    domain(game, "wram", 0xC000, 0x2000)
    domain(game, "oam", 0xFE00, 0xA0)
    domain(game, "io", 0xFF00, 0x80)
    domain(game, "hram", 0xFF80, 0x7F)
  else
    domain(game, "bios", 0, 0x4000)
    domain(game, "wram", 0x02000000, 0x40000)
    domain(game, "iwram", 0x03000000, 0x8000)
    domain(game, "io", 0x04000000, 0x400)
    domain(game, "palette", 0x05000000, 0x400)
    domain(game, "vram", 0x06000000, 0x18000)
    domain(game, "oam", 0x07000000, 0x400)
    local reach = fake.is_eleven() and mapped(game.rom_size, game.code) or CARTRIDGE
    for i = 0, 2 do domain(game, "cart" .. i, 0x08000000 + i * CARTRIDGE, reach) end
    if options.sram then domain(game, "sram", 0x0E000000, options.sram) end
  end
  if fake.is_eleven() then
    game.screenshotToImage = screenshot_to_image
    give_debugger(game)
  end
  fake.game = game
  _G.emu = game
  fake.fire("start")
end

function fake.close_game()
  fake.fire("shutdown")
  fake.game = nil
  _G.emu = nil
end

-- Callbacks ----------------------------------------------------------------------------------------------------------

local Callbacks = {}

Callbacks.add = strict(3, function(_, name, fn)
  fake.next_id = fake.next_id + 1
  fake.hooks[fake.next_id] = { name = name, fn = fn }
  return fake.next_id
end)

Callbacks.remove = strict(2, function(_, id)
  assert(fake.hooks[id] or fake.is_eleven(), "removed twice: crash")
  fake.hooks[id] = nil
end)

local function oneshot(_, name, fn)
  local id = _G.callbacks:add(name, fn)
  fake.hooks[id].oneshot = true
  return id
end

local function run_hook(id, hook)
  fake.has_context = true
  hook.fn()
  fake.has_context = false
  if hook.oneshot then fake.hooks[id] = nil end
end

--- Calls callbacks. 0.10 hides errors in callbacks; here they fail the spec. 0.10 calls them in the order in which they were added, also
--- those that are added meanwhile; 0.11 in any order.
function fake.fire(name)
  local before, last = fake.running, fake.next_id
  fake.running = name
  if fake.is_eleven() then
    for id = last, 1, -1 do
      local hook = fake.hooks[id]
      if hook and hook.name == name then run_hook(id, hook) end
    end
  else
    local id = 1
    while id <= fake.next_id do
      local hook = fake.hooks[id]
      if hook and hook.name == name then run_hook(id, hook) end
      id = id + 1
    end
  end
  fake.running = before
end

--- Emulates frames; `seen` records the keys of each frame as the game reads them.
function fake.frames(count)
  for _ = 1, count do
    fake.seen[#fake.seen + 1] = fake.game.keys
    fake.fire("frame")
    if fake.game then fake.game.number = fake.game.number + 1 end
    fake.pass_time(fake.seconds + 1 / fake.frames_a_second)
  end
end

local function log(level)
  return strict(2, function(_, text)
    assert(type(text) == "string", "numbers are not turned into texts")
    table.insert(fake.lines, level .. " " .. text)
  end)
end

local function object(methods)
  return setmetatable({}, { __index = with_members(methods) })
end

--- Starts a new mGBA without a game.
function fake.install()
  fake.listeners, fake.hooks, fake.next_id, fake.lines = {}, {}, 0, {}
  fake.waits, fake.on_wait, fake.resets, fake.seen, fake.accesses = 0, nil, 0, {}, {}
  fake.game, fake.running, fake.has_context, fake.picture_path = nil, nil, nil, nil
  fake.slots, fake.steps, fake.saves_loaded, fake.loaded_rom, fake.loaded_save, fake.rom_is_refused = {}, 0, 0, nil, nil, nil
  fake.save_is_refused, fake.load_save = nil, nil
  fake.frames_a_second = 60
  fake.reset_time()
  fake.live_io, fake.open_bus = {}, nil
  _G.emu, _G.system, _G.script = nil, nil, nil
  fake.draw, Callbacks.oneshot = draw, nil
  if fake.is_eleven() then
    Callbacks.oneshot = oneshot
    _G.system = object({ version = "0.11-9122-afd6f14ea", program = "mGBA", branch = "master", commit = "afd6f14ea", revision = 9122 })
    _G.script = { dir = "./", path = "./script.lua" }
  end
  _G.callbacks = object(Callbacks)
  _G.console = object({ log = log("log"), warn = log("warn"), error = log("error") })
  _G._socket = { create = create_socket }
  _G.socket = { ERRORS = { [-1] = "unknown error", [2] = "address in use" } }
  _G.C = { SOCKERR = { AGAIN = 1 }, CHECKSUM = { CRC32 = 0 } }
  if fake.is_eleven() then _G.C.WATCHPOINT_TYPE = { WRITE = 1, READ = 2, RW = 3, WRITE_CHANGE = 5 } end
end

return fake
