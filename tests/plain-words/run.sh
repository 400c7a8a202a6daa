#!/usr/bin/env bash
# Finds phrases that are hard to read (patterns.txt), spelling mistakes with codespell, and documents that have grown too long.
# The last line counts files: N passed, N failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
export LC_ALL=C.UTF-8

# Names that codespell takes for mistakes, and intended mistakes in tests.
names=te,nd,sav,daa,inflight,gameboy,hel,paeth,addpress,positionof,otherwrite,adress,lenght

mapfile -t files < <(git ls-files -- '*.md' '*.cs' '*.lua' '*.c' '*.h' '*.js' '*.mjs' '*.sh' '*.py' '*.html' '*.css' '*.s' '*.inc' \
  '*.yml' '*Makefile' '*Dockerfile' '*.csproj' '*.props' '*.targets' .ci/run)
found=$(
  grep -nHE "$(grep -v '^#' tests/plain-words/patterns.txt)" "${files[@]}"
  codespell -L "$names" "${files[@]}"
)
[ -z "$found" ] || echo "$found"
failed=$(cut -d: -f1 <<<"$found" | sort -u | grep -c .)

# within LIMIT FILE...: counts a failure if the files have more words together
within() {
  local limit=$1 words
  shift
  words=$(cat "$@" | wc -w)
  [ "$words" -le "$limit" ] && return
  echo "$# document(s) from $1 on have $words words; the limit is $limit"
  failed=$((failed + 1))
}
mapfile -t documents < <(git ls-files -- 'docs/*.md')
within 22600 "${documents[@]}"
within 900 README.md

echo "$((${#files[@]} - failed)) passed, $failed failed"
[ "$failed" = 0 ]
