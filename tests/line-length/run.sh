#!/usr/bin/env bash
# Lists lines that are longer than .editorconfig allows. The build checks C#, and Markdown has no limit.
# The last line counts files: N passed, N failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
export LC_ALL=C.UTF-8

max=$(sed -n 's/^max_line_length = //p' .editorconfig)
kinds=(
  '*.lua' '*.js' '*.mjs' '*.css' '*.html' '*.c' '*.h' '*.s' '*.inc' '*Makefile' '*.sh' '.ci/run' '*.py'
  '*.csproj' '*.props' '*.targets'
  # The compiler writes it.
  ':!src/Bridge.Api/Contract/Client/client.js'
)
passed=0
failed=0
while IFS= read -r file; do
  if grep -nHE ".{$((max + 1)),}" "$file"; then
    failed=$((failed + 1))
  else
    passed=$((passed + 1))
  fi
done < <(git ls-files -- "${kinds[@]}")

echo "$passed passed, $failed failed"
[ $failed = 0 ]
