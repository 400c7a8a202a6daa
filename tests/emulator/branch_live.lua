-- What an act does in a frozen game: in one frame callback a state is loaded and keys are set, and in the callback 77 frames later the
-- memory, the picture and the state are taken. Globals: LUA, the folder of the script; OUT, a folder for movie, state and results.
package.path = LUA .. "/?.lua;" .. package.path
local Game = require("bridge.game.game")
local States = require("bridge.states.states")

-- The frame in which a state is saved, that in which the game is frozen and the state loaded, and the frames from there to the results.
local SAVED, FROZEN, FRAMES = 300, 420, 77

local game = Game.new()
local states = States.new(game)
local frame, state, keys = 0, nil, {}

local function write(name, bytes)
  local file = io.open(OUT .. "/" .. name, "wb")
  file:write(bytes)
  file:close()
end

-- The keys of a frame, which change each fourth frame.
local function mask_of(at)
  local seed = (at // 4 * 1103515245 + 12345) & 0x7FFFFFFF
  return (seed * 1103515245 + 12345 & 0x7FFFFFFF) >> 16 & 0xF3
end

-- The movie of the last 30 frames, from which the process of branches begins.
local function movie()
  local now = math.tointeger(_host.history():match("^%d+ (%d+)"))
  local id = math.tointeger(_host.writeMovie(now - 30, now):match("^(%d+) "))
  local bytes, piece = "", nil
  repeat
    piece = _host.readMovie(id, #bytes)
    bytes = bytes .. piece
  until piece == ""
  return bytes
end

local function finish()
  local list = {}
  for _, name in ipairs(game.names) do
    if name ~= "io" and name ~= "bios" and not name:find("^cart") then list[#list + 1] = ("%s:%d"):format(name, game.sizes[name]) end
  end
  for i, each in ipairs(list) do
    local name, size = each:match("(.*):(%d+)")
    write("memory" .. i - 1, game.domains[name]:readRange(0, math.tointeger(size)))
  end
  write("domains", table.concat(list, " "))
  write("keys", table.concat(keys, "\n"))
  write("picture", _host.picture())
  write("end", states:save(62))
end

callbacks:add("frame", function()
  frame = frame + 1
  game:look()
  game:begin_frame()
  if frame == SAVED then state = states:save(62) end
  if frame == FROZEN then
    write("movie", movie())
    write("state", state)
    states:load(state, 29)
  end
  if frame == FROZEN + FRAMES then finish() end
  local mask = mask_of(frame)
  emu:setKeys(mask)
  if frame >= FROZEN and frame < FROZEN + FRAMES then keys[#keys + 1] = ("%d %d"):format(frame - FROZEN, mask) end
end)
