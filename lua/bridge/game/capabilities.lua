-- Probes which parts of mGBA's scripting API this emulator offers.
local Picture = require("bridge.picture.picture")

local capabilities = {}

local function member(object, name)
  local ok, value = pcall(function() return object[name] end)
  return ok and value ~= nil
end

local function has(...)
  for _, name in ipairs({ ... }) do
    if not member(emu, name) then return false end
  end
  return true
end

--- Returns whether there is a screen. Without one mGBA returns no image.
local function has_screen()
  if has("screenshotToImage") then return emu:screenshotToImage() ~= nil end
  return has("screenshot") or has("saveStateBuffer")
end

--- Returns whether our host or mGBA's debugger has breakpoints.
local function has_breakpoints()
  return _host ~= nil and member(_host, "setBreakpoint") or has("setBreakpoint", "setRangeWatchpoint", "clearBreakpoint")
end

local PROBES = {
  { "memory", function() return has("memory", "read8") end },
  { "buttons", function() return has("addKeys", "clearKeys") end },
  { "screen", has_screen },
  { "pixels", Picture.has_pixels },
  { "resize", Picture.can_resize },
  { "reset", function() return has("reset") end },
  { "registers", function() return has("readRegister", "writeRegister") and emu:readRegister("pc") ~= nil end },
  { "states", function() return has("saveStateBuffer", "loadStateBuffer") end },
  { "slots", function() return has("saveStateBuffer", "loadStateBuffer", "saveStateSlot", "loadStateSlot") end },
  { "rom", function() return has("loadFile", "autoloadSave", "reset") end },
  { "saves", function() return has("loadSaveFile", "autoloadSave") end },
  { "step", function() return has("step") end },
  { "expiry", function() return _host ~= nil and member(_host, "setExpiry") end },
  { "history", function() return _host ~= nil and member(_host, "rewind") end },
  { "opposing", function() return _host ~= nil and member(_host, "seesOpposing") and _host.seesOpposing() end },
  { "movies", function() return _host ~= nil and member(_host, "playMovie") end },
  { "sound", function() return _host ~= nil and member(_host, "readSound") end },
  { "disassembly", function() return _host ~= nil and member(_host, "disassemble") end },
  { "breakpoints", has_breakpoints },
  { "stops", function() return _host ~= nil and member(_host, "setSteps") end },
  { "sensors", function() return _host ~= nil and member(_host, "setSensors") end },
  { "cheats", function() return _host ~= nil and member(_host, "setCheats") end },
  { "messages", function() return _host ~= nil and member(_host, "shownPicture") end },
  { "speed", function() return _host ~= nil and member(_host, "speed") and member(_host, "setSpeed") end },
}

local ONLY_IN = {
  speed = "Only the emulator that comes with the bridge has a speed that can be set.",
  history = "This mGBA keeps no history: only the emulator that comes with the bridge does, unless Bridge:History:Minutes is 0.",
  movies = "This mGBA has no movies: only the emulator that comes with the bridge does, unless Bridge:History:Minutes is 0.",
  sound = "Only the emulator that comes with the bridge gives its sound.",
  disassembly = "Only the emulator that comes with the bridge disassembles.",
  breakpoints = "This mGBA has no breakpoints: the emulator that comes with the bridge and mGBA 0.11 do.",
  stops = "Only the emulator that comes with the bridge can stop the game between two instructions.",
  sensors = "Only the emulator that comes with the bridge has sensors that can be set.",
  cheats = "Only the emulator that comes with the bridge takes cheats from clients.",
  messages = "Only the emulator that comes with the bridge draws messages over its pictures.",
  expiry = "Only the emulator that comes with the bridge ends without a bridge.",
}

--- Probes mGBA for each capability. A game must be loaded.
---@return table<string, boolean> able
---@return string names of the available ones, with commas
function capabilities.probe()
  local found, able = {}, {}
  for _, probe in ipairs(PROBES) do
    local name, is_there = probe[1], probe[2]
    if is_there() then
      found[#found + 1] = name
      able[name] = true
    end
  end
  return able, table.concat(found, ",")
end

--- Returns the sentence that refuses a command without its capability.
---@param name string
---@return string
function capabilities.explain_lack(name)
  return ONLY_IN[name] or ("This build of mGBA offers scripts no %s."):format(name)
end

return capabilities
