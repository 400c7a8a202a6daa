-- Bridge: lets programs reach the game in mGBA over TCP. Load this file in mGBA 0.10 or newer:
-- Tools > Scripting... > File > Load script. The folder "bridge" has to lie beside it.

-- Change these as needed; the named environment variables override them.
local settings = {
  port = 8888, --        BRIDGE_SCRIPT_PORT    where the bridge connects to, always on 127.0.0.1
  secret = "", --        BRIDGE_SCRIPT_SECRET  the bridge has to know it; empty: the one in the key file that the bridge keeps
  folders = {}, --       BRIDGE_SCRIPT_FOLDERS the folders whose files the bridge may load, besides those in the key file
  --                     BRIDGE_KEY_FOLDER     where the key file is, if not in the bridge's own place
  window = "shared", --  BRIDGE_WINDOW         how quickly requests are answered, at the game's expense:
  --                       shared (one wait in 30 ms, sound stays clean), every (in every frame, for bots), off
  window_ms = nil, --    BRIDGE_WINDOW_MS      how long such a wait may be, 1 to 16
}

local function say(method, text)
  if console then console[method](console, "bridge: " .. text) else print("bridge: " .. text) end
end

-- Stops an instance that was loaded before, of any version.
if type(bridge) == "table" and bridge.stop then bridge:stop() end
bridge = nil
for name in pairs(package.loaded) do
  if name:find("^bridge%.") then package.loaded[name] = nil end
end
collectgarbage()

local function load_modules()
  local folder = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or (script and script.dir) or "./"
  local before = package.path
  package.path = folder .. "?.lua;" .. before
  local ok, config, app = pcall(function() return require("bridge.config"), require("bridge.app") end)
  package.path = before
  if not ok then error(config, 0) end
  return config, app
end

local config, App = load_modules()
local options, problems = config.load(settings, os.getenv)
for _, problem in ipairs(problems) do say("warn", problem) end
if not options then return end
bridge = App.new(options)
local ok, problem = bridge:start(options.address, options.port)
if ok then
  say("log", ("version %s listens on %s:%d"):format(bridge.version, options.address, options.port))
else
  bridge = nil
  say("error", ("port %d can't be used (%s). Close the other program or mGBA window that uses it, or set another port."):format(
    options.port, problem))
end
