"""A thousand emulators on twenty hosts: stubs that speak the script's protocol, because a thousand games don't fit on one machine."""

from __future__ import annotations

import contextlib
import re
import statistics
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from mgba_bridge import Bridge, BridgeError

from .fleet import Fleet
from .games import ask_for_one, create, kind_of
from .hosts import REPOSITORY, TOKEN, Host
from .network import Failed, until

STUB = REPOSITORY / "tests/fleet/stub/build/stub"
EMULATORS = 1000
WITH_NAMES = 250
# How long all creations may take.
SECONDS = 60
# The memory that a bridge may need for the other hosts' emulators.
DIRECTORY_BYTES = 5_000_000
CLIENTS = 24
LOOKUP_CLIENTS = 8
# The processor time of a request in the fleet, as a ratio to that in a fleet of one host: at most this.
LOOKUP_COST = 1.05
TURNS = 5
TURN_SECONDS = 2


def many(hosts: int) -> int:
    """Creates a thousand emulators and measures; returns the number of failed checks."""
    fleet = Fleet(hosts, EMULATORS // hosts + 5, STUB, **{"Bridge:OnDemand:Warm": "0"})
    begin = time.monotonic()
    fleet.start()
    print(f"{hosts} hosts run after {time.monotonic() - begin:.1f} s", flush=True)
    checks = [_creation, _beside]
    failed = 0
    for check in checks:
        try:
            print(f"ok {check(fleet)}", flush=True)
        except (Failed, BridgeError, OSError) as error:
            failed += 1
            print(f"FAILED {error}", flush=True)
    print(f"{len(checks) - failed} passed, {failed} failed")
    return failed


def _creation(fleet: Fleet) -> str:
    entries = [fleet.entries[host.name] for host in fleet.hosts[:3]]
    refused: list[str] = []

    def one(index: int) -> None:
        name = {"name": f"chosen-{index}"} if index < WITH_NAMES else {}
        try:
            fleet.games.append(create(entries[index % 3], **name))
        except BridgeError as error:
            refused.append(f"{kind_of(error)}: {error}")

    begin = time.monotonic()
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(one, range(EMULATORS)))
    took = time.monotonic() - begin
    if refused:
        raise Failed(f"{len(refused)} creations were refused, the first with {refused[0]}")
    if len({game.name for game in fleet.games}) != EMULATORS:
        raise Failed("a name was given twice")
    fleet.check_census(10)
    places = [len(host.processes()) for host in fleet.hosts]
    if took > SECONDS:
        raise Failed(f"{EMULATORS} creations took {took:.1f} s")
    return f"creation: {EMULATORS} in {took:.1f} s through 3 entries, each once, {min(places)} to {max(places)} a host"


def _beside(fleet: Fleet) -> str:
    """Compares a bridge of the fleet with one in a fleet of its own and one in none: each has as many emulators, and the same load."""
    host = fleet.hosts[-1]
    own = fleet.of(host.name)
    with _alone(fleet.slots, 7201, fleet.etcd.addresses) as one, _alone(fleet.slots, 7202) as alone:
        hosts = {"in the fleet": host, "in a fleet of one host": one, "in no fleet": alone}
        names = {"in the fleet": own[0].name}
        for what, other in list(hosts.items())[1:]:
            with Bridge(other.url, token=TOKEN) as client, ThreadPoolExecutor(8) as pool:
                created = list(pool.map(lambda index, client=client: ask_for_one(client), own))
            names[what] = created[0]["name"]
        loads: dict[str, list[tuple[float, float]]] = {what: [] for what in hosts}
        for turn in range(-1, TURNS):
            for what, other in hosts.items():
                load = _load(other, f"{other.url}/emulators/{names[what]}")
                # The first one warms up.
                if turn >= 0:
                    loads[what].append(load)
        memory = {what: other.memory() for what, other in hosts.items()}
    rates, costs = ({what: statistics.median(each[index] for each in found) for what, found in loads.items()} for index in (0, 1))
    figures = f"{len(own)} emulators each, {TURNS} turns of {TURN_SECONDS} s with {LOOKUP_CLIENTS} clients: " + "; ".join(
        f"{what} {memory[what] / 1e6:.1f} MB, {rates[what]:.0f} requests/s, {costs[what]:.1f} µs of processor each" for what in hosts)
    if memory["in the fleet"] - memory["in a fleet of one host"] > DIRECTORY_BYTES:
        raise Failed(f"the directory takes too much memory: {figures}")
    if costs["in the fleet"] > costs["in a fleet of one host"] * LOOKUP_COST:
        raise Failed(f"lookups take too long: {figures}")
    return figures


def _load(host: Host, url: str) -> tuple[float, float]:
    """Asks as fast as possible and returns the rate, and the microseconds of the bridge's processor time for each request."""
    options = ["-t1", f"-c{LOOKUP_CLIENTS}", f"-d{TURN_SECONDS}s", "-H", f"Authorization: Bearer {TOKEN}"]
    before = host.processor()
    done = subprocess.run(["wrk", *options, url], capture_output=True, text=True, check=False)
    used = host.processor() - before
    rate, requests = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout), re.search(r"(\d+) requests in", done.stdout)
    if rate is None or requests is None or "Non-2xx" in done.stdout:
        raise Failed(f"wrk {url}: {done.stdout} {done.stderr}")
    return float(rate[1]), used * 1e6 / int(requests[1])


@contextlib.contextmanager
def _alone(slots: int, port: int, etcd: list[str] | None = None) -> Iterator[Host]:
    """Runs a bridge on the machine of the first one, on another port, in no fleet or alone in one."""
    settings = {"Bridge:OnDemand:Warm": "0"} | ({"Bridge:Fleet:Name": "alone"} if etcd else {})
    alone = Host(1, etcd or [], slots, STUB, settings, port=port, fleet=bool(etcd), folder=f"alone-{port}")
    alone.bridge.start()
    try:
        until(alone.is_live, 20, f"the bridge alone serves\n{alone.bridge.tail()}")
        yield alone
    except BridgeError as error:
        raise Failed(f"the bridge alone: {error}\n{alone.bridge.tail()}") from error
    finally:
        alone.power_off_bridge()
