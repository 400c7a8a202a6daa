-- Runs every spec: lua5.4 lua/spec/run.lua [part of a name]
-- BRIDGE_SPEC_SYSTEM names the system to play: linux (the default), windows or macos. BRIDGE_SPEC_SCRIPT names a script to load instead
-- of the sources: the single file that the build creates, artifacts/bridge.lua.
local folder = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"
local suite = assert(loadfile(folder .. "suite.lua"))(os.getenv("BRIDGE_SPEC_SYSTEM"), os.getenv("BRIDGE_SPEC_SCRIPT"))

local ran, failed = 0, 0
for _, name in ipairs(suite.cases) do
  if not arg[1] or name:find(arg[1], 1, true) then
    ran = ran + 1
    local ok, problem = pcall(suite.run, name)
    if not ok then
      failed = failed + 1
      print("FAILED " .. name .. "\n" .. problem)
    end
  end
end
print(("%s: %d specs, %d failed"):format(require("spec.fake_system").name, ran, failed))
os.exit(failed == 0)
