#!/usr/bin/env bash
# Stops the bridge in each way COUNT times (default 100), idle and under load, and reports unclean shutdowns and durations.
# loadtest/shutdowns.sh [COUNT]
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
export BRIDGE_SHUTDOWNS=${1:-100}
exec dotnet test tests/Bridge.EndToEnd.Tests -c Release --nologo --filter FullyQualifiedName~EndingTests \
  --logger "console;verbosity=detailed"
