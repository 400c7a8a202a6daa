#!/usr/bin/env bash
# Tests what ./run.sh builds again: tests/building/run.sh
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
top=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# Runs the functions in a copy of the folders that they look at, with a build that takes no time.
cd "$work" || exit 1
. "$top/eng/building.sh"
declare -A pids=(["bridge build"]=0)
logs=$work
builds=0
fail() { echo "fail: $1"; exit 1; }
start() { # NAME LOG COMMAND...
  builds=$((builds + 1))
  "${@:3}" &
  pids[$1]=$!
}
dotnet() { :; }
# shellcheck disable=SC2086 # a list of words
for source in $BRIDGE_SOURCES; do
  case $source in
    *.* | .*) touch -d '2026-01-01' "$source" ;;
    *) mkdir -p "$source/inner" && touch -d '2026-01-01' "$source/inner/file" "$source/inner" "$source" ;;
  esac
done

# says WHAT EXPECTED: one test, of whether the next start builds
says() {
  local before=$builds
  begin_bridge "$work/out" true >/dev/null
  end_bridge >/dev/null
  if [ $((builds - before)) = "$2" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$1: $((builds - before)) builds instead of $2"
  fi
}

says "the first start builds" 1
says "a start of an unchanged tree builds nothing" 0
touch -d 'tomorrow' src/inner/file
says "a changed file is built" 1
touch -d '2026-01-01' src/inner/file
says "then nothing" 0
rm src/inner/file && touch -d 'tomorrow' src/inner
says "a removed file is noticed by its folder" 1
touch -d '2026-01-01' src/inner
touch -d 'tomorrow' Directory.Packages.props
says "a changed package version is built" 1
touch -d '2026-01-01' Directory.Packages.props
says "then nothing again" 0
touch -d 'tomorrow' lua/inner/file
begin_bridge "$work/out" true >/dev/null
wait
touch -d '2026-01-01' lua/inner/file
says "a build that was interrupted is not taken for done" 1
touch -d 'tomorrow' docs/inner/file
begin_bridge "$work/out" true >/dev/null
touch -d 'tomorrow' eng/inner/file
end_bridge >/dev/null
touch -d '2026-01-01' docs/inner/file
says "a change during a build is built by the next start" 1

echo "$passed passed, $failed failed"
[ $failed = 0 ]
