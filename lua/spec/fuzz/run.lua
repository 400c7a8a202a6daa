-- Fuzzes the script under plain Lua: lua5.4 lua/spec/fuzz/run.lua [cases] [first seed]
local folder = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"
package.path = folder .. "../../?.lua;" .. package.path
package.loaded["spec.paths"] = { script = folder .. "../../bridge.lua" }

local properties = require("spec.fuzz.properties")

local max_cases, first = tonumber(arg[1] or 100000), tonumber(arg[2] or 1)
local finds = 0

-- Shares of the cases. The whole script takes most of the time.
for _, part in ipairs({ { "framing", 0.45 }, { "escaping", 0.25 }, { "script", 0.2 }, { "changes", 0.05 }, { "strangers", 0.05 } }) do
  local name, cases, seed = part[1], 0, first
  local begun = os.clock()
  while cases < max_cases * part[2] do
    local ok, result = pcall(properties[name], seed)
    if ok then
      cases = cases + result
    else
      finds, cases = finds + 1, cases + 1
      print(("FOUND %s with seed %d: %s"):format(name, seed, result))
    end
    seed = seed + 1
  end
  print(("%s: %d cases, seeds %d to %d, %.0f s"):format(name, cases, first, seed - 1, os.clock() - begun))
end
print(("%d found"):format(finds))
os.exit(finds == 0)
