-- Damaged ROMs, as the bridge would load them, into the real core: each is refused, or runs some frames. Globals: LUA, the
-- folder of the script; ROM, a good one; FOLDER, where the damaged ones are written; FIRST and CASES, the numbers of the
-- cases. What crashes tells its number before.
package.path = LUA .. "/?.lua;" .. package.path
local Random = require("spec.fuzz.random")
local core_files = require("bridge.game.core_files")
local rom_file = require("bridge.game.rom_file")
local is_refusal = require("bridge.wire.refusal").is_refusal

local FRAMES_BETWEEN = 4
-- Never the branch that it begins with and what makes it a ROM of its console, or most would be refused.
local GBA_CODE, GB_CODE = 0xC0, 0x150

local file = assert(io.open(ROM, "rb"))
local good = file:read("a")
file:close()
local seed, wait, taken, refused = FIRST, 0, 0, 0
local is_gba = ROM:find("%.gba$") ~= nil

local function damaged(random)
  local bytes = good
  for _ = 1, random:of({ 1, 5, 50, 500 }) do
    local at = random:between(random:once_in(10) and 1 or (is_gba and GBA_CODE or GB_CODE), #bytes)
    bytes = bytes:sub(1, at - 1) .. string.char(random:between(0, 255)) .. bytes:sub(at + 1)
  end
  if random:once_in(4) then bytes = bytes:sub(1, random:between(0, #bytes)) end
  if random:once_in(10) then bytes = bytes .. ("\255"):rep(random:between(0, 3) * 1000000 + random:between(0, 9)) end
  -- The cartridge's kind and sizes, on the Game Boy three bytes.
  if not is_gba and #bytes > GB_CODE and random:once_in(2) then
    bytes = bytes:sub(1, 0x147) .. string.char(random:between(0, 255), random:between(0, 9), random:between(0, 6)) .. bytes:sub(0x14B)
  end
  return bytes
end

callbacks:add("frame", function()
  if wait > 0 then
    wait = wait - 1
    return
  end
  wait = FRAMES_BETWEEN
  if seed >= FIRST + CASES then
    if seed == FIRST + CASES then console:log(("done %d taken %d refused %d"):format(CASES, taken, refused)) end
    seed = seed + 1
    return
  end
  console:log("case " .. seed)
  local random = Random.new(seed)
  local path = ("%s/%d.%s"):format(FOLDER, seed % 16, is_gba and "gba" or "gb")
  seed = seed + 1
  local out = assert(io.open(path, "wb"))
  out:write(damaged(random))
  out:close()
  local ok, problem = pcall(rom_file.check, path, { platform = is_gba and "GBA" or "GB" })
  if ok and core_files.load_rom(path) then
    taken = taken + 1
    core_files.autoload_save()
    emu:reset()
  elseif ok or is_refusal(problem) then
    refused = refused + 1
  else
    console:log("FAILED " .. tostring(problem))
  end
end)
