-- A share of what fuzz/run.lua does at length, always the same one.
local check = require("spec.check")
local properties = require("spec.fuzz.properties")

local function seeds(name, most)
  local cases = 0
  for seed = 1, most do
    local ok, result = pcall(properties[name], seed)
    if not ok then error(("seed %d: %s"):format(seed, result), 0) end
    cases = cases + result
  end
  return cases
end

return function(it)
  it("a stream is read alike however it is cut, whole or broken", function()
    check.equal(seeds("framing", 1000), 1000)
  end)

  it("every text comes back from an argument", function()
    check.equal(seeds("escaping", 5000), 5000)
  end)

  it("each request gets one reply whatever it asks for", function()
    check.truthy(seeds("script", 4) > 400)
  end)

  it("the game sees each accepted change of held buttons, from the frame on that was told", function()
    check.truthy(seeds("changes", 20) > 1000)
  end)

  it("a client that breaks the protocol is cut off, and no other notices", function()
    check.truthy(seeds("strangers", 2) >= 50)
  end)
end
