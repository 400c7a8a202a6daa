#!/usr/bin/env bash
# Lets the real Prometheus read the bridge's metrics. Downloads Debian's package into a folder that is kept, and doesn't install it,
# because its service would start. Where it can't, all of it is skipped. The last line sums up: N passed, N failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1

folder=$PWD/artifacts/prometheus

skip() { # REASON
  echo "Prometheus: skipped, $1"
  echo "0 passed, 0 failed"
  exit 0
}

if [ ! -x "$folder/usr/bin/prometheus" ]; then
  command -v apt-get >/dev/null || skip "this system has no apt-get"
  mkdir -p "$folder"
  (cd "$folder" && apt-get download prometheus && dpkg-deb -x prometheus_*.deb .) >"$folder/download.log" 2>&1 ||
    skip "apt-get can't download the package prometheus"
fi

output=$(BRIDGE_PROMETHEUS=$folder/usr/bin dotnet test tests/Bridge.EndToEnd.Tests -c Release --no-build \
  --filter "FullyQualifiedName~PrometheusTests" 2>&1)
echo "$output"
total() { # NAME
  sed -nE "s/.*$1: +([0-9]+).*/\1/p" <<<"$output" | tail -n 1
}
passed=$(total Passed)
failed=$(total Failed)
echo "${passed:-0} passed, ${failed:-1} failed"
[ "${failed:-1}" = 0 ] && [ "${passed:-0}" -gt 0 ]
