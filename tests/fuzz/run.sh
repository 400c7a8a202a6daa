#!/usr/bin/env bash
# Fuzzes the script, the bridge and the emulator host: tests/fuzz/run.sh [CASES] [SEED]
# A fifth of CASES (default 5,000,000) goes to the script and the rest to the bridge. CASES/5000 damaged save states per console, and two
# fifths as many ROMs, archives and patches, go to the host. Each failure is reported with its seed: pass it as SEED or BRIDGE_FUZZ_SEED to
# start with that case.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
cases=${1:-5000000}
seed=${2:-1}
# The number of cases in an ordinary run of the tests.
share=172000
for number in "$cases" "$seed"; do
  [[ $number =~ ^[1-9][0-9]{0,8}$ ]] || { echo "tests/fuzz/run.sh: CASES and SEED must be 1 to 999999999; got \"$number\"." >&2; exit 2; }
done
command -v lua5.4 >/dev/null || { echo "tests/fuzz/run.sh: lua5.4 is not installed." >&2; exit 1; }
report=$(mktemp)
trap 'rm -f "$report"' EXIT
failed=0
export BRIDGE_FUZZ_FACTOR=$(((cases / 5 * 4 + share - 1) / share)) BRIDGE_FUZZ_SEED=$seed BRIDGE_FUZZ_REPORT=$report

lua5.4 lua/spec/fuzz/run.lua $((cases / 5 + 1)) "$seed" || failed=1
for project in Bridge.SocketPool.Tests Bridge.Lua.Tests Bridge.Api.Tests Bridge.EndToEnd.Tests; do
  dotnet build "tests/$project" -c Release --nologo -v quiet || exit 1
  "artifacts/bin/$project/release/$project" -class "*FuzzTests" -class "*BothReadersTests" -class "*MutatedStateTests" -noLogo || failed=1
done
cat "$report"
tests/emulator/fuzz.sh $((cases / 5000 + 1)) "$seed" || failed=1
exit $failed
