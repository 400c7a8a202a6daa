#!/bin/sh
# Downloads BtnTest.gba of heroldev/AGB-buttontest, a second ROM for tests. It has no license, so it is never committed.
set -eu

commit=953a611a1a6b52390fb44c37dcb610fa1e775b7d
sum=615aa845e968510051a89bec5dfd23f408bd3febcbfe4bd004aca273e870dccb
url=https://raw.githubusercontent.com/heroldev/AGB-buttontest/$commit/BtnTest.gba

fail() {
  echo "fetch-agb-buttontest.sh: $1" >&2
  exit 1
}

[ $# -eq 1 ] || fail "The file to write is required, as the only argument."
destination=$1
[ ! -d "$destination" ] || fail "$destination is a directory; name the file to write."

# A temporary file beside the destination, so that the last step is an atomic rename.
part=$(mktemp "$destination.XXXXXX" 2>/dev/null) || fail "$destination can't be written."
trap 'rm -f "$part"' EXIT
trap 'exit 1' HUP INT TERM

curl --fail --silent --location --max-time 60 --output "$part" "$url" || fail "BtnTest.gba can't be downloaded from $url."
[ "$(sha256sum "$part" | cut -d ' ' -f 1)" = "$sum" ] || fail "The downloaded file has another checksum than the expected BtnTest.gba."
chmod 644 "$part"
mv "$part" "$destination"
