#!/usr/bin/env bash
# Tests the page's modules that need no browser, with Node's test runner. The last line sums up: N passed, N failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1

output=$(node --test --test-reporter=tap ./*.test.js 2>&1)
code=$?
echo "$output"

# total NAME: prints one number of the runner's summary
total() {
  sed -n "s/^# $1 \([0-9]*\)$/\1/p" <<<"$output" | tail -n 1
}

passed=$(total pass)
failed=$(($(total fail) + $(total cancelled)))
[ $code = 0 ] || [ $failed -gt 0 ] || failed=1
echo "${passed:-0} passed, $failed failed"
[ $failed = 0 ] && [ "${passed:-0}" -gt 0 ]
