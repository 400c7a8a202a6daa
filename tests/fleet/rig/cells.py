"""The cells of ../MATRIX.md about hosts, bridges and the network between them."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable

from mgba_bridge import BridgeError, ProblemError

from .fleet import Fleet
from .games import MARK, Game, Outcome, Players, create, kind_of
from .network import Failed, until

Cell = Callable[[Fleet], str]
CELLS: dict[str, Cell] = {}


def cell(name: str) -> Callable[[Cell], Cell]:
    """Marks the function that plays a cell; it returns figures, and raises Failed."""

    def add(play: Cell) -> Cell:
        CELLS[name] = play
        return play

    return add


def refusal(entry: str, fleet: Fleet, name: str) -> str:
    """Returns how a bridge answers for an emulator."""
    try:
        fleet.entries[entry].emulator(name).read32(MARK.address)
        return "ok"
    except BridgeError as error:
        return kind_of(error)


def await_all_refused(players: Players, host: str, kind: str, since: float, seconds: float) -> float:
    """Waits until the last request to each emulator of a host was refused like this; returns the seconds that it took."""

    def all_refused() -> bool:
        last: dict[tuple[str, str], Outcome] = {(each.name, each.entry): each for each in players.of(host, since)}
        return bool(last) and all(each.kind == kind for each in last.values())

    until(all_refused, seconds, f"all requests to {host} are refused with {kind}")
    return max(each.end for each in players.of(host, since) if each.kind != kind) - since


def summary(players: Players, host: str, since: float) -> dict[str, int]:
    """Returns how often requests to a host ended in which way."""
    return dict(Counter(each.kind for each in players.of(host, since)))


def await_ok(players: Players, host: str, since: float, seconds: float) -> float:
    """Waits until each emulator of a host answers again, and returns the seconds that it took."""

    def names(kinds: list[Outcome]) -> set[str]:
        return {each.name for each in kinds}

    def all_answer() -> bool:
        later = players.of(host, since)
        return bool(later) and names([each for each in later if each.kind == "ok"]) == names(players.of(host))

    try:
        until(all_answer, seconds, f"all emulators of {host} answer again")
    except Failed as error:
        last = {each.name: f"{each.kind} through {each.entry}" for each in players.of(host, since)}
        raise Failed(f"{error}; their last requests: {last}") from error
    return max(min(each.end for each in players.of(host, since) if each.kind == "ok" and each.name == name)
               for name in names(players.of(host))) - since


@cell("bridge-killed")
def bridge_killed(fleet: Fleet) -> str:
    """A bridge is killed and starts again; its emulators never end."""
    host = fleet.hosts[-1]
    before = host.processes()
    with fleet.players() as players:
        players.for_seconds(1)
        host.bridge.kill()
        players.for_seconds(1)
        begin = time.monotonic()
        host.bridge.start()
        took = await_ok(players, host.name, begin, 10)
        # Until after the end of the killed bridge's lease, which its names must not share any more.
        players.for_seconds(9)
        later = summary(players, host.name, time.monotonic() - 8)
    if later.keys() != {"ok"}:
        raise Failed(f"after it had answered again: {later}")
    if host.processes() != before:
        raise Failed(f"the processes were {before} and are {host.processes()}")
    if took > 3:
        raise Failed(f"adopted only after {took:.1f} s")
    fleet.await_all()
    return f"answered {took:.1f} s after the start; {fleet.check(players, host.name)}"


@cell("host-off")
def host_off(fleet: Fleet) -> str:
    """A host loses its power, and is later started again."""
    host = fleet.hosts[-1]
    with fleet.players() as players:
        players.for_seconds(1)
        begin = time.monotonic()
        host.power_off()
        took = await_all_refused(players, host.name, "emulator-lost", begin, 12)
        between = summary(players, host.name, begin)
        players.for_seconds(0.5)
    lost = fleet.forget(host.name)
    if took > 8:
        raise Failed(f"410 only after {took:.1f} s")
    figures = fleet.check(players, host.name)
    host.start()
    fleet.await_all()
    return f"{len(lost)} emulators 410 after {took:.1f} s ({between}); {figures}"


@cell("link-down")
def link_down(fleet: Fleet) -> str:
    """A host's link is down for a while."""
    host = fleet.hosts[-1]
    with fleet.players() as players:
        players.for_seconds(1)
        begin = time.monotonic()
        host.link(False)
        took = await_all_refused(players, host.name, "emulator-lost", begin, 12)
        # Those that were sent into the dead connections have to find that out first.
        first = max((each.end - each.begin for each in players.of(host.name, begin - 1)), default=0)
        slow = max((each.end - each.begin for each in players.of(host.name, begin + 5)), default=0)
        host.link(True)
        back = await_ok(players, host.name, time.monotonic(), 20)
        players.for_seconds(0.5)
    if took > 8:
        raise Failed(f"410 only after {took:.1f} s")
    if slow > 1.5 or first > 7:
        raise Failed(f"a refusal took {first:.1f} s, and {slow:.1f} s after the first")
    fleet.await_all()
    return (f"410 after {took:.1f} s, the first refusal within {first:.1f} s, later ones {slow:.2f} s, back {back:.1f} s after the link; "
            f"{fleet.check(players, host.name)}")


@cell("entry-killed")
def entry_killed(fleet: Fleet) -> str:
    """The bridge through which clients come is killed; HAProxy sends them to the next."""
    entry = fleet.hosts[0]
    games = [game for game in fleet.games if game.host != entry.name]
    with Players(games, {"proxy": fleet.through_proxy()}) as players:
        players.for_seconds(2)
        entry.bridge.kill()
        players.for_seconds(3)
    failures = Counter(each.name for each in players.failures())
    kinds = Counter(each.kind for each in players.failures())
    if failures and max(failures.values()) > 1:
        raise Failed(f"a client saw {max(failures.values())} failures: {dict(kinds)}")
    entry.start()
    fleet.await_all()
    players.outcomes = [each for each in players.outcomes if each.kind == "ok"]
    return f"{sum(failures.values())} of {len(games)} clients saw one failure ({dict(kinds)}); {fleet.check(players)}"


@cell("bridge-stopped")
def bridge_stopped(fleet: Fleet) -> str:
    """A bridge hangs for ten seconds."""
    host = fleet.hosts[-1]
    before = host.processes()
    with fleet.players() as players:
        players.for_seconds(1)
        begin = time.monotonic()
        host.bridge.send(signal.SIGSTOP)
        players.for_seconds(10)
        host.bridge.send(signal.SIGCONT)
        stopped = summary(players, host.name, begin)
        back = await_ok(players, host.name, time.monotonic(), 20)
        players.for_seconds(0.5)
    if host.processes() != before:
        raise Failed(f"the processes were {before} and are {host.processes()}")
    fleet.await_all()
    return f"stopped: {stopped}, back after {back:.1f} s; {fleet.check(players, host.name)}"


@cell("two-hosts-apart")
def two_hosts_apart(fleet: Fleet) -> str:
    """Two hosts can't reach each other, but all else."""
    one, other, third = fleet.hosts[0], fleet.hosts[1], fleet.hosts[2]
    with fleet.players(one.name, other.name) as players:
        one.drop(other)
        try:
            players.for_seconds(3)
            kinds = {host: Counter(refusal(entry, fleet, game.name) for game in fleet.of(host))
                     for entry, host in ((one.name, other.name), (other.name, one.name))}
            players.for_seconds(5)
        finally:
            one.mend()
        until(lambda: all(refusal(one.name, fleet, game.name) == "ok" for game in fleet.of(other.name)), 10, "they meet again")
    if any(set(each) - {"not-applied", "no-emulator"} for each in kinds.values()):
        raise Failed(f"refused otherwise: {kinds}")
    return f"apart: {dict(kinds[other.name])}, {dict(kinds[one.name])}; through {third.name}: {fleet.check(players)}"


@cell("host-without-etcd")
def host_without_etcd(fleet: Fleet) -> str:
    """A host loses etcd only."""
    host, other = fleet.hosts[-1], fleet.hosts[0]
    with fleet.players() as players:
        host.drop(*fleet.etcd.machines)
        try:
            gone = until(lambda: not any(key.endswith(f"hosts/{host.name}") for key in fleet.etcd.keys()), 15, "its key ends")
            placed = [create(fleet.entries[other.name]) for _ in range(4)]
            players.for_seconds(2)
        finally:
            host.mend()
        fleet.games += placed
        back = until(lambda: any(key.endswith(f"hosts/{host.name}") for key in fleet.etcd.keys()), 20, "its key is back")
        fleet.await_all()
    if any(game.host == host.name for game in placed):
        raise Failed("it got a new emulator without its key")
    return f"key gone after {gone:.1f} s, back after {back:.1f} s; {fleet.check(players)}"


@cell("watch-silent")
def watch_silent(fleet: Fleet) -> str:
    """The connections of a bridge to etcd become black holes."""
    host, other = fleet.hosts[-1], fleet.hosts[0]
    # The cells before may have filled all hosts but this one.
    fleet.keep(len(fleet.hosts) * fleet.slots // 2)
    with fleet.players() as players:
        number = host.drop_connections(*fleet.etcd.machines)
        try:
            game = create_elsewhere(fleet, other.name, host.name)
            took = until(lambda: refusal(host.name, fleet, game.name) == "ok", 10, f"{host.name} knows a new name")
        finally:
            host.mend()
    fleet.games.append(game)
    return f"{number} connections silent, a new name known after {took:.1f} s; {fleet.check(players)}"


def create_elsewhere(fleet: Fleet, entry: str, host: str) -> Game:
    """Creates an emulator with a chosen name on another host than this."""
    for index in range(20):
        game = create(fleet.entries[entry], name=f"elsewhere-{index}")
        if game.host != host:
            return game
        fleet.entries[entry].emulator(game.name).end()
    raise Failed(f"20 emulators were placed on {host}")


def expect_problem(kind: str, ask: Callable[[], object]) -> None:
    """Fails unless this is refused in this way."""
    try:
        ask()
    except ProblemError as error:
        if error.type == kind:
            return
        raise Failed(f"refused with {error} instead of {kind}") from error
    raise Failed(f"not refused with {kind}")
