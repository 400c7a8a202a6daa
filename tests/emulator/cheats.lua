-- Cheats of each kind change the game, and restore it when they are switched off. NAME names the test.
local IS_GBA = emu:platform() == 0
local BUTTONS = IS_GBA and 0x02000004 or 0xC004 -- which the game writes in each frame
local PLACE = IS_GBA and 0x080000B6 or 0x00F0 -- in ROM, where it is 0
local VALUE = 0x55

local GAME_SHARK = { 0x09F4FBBD, 0x9681884A, 0x352027E9, 0xF3DEE5A7 }
local ACTION_REPLAY = { 0x7AA9648F, 0x7FAE6994, 0xC0EFAAD5, 0x42712C57 }
local U32 = 0xFFFFFFFF

local function check(name, holds, why)
  print(holds and ("ok cheats: %s: %s"):format(NAME, name) or ("FAILED cheats: %s: %s: %s"):format(NAME, name, why))
end

local function equal(name, got, wanted) check(name, got == wanted, ("got %s, not %s"):format(got, wanted)) end

--- Encrypts a code: the Tiny Encryption Algorithm.
local function encrypt(first, second, seeds)
  local sum = 0
  for _ = 1, 32 do
    sum = sum + 0x9E3779B9 & U32
    first = first + ((second << 4) + seeds[1] ~ second + sum ~ (second >> 5) + seeds[2]) & U32
    second = second + ((first << 4) + seeds[3] ~ first + sum ~ (first >> 5) + seeds[4]) & U32
  end
  return ("%08X %08X"):format(first, second)
end

--- Returns the code of a Game Genie; with `before` it acts only where the ROM has that byte.
local function game_genie(address, value, before)
  local code = ("%02X%X-%02X%X"):format(value, address >> 8 & 0xF, address & 0xFF, address >> 12 ~ 0xF)
  if not before then return code end
  local byte = before ~ 0xBA
  return ("%s-%X0%X"):format(code, byte >> 2 & 0xF, byte >> 6 & 3 | (byte & 3) << 2)
end

local OWN = emu:read8(PLACE)

-- Name, type, lines, the address and its value then.
local KINDS
if IS_GBA then
  KINDS = {
    { "CodeBreaker", "codeBreaker", { "32000004 0055" } },
    { "CodeBreaker, found out", "auto", { "32000004 0055" } },
    { "CodeBreaker, filling", "codeBreaker", { "42000304 0055", "00000002 0002" }, address = 0x02000306, stays = true },
    { "CodeBreaker, a condition", "codeBreaker", { "72000100 0100", "32000004 0055" } },
    { "CodeBreaker, a condition that doesn't hold", "codeBreaker", { "72000100 0101", "32000004 0055" }, value = 0 },
    { "CodeBreaker with a master code", "codeBreaker", { "0000295F 000A", "10000150 0007", "32000004 0055" } },
    { "GameShark", "gameShark", { encrypt(0x02000004, 0x55, GAME_SHARK) } },
    { "GameShark, found out", "auto", { encrypt(0x02000004, 0x55, GAME_SHARK) } },
    { "GameShark with the id of a game", "auto",
      { encrypt(0x45544241, 0x001DC0DE, GAME_SHARK), encrypt(0xF8000150, 0x0003, GAME_SHARK), encrypt(0x02000004, 0x55, GAME_SHARK) } },
    { "GameShark with the id of a game, not encrypted", "auto", { "45544241 001DC0DE", "02000004 00000055" } },
    { "Action Replay with the id of a game, not encrypted", "auto",
      { "45544241 001DC0DE", encrypt(0x00200004, 0x55, ACTION_REPLAY) } },
    { "Action Replay with the id of a game", "auto",
      { encrypt(0x45544241, 0x001DC0DE, ACTION_REPLAY), encrypt(0x00200004, 0x55, ACTION_REPLAY) } },
    { "GameShark, not encrypted", "gameSharkRaw", { "02000004 00000055" } },
    { "GameShark, not encrypted, found out", "auto", { "02000004 00000055" } },
    { "GameShark, ROM", "gameSharkRaw", { "6000005B 00005958" }, address = PLACE, value = 0x58 },
    { "Action Replay", "actionReplay", { encrypt(0x00200004, 0x55, ACTION_REPLAY) } },
    { "Action Replay, found out", "auto", { encrypt(0x00200004, 0x55, ACTION_REPLAY) } },
    { "Action Replay, not encrypted", "actionReplayRaw", { "00200004 00000055" } },
    { "Action Replay, ROM", "actionReplayRaw", { "00000000 1800005B", "00005958 00000000" }, address = PLACE, value = 0x58 },
    { "Action Replay, conditions", "actionReplayRaw", { "88200100 00000000", "00200004 00000055", "00000000 40000000" } },
    { "VisualBoyAdvance", "vba", { "02000004:55" } },
    { "VisualBoyAdvance, 16 bits", "auto", { "02000004:0155" } },
    { "VisualBoyAdvance, ROM", "vba", { "080000B6:58" }, address = PLACE, value = 0x58 },
  }
else
  KINDS = {
    { "GameShark", "gameShark", { "015504C0" } },
    { "GameShark, found out", "auto", { "015504C0" } },
    { "CodeBreaker", "codeBreaker", { "00C004-55" } },
    { "VisualBoyAdvance", "vba", { "C004:55" } },
    { "VisualBoyAdvance, found out", "auto", { "C004:55" } },
    { "Game Genie", "gameGenie", { game_genie(PLACE, 0x58) }, address = PLACE, value = 0x58 },
    { "Game Genie with the byte before", "auto", { game_genie(PLACE, 0x58, OWN) }, address = PLACE, value = 0x58 },
    { "Game Genie with another byte before", "gameGenie", { game_genie(PLACE, 0x58, OWN ~ 1) }, address = PLACE, value = OWN },
    { "Game Genie in the other bank", "gameGenie", { game_genie(0x7FF0, 0xA5) }, address = 0x7FF0, value = 0xA5 },
  }
end

local function many(count)
  local texts = {}
  for i = 1, count do texts[i] = ("+ auto A%d\n%%s\n"):format(i) end
  return table.concat(texts)
end

local WRONG = {
  { "", "^$" },
  { "x", "^0 %-1 must begin with its name$" },
  { "32000004 0055\n", "^0 %-1 must begin with its name$" },
  { "+ auto\n32000004 0055\n", "^0 %-1 must have a type and a name of 1 to 192 bytes$" },
  { "+ auto \n32000004 0055\n", "^0 %-1 must have a type" },
  { "+ auto a\tb\n32000004 0055\n", "^0 %-1 must have a type" },
  { "+ auto  a\n32000004 0055\n", "^0 %-1 must have a type" },
  { "+ lucky A\n32000004 0055\n", "^0 %-1 must have a type" },
  { "+ auto A\n", "^0 %-1 must have lines$" },
  { "+ auto A\n+ auto B\n02000004:55\n", "^0 %-1 must have lines$" },
  { "+ auto A\n%s\n- auto A\n%s\n", "^1 %-1 must have a name of its own$" },
  { "+ auto A\n%s\nhello\n", "^0 1 must be a code of the " },
  { "+ auto A\n%s\n- auto B\n%s\n\n", "^1 1 must be a code of the " },
  { "+ auto A\n%s\n" .. ("1"):rep(400) .. "\n", "^0 1 must be a line of at most 17 bytes$" },
  { "+ auto A\n%s\n\0\n", "^0 1 must be a line of at most 17 bytes$" },
  { "+ auto A\n%s", "^0 0 must be a line" },
  { many(257), "^256 %-1 is one too many: an emulator has at most 256 cheats$" },
  { "+ auto A\n" .. ("%s\n"):rep(2049), "^0 2048 is one too many: all cheats together have at most 2048 lines$" },
  { "+ auto A\n" .. ("%s\n"):rep(9000), "^0 %-1 must be shorter: all cheats together may have 65536 bytes$" },
}
local WRONG_OF_GBA = {
  { "+ gameGenie A\n00A-17B\n", "^0 %-1 must be of another type: a GBA has no gameGenie codes$" },
  { "+ auto A\n00A-17B\n", "^0 0 must be a code of the GBA$" },
  { "+ vba A\n32000004 0055\n", "^0 0 must be a vba code of the GBA$" },
  { "+ codeBreaker A\n42000304 0055\n", "^0 0 must be followed by the rest of its code$" },
  { "+ auto A\n42000304 0055\n02000004:55\n", "^0 1 must be the rest of the code that the line before begins$" },
  { "+ codeBreaker A\n52000004 0055\n", "^0 0 must be a codeBreaker code of the GBA$" },
  { "+ actionReplayRaw A\n00000000 1800005B\n", "^0 0 must be followed by the rest of its code$" },
  { "+ actionReplayRaw A\n88200100 00000000\n00200004 00000055\n", "^0 1 must be followed by the end of its conditions" },
  { "+ actionReplayRaw A\n00000000 10200004\n00000055 00000000\n", "^0 0 needs the button of the cheat device" },
  { "+ gameSharkRaw A\n82100004 00000055\n", "^0 0 needs the button of the cheat device" },
  { "+ actionReplayRaw A\n00200004 FFFFFF55\n", "^0 %-1 must write less" },
  { "+ actionReplayRaw A\n06200004 00000055\n", "^0 0 has a width that no memory has$" },
  { "+ gameSharkRaw A\n30000000 02000004\n02000004 02000008\n", "^0 1 must be followed by the rest of its code$" },
  { "+ vba A\n09000000:55\n", "^0 0 changes 0x09000000, which is beyond the end of the ROM$" },
}
local WRONG_OF_GB = {
  { "+ actionReplay A\n00200004 00000055\n", "^0 %-1 must be of another type: a Game Boy has no actionReplay codes$" },
  { "+ auto A\n32000004 0055\n", "^0 0 must be a code of the Game Boy$" },
  { "+ gameGenie A\n55C04F\n", "^0 0 must be a gameGenie code of the Game Boy$" },
  { "+ gameGenie A\n550-043\n", "^0 0 changes 0xC004, which is no ROM" },
}

local function refuse(wrong)
  for i, case in ipairs(wrong) do
    local text = case[1]:gsub("%%s", IS_GBA and "32000304 0055" or "015504C1")
    local got = _host.setCheats(text)
    check(("refused %d"):format(i), got:find(case[2]), got)
  end
end

-- What is done in each frame. mGBA's functions can't be called in a coroutine.
local plan = {}

local function frame(work) plan[#plan + 1] = work end

local function wait() frame(function() end) end

local function set(name, text)
  equal(name, _host.setCheats(text), "")
end

local function try(kind)
  local name, device, lines = table.unpack(kind)
  local address, value = kind.address or BUTTONS, kind.value or VALUE
  local text = ("%%s %s A cheat\n%s\n"):format(device, table.concat(lines, "\n"))
  local before
  frame(function()
    before = emu:read8(address)
    set(name .. ": it is taken", text:format("+"))
  end)
  frame(function()
    equal(name .. ": it acts", emu:read8(address), value)
    equal(name .. ": it is listed", _host.cheats(), text:format("+"))
    set(name .. ": it is switched off", text:format("-"))
  end)
  wait()
  frame(function()
    if not kind.stays then equal(name .. ": the game restores the value", emu:read8(address), before) end
    set(name .. ": it is on again", text:format("+"))
  end)
  frame(function()
    equal(name .. ": it acts again", emu:read8(address), value)
    set(name .. ": it is removed", "")
  end)
  wait()
  frame(function()
    if not kind.stays then equal(name .. ": the value is restored again", emu:read8(address), before) end
  end)
end

-- Two cheats change one byte of ROM: without the later one it is that of the other.
local function try_both()
  local line = IS_GBA and { "080000B6:58", "080000B6:59" } or { game_genie(PLACE, 0x58), game_genie(PLACE, 0x59) }
  for _, step in ipairs({ { "+", "+", 0x59 }, { "+", "-", 0x58 }, { "-", "-", OWN }, { "-", "+", 0x59 }, { "+", "+", 0x59 } }) do
    _host.setCheats(("%s auto A\n%s\n%s auto B\n%s\n"):format(step[1], line[1], step[2], line[2]))
    equal("two cheats for one byte", emu:read8(PLACE), step[3])
  end
  _host.setCheats("")
  equal("no cheat for a byte", emu:read8(PLACE), OWN)
end

local BOTH = IS_GBA and "+ auto A\n32000004 0055\n080000B6:58\n" or ("+ auto A\n015504C0\n%s\n"):format(game_genie(PLACE, 0x58))

local function acts(name)
  equal(name .. ": cheats stay", _host.cheats(), BOTH)
  equal(name .. ": they act", emu:read8(BUTTONS), VALUE)
  equal(name .. ": on ROM too", emu:read8(PLACE), 0x58)
end

-- A state has no cheats, and changes none.
local function try_states()
  local without, with
  frame(function()
    without = emu:saveStateBuffer(31)
    set("both are taken", BOTH)
  end)
  frame(function()
    with = emu:saveStateBuffer(31)
    emu:loadStateBuffer(without, 31)
  end)
  wait()
  frame(function()
    acts("a state")
    _host.setCheats("")
    emu:loadStateBuffer(with, 31)
  end)
  wait()
  wait()
  frame(function()
    equal("a state has no cheats", _host.cheats(), "")
    equal("none acts", emu:read8(BUTTONS), 0)
    equal("the ROM is restored", emu:read8(PLACE), OWN)
  end)
end

local function try_reset()
  frame(function()
    _host.setCheats(BOTH)
    _host.resetGame()
  end)
  wait()
  frame(function()
    acts("a reset")
    _host.setCheats("")
  end)
end

for _ = 1, 10 do wait() end
frame(function()
  equal("none at first", _host.cheats(), "")
  refuse(WRONG)
  refuse(IS_GBA and WRONG_OF_GBA or WRONG_OF_GB)
  equal("nothing has changed", _host.cheats(), "")
end)
for _, kind in ipairs(KINDS) do try(kind) end
frame(try_both)
try_states()
try_reset()
frame(function() print(("ok cheats: %s: the end"):format(NAME)) end)

callbacks:add("frame", function()
  local work = table.remove(plan, 1)
  if work then work() end
end)
