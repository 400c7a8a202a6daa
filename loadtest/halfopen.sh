#!/usr/bin/env bash
# Drops all packets between bridge and script in a network namespace, and prints the seconds until the bridge reports no-emulator.
# Fails after more than MAX seconds (default 5). loadtest/halfopen.sh [PROGRAM [ARGUMENT...]]
set -uo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$top/eng/loopback.sh"
program=("$@")
[ $# -gt 0 ] || program=("$top/artifacts/run/native/bridge")
max=${MAX:-5}
port=7185

if [ "${IN_NAMESPACE:-}" != yes ]; then
  as_root=
  [ "$(id -u)" = 0 ] || as_root=-r
  unshare $as_root -n true 2>/dev/null || { echo "halfopen.sh: a network namespace can't be created." >&2; exit 77; }
  IN_NAMESPACE=yes exec unshare $as_root -n "$0" "${program[@]}"
fi

ip link set lo up && iptables -L >/dev/null || { echo "halfopen.sh: ip and iptables are required." >&2; exit 77; }
work=$(mktemp -d)
children=()
export BRIDGE_SCRIPT_SECRET=$RANDOM$RANDOM$RANDOM
export Bridge__Emulators__default__Secret=$BRIDGE_SCRIPT_SECRET
trap 'kill "${children[@]}" 2>/dev/null; wait; rm -rf "$work"' EXIT
BRIDGE_SCRIPT_PORT=8888 "$top/emulator/build/mgba-host" --rom "$top/emulator/rom/buttontest.gba" --script "$top/lua/bridge.lua" \
  --save-dir "$work" >"$work/emulator.log" 2>&1 &
children+=($!)
"${program[@]}" --urls "http://127.0.0.1:$port" >"$work/bridge.log" 2>&1 &
children+=($!)

state() {
  http_get $port /health | grep -o '"state": *"[a-z-]*' | grep -o '[a-z-]*$'
}

# until_state STATE SECONDS: waits for the state and prints the seconds until then
until_state() {
  local begin now
  begin=$(date +%s%N)
  until [ "$(state)" = "$1" ]; do
    now=$(date +%s%N)
    if [ $(((now - begin) / 1000000000)) -ge "$2" ]; then
      echo "halfopen.sh: the state must be $1 within $2 s; got \"$(state)\"." >&2
      tail -n 20 "$work/bridge.log" >&2
      return 1
    fi
    sleep 0.02
  done
  awk -v ms=$((($(date +%s%N) - begin) / 1000000)) 'BEGIN { printf "%.1f\n", ms / 1000 }'
}

until_state running 60 >/dev/null || exit 1
iptables -A INPUT -p tcp --dport 8888 -j DROP
iptables -A INPUT -p tcp --sport 8888 -j DROP
found=$(until_state no-emulator 60) || exit 1
iptables -F INPUT
back=$(until_state running 60) || exit 1
echo "detected after $found s, recovered $back s after packets passed again"
awk -v found="$found" -v max="$max" 'BEGIN { exit !(found <= max) }'
