#!/usr/bin/env bash
# Records ten minutes of random play of 13 games, and plays the movies at speed 0 and 1, in a process, and on another bridge; takes about
# 25 minutes. Prints a table; the last line sums up: N passed, N failed.
#   run.sh [--frames N] [--games NAME ...] [--seed N] [--at-once N]
# BRIDGE_PROGRAM is the folder of another build of the bridge.
set -uo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
make -s -C "$top/emulator" || exit
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/clients/python/src
exec python3 "$top/tests/movies/long.py" "$@"
