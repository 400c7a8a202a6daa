-- ping, echo, info, log and the messages that need no answer.
local refuse = require("bridge.refusal").refuse

local LEVELS = { info = "log", warn = "warn", error = "error" }

---@param parts bridge.Parts
return function(parts)
  local commands = {}

  commands["hello"] = { arguments = 3, run = function()
    refuse("bad-request", "this connection has said hello already")
  end }

  local function nothing() end
  commands["ping"] = { arguments = 0, run = nothing }
  commands["tick"] = { arguments = 0, run = nothing }
  commands["cancel"] = { arguments = 1, run = nothing } -- it was applied before anything ran

  commands["echo"] = { arguments = 0, payload = true, run = function(request)
    return nil, request.payload
  end }

  commands["info"] = { arguments = 0, run = function()
    return parts.facts()
  end }

  commands["log"] = { arguments = 1, payload = true, run = function(request)
    local method = LEVELS[request.arguments[1]]
    if not method then refuse("bad-request", "level is info, warn or error", "level") end
    -- Line feeds and tabs may stay; a NUL would cut the text.
    local text = request.payload:sub(1, 4096):gsub("[%z\1-\8\11-\31\127]", "?")
    console[method](console, text)
  end }

  return commands
end
