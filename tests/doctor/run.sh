#!/usr/bin/env bash
# Tests ./run.sh --doctor in working and broken environments. Prints one line per test; the last line sums up.
# Needs the emulator and the bridge as ./test.sh builds them, and python3 for fake listeners.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
. eng/loopback.sh
unset BRIDGE_SCRIPT_SECRET "${!Bridge__@}"

work=$(mktemp -d)
# The folder of the bridges' key files.
export XDG_DATA_HOME=$work/data
unset BRIDGE_KEY_FOLDER
keys=$XDG_DATA_HOME/Bridge
passed=0
failed=0
children=()

clean_up() {
  [ ${#children[@]} = 0 ] || kill "${children[@]}" 2>/dev/null
  wait
  rm -rf "$work"
}

# says NAME CODE PATTERN... -- OPTION...: passes if the doctor exits with CODE and each pattern matches a line of its output
says() {
  local name=$1 expected=$2 pattern patterns=() missing= code
  shift 2
  while [ "$1" != -- ]; do
    patterns+=("$1")
    shift
  done
  shift
  ./run.sh --doctor "$@" >"$work/said" 2>&1 </dev/null
  code=$?
  for pattern in "${patterns[@]}"; do
    grep -qE -- "$pattern" "$work/said" || missing+=" \"$pattern\""
  done
  if [ "$code" = "$expected" ] && [ -z "$missing" ]; then
    passed=$((passed + 1))
    echo "ok $name"
  else
    failed=$((failed + 1))
    printf 'FAILED %s: expected exit code %s, got %s%s\n' "$name" "$expected" "$code" "${missing:+, no line matches$missing}"
    sed 's/^/  /' "$work/said"
  fi
}

# eventually COMMAND...: waits until the command succeeds, for 60 s at most
eventually() {
  local deadline=$((SECONDS + 60))
  until "$@"; do
    [ $SECONDS -lt $deadline ] || { echo "FAILED: this did not succeed within 60 s: $*"; exit 1; }
    sleep 0.1
  done
}

start() { # LOG COMMAND...
  local log=$1
  shift
  "$@" >"$work/$log" 2>&1 </dev/null &
  children+=($!)
}

fake_listener() { # PORT TEXT [ADDRESS]: sends the text to each client
  local address=${3:-127.0.0.1}
  start listener python3 -c '
import socket, sys
listener = socket.socket(socket.AF_INET6 if ":" in sys.argv[3] else socket.AF_INET)
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind((sys.argv[3], int(sys.argv[1])))
listener.listen(8)
clients = []
while True:
    clients.append(listener.accept()[0])
    clients[-1].sendall(sys.argv[2].encode())
' "$1" "$2" "$address"
  eventually port_taken "$1" "$address"
}

emulator() { # PORT OPTION...
  local port=$1
  shift
  start "emulator-$port" env BRIDGE_SCRIPT_PORT="$port" "$@" \
    emulator/build/mgba-host --rom emulator/rom/buttontest.gba --script lua/bridge.lua --save-dir "$work"
  eventually port_taken "$port"
}

bridge() { # PORT SCRIPT_PORT SETTING...
  local port=$1 script=$2
  shift 2
  start "bridge-$port" dotnet artifacts/bin/Bridge.Api/release/Bridge.Api.dll --Urls "http://127.0.0.1:$port" \
    --Bridge:Emulators:default:Port "$script" "$@"
  eventually listens "$port"
}

listens() { # PORT
  [ "$(http_status "$1" /health/live)" = 200 ]
}

trap clean_up EXIT
trap 'exit 130' INT TERM HUP

free=$(free_port)
empty=$(free_port)
says "nothing is running and nothing is missing" 0 '^ok +dotnet ' '^(ok|note) +packages ' '^ok +ROM ' \
  "^note +script .*port $empty" "^ok +port +Port $free is free" '^All checks passed' \
  -- --port "$free" --script-port "$empty"
says "your own mGBA without the script" 1 "^FAIL +script .*port $empty.*Tools > Scripting" '^One check failed' \
  -- --no-emulator --port "$free" --script-port "$empty"
says "a file that is not a game" 1 '^FAIL +ROM .*README.md has no header' -- --rom README.md --port "$free" --script-port "$empty"
says "a missing game" 1 '^FAIL +ROM .*nowhere.gba is not a readable file' -- --rom /nowhere.gba --port "$free" --script-port "$empty"
says "a Game Boy game" 0 '^ok +ROM ' -- --rom emulator/rom/gb/buttontest.gb --port "$free" --script-port "$empty"
printf 'PK\003\004' >"$work/game.zip"
says "an archive" 0 '^ok +ROM .*is an archive' -- --rom "$work/game.zip" --port "$free" --script-port "$empty"
says "an invalid option" 2 'port must be 1 to 65535; got "many"' -- --port many

mkdir "$work/bin"
ln -s -t "$work/bin" /usr/bin/* /bin/* 2>/dev/null
rm -f "$work/bin/dotnet"
path=$PATH
PATH=$work/bin says "without dotnet" 1 '^FAIL +dotnet .*https://dot.net/download' '^ok +port ' -- --port "$free" --script-port "$empty"
PATH=$path

talker=$(free_port)
fake_listener "$talker" $'HTTP/1.1 400 Bad Request\r\n\r\n'
says "another program on the bridge's port" 1 "^FAIL +port +Another program.* listens on port $talker" \
  -- --port "$talker" --script-port "$empty"
other=$(free_port)
fake_listener "$other" $'HTTP/1.1 400 Bad Request\r\n\r\n' ::1
says "another program on the bridge's port of IPv6" 1 "^FAIL +port +Another program.* listens on port $other" \
  -- --port "$other" --script-port "$empty"
says "another program on the script's port" 1 "^FAIL +script .*port $talker instead of the script" -- --port "$free" --script-port "$talker"
mute=$(free_port)
fake_listener "$mute" ""
says "a script that does not reply" 1 "^FAIL +script .*$mute.*Unpause" -- --port "$free" --script-port "$mute"
says "both ports taken" 1 '^2 checks failed' -- --port "$talker" --script-port "$mute"

script=$(free_port)
emulator "$script"
says "an emulator without a bridge" 0 "^ok +script .*port $script, in mGBA" '^ok +game +BUTTONTEST' '^ok +port .*--no-emulator' \
  -- --port "$free" --script-port "$script"
address=$(free_port)
bridge "$address" "$script" --Bridge:Emulators:other:Port "$empty"
eventually grep -q 'default responds' "$work/bridge-$address"
says "a bridge with one of two emulators" 1 '^ok +bridge ' '^ok +default +It is running' "^FAIL +other +It is no-emulator.*$empty" \
  -- --port "$address" --script-port "$script"

secret=$(free_port)
emulator "$secret" BRIDGE_SCRIPT_SECRET='two words, 100 % é'
says "a script with a secret" 1 "^FAIL +script .*BRIDGE_SCRIPT_SECRET" -- --port "$free" --script-port "$secret"
BRIDGE_SCRIPT_SECRET='two words, 100 % é' says "a script with a known secret" 0 '^ok +script ' -- --port "$free" --script-port "$secret"

says "no key file yet" 0 "^note +key +There is no key file for port $empty yet" -- --port "$free" --script-port "$empty"
says "the key file that the bridge created" 0 "^ok +key +$keys/script-$script.key has a valid secret" '^ok +script ' \
  -- --port "$free" --script-port "$script"
chmod 640 "$keys/script-$script.key"
says "a key file that its group can read" 0 "^ok +key .*only this account and the file's group can read it" \
  -- --port "$free" --script-port "$script"
chmod 604 "$keys/script-$script.key"
says "a key file that others can read" 1 "^FAIL +key .*mode 604.*chmod 600" -- --port "$free" --script-port "$script"
mv "$keys/script-$script.key" "$work/key" && chmod 600 "$work/key"
ln -s "$work/key" "$keys/script-$script.key"
says "a key file that is a link" 1 "^FAIL +key .*is not a regular file" -- --port "$free" --script-port "$script"
rm "$keys/script-$script.key"
echo short >"$keys/script-$script.key" && chmod 600 "$keys/script-$script.key"
says "a key file without a secret" 1 '^FAIL +key .*must be a secret' -- --port "$free" --script-port "$script"
mv "$work/key" "$keys/script-$script.key"

guarded=$(free_port)
bridge "$guarded" "$script" --Bridge:Tokens:me:Value 0123456789abcdef
says "a bridge with tokens" 0 '^ok +bridge ' '^note +emulators .*token' -- --port "$guarded" --script-port "$script"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
