# Sourced: loopback ports and HTTP in plain bash, because a fresh Debian has no curl.

# port_taken PORT [ADDRESS]: 127.0.0.1 unless another is given
port_taken() {
  (exec 3<>"/dev/tcp/${2:-127.0.0.1}/$1") 2>/dev/null
}

# bridge_port_taken PORT: on either loopback address, since the bridge listens on both
bridge_port_taken() {
  port_taken "$1" || port_taken "$1" ::1
}

# free_port: prints one that nobody listens to, from below the range that the system takes for outgoing connections.
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 10000))
    port_taken "$port" || break
  done
  echo "$port"
}

# http_get PORT PATH [TOKEN]: prints the whole response, its head too; nothing when there is none within ten seconds.
http_get() (
  exec 3<>"/dev/tcp/127.0.0.1/$1" || exit
  printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n%sConnection: close\r\n\r\n' "$2" "$1" "${3:+Authorization: Bearer $3$'\r\n'}" >&3
  timeout 10 cat <&3
) 2>/dev/null

# http_status PORT PATH [TOKEN]: prints the status code.
http_status() {
  local status
  read -r _ status _ < <(http_get "$@") && echo "$status"
}
