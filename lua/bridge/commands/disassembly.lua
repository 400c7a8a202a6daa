-- disassemble.
local arguments = require("bridge.wire.arguments")
local limits = require("bridge.wire.limits")
local memory = require("bridge.memory.memory")
local registers = require("bridge.memory.registers")
local targets = require("bridge.memory.targets")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

-- ARM7TDMI Technical Reference Manual, 2.7: the bit of CPSR that says which instructions run.
local THUMB = 0x20
-- The most bytes of an instruction, its alignment, and by how many bytes mGBA's pc is ahead of it: mGBA has fetched the next one.
local MODES = {
  arm = { size = 4, align = 4, ahead = 4 }, thumb = { size = 4, align = 2, ahead = 2 }, sm83 = { size = 3, align = 1, ahead = 0 },
}

---@param parts { game: bridge.Game }
return function(parts)
  local game = parts.game

  --- Returns the mode that the processor runs in.
  local function present_mode(set)
    if game.platform == "GB" then return "sm83" end
    return registers.read(set, "cpsr") & THUMB ~= 0 and "thumb" or "arm"
  end

  --- Returns the mode of an argument.
  local function mode_of(text, set, address)
    if text == "" then
      -- An odd address is one of Thumb code, as in a pointer to a function.
      return address and address % 2 == 1 and game.platform == "GBA" and "thumb" or present_mode(set)
    end
    if game.platform == "GB" and text ~= "sm83" then refuse_argument("mode", text, "sm83 on a Game Boy") end
    if game.platform == "GBA" and text ~= "arm" and text ~= "thumb" then refuse_argument("mode", text, "arm or thumb on a GBA") end
    return text
  end

  local function address_of(text)
    local address = arguments.address(text)
    return type(address) == "table" and targets.locate(game, address, 1, "").resolved or address --[[@as integer]]
  end

  return {
    ["disassemble"] = { arguments = 3, game = true, cost = 300, needs = "disassembly", run = function(request)
      local address_text, lines_text, mode_text = table.unpack(request.arguments)
      local lines = arguments.integer(lines_text, "lines", 1, limits.disassembly_lines)
      local set = registers.of(game.platform)
      local address = address_text ~= "" and address_of(address_text) or nil
      local mode = mode_of(mode_text, set, address)
      local form = MODES[mode]
      if mode == "thumb" and address then address = address - address % 2 end
      address = address or registers.read(set, "pc") - form.ahead
      if address % form.align ~= 0 then
        refuse("bad-request", ("address must be a multiple of %d in ARM code; got 0x%08X."):format(form.align, address), "address")
      end
      local target = targets.locate(game, address, 1, "")
      local length = math.min(lines * form.size, target.size - target.offset)
      return ("%d %s"):format(address, mode), _host.disassemble(mode, address, memory.read(target, length), lines)
    end },
  }
end
