#!/usr/bin/env bash
# Kills and restarts the emulator every five seconds, for SECONDS (default 600), under 50 requests per second. No response may be wrong,
# no press may run twice, and the first response must arrive within a second after the emulator listens. loadtest/restarts.sh [SECONDS]
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
export BRIDGE_RESTART_SECONDS=${1:-600}
exec dotnet test tests/Bridge.EndToEnd.Tests -c Release --nologo --filter FullyQualifiedName~RestartRunTests \
  --logger "console;verbosity=detailed"
