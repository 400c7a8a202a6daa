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
bench=artifacts/bin/Bridge.Bench/release/Bridge.Bench.dll
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
Each load starts a new bridge and emulator. Each echo is a different GUID, compared byte for byte. *ours*: the bridge with the
bundled emulator. *re-creation*: an unbounded pool of exclusive sockets, connected on demand, and a script that accepts once per frame,
in the same program and host. Times are in ms. A response after 10 s is a failure. A load ends when its last response has arrived, so
*got* can be lower than the requested rate. *by* is the load generator: k6 measures from the send; it reaches about a thousand requests
per second on two shared cores, so from 3,000/s our own generator is used, which measures from the time when a request was due.
At most 1,000 requests of k6 and 5,000 of our generator are open at once; further ones are not sent. The re-creation is measured up
to 1,000/s. *others* is the number of cores that other programs kept busy; if it is not close to 0, the row is not reliable.

![Latency against rate](../docs/latency-rate.svg)

TEXT
  echo "$report"
} >"$results"
cat "$results"
