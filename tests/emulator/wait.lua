-- Waits in `idle` for a client that never comes; the host ends the wait when the frame is due.
local listener = _socket.create()
listener:open("127.0.0.1", PORT)
listener:listen(1)
-- The results of select: -1 interrupted, 1 readable; and the most microseconds that were left before and after a wait.
local calls, answers, left_before, left_after = 0, {}, 0, -math.huge
callbacks:add("idle", function()
  calls = calls + 1
  left_before = math.max(left_before, _host.idleLeft())
  answers[listener:select(10000)] = true
  left_after = math.max(left_after, _host.idleLeft())
end)
callbacks:add("shutdown", function()
  console:log(("calls %d interrupted %s readable %s"):format(calls, answers[-1] or false, answers[1] or false))
  console:log(left_before > 5000 and left_before < 17000 and left_after <= 0 and "left ok" or
    ("left %d and %d"):format(left_before, left_after))
end)
