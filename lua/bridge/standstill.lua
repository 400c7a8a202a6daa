-- The game standing still inside its frame callback: passes of the script, with waits of a millisecond in between, until a step
-- is to run or the hold is over.
local limits = require("bridge.limits")
local own_host = require("bridge.own_host")

-- Waits until what is done once a frame is done all the same.
local WAITS_OF_A_FRAME = 16

local standstill = {}

--- Whether our own host was told to end, which it does as soon as the callback returns.
local function no_host() return false end

---@return fun(): boolean
function standstill.is_ending()
  return own_host.find("isEnding") or no_host
end

--- Returns when `app.moved` says that the keys of the next frame are set.
---@param app bridge.App
function standstill.keep(app)
  local hold, server, clock = app.hold, app.server, app.clock
  local more, waits = app.work_left, 0
  hold.time:stand(clock.now)
  server.stands = true
  while not app.moved do
    local readable
    if not more then
      readable = app.readiness:wait_standing()
      if not readable then hold.time:waited() end
    end
    local all = not readable or not clock.usable or server:sweeps(clock.now)
    more = app:pass(limits.pass_cost, readable, all, nil, app.begin_keys)
    hold.time:heard(clock.now, clock.usable or not readable)
    if all and not app.moved then
      waits = waits + 1
      if waits % WAITS_OF_A_FRAME == 0 then app:every_frame() end
      if hold.time:is_over() or app.connections:is_deserted() or app.is_ending() then
        hold:free()
        app:move_keys()
      end
    end
  end
  server.stands = nil
  hold.time:leave()
  app.work_left = more
end

return standstill
