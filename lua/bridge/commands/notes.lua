-- note, notes.
local limits = require("bridge.wire.limits")
local refusal = require("bridge.wire.refusal")

---@param parts { notes: bridge.Notes, events: bridge.Events }
return function(parts)
  local notes, events = parts.notes, parts.events
  return {
    ["note"] = { arguments = 0, payload = true, game = true, cost = 20, run = function(request)
      local text = request.payload
      if text == "" or #text > limits.note_bytes or text:find("[%c\127]") or not utf8.len(text) then
        refusal.refuse_argument("payload", text, ("1 to %d bytes of UTF-8 in one line"):format(limits.note_bytes))
      end
      local frame = notes:add(text)
      events:noted(frame, text)
      return tostring(frame)
    end },

    -- Replies with up to 612 KB.
    ["notes"] = { arguments = 0, game = true, cost = 200, run = function()
      return nil, notes:lines()
    end },
  }
end
