#!/usr/bin/env bash
# Installs the tools of the tests, builds everything and runs all tests.
# The last lines list what was skipped and what failed, and sum up: N passed, N failed.
# The end-to-end tests run against the native program, which is published before; with BRIDGE_TEST_NATIVE=0 against the managed one.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
. eng/packages.sh

results=artifacts/test-results
totals=$results/background.totals
passed=0
failed=0
failures=()
skips=()

# count PASSED FAILED NAME: adds to the totals, and records a failure
count() {
  passed=$((passed + $1))
  failed=$((failed + $2))
  [ "$2" = 0 ] || failures+=("$3: $2 failed")
}

# skip NAME REASON: records tests that could not run
skip() {
  skips+=("$1: skipped, $2")
}

# finish: lists what was skipped and what failed, prints the totals as the last line and exits
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

# step NAME COMMAND...: runs a build step; ends the run if it fails
step() {
  headline "$1"
  local name=$1
  shift
  if ! "$@" </dev/null; then
    count 0 1 "$name"
    finish
  fi
}

# run_check NAME COMMAND...: runs a program as a single test, which passes if it exits with 0
run_check() {
  headline "$1"
  local name=$1
  shift
  if "$@" </dev/null; then count 1 0 "$name"; else count 0 1 "$name"; fi
}

# run_suite NAME COMMAND...: runs a program whose last line is "N passed, N failed"; its lines "NAME: skipped, REASON" are skipped tests.
# It also fails if that line is missing, if it exits with another code than 0, or if it neither runs nor skips a test.
run_suite() {
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
    count 0 1 "$name (exited with $code without a summary)"
  fi
}

# in_background FUNCTION: runs suites that measure no time beside those that wait, with the processor time that they leave
in_background() {
  (
    renice -n 10 $BASHPID >/dev/null
    passed=0 failed=0 failures=() skips=()
    "$1"
    echo "passed=\$((passed + $passed)) failed=\$((failed + $failed)) failures+=(${failures[*]@Q}) skips+=(${skips[*]@Q})" >"$totals"
  ) >"$results/background.log" 2>&1 &
  background=$!
  # A shell without job control starts it with interrupts ignored.
  trap 'trap - INT; kill 0' INT
}

# join_background: waits for them, prints what they printed and adds their totals
join_background() {
  wait $background
  cat "$results/background.log"
  # shellcheck source=/dev/null
  if [ -f "$totals" ]; then . "$totals"; else count 0 1 "the suites in the background (they ended early)"; fi
}

# counter TRX NAME: prints one number of the summary in a test result file; 0 if the file is missing
counter() {
  local number
  number=$(grep -o '<Counters [^>]*' "$1" 2>/dev/null | grep -o " $2=\"[0-9]*" | head -n 1 | tr -cd 0-9)
  echo "${number:-0}"
}

# from_xml: unescapes XML
from_xml() {
  sed 's/&quot;/"/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'
}

# failed_tests TRX: prints each failed test with the beginning of its message, one per line
failed_tests() {
  tr '\n' ' ' <"$1" 2>/dev/null | sed 's/<UnitTestResult /\n&/g' | grep '^<UnitTestResult [^>]*outcome="Failed"' |
    sed 's/.* testName="\([^"]*\)"[^>]*>/  \1/; s/^\(  [^<]*\).*<Message>\([^<]\{0,300\}\).*/\1: \2/; s/<.*//; s/   */ /2g' | from_xml
}

# run_errors TRX: prints the errors that belong to no test, like one of a fixture's end, one per line
run_errors() {
  tr '\n' ' ' <"$1" 2>/dev/null | grep -o '<RunInfo [^>]*outcome="Error"[^>]*> *<Text>[^<]*' |
    sed 's/.*<Text>\(.\{0,600\}\).*/  \1/' | from_xml
}

# skip_reasons TRX: prints each reason for skipped tests and their number, one per line
skip_reasons() {
  sed -n '/<UnitTestResult [^>]*outcome="NotExecuted"/,/<\/UnitTestResult>/s/.*<Message>\([^<]*\).*/\1/p' "$1" 2>/dev/null |
    from_xml | sort | uniq -c
}

# publish_native FOLDER: publishes the program as the packages have it; a trim or AOT warning is an error
publish_native() {
  # shellcheck disable=SC2086 # a list of words
  install_missing $LINKER_PACKAGES &&
    dotnet publish src/Bridge.Api -c Release -r "$(linux_identifier)" -o "$1" --nologo --disable-build-servers
}

# dotnet_tests NAME [OPTION...]: runs the tests of a project in their own process, so that a crash, a hang or an empty project is a
# failure. NAME may be PROJECT:PART, for one of several runs. The options are those of dotnet test.
dotnet_tests() {
  local project=tests/${1%%:*} name=${1//:/-} trx ok bad total skipped reason
  shift
  trx=$results/$name.trx
  headline "$name"
  dotnet test "$project" -c Release --no-build --nologo --logger "trx;LogFileName=$name.trx" --results-directory "$results" \
    --blame-hang-timeout 10m --blame-hang-dump-type none "$@" </dev/null
  local code=$?
  ok=$(counter "$trx" passed)
  total=$(counter "$trx" executed)
  bad=$((total - ok))
  while read -r skipped reason; do
    skip "$name" "$skipped of its tests: $reason"
  done < <(skip_reasons "$trx")
  if [ "$total" = 0 ]; then
    count 0 1 "$name (no test ran, exit code $code; is the project in Bridge.sln?)"
  elif [ $code != 0 ] && [ $bad = 0 ]; then
    count "$ok" 1 "$name (ended with exit code $code)"
    failures+=("$(run_errors "$trx")")
  else
    count "$ok" $bad "$name"
    [ $bad = 0 ] || failures+=("$(failed_tests "$trx")")
  fi
}

# Fails if the package feed reports a vulnerability in a shipped package. An unreachable feed is not a failure.
audit() {
  local report
  report=$(dotnet list src/Bridge.Api package --vulnerable --include-transitive 2>&1)
  echo "$report" | tail -n 12
  ! grep -q "has the following vulnerable packages" <<<"$report"
}

# install_etcd: installs etcd for the tests of fleets, which start their own members; so its service, which comes with it, is stopped
install_etcd() {
  [ -n "$(missing_packages etcd-server)" ] || return 0
  install_missing etcd-server || return 1
  [ ! -d /run/systemd/system ] || systemctl disable --now etcd.service
}

rm -rf "$results"
mkdir -p "$results"
# shellcheck disable=SC2086 # a list of words
step "packages" install_missing $EMULATOR_PACKAGES binutils-arm-none-eabi binutils-z80 gdb-multiarch lua-check nodejs chromium codespell \
  ffmpeg python3 python3-pip python3-setuptools-whl python3-wheel-whl python3-numpy mypy systemd
step "etcd" install_etcd
step "emulator" make -s -C emulator
step "solution" dotnet build Bridge.sln -c Release --nologo --disable-build-servers
# The folder of the program under end-to-end tests, or empty for the managed one beside them.
native=$PWD/artifacts/native
[ "${BRIDGE_TEST_NATIVE:-1}" != 0 ] || native=
published=$results/published

# The tests in the background need no real time: builds, and specs with a clock of their own.
background_suites() {
  [ -z "$native" ] || run_check "native program" publish_native "$native"
  touch "$published"
  run_suite "windows" tests/windows/run.sh
  run_suite "windows program" tests/windows/program.sh
  dotnet_tests Bridge.Lua.Tests
  dotnet_tests Bridge.Simulation.Tests
}

# end_to_end_tests: waits for the program, because publishing it replaces files that these tests publish as well
end_to_end_tests() {
  until [ -e "$published" ] || ! kill -0 $background 2>/dev/null; do sleep 1; done
  if [ -n "$native" ] && [ ! -e "$native/bridge" ]; then
    count 0 1 "Bridge.EndToEnd.Tests (there is no native program)"
    return
  fi
  # The tests of fleets look into a bridge of their own process; tests/fleet/run.sh plays fleets of native programs.
  local fleet="Bridge.EndToEnd.Tests.Fleet"
  BRIDGE_PROGRAM=$native dotnet_tests Bridge.EndToEnd.Tests${native:+:native} ${native:+--filter "FullyQualifiedName!~$fleet"}
  # What differs without the native program, which dotnet tool installs: how it starts and ends.
  [ -z "$native" ] || dotnet_tests Bridge.EndToEnd.Tests:managed \
    --filter "FullyQualifiedName~ProgramTests|FullyQualifiedName~EndingTests|FullyQualifiedName~$fleet"
  BRIDGE_PROGRAM=$native run_suite "MCP conformance" tests/mcp/run.sh
  BRIDGE_PROGRAM=$native run_suite "Prometheus" tests/metrics/run.sh
}

# It measures the host's speed, so nothing runs beside it.
run_suite "emulator tests" tests/emulator/run.sh
in_background background_suites
run_check "audit of packages" audit
run_check "luacheck" env -C lua luacheck --quiet --no-color .
run_suite "line length" tests/line-length/run.sh
run_suite "plain words" tests/plain-words/run.sh
run_suite "doctor" tests/doctor/run.sh
run_suite "building" tests/building/run.sh
run_suite "stub emulator" tests/fleet/stub/run.sh
run_suite "page modules" tests/page-modules/run.sh
# For the test of the client in a browser, which is skipped without it.
[ "${BRIDGE_PAGE_TESTS:-1}" = 0 ] || clients/typescript/test.sh build
# Bridge.Lua.Tests, in the background, runs the script's specs.
for project in tests/*.Tests/; do
  case $(basename "$project") in
    Bridge.EndToEnd.Tests | Bridge.Lua.Tests | Bridge.Simulation.Tests) ;;
    Bridge.Page.Tests)
      if [ "${BRIDGE_PAGE_TESTS:-1}" = 0 ]; then skip Bridge.Page.Tests "BRIDGE_PAGE_TESTS is 0"; else dotnet_tests Bridge.Page.Tests; fi ;;
    *) dotnet_tests "$(basename "$project")" ;;
  esac
done
end_to_end_tests
join_background
BRIDGE_PROGRAM=$native run_suite "Python client" clients/python/test.sh
BRIDGE_PROGRAM=$native run_suite "TypeScript client" clients/typescript/test.sh
BRIDGE_PROGRAM=${native:-$PWD/artifacts/bin/Bridge.Api/release} run_suite "fleet" tests/fleet/run.sh
run_suite "containers" tests/containers/run.sh
BRIDGE_PROGRAM=$native run_suite "systemd" tests/systemd/run.sh
finish
