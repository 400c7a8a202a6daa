-- Runs a fixed part of the cases of fuzz/run.lua.
local check = require("spec.check")
local properties = require("spec.fuzz.properties")

local function run_seeds(name, count)
  local cases = 0
  for seed = 1, count do
    local ok, result = pcall(properties[name], seed)
    if not ok then error(("seed %d: %s"):format(seed, result), 0) end
    cases = cases + result
  end
  return cases
end

return function(it)
  it("a valid or broken stream gives the same messages however it is split", function()
    check.equal(run_seeds("framing", 1000), 1000)
  end, "0.11")

  it("every text survives encoding and decoding as an argument", function()
    check.equal(run_seeds("escaping", 5000), 5000)
  end, "0.11")

  it("each random request gets one reply", function()
    check.truthy(run_seeds("script", 4) > 400)
  end)

  it("the game sees each accepted change of held buttons from the frame in its reply on", function()
    check.truthy(run_seeds("changes", 20) > 1000)
  end)

  it("a client that breaks the protocol is disconnected without an effect on the others", function()
    check.truthy(run_seeds("strangers", 2) >= 50)
  end)
end
