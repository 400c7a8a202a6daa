#!/usr/bin/env bash
# Measures the bridge and the programs that it is compared with, and writes bench/RESULTS.md: bench/run.sh [OPTION]
#   --quick   a short run of one or two minutes; writes nothing
# The following options measure something else, and replace its section of RESULTS.md:
#   --micro   framing and exchange (BenchmarkDotNet)
#   --screen  pictures
#   --page    the page in Chromium
#   --step    stepping a held game
#   --many    stepping four held games at once, and step and picture in turn
#   --events  500 subscribers with five watches each
#   --push    pushing messages to 50 clients for five minutes
#   --native  the native program beside the one for the installed .NET: start, echoes
#   --weight  the program's memory after work
#   --mcp     turns by MCP beside the same turns over HTTP, and what MCP costs while nobody uses it
#   --fleet   an emulator through another bridge of its fleet, with etcd
#   --create  creating emulators, and what idle ones cost the bridge
#   --clients [--quick]  memory per idle client of the raw listener, compared with a plain echo; --quick writes nothing
#   --idle [MINUTES|--quick]  18,000 idle HTTP clients for ten minutes or MINUTES, 18,000 subscribers to events, and 200,000 clients
#             in memory; --quick takes two minutes and writes nothing
#   --all     everything above, then loadtest/rates.sh; takes about an hour and needs k6
#   --window SCRIPT_PORT FRAMES_PORT [fast-forward]  a running mGBA with bench/lua/frames.lua (its port in BENCH_FRAMES_PORT) and
#             lua/bridge.lua loaded in this order, and fast-forward switched on for the last argument; writes nothing
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. eng/packages.sh
. bench/programs.sh

results=bench/RESULTS.md
window_heading="mGBA's own window"
screen_note="*pixels*: our host, screen.raw. *PNG*: the host with --no-idle, like stock mGBA, screen.png through a file in memory.
Milliseconds of processor time per picture; *in all* is the process's time minus its time without requests. 10 s each."
page_note="The page in headless Chromium with 30 pictures per second, memory, events and plots, and our host; figures per process,
20 s each."
step_note="One HTTP client steps a held game as fast as possible (\`--speed 0\`). The comparison is the core running freely in the
same host without our script, measured directly before and after; medians of 5 rounds. Only the last frame of a step is drawn. The
button-test game halts until the next VBlank, so its frames take a tenth of the processor time of other games' frames; patched by
\`bench/lua/busy.lua\` it never halts."
many_note="One client steps four held games that work through each frame (\`--speed 0\`): 4 frames, two reads and a gray picture of 84 x 84
each. *of the cores alone*: all frames a second as a ratio to the four hosts running freely at once, each frame drawn, measured
directly before and after; of a step's frames only the last is drawn. *single*: a request for each emulator, four in flight. Then one
game that halts for most of each frame: a step of one frame with a read, and \`GET …/screen\`, in turn; and the step alone, beside
its frame run freely and an echo. Medians of 5 rounds."
events_note="2,500 different watches: 2,000 values 100 bytes apart, and 500 of a counter that changes in each frame, sent at
intervals of 30 to 529 frames. Events are the sum over all subscribers. *heap*: the size of the bridge's objects after a garbage
collection, including the subscriber's connection; the row before has the connection alone. The subscribers share the cores. 10 s
each."
push_note="50 clients join 15 ms apart; then each gets a message every 100 ms for five minutes. *ours*: one watch of a counter in
every sixth frame, whose events all clients receive over HTTP. *re-creation*: the same program sends 128 bytes over a bare socket
with Begin and End and an object and a buffer for each operation, and answers no HTTP.
Both at once, each in a process of its own beside an emulator of its own. *before*: without clients."
native_note="*ready*: from the start of the process, with an emulator there, to the first 200 of \`/health/ready\`; medians of 5
starts. Then each client echoes again as soon as it is answered, as above; medians of 5 rounds of 3 s. *of host*: the rate as a
ratio to a bare host's, ASP.NET's slim host published natively as well, which answers by itself."
weight_note="MiB. 50,000 requests by \`ab -k -c 25\`, then 50,000 with a connection each, from four loopback addresses; a minute later
16,000 clients in two groups (the bridge accepts at most 10,000 at once), each with a connection and one request before it disconnects.
The bridge sends each request to an emulator, the bare host answers by itself. *private*: resident memory that belongs to no file.
*native*: with \`-r linux-x64\`, as in the image. *with the installed .NET*: with
\`-p:AheadOfTime=true\`."
mcp_note="The native program. One client plays a held game of the host at full speed, \`POST …/act\` and MCP's \`game_act\` in
alternation: a press with 20 frames each. *more*: between the medians. *idle*: medians of 5 starts, with a running game and no requests.
*not mapped*: \`Bridge:Mcp:Enabled=false\`."
create_note="The native program and our host, with the button-test game at the console's speed. 50 creations of each kind, one at a
time: from the request to its response. *stubs*: emulators without a game (\`tests/fleet/stub\`), which take no processor time of their
own."
fleet_note="The native program, twice, with one member of etcd. wrk reads a value of an emulator that one of the two has, through
that one and through the other one in turn; medians of 5 rounds of 3 s. All share two cores."
clients_note="Bytes resident in the server's process (VmRSS), kernel excluded; bytes a client are the slope of the line through
all rows. Each client has sent a hello and one request, and got its reply. The number of clients of the first row connected and
disconnected before.
*plain echo*: one asynchronous method and a read of no bytes for each client
of .NET's own sockets."
idle_note="Keep-alive connections over loopback, each idle for 17 s after one request and its response;
bytes a client as above. *bare host*: ASP.NET's slim host with its defaults, which answers by itself. Then all
clients send a request, evenly spread; a time counts from when the request was due. *subscribers*: each has a stream of the topic
buttons, and a button
goes down or up once a second; a time counts from the request that does it, including the wait for the next frame.
*in memory*: a transport of the benchmark in the published bridge, two pipes for each client, which are also resident.
The clients, on one thread, share the two cores with bridge and emulator."
# What --all runs one after the other, before --idle with --push and --weight beside it, and loadtest/rates.sh.
parts="full --native --micro --screen --page --step --many --events --mcp --create --fleet --clients"
# The measurement, and the arguments of the program that makes it.
mode=${1:-full}
more=("${@:2}")

# section HEADING: prints RESULTS.md from the heading to the end, where the manual measurements are
section() {
  sed -n "/^## $1/,\$p" "$results"
}

# replace HEADING COMMAND: prints the command's output and replaces the section of RESULTS.md with it, or inserts it before the last one
replace() {
  part=$($2) || exit 1
  echo "$part"
  [ -f "$results" ] || return 0
  # With --all, two processes may do this at the same time.
  exec 9>artifacts/bench/results.lock
  flock 9
  PART=$part awk -v heading="## $1" -v last="## $window_heading" '
    /^## / { old = $0 == heading }
    !written && (old || $0 == last) { print ENVIRON["PART"] "\n"; written = 1 }
    !old
    END { if (!written) print "\n" ENVIRON["PART"] }' "$results" >"$results.new" && mv "$results.new" "$results"
}

micro() {
  build build bench/Bridge.MicroBenchmarks
  dotnet artifacts/bin/Bridge.MicroBenchmarks/release/Bridge.MicroBenchmarks.dll --artifacts artifacts/bench/micro >&2 || exit 1
  printf '## Framing and exchange\n\nBenchmarkDotNet, short run; the exchange goes over loopback to a peer in the same process.\n\n'
  sed -n '/^|/p' artifacts/bench/micro/results/*-report-github.md
}

# part HEADING NOTE: runs the measurement of $mode and prints its section
part() {
  build_programs
  printf '## %s\n\n%s\n\n' "$1" "$2"
  dotnet artifacts/bin/Bridge.LoadBench/release/Bridge.LoadBench.dll "$mode" "${more[@]}" || exit 1
}

# timed COMMAND...: runs the command and prints how long it took
timed() {
  local began=$SECONDS
  "$@" || return
  echo "$* took $((SECONDS - began)) s." >&2
}

screen() { part "Pictures of the screen" "$screen_note"; }
step() { part "Steps" "$step_note"; }
page() { part "The page" "$page_note"; }
clients() { part "Memory a client" "$clients_note"; }
idle() {
  ulimit -n "$(ulimit -H -n)"
  part "Idle HTTP clients" "$idle_note"
}
many() { part "Many steps" "$many_note"; }
events() { part "Events" "$events_note"; }
push() { part "Pushing" "$push_note"; }
native() {
  build_native_programs
  part "The native program" "$native_note"
}
mcp() {
  build_native_programs
  part "Language models" "$mcp_note"
}
create() {
  build_native_programs
  make -s -C tests/fleet/stub >&2 || exit 1
  part "Creating emulators" "$create_note"
}
fleet() {
  build_native_programs
  part "Through another bridge" "$fleet_note"
}
weight() {
  build_native_programs
  ulimit -n "$(ulimit -H -n)"
  part "Weight" "$weight_note"
}

case $mode in
  full | --quick) ;;
  --window)
    build build bench/Bridge.LoadBench
    exec dotnet artifacts/bin/Bridge.LoadBench/release/Bridge.LoadBench.dll "$@"
    ;;
  --page)
    install_missing chromium >&2 || exit 1
    replace "The page" page
    exit
    ;;
  --step)
    replace "Steps" step
    exit
    ;;
  --many)
    replace "Many steps" many
    exit
    ;;
  --screen)
    replace "Pictures of the screen" screen
    exit
    ;;
  --clients)
    case ${2:-} in
      '') replace "Memory a client" clients ;;
      *) clients ;;
    esac
    exit
    ;;
  --idle)
    case ${2:-} in
      --quick) idle ;;
      *) replace "Idle HTTP clients" idle ;;
    esac
    exit
    ;;
  --events)
    replace "Events" events
    exit
    ;;
  --push)
    replace "Pushing" push
    exit
    ;;
  --native)
    install_missing wrk >&2 || exit 1
    replace "The native program" native
    exit
    ;;
  --mcp)
    replace "Language models" mcp
    exit
    ;;
  --fleet)
    install_missing wrk etcd-server >&2 || exit 1
    replace "Through another bridge" fleet
    exit
    ;;
  --create)
    replace "Creating emulators" create
    exit
    ;;
  --weight)
    install_missing apache2-utils >&2 || exit 1
    replace "Weight" weight
    exit
    ;;
  --all)
    build_programs
    export BENCH_BUILT=1
    for each in $parts; do
      timed bench/run.sh "$each" || exit 1
    done
    # --idle sends no requests for ten minutes and measures memory only, so the others can run in parallel.
    { timed bench/run.sh --push && timed bench/run.sh --weight; } &
    timed bench/run.sh --idle
    code=$?
    wait $! && [ $code = 0 ] || exit 1
    timed loadtest/rates.sh || exit 1
    echo "Everything took $((SECONDS / 60)) min $((SECONDS % 60)) s." >&2
    exit
    ;;
  --micro)
    replace "Framing and exchange" micro
    exit
    ;;
  *)
    sed -n '2,/^[^#]/s/^# //p' "$0" >&2
    exit 2
    ;;
esac

install_missing wrk >&2 || exit 1
build_programs
quick=()
[ "$mode" = full ] || quick=(--quick)
report=$(dotnet artifacts/bin/Bridge.LoadBench/release/Bridge.LoadBench.dll "${quick[@]}") || exit 1
echo "$report"
[ "$mode" = full ] || exit 0
kept=$(section "Framing and exchange" 2>/dev/null)
{
  printf '# Results\n\nWritten by `bench/run.sh`; absolute figures drift between machines, ratios of one run count.\n\n'
  bench/machine.sh
  cat <<TEXT

Whole path: HTTP → .NET → TCP → Lua in the emulator → back. *idle*: our host calls the script while it waits. *every* and
*shared*: the stock callback with a window in every frame, or one in 30 ms. *old pattern*: an unbounded pool of exclusive
sockets, connected on demand, and a script that accepts once a frame. *bare endpoint*: a minimal endpoint in the bridge's
own process, with the same inline scheduling; *bare host*: ASP.NET's slim host with its defaults,
in a process of its own. wrk, the bridge and the emulator share the cores.

TEXT
  echo "$report"
  [ -z "$kept" ] || printf '\n%s\n' "$kept"
} >"$results"
