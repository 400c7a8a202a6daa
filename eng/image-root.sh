#!/bin/sh
# Makes the root of a container image: eng/image-root.sh ROOT USER ID FILE...
# It has each FILE with the libraries that it loads, and busybox as the shell and tools of health checks and docker compose exec.
set -eu
root=$1 user=$2 id=$3
shift 3

mkdir -p "$root/bin" "$root/etc" "$root/tmp"
chmod 1777 "$root/tmp"
echo "$user:x:$id:$id::/:/bin/false" >"$root/etc/passwd"
echo "$user:x:$id:" >"$root/etc/group"
cp /bin/busybox "$root/bin"
for tool in $(busybox --list); do
  [ "$tool" = busybox ] || ln -s busybox "$root/bin/$tool"
done
for file in "$@"; do
  cp --parents -L "$file" "$root"
  ldd "$file" 2>/dev/null | grep -o '/[^ ]*' | while read -r library; do
    cp --parents -L "$library" "$root"
  done
done
