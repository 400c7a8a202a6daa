#!/usr/bin/env bash
# Builds the images, starts docker-compose.yml and tests it. Prints one line per test; the last line sums up.
# Skips all tests without a container engine; BRIDGE_CONTAINER_TESTS=1 starts $bundled_engine if it exists.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
. eng/loopback.sh

max_image_bytes=60000000
bundled_engine=../shared/tools/containers.sh
started_engine=
work=$(mktemp -d)
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

engine_answers() {
  docker info >/dev/null 2>&1 && docker compose version >/dev/null 2>&1
}

find_engine() {
  engine_answers && return
  [ "${BRIDGE_CONTAINER_TESTS:-}" = 1 ] && [ -x $bundled_engine ] || return
  started_engine=yes
  $bundled_engine up && . "$($bundled_engine env)" && engine_answers
}

compose() {
  docker compose --project-name "$project" "$@"
}

fleet() {
  docker compose --project-name "$project-fleet" -f deploy/fleet/docker-compose.yml "$@"
}

clean_up() {
  fleet down --volumes --rmi local >/dev/null 2>&1
  compose down --volumes --rmi local >/dev/null 2>&1
  [ -z "$started_engine" ] || $bundled_engine down
  rm -rf "$work"
}

up() {
  compose up --build --wait --wait-timeout 300 </dev/null
}

ready() {
  [ "$(http_status "$BRIDGE_PORT" /health/ready)" = 200 ]
}

becomes_ready() {
  local deadline=$((SECONDS + 60))
  until ready; do
    [ $SECONDS -lt $deadline ] || return 1
    sleep 0.2
  done
}

token() {
  compose exec -T bridge cat /secrets/token
}

refuses_without_the_token() {
  [ "$(http_status "$BRIDGE_PORT" /emulators/default/screen)" = 401 ] &&
    [ "$(http_status "$BRIDGE_PORT" '/emulators/default/buttons/press?buttons=A')" = 401 ]
}

keeps_its_secrets() {
  [ "$(compose exec -T bridge stat -c '%u %g %a' /secrets/token)" = "1654 1654 400" ] &&
    [ "$(compose exec -T bridge stat -c '%u %g %a' /secrets/script-8888.key)" = "1654 1655 440" ] &&
    ! compose exec -T emulator cat /secrets/token
}

loads_a_rom_by_name() {
  request POST /emulators/default/rom 200 '{"name":"buttontest.gba"}'
}

# request METHOD PATH STATUS [BODY]: sends a request with the token, writes the response to $work/response
request() (
  body=${4:-}
  exec 3<>"/dev/tcp/127.0.0.1/$BRIDGE_PORT" || exit
  {
    printf '%s %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAuthorization: Bearer %s\r\n' "$1" "$2" "$BRIDGE_PORT" "$(token)"
    printf 'Content-Type: application/json\r\nContent-Length: %s\r\nConnection: close\r\n\r\n%s' ${#body} "$body"
  } >&3
  timeout 20 cat <&3 >"$work/response"
  grep -qa "^HTTP/1.1 $3" "$work/response" || { head -c 2000 "$work/response"; exit 1; }
)

# As many as the bridge allows by default on one processor.
creates_emulators() {
  local name
  for name in one two; do
    request POST /emulators 201 "{\"rom\": \"buttontest.gba\", \"name\": \"$name\"}" &&
      request GET "/emulators/$name/screen" 200 || return
  done
  for name in one two; do
    request DELETE "/emulators/$name" 204 || return
  done
}

fleet_up() {
  fleet up --build --wait --wait-timeout 300 </dev/null
}

# Each host serves the emulators of both, and both get some.
serves_a_fleet() {
  local name names host
  token() { fleet exec -T h1 cat /secrets/token; }
  for _ in 1 2 3 4; do
    request POST /emulators 201 '{"rom": "buttontest.gba"}' || return
    names+=" $(grep -o '"name": *"h[12]-[a-z0-9]*' "$work/response" | grep -om 1 'h[12]-.*')"
  done
  echo "$names"
  for host in "$BRIDGE_PORT" "$BRIDGE_PORT_2"; do
    for name in $names; do
      BRIDGE_PORT=$host request GET "/emulators/$name/screen" 200 || return
    done
  done
  [[ $names = *h1-* && $names = *h2-* ]]
}

keeps_the_token_when_it_starts_again() {
  local before
  before=$(token) && compose down && up && [ "$(token)" = "$before" ]
}

presses_of_a() {
  http_get "$BRIDGE_PORT" '/emulators/default/memory/0x02000020?type=u16' "$(token)" | grep -o '"value":[0-9]*' | tr -cd 0-9
}

counts_a_press() {
  local before
  before=$(presses_of_a)
  [ "$(http_status "$BRIDGE_PORT" '/emulators/default/buttons/press?buttons=A' "$(token)")" = 200 ] || return
  echo "$before, then $(presses_of_a)"
  [ "$(presses_of_a)" = $((before + 1)) ]
}

not_root() { # SERVICE
  [ "$(compose exec -T "$1" id -u)" -gt 0 ]
}

writes_nothing() { # SERVICE
  ! compose exec -T "$1" touch /here
}

has_no_capabilities() { # SERVICE
  [ "$(compose exec -T "$1" grep -cE '^Cap(Prm|Eff|Bnd):\s0+$|^NoNewPrivs:\s1$' /proc/1/status)" = 4 ]
}

network_container() {
  compose ps --quiet network
}

publishes_only() { # HOST_ADDRESS
  local addresses
  addresses=$(docker inspect -f '{{range .NetworkSettings.Ports}}{{range .}}{{.HostIp}} {{end}}{{end}}' "$(network_container)")
  echo "$addresses"
  [ "$addresses" = "$1 " ]
}

reaches() { # PORT: succeeds if the port is open on the container's network address
  local address
  address=$(docker inspect -f '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' "$(network_container)")
  (exec 3<>"/dev/tcp/$address/$1") 2>/dev/null
}

script_is_out_of_reach() {
  reaches 7185 && ! reaches 8888
}

# Checks only the configuration, because the profile's images are not pulled in tests.
sends_telemetry() {
  COMPOSE_PROFILES=observability compose config | grep -x ' *Bridge__Telemetry__Endpoint: http://collector:4318'
}

sends_none() {
  compose config | grep -x ' *Bridge__Telemetry__Endpoint: ""' && ! compose config --services | grep -E 'collector|grafana'
}

survives_a_restart() { # SERVICE
  compose restart "$1" && becomes_ready
}

plays_another_game() {
  mkdir -p "$work/roms" && chmod 755 "$work" "$work/roms" && cp emulator/rom/buttontest.gba "$work/roms/another.gba" || return
  BRIDGE_ROMS=$work/roms BRIDGE_ROM=another.gba up || return
  compose exec -T emulator grep -qaz another.gba /proc/1/cmdline && becomes_ready
}

# Searches the bill of materials for the hash of the program and for the packages it was linked from; the image has no JSON tool.
lists_what_it_ships() {
  local bill hash
  bill=$(compose exec -T bridge cat sbom.cdx.json) || return
  grep -q '"bomFormat": "CycloneDX"' <<<"$bill" || return
  hash=$(compose exec -T bridge sha256sum bridge | cut -c 1-64)
  [ ${#hash} = 64 ] && grep -q "\"content\": \"$hash\"" <<<"$bill" && [ "$(grep -c '"purl"' <<<"$bill")" -gt 10 ]
}

# Compressed as a registry has them, but faster.
are_small() {
  local bytes
  bytes=$(docker save "$project-bridge" "$project-emulator" | gzip -1 | wc -c)
  echo "$bytes bytes"
  [ "$bytes" -lt $max_image_bytes ]
}

if ! find_engine; then
  echo "containers: skipped, no container engine"
  echo "0 passed, 0 failed"
  exit
fi
export BRIDGE_PORT=$(free_port)
project=bridge-test-$BRIDGE_PORT
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

holds "the profile observability is valid and sends telemetry" sends_telemetry
holds "without the profile no telemetry is sent" sends_none
holds "both images are built and all services become healthy" up
holds "clients without the token are refused" refuses_without_the_token
holds "each secret is readable only for the services that need it" keeps_its_secrets
holds "the game sees a button pressed over HTTP" counts_a_press
holds "a game in the folder is loaded by name" loads_a_rom_by_name
holds "clients create emulators in the bridge's container" creates_emulators
for service in emulator bridge network; do
  holds "$service: not root" not_root $service
  holds "$service: can't write to its image" writes_nothing $service
  holds "$service: no capabilities, no new privileges" has_no_capabilities $service
done
holds "the image has a bill of materials that lists the program and its packages" lists_what_it_ships
holds "both images together are smaller than 60 MB" are_small
holds "published on the loopback interface only" publishes_only 127.0.0.1
holds "the script is not reachable from other containers" script_is_out_of_reach
holds "works after a restart of the emulator" survives_a_restart emulator
holds "works after a restart of the bridge" survives_a_restart bridge
holds "the token survives a restart" keeps_the_token_when_it_starts_again
holds "a game from a mounted folder runs" plays_another_game
[ $failed = 0 ] || compose logs --tail 20
compose down --volumes >/dev/null 2>&1
export BRIDGE_PORT_2=$((BRIDGE_PORT + 1)) BRIDGE_FLEET_SECRET=$(od -An -vtx1 -N32 /dev/urandom | tr -d ' \n')
holds "three members of etcd and two hosts of a fleet become healthy" fleet_up
holds "each host of the fleet serves the emulators of both" serves_a_fleet
[ $failed = 0 ] || fleet logs --tail 20

trap - EXIT
clean_up
echo "$passed passed, $failed failed"
[ $failed = 0 ]
