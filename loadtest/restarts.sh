#!/usr/bin/env bash
# Kills the emulator and starts it again every five seconds, for SECONDS (default 600), under 50 requests a second: no answer may be wrong,
# no press come twice, and the first answer has to come within a second after the emulator listens. loadtest/restarts.sh [SECONDS]
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
export BRIDGE_RESTART_SECONDS=${1:-600}
exec dotnet test tests/Bridge.EndToEnd.Tests -c Release --nologo --filter FullyQualifiedName~RestartRunTests \
  --logger "console;verbosity=detailed"
