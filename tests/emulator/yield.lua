-- Lets others go first for as long as there is time, and tells whether there ever was, and whether that ends with the time there is.
local has_yielded, ended_in_time = false, false

callbacks:add("idle", function()
  while _host.yieldProcessor(1) do has_yielded = true end
  ended_in_time = ended_in_time or _host.idleLeft() <= 0
end)

callbacks:add("shutdown", function()
  console:log(("yields %s, at the end %s"):format(has_yielded, not ended_in_time))
end)
