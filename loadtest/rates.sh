#!/usr/bin/env bash
# Measures the bridge and an exclusive socket pool at 1 to 10,000 requests per second, each load from a cold start, and writes
# loadtest/RESULTS.md and docs/latency-rate.svg: loadtest/rates.sh [LOAD...|--report]
#   LOAD      a prefix of the loads to measure, for example ours-36, old-5000 or ours-36-steady-340; other loads keep their figures.
#             Without one, all are measured, which takes a quarter of an hour.
#   --report  writes the report of earlier measurements
# ROW_SECONDS is the duration of each load (default 6, and 30 at rates with a goal).
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/bridge.sh"
. "$top/eng/packages.sh"
. "$top/bench/programs.sh"
results=$here/RESULTS.md
measured=$top/artifacts/bench/rates

K6=$(find_k6) || exit 1
export K6
cd "$top" || exit 1
bench=artifacts/bin/Bridge.LoadBench/release/Bridge.LoadBench.dll
if [ "${1:-}" != --report ]; then
  build_programs
  [ $# -gt 0 ] || rm -rf "$measured"
  ulimit -n "$(ulimit -H -n)"
  dotnet $bench --rates "$@" || exit 1
fi
report=$(dotnet $bench --rates-report docs/latency-rate.svg) || exit 1
{
  printf '# Results at given rates\n\nWritten by `loadtest/rates.sh`; absolute figures drift between machines, ratios of one run count.\n\n'
  bench/machine.sh
  printf -- '- Load generator: %s\n\n' "$("$K6" version | head -n 1)"
  cat <<'TEXT'
Every load begins with a bridge and an emulator that were just started, and every echo is a GUID of its own, compared
byte for byte. *ours*: the bridge with the emulator that comes with the project. *re-creation*: an unbounded pool of
sockets, each connected on demand and used by one request at a time, and a script that accepts once a frame, in the same
program and host. Times in ms. A response that takes longer than 10 s has failed. Pending requests finish after a load's
end, so *got* can be lower than the rate asked for. *by*: k6, whose times begin when it sends; it tops out at some
thousand a second on two cores that it shares with what it measures, so from 3,000/s a generator of our own, whose times
begin when a request was due. Up to 1,000 requests of k6 and 5,000 of the other may be open at once; further ones are
not sent. The re-creation is not measured beyond 1,000/s. *others*: cores that other programs kept busy meanwhile, of
the two; where it is more than a little, the row measures them more than the bridge.

![Latency against rate](../docs/latency-rate.svg)

TEXT
  echo "$report"
} >"$results"
cat "$results"
