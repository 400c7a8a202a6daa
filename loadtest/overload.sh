#!/usr/bin/env bash
# Starts a bridge and an emulator and sends ten times their maximum load: loadtest/overload.sh [SECONDS]
# Fails if goodput, refusals or memory violate the limits in docs/reliability.md.
set -uo pipefail
seconds=${1:-60}
if ! [[ $seconds =~ ^[1-9][0-9]{0,4}$ ]]; then
  echo "loadtest/overload.sh: SECONDS must be 1 to 99999; got \"$seconds\"." >&2
  exit 2
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. eng/packages.sh
. bench/programs.sh
build_programs
ulimit -n "$(ulimit -H -n)"
exec dotnet artifacts/bin/Bridge.LoadBench/release/Bridge.LoadBench.dll --overload "$seconds"
