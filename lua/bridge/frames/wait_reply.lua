-- Replies to a request when a wait is over.
local refuse = require("bridge.wire.refusal").refuse
local LATER = require("bridge.serving.dispatcher").LATER

local INTERRUPTED = { status = "interrupted", sentence = "The wait ended early." }

local wait_reply = {}

---@class bridge.WaitReplyParts
---@field waits bridge.Waits
---@field dispatcher bridge.Dispatcher
---@field journal bridge.Journal

--- Adds a wait, and replies when it is over.
---@param parts bridge.WaitReplyParts
---@param request bridge.Request
---@param wait bridge.Wait there must be room for it
---@param tell? fun(wait: bridge.Wait): string arguments of the reply; default none
---@return table later
function wait_reply.send_later(parts, request, wait, tell)
  local waits, dispatcher, id, waiting = parts.waits, parts.dispatcher, request.id, request.connection.waiting
  if waiting[id] then refuse("bad-request", "The request must not have the id of a request in flight.") end
  function wait.on_end(_, problem)
    waiting[id] = nil
    if not problem then return dispatcher:reply(request, "ok", tell and tell(wait)) end
    if problem.traceback then parts.journal:fault(problem.traceback) end
    dispatcher:refuse(request, problem.status, problem.sentence, problem.argument)
  end
  waits:add(wait)
  waiting[id] = { cancel = function() waits:stop(wait, INTERRUPTED) end }
  return LATER
end

return wait_reply
