-- Settings: the table at the top of bridge.lua, and over it the environment, for people who start mGBA from a shell.
local config = {}

local MODES = { shared = true, every = true, off = true }

---@class bridge.Config
---@field address string only ever the loopback address: whoever can connect can write to the game
---@field port integer
---@field secret string
---@field window "shared"|"every"|"off"
---@field window_ms number? milliseconds, nil for the mode's own

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
    problem("%s is %q: a port is a number from 1 to 65535. Not started.", port_name, tostring(port_text))
    return nil, problems
  end

  local secret, secret_name = setting("secret", "BRIDGE_SCRIPT_SECRET")
  secret = secret == nil and "" or secret
  if type(secret) ~= "string" or #secret > 256 then
    problem("%s is a text of up to 256 bytes. Not started.", secret_name)
    return nil, problems
  end

  local window, window_name = setting("window", "BRIDGE_WINDOW")
  if window ~= nil and not MODES[window] then
    problem("%s is %q: it is shared, every or off. Using shared.", window_name, tostring(window))
    window = nil
  end

  local budget_text, budget_name = setting("window_ms", "BRIDGE_WINDOW_MS")
  local budget = tonumber(budget_text)
  if budget_text ~= nil and (not budget or budget < 1 or budget > 16) then
    problem("%s is %q: it is 1 to 16 milliseconds. Using the default.", budget_name, tostring(budget_text))
    budget = nil
  end

  return { address = "127.0.0.1", port = port, secret = secret, window = window or "shared", window_ms = budget }, problems
end

return config
