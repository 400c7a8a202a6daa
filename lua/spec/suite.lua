-- Collects the specs of a system, most of them for both versions of mGBA: "0.10 memory: ...", "0.11 memory: ...". `suite.cases` lists
-- their names in order; `suite.run(name)` raises an error if the spec fails. The first argument is the system that mGBA runs on: linux,
-- windows or macos. The second one is a script to load instead of lua/bridge.lua: the single file that the build creates.
-- Run all with `lua5.4 lua/spec/run.lua`.
local system, script = ...
system = system or "linux"
local folder = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"
local lua_folder = folder .. "../"
package.path = lua_folder .. "?.lua;" .. package.path
require("spec.fake_system").play(system)

-- Specs of modules that know neither mGBA nor the system; they run once, on Linux.
local PURE = {
  "vectors", "framing", "escaping", "sequence", "input", "pace", "round_robin", "dispatcher", "memory_map", "hold", "conditions", "calm",
  "achievement_text", "achievements", "callstack",
}

-- Specs with clients that leave. Nothing else differs between macOS and Linux, so macOS has only these.
local WITH_LEAVING_CLIENTS = {
  "held_buttons", "sequences", "waits", "until", "acts", "handshake", "connection", "server", "serving", "expiry", "holding", "events",
  "watches", "achievement_watches", "fuzz",
}

local OTHERS = {
  "arguments_of_commands", "merging", "clock_and_window", "ticks", "busy_poll", "usage", "config", "folders", "hmac_sha256", "key_file",
  "file_facts", "game", "history", "movies", "notes", "messages", "sound", "sensors", "cheats", "breakpoints", "stops",
  "domains", "memory", "io_registers", "pointer_chain", "guard", "registers", "disassembly", "batch", "screen", "machine_fields",
  "states", "regular_file", "rom", "speed", "act_speed", "frame_skip", "loading",
}

local VERSIONS = { "0.10", "0.11" }

local suite = { cases = {}, functions = {} }

-- Specs find the script and the vectors from here.
suite.paths = { script = script or lua_folder .. "bridge.lua", vectors = lua_folder .. "../tests/vectors/messages.txt" }
package.loaded["spec.paths"] = suite.paths

local function add(version, full, fn)
  assert(not suite.functions[full], "two specs are named " .. full)
  suite.cases[#suite.cases + 1] = full
  suite.functions[full] = function()
    require("spec.fake_mgba").version = version
    fn()
  end
end

local function add_all(files, versions)
  for _, file in ipairs(files) do
    --- Adds a spec for mGBA 0.10 and for 0.11, or for one version only.
    local function it(name, fn, only)
      for _, version in ipairs(versions) do
        if not only or only == version then add(version, ("%s %s: %s"):format(version, file:gsub("_", " "), name), fn) end
      end
    end
    require("spec." .. file .. "_spec")(it)
  end
end

if system == "linux" then add_all(PURE, { "0.11" }) end
add_all(WITH_LEAVING_CLIENTS, VERSIONS)
if system ~= "macos" then add_all(OTHERS, VERSIONS) end

---@param name string
function suite.run(name)
  local fake = require("spec.fake_mgba")
  fake.killed = false
  local ok, problem = xpcall(suite.functions[name], debug.traceback)
  if not ok then error(problem, 0) end
  if fake.killed then error("a second write to a connection that is gone: SIGPIPE ends mGBA", 0) end
end

return suite
