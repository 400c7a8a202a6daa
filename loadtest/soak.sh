#!/usr/bin/env bash
# Starts a bridge and an emulator, sends mixed commands for a long time, and samples both processes every ten seconds:
# loadtest/soak.sh [SECONDS]; RATE and WARM_UP (in seconds) can be set.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/bridge.sh"
seconds=${1:-1800}
if ! [[ $seconds =~ ^[1-9][0-9]{1,5}$ ]]; then
  echo "loadtest/soak.sh: SECONDS must be 10 to 999999; got \"$seconds\"." >&2
  exit 2
fi
warm_up=${WARM_UP:-$((seconds / 3))}
every=10
states=$(mktemp -d) # a separate folder, so that the user's named states are not affected
k6=$(find_k6) || exit 1
export RESULTS=${RESULTS:-$here/results} K6_NO_USAGE_REPORT=true DURATION_SECONDS=$seconds Bridge__StateFolder=$states
mkdir -p "$RESULTS"
samples=$RESULTS/soak.csv
load=0

finish() {
  [ $load = 0 ] || kill -TERM $load 2>/dev/null
  stop_bridge
  rm -rf "$states"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP

# process_of PID: prints resident KiB, anonymous KiB, open files and threads, separated by commas
process_of() {
  local resident anonymous threads
  read -r resident anonymous threads < <(
    awk '/^VmRSS:/ { r = $2 } /^RssAnon:/ { a = $2 } /^Threads:/ { t = $2 } END { print r, a, t }' "/proc/$1/status")
  local files=(/proc/"$1"/fd/*)
  echo "$resident,$anonymous,${#files[@]},$threads"
}

lua_bytes() {
  http_get "${BASE_URL##*:}" /emulators/default | grep -o '"memoryBytes":[0-9]*' | tr -cd 0-9
}

# is_rested SECOND: prints 1 if the load has paused long enough for the bridge's garbage collection; soak-game.js has the pauses
is_rested() {
  local second=$(($1 % 300))
  [ $second -ge 275 ] && [ $second -lt 285 ] && echo 1 || echo 0
}

start_bridge
export BASE_URL
bridge_id=$(child_of $bridge native/bridge)
host_id=$(child_of $bridge mgba-host)
echo "seconds,bridge_resident,bridge_anonymous,bridge_files,bridge_threads,\
host_resident,host_anonymous,host_files,host_threads,lua_bytes,load,rested" >"$samples"
"$k6" run --quiet "$here/soak.js" &
load=$!
begun=$SECONDS
while kill -0 $load 2>/dev/null; do
  read -r busy _ </proc/loadavg
  now=$((SECONDS - begun))
  echo "$now,$(process_of "$bridge_id"),$(process_of "$host_id"),$(lua_bytes),$busy,$(is_rested $now)" >>"$samples"
  sleep $every
done
wait $load
code=$?
load=0
awk -v from="$warm_up" -v until="$seconds" -f "$here/soak.awk" "$samples" || code=1
exit $code
