-- Reads the key file that the bridge writes for this port (docs/protocol/wire.md, "Key file"): a secret, and the folders that commands
-- with a path may use.
local limits = require("bridge.wire.limits")

local key_file = {}

local NOT_FOUND, NO_FOLDER = 2, 20 -- ENOENT, ENOTDIR

---@class bridge.Key
---@field secret string empty: none required
---@field folders string[]

--- Returns the possible paths of the file. There are several, because Flatpak changes XDG_DATA_HOME.
---@param port integer
---@param getenv fun(name: string): string?
---@return string[] paths
function key_file.places(port, getenv)
  local paths = {}
  local function add(variable, inside)
    local folder = getenv(variable)
    if folder and folder ~= "" then paths[#paths + 1] = ("%s%s/script-%d.key"):format(folder, inside, port) end
  end
  add("BRIDGE_KEY_FOLDER", "")
  if #paths > 0 then return paths end
  add("XDG_DATA_HOME", "/Bridge")
  add("HOME", "/.local/share/Bridge")
  add("HOME", "/Library/Application Support/Bridge")
  add("LOCALAPPDATA", "/Bridge")
  return paths
end

--- Parses the content of a key file.
---@param text string
---@return bridge.Key?
---@return string? problem
function key_file.parse(text)
  if #text > limits.key_file_bytes then return nil, ("it has more than %d bytes"):format(limits.key_file_bytes) end
  local lines = {}
  for line in text:gmatch("[^\n]*") do lines[#lines + 1] = line:gsub("\r$", "") end
  local secret, folders = lines[1] or "", {}
  if #secret < limits.min_key_bytes or #secret > limits.secret_bytes or secret:find("[^!-~]") then
    return nil, ("its first line must be a secret of %d to %d ASCII characters without spaces"):format(
      limits.min_key_bytes, limits.secret_bytes)
  end
  for i = 2, #lines do folders[#folders + 1] = lines[i]:match("^folder (.+)$") end
  return { secret = secret, folders = folders }
end

--- Reads the first file that exists.
---@param paths string[]
---@return bridge.Key? key nil when there is none, or it can't be used
---@return string? problem why the file can't be used
---@return string? path of the file
function key_file.read(paths)
  for _, path in ipairs(paths) do
    local file, reason, code = io.open(path, "rb")
    if file then
      local text = file:read(limits.key_file_bytes + 1)
      file:close()
      local key, problem = key_file.parse(text or "")
      return key, problem and ("the key file %s can't be used: %s"):format(path, problem), path
    elseif code ~= NOT_FOUND and code ~= NO_FOLDER then
      return nil, ("the key file can't be read: %s"):format(reason), path
    end
  end
end

return key_file
