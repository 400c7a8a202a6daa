-- Generates nearly valid requests: each command with arguments of its kinds, and sometimes of others.
local escaping = require("bridge.wire.escaping")
local framing = require("bridge.wire.framing")
local states = require("spec.fake_states")
local mutation = require("spec.fuzz.mutation")

local requests = {}

local NUMBERS = { "0", "1", "2", "3", "4", "5", "8", "9", "15", "16", "31", "32", "63", "64", "255", "256", "257", "1000", "1023",
  "1024", "3600", "3601",
  "36000", "36001", "65535", "65536", "2147483647", "2147483648", "4294967295", "4294967296", "9999999999999999", "0000000000000001" }
local BASES = { 0, 0x3FFF, 0x02000000, 0x02000020, 0x0203FFFE, 0x0203FFFF, 0x02040000, 0x03000000, 0x03007FFF, 0x04000000, 0x040003FF,
  0x05000000, 0x06000000,
  0x06017FFF, 0x07000000, 0x08000000, 0x08000FFF, 0x08001000, 0x0A000000, 0x0E000000, 0x0FFFFFFF, 0x10000000, 0xFFFFFFFF }
local NOISE = { "", "-", "--", "0x10", "+1", "-1", "1.5", "1e3", "nan", "inf", " 1", "1 ", "\0", "\255", "%", "%41", "\n", "<|END|>",
  ("9"):rep(40), ("["):rep(20) }
local TYPES = { "u8", "u16", "u32", "i8", "i16", "i32" }
local DOMAINS = { "", "", "", "", "", "", "", "", "", "", "wram", "wram", "iwram", "io", "palette", "vram", "oam", "cart0", "cart1",
  "sram", "hram", "bios", "nowhere" }
local COMPARISONS = { "eq", "ne", "lt", "le", "gt", "ge", "mask", "changed", "is" }
local REGISTERS = { "r0", "r15", "pc", "sp", "lr", "cpsr", "a", "f", "hl", "x" }

local kinds = {}

function kinds.number(random) return random:of(NUMBERS) end
function kinds.few(random) return tostring(random:between(0, 12)) end
function kinds.mode(random) return random:of({ "any", "any", "all", "some" }) end
function kinds.flag(random) return random:of({ "0", "0", "0", "1", "1", "1", "2" }) end
function kinds.mask(random) return tostring(random:once_in(8) and random:between(0, 1100) or 1 << random:between(0, 7)) end
function kinds.width(random) return random:of({ "1", "1", "2", "2", "4", "4", "4", "3", "0" }) end
function kinds.value(random) return random:once_in(3) and random:of(NUMBERS) or tostring(random:between(0, 255)) end
function kinds.type(random) return random:of(TYPES) end
function kinds.domain(random) return random:of(DOMAINS) end
function kinds.register(random) return random:of(REGISTERS) end
function kinds.nothing() return "" end
function kinds.length(random) return random:once_in(20) and random:of(NUMBERS) or tostring(random:between(0, 300)) end
function kinds.frames(random) return random:once_in(20) and random:of(NUMBERS) or tostring(random:between(1, 9)) end
function kinds.lease_time(random) return random:once_in(20) and random:of({ "99", "0", "600001" }) or tostring(random:between(100, 140)) end
function kinds.lease(random) return random:of({ "", "", "", "", "1", "lease", ("a"):rep(65) }) end
function kinds.topics(random) return random:of({ "", "frame", "buttons,reset", "frame,buttons,reset", "frame,frame", ",", "frames" }) end
function kinds.id(random) return tostring(random:between(0, 30)) end
function kinds.level(random) return random:of({ "info", "warn", "error", "debug" }) end
function kinds.path(random) return random:of({ "a.gba", "/nowhere/at/all.gba", "", "\0", "a\nb" }) end

function kinds.address(random)
  if random:once_in(3) then
    local chain = tostring(random:once_in(2) and random:of(BASES) or 0x02000000)
    for _ = 1, random:between(1, random:once_in(10) and 12 or 3) do
      chain = "[" .. chain .. "]" .. random:of({ "", "", "+4", "-1", "+33554432", "+33554432", "+49152", "+9999999999", random:of({ "+",
        "-", "+x" }) })
    end
    return chain
  end
  return random:once_in(3) and tostring(random:of(BASES)) or tostring(random:of({ 0x02000000, 0xC000, 0x03000000 }) + random:between(0,
    0x1FFF))
end

function kinds.condition(random)
  local comparison = random:of(COMPARISONS)
  return random:once_in(4) and comparison or ("%s:%s"):format(comparison, random:of({ "0", "0", "0", "1", "127", "255", "256", "-1",
    "-128", "65535", "4294967295", "", "x" }))
end

function kinds.type_or_length(random) return random:once_in(2) and kinds.type(random) or kinds.length(random) end

function kinds.letters(random) return random:once_in(4) and random:bytes(20) or ("a"):rep(random:between(1, 20)) end

local function message(id, request)
  local encoded = {}
  for i, argument in ipairs(request.arguments) do encoded[i] = escaping.encode(argument) end
  return framing.header(id, request.word, 0, table.concat(encoded, " "), #request.payload) .. request.payload .. framing.TERMINATOR
end

local payloads = {}

function payloads.bytes(random) return random:bytes(random:once_in(30) and 5000 or 40) end

function payloads.text(random) return kinds.letters(random) end

function payloads.steps(random)
  local lines = {}
  for i = 1, random:between(0, 6) do lines[i] = kinds.mask(random) .. " " .. kinds.frames(random) .. "\n" end
  if random:once_in(15) then lines[#lines + 1] = random:of(NOISE) end
  return table.concat(lines)
end

function payloads.conditions(random)
  local lines = {}
  for i = 1, random:between(1, random:once_in(20) and 20 or 3) do
    local limits = random:of({ "1", "1", "2", "0" }) .. " " .. kinds.frames(random)
    lines[i] = random:once_in(3)
        and ("picture %s 0 0 %s 0 %s\n"):format(random:of({ "changed", "still", "calm", "is:0" }), kinds.flag(random), limits)
      or ("value %s %s %s %s %s\n"):format(kinds.address(random), kinds.type(random), random:of({ "-", "-", "wram", "nowhere" }),
        random:once_in(3) and random:of({ "changed", "same", "increased" }) or kinds.condition(random), limits)
  end
  if random:once_in(15) then lines[#lines + 1] = random:of(NOISE) end
  return table.concat(lines)
end

function payloads.achievement(random)
  local parts = {}
  for i = 1, random:between(1, random:once_in(20) and 70 or 4) do
    parts[i] = random:of({ "", "", "R:", "P:", "I:", "A:", "M:", "Z:" }) .. random:of({ "0xH", "d0xX", "p0x ", "b0xW", "fF" })
      .. random:of({ "0", "8000", "57fff", "58000" }) .. random:of({ "=1", ">0.3.", "!=d0xH8000", "<=f0.5", "" })
  end
  local text = table.concat(parts, random:of({ "_", "_", "S" }))
  return random:once_in(15) and text .. random:of(NOISE) or text
end

-- Nesting depth of messages in payloads.
local depth = 0

-- Returns a payload of messages, mostly of allowed commands, and sometimes broken.
local function messages(random, deck)
  if depth > 1 then return "" end
  depth = depth + 1
  local out = {}
  for i = 1, random:between(1, 5) do
    local request = requests.of(random, random:once_in(20) and requests.all or deck)
    out[i] = message(random:once_in(40) and random:of(NUMBERS) or tostring(i), request)
  end
  depth = depth - 1
  local bytes = table.concat(out)
  return random:once_in(20) and mutation.once(random, bytes) or bytes
end

function payloads.operations(random) return messages(random, requests.operations) end
function payloads.reads(random) return messages(random, requests.reads) end

-- Returns the payload of an act: its optional parts, then its reads.
function payloads.turn(random)
  local out = {}
  for _, word in ipairs({ "state.load", "buttons.sequence", "until.wait" }) do
    if random:once_in(3) then out[#out + 1] = message("1", requests.of(random, { requests.named[word] })) end
  end
  return table.concat(out) .. (random:once_in(2) and "" or payloads.reads(random))
end

function payloads.state(random)
  -- A whole state takes as long as a thousand other requests.
  if not random:once_in(20) then return random:bytes(60) end
  local state = states.machine({ frame = random:between(0, 100) })
  if random:once_in(2) then
    -- Attachments with random sizes and offsets.
    local entries = {}
    for i = 1, random:between(0, 4) do
      entries[i] = string.pack("<I4i4i8", random:between(0, 8), random:between(-2, 600), random:between(-2, #state + 700))
    end
    state = state .. table.concat(entries) .. ("\0"):rep(random:between(0, 32)) .. random:bytes(64)
  end
  if random:once_in(2) then
    local at = random:once_in(2) and random:between(1, 0x220) or random:between(1, #state)
    state = state:sub(1, at - 1) .. string.char(random:between(0, 255)) .. state:sub(at + 1)
  end
  return random:once_in(3) and state:sub(1, random:between(0, #state)) or state
end

-- Random text never matches a lease, so an exclusive hold lasts until its lease expires; the leases are short.
local COMMANDS = {
  { "hello", "flag", "letters", "nothing" }, { "authenticate", "letters" }, { "ping" }, { "tick" }, { "cancel", "id" },
  { "echo", payload = "bytes" }, { "info" },
  { "log", "level", payload = "text" }, { "memory.domains" },
  { "memory.get", "address", "width", "domain", often = 3 }, { "memory.set", "address", "width", "value", "domain", often = 2 },
  { "memory.read", "address", "length", "domain", often = 2 }, { "memory.span", "address", "length", "domain" },
  { "memory.write", "address", "domain", payload = "bytes", often = 2 },
  { "memory.guard", "address", "type", "domain", "condition", often = 2 },
  { "buttons.get" }, { "buttons.set", "mask" }, { "buttons.add", "mask", "flag" }, { "buttons.remove", "mask" }, { "buttons.clear" },
  { "buttons.press", "mask", "frames", "frames", "flag", often = 2 }, { "buttons.sequence", "few", "flag", payload = "steps", often = 2 },
  { "buttons.status", "id" }, { "buttons.cancel", "id" }, { "frames.wait", "frames" },
  { "memory.wait", "address", "type", "domain", "condition", "frames", often = 2 }, { "screen.wait", "frames" },
  { "until.wait", "mode", "frames", payload = "conditions", often = 2 },
  { "act", "frames", "few", "lease", payload = "turn", often = 2 },
  { "frames.hold", "lease_time", "flag", "lease", "letters" }, { "frames.step", "frames", "mask", "lease", "flag", payload = "reads" },
  { "frames.release", "lease" }, { "frames.status" }, { "register.get", "register" }, { "register.set", "register", "number" },
    { "registers" },
  { "screen.png" }, { "screen.raw" }, { "batch", payload = "operations", often = 4 }, { "reset" }, { "core.step" },
  { "state.save", "mask" }, { "state.load", "few", payload = "state" }, { "slot.save", "few", "few" }, { "slot.load", "few", "few" },
  { "rom.load", "path", "flag" }, { "save.load", "path", "flag" }, { "save.autoload" }, { "events.subscribe", "topics" },
  { "watch.set", "id", "address", "type_or_length", "domain", "frames", often = 2 }, { "watch.clear", "id" },
    { "watch.achievement", "id", "frames", payload = "achievement" }, { "speed.get" }, { "speed.set", "number" },
  { "no.such" },
}

requests.all, requests.named, requests.reads, requests.operations = {}, {}, {}, {}
for _, command in ipairs(COMMANDS) do
  requests.named[command[1]] = command
  for _ = 1, command.often or 1 do requests.all[#requests.all + 1] = command end
end
for _, word in ipairs({ "memory.get", "memory.read", "buttons.get", "register.get", "registers", "screen.png" }) do
  table.insert(requests.reads, requests.named[word])
  table.insert(requests.operations, requests.named[word])
end
for _, word in ipairs({ "memory.set", "memory.write", "memory.guard", "buttons.set", "buttons.add", "buttons.remove", "buttons.clear",
  "buttons.press",
  "register.set", "buttons.sequence", "log" })
do
  table.insert(requests.operations, requests.named[word])
end

--- Returns a random request: its word, its decoded arguments and its payload.
---@param deck table[] the commands to choose from
function requests.of(random, deck)
  local command = random:of(deck)
  local request = { word = command[1], arguments = {}, payload = "" }
  for i = 2, #command do
    request.arguments[i - 1] = random:once_in(40) and random:of(NOISE) or kinds[command[i]](random)
  end
  if random:once_in(60) then request.arguments[#request.arguments + 1] = random:of(NOISE) end
  if command.payload and not random:once_in(20) then
    request.payload = payloads[command.payload](random)
  elseif random:once_in(60) then
    request.payload = random:bytes(9)
  end
  return request
end

--- Returns a request as bytes on the wire.
---@param id integer|string
function requests.message(id, request)
  return message(tostring(id), request)
end

return requests
