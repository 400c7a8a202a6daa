-- breakpoint.set, breakpoint.clear, breakpoint.list. What a stopped game does is in stops.lua.
local arguments = require("bridge.wire.arguments")
local limits = require("bridge.wire.limits")
local Breakpoints = require("bridge.events.breakpoints")
local registers = require("bridge.memory.registers")
local targets = require("bridge.memory.targets")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

local U32 = 0xFFFFFFFF
-- Pan Docs, "Memory Map".
local WORK_RAM, ECHO, OBJECTS = 0xC000, 0xE000, 0xFE00

---@param parts { game: bridge.Game, breakpoints: bridge.Breakpoints, stop: bridge.Stop }
return function(parts)
  local game, breakpoints, stop = parts.game, parts.breakpoints, parts.stop

  --- Returns the range on the bus, where mirrors of memory have one address.
  local function range_of(address_text, length_text)
    local length = arguments.integer(length_text, "length", 1, limits.breakpoint_bytes)
    local address = arguments.address(address_text)
    local target = targets.locate(game, address, length, "")
    local first = target.resolved or address --[[@as integer]]
    if game.platform == "GBA" then
      first = game.domains[target.name]:base() + target.offset
    elseif first >= ECHO and first < OBJECTS then
      first = first - ECHO + WORK_RAM
    end
    return first, first + length - 1
  end

  local function check_register(text)
    local set = registers.of(game.platform)
    if text == "-" then return "" end
    if not set or not set.bits[text] then
      refuse_argument("register", text, set and ("a register of the %s (%s)"):format(game.platform, registers.describe(set)) or "none")
    end
    return text
  end

  --- Returns the comparison, the mask, the value and the register of a condition.
  local function condition_of(text, on)
    if text == "-" then return 0, U32, 0, "" end
    local compare, value, mask, register = text:match("^(%a+):(%d+):(%d+):([%w-]+)$")
    local comparison = Breakpoints.COMPARISONS[compare]
    if not comparison then refuse_argument("condition", text, "-, or a condition like eq:3:255:r0") end
    register = check_register(register)
    if on == "execute" and register == "" then refuse("bad-request", "A condition of execute needs a register.", "condition") end
    return comparison, arguments.integer(mask, "mask", 0, U32), arguments.integer(value, "value", 0, U32), register
  end

  --- Returns what a breakpoint is for, its name, and for how many milliseconds it stops the game.
  local function purpose_of(text)
    local name, milliseconds = text:match("^(%a+):stop:(%w+)$")
    name = name or text
    local on = Breakpoints.ACCESSES[name] or refuse_argument("on", name, "read, write, access, change or execute")
    local stops = milliseconds and arguments.integer(milliseconds, "milliseconds", 1, limits.max_stop_milliseconds)
    return on, name, stops or 0
  end

  return {
    ["breakpoint.set"] = { arguments = 5, game = true, needs = "breakpoints", cost = 200, run = function(request)
      local purpose, address, length, condition_text, limit_text = table.unpack(request.arguments)
      local on, name, stops = purpose_of(purpose)
      local first, last = range_of(address, length)
      local comparison, mask, value, register = condition_of(condition_text, name)
      local limit = arguments.integer(limit_text, "limit", 0, limits.breakpoint_hits)
      local id = breakpoints:set(on + Breakpoints.A_MILLISECOND * stops, first, last, comparison, mask, value, register, limit)
      if not id then refuse("busy", ("An emulator has at most %d breakpoints."):format(limits.breakpoints)) end
      return ("%d %d"):format(id, first)
    end },

    ["breakpoint.clear"] = { arguments = 1, game = true, needs = "breakpoints", cost = 200, run = function(request)
      local was_there = breakpoints:clear(arguments.integer(request.arguments[1], "id", 0, 0x7FFFFFFF))
      return was_there and "1" or "0"
    end },

    ["breakpoint.list"] = { arguments = 0, game = true, needs = "breakpoints", run = function()
      return stop.stands and stop:tell() or nil, breakpoints:lines()
    end },
  }
end
