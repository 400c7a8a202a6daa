-- The calls on the stack: words that are behind a call instruction.
local check = require("spec.check")
local call_stack = require("bridge.memory.call_stack")

--- Returns a reader of words by address; everything else is 0.
local function reader(bytes)
  local function byte(address) return bytes[address] or 0 end
  local function read16(address) return byte(address) | byte(address + 1) << 8 end
  return { read8 = byte, read16 = read16, read32 = function(address) return read16(address) | read16(address + 2) << 16 end }
end

local function put(bytes, address, value, size)
  for i = 0, size - 1 do bytes[address + i] = value >> 8 * i & 0xFF end
end

return function(it)
  it("a GBA's calls in Thumb, in ARM and through a register are found", function()
    local bytes = {}
    put(bytes, 0x08000100, 0xF800F000, 4) -- bl, in Thumb
    put(bytes, 0x08000200, 0xEB000010, 4) -- bl
    put(bytes, 0x08000300, 0xE1A0E00F, 4) -- mov lr, pc
    put(bytes, 0x08000304, 0xE12FFF13, 4) -- bx r3
    put(bytes, 0x08000400, 0xE3A00001, 4) -- mov r0, 1
    for i, word in ipairs({ 0x08000205, 0x08000308, 0x12345678, 0x08000404, 0x08000105, 0x08000204, 0xFFFFFFFF }) do
      put(bytes, 0x03007F00 + 4 * (i - 1), word, 4)
    end
    local frames = call_stack.of_gba(reader(bytes), 0x03007F00, 0x08000105)
    local told = {}
    for i, frame in ipairs(frames) do told[i] = ("%x %x %x"):format(frame.call, frame.returns_to, frame.at or 0) end
    check.list(told, {
      "8000100 8000104 0", "8000304 8000308 3007f04", "8000100 8000104 3007f10", "8000200 8000204 3007f14",
    })
  end)

  it("a stack pointer that is no stack has no calls", function()
    local read = reader({})
    check.equal(#call_stack.of_gba(read, 0x08000000, 0), 0)
    check.equal(#call_stack.of_gba(read, 0x03007F01, 0), 0)
    check.equal(#call_stack.of_gba(read, 0x03007FFC, 0xFFFFFFFF), 0)
    check.equal(#call_stack.of_game_boy(read, 0xFFFE), 0)
    check.equal(#call_stack.of_game_boy(read, 0), 0)
  end)

  it("a Game Boy's calls are found, and at most 64", function()
    local bytes = {}
    put(bytes, 0x0150, 0xCD, 1)
    put(bytes, 0x0200, 0xC4, 1)
    put(bytes, 0xDFF0, 0x0153, 2)
    put(bytes, 0xDFF2, 0x0154, 2)
    put(bytes, 0xDFF4, 0x0203, 2)
    local frames = call_stack.of_game_boy(reader(bytes), 0xDFF0)
    check.equal(#frames, 2)
    check.list({ frames[1].call, frames[1].at, frames[2].call, frames[2].at }, { 0x0150, 0xDFF0, 0x0200, 0xDFF4 })
    for at = 0xC000, 0xC200, 2 do put(bytes, at, 0x0153, 2) end
    check.equal(#call_stack.of_game_boy(reader(bytes), 0xC000), 64)
  end)
end
