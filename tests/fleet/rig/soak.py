"""Clients create, play and delete while hosts are lost: nothing may be left over, and nothing may grow."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter

from mgba_bridge import Bridge, BridgeError

from .fleet import Fleet
from .games import MARK, Game, create, kind_of
from .hosts import TOKEN, Host
from .network import Failed

CLIENTS = 8
BETWEEN_LOSSES = 300
DOWN = 30
# An emulator whose creation was not answered ends when nobody has used it for this long.
UNUSED = 60


class Client:
    """Creates an emulator, plays it, ends it, and begins again."""

    def __init__(self, address: str, stop: threading.Event) -> None:
        self.kinds: Counter[str] = Counter()
        self.game: Game | None = None
        self._bridge = Bridge(address, token=TOKEN, timeout=15)
        self._stop = stop
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._turn()
            except BridgeError as error:
                self.kinds[kind_of(error)] += 1
                self._stop.wait(0.2)

    def _turn(self) -> None:
        chosen = {"name": f"soak-{random.getrandbits(40):x}"} if random.random() < 0.3 else {}
        if self.game is None:
            self.game = create(self._bridge, **chosen)
            self.kinds["created"] += 1
        emulator = self._bridge.emulator(self.game.name)
        try:
            for _ in range(random.randrange(5, 40)):
                if emulator.read32(MARK.address) != self.game.mark:
                    self.kinds["wrong"] += 1
                emulator.press("A", hold=1)
                self.game.answered += 1
            emulator.end()
            self.kinds["ended"] += 1
            self.game = None
        except BridgeError as error:
            if kind_of(error) in ("emulator-lost", "unknown-emulator"):
                self.kinds["lost"] += 1
                self.game = None
            raise


def soak(hosts: int, minutes: float) -> int:
    """Plays for some minutes; returns 1 if something was left over or has grown."""
    fleet, stop = Fleet(hosts), threading.Event()
    fleet.start()
    clients = [Client(fleet.proxy.address, stop) for _ in range(CLIENTS)]
    for client in clients:
        client.thread.start()
    begin = time.monotonic()
    losses = 0
    samples: list[tuple[int, int, int]] = []
    while time.monotonic() - begin < minutes * 60:
        stop.wait(30)
        if time.monotonic() - begin > min(BETWEEN_LOSSES, minutes * 20) * (losses + 1):
            losses += 1
            _lose(fleet.hosts[losses % hosts], stop)
            continue
        samples.append(_sample(fleet))
        total = _total(clients)
        print(f"{time.monotonic() - begin:.0f} s: {dict(total)}, {len(fleet.census())} running; largest bridge "
              f"{samples[-1][0] / 1e6:.1f} MB, {samples[-1][1]} descriptors; {samples[-1][2]} keys", flush=True)
    stop.set()
    for client in clients:
        client.thread.join(60)
    total = _total(clients)
    fleet.games = [client.game for client in clients if client.game is not None]
    try:
        fleet.check_census(UNUSED + 20)
        _check_growth(samples)
        if total["wrong"]:
            raise Failed(f"{total['wrong']} wrong replies")
        if not total["ended"]:
            raise Failed("no emulator was played to its end")
    except Failed as error:
        print(f"FAILED soak: {error}: {dict(total)}\n0 passed, 1 failed")
        return 1
    print(f"ok soak: {dict(total)}, {losses} hosts lost; census {len(fleet.games)} = answered - ended - lost\n1 passed, 0 failed")
    return 0


def _total(clients: list[Client]) -> Counter[str]:
    total: Counter[str] = Counter()
    for client in clients:
        total += client.kinds
    return total


def _lose(host: Host, stop: threading.Event) -> None:
    host.power_off()
    print(f"lost {host.name} for {DOWN} s", flush=True)
    stop.wait(DOWN)
    host.start()


def _sample(fleet: Fleet) -> tuple[int, int, int]:
    # Keys of creations end ten minutes later, so that their number follows the rate.
    keys = [key for key in fleet.etcd.keys() if "/creations/" not in key]
    return max(host.memory() for host in fleet.hosts), max(host.descriptors() for host in fleet.hosts), len(keys)


def _check_growth(samples: list[tuple[int, int, int]]) -> None:
    """Compares the last third of the samples with the first third after the start."""
    third = len(samples) // 3
    if third < 2:
        return
    for index, (what, factor) in enumerate((("memory", 1.25), ("descriptors", 1.15), ("keys", 1.5))):
        before = max(sample[index] for sample in samples[:third])
        after = min(sample[index] for sample in samples[-third:])
        if after > before * factor:
            raise Failed(f"{what} grew from {before} to {after}")
