"""All machines together, and what must always hold."""

from __future__ import annotations

import contextlib
import itertools
import shutil
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from mgba_bridge import Bridge, BridgeError

from .games import Game, Players, check_presses, create, kind_of
from .hosts import CHECKPOINTS, REPOSITORY, TOKEN, Host
from .members import Etcd, Proxy
from .network import Failed, Machine, until

MGBA_HOST = REPOSITORY / "emulator/build/mgba-host"


class Fleet:
    """Members of etcd, hosts, and the proxy; with the emulators that clients have."""

    def __init__(self, hosts: int, slots: int = 10, program: Path = MGBA_HOST, **settings: str) -> None:
        CHECKPOINTS.mkdir(exist_ok=True)
        self.etcd = Etcd()
        self.hosts = [Host(number, self.etcd.addresses, slots, program, settings) for number in range(1, hosts + 1)]
        self.slots = slots
        self.clients_machine = Machine("c", "10.77.0.100")
        self.proxy = Proxy(self.clients_machine, [*self.hosts])
        self.games: list[Game] = []
        self.entries: dict[str, Bridge] = {}
        self._names = itertools.count(1)

    def start(self) -> None:
        """Starts all and waits until each bridge knows all hosts."""
        self.etcd.start()
        for host in self.hosts:
            host.bridge.start()
        for host in self.hosts:
            until(host.is_live, 30, f"the bridge of {host.name} serves\n{host.bridge.tail()}")
        self.proxy.start()
        self.entries = {host.name: host.client() for host in self.hosts}
        self.await_all()

    def await_all(self, seconds: float = 20) -> None:
        """Waits until each bridge knows all hosts."""
        for host in self.hosts:
            until(partial(host.knows, len(self.hosts)), seconds, f"{host.name} knows all hosts\n{host.bridge.tail()}")

    def host(self, name: str) -> Host:
        """Returns a host by its id."""
        return next(host for host in self.hosts if host.name == name)

    def through_proxy(self, timeout: float = 15) -> Bridge:
        """Returns a client of the one address."""
        return Bridge(self.proxy.address, token=TOKEN, timeout=timeout, retries=0)

    def fill(self, number: int, **more: Any) -> None:
        """Creates emulators through all bridges until clients have this many and each host has one; each third has a chosen name."""
        clients = list(self.entries.values())

        def create_one(index: int) -> Game:
            name = {"name": f"game-{next(self._names)}"} if index % 3 == 0 else {}
            return create(clients[index % len(clients)], **name, **more)

        with ThreadPoolExecutor(4) as pool:
            self.games += pool.map(create_one, range(number - len(self.games)))
        while not all(self.of(host.name) for host in self.hosts):
            self.games.append(create_one(len(self.games)))

    def players(self, *without: str, pause: float = 0.02) -> Players:
        """Returns players for all games, through the bridges of all hosts but some."""
        return Players(self.games, {name: entry for name, entry in self.entries.items() if name not in without}, pause)

    def of(self, host: str) -> list[Game]:
        """Returns the games that a host has."""
        return [game for game in self.games if game.host == host]

    def forget(self, host: str) -> list[Game]:
        """The emulators of a host have ended; returns them."""
        gone = self.of(host)
        self.games = [game for game in self.games if game.host != host]
        return gone

    def keep(self, number: int) -> None:
        """Ends all but so many emulators, as the census must show."""
        for game in self.games[number:]:
            with contextlib.suppress(BridgeError):
                self.entries[game.host].emulator(game.name).end()
        self.games = self.games[:number]
        self.check_census()

    def leave_one(self, host: str) -> None:
        """Ends all emulators of a host but one."""
        for game in self.of(host)[1:]:
            self.entries[host].emulator(game.name).end()
            self.games.remove(game)

    def census(self) -> dict[str, list[tuple[str, int]]]:
        """Returns host and process of all running emulators by name."""
        found: dict[str, list[tuple[str, int]]] = {}
        for host in self.hosts:
            for name, pids in host.processes().items():
                found.setdefault(name, []).extend((host.name, pid) for pid in pids)
        return found

    def check_census(self, seconds: float = 5) -> None:
        """Fails unless the running emulators are those that clients have, each once."""
        wanted = {game.name: game.host for game in self.games}

        def differs() -> str:
            found = self.census()
            twice = [name for name, places in found.items() if len(places) > 1]
            missing, unknown = wanted.keys() - found.keys(), found.keys() - wanted.keys()
            elsewhere = [name for name, host in wanted.items() if name in found and found[name][0][0] != host]
            return "; ".join(f"{what} {sorted(names)}" for what, names in (
                ("twice:", twice), ("not running:", missing), ("not known:", unknown), ("elsewhere:", elsewhere)) if names)

        deadline = time.monotonic() + seconds
        while difference := differs():
            if time.monotonic() > deadline:
                raise Failed(f"the census differs: {difference}")
            time.sleep(0.1)

    def check(self, players: Players, *without: str) -> str:
        """Fails unless all that must always hold does; returns the figures. Failures that touch some hosts are expected."""
        players.stop()
        if wrong := players.wrong():
            raise Failed(f"{len(wrong)} wrong replies, the first of {wrong[0].name} through {wrong[0].entry}")
        if failures := players.failures(*without):
            kinds = Counter(f"{each.host} through {each.entry}: {each.kind}" for each in failures)
            raise Failed(f"{len(failures)} requests to other hosts failed: {dict(kinds)}")
        for game in self.games:
            client = self.entries[game.host]
            try:
                check_presses(game, client)
            except BridgeError as error:
                raise Failed(f"{game.name} on {game.host}: {kind_of(error)}: {error}") from error
        self.check_census()
        presses = sum(each.what == "press" for each in players.outcomes)
        return f"{players.count(*without)} requests elsewhere, 0 failed; {len(players.outcomes)} replies, 0 wrong; " \
            f"{presses} presses, {sum(game.unknown for game in self.games)} unknown, 0 twice"

    def recover(self) -> None:
        """After a cell that failed: mends the network, starts what is down, and forgets all emulators."""
        for machine in [*self.hosts, *self.etcd.machines]:
            machine.mend()
            machine.link(True)
            machine.power_off()
        for host in self.hosts:
            shutil.rmtree(host.emulators, ignore_errors=True)
        self.games = []
        self.etcd.start()
        for host in self.hosts:
            host.start()
        # The connections of the clients have ended, and they repeat nothing.
        self.entries = {host.name: host.client() for host in self.hosts}
        self.await_all()
