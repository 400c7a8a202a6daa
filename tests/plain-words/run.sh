#!/usr/bin/env bash
# Finds phrases that are hard to read (patterns.txt), spelling mistakes with codespell, documents that have grown too long, and files of
# the repository in texts for people who only have a package.
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
  git grep -nF './run.sh' -- 'src/*.cs' 'src/*.js' 'src/*.html' docs/security.md docs/install.md docs/operating.md
  git grep -nF 'src/' -- docs/security.md docs/install.md docs/operating.md
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
within 37150 "${documents[@]}"
within 900 README.md

echo "$((${#files[@]} - failed)) passed, $failed failed"
[ "$failed" = 0 ]
