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
from .games import MARK, ask_for_one, create, kind_of
from .hosts import REPOSITORY, TOKEN, Host
from .network import Failed, until

STUB = REPOSITORY / "tests/fleet/stub/build/stub"
EMULATORS = 1000
WITH_NAMES = 250
SECONDS = 60
DIRECTORY_BYTES = 5_000_000
CLIENTS = 24
REST_SECONDS = 45
LOOKUP_CLIENTS = 8
LOOKUP_RATIO = 0.97
TURNS = 7
TURN_SECONDS = 1


def many(hosts: int) -> int:
    """Creates a thousand emulators and measures; returns the number of failed checks."""
    fleet = Fleet(hosts, EMULATORS // hosts + 5, STUB, **{"Bridge:OnDemand:Warm": "0"})
    begin = time.monotonic()
    fleet.start()
    print(f"{hosts} hosts run after {time.monotonic() - begin:.1f} s", flush=True)
    checks = [_creation, _memory, _lookups]
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


def _lookups(fleet: Fleet) -> str:
    """Compares requests to a host's own emulator, which it answers itself, with those of a bridge that is in no fleet, in turns."""
    host = fleet.hosts[0]
    own = next(game.name for game in fleet.of(host.name))
    with _alone(1, 7203) as alone, Bridge(alone.url, token=TOKEN) as client:
        addresses = {"fleet": f"{host.url}/emulators/{own}", "alone": f"{alone.url}/emulators/{ask_for_one(client)['name']}"}
        rates: dict[str, list[float]] = {kind: [] for kind in addresses}
        medians: dict[str, list[float]] = {kind: [] for kind in addresses}
        for turn in range(-1, TURNS):
            for kind, address in addresses.items():
                rate, median = _load(address)
                # The first one warms up.
                if turn >= 0:
                    rates[kind].append(rate)
                    medians[kind].append(median)
    ratio = statistics.median(one / other for one, other in zip(rates["fleet"], rates["alone"], strict=True))
    more = statistics.median(one - other for one, other in zip(medians["fleet"], medians["alone"], strict=True))
    figures = (f"lookup: {ratio:.2f} of the rate of a bridge in no fleet among {EMULATORS} emulators, p50 {more:+.3f} ms "
               f"({statistics.median(medians['alone']):.3f} ms), {TURNS} turns of {TURN_SECONDS} s, {LOOKUP_CLIENTS} clients")
    if ratio < LOOKUP_RATIO:
        raise Failed(figures)
    return figures


def _load(url: str) -> tuple[float, float]:
    """Reads as fast as possible and returns the rate, and the median in ms."""
    options = ["-t1", f"-c{LOOKUP_CLIENTS}", f"-d{TURN_SECONDS}s", "--latency", "-H", f"Authorization: Bearer {TOKEN}"]
    done = subprocess.run(["wrk", *options, url], capture_output=True, text=True, check=False)
    rate, median = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout), re.search(r"50%\s+([\d.]+)(us|ms)", done.stdout)
    if rate is None or median is None or "Non-2xx" in done.stdout:
        raise Failed(f"wrk {url}: {done.stdout} {done.stderr}")
    return float(rate[1]), float(median[1]) / (1000 if median[2] == "us" else 1)


def _memory(fleet: Fleet) -> str:
    """Compares a bridge of the fleet with one in a fleet of its own and one in none, each with as many emulators, when all are at rest."""
    host = fleet.hosts[-1]
    number = len(fleet.of(host.name))
    with _alone(fleet.slots, 7201, fleet.etcd.addresses) as one, _alone(fleet.slots, 7202) as alone:
        for other in (one, alone):
            with Bridge(other.url, token=TOKEN) as client, ThreadPoolExecutor(8) as pool:
                for created in list(pool.map(lambda index, client=client: ask_for_one(client), range(number))):
                    client.emulator(created["name"]).read32(MARK.address)
        hosts = {f"among {len(fleet.hosts)} hosts": host, "in a fleet of one host": one, "in no fleet": alone}
        busy = {what: other.memory() for what, other in hosts.items()}
        found = dict(busy)
        # A bridge returns what it doesn't need after 10 and 35 s without requests.
        end = time.monotonic() + REST_SECONDS
        while time.monotonic() < end:
            time.sleep(1)
            found = {what: min(found[what], other.memory()) for what, other in hosts.items()}
    figures = "memory: " + ", ".join(
        f"{each / 1e6:.1f} MB {what} ({busy[what] / 1e6:.1f} before its rest)" for what, each in found.items())
    among, of_one, _ = found.values()
    if among - of_one > DIRECTORY_BYTES:
        raise Failed(f"{figures}, with {number} emulators each")
    return f"{figures}, with {number} emulators each"


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
