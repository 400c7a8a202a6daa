#!/bin/sh
# Tests the headless host and the button-test ROMs. Prints one line per test; exits with 1 if any failed.
# MGBA_HOST may name another build of the host, for example that of `make asan`.
set -u
here=$(cd "$(dirname "$0")" && pwd)
emulator=$(cd "$here/../../emulator" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

ok() {
  passed=$((passed + 1))
  echo "ok $1"
}

failed() {
  failed=$((failed + 1))
  echo "FAILED $1: $2"
}

# holds NAME FAILURE COMMAND...: passes if the command succeeds
holds() {
  name=$1 why=$2
  shift 2
  if "$@" >/dev/null 2>&1; then ok "$name"; else failed "$name" "$why"; fi
}

# equal NAME ACTUAL EXPECTED: passes if both are the same text
equal() {
  if [ "$2" = "$3" ]; then ok "$1"; else failed "$1" "expected \"$3\", got \"$2\""; fi
}

if [ -z "${MGBA_HOST:-}" ]; then
  make -s -C "$emulator" || exit 1
  MGBA_HOST=$emulator/build/mgba-host
fi
rom=$work/buttontest.gba
cp "$emulator/rom/buttontest.gba" "$rom"
empty=$work/empty.lua
: >"$empty"

# host ARGUMENTS...: runs the host until it exits; sets $code and writes $work/out and $work/err
host() {
  "$MGBA_HOST" "$@" >"$work/out" 2>"$work/err"
  code=$?
}

# globals LUA: writes globals.lua, which sets globals for the script that is loaded after it
globals() {
  printf '%s\n' "$1" >"$work/globals.lua"
}

# count_lua_results: counts the results that a script printed in this file's format
count_lua_results() {
  while IFS= read -r line; do
    case $line in
      "ok "*) ok "${line#ok }" ;;
      "FAILED "*) rest=${line#FAILED }; failed "${rest%%: *}" "${rest#*: }" ;;
    esac
  done <"$work/out"
}

# refuses NAME PATTERN ARGUMENTS...: passes if the host exits with 2 and prints one sentence that matches the pattern
refuses() {
  name=$1 pattern=$2
  shift 2
  host "$@"
  if [ "$code" != 2 ]; then
    failed "$name" "exit code $code"
  elif [ "$(wc -l <"$work/err")" != 1 ]; then
    failed "$name" "$(wc -l <"$work/err") lines on stderr"
  elif ! grep -q "^mgba-host: .*$pattern" "$work/err"; then
    failed "$name" "$(cat "$work/err")"
  else
    ok "$name"
  fi
}

# wait_for FILE PATTERN: waits until a line matches, for 10 s at most
wait_for() {
  tries=500
  until grep -q "$2" "$1" 2>/dev/null; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || return 1
    sleep 0.02
  done
}

milliseconds() {
  echo $(($(date +%s%N) / 1000000))
}

# --- options ---

host --help
equal "help: exit code" "$code" 0
holds "help: lists the options" "--save-dir is missing" grep -q -- --save-dir "$work/out"
host --version
equal "version: exit code" "$code" 0
holds "version: one line" "$(cat "$work/out")" grep -q '^mgba-host [0-9.]*, mGBA 0' "$work/out"

refuses "no arguments" "--rom FILE is required"
refuses "no script" "--script FILE is required" --rom "$rom"
refuses "unknown option" "Unknown option --fast" --rom "$rom" --fast
refuses "stray argument" "Unknown option more" --rom "$rom" --script "$empty" more
refuses "missing value" "--speed needs a value" --rom "$rom" --script "$empty" --speed
refuses "value for an option without one" "takes no value" --help=yes
for speed in 0.1 17 -1 nan inf fast '' 1x; do
  refuses "speed \"$speed\"" "--speed must be" --rom "$rom" --script "$empty" --speed "$speed"
done
for frames in 0 -1 1.5 many '' 99999999999999999999; do
  refuses "frames \"$frames\"" "--frames must be" --rom "$rom" --script "$empty" --frames "$frames"
done

# AddressSanitizer needs more address space than any limit.
if ! grep -aq __asan_init "$MGBA_HOST"; then
  echo 'for line in io.lines("/proc/self/limits") do console:log(line) end' >"$work/limits.lua"
  host --rom "$rom" --script "$work/limits.lua" --frames 1 --speed 0
  holds "memory: limited" "$(grep address "$work/out")" grep -q "^Max address space *1073741824 " "$work/out"
  host --rom "$rom" --script "$work/limits.lua" --frames 1 --speed 0 --memory 512
  holds "memory: the limit of --memory" "$(grep address "$work/out")" grep -q "^Max address space *536870912 " "$work/out"
fi

echo 'console:log("niceness " .. io.open("/proc/self/stat"):read("a"):match("%) (.*)"):gsub("%S+ ", "", 16):match("%S+"))' >"$work/nice.lua"
nice -n 2 "$MGBA_HOST" --rom "$rom" --script "$work/nice.lua" --frames 1 --speed 0 --nice 3 >"$work/out" 2>"$work/err"
niceness=$(($(nice) + 5))
[ $niceness -le 19 ] || niceness=19
equal "nice: lower than the parent's" "$(grep -o 'niceness.*' "$work/out")" "niceness $niceness"

# --- unusable ROMs, scripts and save directories ---

refuses "ROM missing" "can't be read" --rom "$work/none.gba" --script "$empty"
refuses "ROM is a directory" "is not a file" --rom "$work" --script "$empty"
: >"$work/zero.gba"
refuses "ROM empty" "is empty" --rom "$work/zero.gba" --script "$empty"
for size in 1 4 100 192 512 70000; do
  head -c $size /dev/urandom >"$work/random.gba"
  refuses "ROM of $size random bytes" "neither a Game Boy Advance nor" --rom "$work/random.gba" --script "$empty"
done
for size in 3 100 178; do
  head -c $size "$rom" >"$work/short.gba"
  refuses "ROM cut to $size bytes" "neither a Game Boy Advance nor" --rom "$work/short.gba" --script "$empty"
done
# mGBA follows a pointer in the code, which leads outside of the file here.
cp "$rom" "$work/pointing.gba"
printf '\037' | dd of="$work/pointing.gba" bs=1 seek=$((0xF6)) conv=notrunc 2>/dev/null
host --rom "$work/pointing.gba" --script "$empty" --save-dir "$work/pointing" --frames 3 --speed 0
equal "ROM with a pointer outside of the file: exit code" "$code" 0
refuses "script missing" "can't be read" --rom "$rom" --script "$work/none.lua"
refuses "script is a directory" "can't be read" --rom "$rom" --script "$work"
echo 'x = = 1' >"$work/syntax.lua"
refuses "script with a syntax error" "syntax.lua:1: unexpected symbol" --rom "$rom" --script "$work/syntax.lua"
printf '%s\n' 'error("what\nhappened")' >"$work/runtime.lua"
refuses "script with a runtime error" "runtime.lua:1: what happened" --rom "$rom" --script "$work/runtime.lua"
refuses "second script with an error" "runtime.lua:1" --rom "$rom" --script "$empty" --script "$work/runtime.lua"
refuses "save directory is a file" "not a directory" --rom "$rom" --script "$empty" --save-dir "$empty"
refuses "save directory can't be created" "can't be created" --rom "$rom" --script "$empty" --save-dir "$work/a/b"

# --- frames, callbacks, console ---

host --rom "$rom" --script "$here/order.lua" --frames 5 --speed 0
equal "frames: exit code" "$code" 0
equal "frames: first line" "$(head -1 "$work/out")" "BUTTONTEST, Game Boy Advance, unlimited speed."
equal "callbacks: their order" "$(tail -n +2 "$work/out" | tr '\n' ' ')" \
  "start 0 reset 0 frame 0 frame 1 frame 2 reset 0 frame 1 frame 2 shutdown 3 "
equal "frames: nothing on stderr" "$(cat "$work/err")" ""

cp "$here/console.lua" "$here/check.lua" "$work"
globals "EXPECTED_SOURCE = \"@$work/console.lua\""
(cd "$work" && "$MGBA_HOST" --rom "$rom" --script globals.lua --script console.lua --frames 5 --speed 0 >out 2>err)
count_lua_results
holds "console: log goes to stdout" "$(cat "$work/out")" grep -qx "to stdout" "$work/out"
equal "console: warnings and errors go to stderr, a line each" "$(head -2 "$work/err" | tr '\n' '|')" \
  "a warning|an error of two lines|"
equal "console: a callback's error is shown once" "$(tail -n +3 "$work/err")" \
  "Error in a callback: $work/console.lua:10: thrown in a callback"

# mGBA would create the directory when it reads the user's settings.
mkdir "$work/home"
XDG_CONFIG_HOME=$work/home HOME=$work/home host --rom "$rom" --script "$empty" --frames 2 --speed 0
equal "isolated: ignores the user's settings" "$(ls -A "$work/home")" ""

# --- a Game Boy game ---

host --rom "$emulator/rom/gb/buttontest.gb" --save-dir "$work/gb-order" --script "$here/order.lua" --frames 4 --speed 0
equal "Game Boy: exit code" "$code" 0
equal "Game Boy: first line" "$(head -1 "$work/out")" "BUTTONTESTGB, Game Boy, unlimited speed."
holds "Game Boy: frames run" "$(cat "$work/out")" grep -qx "frame 2" "$work/out"

# --- a game without a title ---

cp "$rom" "$work/No Title (é).gba"
printf '\0\0\0\0\0\0\0\0\0\0\0\0' | dd of="$work/No Title (é).gba" bs=1 seek=160 conv=notrunc status=none
host --rom "$work/No Title (é).gba" --script "$empty" --frames 2 --speed 0
equal "no title: the file's name is printed" "$(head -1 "$work/out")" "No Title (é).gba, Game Boy Advance, unlimited speed."

# --- pace and idle ---

# takes NAME MILLISECONDS ARGUMENTS...: checks the run time. A busy machine makes it slower, never faster, so the best of eight runs counts
takes() {
  name=$1 expected=$2
  shift 2
  for attempt in 1 2 3 4 5 6 7 8; do
    begin=$(milliseconds)
    host --rom "$rom" --script "$empty" "$@"
    took=$(($(milliseconds) - begin))
    [ $took -gt $((expected * 3 / 2 + 300)) ] || break
  done
  holds "$name takes $expected ms" "$took ms" test $took -ge $((expected - 20)) -a $took -le $((expected * 3 / 2 + 300))
}
takes "pace: 60 frames" 1005 --frames 60
takes "pace: 120 frames at speed 4" 502 --frames 120 --speed 4

host --rom "$rom" --script "$here/idle.lua" --frames 60
calls=$(sed -n 's/^idle \([0-9]*\) then .*/\1/p' "$work/out")
# A frame has about 15 calls, one per millisecond, and fewer on a busy machine; spinning would make a million.
holds "idle: called between frames, without spinning" "${calls:-no} calls in 30 frames" test "${calls:-0}" -ge 1 -a "${calls:-0}" -le 2000
holds "idle: removed callbacks are not called" "$(cat "$work/out")" grep -q '^idle .* then 0$' "$work/out"
holds "idle: not called inside a frame" "$(cat "$work/out")" sh -c "! grep -q FAILED '$work/out'"
host --rom "$rom" --script "$here/idle.lua" --frames 60 --speed 0
equal "idle: never at speed 0" "$(tail -1 "$work/out")" "idle 0 then 0"
host --rom "$rom" --script "$here/idle.lua" --frames 60 --no-idle
equal "idle: never with --no-idle" "$(tail -1 "$work/out")" "idle 0 then 0"
cp "$here/speed.lua" "$here/check.lua" "$work"
globals 'SPEEDS, FRAMES = { 1000, 0, 250, 0, 16000, 1000 }, 10'
(cd "$work" && "$MGBA_HOST" --rom "$rom" --script globals.lua --script speed.lua --frames 75 >out 2>err)
count_lua_results
equal "speed: idle is called only at a limited speed" "$(grep '^speed' "$work/out" | tr '\n' ' ')" \
  "speed 0 idle false speed 250 idle true speed 0 idle false "
# 60 frames at speed 1 and 60 at speed 4; a busy machine may only make it slower.
globals 'SPEEDS, FRAMES = { 1000, 4000 }, 59'
begin=$(milliseconds)
(cd "$work" && "$MGBA_HOST" --rom "$rom" --script globals.lua --script speed.lua --frames 121 >out 2>err)
took=$(($(milliseconds) - begin))
holds "speed: applies to the frames after it is set" "$took ms" test $took -ge 1235 -a $took -le 4000
cat >"$work/host.lua" <<'LUA'
local function of(name)
  local ok, member = pcall(function() return _host[name] end)
  return ok and type(member):gsub("userdata", "function") or "nil"
end
console:log(("host %s %s %s"):format(of("idleLeft"), of("setDrawing"), of("isEnding")))
LUA
host --rom "$rom" --script "$work/host.lua" --frames 1 --no-idle
equal "no idle: isEnding is the only function beyond stock mGBA" "$(tail -1 "$work/out")" "host nil nil function"
refuses "no idle: takes no value" "--no-idle takes no value" --rom "$rom" --script "$empty" --no-idle=yes
globals "PORT = $((20000 + $$ % 10000))"
begin=$(milliseconds)
host --rom "$rom" --script "$work/globals.lua" --script "$here/wait.lua" --frames 60
took=$(($(milliseconds) - begin))
# One wait per frame for 60 frames, sometimes two; on a busy machine late frames leave no time for a wait.
calls=$(sed -n 's/^calls \([0-9]*\) .*/\1/p' "$work/out")
holds "idle: a wait lasts until the frame" "${calls:-no} calls" test "${calls:-0}" -ge 1 -a "${calls:-0}" -le 120
# A single wait that is not interrupted lasts ten seconds.
holds "idle: a wait ends when the frame is due" "60 frames in $took ms" test $took -ge 985 -a $took -le 9000
holds "idle: an interrupted wait reports no data" "$(cat "$work/out")" grep -q "interrupted true readable false" "$work/out"
holds "idle: idleLeft returns the time left" "$(cat "$work/out")" grep -qx "left ok" "$work/out"
begin=$(milliseconds)
host --rom "$rom" --script "$here/yield.lua" --frames 60
took=$(($(milliseconds) - begin))
holds "idle: the processor can be yielded until the frame is due" "$(cat "$work/out")" grep -q "^yields true, at the end false" "$work/out"
holds "idle: yielding until then does not delay the frame" "60 frames in $took ms" test $took -ge 985 -a $took -le 4000

# --- frames without drawing ---

for game in buttontest.gba gb/buttontest.gb; do
  globals "BLIND = false"
  host --rom "$emulator/rom/$game" --save-dir "$work/blind" --script "$work/globals.lua" --script "$here/blind.lua" --frames 61 --speed 0
  seen=$(grep '^memory' "$work/out") pictures=$(sed -n 's/^different //p' "$work/out")
  globals "BLIND = true"
  host --rom "$emulator/rom/$game" --save-dir "$work/blind" --script "$work/globals.lua" --script "$here/blind.lua" --frames 61 --speed 0
  holds "drawing: $game changes its picture" "$pictures pictures" test "${pictures:-0}" -gt 20
  equal "drawing: $game ends in the same state without it, and its last frame is drawn" "$(grep '^memory' "$work/out")" "${seen:-none}"
  blind=$(sed -n 's/^different //p' "$work/out")
  holds "drawing: $game is not drawn" "$blind pictures of $pictures" test "${blind:-99}" -le $((pictures - 20))
done

for game in buttontest.gba gb/buttontest.gb; do
  host --rom "$emulator/rom/$game" --save-dir "$work/resize" --script "$here/resize.lua" --frames 31 --speed 0
  holds "resize: $game is compared" "$(cat "$work/out")" grep -q "^ok resize" "$work/out"
  count_lua_results
done

# --- breakpoints ---

for game in buttontest.gba tone.gba gb/buttontest.gb; do
  for breakpoints in none random; do
    rm -rf "$work/breakpoints"
    BREAKPOINTS=$breakpoints host --rom "$emulator/rom/$game" --save-dir "$work/breakpoints" --script "$here/breakpoints.lua" \
      --frames 501 --speed 0
    cp "$work/out" "$work/$breakpoints.out"
  done
  holds "breakpoints: $game plays" "$(cat "$work/none.out")" grep -q "^sum " "$work/none.out"
  equal "breakpoints: $game is the same with them" "$(grep "^sum" "$work/random.out")" "$(grep "^sum" "$work/none.out")"
  holds "breakpoints: some of $game are hit" "$(grep "^hits" "$work/random.out")" grep -q "^hits [1-9]" "$work/random.out"
  holds "breakpoints: some stop $game" "$(grep "^stops" "$work/random.out")" grep -q "^stops [1-9]" "$work/random.out"
done

# --- sockets ---

globals "PORT = $((20000 + $$ % 10000))"
host --rom "$rom" --script "$work/globals.lua" --script "$here/sockets.lua" --frames 1
count_lua_results

# --- a callback that holds the game ---

globals "PORT, MILLISECONDS = $((20000 + $$ % 10000)), 240"
begin=$(milliseconds)
host --rom "$rom" --script "$work/globals.lua" --script "$here/held.lua" --frames 40
took=$(($(milliseconds) - begin))
# 40 frames take 670 ms, and the hold adds 240 ms unless the host makes up for it.
holds "held: the time is not made up for" "40 frames in $took ms" test $took -ge 890

# Ten callbacks of 100 ms each. The script never calls isEnding, so they are stalls, and the host makes up for the time.
cat >"$work/stalled.lua" <<'LUA'
local listener = _socket.create()
listener:open("127.0.0.1", PORT)
listener:listen(1)
callbacks:add("frame", function()
  if emu:currentFrame() % 12 == 6 then listener:select(100) end
end)
LUA
for attempt in 1 2 3 4 5 6 7 8; do
  begin=$(milliseconds)
  host --rom "$rom" --script "$work/globals.lua" --script "$work/stalled.lua" --frames 120 --no-idle
  took=$(($(milliseconds) - begin))
  [ $took -gt 2500 ] || break
done
# 120 frames take 2009 ms, or 2840 ms if a stall is taken for a hold.
holds "stalled: the time is made up for" "120 frames in $took ms" test $took -ge 1990 -a $took -le 2500

# --- signals ---

# The command that launches the host. The default resets SIGHUP, because these tests may run under nohup.
from_terminal="env --default-signal=HUP"
launcher=$from_terminal

# start_in_background [HOST_OPTION]...: starts the host, sets $pid and waits for its first frame
start_in_background() {
  : >"$work/live"
  # shellcheck disable=SC2086 # a list of words
  $launcher "$MGBA_HOST" --rom "$rom" --script "$here/frames.lua" "$@" >"$work/live" 2>"$work/live.err" &
  pid=$!
  wait_for "$work/live" '^frame'
}

end_with() { # NAME SIGNAL
  kill -s "$2" $pid
  wait $pid
  equal "$1: exit code" $? 0
  equal "$1: shutdown fires while emu exists" "$(tail -1 "$work/live")" "shutdown BUTTONTEST"
}

start_in_background
end_with "SIGTERM" TERM
start_in_background
end_with "SIGINT" INT
start_in_background
end_with "SIGHUP" HUP
start_in_background
end_with "SIGQUIT" QUIT
launcher=nohup
start_in_background
launcher=$from_terminal
kill -s HUP $pid
lines=$(wc -l <"$work/live")
holds "SIGHUP when ignored, as under nohup: continues" "no more frames" wait_for "$work/live" "^frame $((lines + 10))\$"
end_with "SIGTERM under nohup" TERM
start_in_background --speed 0
end_with "SIGTERM at speed 0" TERM
for options in "" --no-idle "--speed 0"; do
  globals "PORT = $((20000 + $$ % 10000))"
  : >"$work/live"
  # shellcheck disable=SC2086 # a list of words
  "$MGBA_HOST" --rom "$rom" --script "$work/globals.lua" --script "$here/held.lua" $options >"$work/live" 2>"$work/live.err" &
  pid=$!
  holds "held $options: isEnding is false before the signal" "$(cat "$work/live")" wait_for "$work/live" '^held false'
  end_with "SIGTERM while held $options" TERM
  holds "held $options: isEnding is true after the signal" "$(cat "$work/live")" grep -q '^released' "$work/live"
done

start_in_background
kill -s USR1 $pid
holds "SIGUSR1: pauses" "it did not print Paused" wait_for "$work/live" '^Paused'
switches() {
  grep ctxt_switches "/proc/$pid/status" 2>/dev/null
}
before=$(wc -l <"$work/live") switches_before=$(switches)
sleep 0.3
equal "SIGUSR1: no frame and no callback while paused" "$(wc -l <"$work/live")" "$before"
equal "SIGUSR1: sleeps while paused" "$(switches)" "$switches_before"
kill -s USR1 $pid
wait_for "$work/live" '^Resumed'
begin=$(milliseconds)
first=$(grep -c '^frame' "$work/live")
holds "SIGUSR1: resumes" "no more frames" wait_for "$work/live" "^frame $((first + 15))\$"
took=$(($(milliseconds) - begin))
holds "SIGUSR1: does not make up for the pause" "15 frames in $took ms" test $took -ge 150
kill -s USR1 $pid
end_with "SIGTERM while paused" TERM

# --- saves ---

saves=$work/saves
host --rom "$rom" --script "$here/save.lua" --save-dir "$saves" --frames 10 --speed 0
holds "save: a missing directory is created" "it is missing" test -d "$saves"
holds "save: without a save the value is 0" "$(cat "$work/out")" grep -qx "value 0" "$work/out"
globals "NEW_VALUE = 0xBEEF"
host --rom "$rom" --script "$work/globals.lua" --script "$here/save.lua" --save-dir "$saves" --frames 60 --speed 0
holds "save: savedataUpdated fires" "it did not" grep -qx savedataUpdated "$work/out"
equal "save: the file holds value, marker, complement" "$(head -c 8 "$saves/buttontest.sav" | od -An -tx1 | tr -d ' ')" "efbe425453541041"
host --rom "$rom" --script "$here/save.lua" --save-dir "$saves" --frames 10 --speed 0
holds "save: survives a restart" "$(cat "$work/out")" grep -qx "value 48879" "$work/out"
globals "NEW_VALUE = 4660"
host --rom "$rom" --script "$work/globals.lua" --script "$here/save.lua" --save-dir "$saves" --frames 8 --speed 0
host --rom "$rom" --script "$here/save.lua" --save-dir "$saves" --frames 10 --speed 0
holds "save: also written at the end" "$(cat "$work/out")" grep -qx "value 4660" "$work/out"
equal "save: no other account can read it" "$(stat -c %a "$saves" "$saves/buttontest.sav" | xargs)" "700 600"
head -c 40000 /dev/urandom >"$saves/buttontest.sav"
host --rom "$rom" --script "$here/save.lua" --save-dir "$saves" --frames 10 --speed 0
holds "save: garbage is ignored" "$(cat "$work/out")" grep -qx "value 0" "$work/out"
holds "save: is beside the ROM by default" "it is not" test -e "$work/buttontest.sav"

# --- FIFOs, devices and truncated files ---

strange=$work/strange
mkdir "$strange" "$strange/saves"
mkfifo "$strange/fifo.gba" "$strange/game.ips" "$strange/piped.sav"
ln -s /dev/zero "$strange/zero.gba"
ln -s /dev/zero "$strange/zero.sav"
ln -s /dev/zero "$strange/zeros.ups"
for name in game zeros piped; do cp "$rom" "$strange/$name.gba"; done
mkdir "$strange/zeroed"
cp "$rom" "$strange/zeroed/zero.gba"

# bounded ARGUMENTS...: like host, with a time limit, because an open of a FIFO may block forever
bounded() {
  timeout -s KILL 10 "$MGBA_HOST" "$@" >"$work/out" 2>"$work/err"
  code=$?
}
bounded --rom "$strange/fifo.gba" --script "$empty" --frames 1
equal "strange: a FIFO as ROM is refused" "$code $(cat "$work/err")" "2 mgba-host: The ROM fifo.gba is not a file."
bounded --rom "$strange/zero.gba" --script "$empty" --frames 1
equal "strange: a device as ROM is refused" "$code $(cat "$work/err")" "2 mgba-host: The ROM zero.gba is not a file."
for name in game zeros; do
  bounded --rom "$strange/$name.gba" --save-dir "$strange/saves" --script "$empty" --frames 1 --speed 0
  equal "strange: a FIFO or device is not a patch of $name" "$code $(cat "$work/out" "$work/err")" \
    "0 BUTTONTEST, Game Boy Advance, unlimited speed."
done
bounded --rom "$strange/piped.gba" --script "$empty" --frames 1 --speed 0
problem="The save piped.sav can't be opened for writing in the ROM's directory: it is not a regular file."
equal "strange: a FIFO as save is refused" "$code $(cat "$work/err")" "2 mgba-host: $problem Choose another folder with --save-dir."
bounded --rom "$strange/zeroed/zero.gba" --save-dir "$strange" --script "$empty" --frames 1 --speed 0
equal "strange: a device as save is refused" "$code $(cat "$work/err")" \
  "2 mgba-host: The save zero.sav can't be opened for writing in $strange: it is not a regular file."
cat >"$work/strange.lua" <<'LUA'
package.path = LUA .. "/?.lua;" .. package.path
local check, regular_file = require("check"), require("bridge.system.regular_file")
for _, name in ipairs({ "fifo.gba", "game.ips", "piped.sav", "zero.gba", "zero.sav", "", "none.gba" }) do
  local file, size = regular_file.open(FOLDER .. name)
  check.equal("strange: the script doesn't open " .. name, (size or 0) > 0, false)
  if file then file:close() end
end
check.equal("strange: the script opens a file", (select(2, regular_file.open(FOLDER .. "game.gba"))), GAME_SIZE)
local _, is_file = pcall(function() return _host.isFile end)
if not NO_HOST then
  check.equal("strange: loadRom of a FIFO", _host.loadRom(FOLDER .. "fifo.gba"), false)
  check.equal("strange: loadFile of a FIFO", _host.loadFile(FOLDER .. "fifo.gba"), false)
  check.equal("strange: loadSave of a FIFO", _host.loadSave(FOLDER .. "piped.sav", false), false)
  check.equal("strange: temporary loadSave of a FIFO", _host.loadSave(FOLDER .. "piped.sav", true), false)
  check.equal("strange: temporary loadSave of a device", _host.loadSave(FOLDER .. "zero.sav", true), false)
  check.equal("strange: loadSave creates no file", _host.loadSave(FOLDER .. "none.sav", false), false)
  local results = ("%s %s %s"):format(is_file(FOLDER .. "game.gba"), is_file(FOLDER), is_file(FOLDER .. "fifo.gba"))
  check.equal("strange: isFile distinguishes them", results, "true false false")
end
LUA
cp "$here/check.lua" "$work"
for mode in "" --no-idle; do
  no_host=$([ -n "$mode" ] && echo true || echo false)
  globals "LUA, FOLDER, GAME_SIZE, NO_HOST = '$emulator/../lua', '$strange/', $(wc -c <"$rom"), $no_host"
  # shellcheck disable=SC2086 # one word or none
  (cd "$work" && timeout -s KILL 10 "$MGBA_HOST" --rom "$rom" --save-dir "$strange/saves" --script globals.lua \
    --script strange.lua --frames 2 --speed 0 $mode >out 2>err)
  equal "strange $mode: exit code" $? 0
  count_lua_results
done

mkdir "$strange/cut"
cp "$rom" "$strange/cut/large.gba"
truncate -s 32M "$strange/cut/large.gba"
cp "$emulator/rom/gb/buttontest.gb" "$strange/cut/small.gb"
for game in large.gba:33554432:0x02000200 small.gb:32768:0xC200; do
  file=${game%%:*} rest=${game#*:}
  globals "ROM_FILE, ROM_SIZE, VALUE, SAVE_FILE = '$strange/cut/$file', ${rest%:*}, ${rest#*:}, '$strange/cut/${file%.*}.sav'"
  (cd "$work" && "$MGBA_HOST" --rom "$strange/cut/$file" --script globals.lua --script "$here/cut.lua" --frames 80 --speed 0 >out 2>err)
  equal "cut: $file keeps running with truncated files" $? 0
  count_lua_results
done

# The limit of 8 KiB per file is below the save's 32 KiB.
(cd "$work" && ulimit -f 16 && "$MGBA_HOST" --rom "$rom" --save-dir "$strange/full" --script "$here/save.lua" \
  --frames 120 --speed 0 >out 2>err)
equal "full disk: keeps running" $? 0
equal "full disk: logged once" "$(grep -c "^The save $strange/full/buttontest.sav can't be written: File too large" "$work/err")" 1

for game in buttontest.gba:0x02000200 gb/buttontest.gb:0xC200; do
  for mode in "" --no-idle; do
    list=
    mkdir -p "$strange/before" "$strange/after"
    for size in 1 100 8191 8192 32768 40000 131088; do
      head -c $size /dev/zero | tr '\0' U >"$strange/before/$size.sav"
      cp "$strange/before/$size.sav" "$strange/after/$size.sav"
      list="$list'$strange/after/$size.sav', "
    done
    globals "LUA, VALUE, FIRST_BYTE, SAVES = '$emulator/../lua', ${game#*:}, 0x55, { $list }"
    # mGBA's own function leaks memory for a save that is shorter than it expects.
    leaks=$([ -n "$mode" ] && echo 0 || echo 1)
    # shellcheck disable=SC2086 # one word or none
    (cd "$work" && ASAN_OPTIONS=detect_leaks=$leaks "$MGBA_HOST" --rom "$emulator/rom/${game%:*}" --save-dir "$strange/saves" \
      --script globals.lua --script "$here/temporary.lua" --frames 340 --speed 0 $mode >out 2>err)
    equal "temporary saves of ${game%:*} $mode: exit code" $? 0
    count_lua_results
    holds "temporary saves of ${game%:*} $mode: the files are unchanged" "they differ" diff -r "$strange/before" "$strange/after"
  done
done

# --- replacing the running game ---

loads=$work/loads
mkdir "$loads" "$loads/saves" "$loads/saves/unsavable.sav"
cp "$rom" "$loads/first.gba"
cp "$rom" "$loads/unsavable.gba"
cp "$emulator/rom/gb/buttontest.gb" "$loads/mono.gb"
cp "$emulator/rom/gb/buttontest.gb" "$loads/color.gb"
printf '\200' | dd of="$loads/color.gb" bs=1 seek=323 conv=notrunc 2>/dev/null
head -c 5000 /dev/urandom >"$loads/noise.gba"
(cd "$loads" && python3 -m zipfile -c zipped.gb mono.gb)
# An IPS patch that changes the title of the GBA game, and a patch for another game.
cp "$rom" "$loads/patched.gba"
printf 'PATCH\0\0\240\0\006NICEROEOF' >"$loads/patched.ips"
cp "$rom" "$loads/unpatched.gba"
printf 'UPS1garbage that is no patch of this game' >"$loads/unpatched.ups"
for idle in false true; do
  globals "IN_IDLE, PATHS = $idle, {
    '$loads/mono.gb', '$loads/color.gb', '$loads/noise.gba', '$loads/zipped.gb',
    '$loads/patched.gba', '$loads/unpatched.gba', '$loads/unsavable.gba', '$loads/first.gba' }"
  host --rom "$loads/first.gba" --save-dir "$loads/saves" --script "$work/globals.lua" --script "$here/load.lua" --frames 200 \
    --speed "$([ $idle = true ] && echo 4 || echo 0)"
  equal "load, in idle $idle: exit code" "$code" 0
  problem="The patch can't be applied: it is damaged or for another version of the game."
  equal "load, in idle $idle: games of all consoles load, and a file that is not a game changes nothing" \
    "$(grep -E '^(start|load|shutdown)' "$work/out" | sed 's/  *$//')" \
"start BUTTONTEST 0 color false rom first.gba patch
load true
shutdown BUTTONTEST
start BUTTONTESTGB 1 color false rom mono.gb patch
load true
shutdown BUTTONTESTGB
start BUTTONTESTGB 1 color true rom color.gb patch
load false
load true
shutdown BUTTONTESTGB
start BUTTONTESTGB 1 color false rom zipped.gb patch
load true
shutdown BUTTONTESTGB
start NICEROTEST 0 color false rom patched.gba patch patched.ips
load true
shutdown NICEROTEST
start BUTTONTEST 0 color false rom unpatched.gba patch unpatched.ups $problem
load true
shutdown BUTTONTEST
start BUTTONTEST 0 color false rom unsavable.gba patch
load true
shutdown BUTTONTEST
start BUTTONTEST 0 color false rom first.gba patch
shutdown BUTTONTEST"
  holds "load, in idle $idle: a save that can't be written is reported" "$(cat "$work/out")" \
    grep -q "^plays unsavable.gba, saves to unsavable.sav: The save unsavable.sav can't be opened" "$work/out"
done
host --rom "$loads/patched.gba" --save-dir "$loads/saves" --script "$empty" --frames 1 --speed 0
equal "patch: applied at the start, and announced" "$(cat "$work/out" "$work/err")" \
  "NICEROTEST, Game Boy Advance, unlimited speed, patched with patched.ips."
host --rom "$loads/unpatched.gba" --save-dir "$loads/saves" --script "$empty" --frames 1 --speed 0
holds "patch: a wrong patch is reported" "$(cat "$work/err")" grep -q '^unpatched.ups: The patch can.t be applied' "$work/err"
refuses "save that can't be written, at the start" "unsavable.sav can't be opened" \
  --rom "$loads/unsavable.gba" --save-dir "$loads/saves" --script "$empty"

# --- archives and patches from the internet ---

foreign=$work/foreign
mkdir "$foreign"
"$here/archives.py" "$rom" "$foreign" --bad
for archive in good.zip stored.zip good.7z; do
  mv "$foreign/$archive" "$work/$archive"
  host --rom "$work/$archive" --script "$empty" --save-dir "$foreign/saves" --frames 1 --speed 0
  equal "archive: $archive has the game" "$(cat "$work/out" "$work/err")" "BUTTONTEST, Game Boy Advance, unlimited speed."
done
refuses "archive: a file of 4 GB" "large.zip can't be unpacked: a file in it has more than 67108864 bytes" \
  --rom "$foreign/large.zip" --script "$empty"
refuses "archive: 60,000 files" "entries.zip can't be unpacked: its first 1000 files are no games" \
  --rom "$foreign/entries.zip" --script "$empty"
refuses "archive: takes too long" "slow.zip can't be unpacked: that takes " --rom "$foreign/slow.zip" --script "$empty"
refuses "archive: crashes mGBA" "nameless.7z can't be unpacked: it is damaged" --rom "$foreign/nameless.7z" --script "$empty"
for patch in ips ups bps; do
  mkdir "$foreign/$patch"
  cp "$rom" "$foreign/$patch/game.gba"
  cp "$foreign/good.$patch" "$foreign/$patch/game.$patch"
  host --rom "$foreign/$patch/game.gba" --script "$empty" --save-dir "$foreign/saves" --frames 1 --speed 0
  equal "patch: $patch changes the game" "$(cat "$work/out" "$work/err")" \
    "PICKED ONE, Game Boy Advance, unlimited speed, patched with game.$patch."
done
cp "$work/good.7z" "$foreign/ups/game.7z"
host --rom "$foreign/ups/game.7z" --script "$empty" --save-dir "$foreign/saves" --frames 1 --speed 0
equal "patch: changes a game in an archive" "$(cat "$work/out")" "PICKED ONE, Game Boy Advance, unlimited speed, patched with game.ups."
cp "$foreign/long.ips" "$foreign/ips/game.ips"
host --rom "$foreign/ips/game.gba" --script "$empty" --save-dir "$foreign/saves" --frames 1 --speed 0
holds "patch: takes too long" "$(cat "$work/err")" grep -q "^game.ips: The patch can't be applied: that takes " "$work/err"
equal "patch: the game runs without it" "$code $(cat "$work/out")" "0 BUTTONTEST, Game Boy Advance, unlimited speed."

# mGBA's sockets stay open in an exec; a process that unpacks must not have them.
globals "PORT, ROM = $((20000 + $$ % 10000)), '$foreign/slow.zip'"
"$MGBA_HOST" --rom "$rom" --script "$work/globals.lua" --script "$here/unpack.lua" --save-dir "$foreign/saves" >"$work/out" 2>&1 &
unpacking=$!
wait_for "$work/out" unpacks
tries=500
until child=$(pgrep -P $unpacking) && [ "$(tr '\0' ' ' <"/proc/$child/cmdline")" = "mgba-host --unpack " ]; do
  tries=$((tries - 1))
  [ $tries -gt 0 ] || break
  sleep 0.02
done
equal "archive: the process that unpacks has two files, and one more that it opens" \
  "$(find "/proc/$child/fd" -type l -printf '%l\n' | grep -c -v -e "/slow.zip$" -e "/memfd:rom " -e "^$work/out$")" 0
kill -TERM $unpacking
wait $unpacking
equal "archive: a signal ends the program while it unpacks" $? 0
holds "archive: the process that unpacks has ended with it" "it runs" sh -c "! kill -0 $child"

# --- the model ---

for model in CGB SCGB AGB; do
  host --rom "$emulator/rom/gb/buttontest.gb" --save-dir "$work/gb" --script "$empty" --model $model --frames 1
  equal "model: $model for a game without color" "$code $(cat "$work/err")" \
    "4 mgba-host: model must be DMG, MGB, SGB or SGB2 for a Game Boy game without color; got \"$model\"."
done
host --rom "$loads/color.gb" --save-dir "$work/gb" --script "$empty" --model CGB --frames 1 --speed 0
equal "model: CGB for a game with color" "$code" 0
host --rom "$rom" --save-dir "$work/gb" --script "$empty" --model DMG --frames 1
equal "model: DMG for a game of the other console" "$code $(cat "$work/err")" \
  "4 mgba-host: model must be AGB for a Game Boy Advance game; got \"DMG\"."

# --- two programs with one save file ---

"$MGBA_HOST" --rom "$rom" --script "$here/lock.lua" --save-dir "$work/shared" >"$work/first" 2>&1 &
first=$!
wait_for "$work/first" "autoload"
equal "save: a game loads its own save again" "$(tail -1 "$work/first")" "problem  autoload true"
host --rom "$rom" --script "$here/lock.lua" --save-dir "$work/shared" --frames 5 --speed 0
locked="The save buttontest.sav can't be opened for writing in $work/shared: another emulator uses it."
equal "save: the second program knows that it can't write" "$code $(tail -1 "$work/out")" "0 problem $locked autoload false"
equal "save: the second program says so" "$(cat "$work/err")" "$locked"
kill -TERM $first
wait $first
host --rom "$rom" --script "$here/lock.lua" --save-dir "$work/shared" --frames 5 --speed 0
equal "save: free after the end of the first" "$(tail -1 "$work/out")" "problem  autoload true"

# --- resets ---

# patched NAME FILE [OFFSET OCTAL_BYTE]...: copies a ROM and changes bytes
patched() {
  cp "$2" "$work/$1"
  patched=$work/$1
  shift 2
  while [ $# -gt 0 ]; do
    printf '%b' "\\0$2" | dd of="$patched" bs=1 seek="$1" conv=notrunc status=none
    shift 2
  done
}

# resets_are_equal NAME FILE [HOST_OPTION]...
resets_are_equal() {
  globals "NAME = \"$1\""
  game=$2
  shift 2
  host --rom "$game" --script "$work/globals.lua" --script "$here/reset.lua" --save-dir "$work/resets" --speed 0 --frames 2000 "$@"
  count_lua_results
}

resets_are_equal "GBA" "$rom"
resets_are_equal "GBA with a clock" "$rom" --clock 1000000000
patched emerald.gba "$rom" 172 102 173 120 174 105 175 105
resets_are_equal "GBA with flash" "$patched" --clock 1000000000
cp "$emulator/rom/gb/buttontest.gb" "$work/buttontest.gb"
for model in DMG MGB SGB SGB2; do
  resets_are_equal "Game Boy game on a $model" "$work/buttontest.gb" --model "$model"
done
patched color.gbc "$work/buttontest.gb" 323 200 327 033 329 003
resets_are_equal "Game Boy Color" "$patched"
resets_are_equal "Game Boy Color game on an AGB" "$patched" --model AGB
patched super.gb "$work/buttontest.gb" 326 003 331 063
resets_are_equal "Super Game Boy" "$patched"
patched clock.gb "$work/buttontest.gb" 327 020
resets_are_equal "Game Boy with a clock" "$patched" --clock 1000000000

# --- states from before the first use of the save memory ---

# saves_late NAME FILE OFFSET: the game's save is the byte at OFFSET of its file
saves_late() {
  globals "NAME = \"$1\" LUA = \"$here/../../lua\""
  file=$(basename "${2%.*}").sav
  rm -rf "$work/late"
  host --rom "$2" --script "$work/globals.lua" --script "$here/late_save.lua" --save-dir "$work/late" --speed 0 --frames 1200
  count_lua_results
  equal "late save: $1: the file" "$(od -An -tu1 -j "$3" -N 1 "$work/late/$file" | tr -d ' ')" 0
}

for kind in 1:SRAM:0 2:"flash of 64 KiB":0 3:"flash of 128 KiB":65536 4:"EEPROM of 8 KiB":512 5:"EEPROM of 512 bytes":0; do
  name=${kind#*:}
  patched "late${kind%%:*}.gba" "$emulator/rom/latesave.gba" 192 "00${kind%%:*}"
  saves_late "${name%:*}" "$patched" "${name#*:}"
done
for cartridge in 003:MBC1 020:"MBC3 with clock" 033:MBC5; do
  patched "late${cartridge%%:*}.gb" "$emulator/rom/gb/latesave.gb" 327 "${cartridge%%:*}"
  saves_late "${cartridge#*:}" "$patched" 0
done

# --- history ---

# returns NAME FILE GLOBALS [HOST_OPTION]...: checks that the game can return to frames
returns() {
  globals "NAME = \"$1\" $3"
  game=$2
  shift 3
  rm -rf "$work/returns"
  host --rom "$game" --script "$work/globals.lua" --script "$here/acts.lua" --script "$here/rewind.lua" \
    --save-dir "$work/returns" --speed 0 --frames 2500 "$@"
  count_lua_results
  holds "rewind: the test ended" "$(cat "$work/out" "$work/err")" grep -q "^ok rewind" "$work/out"
}

returns "GBA" "$rom" "LONG = true" --frames 7000
returns "GBA with a clock" "$rom" "" --clock 1000000000
patched emerald.gba "$rom" 172 102 173 120 174 105 175 105
returns "GBA with flash" "$patched" ""
for kind in 1:SRAM 2:"flash of 64 KiB" 3:"flash of 128 KiB" 4:"EEPROM of 8 KiB" 5:"EEPROM of 512 bytes"; do
  returns "${kind#*:}" "$work/late${kind%%:*}.gba" ""
done
patched light.gba "$emulator/rom/sensors.gba" 172 125 173 063 174 111 175 105
patched gyroscope.gba "$emulator/rom/sensors.gba" 172 122 173 132 174 127 175 105
patched mbc7.gb "$work/buttontest.gb" 327 042
returns "tilt sensor" "$emulator/rom/sensors.gba" "LONG = true" --frames 7000
returns "light sensor" "$work/light.gba" ""
returns "gyroscope" "$work/gyroscope.gba" ""
returns "Game Boy with an accelerometer" "$work/mbc7.gb" ""
returns "Game Boy" "$work/buttontest.gb" "LONG = true" --frames 7000
for model in DMG SGB2; do
  returns "Game Boy game on a $model" "$work/buttontest.gb" "" --model "$model"
done
returns "Game Boy Color" "$work/color.gbc" ""
returns "Super Game Boy" "$work/super.gb" ""
returns "Game Boy with the system's clock" "$work/clock.gb" "IS_TIMED = true"
for cartridge in 003:MBC1 020:"MBC3 with clock" 033:MBC5; do
  returns "${cartridge#*:}" "$work/late${cartridge%%:*}.gb" "" --clock 1000000000
done

# plays NAME FILE [HOST_OPTION]...: checks that a movie of the game plays as it was, in this process and in another one.
# BRIDGE_MOVIE_FRAMES is its number of frames; with BRIDGE_MOVIE_SPEED it also plays at that speed in a third process.
movie_frames=${BRIDGE_MOVIE_FRAMES:-1300}
movies=0
plays() {
  movies=$((movies + 1))
  movie=$work/$movies.movie
  globals "NAME, OUT, PLAYED = \"$1\", \"$movie\", $movie_frames"
  game=$2
  title=$1
  shift 2
  host --rom "$game" --script "$work/globals.lua" --script "$here/acts.lua" --script "$here/movie.lua" \
    --save-dir "$work/movie$movies" --speed 0 --frames $((movie_frames * 5 + 1000)) --history 60 --history-bytes 500000000 "$@"
  count_lua_results
  holds "movie: the test ended" "$(cat "$work/out" "$work/err")" grep -q "^ok movie" "$work/out"
  host --rom "$game" --movie "$movie" "$@"
  equal "movie in another process: $title" "$(sed -E 's/"checked":[0-9]+,(.*),"hashes".*/\1/' "$work/out")" \
    "{\"frames\":$((movie_frames + 1)),\"equal\":true"
  [ -z "${BRIDGE_MOVIE_SPEED:-}" ] && return
  printf 'MOVIE = "%s"\n' "$movie" >"$movie.lua"
  "$MGBA_HOST" --rom "$game" --script "$movie.lua" --script "$here/play.lua" --save-dir "$work/movie$movies.play" \
    --speed "$BRIDGE_MOVIE_SPEED" --frames $((movie_frames + 10)) "$@" >"$movie.out" 2>&1 &
}

refuses "movie: a file that is missing" "can't be read: No such file" --rom "$rom" --movie "$work/none.movie"
refuses "movie: a file that is none" "line 1: The line is too long, or has a zero byte." --rom "$rom" --movie "$rom"

# A movie of hours ends when nothing reads its result, as after the end of a bridge, and on a signal.
printf 'movie 1 GBA 100000000\npower 0\n\nend\n' >"$work/long.movie"
ended="mgba-host: The movie has not ended, but nothing reads the result, or a signal came."
timeout -s KILL 20 "$MGBA_HOST" --rom "$rom" --movie "$work/long.movie" 2>"$work/err" | :
equal "movie: it ends with its reader" "$(cat "$work/err")" "$ended"
timeout -k 20 1 "$MGBA_HOST" --rom "$rom" --movie "$work/long.movie" >"$work/out" 2>"$work/err"
equal "movie: it ends on a signal" "$(cat "$work/out" "$work/err")" "$ended"
plays "GBA" "$rom"
plays "GBA with flash" "$work/emerald.gba"
for kind in 1:SRAM 2:"flash of 64 KiB" 3:"flash of 128 KiB" 4:"EEPROM of 8 KiB" 5:"EEPROM of 512 bytes"; do
  plays "${kind#*:}" "$work/late${kind%%:*}.gba"
done
plays "tilt sensor" "$emulator/rom/sensors.gba"
plays "light sensor" "$work/light.gba"
plays "gyroscope" "$work/gyroscope.gba"
plays "Game Boy with an accelerometer" "$work/mbc7.gb"
plays "Game Boy" "$work/buttontest.gb"
plays "Game Boy Color" "$work/color.gbc"
plays "Super Game Boy" "$work/super.gb"
plays "Game Boy with the system's clock" "$work/clock.gb"
for cartridge in 003:MBC1 020:"MBC3 with clock" 033:MBC5; do
  plays "${cartridge#*:}" "$work/late${cartridge%%:*}.gb" --clock 1000000000
done

wait
[ -n "${BRIDGE_MOVIE_SPEED:-}" ] || movies=0
for movie in $(seq "$movies"); do
  equal "movie $movie at speed $BRIDGE_MOVIE_SPEED" "$(sed -n 's/ [0-9]* [0-9]* [0-9]* -$//p' "$work/$movie.movie.out")" \
    "equal $((movie_frames + 1))"
done

# --- sensors ---

# senses NAME ROM: checks what the cartridge's sensors measure, for the game and for scripts
senses() {
  globals "NAME = \"$1\""
  host --rom "$2" --script "$work/globals.lua" --script "$here/sensors.lua" --save-dir "$work/sensors" --speed 0 --frames 60
  count_lua_results
  holds "sensors: the test ended: $1" "$(cat "$work/out" "$work/err")" grep -q "^ok sensors: $1: the end" "$work/out"
}
senses tilt "$emulator/rom/sensors.gba"
senses light,clock "$work/light.gba"
senses gyroscope,rumble "$work/gyroscope.gba"
senses tilt "$work/mbc7.gb"
senses - "$rom"

# --- messages ---

# shows_messages NAME ROM: checks the messages over the picture
shows_messages() {
  globals "NAME = \"$1\""
  host --rom "$2" --script "$work/globals.lua" --script "$here/messages.lua" --save-dir "$work/messages" --speed 0 --frames 10
  count_lua_results
  holds "messages: the test ended: $1" "$(cat "$work/out" "$work/err")" grep -q "^ok messages: $1: the end" "$work/out"
}
shows_messages "GBA" "$rom"
shows_messages "Game Boy" "$work/buttontest.gb"
shows_messages "Super Game Boy" "$work/super.gb"

# --- cheats ---

# cheats NAME ROM: checks cheats of each kind, and texts that are none
cheats() {
  globals "NAME = \"$1\""
  host --rom "$2" --script "$work/globals.lua" --script "$here/cheats.lua" --save-dir "$work/cheats" --speed 0 --frames 300 --history 1
  equal "cheats: exit code: $1" "$code" 0
  count_lua_results
  holds "cheats: the test ended: $1" "$(cat "$work/out" "$work/err")" grep -q "^ok cheats: $1: the end" "$work/out"
}
cheats "GBA" "$rom"
cheats "Game Boy" "$work/buttontest.gb"

# --- branches ---

refuses "branches: with a movie" "--branches and --movie can't be given together" --rom "$rom" --script "$empty" --branches --movie x
refuses "branches: without a script" "--script FILE is required" --rom "$rom" --branches
refuses "branches: a script that doesn't know them" "No script of --script runs branches" --rom "$rom" --script "$empty" --branches
python3 "$here/branches.py" "$MGBA_HOST" "$here/../../lua/bridge.lua" "$emulator/rom" "$work" >"$work/out" 2>"$work/err"
equal "branches: the tests ended" "$? $(cat "$work/err")" "0 "
count_lua_results
python3 "$here/achievements.py" "$MGBA_HOST" "$here/../../lua/bridge.lua" "$emulator/rom" "$work" >"$work/out" 2>"$work/err"
equal "achievements: the tests ended" "$? $(cat "$work/err")" "0 "
count_lua_results
python3 "$here/branch_refusals.py" "$MGBA_HOST" "$here/../../lua/bridge.lua" "$rom" >"$work/out" 2>"$work/err"
equal "branches: wrong requests were tested" "$? $(cat "$work/err")" "0 "
count_lua_results

# --- the end without a bridge ---

python3 "$here/expiry.py" "$MGBA_HOST" "$here/../../lua/bridge.lua" "$rom" "$work" >"$work/out" 2>"$work/err"
equal "expiry: the tests ended" "$? $(cat "$work/err")" "0 "
count_lua_results

# --- vectors ---

for tests in vectors vector_faults vector_control vector_refusals vector_ends; do
  python3 "$here/$tests.py" "$MGBA_HOST" "$here/../../lua/bridge.lua" "$emulator/rom" "$work" >"$work/out" 2>"$work/err"
  equal "vectors: the tests of $tests ended" "$? $(cat "$work/err")" "0 "
  count_lua_results
done

# --- pictures and sound of a movie ---

# renders NAME EXPECTED [HOST_OPTION]...: the number of lines of each kind that the host writes about the first movie
renders() {
  title=$1 expected=$2
  shift 2
  host --rom "$rom" --movie "$work/1.movie" --render "$@"
  lines='(picture [0-9]+ [0-9]+ 240 160|same [0-9]+ [0-9]+|sound [0-9]+)$|result .*"equal":true'
  equal "rendering: $title" "$(grep -aoE "$lines" "$work/out" \
    | sed -E 's/^(picture|same).*/frame/; s/ .*//' | sort | uniq -c | awk '{ print $2 "=" $1 }' | tr '\n' ' ')" "$expected"
}
if [ -z "${BRIDGE_MOVIE_FRAMES:-}" ]; then
  renders "all frames" "frame=1301 result=1 "
  renders "with sound, of ten frames" "frame=10 result=1 sound=10 " --sound --from 101 --frames 110
  renders "each 60th" "frame=21 result=1 " --every 60 --from 60
fi
refuses "rendering: after the end" '--from must be 1 to 10 with this movie; got "11".' --rom "$rom" --movie "$work/1.movie" --render \
  --from 11 --frames 10
# inspects NAME EXPECTED WHAT: what the host writes about the code of the first movie begins and ends with these lines
inspects() {
  host --rom "$rom" --movie "$work/1.movie" --inspect "$3" --from 10 --frames 60
  equal "inspecting: $1: exit code" "$code" 0
  holds "inspecting: $1" "$(head -c 2000 "$work/out")" grep -qE "$2" "$work/out"
  holds "inspecting: $1: the game was the same" "$(tail -1 "$work/out")" grep -q '^result {"frames":60,.*"equal":true' "$work/out"
}

inspects "the last writer" '^write 0 1 6 60 [0-9]+ 134[0-9]+ 33554432 4 [0-9]+ [0-9]+ 0( [0-9]+){17}$' writer:33554432:33554435
inspects "nobody wrote" '^none$' writer:33685504:33685504
inspects "coverage" '^range bus 134[0-9]+ 134[0-9]+$' coverage
inspects "a trace" '^step 10 [0-9]+ [0-9]+ (arm|thumb) [0-9a-f]+ ([0-9]+,){16}[0-9]+ [a-z]' trace:5:3
equal "inspecting: the lines of a trace" "$(grep -c '^step' "$work/out")" 3
for what in '' writer writer:2:1 writer:1 trace:0:0 trace:-1:1 trace:0:10001 coverage:1 everything; do
  refuses "inspecting: \"$what\"" "--inspect must be" --rom "$rom" --movie "$work/1.movie" --inspect "$what"
done
refuses "inspecting: without a movie" "--inspect needs --movie FILE" --rom "$rom" --inspect coverage --script "$empty"
refuses "inspecting: and rendering" "without --render" --rom "$rom" --movie "$work/1.movie" --inspect coverage --render
refuses "rendering: without a movie" "--render needs --movie FILE." --rom "$rom" --render --script "$empty"
refuses "rendering: never" '--every must be a whole number from 1 to 3600; got "0".' --rom "$rom" --movie "$work/1.movie" --every 0

# --- opposing directions ---

cat >"$work/opposing.lua" <<'EOF'
local frame = 0
callbacks:add("frame", function()
  frame = frame + 1
  emu:clearKeys(0x3FF)
  emu:addKeys(frame < 40 and 0x30 or 0xC0)
  if frame == 30 or frame == 60 then
    print(("opposing %02x"):format(emu:platform() == 0 and emu:read16(0x02000004) or emu:read8(0xC004)))
  end
end)
EOF
# opposes NAME ROM EXPECTED [HOST_OPTION]...
opposes() {
  title=$1 game=$2 expected=$3
  shift 3
  host --rom "$game" --script "$work/opposing.lua" --save-dir "$work/opposing" --speed 0 --frames 61 "$@"
  equal "opposing directions: $title" "$(grep '^opposing' "$work/out" | tr '\n' ' ')" "$expected"
}
opposes "GBA" "$rom" "opposing 30 opposing c0 "
opposes "GBA, filtered" "$rom" "opposing 00 opposing 00 " --opposing filter
opposes "GBA, stock" "$rom" "opposing 00 opposing 00 " --no-idle
opposes "Game Boy" "$work/buttontest.gb" "opposing 30 opposing c0 "
opposes "Game Boy, filtered" "$work/buttontest.gb" "opposing 00 opposing 00 " --opposing filter
refuses "opposing" '--opposing must be both or filter; got "none".' --rom "$rom" --script "$empty" --opposing none

# --- a BIOS ---

arm-none-eabi-as -mcpu=arm7tdmi -o "$work/bios.o" "$here/bios.s" && arm-none-eabi-objcopy -O binary "$work/bios.o" "$work/bios.bin"
python3 "$here/logo.py" "$rom" "$work/logo.gba"
cat >"$work/bios.lua" <<'EOF'
local frame = 0
callbacks:add("frame", function()
  frame = frame + 1
  if frame == 60 then print(("frames %d"):format(emu:read32(0x02000000))) end
end)
EOF
# frames_with TITLE EXPECTED [HOST_OPTION]...: checks how many frames the game has seen in the 60th one
frames_with() {
  title=$1 expected=$2
  shift 2
  host --rom "$work/logo.gba" --script "$work/bios.lua" --save-dir "$work/bios" --speed 0 --frames 61 "$@"
  equal "$title" "$(grep '^frames' "$work/out")" "frames $expected"
}
frames_with "without a BIOS the game starts at once" 59
frames_with "a BIOS runs first" 58 --bios "$work/bios.bin"
refuses "a BIOS that is none" "is no BIOS of the game's console" --rom "$rom" --script "$empty" --bios "$rom"
refuses "a BIOS that is missing" "can't be read: No such file" --rom "$rom" --script "$empty" --bios "$work/none.bin"

cp "$rom" "$work/other.gba"
printf 'X' | dd of="$work/other.gba" bs=1 seek=165 conv=notrunc status=none
globals "OTHER = \"$work/other.gba\" LIMIT = 1048576"
host --rom "$rom" --script "$work/globals.lua" --script "$here/history.lua" --save-dir "$work/history" --speed 0 --frames 3110 \
  --history-bytes 1048576
count_lua_results
holds "history: the test ended" "$(cat "$work/out" "$work/err")" grep -q "^ok history: a hash" "$work/out"
echo 'callbacks:add("frame", function() console:log(tostring(_host.history)) end)' >"$work/none.lua"
host --rom "$rom" --script "$work/none.lua" --save-dir "$work/history" --speed 0 --frames 1 --history 0
equal "history: none" "$(tail -1 "$work/out")" nil
for minutes in -1 61 1.5 many ''; do
  refuses "history \"$minutes\"" "--history must be" --rom "$rom" --script "$empty" --history "$minutes"
done
for bytes in 1048575 1073741825; do
  refuses "history of $bytes bytes" "--history-bytes must be" --rom "$rom" --script "$empty" --history-bytes "$bytes"
done
cat >"$work/hashes.lua" <<'END'
local frames, seed = 0, 1
callbacks:add("frame", function()
  frames, seed = frames + 1, seed * 1103515245 + 12345 & 0x7FFFFFFF
  emu:clearKeys(0x3FF)
  emu:addKeys(seed >> 16 & 0x3F3)
  if DRAWS then _host.setDrawing(frames % 7 ~= 0) end
  local frame, hash = _host.history():match("(%S+) (%S+)$")
  if frame == "3599" and not seen then
    seen = true
    console:log(frame .. " " .. hash)
  end
end)
END
for draws in true false; do
  globals "DRAWS = $draws"
  host --rom "$rom" --script "$work/globals.lua" --script "$work/hashes.lua" --save-dir "$work/hashes$draws" --speed 0 --frames 4190
  tail -1 "$work/out" >"$work/hash$draws"
done
holds "history: a hash" "$(cat "$work/hashtrue")" grep -Eq '^3599 [0-9a-f]{16}$' "$work/hashtrue"
equal "history: two runs with the same input have the same hash" "$(cat "$work/hashtrue")" "$(cat "$work/hashfalse")"

# --- the ROMs ---

# rebuilds NAME ASSEMBLER FOLDER FILE: checks that the sources produce the committed file
rebuilds() {
  if command -v "$2" >/dev/null; then
    rm -rf "$work/rom"
    cp -r "$emulator/rom" "$work/rom"
    rm "$work/rom/$3/$4"
    make -s -C "$work/rom/$3" BUILD="$work/rom/build" >/dev/null
    holds "$1: rebuilt to the same bytes" "they differ" cmp "$work/rom/$3/$4" "$emulator/rom/$3/$4"
  else
    echo "$1: not rebuilt, because $2 is not installed"
  fi
}

globals "PICTURE = \"$work/picture.png\""
rebuilds "rom" arm-none-eabi-as . buttontest.gba
host --rom "$rom" --script "$work/globals.lua" --script "$here/rom.lua" --frames 220 --speed 0
count_lua_results
rebuilds "rom that sounds" arm-none-eabi-as . tone.gba
rebuilds "rom of sensors" arm-none-eabi-as . sensors.gba
rebuilds "rom of late saves" arm-none-eabi-as . latesave.gba
rebuilds "maze" arm-none-eabi-as . maze.gba
rebuilds "story" arm-none-eabi-as . story.gba
rebuilds "gb rom of late saves" z80-unknown-coff-as gb latesave.gb
rebuilds "gb rom" z80-unknown-coff-as gb buttontest.gb
cp "$emulator/rom/gb/buttontest.gb" "$work/buttontest.gb"
host --rom "$work/buttontest.gb" --script "$work/globals.lua" --script "$here/rom_gb.lua" --frames 180 --speed 0
count_lua_results
globals "NEW_VALUE = 0xBEEF VALUE_ADDRESS = 0xC200"
host --rom "$work/buttontest.gb" --script "$work/globals.lua" --script "$here/save.lua" --save-dir "$work/gb" --frames 60 --speed 0
equal "gb rom: the save holds value, marker, complement" \
  "$(head -c 8 "$work/gb/buttontest.sav" | od -An -tx1 | tr -d ' ')" "efbe425453541041"
globals "VALUE_ADDRESS = 0xC200"
host --rom "$work/buttontest.gb" --script "$work/globals.lua" --script "$here/save.lua" --save-dir "$work/gb" --frames 10 --speed 0
holds "gb rom: the save survives a restart" "$(cat "$work/out")" grep -qx "value 48879" "$work/out"

# --- slots ---

slots=$work/slots
mkdir -p "$slots"
mkfifo "$slots/buttontest.ss4"
ln -s /dev/zero "$slots/buttontest.ss5"
head -c $((2 * 1024 * 1024 + 1)) /dev/zero >"$slots/buttontest.ss6"
echo kept >"$slots/other"
ln -s other "$slots/buttontest.ss7"
ln -s other "$slots/buttontest.ss7.part"
cp "$here/slots.lua" "$here/check.lua" "$work"
host --rom "$rom" --script "$work/slots.lua" --save-dir "$slots" --frames 6 --speed 0
equal "slots: exit code" "$code" 0
count_lua_results
equal "slots: a link's target is unchanged" "$(cat "$slots/other")" kept
equal "slots: no other account can read them" "$(find "$slots" -newer "$work/slots.lua" -name '*.ss?' -type f ! -perm 600)" ""
equal "slots: no temporary file is left" "$(find "$slots" -name '*.part')" ""

# --- a state that makes mGBA loop forever ---

host --rom "$work/buttontest.gb" --script "$here/stuck.lua" --save-dir "$work/gb" --speed 0
equal "stuck: exit code" "$code" 3
equal "stuck: one sentence" "$(cat "$work/err")" \
  "mgba-host: mGBA used 5 seconds of processor time without finishing a frame. A damaged state or ROM can cause this."

# --- damaged states and ROMs: a short run of fuzz.sh ---

MGBA_HOST=$MGBA_HOST "$here/fuzz.sh" 40 >"$work/out" 2>&1
count_lua_results

echo "$passed passed, $failed failed"
[ $failed = 0 ]
