# Sourced: finds k6, and starts and stops a bridge with its emulator on free ports.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(dirname "$here")
. "$top/eng/loopback.sh"
bridge=0

find_k6() {
  command -v k6 && return
  local beside=$top/../shared/tools/k6
  [ -x "$beside" ] && echo "$beside" && return
  echo "k6 is missing. https://grafana.com/docs/k6/latest/set-up/install-k6/ tells how to install it;" \
    "it is one file without dependencies." >&2
  return 1
}

stop_bridge() {
  [ $bridge != 0 ] || return 0
  kill -TERM $bridge 2>/dev/null
  wait $bridge
  bridge=0
}

# start_bridge: leaves its address in BASE_URL, and the process that started both in bridge
start_bridge() {
  local port script_port log=$top/artifacts/run/loadtest.log
  port=$(free_port)
  script_port=$(free_port)
  mkdir -p "${log%/*}"
  : >"$log" # what an earlier run wrote there would pass for this one's readiness
  "$top/run.sh" --port "$port" --script-port "$script_port" >"$log" 2>&1 </dev/null &
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

# child_of PID PROGRAM: prints the id of the child whose command line names the program
child_of() {
  local status id
  for status in /proc/[0-9]*/status; do
    id=${status//[^0-9]/}
    if grep -q "^PPid:[[:space:]]$1\$" "$status" 2>/dev/null && tr '\0' ' ' <"/proc/$id/cmdline" | grep -q "$2"; then
      echo "$id"
    fi
  done 2>/dev/null
}
