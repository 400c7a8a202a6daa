-- act.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local framing = require("bridge.wire.framing")
local Batch = require("bridge.frames.batch")
local batch_plan = require("bridge.frames.batch_plan")
local button_mask = require("bridge.input.button_mask")
local capabilities = require("bridge.game.capabilities")
local first_messages = require("bridge.frames.first_messages")
local Picture = require("bridge.picture.picture")
local Sequence = require("bridge.input.sequence")
local step_ends = require("bridge.frames.step_ends")
local until_parts = require("bridge.frames.until_parts")
local refuse = require("bridge.wire.refusal").refuse
local Dispatcher = require("bridge.serving.dispatcher")

local LATER = Dispatcher.LATER

---@class bridge.ActParts
---@field game bridge.Game
---@field acts bridge.Acts
---@field hold bridge.Hold
---@field dispatcher bridge.Dispatcher
---@field journal bridge.Journal
---@field batches bridge.BatchParts
---@field picture bridge.Picture
---@field speed bridge.Speed

---@param parts bridge.ActParts
return function(parts)
  local game, acts, hold, dispatcher, journal, speed = parts.game, parts.acts, parts.hold, parts.dispatcher, parts.journal, parts.speed
  local reads = Batch.new(parts.batches, batch_plan.ACT_READS)

  --- Without a hold an act needs no lease.
  local function check_lease(lease)
    local objection = hold.lease and hold:objection(lease)
    if objection then refuse(objection, hold:explain(objection)) end
  end

  --- A speed of its own needs a hold until the act begins, so that there is only one such act at a time.
  ---@return integer?
  local function speed_of(text)
    if not text then return nil end
    if not _host then refuse("unsupported", capabilities.explain_lack("speed"), "speed") end
    local thousandths = arguments.speed(text, "speed")
    if not hold.lease then refuse("not-held", "An act with a speed needs a frozen game.", "speed") end
    return thousandths
  end

  -- Conditions before the sequence also end it, those after it are looked at after it.
  local FIRST = { "state.load", "sensors.set", "until.wait", "buttons.sequence", "until.wait" }
  local STATE, SENSORS, BEFORE, SEQUENCE, AFTER = 1, 2, 3, 4, 5

  ---@param message? bridge.Message
  local function sequence_of(message)
    if not message then return nil end
    local sequence = Sequence.parse(message.payload, arguments.integer(message.arguments[1], "repeat", 1, limits.sequence_repeats))
    button_mask.check(sequence.mask, game, "steps")
    return sequence
  end

  --- Has an act wait for conditions.
  ---@param act bridge.Act
  ---@param message bridge.Message
  local function await(act, message)
    local until_met = until_parts.parse(message, game, parts.picture)
    act.until_met, act.timeout, act.of_screen = until_met, until_met.timeout, until_parts.sees_picture(message)
    function act.check()
      local over
      if act.awaits_since then
        over = until_met:frame()
      else
        act.awaits_since, over = act.frames, until_met:begin()
      end
      act.is_over = over
      if over then act.timeout = act.in_phase end
      if until_met.met then act.met_in = game.frame end
      return until_met.met
    end
  end

  local function take_key_frame(act)
    if act.every == 0 or act.frames % act.every ~= 0 or #act.key_frames == limits.key_frames then return end
    local command = dispatcher:find(Picture.has_pixels() and "screen.raw" or "screen.png")
    local values, picture = command.run({ arguments = {} })
    local number = #act.key_frames + 1
    act.key_frames[number] = framing.message(tostring(number), "ok", game.frame_text, values, picture)
  end

  --- Runs the operations.
  ---@return string? replies nil when one failed
  ---@return { status: string, sentence: string, argument: string }? problem
  local function read(plan, connection)
    local replies, problem, i = reads:run(plan, connection)
    if replies then return replies end
    return nil, {
      status = problem.status, sentence = ("[%d]: %s The act is over."):format(i - 1, problem.sentence),
      argument = batch_plan.name(i, problem.argument),
    }
  end

  --- Runs the operations if a step of the sequence has just ended.
  local function take_step(act, plan, connection)
    local sequence = act.sequence
    local age = sequence.age
    if age == act.age or not act.step_ends[(age - 1) % sequence.length + 1] then return end
    act.age = age
    local replies, problem = read(plan, connection)
    if problem then refuse(problem.status, problem.sentence, problem.argument) end
    act.steps[#act.steps + 1] = replies
  end

  --- Replies with the operations' results, read in the act's last frame.
  local function finish(request, act, plan)
    local replies, problem = "", nil
    if plan then replies, problem = read(plan, request.connection) end
    if problem then return dispatcher:refuse(request, problem.status, problem.sentence, problem.argument, act.frames) end
    local sequence = act.sequence
    -- A sequence that ended early may not have begun. Its buttons went up when the conditions were met.
    local begun = sequence and sequence.begun
    local released = begun and (sequence.released or act.met_in)
    local played = sequence and ("%d %s %s"):format(sequence.id, begun or "-", released or "-") or "0 - -"
    local held = act.until_met and " " .. until_parts.tell_held(act.until_met, act.awaits_since) or ""
    dispatcher:reply(request, "ok", ("%d %d %d %s%s"):format(act.frames, act.met and 1 or 0, #act.key_frames, played, held),
      table.concat(act.key_frames) .. table.concat(act.steps) .. replies)
  end

  local function run(request)
    local settle_text, every_text, lease, steps_text, speed_text = table.unpack(request.arguments)
    local settle = arguments.integer(settle_text, "settle", 0, limits.wait_frames)
    local every = arguments.integer(every_text, "every", 0, limits.wait_frames)
    check_lease(lease)
    local own_speed = speed_of(speed_text)
    local found, rest = first_messages.split(request.payload, FIRST, dispatcher)
    local plan = rest ~= "" and reads:plan(rest) or nil
    local sequence, state = sequence_of(found[SEQUENCE]), found[STATE]
    local set_sensors = first_messages.sensors_of(found[SENSORS], game)
    local ends = steps_text and steps_text ~= "-" and step_ends.parse(steps_text, sequence, plan) or nil
    if found[BEFORE] and found[AFTER] then refuse("bad-request", "An act has one wait.", "payload") end
    local conditions = found[BEFORE] or found[AFTER]
    local lack = acts:lack_of_room(conditions ~= nil and until_parts.sees_picture(conditions))
    if lack then refuse("busy", lack) end

    local connection, id = request.connection, request.id
    local act = { sequence = sequence, owner = connection, settle = settle, every = every, key_frames = {}, steps = {}, age = 0 }
    act.step_ends, act.needs_hold = ends, own_speed ~= nil
    local draws_steps = ends and plan.needs_picture
    function act.draws(frame) return draws_steps or every > 0 and frame % every == 0 end
    if every > 0 or ends then
      function act.observe()
        take_key_frame(act)
        if ends then take_step(act, plan, connection) end
      end
    end
    local is_at_speed = false
    function act.prepare()
      if own_speed then
        speed:begin_act(own_speed)
        is_at_speed = true
      end
      if state then dispatcher:find("state.load").run(state) end
      if set_sensors then set_sensors() end
      if act.until_met then act.until_met:mark() end
    end
    act.ends_early = sequence ~= nil and found[BEFORE] ~= nil
    if conditions then await(act, conditions) end
    function act.on_end(_, problem)
      connection.waiting[id] = nil
      if is_at_speed then speed:end_act() end
      if not problem then
        finish(request, act, plan)
      else
        if problem.traceback then journal:fault(problem.traceback) end
        dispatcher:refuse(request, problem.status, problem.sentence, problem.argument)
      end
    end
    connection.waiting[id] = { cancel = function() acts:stop(act) end }
    acts:add(act)
    return LATER
  end

  return {
    -- It may end at once, with a picture.
    ["act"] = { arguments = 3, optional = 2, payload = true, game = true, needs_picture = function() return not hold.lease end, run = run },
  }
end
