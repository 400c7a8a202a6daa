#!/usr/bin/env bash
# Plays a fleet in network namespaces. Prints a line per cell of MATRIX.md; the last line sums up: N passed, N failed.
#   run.sh                     the cells marked with * in MATRIX.md, with three hosts: less than a minute
#   run.sh --matrix [CELL...]  all cells with four hosts, or some
#   run.sh --many [HOSTS]      1,000 stub emulators on 20 hosts
#   run.sh --soak MINUTES      create, play and delete from eight clients, with a host lost each five minutes
# Needs root or user namespaces. BRIDGE_PROGRAM is the folder of another build of the bridge; FLEET_LOGS keeps the logs of failed cells.
set -uo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$top/eng/packages.sh"

skip() {
  echo "fleet: skipped, $1"
  echo "0 passed, 0 failed"
  exit
}

# The first call prepares and enters the namespaces; the second one, in them, plays. All processes end with the namespace of the second.
if [ "${IN_NAMESPACES:-}" != yes ]; then
  as_root=
  [ "$(id -u)" = 0 ] || as_root=-r
  unshare $as_root -mnpf --mount-proc true 2>/dev/null || skip "namespaces are not allowed here"
  # etcd and HAProxy don't run as services here.
  if [ -n "$(missing_packages etcd-server haproxy)" ] && [ -d /run/systemd/system ]; then
    skip "etcd-server or haproxy is missing, and its installation would start a service"
  fi
  more=
  [ "${1:-}" != --many ] || more=wrk
  # shellcheck disable=SC2086 # none or one
  install_missing etcd-server haproxy iptables iproute2 curl python3 $more || skip "a package of the rig can't be installed"
  program=${BRIDGE_PROGRAM:-$top/artifacts/native}
  if [ -z "${BRIDGE_PROGRAM:-}" ]; then
    # shellcheck disable=SC2086 # a list of words
    install_missing $LINKER_PACKAGES &&
      dotnet publish "$top/src/Bridge.Api" -c Release -r "$(linux_identifier)" -o "$program" --nologo --disable-build-servers || exit
  fi
  make -s -C "$top/emulator" && make -s -C "$top/tests/fleet/stub" || exit
  IN_NAMESPACES=yes BRIDGE_PROGRAM=$program exec unshare $as_root -mnpf --mount-proc --kill-child "$0" "$@"
fi

# /run and the work folder are ours: names of namespaces don't clash with other runs, and etcd waits for no disk.
mount -t tmpfs fleet /run && mkdir /run/netns /run/fleet || exit
ip link set lo up && ip link add fleet type bridge && ip link set fleet up || exit

# member NAME ADDRESS: adds a namespace with an address on the bridge
member() {
  ip netns add "$1" && ip -n "$1" link set lo up &&
    ip link add "$1" type veth peer name eth0 netns "$1" && ip link set "$1" master fleet up &&
    ip -n "$1" address add "$2/16" dev eth0 && ip -n "$1" link set eth0 up
}

hosts=3
case ${1:-} in --matrix | --soak) hosts=4 ;; --many) hosts=${2:-20} ;; esac
member c 10.77.0.100 || exit
for i in 1 2 3; do member "e$i" "10.77.0.$i" || exit; done
for i in $(seq "$hosts"); do member "h$i" "10.77.1.$i" || exit; done

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/clients/python/src:$top/tests/fleet BRIDGE_REPOSITORY=$top
# Not exec: the first process of a process namespace has to wait for orphans.
ip netns exec c python3 -m rig "$hosts" "$@"
