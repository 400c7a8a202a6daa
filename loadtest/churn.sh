#!/usr/bin/env bash
# Eight clients create, use, extend, kill and delete emulators on a disk that is nearly always full, with a bridge that is short of file
# descriptors. Afterwards no process, folder, name or place may be left, and the bridge must still be the same process:
# loadtest/churn.sh [SECONDS]; SEED, DESCRIPTORS and BRIDGE_PROGRAM, the folder of a built bridge, can be set.
# Needs root or user namespaces.
set -uo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
seconds=${1:-600}
if ! [[ $seconds =~ ^[1-9][0-9]{0,4}$ ]]; then
  echo "loadtest/churn.sh: SECONDS must be 1 to 99999; got \"$seconds\"." >&2
  exit 2
fi

# All processes end with the namespace, and the disk with its mounts.
if [ "${IN_NAMESPACES:-}" != yes ]; then
  as_root=
  [ "$(id -u)" = 0 ] || as_root=-r
  export BRIDGE_PROGRAM=${BRIDGE_PROGRAM:-$top/artifacts/native}
  if [ ! -e "$BRIDGE_PROGRAM/bridge" ]; then
    echo "There is no $BRIDGE_PROGRAM/bridge; ./test.sh builds one." >&2
    exit 2
  fi
  make -s -C "$top/emulator" || exit
  IN_NAMESPACES=yes exec unshare $as_root -mnpf --mount-proc --kill-child "$0" "$@"
fi

ip link set lo up
work=$(mktemp -d)
mount -t tmpfs -o size=24m churn "$work" || exit
python3 "$top/loadtest/churn.py" "$seconds" "$work" "$top"
code=$?
umount "$work" && rmdir "$work"
exit $code
