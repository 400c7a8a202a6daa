-- Bridge: lets programs reach the game in mGBA over TCP. Load this file in mGBA 0.10 or newer:
-- Tools > Scripting... > File > Load script.

-- Change these as needed; the named environment variables override them.
local settings = {
  port = nil, --         BRIDGE_SCRIPT_PORT    the port on 127.0.0.1; nil: the first one of 8888 to 8895 that is free
  secret = "", --        BRIDGE_SCRIPT_SECRET  the bridge must know it; empty: the one in the key file that the bridge keeps
  folders = {}, --       BRIDGE_SCRIPT_FOLDERS the folders whose files the bridge may load, besides those in the key file
  --                     BRIDGE_KEY_FOLDER     the folder of the key file, if it isn't the bridge's own
  window = "shared", --  BRIDGE_WINDOW         how quickly requests are answered, at the game's expense:
  --                       shared (one wait in 30 ms, sound stays clean), every (in every frame, for bots), off
  window_ms = nil, --    BRIDGE_WINDOW_MS      the longest such wait in milliseconds, 1 to 16
}

local function say(method, text)
  if console then console[method](console, "bridge: " .. text) else print("bridge: " .. text) end
end

-- Forgets loaded modules, and the module sources of a single file, so that all modules are loaded again.
local function forget(modules)
  for name in pairs(modules) do
    if name:find("^bridge%.") then modules[name] = nil end
  end
end

-- Stops an instance that was loaded before, of any version.
if type(bridge) == "table" and bridge.stop then bridge:stop() end
bridge = nil
forget(package.loaded)
collectgarbage()

-- The single file has its modules here. In the sources they are in the folder "bridge" beside this file.
local function load_modules()
  local folder = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or (script and script.dir) or "./"
  local before = package.path
  package.path = folder .. "?.lua;" .. before
  local ok, config, app, listener, runner = pcall(function()
    return require("bridge.config"), require("bridge.app"), require("bridge.clients.listener"), require("bridge.branches.runner")
  end)
  package.path = before
  forget(package.preload)
  if ok then return config, app, listener, runner end
  -- On Windows Lua opens modules with fopen, which accepts no UTF-8.
  if package.config:sub(1, 1) == "\\" and folder:find("[\x80-\xFF]") then
    error("bridge: mGBA can't load modules from a folder with such a name. Load the single file bridge.lua of the bridge.", 0)
  end
  error(config, 0)
end

local function sentence_of(port, problem)
  local sentence = ("port %d can't be used (%s)."):format(port, problem)
  if package.config:sub(1, 1) ~= "\\" then return sentence end
  return sentence .. " Another program has it, or Windows reserves it: netsh int ipv4 show excludedportrange protocol=tcp."
end

local config, App, Listener, BranchRunner = load_modules()
if BranchRunner.is_wanted() then return BranchRunner.new():start() end
local options, problems = config.load(settings, os.getenv)
for _, problem in ipairs(problems) do say("warn", problem) end
if not options then return end
local listener
if options.socket then
  local problem
  listener, problem = Listener.open_unix(options.socket)
  if not listener then return say("error", ("the socket %s can't be used (%s)."):format(options.socket, problem)) end
else
  local ports = options.ports
  local opened, problem = Listener.open_first(options.address, ports)
  if problem and opened then say("warn", sentence_of(ports[1], problem)) end
  if not opened then
    local others = #ports > 1 and (" Neither can %d to %d."):format(ports[2], ports[#ports]) or ""
    return say("error", sentence_of(ports[1], problem) .. others
      .. " Close the other program or mGBA window that uses it, or set another port at the top of bridge.lua.")
  end
  listener = opened
end
bridge = App.new(options, listener)
bridge:start(listener)
say("log", ("version %s listens on %s"):format(bridge.version, options.socket or listener.address))
