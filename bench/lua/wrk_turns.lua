-- Sends several requests in turn, the same ones again and again. Arguments: a path and a JSON body for each; an empty body is a GET.
local turns, at = {}, 0

init = function(args)
  for i = 1, #args, 2 do
    local body = args[i + 1] ~= "" and args[i + 1] or nil
    turns[#turns + 1] = wrk.format(body and "POST" or "GET", args[i], body and { ["Content-Type"] = "application/json" }, body)
  end
end

request = function()
  at = at % #turns + 1
  return turns[at]
end

-- As in wrk_report.lua.
done = function(summary, latency, _)
  local errors = summary.errors
  io.write(("\n{\"requests\":%d,\"microseconds\":%d,\"p50\":%d,\"p99\":%d,\"max\":%d,\"status\":%d,\"timeout\":%d,\"socket\":%d}\n"):format(
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency.max,
    errors.status, errors.timeout, errors.connect + errors.read + errors.write))
end
