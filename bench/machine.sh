#!/usr/bin/env bash
# Prints the machine and versions of a measurement, for the head of its results.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
changes=$(git status --porcelain -- src lua emulator bench loadtest ':!*RESULTS.md')
cat <<TEXT
- CPU: $(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores
- Kernel: $(uname -sr)
- .NET SDK: $(dotnet --version)
- Emulator: $(emulator/build/mgba-host --version)
- Date: $(date -u +%Y-%m-%d)
- Commit: $(git rev-parse --short HEAD)${changes:+ with uncommitted changes}
TEXT
