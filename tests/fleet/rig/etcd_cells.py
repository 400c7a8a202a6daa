"""The cells of ../MATRIX.md about etcd."""

from __future__ import annotations

import itertools
import signal
import time
from collections.abc import Callable

from mgba_bridge import BridgeError

from .cells import cell, expect_problem
from .fleet import Fleet
from .games import Game, create
from .network import Failed, Program, until

_numbers = itertools.count(1)


def create_with_name(fleet: Fleet, seconds: float) -> tuple[Game, float]:
    """Creates an emulator with a chosen name as soon as that works, and returns the seconds that it took."""
    client, name, games = fleet.entries[fleet.hosts[0].name], f"named-{next(_numbers)}", []

    def works() -> bool:
        try:
            games.append(create(client, name=name))
            return True
        except BridgeError:
            return False

    took = until(works, seconds, "a chosen name is accepted")
    return games[0], took


def _leader_lost(fleet: Fleet, lose: Callable[[Program], None], back: Callable[[Program], None]) -> str:
    leader = fleet.etcd.leader()
    if leader is None:
        raise Failed("etcd has no leader")
    with fleet.players() as players:
        players.for_seconds(1)
        lose(fleet.etcd.members[leader])
        game, took = create_with_name(fleet, 10)
        fleet.games.append(game)
        players.for_seconds(2)
        back(fleet.etcd.members[leader])
        players.for_seconds(1)
    fleet.await_all()
    return f"a chosen name accepted after {took:.1f} s; {fleet.check(players)}"


@cell("etcd-leader-killed")
def leader_killed(fleet: Fleet) -> str:
    """The leader is killed."""
    return _leader_lost(fleet, Program.kill, Program.start)


@cell("etcd-leader-stopped")
def leader_stopped(fleet: Fleet) -> str:
    """The leader hangs."""
    return _leader_lost(fleet, lambda program: program.send(signal.SIGSTOP), lambda program: program.send(signal.SIGCONT))


def _members_gone(fleet: Fleet, number: int) -> str:
    client = fleet.entries[fleet.hosts[0].name]
    lost = fleet.etcd.members[:number]
    with fleet.players() as players:
        players.for_seconds(1)
        for member in lost:
            member.kill()
        players.for_seconds(8)
        begin = time.monotonic()
        fleet.games.append(create(client))
        unnamed = time.monotonic() - begin
        begin = time.monotonic()
        expect_problem("fleet-unavailable", lambda: create(client, name="in-vain"))
        refused = time.monotonic() - begin
        for member in lost:
            member.start()
        fleet.etcd.await_leader(20)
        game, took = create_with_name(fleet, 15)
        fleet.games.append(game)
        fleet.await_all()
        players.for_seconds(7)
    return (f"created without a name in {unnamed:.2f} s, refused with one in {refused:.1f} s, accepted {took:.1f} s after the leader; "
            f"{fleet.check(players)}")


@cell("etcd-two-gone")
def two_gone(fleet: Fleet) -> str:
    """Two of three members are gone."""
    return _members_gone(fleet, 2)


@cell("etcd-all-gone")
def all_gone(fleet: Fleet) -> str:
    """All members are gone."""
    return _members_gone(fleet, 3)
