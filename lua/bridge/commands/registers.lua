-- register.get, register.set, registers.
local arguments = require("bridge.wire.arguments")
local registers = require("bridge.memory.registers")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

---@param parts { game: bridge.Game }
return function(parts)
  local game = parts.game
  local commands = {}

  local function set_of_game()
    local lack, set = game:lack("registers"), registers.of(game.platform)
    if lack or not set then refuse("unsupported", lack or "mGBA offers scripts no registers of this console.") end
    return set --[[@as bridge.RegisterSet]]
  end

  local function check(set, name)
    if set.bits[name] then return end
    refuse_argument("name", name, ("a register of the %s (%s)"):format(game.platform, registers.describe(set)))
  end

  local function read(set, name)
    return registers.read(set, name) or refuse("unsupported", ("This build of mGBA offers scripts no register %s."):format(name), "name")
  end

  commands["register.get"] = { arguments = 1, game = true, run = function(request)
    local name, set = request.arguments[1], set_of_game()
    check(set, name)
    return tostring(read(set, name))
  end }

  commands["register.set"] = { arguments = 2, game = true, run = function(request)
    local name, set = request.arguments[1], set_of_game()
    check(set, name)
    local value = arguments.integer(request.arguments[2], "value", 0, (1 << set.bits[name]) - 1)
    local danger = registers.danger(set, name, value)
    if danger then refuse("bad-request", danger, "value") end
    emu:writeRegister(name, value)
  end }

  commands["registers"] = { arguments = 0, game = true, cost = 20, run = function()
    local set, list = set_of_game(), {}
    for i, name in ipairs(set.names) do list[i] = name .. "=" .. read(set, name) end
    return table.concat(list, " ")
  end }

  return commands
end
