-- What a game did is written as a movie, and played again: the memory is that of the movie. OUT is the file for another process, PLAYED is
-- the number of frames. Needs acts.lua.
local RESET, SAVE, LOADS = 200, 250, { [300] = true, [777] = true } -- frames of a round
local ROUND = PLAYED < 5000 and 1000 or 3000
local LIMIT = 32 << 20 -- bytes of a movie
local START = 500 -- of a movie that doesn't begin with the first frame

local function write(from, to)
  local line = _host.writeMovie(from, to)
  local id, size, begin = line:match("^(%d+) (%d+) (%-?%d+) %S+$")
  id = math.tointeger(id)
  if not id then error(line) end
  local movie, piece = "", nil
  repeat
    piece = _host.readMovie(id, #movie)
    movie = movie .. piece
  until piece == ""
  expect("the whole movie", #movie == math.tointeger(size), line)
  expect("another movie", _host.readMovie(id - 1, 0) == "")
  return movie, math.tointeger(begin)
end

local function send(movie)
  local HALF = #movie // 2
  expect("a piece", _host.sendMovie(0, #movie, movie:sub(1, HALF)) == "")
  expect("no play of half a movie", _host.playMovie(0, true) ~= "")
  expect("a piece that doesn't follow", _host.sendMovie(HALF + 1, #movie, movie:sub(HALF + 2)) ~= "")
  local problem = _host.sendMovie(HALF, #movie, movie:sub(HALF + 1))
  expect("the other piece", problem == "", problem)
  collectgarbage()
end

-- Begins to play a movie and returns how its result is checked.
local function play(movie, to, stops, check)
  return function()
    send(movie)
    local problem = _host.playMovie(to, stops)
    expect("playing", problem == "", problem)
    return check
  end
end

local function result()
  local state, played, checked, after, before, regions = _host.movieResult():match("^(%S+) (%d+) (%d+) (%d+) (%d+) (%S+)")
  return { state = state, played = math.tointeger(played), checked = math.tointeger(checked), after = math.tointeger(after),
    before = math.tointeger(before), regions = regions }
end

local function is_equal(frames, checked)
  return function(is)
    expect("equal", is.state == "equal" and is.played == frames and is.checked >= checked, _host.movieResult())
  end
end

local function differs(after, before, played)
  return function(is)
    local is_there = is.after == after and is.before == before and is.played == played
    expect("a difference", is.state == "differs" and is_there and is.regions == "wram", _host.movieResult())
  end
end

local function refused(sentence)
  return function()
    expect("refused", _host.movieResult():match("^refused") and _host.movieResult():find(sentence, 1, true), _host.movieResult())
  end
end

-- Movies that can't be parsed, and a part of the sentence.
local function damaged(movie)
  local function change(from, to) return (movie:gsub(from, to, 1)) end
  return {
    { movie:sub(1, -6), "cut off" },
    { movie .. "x", "follows the end" },
    { change("^movie 1", "movie 2"), "line 1: This is no movie of format 1" },
    { change("^(movie 1 %u+) %d+", "%1 0"), "line 1: The number of frames must be 1 to 100000000" },
    { change("^(movie 1 %u+) %d+", "%1 1000000000"), "line 1: The number of frames" },
    { change("^movie 1 %u+", "movie 1 " .. (emu:platform() == 0 and "GB" or "GBA")), "another console" },
    { change("\nkeys 5 c", "\nkeys 3 c"), "not in order" },
    { change("\nkeys 5 c", "\nkeys 50000 c"), "The frame must be" },
    { change("\nkeys 5 c %d+", "\nkeys 5 c 1024"), "The line must be one of a movie" },
    { change("\nkeys 5 c", "\ndance 5 c"), "The line must be one of a movie" },
    { change("\nbus 7 c %d", "\nbus 7 c 3"), "The line must be one of a movie" },
    { change("\nkeys 5 c", "\nstate 5 9999999\nkeys 5 c"), "too large" },
    { change("\nkeys 5 c", "\nsensors 5 c 0 0 0 1001\nkeys 5 c"), "The line must be one of a movie" },
    { change("\nkeys 5 c", "\nsensors 5 c -1001 0 0 0\nkeys 5 c"), "The line must be one of a movie" },
    { change("\nkeys 5 c", "\nsensors 5 r 0 0 0 0\nkeys 5 c"), "The line must be one of a movie" },
    { change("\nkeys 5 c", "\ncheats 5 c 99999\nkeys 5 c"), "too large" },
    { change("\nkeys 5 c", "\ncheats 5 c 4\nabcd\nkeys 5 c"), "The cheats are none of this console" },
    { change("\nkeys 5 c", "\ncheats 5 r 0\n\nkeys 5 c"), "The cheats are none of this console" },
    { change("\nhash (%d+) ", "\nhash %1 x=0000000000000000 "), "The line must be one of a movie" },
    { change("\nkeys 5 c", "\nnote 3 601\nkeys 5 c"), "too large" },
    { change("\nkeys 5 c", "\nnote 3 3\na\tb\nkeys 5 c"), "A note must be a line of text" },
    { change("\nkeys 5 c", "\nnote 3 0\n\nkeys 5 c"), "A note must be a line of text" },
    { change("\nkeys 5 c", "\nnote 50000 3\na b\nkeys 5 c"), "The frame must be" },
    { change("\nkeys 5 c", "\npower 0\n\nkeys 5 c"), "The second line" },
  }
end

--- Changes one bit of the last write before the second hash. Returns the movie, and the frames of the hashes around the difference.
local function change_write(movie)
  -- On a busy machine a hash is some frames late.
  local after, before = movie:match("\nhash (%d+) .-\nhash (%d+) ")
  local frame = (before - 1) // WRITES * WRITES
  local written = ("\nbus %d c (%%d %%d+) (%%d+)"):format(frame)
  local changed, count = movie:gsub(written, function(place, value)
    return ("\nbus %d c %s %d"):format(frame, place, tonumber(value) ~ 1)
  end, 1)
  expect("one bit is changed", count == 1, frame)
  return changed, math.tointeger(after), math.tointeger(before)
end

local tasks, check

local function plan()
  local movie, begin = write(0, PLAYED)
  expect("from the first frame", begin == 0, begin)
  local file = io.open(OUT, "wb")
  file:write(movie)
  file:close()
  expect("a note", movie:find("\nnote %d+ 8\nHello é\n"))
  expect("no note of other frames", not write(START, PLAYED):find("\nnote "))
  local later, later_begin = write(START, PLAYED)
  expect("from a snapshot", later_begin <= START and later_begin > START - 60, later_begin)
  expect("a frame that is not known", _host.writeMovie(0, PLAYED + 1000):match("^!The history has the frames"))
  local frames = math.tointeger(movie:match("^movie 1 %u+ (%d+)"))
  for _, each in ipairs(damaged(movie)) do
    send(each[1])
    local problem = _host.playMovie(0, true)
    expect("a damaged movie: " .. each[2], problem:find(each[2], 1, true), problem)
  end
  send(movie)
  expect("more frames than it has", _host.playMovie(frames + 1, true) == ("to must be 0 to %d; got %d."):format(frames, frames + 1))
  for _, total in ipairs({ 0, LIMIT + 1 }) do
    local problem = _host.sendMovie(0, total, "")
    expect("a movie of " .. total .. " bytes", problem == ("total must be 1 to %d; got %d."):format(LIMIT, total), problem)
  end
  local changed, after, before = change_write(movie)
  tasks = {
    play(movie, 0, true, is_equal(frames, 20)),
    play(movie, 400, true, is_equal(400, 5)),
    play(movie, 1, true, is_equal(1, 0)),
    play(changed, 0, true, differs(after, before, before + 1)),
    play(changed, 0, false, differs(after, before, frames)),
    play(later, 0, true, is_equal(frames - later_begin, 10)),
    play(later:gsub("\n(state 0 %d+\n)....", "\n%1XXXX", 1), 0, true, refused("line 2: The state is damaged")),
  }
end

local function next_task()
  local task = table.remove(tasks, 1)
  if task then
    check = task()
  else
    check = nil
    tasks = {}
    report("movie", 60)
  end
end

local frame = 0
callbacks:add("frame", function()
  if tasks then
    if not check then return end
    local is = result()
    if is.state == "playing" then return end
    check(is)
    return next_task()
  end
  frame = frame + 1
  act(frame)
  if frame == 50 then _host.addNote("Hello é") end
  reset_save_or_load(frame % ROUND, RESET, SAVE, LOADS)
  if frame == PLAYED + 3 then
    plan()
    next_task()
  end
end)
