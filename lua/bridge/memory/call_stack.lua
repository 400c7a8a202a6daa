-- Finds the calls that led to where the processor is: words on the stack that are behind a call instruction. That is a guess: the console
-- keeps no list of calls, and a word may be left from an older one. Pure.
local call_stack = {}

---@class bridge.CallStackReader
---@field read8 fun(address: integer): integer
---@field read16 fun(address: integer): integer
---@field read32 fun(address: integer): integer

---@class bridge.CallFrame
---@field returns_to integer address behind the call
---@field call integer address of the call
---@field at integer? where on the stack; nil: in the register lr

-- Bytes of the stack that are looked at, and calls that are found at most.
local GBA_STACK, GB_STACK, MOST = 4096, 512, 64

-- GBATEK, "GBA Memory Map": where code can be, in the BIOS only behind the exception vectors.
local function is_gba_code(address)
  local area = address >> 24
  return address >= 0x20 and address < 0x4000 or area == 2 or area == 3 or area >= 8 and area <= 0xD
end

-- ARM Architecture Reference Manual: BL is two halfwords in Thumb (A7.1.13), and in ARM 0xB below the condition (A4.1.5). Code that calls
-- an address in a register moves pc to lr before a BX.
local function thumb_call(read, address)
  local first, second = read.read16(address - 4), read.read16(address - 2)
  return first & 0xF800 == 0xF000 and second & 0xF800 == 0xF800 and address - 4 or nil
end

local function arm_call(read, address)
  local instruction, before = read.read32(address - 4), read.read32(address - 8)
  if instruction >> 24 & 0xF == 0xB then return address - 4 end
  return before & 0x0FFFFFFF == 0x01A0E00F and instruction & 0x0FFFFFF0 == 0x012FFF10 and address - 4 or nil
end

local function gba_call(read, word)
  local address = word & ~1
  if not is_gba_code(address) or not is_gba_code(address - 8) then return nil end
  local call
  if word % 2 == 1 then call = thumb_call(read, address) elseif word % 4 == 0 then call = arm_call(read, address) end
  return call, address
end

--- Returns the calls of a GBA, the latest one first.
---@param read bridge.CallStackReader
---@param sp integer
---@param lr integer
---@return bridge.CallFrame[]
function call_stack.of_gba(read, sp, lr)
  local frames = {}
  local call, returns_to = gba_call(read, lr)
  if call then frames[1] = { returns_to = returns_to, call = call } end
  local area = sp >> 24
  if sp % 4 ~= 0 or area ~= 2 and area ~= 3 then return frames end
  local size = area == 2 and 0x40000 or 0x8000
  local end_of_memory = (sp & ~(size - 1)) + size
  local last = math.min(sp + GBA_STACK, end_of_memory) - 4
  for at = sp, last, 4 do
    call, returns_to = gba_call(read, read.read32(at))
    if call then frames[#frames + 1] = { returns_to = returns_to, call = call, at = at } end
    if #frames == MOST then break end
  end
  return frames
end

-- Pan Docs, "CPU Instruction Set": CALL, and CALL with each condition.
local CALLS = { [0xCD] = true, [0xC4] = true, [0xCC] = true, [0xD4] = true, [0xDC] = true }

--- Returns the calls of a Game Boy, the latest one first. Those in a bank are known only while it is switched in.
---@param read bridge.CallStackReader
---@param sp integer
---@return bridge.CallFrame[]
function call_stack.of_game_boy(read, sp)
  local frames = {}
  for at = sp, math.min(sp + GB_STACK, 0xFFFE) - 1, 2 do
    local address = read.read8(at) | read.read8(at + 1) << 8
    if address >= 3 and address < 0xFE00 and CALLS[read.read8(address - 3)] then
      frames[#frames + 1] = { returns_to = address, call = address - 3, at = at }
    end
    if #frames == MOST then break end
  end
  return frames
end

return call_stack
