-- frames.wait, memory.wait, screen.wait, until.wait.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local AwaitedValue = require("bridge.memory.awaited_value")
local png = require("bridge.picture.png")
local Picture = require("bridge.picture.picture")
local until_parts = require("bridge.frames.until_parts")
local wait_reply = require("bridge.frames.wait_reply")
local refuse = require("bridge.wire.refusal").refuse

-- Without pixels each check takes a PNG, so the screen is checked every few frames and in the last one.
local FRAMES_A_PNG = 4
local PIXELS, PNG = 50, 2500 -- microseconds

---@class bridge.WaitParts: bridge.WaitReplyParts
---@field game bridge.Game
---@field hold bridge.Hold
---@field picture bridge.Picture

---@param parts bridge.WaitParts
return function(parts)
  local game, waits, hold, picture = parts.game, parts.waits, parts.hold, parts.picture

  --- Refuses a wait that could not end, or for which there is no room.
  local function check_can_wait(of_screen)
    local lack, left = hold:lack_of_frames()
    if lack then refuse("held", lack, left) end
    lack = waits:lack_of_room(of_screen)
    if lack then refuse("busy", lack) end
  end

  local function wait_for(request, wait, tell)
    return wait_reply.send_later(parts, request, wait, tell)
  end

  local commands = {}

  commands["frames.wait"] = { arguments = 1, game = true, run = function(request)
    local frames = arguments.integer(request.arguments[1], "frames", 1, limits.wait_frames)
    check_can_wait()
    return wait_for(request, { frames = frames }, function(wait) return tostring(wait.waited) end)
  end }

  local function tell_value(wait)
    local awaited = wait.awaited
    local text = ("%d %s %d"):format(wait.met and 1 or 0, awaited.value or "-", wait.waited)
    return awaited.address and text .. " " .. awaited.address or text
  end

  commands["memory.wait"] = { arguments = 5, game = true, run = function(request)
    local address, type_name, domain, condition_text, timeout = table.unpack(request.arguments)
    local frames = arguments.integer(timeout, "timeout", 1, limits.wait_frames)
    local awaited = AwaitedValue.parse(game, address, type_name, domain, condition_text)
    local wait = { frames = frames, waited = 0, awaited = awaited }
    wait.met = awaited:begin()
    if wait.met then return tell_value(wait) end
    check_can_wait()
    function wait.check() return awaited:is_met() end
    return wait_for(request, wait, tell_value)
  end }

  local function take_picture()
    if Picture.has_pixels() then return (Picture.take_pixels()) end
    return png.pixels((picture:take()))
  end

  -- All waits for the screen share one picture a frame.
  local seen, seen_in
  local function picture_now()
    if seen_in ~= waits.frames_seen then seen, seen_in = take_picture(), waits.frames_seen end
    return seen
  end

  commands["screen.wait"] = { arguments = 1, game = true, needs = "screen", is_long = function() return not Picture.has_pixels() end,
    needs_picture = function() return true end, run = function(request)
      local frames = arguments.integer(request.arguments[1], "timeout", 1, limits.wait_frames)
      check_can_wait(true)
      local first, step = take_picture(), Picture.has_pixels() and 1 or FRAMES_A_PNG
      local wait = { frames = frames, of_screen = true }
      function wait.check()
        if waits.frames_seen % step ~= 0 and wait.waited < frames then return false end
        return picture_now() ~= first
      end
      local later = wait_for(request, wait, function() return ("%d %d"):format(wait.met and 1 or 0, wait.waited) end)
      return later, step == 1 and PIXELS or PNG
    end }

  commands["until.wait"] = { arguments = 2, payload = true, game = true, needs_picture = until_parts.sees_picture,
    is_long = function(request) return until_parts.sees_picture(request) and not Picture.has_pixels() end, run = function(request)
      local until_met, of_screen = until_parts.parse(request, game, picture), until_parts.sees_picture(request)
      local wait = { frames = until_met.timeout, waited = 0, of_screen = of_screen }
      local function tell() return ("%d %d %s"):format(until_met.met and 1 or 0, wait.waited, until_parts.tell_held(until_met)) end
      until_met:mark()
      if until_met:begin() then return tell() end
      check_can_wait(of_screen)
      function wait.check()
        if until_met:frame() then wait.frames = wait.waited end
        return until_met.met
      end
      local later = wait_for(request, wait, tell)
      return later, of_screen and (Picture.has_pixels() and PIXELS or PNG) or nil
    end }

  return commands
end
