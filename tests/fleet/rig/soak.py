"""Clients create, play and delete while hosts are lost: nothing may be left over, and nothing may grow."""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections import Counter

from mgba_bridge import Bridge, BridgeError, Emulator

from .fleet import Fleet
from .games import MARK, Game, check_presses, create, kind_of
from .hosts import TOKEN, Host
from .network import Failed

CLIENTS = 8
# Seconds from one loss to the next, and until the lost host is there again.
BETWEEN_LOSSES = 300
DOWN = 30
# An emulator whose creation was not answered ends when nobody has used it for so many seconds.
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
                self._press(emulator, self.game)
            self.check_presses()
            emulator.end()
            self.kinds["ended"] += 1
            self.game = None
        except BridgeError as error:
            if kind_of(error) in ("emulator-lost", "unknown-emulator"):
                self.kinds["lost"] += 1
                self.game = None
            raise

    def _press(self, emulator: Emulator, game: Game) -> None:
        self.kinds["presses"] += 1
        try:
            emulator.press("A", hold=1)
            game.answered += 1
        except BridgeError as error:
            # A lost emulator refuses before anything is sent, which the client doesn't know.
            if not error.safe_to_repeat and kind_of(error) != "emulator-lost":
                game.unknown += 1
                self.kinds["unknown"] += 1
            raise

    def check_presses(self) -> None:
        """Compares the game's own counter with the presses of this client."""
        if self.game is None:
            return
        try:
            check_presses(self.game, self._bridge)
        except Failed as error:
            self.kinds["miscounted"] += 1
            print(f"miscounted: {error}", flush=True)


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
    fleet.games = [client.game for client in clients if client.game is not None]
    try:
        fleet.check_census(UNUSED + 20)
        for client in clients:
            client.check_presses()
        total = _total(clients)
        if total["wrong"] or total["miscounted"]:
            raise Failed(f"{total['wrong']} wrong replies, {total['miscounted']} games with another number of presses")
        _check_growth(samples)
        if not total["ended"]:
            raise Failed("no emulator was played to its end")
    except (Failed, BridgeError) as error:
        print(f"FAILED soak: {error}: {dict(_total(clients))}\n0 passed, 1 failed")
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
    """Compares the median of the last third of the samples with that of the first third."""
    third = len(samples) // 3
    if third < 2:
        return
    for index, (what, factor) in enumerate((("memory", 1.15), ("descriptors", 1.15), ("keys", 1.5))):
        before = statistics.median(sample[index] for sample in samples[:third])
        after = statistics.median(sample[index] for sample in samples[-third:])
        if after > before * factor:
            raise Failed(f"{what} grew from {before:.0f} to {after:.0f}, by the medians of the first and the last third")
