#!/usr/bin/env bash
# Installs what the tests need, builds everything and tests it.
# The last lines say what was skipped and what failed, and sum up: N passed, N failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
. eng/packages.sh

results=artifacts/test-results
passed=0
failed=0
failures=()
skips=()

# count PASSED FAILED NAME: adds up, and remembers who failed
count() {
  passed=$((passed + $1))
  failed=$((failed + $2))
  [ "$2" = 0 ] || failures+=("$3: $2 failed")
}

# skip NAME REASON: remembers tests that could not run here
skip() {
  skips+=("$1: skipped, $2")
}

# finish: says what was skipped and what failed; the line that sums up is the last of all
finish() {
  echo
  [ ${#skips[@]} = 0 ] || printf '%s\n' "Skipped:" "${skips[@]}"
  [ ${#failures[@]} = 0 ] || printf '%s\n' "Failed:" "${failures[@]}"
  echo "$passed passed, $failed failed"
  [ $failed = 0 ] && [ $passed -gt 0 ]
  exit
}

headline() {
  printf '\n--- %s ---\n' "$1"
}

# step NAME COMMAND...: a build; nothing goes on without it
step() {
  headline "$1"
  local name=$1
  shift
  if ! "$@" </dev/null; then
    count 0 1 "$name"
    finish
  fi
}

# one NAME COMMAND...: a test that is a program's exit code
one() {
  headline "$1"
  local name=$1
  shift
  if "$@" </dev/null; then count 1 0 "$name"; else count 0 1 "$name"; fi
}

# counting NAME COMMAND...: tests that end with "N passed, N failed"; "NAME: skipped, REASON" is a line for tests that can't run here.
# A program that dies before the end, fails without having counted a failure, or runs and skips nothing, is a failure.
counting() {
  headline "$1"
  local name=$1 log=$results/$1.log
  shift
  "$@" </dev/null 2>&1 | tee "$log"
  local code=${PIPESTATUS[0]} skipped
  mapfile -t skipped < <(grep -E '^[^:]+: skipped, ' "$log")
  skips+=("${skipped[@]}")
  if [[ $(tail -n 1 "$log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    local ok=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]}
    [ "$code" = 0 ] || [ "$bad" -gt 0 ] || bad=1
    [ $((ok + bad + ${#skipped[@]})) -gt 0 ] || bad=1
    count "$ok" "$bad" "$name"
  else
    count 0 1 "$name (ended with $code without counting)"
  fi
}

# counter TRX NAME: one number of the summary in a test project's result file; 0 when there is no such file
counter() {
  local number
  number=$(grep -o '<Counters [^>]*' "$1" 2>/dev/null | grep -o " $2=\"[0-9]*" | head -n 1 | tr -cd 0-9)
  echo "${number:-0}"
}

# from_xml: turns XML's escapes into the characters that they stand for
from_xml() {
  sed 's/&quot;/"/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'
}

# failed_tests TRX: their names, a line each
failed_tests() {
  grep -o '<UnitTestResult [^>]*outcome="Failed"' "$1" 2>/dev/null | sed 's/.* testName="\([^"]*\)".*/  \1/' | from_xml
}

# skip_reasons TRX: how many tests were skipped for a reason, and the reason, a line each
skip_reasons() {
  sed -n '/<UnitTestResult [^>]*outcome="NotExecuted"/,/<\/UnitTestResult>/s/.*<Message>\([^<]*\).*/\1/p' "$1" 2>/dev/null |
    from_xml | sort | uniq -c
}

# dotnet_tests PROJECT: one process each, so that a project that crashes, hangs or holds no tests shows
dotnet_tests() {
  local name trx ok bad total skipped reason
  name=$(basename "$1" .csproj)
  trx=$results/$name.trx
  headline "$name"
  dotnet test "$1" -c Release --no-build --nologo --logger "trx;LogFileName=$name.trx" --results-directory "$results" \
    --blame-hang-timeout 5m --blame-hang-dump-type none </dev/null
  local code=$?
  ok=$(counter "$trx" passed)
  total=$(counter "$trx" executed)
  bad=$((total - ok))
  while read -r skipped reason; do
    skip "$name" "$skipped of its tests: $reason"
  done < <(skip_reasons "$trx")
  if [ "$total" = 0 ]; then
    count 0 1 "$name (no test ran, exit code $code; is it in Bridge.sln?)"
  elif [ $code != 0 ] && [ $bad = 0 ]; then
    count "$ok" 1 "$name (ended with exit code $code)"
  else
    count "$ok" $bad "$name"
    [ $bad = 0 ] || failures+=("$(failed_tests "$trx")")
  fi
}

# Asks the feed whether it knows of a hole in what is shipped; one that can't be asked is no failure.
audit() {
  local answer
  answer=$(dotnet list src/Bridge.Api package --vulnerable --include-transitive 2>&1)
  echo "$answer" | tail -n 12
  ! grep -q "has the following vulnerable packages" <<<"$answer"
}

rm -rf "$results"
mkdir -p "$results"
# shellcheck disable=SC2086 # a list of words
step "packages" install_missing $EMULATOR_PACKAGES binutils-arm-none-eabi binutils-z80 lua-check python3-minimal nodejs chromium codespell
step "emulator" make -s -C emulator
step "solution" dotnet build Bridge.sln -c Release --nologo --disable-build-servers

one "audit of packages" audit
one "luacheck" env -C lua luacheck --quiet --no-color .
counting "line length" tests/line-length/run.sh
counting "plain words" tests/plain-words/run.sh
counting "emulator tests" tests/emulator/run.sh
counting "doctor" tests/doctor/run.sh
counting "page modules" tests/page-modules/run.sh
# Bridge.Lua.Tests runs the script's specs.
for project in tests/*.Tests/*.csproj; do
  if [ "$project" = tests/Bridge.Page.Tests/Bridge.Page.Tests.csproj ] && [ "${BRIDGE_PAGE_TESTS:-1}" = 0 ]; then
    skip "Bridge.Page.Tests" "BRIDGE_PAGE_TESTS is 0"
  else
    dotnet_tests "$project"
  fi
done
counting "MCP conformance" tests/mcp/run.sh
counting "containers" tests/containers/run.sh
finish
