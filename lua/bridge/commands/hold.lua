-- frames.hold, frames.step, frames.release, frames.status.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local escaping = require("bridge.wire.escaping")
local button_mask = require("bridge.input.button_mask")
local first_messages = require("bridge.frames.first_messages")
local Batch = require("bridge.frames.batch")
local batch_plan = require("bridge.frames.batch_plan")
local refusal = require("bridge.wire.refusal")
local Dispatcher = require("bridge.serving.dispatcher")

local LATER = Dispatcher.LATER
local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

-- Ends any hold. No lease has this name.
local ANY_LEASE = "*"

-- Messages before the operations of a step. Both act at once, not when the step begins.
local FIRST = { "state.load", "sensors.set" }
local STATE, SENSORS = 1, 2
local NOT_FIRST = "A step with a state or sensors can't wait for other steps."

local ENDED_EARLY = {
  cancelled = "The step was cancelled before it began.",
  interrupted = "The step ended early, after %d of %d frames.",
  conflict = "A button of the step belongs to a press that has not ended.",
}

---@class bridge.HoldParts
---@field game bridge.Game
---@field input bridge.Input
---@field hold bridge.Hold
---@field clock bridge.Clock
---@field dispatcher bridge.Dispatcher
---@field batches bridge.BatchParts

---@param parts bridge.HoldParts
return function(parts)
  local game, input, hold, clock, dispatcher = parts.game, parts.input, parts.hold, parts.clock, parts.dispatcher
  local reads = Batch.new(parts.batches, batch_plan.STEP_READS)

  local function refuse_as(objection)
    refuse(objection, hold:explain(objection))
  end

  local function term_of(text)
    return 1000 * arguments.integer(text, "milliseconds", limits.min_lease_milliseconds, limits.max_lease_milliseconds)
  end

  local function check_owner(text)
    if text == "" or #text > limits.owner_bytes or text:find("[%c\127]") then
      refuse_argument("owner", text, ("1 to %d bytes without control characters"):format(limits.owner_bytes))
    end
  end

  local function describe()
    return ("%s %d %s"):format(escaping.encode(hold.lease), hold.time:milliseconds_left(), escaping.encode(hold.owner))
  end

  --- Replies when the game stands still.
  local function answer_when_begun(request)
    local waiting = request.connection.waiting
    local function on_begin(status)
      waiting[request.id] = nil
      if status == "ok" then
        dispatcher:reply(request, status, describe())
      else
        dispatcher:refuse(request, status, "The game was resumed before it stood still.")
      end
    end
    waiting[request.id] = { cancel = function() hold:give_up(on_begin) end }
    hold:await(on_begin)
    return LATER
  end

  local function take(request)
    local milliseconds, exclusive, lease, owner = table.unpack(request.arguments)
    local term, is_ahead = term_of(milliseconds), hold:is_ahead()
    exclusive = arguments.integer(exclusive, "exclusive", 0, 1) == 1
    check_owner(owner)
    hold.time:heard(clock.now, true)
    local lack = is_ahead and hold:lack_of_room()
    if lack then refuse("busy", lack) end
    local problem
    if lease == "" then problem = hold:take(term, exclusive, owner) else problem = hold:prolong(lease, term) end
    if problem then refuse_as(problem) end
    hold:add_client(request.connection.client)
    if is_ahead then return answer_when_begun(request) end
    return describe()
  end

  --- Replies to a step that has run, with the operations' results, read in its last frame.
  local function answer(request, step, plan)
    local replies, problem, i = "", nil, nil
    if plan then replies, problem, i = reads:run(plan, request.connection) end
    if replies then return dispatcher:reply(request, "ok", tostring(step.ran), replies) end
    dispatcher:refuse(request, problem.status, ("[%d]: %s The step has run."):format(i - 1, problem.sentence),
      batch_plan.name(i, problem.argument), step.ran)
  end

  local function step(request)
    local frames_text, mask_text, lease, draw_text = table.unpack(request.arguments)
    local frames = arguments.integer(frames_text, "frames", 1, limits.step_frames)
    local mask = button_mask.parse(mask_text, 0, game)
    local draws = arguments.integer(draw_text, "draw", 0, 1) == 1
    local found, rest = first_messages.split(request.payload, FIRST, dispatcher)
    local plan = rest ~= "" and reads:plan(rest) or nil
    if plan and plan.needs_picture and not draws then refuse_argument("draw", draw_text, "1 for a step with a picture") end
    local problem = hold:objection(lease)
    if problem then refuse_as(problem) end
    if mask & input:claimed() ~= 0 then refuse("conflict", ENDED_EARLY.conflict, "mask") end
    local set_sensors = first_messages.sensors_of(found[SENSORS], game)
    if (found[STATE] or set_sensors) and hold.steps:any() then refuse("busy", NOT_FIRST) end
    if found[STATE] then dispatcher:find("state.load").run(found[STATE]) end
    if set_sensors then set_sensors() end
    local connection = request.connection
    local added = hold.steps:add(frames, mask, function(ended, status)
      connection.waiting[request.id] = nil
      if status == "ok" then
        answer(request, ended, plan)
        -- Sent at once: the client waits for it.
        if not connection.gone then connection:flush() end
      else
        dispatcher:refuse(request, status, ENDED_EARLY[status]:format(ended.ran, frames), status == "conflict" and "mask" or nil)
      end
    end, draws)
    if not added then refuse("busy", ("The queue of steps is full (%d)."):format(limits.steps)) end
    connection.waiting[request.id] = { cancel = function() hold.steps:cancel(added) end }
    return LATER
  end

  local function release(request)
    local lease = request.arguments[1]
    local problem = hold:objection(lease == ANY_LEASE and hold.lease or lease)
    if problem then refuse_as(problem) end
    hold:free()
  end

  local function status()
    hold.time:heard(clock.now, true)
    if not hold.lease then return "0 0 - 0 0 -" end
    return ("1 %d %s %d %d %s"):format(hold.time:milliseconds_left(), escaping.encode(hold.owner), hold.exclusive and 1 or 0,
      #hold.steps.waiting, hold.exclusive and "-" or hold.lease)
  end

  return {
    -- The game stands still at a drawn frame, so that clients can look at it.
    ["frames.hold"] = { arguments = 4, game = true, needs_picture = function() return not hold.lease end, run = take },
    ["frames.step"] = { arguments = 4, payload = true, game = true, run = step },
    ["frames.release"] = { arguments = 1, game = true, run = release },
    ["frames.status"] = { arguments = 0, game = true, run = status },
  }
end
