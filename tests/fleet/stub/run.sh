#!/usr/bin/env bash
# Tests that a bridge creates, plays and ends the stub as it does an emulator. Prints one line per test; the last line sums up.
# Needs a bridge: the program in BRIDGE_PROGRAM's folder, or the one that `dotnet build src/Bridge.Api -c Release` makes; and python3.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.." || exit 1
. eng/loopback.sh
unset BRIDGE_SCRIPT_SECRET "${!Bridge__@}"

make -s -C tests/fleet/stub || exit 1
if [ -n "${BRIDGE_PROGRAM:-}" ]; then
  bridge=("$BRIDGE_PROGRAM/bridge")
else
  bridge=(dotnet artifacts/bin/Bridge.Api/release/Bridge.Api.dll)
fi
work=$(mktemp -d)
port=$(free_port)
XDG_DATA_HOME=$work/data "${bridge[@]}" --Urls "http://127.0.0.1:$port" --Bridge:Emulators:default:Port 1 --Bridge:RomFolder emulator/rom --Bridge:StateFolder "$work/states" \
  --Bridge:OnDemand:Program tests/fleet/stub/build/stub --Bridge:OnDemand:Folder "$work/emulators" >"$work/log" 2>&1 </dev/null &
pid=$!
trap 'kill $pid 2>/dev/null; wait; rm -rf "$work"' EXIT
until port_taken "$port"; do
  kill -0 $pid 2>/dev/null || { cat "$work/log"; exit 1; }
  sleep 0.1
done
python3 tests/fleet/stub/check.py "http://127.0.0.1:$port" "$work/emulators"
