-- The limits of a history, and what begins it anew. OTHER is another ROM for the console, LIMIT the most bytes.
local LOADED, ENOUGH = 100, 3100 -- frames

local function numbers()
  local from, now, to, bytes = _host.history():match("^(%-?%d+) (%-?%d+) (%-?%d+) (%d+)")
  return math.tointeger(from), math.tointeger(now), math.tointeger(to), math.tointeger(bytes)
end

local function check(name, holds, why)
  print(holds and "ok history: " .. name or ("FAILED history: %s: %s"):format(name, why or _host.history()))
end

local seen, most, hashes, late = 0, 0, 0, nil

callbacks:add("frame", function()
  local from, now, to, bytes = numbers()
  most = math.max(most, bytes)
  -- More than is kept of a second, in another order each time.
  local seed = now
  for i = 1, 100 do
    seed = seed * 6364136223846793005 + 1442695040888963407
    emu:write32(0x02000000 + (seed >> 40 & 0x1FFFC), seed >> 20 & 0xFFFFFFFF)
  end
  if now == LOADED - 1 then
    check("begins with the first frame", from <= 0)
    check("a mark", _host.markHistory("here", now))
    check("a mark that is too long", not _host.markHistory(("x"):rep(71), now))
    check("a mark of a frame that is not there", not _host.markHistory("there", now + 1) and not _host.markHistory("there", from - 1))
    check("a mark is listed", _host.history():find("\n" .. now .. " here$"))
    check("a note", _host.addNote("é") == now and _host.addNote("b") == now)
    check("no lines, or too many bytes", _host.addNote("") == -1 and _host.addNote("a\nb") == -1 and _host.addNote(("x"):rep(601)) == -1)
    check("notes are listed", _host.notes() == ("%d é\n%d b\n"):format(now, now))
    for i = 1, 1000 do _host.addNote(("%d"):format(i)) end
    check("the oldest note is forgotten", _host.notes():match("^%d+ (%d+)\n") == "1" and select(2, _host.notes():gsub("\n", "")) == 1000)
    for i = 1, 355 do _host.markHistory("m" .. i, now) end
    check("no more marks", not _host.markHistory("m356", now) and _host.markHistory("here", now))
  elseif now == LOADED then
    check("another ROM is loaded", emu:loadFile(OTHER))
  elseif now == LOADED + 1 then
    check("another ROM begins it anew", from > LOADED)
    check("its marks and notes are forgotten", not _host.history():find("\n") and _host.notes() == "")
    check("no frame before it", not _host.rewind(LOADED))
  elseif now == ENOUGH then
    check("the oldest frames are forgotten", from > LOADED + 600)
    check("the bytes are limited", most <= LIMIT, most)
    check("a hash", _host.history():match("^%S+ %S+ %S+ %S+ (%d+) %x+"))
  end
end)
