#!/usr/bin/env bash
# Compiles the TypeScript client, and runs its tests with Node's runner against a real bridge and emulator. npm fetches the compiler
# into a folder that is kept; where it can't, all of it is skipped. The last line sums up: N passed, N failed.
# test.sh build compiles only.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1

skip() { # REASON
  echo "TypeScript client: skipped, $1"
  echo "0 passed, 0 failed"
  exit 0
}

command -v npm >/dev/null || skip "npm is not installed"
if [ ! -x node_modules/.bin/tsc ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  log=$(timeout 300 npm ci --ignore-scripts --no-audit --no-fund 2>&1) || skip "npm can't install the compiler: ${log##*$'\n'}"
fi
if ! node_modules/.bin/tsc -p .; then
  echo "0 passed, 1 failed"
  exit 1
fi
[ "${1:-}" != build ] || exit 0

output=$(timeout 300 node --test --test-timeout=120000 --test-reporter=tap tests/*.test.mjs 2>&1)
code=$?
echo "$output"
sed -nE 's/^ok [0-9]+ - (.*) # SKIP (.*)$/\1: skipped, \2/p' <<<"$output"
total() { # NAME
  sed -n "s/^# $1 \([0-9]*\)$/\1/p" <<<"$output" | tail -n 1
}
# Skipped tests don't count.
passed=$(total pass)
failed=$(($(total fail) + $(total cancelled)))
[ $code = 0 ] || [ $failed -gt 0 ] || failed=1
echo "${passed:-0} passed, $failed failed"
[ $failed = 0 ] && [ "${passed:-0}" -gt 0 ]
