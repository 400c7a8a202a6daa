#!/usr/bin/env bash
# Checks the systemd units, and starts the host of a fleet and the service of a machine under theirs: with a systemd of its own in new
# namespaces, which needs root.
# Prints one line per test; the last line sums up. BRIDGE_PROGRAM names the folder of the native program: under the unit's
# MemoryDenyWriteExecute the managed one can't run. Needs emulator/build/mgba-host and python3.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
. eng/loopback.sh

fleet_unit=deploy/fleet/bridge-fleet.service
user_unit=eng/packaging/bridge.service
machine_unit=eng/packaging/bridge-machine.service
# The account of the service, and one that is neither that one nor root.
service_account=65534 other_account=65533
work=$(mktemp -d)
group=bridge-test-$$
passed=0
failed=0

# holds NAME COMMAND...: passes if the command succeeds
holds() {
  local name=$1
  shift
  if "$@" >"$work/output" 2>&1; then
    passed=$((passed + 1))
    echo "ok $name"
  else
    failed=$((failed + 1))
    echo "FAILED $name: $(tail -n 5 "$work/output")"
  fi
}

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
}

clean_up() {
  # Its processes end with it.
  [ -z "${systemd:-}" ] || kill -KILL "$systemd" 2>/dev/null
  if mountpoint -q "$work/cgroup"; then
    eventually has_no_processes
    find "$work/cgroup/$group" -depth -type d -exec rmdir {} + 2>/dev/null
    umount "$work/cgroup"
  fi
  rm -rf "$work"
}
trap clean_up EXIT

# eventually COMMAND...: waits until the command succeeds, for 60 s at most
eventually() {
  local deadline=$((SECONDS + 60))
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $deadline ] || { echo "this did not succeed within 60 s: $*"; tail -n 5 "$work/log" "$work/systemd.log"; return 1; }
    sleep 0.1
  done
}

has_no_processes() {
  ! grep -q populated.1 "$work/cgroup/$group/cgroup.events"
}

# is_valid OPTION UNIT: succeeds if systemd knows every setting of the unit
is_valid() {
  sed 's|/usr/bin/bridge|/bin/true|' "$2" >"$work/$(basename "$2")"
  local said
  said=$(XDG_RUNTIME_DIR=$work systemd-analyze "$1" verify --man=no "$work/$(basename "$2")" 2>&1) && [ -z "$said" ] || {
    echo "$said"
    false
  }
}

# exposes_at_most TENTHS UNIT: compares systemd's estimate of what a service can do, 0 to 100
exposes_at_most() {
  systemd-analyze security --no-pager --offline=true --threshold="$1" "$work/$(basename "$2")" | tail -n 1
}

if ! command -v systemd-analyze >/dev/null; then
  echo "systemd units: skipped, there is no systemd-analyze"
  finish
fi
holds "systemd knows the settings of the fleet's unit" is_valid --system $fleet_unit
holds "systemd knows the settings of the user's unit" is_valid --user $user_unit
holds "systemd knows the settings of the machine's unit" is_valid --system $machine_unit
if systemd-analyze security --help 2>&1 | grep -q -- --offline; then
  holds "the fleet's unit leaves a service little" exposes_at_most 20 $fleet_unit
  holds "the machine's unit leaves a service little" exposes_at_most 20 $machine_unit
  holds "the user's unit forbids what a user's service manager can forbid" exposes_at_most 65 $user_unit
else
  echo "exposure of the units: skipped, this systemd-analyze can't read units offline"
fi

# missing: prints why the unit can't be started here
missing() {
  if [ "$(id -u)" != 0 ]; then
    echo "only root can start a systemd"
  elif [ ! -x /lib/systemd/systemd ]; then
    echo "there is no systemd"
  elif [ ! -x "${BRIDGE_PROGRAM:-}/bridge" ] || [ -e "$BRIDGE_PROGRAM/Bridge.Api.dll" ]; then
    echo "BRIDGE_PROGRAM has no native program"
  elif ! unshare --mount --pid --ipc --uts --cgroup --fork mount -t proc proc /proc 2>/dev/null; then
    echo "there are no namespaces"
  elif ! { mkdir "$work/cgroup" && mount -t cgroup2 cgroup2 "$work/cgroup" && mkdir "$work/cgroup/$group"; } 2>/dev/null; then
    echo "control groups can't be created"
  fi
}

reason=$(missing)
if [ -n "$reason" ]; then
  echo "start under the unit: skipped, $reason"
  finish
fi

# as_first_process: becomes systemd, with a file system in which only /opt, /run and /var/lib differ
as_first_process() {
  mount --make-rprivate /
  local folder
  for folder in /run /opt /var/lib; do mount -t tmpfs -o mode=755 tmpfs $folder; done
  umount -R -l /sys/fs/cgroup
  mount -t cgroup2 cgroup2 /sys/fs/cgroup
  mount -t proc proc /proc
  for folder in /opt/bridge /opt/machine; do
    mkdir $folder
    cp "$BRIDGE_PROGRAM/bridge" emulator/build/mgba-host emulator/rom/buttontest.gba "$work/${folder##*/}.json" $folder
    chown "$service_account" $folder/*.json
    chmod 600 $folder/*.json
  done
  exec env -i container=unshare PATH=/usr/bin:/bin SYSTEMD_UNIT_PATH="$work/units" SYSTEMD_LOG_TARGET=console \
    /lib/systemd/systemd --system --unit=test.target --show-status=no
}

# Without this machine's other units.
mkdir -p "$work/units/bridge-fleet.service.d" "$work/units/bridge.service.d"
cp $fleet_unit "$work/units"
cp $machine_unit "$work/units/bridge.service"
for unit in sysinit basic shutdown network-online; do printf '[Unit]\nDefaultDependencies=no\n' >"$work/units/$unit.target"; done
printf '[Unit]\nDefaultDependencies=no\nWants=bridge-fleet.service bridge.service\n' >"$work/units/test.target"
cat >"$work/units/bridge-fleet.service.d/test.conf" <<END
[Service]
User=$service_account
ExecStart=
ExecStart=/opt/bridge/bridge --settings /opt/bridge/bridge.json
StandardOutput=append:$work/log
StandardError=append:$work/log
END
# It starts to serve once the test lets it.
cat >"$work/units/bridge.service.d/test.conf" <<END
[Service]
User=$service_account
ExecStart=
ExecStart=/bin/sh -c 'until [ -e /opt/machine/open ]; do sleep 0.1; done; exec /opt/machine/bridge --settings /opt/machine/machine.json'
WatchdogSec=5
StateDirectory=
StateDirectory=machine
Environment=XDG_DATA_HOME=/var/lib/machine
StandardOutput=append:$work/log
StandardError=append:$work/log
END
port=$(free_port)
machine_port=$((port + 1))
cat >"$work/machine.json" <<END
{ "Urls": "http://127.0.0.1:$machine_port",
  "Bridge": { "RomFolder": "/opt/machine", "Emulators": { "default": { "Port": 1 } } } }
END
cat >"$work/bridge.json" <<END
{ "Urls": "http://127.0.0.1:$port",
  "Bridge": { "RomFolder": "/opt/bridge", "Emulators": { "default": { "Port": 1 } }, "OnDemand": { "KeepOnStop": true } } }
END
: >"$work/log"

(
  echo $BASHPID >"$work/cgroup/$group/cgroup.procs"
  export work BRIDGE_PROGRAM service_account
  exec unshare --mount --pid --ipc --uts --cgroup --fork --kill-child bash -euc "$(declare -f as_first_process); as_first_process"
) >"$work/systemd.log" 2>&1 </dev/null &
systemd=$!
# Otherwise the shell reports its end after the last line.
disown

# process NAME [FOLDER]: prints the id of the process of the service with that folder below /opt, by default the fleet's
process() {
  local id
  while read -r id; do
    [ "$(readlink "/proc/$id/exe")" = "/opt/${2:-bridge}/$1" ] && echo "$id" && return
  done < <(find "$work/cgroup/$group" -name cgroup.procs -exec cat {} +)
  return 1
}

# confined NAME [FOLDER]: succeeds if the process has no capabilities, can get none, and has the unit's filters and umask
confined() {
  local status
  status=$(cat "/proc/$(process "$@")/status")
  echo "$status"
  grep -qP '^CapBnd:\t0+$' <<<"$status" && grep -qP '^CapEff:\t0+$' <<<"$status" && grep -qP '^NoNewPrivs:\t1$' <<<"$status" &&
    grep -qP '^Seccomp:\t2$' <<<"$status" && grep -qP '^Umask:\t0077$' <<<"$status"
}

# request METHOD PATH [BODY]: prints the response's body; fails unless it is a success
request() {
  python3 - "http://127.0.0.1:$port" "$@" <<'END'
import sys, urllib.request
address, method, path, *body = sys.argv[1:]
request = urllib.request.Request(address + path, body[0].encode() if body else None, method=method,
    headers={"Content-Type": "application/json"} if body else {})
print(urllib.request.urlopen(request, timeout=30).read().decode())
END
}

creates() {
  request POST /emulators '{"rom": "buttontest.gba", "name": "red"}' &&
    request POST /emulators/red/buttons/press '{"buttons": ["A"]}' && request PUT /emulators/red/states/boss
}

# in_service COMMAND...: runs a command with the files that the service sees, as its account
in_service() {
  nsenter -t "$(process bridge)" --mount setpriv --reuid $service_account --regid $service_account --clear-groups "$@"
}

is_private() {
  local open
  open=$(find "/proc/$(process bridge)/root/var/lib/bridge/" \( -type f ! -name bridge.lua ! -perm 600 -o -type d ! -perm 700 \) -ls)
  echo "$open"
  [ -z "$open" ]
}

writes_only_its_folder() {
  in_service touch /var/lib/bridge/new && in_service rm /var/lib/bridge/new || return
  local folder
  for folder in /opt/bridge /etc /usr /var/tmp/.. /run; do
    ! in_service touch "$folder/new" || { echo "it can write to $folder"; return 1; }
  done
}

sees_no_homes() {
  ! in_service ls /root && ! in_service sh -c 'ls /home/*'
}

# Only netlink tells the bridge which account connects.
refuses_other_accounts() {
  setpriv --reuid $other_account --regid $other_account --clear-groups bash -c \
    ". eng/loopback.sh; http_get $port /emulators | grep -q foreign-user"
}

restarts_with_its_emulator() {
  local emulator
  emulator=$(process mgba-host) && kill -KILL "$(process bridge)" || return
  eventually request GET /emulators/red/memory/0x02000020 && [ "$(process mgba-host)" = "$emulator" ]
}

# More than the five starts that systemd tries by default.
has_tried_often() {
  [ "$(grep -c "Another program listens on that address" "$work/log")" -gt 5 ]
}

waits_for_its_port() {
  python3 - "$port" "$(process bridge)" <<'END' &
import os, signal, socket, sys
os.kill(int(sys.argv[2]), signal.SIGKILL)
other = None
while not other:
    try:
        other = socket.create_server(("127.0.0.1", int(sys.argv[1])))
    except OSError:
        pass
signal.pause()
END
  local other=$! tried
  eventually has_tried_often
  tried=$?
  kill "$other"
  [ $tried = 0 ] && eventually request GET /health/live
}

# manager: prints the id of the process of systemd
manager() {
  ps -o pid= --ppid "$systemd" | tr -d ' '
}

# machine PROPERTY: prints what systemd says about the machine's service
machine() {
  nsenter -t "$(manager)" --mount --pid --cgroup systemctl show --value --property="$1" bridge
}

machine_is() {
  [ "$(machine ActiveState)" = "$1" ]
}

becomes_active_when_it_answers() {
  eventually machine_is activating && touch "/proc/$(manager)/root/opt/machine/open" && eventually machine_is active &&
    port=$machine_port request GET /health/live
}

has_new_report() {
  [ "$(machine WatchdogTimestampMonotonic)" != "$1" ]
}

keeps_reporting() {
  local before
  for _ in 1 2 3; do
    before=$(machine WatchdogTimestampMonotonic)
    eventually has_new_report "$before" || return
  done
  [ "$(machine NRestarts)" = 0 ]
}

was_restarted() {
  [ "$(machine NRestarts)" = 1 ] && machine_is active
}

restarts_one_that_hangs() {
  local emulator
  port=$machine_port creates && emulator=$(process mgba-host machine) && kill -STOP "$(process bridge machine)" &&
    eventually was_restarted && port=$machine_port eventually request GET /emulators/red/memory/0x02000020 &&
    [ "$(process mgba-host machine)" = "$emulator" ]
}

holds "the bridge starts under the fleet's unit" eventually request GET /health/live
holds "it creates, plays and saves emulators" creates
holds "the bridge has no privileges" confined bridge
holds "an emulator has none either" confined mgba-host
holds "its files are private" is_private
holds "it writes only to its folder" writes_only_its_folder
holds "it sees no homes" sees_no_homes
holds "it refuses other accounts" refuses_other_accounts
holds "a killed bridge comes back with its emulator" restarts_with_its_emulator
holds "it comes back when its port was in use" waits_for_its_port
holds "the machine's service is active once it answers" becomes_active_when_it_answers
holds "it has no privileges" confined bridge machine
holds "it reports that it answers" keeps_reporting
holds "one that hangs is restarted, and its emulator goes on" restarts_one_that_hangs
finish
