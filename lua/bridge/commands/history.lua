-- history, history.mark, history.state, history.rewind.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local escaping = require("bridge.wire.escaping")
local control = require("bridge.frames.control")
local drawing = require("bridge.picture.drawing")
local wait_reply = require("bridge.frames.wait_reply")
local History = require("bridge.states.history")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument, quote = refusal.refuse, refusal.refuse_argument, refusal.quote

-- Microseconds: up to 59 frames run again.
local REWIND_COST = 5000
local MAX_FRAME = 0x7FFFFFFF
local LOST = "Frame %d can't be returned to: a state was loaded or the game was reset shortly before it, and no snapshot followed."
local UNREAD = { status = "failed", sentence = "The host could not return to the frame; the game goes on from where it was." }

---@class bridge.HistoryParts: bridge.WaitReplyParts
---@field game bridge.Game
---@field history bridge.History
---@field hold bridge.Hold
---@field acts bridge.Acts
---@field keys bridge.Keys
---@field events bridge.Events
---@field finish_with fun(run: fun()) see Server:finish_with

---@param parts bridge.HistoryParts
return function(parts)
  local game, history, hold, acts, keys, events = parts.game, parts.history, parts.hold, parts.acts, parts.keys, parts.events
  local commands = {}

  commands["history"] = { arguments = 0, game = true, needs = "history", cost = 20, run = function()
    local facts = history:read()
    return ("%d %d %d %d %s %s"):format(facts.from, facts.now, facts.to, facts.bytes, escaping.encode(facts.hashed),
      escaping.encode(facts.hash)), facts.marks
  end }

  local function check_name(name)
    if name == "" or #name > limits.mark_bytes or name:find("[%c\127]") then
      refuse_argument("name", name, ("1 to %d bytes without control characters"):format(limits.mark_bytes))
    end
  end

  commands["history.mark"] = { arguments = 1, game = true, needs = "history", cost = 20, run = function(request)
    local name = request.arguments[1]
    check_name(name)
    if name:find("^" .. History.OF_STATE) then
      refuse_argument("name", name, ("a name that doesn't begin with %q, which marks states"):format(History.OF_STATE))
    end
    local facts = history:read()
    local _, others = History.find(facts, name)
    if others >= limits.marks or not history:mark(name, facts.now) then
      refuse("busy", ("The history has at most %d marks."):format(limits.marks))
    end
    events:marked(facts.now, name)
    return tostring(facts.now)
  end }

  -- Marks the frame in which a client saved or loaded a state. The request counts frames as the game does, and the history counts them
  -- from its own begin; the present frame is `game.frame` in one count and `facts.now` in the other.
  commands["history.state"] = { arguments = 2, game = true, needs = "history", cost = 20, run = function(request)
    local name, text = table.unpack(request.arguments)
    check_name(name)
    local facts = history:read()
    local frame = facts.now - (game.frame - arguments.integer(text, "frame", 0, MAX_FRAME))
    if frame > facts.now or frame < facts.from then
      refuse("conflict", ("The frame %s is not one of this history's from %d to %d."):format(text, facts.from, facts.now), "frame")
    end
    if not history:mark(History.OF_STATE .. name, frame) then
      refuse("busy", "The history has no room for another mark of a state.")
    end
    return tostring(frame)
  end }

  --- Returns the frame that a request means.
  local function target_of(facts, unit, value)
    if unit == "frames" then
      return facts.now - arguments.integer(value, "frames", 1, MAX_FRAME)
    elseif unit == "frame" then
      return arguments.integer(value, "toFrame", 0, MAX_FRAME)
    elseif unit == "mark" then
      return History.find(facts, value)
        or refuse("conflict", ("The history has no mark %s."):format(quote(value)), "mark")
    end
    refuse_argument("unit", unit, "frames, frame or mark")
  end

  local NAMES = { frames = "frames", frame = "toFrame", mark = "mark" }

  --- Returns to the frame, as the last thing in this callback.
  local function rewind(target, wait)
    wait.accepted = history:rewind(target)
    drawing.prepare(0)
    keys:lose()
    game.jumped = true
  end

  -- Replies in the frame that the game has returned to.
  commands["history.rewind"] = { arguments = 3, game = true, needs = "history", cost = REWIND_COST, run = function(request)
    local unit, value, lease = table.unpack(request.arguments)
    local facts = history:read()
    local target = target_of(facts, unit, value)
    control.check(hold, acts, lease, "The game can't be rewound")
    if target < facts.from or target > facts.to then
      refuse("conflict", ("The history has the frames %d to %d, and %d is the present one; got %d."):format(
        facts.from, facts.to, facts.now, target), NAMES[unit])
    end
    if not history:reaches(target) then
      refuse("conflict", LOST:format(target), NAMES[unit])
    end
    local lack = parts.waits:lack_of_room()
    if lack then refuse("busy", lack) end
    local wait = { frames = 1 }
    local later = wait_reply.send_later(parts, request, wait, function()
      local now = history:read()
      return ("%d %d %d"):format(now.from, now.now, now.to)
    end)
    local reply = wait.on_end
    function wait.on_end(this, problem)
      if not problem and not (wait.accepted and history:read().now == target) then problem = UNREAD end
      if not problem then events:rewound(facts.now, target) end
      reply(this, problem)
    end
    keys:leave()
    parts.finish_with(function() rewind(target, wait) end)
    return later
  end }

  return commands
end
