-- breakpoint.stop, breakpoint.continue, breakpoint.step, breakpoint.await.
local arguments = require("bridge.wire.arguments")
local limits = require("bridge.wire.limits")
local wait_reply = require("bridge.frames.wait_reply")
local refuse = require("bridge.wire.refusal").refuse

---@class bridge.StopCommandParts: bridge.WaitReplyParts
---@field stop bridge.Stop
---@field hold bridge.Hold

---@param parts bridge.StopCommandParts
return function(parts)
  local stop, waits, hold = parts.stop, parts.waits, parts.hold

  local function check_stands()
    if not stop.stands then refuse("not-held", "The game is not stopped, or it has gone on by itself.") end
  end

  local function tell(wait)
    return wait.met and "1 " .. stop:tell() or "0 " .. wait.waited
  end

  --- Replies at the next stop by a breakpoint, at any stop with 0, or after a number of frames.
  local function reply_at_stop(request, id, frames_text)
    local frames = arguments.integer(frames_text, "timeout", 1, limits.wait_frames)
    local lack = waits:lack_of_room()
    if lack then refuse("busy", lack) end
    local wait = { frames = frames, stop = id }
    return wait_reply.send_later(parts, request, wait, tell), wait
  end

  --- Has the game stop after some instructions, unless the wait for that ends before.
  local function stop_after(instructions, milliseconds, wait)
    local on_end = wait.on_end
    function wait.on_end(ended, problem)
      if not ended.met then _host.setSteps(0, 0) end
      on_end(ended, problem)
    end
    _host.setSteps(instructions, milliseconds)
  end

  return {
    ["breakpoint.stop"] = { arguments = 2, game = true, needs = "stops", run = function(request)
      local milliseconds = arguments.integer(request.arguments[1], "milliseconds", 1, limits.max_stop_milliseconds)
      if stop.stands then
        stop.time:join(1000 * milliseconds)
        return "1 " .. stop:tell()
      end
      local lack, left = hold:lack_of_frames()
      if lack then refuse("held", lack, left) end
      local later, wait = reply_at_stop(request, 0, request.arguments[2])
      stop_after(1, milliseconds, wait)
      return later
    end },

    ["breakpoint.continue"] = { arguments = 0, game = true, needs = "stops", run = function()
      check_stands()
      stop:release()
    end },

    ["breakpoint.step"] = { arguments = 2, game = true, needs = "stops", run = function(request)
      check_stands()
      local count = arguments.integer(request.arguments[1], "instructions", 1, limits.step_instructions)
      local later, wait = reply_at_stop(request, 0, request.arguments[2])
      stop_after(count, 0, wait)
      stop:release()
      return later
    end },

    ["breakpoint.await"] = { arguments = 2, game = true, needs = "stops", run = function(request)
      local id = arguments.integer(request.arguments[1], "id", 0, 0x7FFFFFFF)
      if stop.stands and (id == 0 or id == stop.id) then return "1 " .. stop:tell() end
      local lack, left = hold:lack_of_frames()
      if lack and not stop.stands then refuse("held", lack, left) end
      local later = reply_at_stop(request, id, request.arguments[2])
      stop:release()
      return later
    end },
  }
end
