-- frames.wait, memory.wait, screen.wait.
local limits = require("bridge.limits")
local arguments = require("bridge.arguments")
local condition = require("bridge.condition")
local memory = require("bridge.memory")
local png = require("bridge.png")
local Picture = require("bridge.picture")
local Dispatcher = require("bridge.dispatcher")
local refusal = require("bridge.refusal")

local LATER, refuse = Dispatcher.LATER, refusal.refuse

-- Without pixels the screen is a PNG, which takes milliseconds: only every so many frames, and at the end.
local FRAMES_A_PNG = 4
local PIXELS, PNG = 50, 2500 -- microseconds

local INTERRUPTED = { status = "interrupted", sentence = "the wait was ended early" }

---@param parts bridge.Parts
return function(parts)
  local game, waits, dispatcher, journal = parts.game, parts.waits, parts.dispatcher, parts.journal

  local function check_room(of_screen)
    local lack = waits:lack_of_room(of_screen)
    if lack then refuse("busy", lack) end
  end

  --- Answers when the wait is over.
  ---@param wait bridge.Wait
  ---@param tell fun(wait: bridge.Wait): string arguments of the reply
  local function wait_for(request, wait, tell)
    local id, waiting = request.id, request.connection.waiting
    if waiting[id] then refuse("bad-request", "a request with this id is waiting already") end
    function wait.on_end(_, problem)
      waiting[id] = nil
      if not problem then return dispatcher:reply(request, "ok", tell(wait)) end
      if problem.traceback then journal:fault(problem.traceback) end
      dispatcher:refuse(request, problem.status, problem.sentence, problem.argument)
    end
    waits:add(wait)
    waiting[id] = { cancel = function() waits:stop(wait, INTERRUPTED) end }
    return LATER
  end

  local commands = {}

  commands["frames.wait"] = { arguments = 1, game = true, run = function(request)
    local frames = arguments.integer(request.arguments[1], "frames", 1, limits.wait_frames)
    check_room()
    return wait_for(request, { frames = frames }, function(wait) return tostring(wait.waited) end)
  end }

  --- Reads the value that is waited for; nil where a chain leads nowhere.
  ---@return fun(wait: table): integer?
  local function reader_of(address, value_type, domain)
    local width, is_chain = value_type.width, type(address) == "table"
    -- What can never be right is refused now; of a chain that is its beginning.
    if is_chain then memory.locate(game, address.base, game.platform == "GBA" and 4 or 2, "") end
    local target, of_domains

    local function follow(wait)
      local ok, found = pcall(memory.locate, game, address, width, domain)
      if ok then return found end
      if not refusal.is_refusal(found) or found.status ~= "out-of-range" then error(found, 0) end
      wait.value, wait.address = nil, nil
    end

    return function(wait)
      if is_chain then
        target = follow(wait)
        if not target then return nil end
      elseif of_domains ~= game.domains then -- mGBA has other objects for them once a game was loaded
        target, of_domains = memory.locate(game, address, width, domain), game.domains
      end
      wait.value, wait.address = condition.signed(value_type, memory.get(target, width)), target.resolved
      return wait.value
    end
  end

  local function tell_value(wait)
    local told = ("%d %s %d"):format(wait.met and 1 or 0, wait.value or "-", wait.waited)
    return wait.address and told .. " " .. wait.address or told
  end

  commands["memory.wait"] = { arguments = 5, game = true, run = function(request)
    local address, type_name, domain, condition_text, timeout = table.unpack(request.arguments)
    local value_type = condition.type(type_name)
    local compare, wanted = condition.awaited(condition_text, value_type)
    local frames = arguments.integer(timeout, "timeout", 1, limits.wait_frames)
    address = arguments.address(address)
    if domain ~= "" and type(address) == "table" then
      refuse("bad-request", "a pointer chain begins on the bus and takes no domain", "domain")
    end
    local read = reader_of(address, value_type, domain)
    local wait = { frames = frames, waited = 0 }
    local first = read(wait)
    if not wanted then
      wanted = first -- nil, too: what is there then has changed
    elseif first and compare(first, wanted) then
      wait.met = true
      return tell_value(wait)
    end
    check_room()
    function wait.check()
      local value = read(wait)
      return value ~= nil and compare(value, wanted)
    end
    return wait_for(request, wait, tell_value)
  end }

  local function take_picture()
    if Picture.has_pixels() then return (Picture.take_pixels()) end
    return png.pixels((parts.picture:take()))
  end

  -- All that wait for the screen look at the same picture.
  local seen, seen_in
  local function picture_now()
    if seen_in ~= waits.frames_seen then seen, seen_in = take_picture(), waits.frames_seen end
    return seen
  end

  commands["screen.wait"] = { arguments = 1, game = true, needs = "screen", is_long = function() return not Picture.has_pixels() end,
    run = function(request)
      local frames = arguments.integer(request.arguments[1], "timeout", 1, limits.wait_frames)
      check_room(true)
      local first, step = take_picture(), Picture.has_pixels() and 1 or FRAMES_A_PNG
      local wait = { frames = frames, of_screen = true }
      function wait.check()
        if waits.frames_seen % step ~= 0 and wait.waited < frames then return false end
        return picture_now() ~= first
      end
      local later = wait_for(request, wait, function() return ("%d %d"):format(wait.met and 1 or 0, wait.waited) end)
      return later, step == 1 and PIXELS or PNG
    end }

  return commands
end
