# Sourced by run.sh and loadtest/run.sh: loopback ports and HTTP in plain bash, because a fresh Debian has no curl.

# port_taken PORT
port_taken() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
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

# http_status PORT PATH: prints the status code; nothing when there is no answer within ten seconds.
http_status() (
  exec 3<>"/dev/tcp/127.0.0.1/$1" || exit
  printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$2" "$1" >&3
  read -r -t 10 _ status _ <&3 && echo "$status"
) 2>/dev/null
