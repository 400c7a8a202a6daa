#!/usr/bin/env bash
# Starts a bridge and an emulator and asks far more of them than they can do: loadtest/overload.sh [SECONDS]
# DRIBBLERS, SLOW_READERS and TIMES can be set; needs python3 and as many open files as connections.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/bridge.sh"
export DURATION_SECONDS=${1:-60}
if ! [[ $DURATION_SECONDS =~ ^[1-9][0-9]{0,4}$ ]]; then
  echo "loadtest/overload.sh: takes seconds, 1 to 99999, not \"$1\"." >&2
  exit 2
fi
ulimit -n "$(ulimit -H -n)"
trap stop_bridge EXIT
trap 'exit 130' INT TERM HUP
start_bridge
BRIDGE_ID=$(child_of $bridge Bridge.Api.dll)
export BASE_URL BRIDGE_ID
# The crowd would be on other machines; here it gets what the bridge and the emulator leave of the cores.
nice -n 19 python3 "$here/overload.py"
