#!/usr/bin/env bash
# Runs the published program for Windows under wine, with a real emulator on this machine: from a folder with an accent it starts, is
# ready, and saves a named state while others read it. The last line sums up: N passed, N failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1

# Of one PUT at a time, while three clients read the state.
SAVES=100

. tests/windows/wine.sh
[ -x $wine ] || { printf 'windows program: skipped, there is no %s\n0 passed, 0 failed\n' $wine; exit 0; }
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; end_windows; rm -rf "$work"' EXIT
make_windows || { echo "0 passed, 1 failed"; exit 1; }
secret=0123456789abcdef0123456789abcdef
passed=0
failed=0

free_port() {
  local port
  while port=$((20000 + RANDOM % 10000)) && (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  echo $port
}

# expect NAME COMMAND...: counts a test, which passes if the command succeeds
expect() {
  local name=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    echo "FAILED $name"
    tail -n 5 "$work/log"
    failed=$((failed + 1))
  fi
}

status() { # CURL-ARGUMENT...: prints the status
  curl -s -m 10 -o /dev/null -w '%{http_code}' "$@"
}

is_ready() {
  for _ in $(seq 500); do
    [ "$(status "$bridge/health/ready")" = 200 ] && return
    sleep 0.2
  done
  return 1
}

read_states() {
  while :; do status "$bridge/emulators/default/states/race" >>"$work/reads"; echo >>"$work/reads"; done
}

saves_under_readers() {
  [ "$(status -X PUT "$bridge/emulators/default/states/race")" = 201 ] || return
  local readers=()
  for _ in 1 2 3; do
    read_states &
    readers+=($!)
  done
  for _ in $(seq $SAVES); do
    status -X PUT "$bridge/emulators/default/states/race"
    echo
  done >"$work/saves"
  kill "${readers[@]}"
  # A reader that was stopped may have written half a line.
  echo "saves: $(sort "$work/saves" | uniq -c | xargs), reads: $(grep -x '[0-9]\{3\}' "$work/reads" | sort | uniq -c | xargs)"
  [ "$(sort -u "$work/saves")" = 200 ] && [ "$(grep -x '[1-9][0-9][0-9]' "$work/reads" | sort -u)" = 200 ]
}

# Debian's wine can't load the runtime from within the file, as Windows does.
# Built apart, because other tests publish meanwhile.
dotnet publish src/Bridge.Api -c Release -r win-x64 -p:ArtifactsPath="$PWD/artifacts/windows" \
  -p:IncludeAllContentForSelfExtract=true -o "$work/André" --nologo \
  --disable-build-servers >"$work/log" 2>&1 || { tail -n 20 "$work/log"; echo "0 passed, 1 failed"; exit 1; }
script_port=$(free_port)
port=$(free_port)
bridge=http://127.0.0.1:$port
cp emulator/rom/buttontest.gba "$work"
BRIDGE_SCRIPT_PORT=$script_port BRIDGE_SCRIPT_SECRET=$secret emulator/build/mgba-host --rom "$work/buttontest.gba" \
  --script artifacts/bridge.lua >"$work/host" 2>&1 </dev/null &
start() { # ARGUMENT...
  $wine "$work/André/bridge.exe" --urls "$bridge" --script-port "$script_port" "--Bridge:Emulators:default:Secret=$secret" "$@" </dev/null
}
start --states 'C:\André' >"$work/log" 2>&1 &

fails_on_a_port_in_use() {
  start >"$work/second" 2>&1
  [ $? = 75 ] && grep -q "Another program listens on that address" "$work/second"
}

has_named_state_files() {
  [ -n "$(find "$WINEPREFIX/drive_c/André" -name 'race*' -print -quit)" ]
}

expect "it is ready" is_ready
expect "it serves the script" [ "$(status "$bridge/bridge.lua")" = 200 ]
expect "states are saved while others read them" saves_under_readers
expect "they lie in a folder with an accent" has_named_state_files
expect "a port in use ends it with a sentence" fails_on_a_port_in_use
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
