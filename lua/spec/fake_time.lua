-- The time of the fake mGBA. It passes in frames and in waits, so that specs don't depend on the speed of the machine.
local fake_system = require("spec.fake_system")

local fake_time = {}

--- Adds `seconds`, `tick`, `look_seconds`, `reset_time`, `at`, `pass_time` and `wait` to the fake.
---@param fake spec.Fake
function fake_time.add_to(fake)
  local planned
  fake.seconds, fake.look_seconds = 0, 0

  --- Starts time at 0. On Windows a wait ends with a tick of the system's clock, every `fake.tick` milliseconds. A poll takes
  --- `fake.look_seconds`.
  function fake.reset_time()
    fake.seconds, fake.tick, fake.look_seconds, planned = 0, fake_system.is_windows() and 1 or nil, 0, {}
    os.time = function() return math.floor(fake.seconds) end -- luacheck: ignore 122
  end

  --- Plans an event for a time, during a wait or between two waits.
  ---@param seconds number
  ---@param run fun()
  function fake.at(seconds, run)
    local place = #planned + 1
    while place > 1 and planned[place - 1].seconds > seconds do place = place - 1 end
    table.insert(planned, place, { seconds = seconds, run = run })
  end

  --- Lets time pass and runs the planned events, until `finish` or until `is_over` returns true.
  ---@param finish number seconds
  ---@param is_over? fun(): boolean
  function fake.pass_time(finish, is_over)
    while planned[1] and planned[1].seconds <= finish do
      local event = table.remove(planned, 1)
      fake.seconds = math.max(fake.seconds, event.seconds)
      event.run()
      if is_over and is_over() then return end
    end
    fake.seconds = math.max(fake.seconds, finish)
  end

  --- Waits for a number of milliseconds, or until `is_over` returns true.
  ---@param milliseconds integer
  ---@param is_over fun(): boolean
  function fake.wait(milliseconds, is_over)
    local finish = fake.seconds + milliseconds / 1000
    if fake.tick then finish = math.ceil(finish * 1000 / fake.tick - 1e-6) * fake.tick / 1000 end
    fake.pass_time(finish, is_over)
  end

  fake_system.now = function() return fake.seconds end
end

return fake_time
