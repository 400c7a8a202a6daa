#!/usr/bin/env bash
# Runs the script's specs in a Lua for Windows, under wine: the sources, and the single file in a folder with an accent.
# The last line sums up: N passed, N failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
. eng/packages.sh
. tests/windows/wine.sh

# skip REASON: says why nothing runs here
skip() {
  echo "windows: skipped, $1"
  echo "0 passed, 0 failed"
  exit 0
}

[ "$(uname -m)" = x86_64 ] || skip "wine runs x64 programs on x64 only"
install_missing wine64 gcc-mingw-w64-x86-64-win32 >/dev/null 2>&1 || skip "wine64 and gcc-mingw-w64-x86-64-win32 can't be installed here"
[ -x $wine ] || skip "there is no $wine"
packages=${NUGET_PACKAGES:-$HOME/.nuget/packages}
library=$(find "$packages/keralua" -path '*/win-x64/native/lua54.dll' 2>/dev/null | sort -V | tail -n 1)
[ -n "$library" ] || skip "the package KeraLua is not restored"
[ -f artifacts/bridge.lua ] || skip "artifacts/bridge.lua is not built"

work=$(mktemp -d)
trap 'end_windows; rm -rf "$work"' EXIT
make_windows || { echo "0 passed, 1 failed"; exit 1; }
cp "$library" "$work"
x86_64-w64-mingw32-gcc-win32 -O2 -Wall -Werror -o "$work/lua.exe" tests/windows/lua.c "$work/lua54.dll" || exit 1

passed=0
failed=0

# specs NAME PART...: runs the specs whose names have this part
specs() {
  local name=$1 last
  shift
  $wine "$work/lua.exe" lua/spec/run.lua "$@" >"$work/log" 2>&1 </dev/null
  last=$(tail -n 1 "$work/log" | tr -d '\r')
  if [[ $last =~ ^windows:\ ([0-9]+)\ specs,\ ([0-9]+)\ failed$ ]]; then
    echo "$name: ${BASH_REMATCH[1]} specs, ${BASH_REMATCH[2]} failed"
    passed=$((passed + BASH_REMATCH[1] - BASH_REMATCH[2]))
    failed=$((failed + BASH_REMATCH[2]))
    grep -A 2 FAILED "$work/log"
  else
    echo "FAILED $name: it ended with: $(tail -n 3 "$work/log")"
    failed=$((failed + 1))
  fi
}

# All specs take a minute under wine, so test.sh runs those of what Windows does differently.
# BRIDGE_WINDOWS_SPECS= runs them all.
parts=${BRIDGE_WINDOWS_SPECS-loading rom config}
for part in $parts; do
  specs "sources, $part" "$part"
done
[ -n "$parts" ] || specs "sources"
mkdir "$work/André"
cp artifacts/bridge.lua "$work/André"
BRIDGE_SPEC_SCRIPT=$work/André/bridge.lua specs "single file in a folder with an accent" loading

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
