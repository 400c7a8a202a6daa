-- Settings: the table at the top of bridge.lua, and over it the environment, for people who start mGBA from a shell.
local limits = require("bridge.limits")
local key_file = require("bridge.key_file")
local folders = require("bridge.folders")

local config = {}

local MODES = { shared = true, every = true, off = true }

---@class bridge.Config
---@field address string always the loopback address: every program that can connect can write to the game
---@field port integer
---@field secret string
---@field folders string[] that commands with a path may use
---@field key_places string[] where the key file of the port may be
---@field window "shared"|"every"|"off"
---@field window_ms number? milliseconds, nil for the mode's own

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
  local port = math.tointeger(tonumber(port_text == nil and 8888 or port_text))
  if not port or port < 1 or port > 65535 then
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
    address = "127.0.0.1", port = port, secret = secret, folders = given or {}, key_places = key_file.places(port, getenv),
    window = window or "shared", window_ms = budget,
  }, problems
end

return config
