-- The files of the game that runs, as far as mGBA tells scripts of them: only the emulator that comes with the bridge does.
local own_host = require("bridge.own_host")

local game_files = {}

-- What our own host calls them (emulator/host/loading.h).
local NAMES = { file = "rom", save = "save", saveproblem = "saveProblem", patch = "patch", patchproblem = "patchProblem" }

---@return bridge.GameFiles
function game_files.read()
  local files, tell = {}, own_host.find("gameFile")
  if not tell then return files end
  for key, name in pairs(NAMES) do
    local text = tell(name)
    if text ~= "" then files[key] = text end
  end
  if files.save then files.savewritable = files.saveproblem == nil end
  return files
end

return game_files
