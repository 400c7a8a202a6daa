-- Damaged archives and soft patches, loaded as the bridge would: each is refused with a reason, or the game starts, without the patch or
-- with it. Globals: LUA, the folder of the script; ROM, a good one; GOOD, a folder with good archives and patches of it; FOLDER, where the
-- damaged ones are written; FIRST and CASES, the numbers of the cases. What crashes tells its number before.
package.path = LUA .. "/?.lua;" .. package.path
local Random = require("spec.fuzz.random")
local crc32 = require("spec.fuzz.crc32")

local FRAMES_BETWEEN = 1
local WORDS = { 0, 1, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF }
local SEVEN_ZIP_START = 32 -- bytes: signature, version, checksum, and where the header is
local SUMS = 12 -- bytes at the end of an UPS or BPS patch

local function read(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read("a")
  file:close()
  return bytes
end

local function write(path, bytes)
  local file = assert(io.open(path, "wb"))
  file:write(bytes)
  file:close()
end

local function replaced(bytes, at, text) return bytes:sub(1, at - 1) .. text .. bytes:sub(at + #text) end

--- Damages the bytes from `from` to `to`.
local function damaged(random, bytes, from, to)
  for _ = 1, random:of({ 0, 1, 1, 2, 8 }) do
    if to < from + 4 then break end
    local at = random:between(from, to - 3)
    bytes = replaced(bytes, at, random:once_in(3) and string.pack("<I4", random:of(WORDS)) or string.char(random:between(0, 255)))
  end
  local way = random:between(1, 12)
  if way == 1 then return bytes:sub(1, random:between(0, #bytes)) end
  if way == 2 then return bytes .. random:bytes(2000) end
  if way == 3 then return bytes:sub(1, from) .. random:bytes(2000) end
  return bytes
end

--- Damages the header behind its checksums, which are right again.
local function damaged_seven_zip(random, bytes)
  local size = string.unpack("<I8", bytes, 13)
  local header = damaged(random, bytes:sub(SEVEN_ZIP_START + size + 1), 1, #bytes - SEVEN_ZIP_START - size)
  local start = string.pack("<I8I8I4", size, #header, crc32(header))
  return bytes:sub(1, 8) .. string.pack("<I4", crc32(start)) .. start .. bytes:sub(SEVEN_ZIP_START + 1, SEVEN_ZIP_START + size) .. header
end

local function damaged_patch(random, bytes)
  local body = damaged(random, bytes:sub(1, -SUMS - 1), 5, #bytes - SUMS) .. bytes:sub(-SUMS, -5)
  return body .. string.pack("<I4", crc32(body))
end

local function damaged_anywhere(random, bytes) return damaged(random, bytes, 1, #bytes) end

local KINDS = {
  { name = "good.zip", suffix = "zip", damage = damaged_anywhere },
  { name = "stored.zip", suffix = "zip", damage = damaged_anywhere },
  { name = "good.7z", suffix = "7z", damage = damaged_seven_zip },
  { name = "good.7z", suffix = "7z", damage = damaged_anywhere },
  { name = "good.ips", suffix = "ips", damage = damaged_anywhere, is_patch = true },
  { name = "good.ups", suffix = "ups", damage = damaged_patch, is_patch = true },
  { name = "good.bps", suffix = "bps", damage = damaged_patch, is_patch = true },
}

local good_rom = read(ROM)
local seed, wait, taken, refused, patched = FIRST, 0, 0, 0, 0

--- Writes the files of a case.
---@return string path what to load
local function write_case(random, number)
  local kind = KINDS[number % #KINDS + 1]
  local bytes = kind.damage(random, read(GOOD .. "/" .. kind.name))
  local stem = ("%s/%d"):format(FOLDER, number % 16)
  for _, other in ipairs(KINDS) do os.remove(stem .. "." .. other.suffix) end
  write(stem .. "." .. kind.suffix, bytes)
  if not kind.is_patch then return stem .. "." .. kind.suffix end
  write(stem .. ".rom", good_rom)
  return stem .. ".rom"
end

local function check(is_loaded)
  if not is_loaded then
    refused = refused + 1
    if _host.gameFile("loadProblem") == "" then console:log("FAILED refused without a reason") end
  else
    taken = taken + 1
  end
end

callbacks:add("frame", function()
  if wait > 0 then
    wait = wait - 1
    return
  end
  wait = FRAMES_BETWEEN
  if _host.gameFile("patch") ~= "" and _host.gameFile("patchProblem") == "" then patched = patched + 1 end
  if seed < FIRST + CASES then
    console:log("case " .. seed)
    local path = write_case(Random.new(seed), seed)
    seed = seed + 1
    check(_host.loadRom(path))
  elseif seed == FIRST + CASES then
    console:log(("done %d taken %d refused %d patched %d"):format(CASES, taken, refused, patched))
    seed = seed + 1
  end
end)
