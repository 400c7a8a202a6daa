-- Reads the settings: the table at the top of bridge.lua, and variables of mGBA's environment, which override it.
local limits = require("bridge.wire.limits")
local key_file = require("bridge.clients.key_file")
local folders = require("bridge.system.folders")

local config = {}

-- The ports where the bridge looks for scripts.
local PORTS = { 8888, 8889, 8890, 8891, 8892, 8893, 8894, 8895 }
local MODES = { shared = true, every = true, off = true }

---@class bridge.Config
---@field address string always the loopback address: every program that can connect can write to the game
---@field ports integer[] the script listens on the first one that is free
---@field socket string? the path of a Unix socket to listen at instead
---@field secret string
---@field folders string[] that commands with a path may use
---@field key_places fun(port: integer): string[] where the key file of a port may be
---@field window "shared"|"every"|"off"
---@field window_ms number? milliseconds, nil for the mode's default

--- Returns the ports to try: the configured one, or those where the bridge looks for scripts.
local function ports_of(value)
  if value == nil then return PORTS end
  local port = math.tointeger(tonumber(value))
  return port and port >= 1 and port <= 65535 and { port } or nil
end

local function is_list_of_texts(value)
  if type(value) ~= "table" then return false end
  for _, each in ipairs(value) do
    if type(each) ~= "string" then return false end
  end
  return true
end

---@param settings table
---@param getenv fun(name: string): string?
---@return bridge.Config? config nil when a wrong value can't be replaced by a default
---@return string[] problems one line each
function config.load(settings, getenv)
  local problems = {}
  local function problem(...) problems[#problems + 1] = string.format(...) end
  local function setting(name, variable)
    local value = getenv(variable)
    if value and value ~= "" then return value, variable end
    return settings[name], "settings." .. name
  end

  local port_text, port_name = setting("port", "BRIDGE_SCRIPT_PORT")
  local ports = ports_of(port_text)
  if not ports then
    problem("%s must be 1 to 65535; got %q. The script did not start.", port_name, tostring(port_text))
    return nil, problems
  end

  local secret, secret_name = setting("secret", "BRIDGE_SCRIPT_SECRET")
  secret = secret == nil and "" or secret
  if type(secret) ~= "string" or #secret > limits.secret_bytes then
    problem("%s must be a string of up to %d bytes. The script did not start.", secret_name, limits.secret_bytes)
    return nil, problems
  end

  local given = setting("folders", "BRIDGE_SCRIPT_FOLDERS")
  if type(given) == "string" then given = folders.parse(given) end
  if given ~= nil and not is_list_of_texts(given) then
    problem("settings.folders must be a list of folders, like { \"/games/roms\" }. No folder is allowed.")
    given = nil
  end

  local window, window_name = setting("window", "BRIDGE_WINDOW")
  if window ~= nil and not MODES[window] then
    problem("%s must be shared, every or off; got %q. Using shared.", window_name, tostring(window))
    window = nil
  end

  local budget_text, budget_name = setting("window_ms", "BRIDGE_WINDOW_MS")
  local budget = tonumber(budget_text)
  if budget_text ~= nil and (not budget or budget < 1 or budget > 16) then
    problem("%s must be 1 to 16 milliseconds; got %q. Using the default.", budget_name, tostring(budget_text))
    budget = nil
  end

  return {
    address = "127.0.0.1", ports = ports, socket = setting("socket", "BRIDGE_SCRIPT_SOCKET"),
    secret = secret, folders = given or {}, window = window or "shared", window_ms = budget,
    key_places = function(port) return key_file.places(port, getenv) end,
  }, problems
end

return config
