-- Runs requests: every request with an id other than 0 gets exactly one reply, also when its command throws.
local escaping = require("bridge.escaping")
local is_refusal = require("bridge.refusal").is_refusal

---@class bridge.Command
---@field run fun(request: bridge.Request): string|table|nil, string?  arguments and payload of the reply
---@field arguments integer how many it takes
---@field payload boolean? whether it takes a payload
---@field game boolean? whether it needs a game
---@field weight integer? what it costs a pass, in bytes of reply

---@class bridge.Dispatcher
---@field private commands table<string, bridge.Command>
---@field private game bridge.Game
---@field private journal bridge.Journal
local Dispatcher = {}
Dispatcher.__index = Dispatcher

--- Returned by a command that answers later.
Dispatcher.LATER = {}

---@return bridge.Dispatcher
function Dispatcher.new(commands, game, journal)
  return setmetatable({ commands = commands, game = game, journal = journal }, Dispatcher)
end

---@param request bridge.Request
---@param status string
---@param arguments? string
---@param payload? string
function Dispatcher:reply(request, status, arguments, payload)
  if request.id == "0" or not request.id:find("[1-9]") then return end
  request.connection:send(request.id, status, self.game.frame_text, arguments, payload)
end

function Dispatcher:refuse(request, status, sentence, argument)
  self:reply(request, status, argument and escaping.encode(argument), sentence)
end

local function on_error(problem)
  if is_refusal(problem) then return problem end
  return { status = "internal", sentence = tostring(problem), traceback = debug.traceback(tostring(problem), 2) }
end

---@param request bridge.Request
---@return integer weight
function Dispatcher:run(request)
  if request.cancelled then
    self:refuse(request, "cancelled", "cancelled before it began")
    return 0
  end
  local command = self.commands[request.word]
  if not command then
    self:refuse(request, "unknown-command", "this script does not know " .. request.word)
    return 0
  end
  local takes = command.arguments
  if #request.arguments ~= takes then
    self:refuse(request, "bad-request", ("%s takes %d arguments, not %d"):format(request.word, takes, #request.arguments))
    return 0
  end
  if request.payload ~= "" and not command.payload then
    self:refuse(request, "bad-request", request.word .. " takes no payload")
    return 0
  end
  if command.game and not self.game.loaded then
    self:refuse(request, "no-game", "no game is loaded in mGBA")
    return 0
  end
  local ok, arguments, payload = xpcall(command.run, on_error, request)
  if ok then
    if arguments ~= Dispatcher.LATER then self:reply(request, "ok", arguments, payload) end
  else
    local problem = arguments
    self:refuse(request, problem.status, problem.sentence, problem.argument)
    if problem.traceback then self.journal:fault(problem.traceback) end
  end
  return (command.weight or 0) + #request.payload
end

return Dispatcher
