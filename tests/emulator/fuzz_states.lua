-- Damaged save states, as the bridge would load them, into the real core: each is refused, or the game goes on from it. Globals:
-- LUA, the folder of the script; FIRST and CASES, the numbers of the cases. What crashes tells its number before.
package.path = LUA .. "/?.lua;" .. package.path
local Random = require("spec.fuzz.random")
local crc32 = require("spec.fuzz.crc32")
local Game = require("bridge.game.game")
local States = require("bridge.states.states")
local is_refusal = require("bridge.wire.refusal").is_refusal

-- The processor, timers, DMA, sound and I/O registers: where a changed byte leads somewhere.
local HEADER, HEAD = 0x20, 0x800 -- offsets: after the header, and the end of these
local WORDS = { 0, 1, 0xFFFF, 0x100000, 0x40000000, 0x7FFFFFFF, 0x80000000, 0xFFFF0000, 0xFFFFFFFF }
local FRAMES_BETWEEN = 2

local game = Game.new()
local states = States.new(game)
local good, png
local seed, wait, taken, refused = FIRST, 0, 0, 0

local function poke(random, bytes, from, to)
  local at = random:between(from, math.min(to, #bytes))
  return bytes:sub(1, at - 1) .. string.char(random:between(0, 255)) .. bytes:sub(at + 1)
end

local function with_word(random, bytes)
  local at = 4 * random:between(HEADER // 4, HEAD // 4 - 1)
  return bytes:sub(1, at) .. string.pack("<I4", random:of(WORDS)) .. bytes:sub(at + 5)
end

local function with_noise(random, bytes)
  local from = random:between(HEADER, HEAD - 1)
  local count = random:between(1, HEAD - from)
  local noise = {}
  for i = 1, count do noise[i] = string.char(random:between(0, 255)) end
  return bytes:sub(1, from) .. table.concat(noise) .. bytes:sub(from + count + 1)
end

--- Damages one chunk of the picture behind its checksum, which is right again.
local function with_chunk(random, bytes)
  local at, chunks = 9, {}
  while at + 11 <= #bytes do
    local size = string.unpack(">I4", bytes, at)
    chunks[#chunks + 1] = { at = at, size = size }
    at = at + 12 + size
  end
  local chunk = random:of(chunks)
  local body = bytes:sub(chunk.at + 4, chunk.at + 7 + chunk.size)
  if #body > 4 then body = poke(random, body, random:once_in(8) and 1 or 5, #body) end
  if random:once_in(4) then body = body:sub(1, random:between(4, #body)) end
  return bytes:sub(1, chunk.at - 1) .. string.pack(">I4", #body - 4) .. body .. string.pack(">I4", crc32(body))
    .. bytes:sub(chunk.at + 12 + chunk.size)
end

local function damaged(random)
  if random:once_in(8) then return with_chunk(random, png) end
  local bytes = random:once_in(12) and png or good
  if bytes == good and random:once_in(2) then return (random:once_in(2) and with_word or with_noise)(random, good) end
  for _ = 1, random:of({ 1, 1, 2, 5, 40 }) do
    bytes = poke(random, bytes, 1, random:once_in(3) and #bytes or HEAD)
  end
  local way = random:between(1, 12)
  if way == 1 then return bytes:sub(1, random:between(0, #bytes)) end
  if way == 2 then return bytes .. random:bytes(2000) end
  if way == 3 then return random:bytes(4000) end
  if way == 4 then
    local entries = {}
    for i = 1, random:between(1, 4) do
      entries[i] = string.pack("<I4i4i8", random:between(0, 9), random:between(-2, 70000), random:between(-2, #bytes + 70000))
    end
    return bytes:sub(1, 0x61000) .. table.concat(entries) .. ("\0"):rep(16) .. random:bytes(300)
  end
  return bytes
end

callbacks:add("frame", function()
  if not good then
    game:refresh()
    good, png = states:save(2 | 4 | 8), states:save(31)
  end
  game:begin_frame()
  if wait > 0 then
    wait = wait - 1
    return
  end
  wait = FRAMES_BETWEEN
  states:load(good, 2 | 4 | 8)
  if seed >= FIRST + CASES then
    if seed == FIRST + CASES then console:log(("done %d taken %d refused %d"):format(CASES, taken, refused)) end
    seed = seed + 1
    return
  end
  console:log("case " .. seed)
  local random = Random.new(seed)
  seed = seed + 1
  local ok, problem = pcall(states.load, states, damaged(random), random:of({ 0, 2, 14, 31 }))
  if ok then
    taken = taken + 1
  elseif is_refusal(problem) then
    refused = refused + 1
  else
    console:log("FAILED " .. tostring(problem))
  end
end)
