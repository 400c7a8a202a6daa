#!/usr/bin/env bash
# Measures what the history of a game costs at unlimited speed, and how many bytes ten minutes of it take. Prints a table. The frames are
# the same in all rounds, so the quickest round of each kind is the one that other programs disturbed least.
#   bench/history/run.sh [ROUNDS]   rounds with and without a history, in turns (default 15)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
rounds=${1:-15}
minutes=10
frames=$((minutes * 3584 + 60))
measured=3000
host=emulator/build/mgba-host
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%R %U %S'

make -s -C emulator
printf 'callbacks:add("frame", function() if emu:currentFrame() == %d then print(_host.history()) end end)\n' "$frames" >"$work/told.lua"
: >"$work/none.lua"

# game NAME SOURCE [OPTION…]: assembles a game
game() {
  arm-none-eabi-as -mcpu=arm7tdmi "${@:3}" -o "$work/$1.o" "bench/history/$2.s"
  arm-none-eabi-objcopy -O binary -j .text --gap-fill 0 --pad-to 0x1000 "$work/$1.o" "$work/$1.gba"
}

# run_game MINUTES: runs the game with a history of MINUTES, and sets `real`, the seconds, and `used`, those of all its threads
run_game() {
  local user system
  read -r real user system < <({ time "$host" --rom "$rom" "${scripts[@]}" --save-dir "$work/saves" --speed 0 --frames "$measured" \
    --history "$1" >"$work/out" 2>&1; } 2>&1)
  used=$(awk "BEGIN { print $user + $system }")
}

# ratio: reads two columns, and prints the lowest number of the first one divided by that of the second one
ratio() {
  awk 'NR == 1 || $1 < with { with = $1 } NR == 1 || $2 < without { without = $2 } END { print with / without }'
}

# measure NAME ROM [SCRIPT]
measure() {
  rom=$2
  scripts=(--script "$work/none.lua")
  [ -z "${3:-}" ] || scripts+=(--script "$3")
  : >"$work/real"
  : >"$work/used"
  for _ in $(seq "$rounds"); do
    run_game 0
    local real_without=$real used_without=$used
    run_game "$minutes"
    echo "$real $real_without" >>"$work/real"
    echo "$used $used_without" >>"$work/used"
  done
  "$host" --rom "$rom" "${scripts[@]}" --script "$work/told.lua" --save-dir "$work/saves" --speed 0 --frames $((frames + 10)) \
    --history "$minutes" >"$work/out" 2>&1
  local from now bytes
  read -r from now _ bytes _ < <(grep -E '^[0-9]+ [0-9]+ [0-9]+ [0-9]+' "$work/out")
  printf '| %s | %.3f | %.3f | %.1f | %.2f |\n' "$1" "$(ratio <"$work/real")" "$(ratio <"$work/used")" \
    "$(awk "BEGIN { print ($now - $from) / 3584 }")" "$(awk "BEGIN { print $bytes / 1e6 }")"
}

game scroll scroll
game picture churn --defsym WORDS=240 --defsym MEMORY=0x06000000
game churn churn --defsym WORDS=2000 --defsym MEMORY=0x02000000
echo "| game | time of the frames | processor time | minutes | MB |"
echo "|---|---:|---:|---:|---:|"
measure "the button-test game" emulator/rom/buttontest.gba
measure "the same, busy in all of each frame" emulator/rom/buttontest.gba bench/lua/busy.lua
measure "a scrolling map with 32 objects" "$work/scroll.gba"
measure "240 words of the picture a frame, at random" "$work/picture.gba"
measure "2,000 words a frame, at random" "$work/churn.gba"
