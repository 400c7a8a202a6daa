#!/usr/bin/env bash
# Builds and starts the headless emulator and the bridge; ./run.sh --help
set -uo pipefail
started_in=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
. eng/packages.sh
. eng/loopback.sh
. eng/building.sh
. eng/doctor.sh

rom=emulator/rom/buttontest.gba
roms=
saves=artifacts/run/saves
speed=1
port=7185
script_port=8888
with_emulator=yes
runs_doctor=
emulator_only=
is_native=
logs=artifacts/run
ready_seconds=60
unclean=
# Process IDs of the children, or 0.
declare -A pids=([emulator build]=0 [bridge build]=0 [bridge]=0 [emulator]=0)

help() {
  cat <<TEXT
Usage: ./run.sh [options]

Builds and starts a headless Game Boy Advance emulator and the HTTP bridge to it. First installs the Debian packages that it
needs (libmgba-dev, gcc, make). Builds again only what has changed. Ctrl+C stops both.

  --rom FILE         the game (default: the bundled button-test game)
  --roms DIR         the folder of games that clients can load by name over HTTP (default: the folder of --rom)
  --speed N          0.25 to 16, or 0 for unlimited; 1 is the console's speed (default 1)
  --port N           the bridge's HTTP port (default 7185)
  --script-port N    the port between the bridge and the emulator's script (default 8888)
  --no-emulator      start only the bridge, for your own mGBA window
  --native           build and start the native program, as the packages have it: it is faster, and takes minutes to build;
                     needs zlib1g-dev
  --doctor           start nothing; check SDK, packages, ROM, script, ports and emulators, and print advice for each failure;
                     exit code 0 if no check fails
  --help             show this

The bridge listens on 127.0.0.1 and [::1]. Without tokens it serves only your account and root. The script listens on 127.0.0.1.
Logs are in $logs.
Bridge and script share the secret in BRIDGE_SCRIPT_SECRET, or else a random one. With --no-emulator, both use
BRIDGE_SCRIPT_SECRET, or else the key file, which the bridge creates and only you can read (docs/settings.md).
Named states are kept in the bridge's default folder, or in the folder that Bridge__StateFolder names.
TEXT
}

refuse() { # SENTENCE: ends the program because of an invalid option
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
  [[ $2 =~ ^[1-9][0-9]{0,4}$ ]] && [ "$2" -le 65535 ] || refuse "$1 must be 1 to 65535; got \"$2\"."
}

parse_options() {
  while [ $# -gt 0 ]; do
    local option=$1
    shift
    case $option in
      --help) help; exit 0 ;;
      --no-emulator) with_emulator=; continue ;;
      --native) is_native=yes; continue ;;
      --doctor) runs_doctor=yes; continue ;;
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
  [ "$port" != "$script_port" ] || refuse "--port and --script-port must differ; both are $port."
  [ -n "$with_emulator" ] || [ -z "$emulator_only" ] || refuse "$emulator_only can't be used with --no-emulator."
  awk -v n="$speed" 'BEGIN { exit !(n ~ /^[0-9]+(\.[0-9]+)?$/ && (n == 0 || (n >= 0.25 && n <= 16))) }' ||
    refuse "--speed must be 0 (unlimited) or 0.25 to 16; got \"$speed\"."
  if [ -n "$roms" ]; then
    local folder=$roms
    [[ $roms = /* ]] || roms=${started_in%/}/$roms
    [ -d "$roms" ] && [ -r "$roms" ] || refuse "--roms must be a readable folder; got \"$folder\"."
  fi
  if [ -z "$saves" ]; then
    local given=$rom
    [[ $rom = /* ]] || rom=${started_in%/}/$rom
    [ -n "$runs_doctor" ] || { [ -f "$rom" ] && [ -r "$rom" ]; } || refuse "--rom must be a readable file; got \"$given\"."
  fi
  # With --no-emulator there is no default, because the ROM folder of the user's mGBA is unknown.
  [ -n "$roms" ] || [ -z "$with_emulator" ] || [ -n "$runs_doctor" ] || roms=$(cd "$(dirname "$rom")" && pwd)
}

check_ports() {
  ! bridge_port_taken "$port" || fail "Port $port is in use. Stop the program that listens there, or choose another port with --port."
  [ -n "$with_emulator" ] || return 0
  ! port_taken "$script_port" ||
    fail "Port $script_port is in use. If mGBA with the script listens there, use --no-emulator; \
otherwise choose another port with --script-port."
}

# start NAME LOG COMMAND...: starts a child in its own process group, so that Ctrl+C reaches only this script. The child gets SIGTERM
# if this script is killed.
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

end() { # NAME: sends SIGTERM, and SIGKILL after ten seconds
  runs "$1" || return 0
  kill -TERM -- "-${pids[$1]}" 2>/dev/null
  for _ in {1..200}; do
    runs "$1" || break
    sleep 0.05
  done
  ! runs "$1" || kill -KILL -- "-${pids[$1]}" 2>/dev/null
  wait "${pids[$1]}" 2>/dev/null
  local code=$?
  [ $code = 0 ] || unclean="The $1 did not shut down cleanly (exit code $code); its log is in $logs."
}

stop() {
  trap '' INT TERM HUP
  unclean=
  end "emulator build"
  end "bridge build"
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

# Sets folders: the folders that the script may load files from. It compares paths as text, so they are normalized like the bridge's.
choose_folders() {
  local folder
  folders=${BRIDGE_SCRIPT_FOLDERS:-}
  for folder in "$roms" "${Bridge__FileFolder:-}"; do
    [ -z "$folder" ] || folders+=${folders:+:}$(realpath -ms -- "$folder")
  done
}

# The secret is passed in the environment, because every user of the machine can read command lines.
choose_secret() {
  [ -z "$with_emulator" ] || [ -n "${BRIDGE_SCRIPT_SECRET:-}" ] || BRIDGE_SCRIPT_SECRET=$(od -An -v -tx1 -N32 /dev/urandom | tr -d ' \n')
  [ -z "${BRIDGE_SCRIPT_SECRET:-}" ] || export BRIDGE_SCRIPT_SECRET Bridge__Emulators__default__Secret=$BRIDGE_SCRIPT_SECRET
}

start_emulator() {
  local folders
  choose_folders
  BRIDGE_SCRIPT_PORT=$script_port BRIDGE_SCRIPT_FOLDERS=$folders start emulator "$logs/emulator-$port.log" \
    emulator/build/mgba-host --rom "$rom" --script lua/bridge.lua --speed "$speed" ${saves:+--save-dir "$saves"} \
    ${Bridge__History__Minutes:+--history "$Bridge__History__Minutes"} ${Bridge__History__Bytes:+--history-bytes "$Bridge__History__Bytes"}
}

# The managed program starts soonest. It is built apart from the tests' programs, without analyzers, which run in ./test.sh.
begin_managed() {
  local folder=$PWD/artifacts/run/managed
  program=(dotnet "$folder/bin/Bridge.Api/release/Bridge.Api.dll")
  begin_bridge "$folder" dotnet build src/Bridge.Api -c Release -p:ArtifactsPath="$folder" -p:RunAnalyzers=false \
    --nologo --disable-build-servers
}

begin_native() {
  local folder=$PWD/artifacts/run/native
  program=("$folder/bridge")
  # shellcheck disable=SC2086 # a list of words
  install_missing $LINKER_PACKAGES || exit 1
  begin_bridge "$folder" dotnet publish src/Bridge.Api -c Release -r "$(linux_identifier)" -o "$folder" --nologo --disable-build-servers
}

# Both at once, because the bridge's build uses more than one processor only at times.
build() {
  command -v dotnet >/dev/null || fail "The .NET 10 SDK is not installed. Get it from https://dot.net/download"
  if [ -n "$with_emulator" ]; then
    # shellcheck disable=SC2086 # a list of words
    install_missing $EMULATOR_PACKAGES || exit 1
    make -sq -C emulator || begin_build emulator make -C emulator
  fi
  if [ -n "$is_native" ]; then begin_native; else begin_managed; fi
  end_build emulator
  end_bridge
}

# With our own emulator, clients can create more of them.
offer_emulators() {
  [ -n "$with_emulator" ] || return 0
  export Bridge__OnDemand__Program=${Bridge__OnDemand__Program:-$PWD/emulator/build/mgba-host}
  export Bridge__OnDemand__Folder=${Bridge__OnDemand__Folder:-$PWD/$logs/emulators-$port}
}

start_bridge() {
  offer_emulators
  start bridge "$logs/bridge-$port.log" "${program[@]}" \
    --urls "http://localhost:$port" --script-port "$script_port" ${roms:+--roms "$roms"}
}

check_alive() {
  runs bridge || fail "The bridge exited." "$logs/bridge-$port.log"
  [ -z "$with_emulator" ] || runs emulator || fail "The emulator exited." "$logs/emulator-$port.log"
}

wait_until_ready() {
  local path=/health/live
  [ -z "$with_emulator" ] || path=/health/ready
  local deadline=$((SECONDS + ready_seconds))
  until [ "$(http_status "$port" "$path")" = 200 ]; do
    check_alive
    if [ $SECONDS -ge $deadline ]; then
      [ -z "$with_emulator" ] || tail -n 20 "$logs/emulator-$port.log" >&2
      fail "http://127.0.0.1:$port$path did not respond with 200 within $ready_seconds seconds." "$logs/bridge-$port.log"
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
    [ "$script_port" = 8888 ] ||
      echo "Set the port to $script_port at the top of the script, or start mGBA with BRIDGE_SCRIPT_PORT=$script_port."
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
if [ -n "$runs_doctor" ]; then
  doctor
  exit
fi
trap on_signal INT TERM HUP
check_ports
mkdir -p "$logs" || exit 1
build
choose_secret
[ -z "$with_emulator" ] || start_emulator
start_bridge
wait_until_ready
announce
wait -n "${pids[bridge]}" $([ -z "$with_emulator" ] || echo "${pids[emulator]}")
check_alive
