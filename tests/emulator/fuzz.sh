#!/bin/sh
# Loads damaged save states, ROMs, archives and patches into the headless host, built with AddressSanitizer:
# tests/emulator/fuzz.sh [CASES] [FIRST]
# Per console, loads CASES states (default 1000), CASES/5 ROMs and as many archives and patches, each in one process, starts the host with
# CASES/100 ROMs, and sends CASES/5 requests of branches. A failure has the number of its case, which FIRST repeats. MGBA_HOST may name another build. Exits with 1 if anything
# crashed or hung.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
cases=${1:-1000}
first=${2:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

if [ -z "${MGBA_HOST:-}" ]; then
  make -s -C "$top/emulator" asan || exit 1
  MGBA_HOST=$top/emulator/build-asan/mgba-host
fi
# libmgba leaks about 24 bytes per register that a script reads.
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

# failed NAME: counts a failure and shows the end of the log
failed() {
  failures=$((failures + 1))
  echo "FAILED $1"
  tail -n 2 "$work/out"
  grep -a -A 20 -e 'ERROR: AddressSanitizer' -e 'runtime error' -e FAILED "$work/err" "$work/out" | head -n 40
}

# inside NAME SCRIPT ROM CASES: runs many cases in one process
inside() {
  mkdir -p "$work/roms"
  printf 'LUA, ROM, GOOD, FOLDER, FIRST, CASES = "%s", "%s", "%s", "%s", %d, %d\n' \
    "$top/lua" "$3" "$work/good" "$work/roms" "$first" "$4" >"$work/globals.lua"
  timeout 3000 "$MGBA_HOST" --rom "$3" --script "$work/globals.lua" --script "$here/$2" \
    --frames $((6 * $4 + 20)) --speed 0 --save-dir "$work/saves" >"$work/out" 2>"$work/err" </dev/null
  code=$?
  summary=$(grep '^done' "$work/out")
  if [ $code = 0 ] && [ -n "$summary" ] && ! grep -q '^FAILED' "$work/out"; then
    echo "ok $1: $summary"
  else
    failed "$1: exit code $code"
  fi
}

for game in buttontest.gba gb/buttontest.gb; do
  mkdir -p "$work/good"
  "$here/archives.py" "$top/emulator/rom/$game" "$work/good"
  inside "states of $game" fuzz_states.lua "$top/emulator/rom/$game" "$cases"
  inside "ROMs like $game" fuzz_roms.lua "$top/emulator/rom/$game" $((cases / 5 + 1))
  # The script keeps its last sixteen ROMs.
  i=0
  for rom in "$work"/roms/*; do
    [ $i -lt $((cases / 100 + 1)) ] || break
    i=$((i + 1))
    timeout 60 "$MGBA_HOST" --rom "$rom" --script "$top/lua/bridge.lua" --frames 60 --speed 0 --save-dir "$work/saves" \
      >"$work/out" 2>"$work/err" </dev/null
    code=$?
    [ $code = 0 ] || [ $code = 2 ] || failed "started with $(basename "$rom"): exit code $code"
  done
  echo "ok started with $i damaged ROMs"
  rm -rf "$work/roms"
  platform=GBA
  [ "$game" = buttontest.gba ] || platform=GB
  if timeout 3000 python3 "$here/fuzz_branches.py" "$MGBA_HOST" "$top/lua/bridge.lua" "$top/emulator/rom/$game" $platform "$first" \
    $((cases / 5 + 1)) >"$work/out" 2>"$work/err"; then
    echo "ok branches of $game: $(tail -n 1 "$work/out")"
  else
    failed "branches of $game"
  fi
  inside "archives and patches of $game" fuzz_files.lua "$top/emulator/rom/$game" $((cases / 5 + 1))
  rm -rf "$work/roms"
done
[ $failures = 0 ]
