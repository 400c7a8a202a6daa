#!/usr/bin/env bash
# Builds and starts the headless emulator and the bridge; ./run.sh --help
set -uo pipefail
started_in=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
. eng/packages.sh
. eng/loopback.sh
. eng/doctor.sh

rom=emulator/rom/buttontest.gba
roms=
saves=artifacts/run/saves
speed=1
port=7185
script_port=8888
with_emulator=yes
examines=
emulator_only=
logs=artifacts/run
program=artifacts/run/program
ready_seconds=60
unclean=
# Children by name; 0 while there is none.
declare -A pids=([build]=0 [bridge]=0 [emulator]=0)

help() {
  cat <<TEXT
Usage: ./run.sh [options]

Builds and starts a Game Boy Advance emulator without a window and the HTTP bridge to it. Installs what it needs first
(Debian's libmgba-dev, gcc, make and zlib1g-dev). Ctrl+C stops both.

  --rom FILE         the game (default: the button-test game that comes with the project)
  --roms DIR         a folder of games that can be loaded by name over HTTP (default: that of --rom)
  --speed N          0.25 to 16, or 0 for unlimited (default 1)
  --port N           the bridge's HTTP port (default 7185)
  --script-port N    the port between the bridge and the emulator's script (default 8888)
  --no-emulator      the bridge alone, for your own mGBA window
  --doctor           start nothing: check SDK, packages, ROM, script, ports and emulators, and say what to do about each;
                     exit code 0 if no check fails
  --help             show this

The bridge listens on 127.0.0.1 and [::1] and, without tokens, serves your account and root only; the script listens on 127.0.0.1 only.
Logs are in $logs.
Bridge and script get a random secret, or the one in BRIDGE_SCRIPT_SECRET. With --no-emulator both use that, or else the key file,
which the bridge makes and which only you can read (docs/settings.md).
Named states are kept where the bridge keeps them by default, or in the folder that Bridge__StateFolder names.
TEXT
}

refuse() { # SENTENCE: for wrong options
  echo "run.sh: $1" >&2
  exit 2
}

fail() { # SENTENCE [LOG]
  echo "run.sh: $1" >&2
  if [ -n "${2:-}" ]; then
    echo "The end of $2:" >&2
    tail -n 20 "$2" >&2
  fi
  stop
  exit 1
}

parse_port() { # OPTION VALUE
  [[ $2 =~ ^[1-9][0-9]{0,4}$ ]] && [ "$2" -le 65535 ] || refuse "$1 takes a port, 1 to 65535, not \"$2\"."
}

parse_options() {
  while [ $# -gt 0 ]; do
    local option=$1
    shift
    case $option in
      --help) help; exit 0 ;;
      --no-emulator) with_emulator=; continue ;;
      --doctor) examines=yes; continue ;;
      --rom | --roms | --speed | --port | --script-port) [ $# -gt 0 ] || refuse "$option needs a value." ;;
      *) refuse "Unknown option \"$option\"; ./run.sh --help lists all options." ;;
    esac
    case $option in
      --rom) rom=$1 saves= emulator_only=$option ;;
      --roms) roms=$1 ;;
      --speed) speed=$1 emulator_only=$option ;;
      --port) port=$1 ;;
      --script-port) script_port=$1 ;;
    esac
    shift
  done
  parse_port --port "$port"
  parse_port --script-port "$script_port"
  [ "$port" != "$script_port" ] || refuse "--port and --script-port are both $port; they have to differ."
  [ -n "$with_emulator" ] || [ -z "$emulator_only" ] || refuse "$emulator_only is for the emulator that --no-emulator leaves out."
  awk -v n="$speed" 'BEGIN { exit !(n ~ /^[0-9]+(\.[0-9]+)?$/ && (n == 0 || (n >= 0.25 && n <= 16))) }' ||
    refuse "--speed must be 0 (unlimited) or 0.25 to 16; got \"$speed\"."
  if [ -n "$roms" ]; then
    local folder=$roms
    [[ $roms = /* ]] || roms=${started_in%/}/$roms
    [ -d "$roms" ] && [ -r "$roms" ] || refuse "--roms is \"$folder\", which is no folder that can be read."
  fi
  if [ -z "$saves" ]; then
    local given=$rom
    [[ $rom = /* ]] || rom=${started_in%/}/$rom
    [ -n "$examines" ] || { [ -f "$rom" ] && [ -r "$rom" ]; } || refuse "--rom is \"$given\", which is no file that can be read."
  fi
  # Of a mGBA of somebody's own nobody here knows where its games are.
  [ -n "$roms" ] || [ -z "$with_emulator" ] || [ -n "$examines" ] || roms=$(cd "$(dirname "$rom")" && pwd)
}

check_ports() {
  ! bridge_port_taken "$port" || fail "Port $port is taken. Stop what listens there, or choose another with --port."
  [ -n "$with_emulator" ] || return 0
  ! port_taken "$script_port" ||
    fail "Port $script_port is taken, perhaps by mGBA with the script loaded (then use --no-emulator). \
Else choose another with --script-port."
}

# start NAME LOG COMMAND...: in a process group of its own, so that Ctrl+C reaches only this script, and ended with it
# should it be killed.
start() {
  local name=$1 log=$2
  shift 2
  set -m
  setpriv --pdeathsig TERM -- "$@" >"$log" 2>&1 </dev/null &
  pids[$name]=$!
  set +m
}

runs() { # NAME
  [ "${pids[$1]}" != 0 ] && kill -0 "${pids[$1]}" 2>/dev/null
}

end() { # NAME: SIGTERM, and SIGKILL after ten seconds
  runs "$1" || return 0
  kill -TERM -- "-${pids[$1]}" 2>/dev/null
  for _ in {1..200}; do
    runs "$1" || break
    sleep 0.05
  done
  ! runs "$1" || kill -KILL -- "-${pids[$1]}" 2>/dev/null
  wait "${pids[$1]}" 2>/dev/null
  local code=$?
  [ $code = 0 ] || unclean="The $1 did not end in good order (exit code $code); its log is in $logs."
}

stop() {
  trap '' INT TERM HUP
  unclean=
  end build
  unclean=
  end bridge
  end emulator
}

on_signal() {
  { echo; echo "Stopping ..."; } 2>/dev/null
  stop
  [ -n "$unclean" ] || exit 0
  echo "run.sh: $unclean" >&2
  exit 1
}

build() { # WHAT COMMAND...
  local what=$1 log=$logs/build-${1// /-}.log
  shift
  echo "Building the $what ..."
  start build "$log" "$@"
  wait "${pids[build]}" || fail "The $what could not be built." "$log"
  pids[build]=0
}

# Sets folders: the script loads files from these only, and compares names, so they are written as the bridge writes them.
choose_folders() {
  local folder
  folders=${BRIDGE_SCRIPT_FOLDERS:-}
  for folder in "$roms" "${Bridge__FileFolder:-}"; do
    [ -z "$folder" ] || folders+=${folders:+:}$(realpath -ms -- "$folder")
  done
}

# In the environment, because every user of the machine sees a command line.
choose_secret() {
  [ -z "$with_emulator" ] || [ -n "${BRIDGE_SCRIPT_SECRET:-}" ] || BRIDGE_SCRIPT_SECRET=$(od -An -v -tx1 -N32 /dev/urandom | tr -d ' \n')
  [ -z "${BRIDGE_SCRIPT_SECRET:-}" ] || export BRIDGE_SCRIPT_SECRET Bridge__Emulators__default__Secret=$BRIDGE_SCRIPT_SECRET
}

start_emulator() {
  local folders
  choose_folders
  BRIDGE_SCRIPT_PORT=$script_port BRIDGE_SCRIPT_FOLDERS=$folders start emulator "$logs/emulator-$port.log" \
    emulator/build/mgba-host --rom "$rom" --script lua/bridge.lua --speed "$speed" ${saves:+--save-dir "$saves"}
}

start_bridge() {
  start bridge "$logs/bridge-$port.log" "$program/bridge" \
    --urls "http://localhost:$port" --script-port "$script_port" ${roms:+--roms "$roms"}
}

check_alive() {
  runs bridge || fail "The bridge ended." "$logs/bridge-$port.log"
  [ -z "$with_emulator" ] || runs emulator || fail "The emulator ended." "$logs/emulator-$port.log"
}

wait_until_ready() {
  local path=/health/live
  [ -z "$with_emulator" ] || path=/health/ready
  local deadline=$((SECONDS + ready_seconds))
  until [ "$(http_status "$port" "$path")" = 200 ]; do
    check_alive
    if [ $SECONDS -ge $deadline ]; then
      [ -z "$with_emulator" ] || tail -n 20 "$logs/emulator-$port.log" >&2
      fail "http://127.0.0.1:$port$path has not answered 200 for $ready_seconds seconds." "$logs/bridge-$port.log"
    fi
    sleep 0.1
  done
}

announce() {
  local address=http://127.0.0.1:$port
  cat <<TEXT

The bridge listens.
  Bridge   $address
  Swagger  $address/swagger
  Logs     $logs/bridge-$port.log${with_emulator:+, $logs/emulator-$port.log}

TEXT
  if [ -z "$with_emulator" ]; then
    cat <<TEXT
Now load the script in mGBA 0.10 or newer: Tools > Scripting... > File > Load script
  $PWD/lua/bridge.lua
TEXT
    [ "$script_port" = 8888 ] || echo "Set its port to $script_port at its top, or start mGBA with BRIDGE_SCRIPT_PORT=$script_port."
    echo
  fi
  cat <<TEXT
Try:
  curl '$address/mgbaendpoint?message=hello'
  curl '$address/emulators/default/buttons/press?buttons=A'
  curl -o screen.png '$address/emulators/default/screen'

Ctrl+C stops it.
TEXT
}

parse_options "$@"
if [ -n "$examines" ]; then
  doctor
  exit
fi
trap on_signal INT TERM HUP
check_ports
command -v dotnet >/dev/null || fail "The .NET 10 SDK is missing; https://dot.net/download has it."
dotnet --version >/dev/null || exit 1
mkdir -p "$logs" || exit 1
if [ -n "$with_emulator" ]; then
  # shellcheck disable=SC2086 # a list of words
  install_missing $EMULATOR_PACKAGES || exit 1
  build emulator make -C emulator
fi
# shellcheck disable=SC2086 # a list of words
install_missing $LINKER_PACKAGES || exit 1
build bridge dotnet publish src/Bridge.Api -c Release -r "$(linux_identifier)" -o "$program" --nologo --disable-build-servers
choose_secret
[ -z "$with_emulator" ] || start_emulator
start_bridge
wait_until_ready
announce
wait -n "${pids[bridge]}" $([ -z "$with_emulator" ] || echo "${pids[emulator]}")
check_alive
