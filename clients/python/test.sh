#!/usr/bin/env bash
# Checks the types of the Python client and of the examples with mypy, and runs the client's tests against a real bridge and emulator.
# BRIDGE_PROGRAM names the folder of another build of the bridge. The last line sums up: N passed, N failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
export PYTHONDONTWRITEBYTECODE=1

# Debian's Python has Debian's numpy and mypy.
python=/usr/bin/python3
[ -x "$python" ] || python=python3
passed=0
failed=0
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

# Strict, because users' checkers see the same types. The programs of the examples are typed as users would write them.
if "$python" -m mypy --version >/dev/null 2>&1; then
  "$python" -m mypy --strict --cache-dir "$results/cache" . ../../examples/python/{walk,hunt,learn,learn_vector,screenshots}.py \
    >"$results/types" 2>&1 &
  types=$!
else
  types=
  echo "types of the Python client: skipped, mypy is not installed"
fi

# The modules take turns on two processes, the longest first.
modules="examples fork faults package gym emulator vectors envs network movies"
for file in tests/test_*.py; do
  module=${file#tests/test_}
  module=${module%.py}
  [[ " $modules " == *" $module "* ]] || modules+=" $module"
done
export python results
printf '%s\n' $modules |
  xargs -P 2 -n 1 bash -c 'timeout 120 "$python" -m unittest -v "tests.test_$1" >"$results/$1" 2>&1; echo "exited: $?" >>"$results/$1"' run
for module in $modules; do
  cat "$results/$module"
  sed -nE "s/^(test_[a-z_0-9]+) .*\.\.\. skipped '(.*)'$/\1: skipped, \2/p" "$results/$module"
  ran=$(sed -nE 's/^Ran ([0-9]+) tests?.*/\1/p' "$results/$module")
  bad=$(sed -nE 's/^FAILED \((.*)\)$/\1/p' "$results/$module" | grep -oE '(failures|errors)=[0-9]+' | cut -d= -f2 | paste -sd+)
  skipped=$(grep -c " \.\.\. skipped '" "$results/$module")
  [ -n "$bad" ] || { grep -q '^exited: 0$' "$results/$module" && bad=0; } || bad=1
  passed=$((passed + ${ran:-0} - (bad) - skipped))
  failed=$((failed + bad))
done
if [ -n "$types" ]; then
  if wait "$types"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
  cat "$results/types"
fi
[ $passed -ge 0 ] || passed=0
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
