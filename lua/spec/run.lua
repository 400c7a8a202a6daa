-- Runs every spec: lua5.4 lua/spec/run.lua [part of a name]
local folder = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"
local suite = dofile(folder .. "suite.lua")

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
print(("%d specs, %d failed"):format(ran, failed))
os.exit(failed == 0)
