-- message.show.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local own_host = require("bridge.system.own_host")
local refusal = require("bridge.wire.refusal")

---@param parts { events: bridge.Events }
return function(parts)
  local events, show = parts.events, own_host.find("showMessage")
  return {
    ["message.show"] = { arguments = 1, payload = true, game = true, cost = 20, run = function(request)
      local frames, text = arguments.integer(request.arguments[1], "frames", 1, limits.message_frames), request.payload
      if text == "" or #text > limits.message_bytes or text:find("[%c\127]") or not utf8.len(text) then
        refusal.refuse_argument("payload", text, ("1 to %d bytes of UTF-8 in one line"):format(limits.message_bytes))
      end
      local is_drawn = show ~= nil and show(text, frames)
      events:shown(frames, is_drawn, text)
      return is_drawn and "1" or "0"
    end },
  }
end
