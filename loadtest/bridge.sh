# Sourced. Finds k6; starts and stops a bridge with its emulator on free ports.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(dirname "$here")
. "$top/eng/loopback.sh"
bridge=0 # the process ID of run.sh; 0: none was started

# find_k6: prints the path of k6
find_k6() {
  command -v k6 && return
  local bundled=$top/../shared/tools/k6
  [ -x "$bundled" ] && echo "$bundled" && return
  echo "k6 is not installed. See https://grafana.com/docs/k6/latest/set-up/install-k6/; k6 is a single file." >&2
  return 1
}

stop_bridge() {
  [ $bridge != 0 ] || return 0
  kill -TERM $bridge 2>/dev/null
  wait $bridge
  bridge=0
}

# start_bridge: sets BASE_URL to the bridge's address, and bridge to the process ID of run.sh
start_bridge() {
  local port script_port log=$top/artifacts/run/loadtest.log
  port=$(free_port)
  script_port=$(free_port)
  mkdir -p "${log%/*}"
  : >"$log" # the loop below must not find the line of an earlier run
  "$top/run.sh" --native --port "$port" --script-port "$script_port" >"$log" 2>&1 </dev/null &
  bridge=$!
  BASE_URL=http://127.0.0.1:$port
  until grep -q '^The bridge listens' "$log"; do
    if ! kill -0 $bridge 2>/dev/null; then
      cat "$log" >&2
      exit 1
    fi
    sleep 0.2
  done
}

# child_of PID PROGRAM: prints the process ID of the child whose command line contains the program
child_of() {
  local status id
  for status in /proc/[0-9]*/status; do
    id=${status//[^0-9]/}
    if grep -q "^PPid:[[:space:]]$1\$" "$status" 2>/dev/null && tr '\0' ' ' <"/proc/$id/cmdline" | grep -q "$2"; then
      echo "$id"
    fi
  done 2>/dev/null
}
