#!/usr/bin/env bash
# Runs MCP's official conformance suite and the protocol's Node clients against the bridge, with the real emulator. npm installs them
# and a Node of their own into a folder that is kept; where it can't, all of it is skipped. The last line sums up: N passed, N failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1

packages=(node@22 @modelcontextprotocol/conformance@0.2.0-alpha.12 @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/sdk@1.32.2)
folder=$PWD/artifacts/mcp-conformance

skip() { # REASON
  echo "MCP conformance: skipped, $1"
  echo "0 passed, 0 failed"
  exit 0
}

command -v npm >/dev/null || skip "npm is not installed"
mkdir -p "$folder"
[ -f "$folder/package.json" ] || echo '{"private": true}' >"$folder/package.json"
timeout 300 npm install --prefix "$folder" --no-audit --no-fund "${packages[@]}" >"$folder/install.log" 2>&1 ||
  skip "npm can't install ${packages[*]}"
"$folder/node_modules/.bin/node" --version >/dev/null 2>&1 || node "$folder/node_modules/node/installArchSpecificPackage.js" >/dev/null 2>&1
"$folder/node_modules/.bin/node" --version >/dev/null 2>&1 || skip "its Node does not run here"

output=$(BRIDGE_MCP_CONFORMANCE=$folder dotnet test tests/Bridge.EndToEnd.Tests -c Release --no-build \
  --filter "FullyQualifiedName~ConformanceTests" 2>&1)
echo "$output"
total() { # NAME
  sed -nE "s/.*$1: +([0-9]+).*/\1/p" <<<"$output" | tail -n 1
}
passed=$(total Passed)
failed=$(total Failed)
echo "${passed:-0} passed, ${failed:-1} failed"
[ "${failed:-1}" = 0 ] && [ "${passed:-0}" -gt 0 ]
