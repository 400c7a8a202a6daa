-- Creates all commands, and passes each area only the parts that it needs.

-- Required here and not on first use, because package.path has the script's folder only while bridge.lua loads its modules.
local session = require("bridge.commands.session")
local memory = require("bridge.commands.memory")
local buttons = require("bridge.commands.buttons")
local waits = require("bridge.commands.waits")
local screen = require("bridge.commands.screen")
local reset = require("bridge.commands.reset")
local registers = require("bridge.commands.registers")
local batch = require("bridge.commands.batch")
local states = require("bridge.commands.states")
local rom = require("bridge.commands.rom")
local speed = require("bridge.commands.speed")
local hold = require("bridge.commands.hold")
local act = require("bridge.commands.act")
local disassembly = require("bridge.commands.disassembly")
local callstack = require("bridge.commands.callstack")
local breakpoints = require("bridge.commands.breakpoints")
local stops = require("bridge.commands.stops")
local events = require("bridge.commands.events")
local history = require("bridge.commands.history")
local movies = require("bridge.commands.movies")
local notes = require("bridge.commands.notes")
local messages = require("bridge.commands.messages")
local sound = require("bridge.commands.sound")
local sensors = require("bridge.commands.sensors")
local cheats = require("bridge.commands.cheats")

---@class bridge.CommandParts
---@field game bridge.Game
---@field input bridge.Input
---@field hold bridge.Hold
---@field speed bridge.Speed
---@field waits bridge.Waits
---@field acts bridge.Acts
---@field events bridge.Events
---@field watches bridge.Watches
---@field breakpoints bridge.Breakpoints
---@field stop bridge.Stop
---@field picture bridge.Picture
---@field states bridge.States
---@field history bridge.History
---@field movies bridge.Movies
---@field notes bridge.Notes
---@field clock bridge.Clock
---@field journal bridge.Journal
---@field access bridge.Access
---@field connections bridge.Connections
---@field dispatcher bridge.Dispatcher
---@field facts bridge.Facts
---@field keys bridge.Keys
---@field lifecycle bridge.Lifecycle
---@field finish_with fun(run: fun()) see Server:finish_with

local command_table = {}

--- Adds all commands to the dispatcher's table, which must exist before they do.
---@param commands table<string, bridge.Command>
---@param parts bridge.CommandParts
function command_table.fill(commands, parts)
  local game, input, clock, journal, dispatcher = parts.game, parts.input, parts.clock, parts.journal, parts.dispatcher
  local batches = { game = game, journal = journal, dispatcher = dispatcher }
  local function add(of_area)
    for word, command in pairs(of_area) do commands[word] = command end
  end

  add(session({ hold = parts.hold, stop = parts.stop, facts = parts.facts }))
  add(memory({ game = game }))
  add(buttons({ game = game, input = input, hold = parts.hold, dispatcher = dispatcher, clock = clock, keys = parts.keys }))
  add(waits({
    game = game, waits = parts.waits, hold = parts.hold, dispatcher = dispatcher, journal = journal, picture = parts.picture,
  }))
  add(screen({ picture = parts.picture }))
  add(reset({ game = game, waits = parts.waits, dispatcher = dispatcher, journal = journal, finish_with = parts.finish_with }))
  add(registers({ game = game }))
  add(disassembly({ game = game }))
  add(callstack({ game = game }))
  add(batch({ batches = batches }))
  add(states({ states = parts.states }))
  add(rom({
    game = game, access = parts.access, connections = parts.connections, lifecycle = parts.lifecycle, finish_with = parts.finish_with,
  }))
  add(speed(parts.speed))
  add(hold({ game = game, input = input, hold = parts.hold, clock = clock, dispatcher = dispatcher, batches = batches }))
  add(act({
    game = game, acts = parts.acts, hold = parts.hold, dispatcher = dispatcher, journal = journal, batches = batches, speed = parts.speed,
    picture = parts.picture,
  }))
  add(history({
    game = game, history = parts.history, hold = parts.hold, acts = parts.acts, keys = parts.keys, events = parts.events,
    waits = parts.waits, dispatcher = dispatcher, journal = journal, finish_with = parts.finish_with,
  }))
  add(movies({
    movies = parts.movies, game = game, hold = parts.hold, acts = parts.acts, keys = parts.keys, waits = parts.waits,
    dispatcher = dispatcher, journal = journal, finish_with = parts.finish_with,
  }))
  add(notes({ notes = parts.notes, events = parts.events }))
  add(messages({ events = parts.events }))
  add(sound())
  add(breakpoints({ game = game, breakpoints = parts.breakpoints, stop = parts.stop }))
  add(stops({ stop = parts.stop, hold = parts.hold, waits = parts.waits, dispatcher = dispatcher, journal = journal }))
  add(sensors())
  add(cheats())
  add(events({ events = parts.events, watches = parts.watches }))
end

return command_table
