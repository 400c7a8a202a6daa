#!/usr/bin/env bash
# Starts a bridge and an emulator and asks ten times as much of them as they get done: loadtest/overload.sh [SECONDS]
# Ends with a code other than 0 when goodput, refusals or memory are not what docs/reliability.md says.
set -uo pipefail
seconds=${1:-60}
if ! [[ $seconds =~ ^[1-9][0-9]{0,4}$ ]]; then
  echo "loadtest/overload.sh: takes seconds, 1 to 99999, not \"$seconds\"." >&2
  exit 2
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. eng/packages.sh
. bench/programs.sh
build_programs
ulimit -n "$(ulimit -H -n)"
exec dotnet artifacts/bin/Bridge.Bench/release/Bridge.Bench.dll --overload "$seconds"
