#!/usr/bin/env bash
# Runs a k6 script against a running bridge, or against one that it starts and stops: loadtest/run.sh [script] [k6 options]
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(dirname "$here")
. "$top/eng/loopback.sh"
bridge=0

find_k6() {
  command -v k6 && return
  local beside=$top/../shared/tools/k6
  [ -x "$beside" ] && echo "$beside" && return
  echo "k6 is missing. https://grafana.com/docs/k6/latest/set-up/install-k6/ tells how to install it; it is one file without dependencies." >&2
  return 1
}

answers() { # URL
  [[ $1 =~ ^http://(127\.0\.0\.1|localhost|\[::1\])(:([0-9]+))?/*$ ]] || return 0 # elsewhere: for k6 to find out
  [ "$(http_status "${BASH_REMATCH[3]:-80}" /health/live)" = 200 ]
}

stop_bridge() {
  [ $bridge != 0 ] || return 0
  kill -TERM $bridge 2>/dev/null
  wait $bridge
  bridge=0
}

start_bridge() {
  local port script_port log=$top/artifacts/run/loadtest.log
  port=$(free_port)
  script_port=$(free_port)
  mkdir -p "${log%/*}"
  : >"$log" # what an earlier run wrote there would pass for this one's readiness
  echo "No bridge answers at $BASE_URL; starting one."
  "$top/run.sh" --port "$port" --script-port "$script_port" >"$log" 2>&1 </dev/null &
  bridge=$!
  BASE_URL=http://127.0.0.1:$port
  until grep -q '^The bridge listens' "$log"; do
    if ! kill -0 $bridge 2>/dev/null; then
      cat "$log" >&2
      exit 1
    fi
    sleep 0.2
  done
}

script=smoke.js
if [ $# -gt 0 ] && [[ $1 != -* ]]; then
  script=$1
  shift
fi
[ -f "$script" ] || script=$here/$script
if [ ! -f "$script" ]; then
  echo "loadtest/run.sh: ${script##*/} is no script here. There are: $(cd "$here" && echo smoke.js echo.js)" >&2
  exit 2
fi
k6=$(find_k6) || exit 1
export BASE_URL=${BASE_URL:-http://127.0.0.1:7185} RESULTS=${RESULTS:-$here/results} K6_NO_USAGE_REPORT=true
mkdir -p "$RESULTS"
trap stop_bridge EXIT
trap 'exit 130' INT TERM HUP
answers "$BASE_URL" || start_bridge
"$k6" run --quiet "$@" "$script"
