-- cheats.list, cheats.set, cheats.put, cheats.switch, cheats.remove. Our own host has the cheats, as text: each one begins with a line
-- "+ TYPE NAME", or "- TYPE NAME" if it is switched off, and its codes follow.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local refusal = require("bridge.wire.refusal")

local refuse, quote = refusal.refuse, refusal.quote

-- Microseconds: all codes are parsed again, and ROM is patched.
local COST = 1000

---@class bridge.Cheat
---@field name string
---@field lines string[] the first one is its head

--- Splits a text into cheats. Lines before the first head belong to none.
---@param text string
---@return bridge.Cheat[]
local function split(text)
  local cheats = {}
  for line in text:gmatch("([^\n]*)\n") do
    local name = line:match("^[+-] %a+ (.*)$")
    if line:find("^[+-]") then
      cheats[#cheats + 1] = { name = name or "", lines = { line } }
    elseif #cheats > 0 then
      local lines = cheats[#cheats].lines
      lines[#lines + 1] = line
    end
  end
  return cheats
end

---@param cheats bridge.Cheat[]
---@return string text
local function join(cheats)
  local texts = {}
  for i, cheat in ipairs(cheats) do texts[i] = table.concat(cheat.lines, "\n") .. "\n" end
  return table.concat(texts)
end

---@return integer? index
local function find(cheats, name)
  for i, cheat in ipairs(cheats) do
    if cheat.name == name then return i end
  end
end

--- Refuses what the host refuses.
---@param cheats bridge.Cheat[] all
---@param given bridge.Cheat[] those of the request
---@param index integer of the wrong one among all
---@param line integer index of the wrong code line, which doesn't count the head; -1: the whole cheat is wrong
---@param reason string
local function refuse_cheat(cheats, given, index, line, reason)
  local cheat = cheats[index]
  local place = "cheats"
  for i, each in ipairs(given) do
    if each == cheat then place = ("cheats[%d]"):format(i - 1) end
  end
  if place == "cheats" then refuse("bad-request", ("The cheat %s %s."):format(quote(cheat and cheat.name or ""), reason), place) end
  if line < 0 then refuse("bad-request", ("%s %s."):format(place, reason), place) end
  place = ("%s.lines[%d]"):format(place, line)
  refuse("bad-request", ("%s %s; got %s."):format(place, reason, quote(cheat.lines[line + 2] or "")), place)
end

--- Replaces all cheats.
---@param cheats bridge.Cheat[]
---@param text string theirs
---@param given bridge.Cheat[] those of the request
local function replace(cheats, text, given)
  if #text > limits.cheats_bytes then
    refuse("bad-request", ("All cheats together must have at most %d bytes; got %d."):format(limits.cheats_bytes, #text), "cheats")
  end
  local problem = _host.setCheats(text)
  if problem == "" then return end
  local cheat, line, reason = problem:match("^(%d+) (%-?%d+) (.*)$")
  refuse_cheat(cheats, given, math.tointeger(tonumber(cheat)) + 1, math.tointeger(tonumber(line)), reason)
end

--- Returns the cheats of a payload, or refuses a payload with anything else in it.
local function take(request)
  local text = request.payload
  if not utf8.len(text) then refuse("bad-request", "The payload must be text in UTF-8.", "payload") end
  local cheats = split(text)
  if text ~= join(cheats) then refuse("bad-request", "The payload must be cheats, each with a line of its own.", "payload") end
  return cheats
end

local function read()
  return split(_host.cheats())
end

return function()
  local commands = {}

  commands["cheats.list"] = { arguments = 0, game = true, needs = "cheats", cost = 20, run = function() return nil, _host.cheats() end }

  commands["cheats.set"] = { arguments = 0, payload = true, game = true, needs = "cheats", cost = COST, run = function(request)
    local given = take(request)
    replace(given, request.payload, given)
  end }

  -- Each cheat replaces the one with its name, or is added.
  commands["cheats.put"] = { arguments = 0, payload = true, game = true, needs = "cheats", cost = COST, run = function(request)
    local given, cheats = take(request), read()
    for _, cheat in ipairs(given) do cheats[find(cheats, cheat.name) or #cheats + 1] = cheat end
    replace(cheats, join(cheats), given)
  end }

  commands["cheats.switch"] = { arguments = 2, game = true, needs = "cheats", cost = COST, run = function(request)
    local name, on = table.unpack(request.arguments)
    local is_on = arguments.integer(on, "on", 0, 1) == 1
    local cheats = read()
    local index = find(cheats, name)
    if not index then return "0" end
    cheats[index].lines[1] = (is_on and "+" or "-") .. cheats[index].lines[1]:sub(2)
    replace(cheats, join(cheats), {})
    return "1"
  end }

  commands["cheats.remove"] = { arguments = 1, game = true, needs = "cheats", cost = COST, run = function(request)
    local name = request.arguments[1]
    local cheats = read()
    if name == "" then
      replace({}, "", {})
      return tostring(#cheats)
    end
    local index = find(cheats, name)
    if not index then return "0" end
    table.remove(cheats, index)
    replace(cheats, join(cheats), {})
    return "1"
  end }

  return commands
end
