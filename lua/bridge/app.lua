-- One instance of the bridge: its parts, and mGBA's callbacks that drive them.
local version = require("bridge.version")
local Journal = require("bridge.journal")
local Game = require("bridge.game")
local file_facts = require("bridge.file_facts")
local Input = require("bridge.input")
local Waits = require("bridge.waits")
local Clock = require("bridge.clock")
local Window = require("bridge.window")
local Pace = require("bridge.pace")
local Usage = require("bridge.usage")
local BusyPoll = require("bridge.busy_poll")
local Hold = require("bridge.hold")
local Acts = require("bridge.acts")
local Passing = require("bridge.passing")
local standstill = require("bridge.standstill")
local serving = require("bridge.serving")
local Picture = require("bridge.picture")
local States = require("bridge.states")
local Events = require("bridge.events")
local Watches = require("bridge.watches")
local Access = require("bridge.access")
local Dispatcher = require("bridge.dispatcher")
local Connections = require("bridge.connections")
local Admission = require("bridge.admission")
local Readiness = require("bridge.readiness")
local Server = require("bridge.server")
local limits = require("bridge.limits")

-- Loaded here and not when they are used: only while bridge.lua loads its modules do their paths lead to its folder.
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
local events = require("bridge.commands.events")

local COMMANDS = { session, memory, buttons, waits, screen, reset, registers, batch, states, rom, speed, hold, act, events }

---@class bridge.Parts
---@field game bridge.Game
---@field input bridge.Input
---@field waits bridge.Waits
---@field connections bridge.Connections
---@field admission bridge.Admission
---@field readiness bridge.Readiness
---@field server bridge.Server
---@field dispatcher bridge.Dispatcher
---@field picture bridge.Picture
---@field states bridge.States
---@field events bridge.Events
---@field watches bridge.Watches
---@field journal bridge.Journal
---@field access bridge.Access
---@field clock bridge.Clock
---@field hold bridge.Hold
---@field acts bridge.Acts
---@field facts fun(): string, string what is told in the header, and the lines of the payload
---@field end_everything fun(self: bridge.Parts)
---@field after_pass fun()?
---@field game_follows boolean? whether the host puts another game in the place of this one at once
---@field moved boolean whether the keys of the next frame are set

---@class bridge.App: bridge.Parts
---@field version string
---@field window bridge.Window
---@field pace bridge.Pace
---@field usage bridge.Usage
---@field idle_left fun(): integer microseconds of an `idle`
---@field yield? fun(times: integer): boolean lets other programs go first
---@field busy_poll bridge.BusyPoll
---@field idle_wait integer how many milliseconds it may wait
---@field idle_is_over fun(): boolean
---@field work_left boolean? whether the latest pass has left something that needn't be waited for
---@field package hooks integer[] ids of callbacks
---@field private passing bridge.Passing
---@field private was_passed boolean? whether the latest frame was passed by
local App = {}
App.__index = App

local function new_instance_id()
  return ("%x%s"):format(os.time(), tostring({}):match("0?x?(%x+)$"))
end

---@param config bridge.Config
---@return bridge.App
function App.new(config)
  local self = setmetatable({ version = version.script, hooks = {}, idle_seen = false }, App)
  local commands, instance = {}, new_instance_id()
  self.journal, self.game, self.input, self.clock = Journal.new(), Game.new(), Input.new(), Clock.new()
  self.window, self.picture = Window.new(config.window, config.window_ms), Picture.new(instance)
  self.pace, self.states, self.waits = Pace.new(self.window.most_scale, self.window.enough), States.new(self.game), Waits.new()
  self.hold, self.usage = Hold.new(), Usage.new()
  self.acts = Acts.new(self.input, self.hold)
  self.events, self.watches = Events.new(self.game), Watches.new(self.game)
  self.access = Access.new(config, self.journal)
  self.dispatcher = Dispatcher.new(commands, self.game, self.journal)
  self.facts = function()
    local dispatcher = self.dispatcher
    return self.game:facts(instance, #self.connections.list, self.idle_seen, dispatcher.received, dispatcher.cancelled,
      self.usage:thousandths()), file_facts.write(self.game.files)
  end
  local is_own_host
  self.idle_left, self.idle_wait, is_own_host = serving.idle_time()
  self.yield = serving.find_yield()
  self.busy_poll = BusyPoll.new(self.yield)
  -- Requests leave nothing but short-lived garbage, and what is young is collected without looking at the rest. Which Lua others bring
  -- is unknown, and the first ones of 5.4 weren't sound in this.
  if is_own_host then collectgarbage("generational") end
  self.connections = Connections.new({
    game = self.game, input = self.input, hold = self.hold, events = self.events, watches = self.watches, journal = self.journal,
  })
  self.admission = Admission.new({
    connections = self.connections, game = self.game, clock = self.clock, journal = self.journal, access = self.access,
    facts = self.facts, ignores_sigpipe = is_own_host,
  })
  self.readiness = Readiness.new(self.connections, self.admission)
  self.server = Server.new(self.connections, self.admission, self.dispatcher)
  self.passing = Passing.new(self, is_own_host)
  self.is_ending = standstill.is_ending()
  self.claimed = function() return self.input:claimed() end
  -- What comes last in a pass may leave mGBA without a context, so the keys can't wait for what comes after it.
  self.begin_keys = function()
    if self.after_pass or self.hold:goes_on(self.claimed) then self:move_keys() end
  end
  self.idle_is_over = function() return self.idle_left() <= 0 end
  for _, commands_of in ipairs(COMMANDS) do
    for word, command in pairs(commands_of(self)) do commands[word] = command end
  end
  return self
end

---@return boolean? started
---@return string? problem
function App:start(address, port)
  local ok, problem = self.admission:listen(address, port)
  if not ok then return nil, problem end
  self:hook("frame", self.on_frame)
  self:hook("idle", self.on_idle) -- only hosts that wait in between fire it; others accept the name
  self:hook("start", function() self.game.stale = true end) -- mGBA's window resets the game after that
  self:hook("shutdown", self.on_shutdown)
  self:hook("crashed", self.on_crashed)
  return true
end

---@private
--- mGBA 0.10 shows no error of a callback, and no version a traceback.
function App:hook(name, method)
  local function on_error(problem) return debug.traceback(tostring(problem), 2) end
  self.hooks[#self.hooks + 1] = callbacks:add(name, function()
    local ok, problem = xpcall(method, on_error, self)
    -- Nothing can be shown where a callback inside this one has taken mGBA's context away.
    if not ok then pcall(self.journal.fault, self.journal, problem) end
  end)
end

--- One pass, and then what has to come last.
---@return boolean more
---@return boolean over nothing further may be called
function App:pass(left, readable, all, is_over, before_sending)
  local more = self.server:pass(left, readable, all, is_over, before_sending)
  local after_pass = self.after_pass
  if not after_pass then return more, false end
  self.after_pass = nil
  self.passing.must_look = true
  after_pass()
  return more, true
end

--- Last before the next frame is emulated.
function App:move_keys()
  self.moved = true
  Picture.prepare(self.hold.steps:is_passing())
  if not self.game.loaded then return end
  self.input.held:expire(self.clock.now)
  local before = self.input.down
  local down, up = self.input:begin(self.game.frame, self.hold.steps:mask())
  if up ~= 0 then emu:clearKeys(up) end
  -- Again in each frame: a front end drops a key of ours when the user lets go of the same one. Between two
  -- frames that are passed by nobody does.
  if down ~= 0 and (down ~= before or not self.was_passed) then emu:addKeys(down) end
  self.events:keys()
  self.passing:skip()
end

--- What is done once a frame, and while the game stands still as often.
function App:every_frame()
  self.journal:frame()
  self.server:frame()
end

---@private
--- A frame has been emulated: for all that counts them.
function App:count_frame()
  if not self.game.loaded then return end
  self.input:advance(self.game.frame)
  self.waits:frame()
  self.acts:frame()
  self.events:frame()
  self.watches:frame()
end

---@private
--- A frame in the middle of a step that serves nobody. What is answered in it leaves with the next one.
function App:pass_by()
  self.game:count_frame()
  Picture.begin_frame()
  self.hold:frame()
  self:count_frame()
  self:move_keys()
  self.was_passed = true
end

---@private
function App:on_frame()
  self.passing:make_up()
  if self.passing:is_due() then return self:pass_by() end
  if self.game:is_repeated() then return end
  self.usage:frame()
  self.game:begin_frame()
  self:look_at_game()
  Picture.begin_frame()
  self.moved, self.hold.in_frame = false, true
  self.was_passed, self.passing.must_look = false, false
  self.hold:frame()
  self:every_frame()
  self:count_frame()
  local more, over = self:pass(limits.pass_cost, nil, true, nil, self.begin_keys)
  self.work_left = more
  local stood = not self.moved
  if stood then standstill.keep(self) end
  self.hold.in_frame = false
  if stood or self.hold.lease then
    self.pace:forget(self.clock)
    self.window:forget(self.clock)
  elseif not self.idle_seen then
    serving.use_frame(self, more, over)
  end
end

---@private
function App:on_idle()
  self.idle_seen, self.server.pass_cost = true, limits.idle_cost
  self.passing.must_look = true
  self.game.counted = true
  self:look_at_game()
  serving.idle(self)
end

---@private
--- Sees that what is known is of the game that runs now. What is under way belongs to the one before, should it be another one.
function App:look_at_game()
  local game = self.game
  local was_loaded, was_crashed = game.loaded, game.crashed
  local is_another = game:look()
  if was_crashed and not game.crashed then self.connections:tell_all("crashed", "0") end
  if not is_another then return end
  if was_loaded then self:end_everything() end
  if game.loaded then return self.connections:tell_all("new-game") end
  self.hold:free()
  self:tell_closed()
end

--- Ends all that is under way in the game, and answers it.
function App:end_everything()
  self.input:clear()
  self.waits:clear({ status = "interrupted", sentence = "the game was closed or changed meanwhile" })
  self.acts:clear()
  self.hold.steps:drop()
end

---@private
function App:on_shutdown()
  self:end_everything()
  if self.game_follows then
    self.game_follows = nil
    self.game:forget()
    return
  end
  self.hold:free()
  self.game:forget()
  self:tell_closed()
end

---@private
--- Told at once, because mGBA's window emulates no further frame. Elsewhere mGBA calls this again with each interrupt.
function App:on_crashed()
  local game = self.game
  if game.crashed or not game.loaded then return end
  game.crashed = true
  self.connections:tell_all("crashed", "1")
end

---@private
function App:tell_closed()
  self.events:game_closed()
  self.connections:tell_all("no-game")
end

--- Closes the listener and every connection and takes the callbacks back.
function App:stop()
  for _, id in ipairs(self.hooks) do callbacks:remove(id) end -- twice with one id would crash 0.10
  self.hooks = {}
  if self.game.loaded and emu and self.input.down ~= 0 then emu:clearKeys(self.input.down) end
  Picture.prepare(false)
  self.admission:stop()
  self.connections:stop()
end

return App
