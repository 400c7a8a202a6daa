-- A game of PLAYED frames with keys, writes, a reset and a state can be returned to in any frame: the machine, its save memory, its picture
-- and the frames after it are the same as before. LONG goes back a minute; IS_TIMED: the game reads the system's clock, so that it plays on
-- otherwise where it goes another way. Needs acts.lua.
local PLAYED, BACK = 1300, { 1, 2, 59, 60, 61, 120, 600 }
local LATER, EVERY = 600, 20 -- frames that are compared after each return, and every how many
local RESET, SAVE, LOAD = 200, 250, 300 -- frames in which the game is reset, and a state saved and loaded
if LONG then
  PLAYED = 5000
  BACK[#BACK + 1] = 3600
end

local seen = {}      -- machine and picture by the frame in the history
local wanted = {}    -- frames to remember
local state, tasks, task

local function now()
  return (math.tointeger(_host.history():match("^%-?%d+ (%-?%d+)")))
end

-- The save memory is attached to the state.
local function look()
  return { machine = emu:saveStateBuffer(2), picture = _host.picture() }
end

local function first_difference(a, b)
  local found = {}
  for i = 1, math.max(#a, #b) do
    if a:byte(i) ~= b:byte(i) then
      found[#found + 1] = ("0x%X: %s, %s"):format(i - 1, a:byte(i), b:byte(i))
      if #found == 8 then break end
    end
  end
  return table.concat(found, "; ")
end

local function compare(frame, why)
  local before, after = seen[frame], look()
  if not before then seen[frame] = after return end
  for _, part in ipairs({ "machine", "picture" }) do
    local is_same = before[part] == after[part]
    expect(("%s of frame %d %s"):format(part, frame, why), is_same, is_same or first_difference(before[part], after[part]))
  end
end

for _, back in ipairs(BACK) do
  wanted[PLAYED - back] = true
  for later = 1, LATER do
    if later % EVERY == 0 then wanted[PLAYED - back + later] = true end
  end
end
wanted[PLAYED] = true
for _, later in ipairs({ 1, 2, 20, 40 }) do wanted[LOAD + later] = true end

-- Each: a frame to return to, and the number of frames to play from there as before.
tasks = {}
for _, back in ipairs(BACK) do
  tasks[#tasks + 1] = { to = PLAYED - back, plays = 0 }
  tasks[#tasks + 1] = { to = PLAYED, plays = 0 }
end
for _, back in ipairs(BACK) do tasks[#tasks + 1] = { to = PLAYED - back, plays = math.min(back - 1, LATER) } end
-- The state that was loaded in a frame belongs to it; here the keys go another way for a moment.
if not IS_TIMED then
  tasks[#tasks + 1] = { to = LOAD + 1, plays = 0 }
  tasks[#tasks + 1] = { to = LOAD, plays = 20, goes_another_way = true }
  tasks[#tasks + 1] = { to = LOAD + 1, plays = 10, ends = LOAD + 20 }
  tasks[#tasks + 1] = { to = LOAD, plays = 40, goes_another_way = true }
end
tasks[#tasks + 1] = { to = LOAD + 20, plays = 0, ends = not IS_TIMED and LOAD + 40 or nil }

local function next_task()
  task = table.remove(tasks, 1)
  if task then return expect("rewind", _host.rewind(task.to), task.to .. " of " .. _host.history()) end
  -- Another way: what was known of the future is forgotten.
  local from, at, to = _host.history():match("^(%S+) (%S+) (%S+)")
  expect("end", to ~= at, _host.history())
  expect("beyond the future", not _host.rewind(to + 1))
  expect("before the past", not _host.rewind(from - 1))
  state = "leaving"
  emu:addKeys(8)
end

callbacks:add("frame", function()
  if state == "done" then return end
  local frame = now()
  if not state then
    if wanted[frame] then compare(frame, "at first") end
    if frame == PLAYED then
      state = "tasks"
      return next_task()
    end
    act(frame)
    reset_save_or_load(frame, RESET, SAVE, { [LOAD] = true })
    return
  end
  if state == "leaving" then
    state = "left"
    return
  elseif state == "left" then
    local _, at, to = _host.history():match("^(%S+) (%S+) (%S+)")
    expect("another way", at == to, _host.history())
    state = "done"
    return report("rewind", 100)
  end
  if not task.since then
    task.since = frame
    expect("arrived", frame == task.to, frame .. " instead of " .. task.to)
  end
  if wanted[frame] then compare(frame, ("when returned to %d from %d"):format(task.to, PLAYED)) end
  if frame - task.since == task.plays then
    local ends = task.goes_another_way and frame or task.ends or PLAYED
    expect("the future is kept", _host.history():match("^%S+ %S+ (%S+)") == tostring(ends), _host.history())
    return next_task()
  end
  act(frame)
end)
