-- Loads PATHS one after the other by the host's loadRom, and tells what scripts see. In an `idle`, which a busy machine has no time
-- for in some frames, or, at speed 0, in a frame.
local index, frames = 0, 0

-- Only a Game Boy Color has a register that switches the banks of its work RAM.
local function is_color() return emu:platform() == C.PLATFORM.GB and emu:read8(0xFF70) ~= 0xFF end

local function tell(event)
  console:log(("%s %s %d color %s rom %s patch %s %s"):format(event, emu:getGameTitle(), emu:platform(), is_color(), _host.gameFile("rom"),
    _host.gameFile("patch"), _host.gameFile("patchProblem")))
end

for _, name in ipairs({ "start", "reset" }) do
  callbacks:add(name, function() tell(name) end)
end
callbacks:add("shutdown", function() console:log("shutdown " .. emu:getGameTitle()) end)

local function load_next()
  index, frames = index + 1, 0
  if PATHS[index] then console:log("load " .. tostring(_host.loadRom(PATHS[index]))) end
end

callbacks:add("frame", function()
  frames = frames + 1
  if frames == 3 and not IN_IDLE then load_next() end
end)
callbacks:add("idle", function()
  if frames >= 3 and IN_IDLE then load_next() end
end)
callbacks:add("frame", function()
  if frames == 2 then
    local problem = _host.gameFile("saveProblem")
    console:log(("plays %s, saves to %s%s"):format(
      _host.gameFile("rom"), _host.gameFile("save"):match("[^/]*$"), problem ~= "" and ": " .. problem or ""))
  end
end)
