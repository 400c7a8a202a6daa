-- Reads the files of the running game, which only our own host reports to scripts.
local own_host = require("bridge.system.own_host")

local game_files = {}

-- The names of the fields in our own host (emulator/host/loading.h).
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

--- Returns why the latest load of a ROM or a save failed.
---@return string? sentence nil: unknown
function game_files.load_problem()
  local tell = own_host.find("gameFile")
  local problem = tell and tell("loadProblem") or ""
  return problem ~= "" and problem or nil
end

return game_files
