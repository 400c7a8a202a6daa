-- hello, authenticate, ping, echo, info, log, expire, and tick and cancel, which need no reply.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

local MAX_EXPIRY = 604800 -- seconds: a week

local LEVELS = { info = "log", warn = "warn", error = "error" }

---@param parts { hold: bridge.Hold, stop: bridge.Stop, facts: bridge.Facts }
return function(parts)
  local hold, stop, facts = parts.hold, parts.stop, parts.facts
  local commands = {}

  -- admission.lua answers these on a connection without a client.
  local function greeted()
    refuse("bad-request", "The connection has already sent hello.")
  end
  commands["hello"] = { arguments = 3, run = greeted }
  commands["authenticate"] = { arguments = 1, run = greeted }

  local function nothing() end
  commands["ping"] = { arguments = 0, quiet = true, run = function()
    if stop.stands then return "stopped" end
    return hold.lease and tostring(hold.time:milliseconds_left()) or nil
  end }
  commands["tick"] = { arguments = 0, quiet = true, run = nothing }
  commands["cancel"] = { arguments = 1, quiet = true, run = nothing } -- applied before anything runs

  commands["echo"] = { arguments = 0, payload = true, run = function(request)
    return nil, request.payload
  end }

  commands["info"] = { arguments = 0, quiet = true, run = function()
    return facts:tell()
  end }

  commands["log"] = { arguments = 1, payload = true, run = function(request)
    local method, text = LEVELS[request.arguments[1]], request.payload
    if not method then refuse_argument("level", request.arguments[1], "info, warn or error") end
    if #text > limits.log_bytes then
      refuse("bad-request", ("payload must be at most %d bytes; got %d."):format(limits.log_bytes, #text), "payload")
    end
    -- A NUL would truncate the text; other control characters could change a terminal.
    local position = text:find("[%z\1-\8\11-\31\127]")
    if position then
      refuse("bad-request", ("payload must have no control characters but line feed and tab; got 0x%02X at byte %d."):format(
        text:byte(position), position), "payload")
    end
    if not console then refuse("unsupported", "This mGBA has no scripting console.") end
    console[method](console, text)
  end }

  commands["expire"] = { arguments = 1, game = true, needs = "expiry", run = function(request)
    _host.setExpiry(arguments.integer(request.arguments[1], "seconds", 0, MAX_EXPIRY))
  end }

  return commands
end
