-- Creates the parts of the bridge, lowest first, and gives each only the parts that it needs.
local Journal = require("bridge.system.journal")
local Host = require("bridge.system.host")
local Game = require("bridge.game.game")
local Input = require("bridge.input.input")
local Waits = require("bridge.frames.waits")
local Clock = require("bridge.serving.clock")
local Window = require("bridge.serving.window")
local operating_system = require("bridge.system.operating_system")
local Pace = require("bridge.serving.pace")
local WaitTime = require("bridge.serving.wait_time")
local Usage = require("bridge.serving.usage")
local BusyPoll = require("bridge.serving.busy_poll")
local Hold = require("bridge.frames.hold")
local Speed = require("bridge.frames.speed")
local Stop = require("bridge.frames.stop")
local Acts = require("bridge.frames.acts")
local Picture = require("bridge.picture.picture")
local States = require("bridge.states.states")
local History = require("bridge.states.history")
local Movies = require("bridge.states.movies")
local Notes = require("bridge.states.notes")
local Events = require("bridge.events.events")
local Watches = require("bridge.events.watches")
local Breakpoints = require("bridge.events.breakpoints")
local Access = require("bridge.clients.access")
local Dispatcher = require("bridge.serving.dispatcher")
local Facts = require("bridge.game.facts")
local Connections = require("bridge.clients.connections")
local Greeter = require("bridge.clients.greeter")
local Admission = require("bridge.clients.admission")
local Readiness = require("bridge.serving.readiness")
local Server = require("bridge.serving.server")
local FrameSkip = require("bridge.frames.frame_skip")
local Keys = require("bridge.input.keys")
local Lifecycle = require("bridge.game.lifecycle")
local Standing = require("bridge.serving.standing")
local Standstill = require("bridge.serving.standstill")
local Stopped = require("bridge.serving.stopped")
local Serving = require("bridge.serving.serving")
local Frame = require("bridge.frames.frame")
local command_table = require("bridge.command_table")

-- Microseconds: a client that steps a held game sends its next request within this time, unless it computes for long.
local STANDING_QUICK = 3000

---@class bridge.Parts
---@field journal bridge.Journal
---@field game bridge.Game
---@field clock bridge.Clock
---@field window bridge.Window
---@field events bridge.Events
---@field watches bridge.Watches
---@field picture bridge.Picture
---@field connections bridge.Connections
---@field admission bridge.Admission
---@field server bridge.Server
---@field keys bridge.Keys
---@field lifecycle bridge.Lifecycle
---@field frame bridge.Frame
---@field stopped bridge.Stopped
local Parts = {}

local function new_instance_id()
  return ("%x%s"):format(os.time(), tostring({}):match("0?x?(%x+)$"))
end

---@param config bridge.Config
---@param listener bridge.Listener
---@return bridge.Parts
function Parts.new(config, listener)
  local instance, commands = new_instance_id(), {}
  local host, journal, game, clock = Host.new(), Journal.new(), Game.new(), Clock.new()
  local input, hold, waits, usage = Input.new(), Hold.new(), Waits.new(), Usage.new()
  local wait_time = WaitTime.new()
  local window = Window.new(config.window, config.window_ms, wait_time)
  local pace, busy_poll = Pace.new(window.max_scale, window.enough), BusyPoll.new(host.yield)
  local acts, events, watches = Acts.new(input, hold), Events.new(game), Watches.new(game)
  local picture, states, history, movies = Picture.new(instance), States.new(game), History.new(), Movies.new()
  local notes, breakpoints, stop = Notes.new(game), Breakpoints.new(events, game, journal), Stop.new(waits)
  events.on_jump = function(frame)
    notes:jump(frame)
    watches.achievements:jump()
  end
  local access, dispatcher = Access.new(config, listener.port, journal), Dispatcher.new(commands, game, journal, stop)
  -- Requests leave only short-lived garbage, which this mode collects without a look at the rest. Other hosts may have one of the
  -- first releases of Lua 5.4, whose generational mode has bugs.
  if host.is_own then collectgarbage("generational") end

  local connections = Connections.new({ game = game, input = input, hold = hold, events = events, watches = watches, journal = journal })
  local facts = Facts.new({
    game = game, connections = connections, dispatcher = dispatcher, usage = usage, host = host, instance = instance,
  })
  local greeter = Greeter.new({
    connections = connections, game = game, journal = journal, access = access, facts = facts, address = listener.address,
  })
  local admission = Admission.new({
    connections = connections, game = game, clock = clock, journal = journal, greeter = greeter,
    ignores_sigpipe = host.is_own or operating_system.is_windows,
  })
  local readiness = Readiness.new(connections, admission, wait_time, host.wait_for_data)
  local server = Server.new(connections, admission, dispatcher)

  local frame_skip = FrameSkip.new({
    steps = hold.steps, game = game, connections = connections, input = input, waits = waits, acts = acts, watches = watches,
    events = events, breakpoints = breakpoints, serves_between = host.is_own,
  })
  local keys = Keys.new({
    game = game, input = input, hold = hold, clock = clock, events = events, acts = acts, frame_skip = frame_skip,
  })
  local lifecycle = Lifecycle.new({
    game = game, input = input, waits = waits, acts = acts, hold = hold, events = events, connections = connections,
    breakpoints = breakpoints,
  })
  local standing = Standing.new({
    server = server, connections = connections, readiness = readiness, clock = clock,
    busy_poll = BusyPoll.new(host.yield, STANDING_QUICK, host.microseconds), is_ending = host.is_ending,
  })
  local standstill = Standstill.new({ hold = hold, keys = keys, standing = standing })
  local stopped = Stopped.new({
    stop = stop, standing = standing, connections = connections, breakpoints = breakpoints, clock = clock, pace = pace, window = window,
  })
  local serving = Serving.new({
    server = server, connections = connections, readiness = readiness, clock = clock, window = window, pace = pace, usage = usage,
    watches = watches, hold = hold, host = host, busy_poll = busy_poll,
  })
  local frame = Frame.new({
    game = game, input = input, waits = waits, acts = acts, events = events, watches = watches, hold = hold, clock = clock,
    window = window, pace = pace, usage = usage, host = host, server = server, connections = connections, keys = keys,
    frame_skip = frame_skip, lifecycle = lifecycle, standstill = standstill, serving = serving, breakpoints = breakpoints,
  })

  command_table.fill(commands, {
    game = game, input = input, hold = hold, waits = waits, acts = acts, events = events, watches = watches, clock = clock,
    speed = Speed.new(), journal = journal, access = access, connections = connections, dispatcher = dispatcher, facts = facts, keys = keys,
    lifecycle = lifecycle, picture = picture, states = states, history = history, movies = movies, notes = notes,
    breakpoints = breakpoints, stop = stop, finish_with = function(run)
      frame_skip.must_check = true
      server:finish_with(run)
    end,
  })
  return {
    journal = journal, game = game, clock = clock, window = window, events = events, watches = watches, picture = picture,
    connections = connections, admission = admission, server = server, keys = keys, lifecycle = lifecycle, frame = frame,
    stopped = stopped,
  }
end

return Parts
