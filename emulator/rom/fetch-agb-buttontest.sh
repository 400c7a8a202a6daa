#!/bin/sh
# Fetches BtnTest.gba of heroldev/AGB-buttontest, a second ROM to try the bridge with. It has no licence, so it is
# fetched on demand and never committed.
set -eu

commit=953a611a1a6b52390fb44c37dcb610fa1e775b7d
sum=615aa845e968510051a89bec5dfd23f408bd3febcbfe4bd004aca273e870dccb
url=https://raw.githubusercontent.com/heroldev/AGB-buttontest/$commit/BtnTest.gba

fail() {
  echo "fetch-agb-buttontest.sh: $1" >&2
  exit 1
}

[ $# -eq 1 ] || fail "It takes one argument: the file to write."
destination=$1
[ ! -d "$destination" ] || fail "$destination is a directory; name the file to write."

# Beside the destination, so that the last step is a rename: either the right file is there or none.
part=$(mktemp "$destination.XXXXXX" 2>/dev/null) || fail "$destination can't be written."
trap 'rm -f "$part"' EXIT
trap 'exit 1' HUP INT TERM

curl --fail --silent --location --max-time 60 --output "$part" "$url" || fail "BtnTest.gba can't be downloaded from $url."
[ "$(sha256sum "$part" | cut -d ' ' -f 1)" = "$sum" ] || fail "What was downloaded is not the expected BtnTest.gba."
chmod 644 "$part"
mv "$part" "$destination"
