-- Plays 500 frames with random keys, and tells a sum of the machine's state. BREAKPOINTS=random also sets and clears 10,000 breakpoints, of
-- which some are hit; the machine must be the same as without.
local sets = os.getenv("BREAKPOINTS") == "random"
local GBA = { 0x02000000, 0x03000000, 0x04000000, 0x05000000, 0x06000000, 0x07000000, 0x08000000, 0x0E000000 }
local GB = { 0x0000, 0x4000, 0x8000, 0xC000, 0xFE00, 0xFF00 }
local bases = emu:platform() == C.PLATFORM.GBA and GBA or GB
local REGISTERS = { "", "sp", "pc" }

-- Numbers of their own, because the keys must not depend on the breakpoints.
local seed = 1
local function key_bits()
  seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
  return seed >> 8 & 0x3FF
end

local frame, hits, stops, ids = 0, 0, 0, {}

local function set_some()
  for _ = 1, 20 do
    local first = bases[math.random(#bases)] + math.random(0, 0x100)
    local register = REGISTERS[math.random(#REGISTERS)]
    local limit = math.random(0, 3)
    -- Some stop the game, for a second.
    local accesses = math.random(15) + (limit > 0 and math.random(4) == 1 and 16 * 1000 or 0)
    local id = _host.setBreakpoint(accesses, first, first + math.random(0, 0x80), math.random(0, 6), 0xFF, math.random(0, 255), register,
      limit)
    if id ~= 0 then ids[#ids + 1] = id end
  end
  while #ids > 40 do _host.clearBreakpoint(table.remove(ids, math.random(#ids))) end
end

local function sum_of(bytes)
  local sum = 0
  for i = 1, #bytes do sum = sum * 31 + bytes:byte(i) & 0xFFFFFFFFFFFF end
  return sum
end

callbacks:add("stopped", function()
  assert(_host.stop():match("^%d+ 1000 %d+ "), "the place of a stop")
  stops = stops + 1
  if math.random(3) == 1 then _host.setSteps(math.random(50), 0) end
end)

callbacks:add("frame", function()
  frame = frame + 1
  emu:setKeys(key_bits())
  if sets then
    for _ in _host.takeHits():gmatch("\n") do hits = hits + 1 end
    set_some()
  end
  if frame == 500 then
    console:log("sum " .. sum_of(emu:saveStateBuffer(0)))
    if sets then
      console:log("hits " .. hits)
      console:log("stops " .. stops)
    end
  end
end)
