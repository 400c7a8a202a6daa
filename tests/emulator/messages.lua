-- Messages are drawn over a copy of the picture, for their frames; NAME is the console. A letter has 5 x 8 pixels, a line 10.
local WHITE, ADVANCE, LINE, MARGIN, LINES_MAX = "\255\255\255", 6, 10, 2, 8

local function check(name, holds, why)
  print(holds and ("ok messages: %s: %s"):format(NAME, name) or ("FAILED messages: %s: %s: %s"):format(NAME, name, why))
end

local function equal(name, got, wanted) check(name, got == wanted, ("got %s, not %s"):format(got, wanted)) end

local width, height = _host.pictureWidth(), _host.pictureHeight()
local columns = (width - 2 * MARGIN - 1) // ADVANCE

--- Returns the rows of a letter in a line, counted from the bottom, as # and . with slashes between.
local function letter(picture, line, column)
  local rows = {}
  for y = 0, 7 do
    local row = {}
    for x = 0, 4 do
      local at = ((height - MARGIN - line * LINE + 1 + y) * width + MARGIN + 1 + column * ADVANCE + x) * 4
      row[#row + 1] = picture:sub(at + 1, at + 3) == WHITE and "#" or "."
    end
    rows[#rows + 1] = table.concat(row)
  end
  return table.concat(rows, "/")
end

local H = "#...#/#...#/#...#/#####/#...#/#...#/#...#/....."
local I = "..#../...../.##../..#../..#../..#../.###./....."
local G = "...../...../.####/#...#/#...#/.####/....#/.###."
local BOX = "#####/#...#/#...#/#...#/#...#/#...#/#####/....."

--- Returns the first row of the picture that the messages change.
local function first_row(picture, shown)
  for y = 0, height - 1 do
    if picture:sub(y * width * 4 + 1, (y + 1) * width * 4) ~= shown:sub(y * width * 4 + 1, (y + 1) * width * 4) then return y end
  end
  return height
end

local function lines()
  return math.max(0, height - MARGIN - first_row(_host.picture(), _host.shownPicture())) // LINE
end

local function look_at_letters()
  local before, hash = _host.picture(), _host.pictureHash(0, 0, 0, 0)
  equal("nothing is shown", _host.shownPicture() == before, true)
  equal("a message is taken", _host.showMessage("Hig é", 2), true)
  local shown = _host.shownPicture()
  equal("the picture is the game's own", _host.picture() == before and _host.pictureHash(0, 0, 0, 0) == hash, true)
  for i, wanted in ipairs({ H, I, G, (H:gsub("#", ".")), BOX }) do equal("letter " .. i, letter(shown, 1, i - 1), wanted) end
  equal("one line", lines(), 1)
end

local function look_at_lines()
  _host.showMessage("H", 1)
  _host.showMessage("i", 1)
  local shown = _host.shownPicture()
  equal("the newest is at the bottom", letter(shown, 1, 0) .. letter(shown, 2, 0), I .. H)
end

local function look_at_wrapping()
  _host.showMessage(("H"):rep(columns) .. " i", 1)
  local shown = _host.shownPicture()
  equal("a space at the end of a line is not drawn", letter(shown, 2, columns - 1) .. letter(shown, 1, 0), H .. I)
  _host.showMessage(("i"):rep(columns - 2) .. " HHH", 1)
  equal("words stay whole", letter(_host.shownPicture(), 1, 2), H)
  _host.showMessage(("H"):rep(600), 1)
  equal("the lines have a limit", lines(), LINES_MAX)
end

local function look_at_limits()
  local long = ("x"):rep(600)
  equal("the longest", _host.showMessage(long, 3600) and _host.showMessage("\xF0\x9F\x98\x80\xC3", 1), true)
  for name, taken in pairs({
    empty = _host.showMessage("", 1), ["too long"] = _host.showMessage(long .. "x", 1), ["no frame"] = _host.showMessage("x", 0),
    ["too many frames"] = _host.showMessage("x", 3601),
  }) do equal(name, taken, false) end
  for _ = 1, 9 do _host.showMessage("i", 1) end
  equal("eight are kept", lines(), 8)
end

local STEPS = {
  [2] = look_at_letters,
  [3] = function() equal("it stays in its second frame", lines(), 1) end,
  [4] = function() equal("then it is gone", lines(), 0) end,
  [5] = look_at_lines,
  [6] = look_at_wrapping,
  [7] = look_at_limits,
  [8] = function()
    equal("in the end there is none", lines(), 0)
    print(("ok messages: %s: the end"):format(NAME))
  end,
}

local frame = 0
callbacks:add("frame", function()
  frame = frame + 1
  if STEPS[frame] then STEPS[frame]() end
end)
