#!/usr/bin/env bash
# Finds phrases that readers stumble over (patterns.txt), and misspelt words with codespell.
# The last line sums up the files: N passed, N failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
export LC_ALL=C.UTF-8

# Names of ours and of formats, which codespell takes for mistakes, and mistakes that tests make on purpose.
names=sav,inflight,gameboy,hel,paeth,addpress,positionof,otherwrite,adress,lenght

mapfile -t files < <(git ls-files -- '*.md' '*.cs' '*.lua' '*.c' '*.h' '*.js' '*.mjs' '*.sh' '*.py')
found=$(
  grep -nHE "$(grep -v '^#' tests/plain-words/patterns.txt)" "${files[@]}"
  codespell -L "$names" "${files[@]}"
)
[ -z "$found" ] || echo "$found"
failed=$(cut -d: -f1 <<<"$found" | sort -u | grep -c .)

echo "$((${#files[@]} - failed)) passed, $failed failed"
[ "$failed" = 0 ]
