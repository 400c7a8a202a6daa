-- reset, core.step. Both may run callbacks of other scripts, which take mGBA's context from ours: every further call of the pass
-- would fail. So they run last.
local own_host = require("bridge.system.own_host")
local wait_reply = require("bridge.frames.wait_reply")
local Dispatcher = require("bridge.serving.dispatcher")
local refuse = require("bridge.wire.refusal").refuse

---@class bridge.ResetParts: bridge.WaitReplyParts
---@field game bridge.Game
---@field finish_with fun(run: fun()) see Server:finish_with

---@param parts bridge.ResetParts
return function(parts)
  local game, waits, finish_with = parts.game, parts.waits, parts.finish_with
  -- Our own host resets between two frames. mGBA's reset in a callback leaves the rest of that frame to the new game.
  local reset_game = own_host.find("resetGame") or function() emu:reset() end

  local function reset()
    reset_game()
    game:begin_anew()
  end

  return {
    -- Replies in the first frame.
    ["reset"] = { arguments = 0, game = true, run = function(request)
      local lack = waits:lack_of_room()
      if lack then refuse("busy", lack) end
      local later = Dispatcher.is_answered(request) and wait_reply.send_later(parts, request, { frames = 1 }) or nil
      finish_with(reset)
      return later
    end },
    ["core.step"] = { arguments = 0, game = true, needs = "step", run = function()
      finish_with(function() emu:step() end)
    end },
  }
end
