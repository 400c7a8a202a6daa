-- Runs requests. Every request with an id other than 0 gets exactly one reply, even if its command throws.
local limits = require("bridge.wire.limits")
local escaping = require("bridge.wire.escaping")
local drawing = require("bridge.picture.drawing")
local is_refusal = require("bridge.wire.refusal").is_refusal

-- Requests without a reply have id 0, written with any number of digits.
local UNANSWERED = {}
for digits = 1, limits.id_digits do UNANSWERED[("0"):rep(digits)] = true end

---@class bridge.Command
---@field run fun(request: bridge.Request): string|table|nil, string|integer|nil  arguments and payload of the reply
---@field arguments integer number of required ones
---@field optional integer? number of optional ones
---@field payload boolean? whether it takes a payload
---@field game boolean? whether it needs a game
---@field needs string? the capability that it needs
---@field quiet boolean? whether it only maintains the connection and is not counted
---@field cost integer? microseconds beyond the basic cost of a request
---@field cost_of_kib integer? microseconds for each KiB of payload, in either direction
---@field cost_of? fun(request: bridge.Request): integer the cost, if it depends on the request
---@field is_long? fun(request: bridge.Request): boolean whether it may take milliseconds
---@field needs_picture? fun(request: bridge.Request): boolean whether it may take a picture, now or in its first frames

---@class bridge.Dispatcher
---@field received integer requests since the script was loaded, without quiet ones
---@field cancelled integer how many of these were cancelled before they began
---@field is_blind boolean? whether requests that may take a picture have to wait for a frame that is drawn
---@field private commands table<string, bridge.Command>
---@field private game bridge.Game
---@field stop bridge.Stop
---@field private journal bridge.Journal
local Dispatcher = {}
Dispatcher.__index = Dispatcher

--- Returned, with an optional extra cost, by a command that replies later.
Dispatcher.LATER = {}
--- Returned, with the cost, by a command that continues in a later turn; `request.progress` keeps its state.
Dispatcher.UNFINISHED = {}

local LATER, UNFINISHED = Dispatcher.LATER, Dispatcher.UNFINISHED

-- Microseconds, measured on an ordinary machine.
local COST, COST_OF_KIB = 8, 2
Dispatcher.COST, Dispatcher.COST_OF_KIB = COST, COST_OF_KIB

---@return bridge.Dispatcher
---@param stop bridge.Stop
function Dispatcher.new(commands, game, journal, stop)
  return setmetatable({ commands = commands, game = game, journal = journal, stop = stop, received = 0, cancelled = 0 }, Dispatcher)
end

--- Returns whether a request gets a reply.
---@param request bridge.Request
---@return boolean
function Dispatcher.is_answered(request)
  return not UNANSWERED[request.id]
end

--- Sends the reply, unless the id is 0.
---@param request bridge.Request
---@param status string
---@param arguments? string
---@param payload? string
function Dispatcher:reply(request, status, arguments, payload)
  local id = request.id
  if UNANSWERED[id] then return end
  request.connection:send(id, status, self.game.frame_text, arguments, payload)
end

--- Sends an error reply.
---@param argument? string
---@param ran? integer
function Dispatcher:refuse(request, status, sentence, argument, ran)
  local arguments = argument and escaping.encode(argument)
  self:reply(request, status, ran and arguments .. " " .. ran or arguments, sentence)
end

--- Turns an error of a command into an error reply.
---@return { status: string, sentence: string, argument: string?, ran: integer?, traceback: string? }
function Dispatcher.on_error(problem)
  if is_refusal(problem) then return problem end
  return { status = "internal", sentence = tostring(problem), traceback = debug.traceback(tostring(problem), 2) }
end

--- Whether a request may take milliseconds, so that it should begin only when there is time.
---@param request bridge.Request
---@return boolean
function Dispatcher:is_long(request)
  local command = self.commands[request.word]
  return command ~= nil and command.is_long ~= nil and command.is_long(request)
end

---@param word string
---@return bridge.Command?
function Dispatcher:find(word)
  return self.commands[word]
end

--- Returns why the number of arguments or the payload of a request is invalid.
---@param request bridge.Message
---@param command bridge.Command
---@return string? sentence
function Dispatcher.shape_problem(request, command)
  local takes, given = command.arguments, #request.arguments
  if given ~= takes then
    local max = takes + (command.optional or 0)
    if given < takes or given > max then
      return ("%s takes %s arguments; got %d."):format(request.word, max > takes and takes .. " to " .. max or takes, given)
    end
  end
  if request.payload ~= "" and not command.payload then
    return ("%s takes no payload; got %d bytes."):format(request.word, #request.payload)
  end
end

local on_error, shape_problem = Dispatcher.on_error, Dispatcher.shape_problem

--- Returns the command of a request, or refuses the request.
---@private
---@return bridge.Command?
function Dispatcher:command_for(request)
  if request.cancelled then
    self.cancelled = self.cancelled + 1
    self:refuse(request, "cancelled", "The command was cancelled before it began.")
    return nil
  end
  if not request.progress and not UNANSWERED[request.id] and request.connection.waiting[request.id] then
    self:refuse(request, "bad-request", "The request must not have the id of a request in flight.")
    return nil
  end
  local command = self.commands[request.word]
  if not command then
    self:refuse(request, "unknown-command", ("Unknown command %s."):format(request.word))
    return nil
  end
  local problem = shape_problem(request, command)
  if problem then
    self:refuse(request, "bad-request", problem)
    return nil
  end
  if command.game and not self.game.loaded then
    if request.progress then
      self:refuse(request, "interrupted", "The game was closed while the command ran.")
    else
      self:refuse(request, "no-game", "No game is loaded in mGBA.")
    end
    return nil
  end
  local objection, left = self.stop:objection(request.word)
  if objection then
    self:refuse(request, "held", objection, left)
    return nil
  end
  local lack = command.needs and self.game:lack(command.needs)
  if lack then
    self:refuse(request, "unsupported", lack)
    return nil
  end
  return command
end

--- Runs a request, or the next part of it.
---@param request bridge.Request
---@return integer cost microseconds; 0: it waits for a frame that is drawn
---@return boolean finished
---@return boolean kept whether the request's table is still in use
function Dispatcher:run(request)
  local command, begun = self:command_for(request), request.progress
  if self.is_blind and command and command.needs_picture and command.needs_picture(request) then
    drawing.look() -- has the next frame drawn
    return 0, false, true
  end
  local is_quiet = command ~= nil and command.quiet
  if not begun and not is_quiet then self.received = self.received + 1 end
  if not command then return COST, true, true end
  local connection = request.connection
  local unsent = connection.unsent
  local ok, arguments, payload = xpcall(command.run, on_error, request)
  if ok then
    if arguments == UNFINISHED then return COST + payload, false, true end
    if arguments == LATER then return COST + (payload or 0), true, true end
    self:reply(request, "ok", arguments, payload)
  else
    local problem = arguments
    self:refuse(request, problem.status, problem.sentence, problem.argument, problem.ran)
    if problem.traceback then self.journal:fault(problem.traceback) end
  end
  local cost, progress = COST + (command.cost or 0), request.progress
  if command.cost_of then cost = cost + command.cost_of(request) end
  local bytes = connection.unsent - unsent + #request.payload
  -- The parts of a long command have been counted already.
  if bytes > 512 and not progress then cost = cost + bytes * (command.cost_of_kib or COST_OF_KIB) // 1024 end
  return cost, true, (progress or request.plan) ~= nil
end

return Dispatcher
