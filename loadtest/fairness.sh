#!/usr/bin/env bash
# Measures a client's short reads, and the game's speed, while another client's connections send large requests without a pause.
# Fails if the median is over 8 ms, a short read fails, or the game has under 59 frames a second: loadtest/fairness.sh [SECONDS]
# Needs wrk. BASE_URL names a bridge that runs elsewhere.
set -uo pipefail
seconds=${1:-10}
if ! [[ $seconds =~ ^[1-9][0-9]{0,3}$ ]]; then
  echo "loadtest/fairness.sh: SECONDS must be 1 to 9999; got \"$seconds\"." >&2
  exit 2
fi
. "$(dirname "${BASH_SOURCE[0]}")/bridge.sh"
command -v wrk >/dev/null || { echo "fairness.sh: wrk is required." >&2; exit 77; }
work=$(mktemp -d)
trap 'stop_bridge; rm -rf "$work"' EXIT
[ -n "${BASE_URL:-}" ] || start_bridge
game=$BASE_URL/emulators/default
missed=0

cat >"$work/pauses.lua" <<'LUA'
function delay() return math.random(0, 40) end
LUA
cat >"$work/search.lua" <<'LUA'
wrk.method, wrk.headers["Content-Type"] = "POST", "application/json"
wrk.body = '{"address": "0x02000000", "length": 262144, "type": "u16", "is": "any", "limit": 10}'
LUA

frame() { # the game's frame and the time in ns
  echo "$(curl -s "$game" | grep -o '"frame":[0-9]*' | cut -d: -f2) $(date +%s%N)"
}

# measure NAME [WRK_ARGUMENT...]: a row, with the load that wrk makes with these arguments
measure() {
  local name=$1 load=0 before after
  shift
  if [ $# -gt 0 ]; then
    wrk -t1 -d$((seconds + 2))s "$@" >"$work/load" 2>&1 &
    load=$!
    sleep 1
  fi
  before=$(frame)
  wrk -t1 -c1 -d"${seconds}s" --latency -s "$work/pauses.lua" "$game/memory/0x02000000?length=16" >"$work/reads"
  after=$(frame)
  [ $load = 0 ] || wait $load
  awk -v name="$name" -v before="$before" -v after="$after" '
    function milliseconds(text) { return text ~ /us$/ ? text / 1000 : text ~ /ms$/ ? text + 0 : text * 1000 }
    $1 == "50%" { p50 = milliseconds($2) }
    $1 == "99%" { p99 = milliseconds($2) }
    /Non-2xx|Socket errors/ { failed = 1 }
    END {
      split(before, from); split(after, to)
      if (to[2] > from[2]) speed = (to[1] - from[1]) / (to[2] - from[2]) * 1e9
      missed = p50 == 0 || p50 > 8 || failed || speed < 59
      printf "%-24s p50 %7.2f ms  p99 %7.2f ms  %5.2f frames/s%s%s\n", name, p50, p99, speed,
        failed ? "  reads failed" : "", missed ? "  MISSED" : ""
      exit missed
    }' "$work/reads" || missed=1
}

measure "no load"
for connections in 8 64; do
  measure "$connections searches" -c$connections -s "$work/search.lua" "$game/memory/search"
  measure "$connections reads of 256 KiB" -c$connections "$game/memory/0x02000000?length=262144"
  measure "$connections states with picture" -c$connections "$game/state?picture=true"
done
exit $missed
