-- state.save, state.load, slot.save, slot.load.
local arguments = require("bridge.wire.arguments")

-- Flags: all of C.SAVESTATE; all with the host's pixels; either kind of picture.
local ALL, ALL_AND_PIXELS, PICTURED = 31, 63, 33

-- Microseconds: a state without a picture is copied; one with a picture is compressed into a PNG.
local PLAIN, ENCODED = 700, 7000

local function flags_of(text, max)
  return arguments.integer(text, "flags", 0, max or ALL)
end

local function slot_of(text)
  return arguments.integer(text, "slot", 0, 9)
end

--- Returns a function that tells whether the state gets a picture; `flags` is the index of the argument.
local function needs_picture(flags)
  return function(request)
    local value = math.tointeger(tonumber(request.arguments[flags]))
    return value ~= nil and value & PICTURED ~= 0
  end
end

local function always() return true end

---@param parts { states: bridge.States }
return function(parts)
  local states = parts.states
  local commands = {}

  commands["state.save"] = { arguments = 1, game = true, needs = "states", cost = PLAIN, is_long = always,
    needs_picture = needs_picture(1), run = function(request)
      return nil, states:save(flags_of(request.arguments[1], ALL_AND_PIXELS))
    end }

  commands["state.load"] = { arguments = 1, payload = true, game = true, needs = "states", cost = PLAIN, run = function(request)
    states:load(request.payload, flags_of(request.arguments[1]))
  end }

  commands["slot.save"] = { arguments = 2, game = true, needs = "slots", cost = ENCODED, is_long = always,
    needs_picture = needs_picture(2), run = function(request)
      states:save_slot(slot_of(request.arguments[1]), flags_of(request.arguments[2]))
    end }

  commands["slot.load"] = { arguments = 2, game = true, needs = "slots", cost = ENCODED, is_long = always, run = function(request)
    states:load_slot(slot_of(request.arguments[1]), flags_of(request.arguments[2]))
  end }

  return commands
end
