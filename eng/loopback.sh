# Sourced. Functions for loopback ports and HTTP in plain bash, because Debian has no curl by default.

# port_taken PORT [ADDRESS]: succeeds if something listens on the port (default address 127.0.0.1)
port_taken() {
  (exec 3<>"/dev/tcp/${2:-127.0.0.1}/$1") 2>/dev/null
}

# bridge_port_taken PORT: checks both loopback addresses, because the bridge listens on both
bridge_port_taken() {
  port_taken "$1" || port_taken "$1" ::1
}

# free_port: prints a free port below the range of ephemeral ports
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 10000))
    port_taken "$port" || break
  done
  echo "$port"
}

# http_get PORT PATH [TOKEN]: prints the response with its headers; nothing if there is none within ten seconds
http_get() (
  exec 3<>"/dev/tcp/127.0.0.1/$1" || exit
  printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n%sConnection: close\r\n\r\n' "$2" "$1" "${3:+Authorization: Bearer $3$'\r\n'}" >&3
  timeout 10 cat <&3
) 2>/dev/null

# http_status PORT PATH [TOKEN]: prints the status code
http_status() {
  local status
  read -r _ status _ < <(http_get "$@") && echo "$status"
}
