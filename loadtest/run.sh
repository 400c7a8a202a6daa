#!/usr/bin/env bash
# Runs a k6 script against a running bridge, or against one that it starts and stops: loadtest/run.sh [script] [k6 options]
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/bridge.sh"

responds() { # URL
  [[ $1 =~ ^http://(127\.0\.0\.1|localhost|\[::1\])(:([0-9]+))?/*$ ]] || return 0 # another host: k6 will report a failure
  [ "$(http_status "${BASH_REMATCH[3]:-80}" /health/live)" = 200 ]
}

script=smoke.js
if [ $# -gt 0 ] && [[ $1 != -* ]]; then
  script=$1
  shift
fi
[ -f "$script" ] || script=$here/$script
if [ ! -f "$script" ]; then
  echo "loadtest/run.sh: the script must be smoke.js, echo.js, ramp.js or soak.js; got \"${script##*/}\"." >&2
  exit 2
fi
k6=$(find_k6) || exit 1
export BASE_URL=${BASE_URL:-http://127.0.0.1:7185} RESULTS=${RESULTS:-$here/results} K6_NO_USAGE_REPORT=true
mkdir -p "$RESULTS"
trap stop_bridge EXIT
trap 'exit 130' INT TERM HUP
if ! responds "$BASE_URL"; then
  echo "No bridge responds at $BASE_URL; starting one."
  start_bridge
fi
"$k6" run --quiet "$@" "$script"
