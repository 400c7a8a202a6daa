-- buttons.get, buttons.set, buttons.add, buttons.remove, buttons.clear, buttons.press.
local limits = require("bridge.limits")
local arguments = require("bridge.arguments")
local refuse = require("bridge.refusal").refuse
local LATER = require("bridge.dispatcher").LATER
local button_mask = require("bridge.button_mask")

local ENDED_EARLY = { cancelled = "cancelled before it began", interrupted = "ended early, its buttons were let go" }

---@param parts bridge.Parts
return function(parts)
  local game, input, dispatcher = parts.game, parts.input, parts.dispatcher

  local function mask_of(text, least) return button_mask.parse(text, least, game) end

  local commands = {}

  commands["buttons.get"] = { arguments = 0, game = true, run = function()
    return ("%d %d %d"):format(emu:getKeys(), input.held, #input.presses)
  end }

  local function hold_exactly(mask, request)
    if not input:hold(mask, request.connection) then
      refuse("conflict", ("%s belongs to a press that has not ended"):format(button_mask.names(mask & input:claimed())), "mask")
    end
  end

  commands["buttons.set"] = { arguments = 1, game = true, run = function(request)
    hold_exactly(mask_of(request.arguments[1], 0), request)
  end }

  commands["buttons.add"] = { arguments = 1, game = true, run = function(request)
    hold_exactly(input.held | mask_of(request.arguments[1], 0), request)
  end }

  commands["buttons.remove"] = { arguments = 1, game = true, run = function(request)
    hold_exactly(input.held & ~mask_of(request.arguments[1], 0), request)
  end }

  commands["buttons.clear"] = { arguments = 0, game = true, run = function()
    return tostring(input:clear())
  end }

  --- Answers when the press has ended.
  local function answer(request)
    local waiting = request.connection.waiting
    return function(press, status)
      waiting[request.id] = nil
      if status == "ok" then
        dispatcher:reply(request, "ok", ("%d %d %d"):format(press.id, press.pressed, press.released))
      else
        dispatcher:refuse(request, status, ENDED_EARLY[status])
      end
    end
  end

  commands["buttons.press"] = { arguments = 4, game = true, run = function(request)
    local mask_text, hold_text, release_text, wait_text = table.unpack(request.arguments)
    local mask = mask_of(mask_text, 1)
    local hold = arguments.integer(hold_text, "hold", 1, limits.hold_frames)
    local release = arguments.integer(release_text, "release", 1, limits.release_frames)
    local wait = arguments.integer(wait_text, "wait", 0, 1) == 1
    local press, problem = input:press(mask, hold, release, wait and answer(request) or nil)
    if problem == "busy" then
      refuse("busy", ("%d presses are queued or running already"):format(limits.presses))
    elseif not press then
      refuse("conflict", ("%s is held by buttons.set"):format(button_mask.names(mask & input.held)), "mask")
    elseif wait then
      request.connection.waiting[request.id] = { cancel = function() input:cancel(press) end }
      return LATER
    else
      return ("%d %d"):format(press.id, #input.presses)
    end
  end }

  return commands
end
