-- Plays a game in the ordinary host with given keys, and writes what the bridge would show after each step: values, frame and picture.
-- Globals: LUA, the folder of the script; OUT, a file; KEYS, the keys of each frame; READS, address, type and domain; FRAMES of a step;
-- STATE, a file to load at the first frame's end, from where the keys then begin; empty: none.
package.path = LUA .. "/?.lua;" .. package.path
local Game = require("bridge.game.game")
local States = require("bridge.states.states")
local ValuePlace = require("bridge.memory.value_place")
local condition = require("bridge.memory.condition")

local game = Game.new()
local states = States.new(game)
local out = io.open(OUT, "wb")
local done = STATE == "" and 0 or -1
local places

local function load()
  local file = io.open(STATE, "rb")
  states:load(file:read("a"), 31 & ~8)
  file:close()
end

local function write()
  for _, place in ipairs(places) do
    local value = place:read()
    out:write(string.pack("<i8i8", value or 0, value and 0 or 1))
  end
  out:write(string.pack("<i8", emu:currentFrame() + 1), _host.picture())
end

if done == 0 then emu:setKeys(KEYS[1]) end
callbacks:add("frame", function()
  done = done + 1
  game:look()
  game:begin_frame()
  if not places then
    places = {}
    for i, each in ipairs(READS) do places[i] = ValuePlace.parse(game, each[1], condition.type(each[2]), each[3]) end
  end
  if done == 0 then
    load()
  elseif done % FRAMES == 0 then
    write()
  end
  if done == #KEYS then out:close() end
  emu:setKeys(KEYS[done + 1] or 0)
end)
