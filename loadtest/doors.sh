#!/usr/bin/env bash
# Measures 1,000 guarded reads a second at a door for BizHawk's clients: alone, and beside 64 HTTP clients that read memory once a frame,
# or without a pause. Fails if there are fewer alone or beside the former, the 99th percentile from sending is over 5 ms there, a request
# fails, or the game has under 59 frames a second: loadtest/doors.sh [SECONDS]
# Needs wrk. BASE_URL names a bridge that runs elsewhere.
set -uo pipefail
seconds=${1:-10}
if ! [[ $seconds =~ ^[1-9][0-9]{0,3}$ ]]; then
  echo "loadtest/doors.sh: SECONDS must be 1 to 9999; got \"$seconds\"." >&2
  exit 2
fi
. "$(dirname "${BASH_SOURCE[0]}")/bridge.sh"
command -v wrk >/dev/null || { echo "doors.sh: wrk is required." >&2; exit 77; }
work=$(mktemp -d)
trap 'stop_bridge; rm -rf "$work"' EXIT
[ -n "${BASE_URL:-}" ] || start_bridge
game=$BASE_URL/emulators/default
door=$(free_port)
curl -sf -X PUT "$game/doors/bizhawk" -H 'Content-Type: application/json' -d "{\"port\": $door}" >"$work/door" ||
  { echo "doors.sh: the bridge did not open the door." >&2; exit 1; }
missed=0

# A frame has 16.7 ms.
echo 'function delay() return 15 end' >"$work/frames.lua"
echo >"$work/none.lua"

frame() { # the game's frame and the time in ns
  echo "$(curl -s "$game" | grep -o '"frame":[0-9]*' | cut -d: -f2) $(date +%s%N)"
}

# measure NAME WHAT LOAD [GOAL]: a row. WHAT: door or nothing. LOAD: the pauses of 64 HTTP clients, or -. GOAL: max ms of the door's p99
# from sending, with 1,000 replies a second.
measure() {
  local name=$1 what=$2 load=$3 goal=${4:-} wrk=0 before after
  : >"$work/http"
  echo "- - - - -" >"$work/reads"
  if [ "$load" != - ]; then
    wrk -t1 -c64 -d$((seconds + 2))s -s "$work/$load.lua" "$game/memory/0x02000000?length=16" >"$work/http" 2>&1 &
    wrk=$!
    sleep 1
  fi
  before=$(frame)
  if [ "$what" = door ]; then
    python3 "$here/doors.py" "$door" "$seconds" >"$work/reads" || missed=1
  else
    sleep "$seconds"
  fi
  after=$(frame)
  [ $wrk = 0 ] || wait $wrk
  awk -v name="$name" -v goal="$goal" -v reads="$(cat "$work/reads")" -v before="$before" -v after="$after" '
    /^Requests\/sec/ { http = sprintf("%.0f", $2) }
    /Non-2xx|Socket errors/ { failed = 1 }
    END {
      split(before, from); split(after, to); split(reads, door)
      if (to[2] > from[2]) speed = (to[1] - from[1]) / (to[2] - from[2]) * 1e9
      missed = failed || speed < 59 || goal != "" && (door[1] < 990 || door[4] > goal + 0)
      printf "| %s | %s | %s | %s | %s | %s | %s | %.2f |%s%s\n", name, door[1], door[2], door[3], door[4], door[5], http ? http : "-",
        speed, failed ? " HTTP requests failed" : "", missed ? " MISSED" : ""
      exit missed
    }' "$work/http" || missed=1
}

echo "| | door/s | p50 ms | p99 ms | p99 ms from sending | generator's p99 ms | HTTP/s | frames/s |"
echo "|---|---:|---:|---:|---:|---:|---:|---:|"
measure "the door alone" door - 5
measure "64 HTTP clients, once a frame" nothing frames
measure "the door beside them" door frames 5
measure "64 HTTP clients, without a pause" nothing none
measure "the door beside them" door none
exit $missed
