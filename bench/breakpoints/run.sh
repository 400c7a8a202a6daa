#!/usr/bin/env bash
# Measures what breakpoints cost at unlimited speed, as ratios to a game without. None of them is ever hit, so their events cost nothing.
# Prints a table. The frames are the same in all rounds, so the quickest round of each kind is the one that other programs disturbed least.
#   bench/breakpoints/run.sh [ROUNDS [OLD_HOST]]   rounds of each kind, in turns (default 9), and a host of before breakpoints
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
rounds=${1:-9}
old=${2:-}
measured=3000
host=emulator/build/mgba-host
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'

make -s -C emulator
: >"$work/none.lua"

# breakpoints NAME ACCESSES COUNT: a script that sets them at bytes that the games don't touch; 1 read, 2 write, 8 execute
breakpoints() {
  printf 'for i = 1, %d do _host.setBreakpoint(%d, 0x0203F000 + i, 0x0203F000 + i, 0, 0, 0, "", 0) end\n' "$3" "$2" >"$work/$1.lua"
}
breakpoints write 2 1
breakpoints writes 2 10
breakpoints read 1 1
breakpoints execute 8 1
breakpoints executes 8 10

# used KIND: the processor time of all frames
used() {
  local program=$host
  local -a scripts=(--script "$work/${1/old/none}.lua")
  [ "$1" != old ] || program=$old
  [ -z "$patch" ] || scripts+=(--script "$patch")
  { time "$program" --rom "$rom" "${scripts[@]}" --save-dir "$work/saves" --speed 0 --frames "$measured" --history 0 \
    >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

# measure NAME ROM [PATCH]: a line of the table
measure() {
  local kind kinds="none write writes read execute executes ${old:+old}"
  rom=$2 patch=${3:-}
  rm -f "$work"/times.*
  for _ in $(seq "$rounds"); do
    for kind in $kinds; do used "$kind" >>"$work/times.$kind"; done
  done
  printf '| %s' "$1"
  for kind in ${old:+old} write writes read execute executes; do
    # old: this host to the old one, both without breakpoints. The others: with breakpoints to without.
    local from=none to=$kind
    [ "$kind" != old ] || from=old to=none
    printf ' | %.2f' "$(awk "BEGIN { print $(sort -g "$work/times.$to" | head -n 1) / $(sort -g "$work/times.$from" | head -n 1) }")"
  done
  echo " |"
}

arm-none-eabi-as -mcpu=arm7tdmi --defsym WORDS=2000 --defsym MEMORY=0x02000000 -o "$work/churn.o" bench/history/churn.s
arm-none-eabi-objcopy -O binary -j .text --gap-fill 0 --pad-to 0x1000 "$work/churn.o" "$work/churn.gba"
echo "| game |${old:+ none, to the host before |} one on write | ten | one on read | one on execute | ten |"
echo "|---|${old:+---:|}---:|---:|---:|---:|---:|"
measure "the button-test game" emulator/rom/buttontest.gba
measure "the same, busy in all of each frame" emulator/rom/buttontest.gba bench/lua/busy.lua
measure "2,000 words a frame, at random" "$work/churn.gba"
