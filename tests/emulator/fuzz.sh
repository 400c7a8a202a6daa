#!/bin/sh
# Damaged save states and ROMs into the headless host, built with AddressSanitizer: tests/emulator/fuzz.sh [CASES] [FIRST]
# CASES states for each console (default 1000), a fifth as many ROMs within the program, and a hundredth as many that it is
# started with. MGBA_HOST names another build. Exit code 1 if anything crashed.
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
# libmgba keeps some 24 bytes of each register that a script has read.
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

# failed WHAT: shows where it ended
failed() {
  failures=$((failures + 1))
  echo "FAILED $1"
  tail -n 2 "$work/out"
  grep -a -A 20 -e 'ERROR: AddressSanitizer' -e 'runtime error' -e FAILED "$work/err" "$work/out" | head -n 40
}

# inside WHAT SCRIPT ROM CASES: many cases in one process
inside() {
  mkdir -p "$work/roms"
  printf 'LUA, ROM, FOLDER, FIRST, CASES = "%s", "%s", "%s", %d, %d\n' "$top/lua" "$3" "$work/roms" "$first" "$4" >"$work/globals.lua"
  timeout 3000 "$MGBA_HOST" --rom "$3" --script "$work/globals.lua" --script "$here/$2" \
    --frames $((6 * $4 + 20)) --speed 0 --save-dir "$work/saves" >"$work/out" 2>"$work/err" </dev/null
  code=$?
  told=$(grep '^done' "$work/out")
  if [ $code = 0 ] && [ -n "$told" ] && ! grep -q '^FAILED' "$work/out"; then
    echo "ok $1: $told"
  else
    failed "$1: exit code $code"
  fi
}

for game in buttontest.gba gb/buttontest.gb; do
  inside "states of $game" fuzz_states.lua "$top/emulator/rom/$game" "$cases"
  inside "ROMs like $game" fuzz_roms.lua "$top/emulator/rom/$game" $((cases / 5 + 1))
  # The last sixteen are still there.
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
done
[ $failures = 0 ]
