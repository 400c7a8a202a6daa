-- With a body as argument, POSTs it as JSON.
init = function(args)
  if not args[1] then return end
  wrk.method, wrk.body = "POST", args[1]
  wrk.headers["Content-Type"] = "application/json"
end

-- wrk's result as one line of JSON. Latencies are in microseconds.
done = function(summary, latency, _)
  local errors = summary.errors
  io.write(("\n{\"requests\":%d,\"microseconds\":%d,\"p50\":%d,\"p99\":%d,\"max\":%d,\"status\":%d,\"timeout\":%d,\"socket\":%d}\n"):format(
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency.max,
    errors.status, errors.timeout, errors.connect + errors.read + errors.write))
end
