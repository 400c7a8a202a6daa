-- buttons.get, .set, .lease, .add, .remove, .clear, .press, .sequence, .cancel, .status.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local Sequence = require("bridge.input.sequence")
local refusal = require("bridge.wire.refusal")
local LATER = require("bridge.serving.dispatcher").LATER
local button_mask = require("bridge.input.button_mask")
local merging = require("bridge.input.merging")

-- Microseconds to parse a KiB of lines.
local PARSING = 100
local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument
local MAX_ID = 0x1FFFFFFFFFFFFF -- the largest integer that a double holds exactly

local ENDED_EARLY = {
  cancelled = "The press or sequence was cancelled before it began.",
  interrupted = "The press or sequence ended early; its buttons were released.",
}

---@class bridge.ButtonParts
---@field game bridge.Game
---@field input bridge.Input
---@field hold bridge.Hold
---@field dispatcher bridge.Dispatcher
---@field clock bridge.Clock
---@field keys bridge.Keys

---@param parts bridge.ButtonParts
return function(parts)
  local game, input, hold, dispatcher, clock, keys =
    parts.game, parts.input, parts.hold, parts.dispatcher, parts.clock, parts.keys
  local held = input.held

  local function mask_of(text, min) return button_mask.parse(text, min, game) end

  local commands = {}

  commands["buttons.get"] = { arguments = 0, game = true, run = function()
    return ("%d %d %d"):format(input:reported_keys(emu:getKeys()), held.mask, #input.sequences)
  end }

  --- Returns the frame in whose callback the latest accepted mask takes effect: this one if nothing is queued and the keys of the
  --- next frame aren't set yet.
  local function changes_at()
    return held:delay() + (keys.are_set and game.frame + 1 or game.frame)
  end

  ---@param shared? integer mask of the buttons that may also belong to a press or sequence
  ---@param held_until? integer
  local function change(request, mask, shared, held_until)
    local problem = input:hold(mask, request.connection, held_until, shared)
    if problem == "busy" then
      refuse("busy", ("The queue of changes of held buttons is full (%d)."):format(limits.button_changes))
    elseif problem then
      local taken = mask & ~(shared or 0) & input:claimed()
      refuse("conflict", ("%s belongs to a press or sequence that has not ended."):format(button_mask.names(taken)), "mask")
    end
    return tostring(changes_at())
  end

  --- Parses an optional argument.
  local function flag(text, name)
    return text ~= nil and arguments.integer(text, name, 0, 1) == 1
  end

  commands["buttons.set"] = { arguments = 1, optional = 1, game = true, run = function(request)
    local mask = mask_of(request.arguments[1], 0)
    return change(request, mask, flag(request.arguments[2], "shared") and mask or nil)
  end }

  commands["buttons.lease"] = { arguments = 2, game = true, run = function(request)
    local mask = mask_of(request.arguments[1], 0)
    local term = arguments.integer(request.arguments[2], "milliseconds", limits.min_lease_milliseconds, limits.max_lease_milliseconds)
    return change(request, mask, nil, clock.now + 1000 * term)
  end }

  commands["buttons.add"] = { arguments = 1, optional = 1, game = true, run = function(request)
    local added, before = mask_of(request.arguments[1], 0), held.mask
    return change(request, before | added, flag(request.arguments[2], "shared") and before | added or before & ~added)
  end }

  commands["buttons.remove"] = { arguments = 1, optional = 1, game = true, run = function(request)
    local removed = mask_of(request.arguments[1], 0)
    if flag(request.arguments[2], "merged") then merging.release(input, removed) end
    local mask = held.mask & ~removed
    return change(request, mask, mask)
  end }

  commands["buttons.clear"] = { arguments = 0, game = true, run = function(request)
    local dropped = input:release(request.connection)
    return ("%d %d"):format(dropped, changes_at())
  end }

  --- Queues a sequence. With wait 1 it replies when the sequence has ended.
  ---@param sequence bridge.Sequence
  ---@param parameter string name of the argument that has its buttons
  ---@param tell fun(sequence: bridge.Sequence): string arguments of the reply with wait 1
  local function queue(request, sequence, wait_text, parameter, tell)
    local wait, on_end = arguments.integer(wait_text, "wait", 0, 1) == 1, nil
    local connection, id = request.connection, request.id
    if wait then
      local lack, left = hold:lack_of_frames()
      if lack then refuse("held", lack, left) end
      function on_end()
        connection.waiting[id] = nil
        local early = ENDED_EARLY[sequence.state]
        if early then dispatcher:refuse(request, sequence.state, early) else dispatcher:reply(request, "ok", tell(sequence)) end
      end
    end
    local problem = input:queue(sequence, connection, on_end)
    if problem == "busy" then
      refuse("busy", ("The queue of presses and sequences is full (%d)."):format(limits.presses))
    elseif problem then
      refuse("conflict", ("%s is held by buttons.set."):format(button_mask.names(sequence.mask & held.mask)), parameter)
    elseif not wait then
      return ("%d %d"):format(sequence.id, #input.sequences)
    end
    connection.waiting[id] = { cancel = function() input:stop(sequence) end }
    return LATER
  end

  local function tell_press(press)
    return ("%d %d %d"):format(press.id, press.begun, press.released)
  end

  commands["buttons.press"] = { arguments = 4, optional = 1, game = true, run = function(request)
    local mask_text, hold_text, release_text, wait_text, merge_text = table.unpack(request.arguments)
    local mask = mask_of(mask_text, 1)
    local down = arguments.integer(hold_text, "hold", 1, limits.hold_frames)
    local up = arguments.integer(release_text, "release", 1, limits.release_frames)
    local merges = flag(merge_text, "merge")
    if merges then
      if arguments.integer(wait_text, "wait", 0, 1) == 1 then
        refuse_argument("merge", merge_text, "0 for a press that is awaited")
      end
      local pending, id = merging.pending(input.sequences, mask & ~held.mask)
      mask = mask & ~pending
      if mask == 0 then return ("%d %d"):format(id, #input.sequences) end
    end
    local press = Sequence.press(mask, down, up)
    press.merges = merges
    return queue(request, press, wait_text, "mask", tell_press)
  end }

  local function tell_sequence(sequence)
    return ("%s %d"):format(tell_press(sequence), sequence.frames)
  end

  commands["buttons.sequence"] = { arguments = 2, payload = true, game = true, cost_of_kib = PARSING, run = function(request)
    local times = arguments.integer(request.arguments[1], "repeat", 1, limits.sequence_repeats)
    local sequence = Sequence.parse(request.payload, times)
    button_mask.check(sequence.mask, game, "steps")
    local values, cost = queue(request, sequence, request.arguments[2], "steps", tell_sequence)
    if values == LATER then cost = #request.payload * PARSING // 1024 end
    return values, cost
  end }

  local function id_of(request)
    return arguments.integer(request.arguments[1], "id", 1, MAX_ID)
  end

  commands["buttons.cancel"] = { arguments = 1, game = true, run = function(request)
    local id = id_of(request)
    local sequence = input:find(id)
    if not sequence then refuse("unknown-id", ("id must be a press or sequence that is queued or running; got %d."):format(id), "id") end
    local state, played = sequence.state, input:played(sequence)
    input:stop(sequence)
    return ("%s %d"):format(state, played)
  end }

  commands["buttons.status"] = { arguments = 1, game = true, run = function(request)
    local id = id_of(request)
    local sequence = input:recall(id)
    if not sequence then
      refuse("unknown-id", ("id must be a press or sequence that is queued, running or one of the last %d that ended; got %d."):format(
        limits.ended_sequences, id), "id")
    end
    return ("%s %d %d %s %s"):format(
      sequence.state, input:played(sequence), sequence.frames, sequence.begun or "-", sequence.released or "-")
  end }

  return commands
end
