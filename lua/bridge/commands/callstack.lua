-- callstack.
local call_stack = require("bridge.memory.call_stack")
local registers = require("bridge.memory.registers")

-- ARM7TDMI Technical Reference Manual, 2.7: the bit of CPSR that says which instructions run.
local THUMB = 0x20

---@param parts { game: bridge.Game }
return function(parts)
  local game = parts.game

  local reader = {
    read8 = function(address) return emu:read8(address) end,
    read16 = function(address) return emu:read16(address) end,
    read32 = function(address) return emu:read32(address) & 0xFFFFFFFF end,
  }

  --- Returns where the processor runs next, and the calls that led there.
  local function look()
    local set = registers.of(game.platform)
    local function value(name) return registers.read(set, name) end
    if game.platform == "GB" then return value("pc"), call_stack.of_game_boy(reader, value("sp")) end
    -- mGBA has fetched the next instruction.
    local ahead = value("cpsr") & THUMB ~= 0 and 2 or 4
    return value("pc") - ahead, call_stack.of_gba(reader, value("sp"), value("lr"))
  end

  return {
    ["callstack"] = { arguments = 0, game = true, needs = "registers", cost = 500, run = function()
      local pc, frames = look()
      local lines = {}
      for i, frame in ipairs(frames) do
        lines[i] = ("%d %d %s\n"):format(frame.returns_to, frame.call, frame.at and ("%d"):format(frame.at) or "-")
      end
      return tostring(pc), table.concat(lines)
    end },
  }
end
