"""The cells of ../MATRIX.md about creations, draining and checkpoints."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from mgba_bridge import BridgeError
from mgba_bridge._calls import Call, to_json

from . import documents
from .cells import cell
from .fleet import Fleet
from .games import CREATION, FRAMES, MARK, PRESSES, ROM, Game, ask_for_one, create, kind_of
from .hosts import PORT, TOKEN, Host
from .network import Failed, until


def hang_up(host: Host, key: str | None = None, body: str = f'{{"rom": "{ROM}", "speed": 0.25}}', after: float = 0) -> None:
    """Sends a creation and hangs up before the response."""
    header = f"Idempotency-Key: {key}\r\n" if key else ""
    with socket.create_connection((host.address, PORT), 5) as connection:
        connection.sendall(
            f"POST /emulators HTTP/1.1\r\nHost: {host.address}:{PORT}\r\nAuthorization: Bearer {TOKEN}\r\n{header}"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
        time.sleep(after)


@cell("examples")
def examples(fleet: Fleet) -> str:
    """The commands of docs/fleet.md."""
    all_commands = documents.commands()
    for command in all_commands:
        response = documents.run_command(command, fleet.proxy.address, TOKEN)
        if "POST" in command and "/emulators" in command and '"name"' not in command:
            fleet.through_proxy().emulator(json.loads(response)["name"]).end()
    fleet.check_census()
    return f"{len(all_commands)} commands"


@cell("one-key")
def one_key(fleet: Fleet) -> str:
    """The same creation arrives three times, and its first response is lost."""
    before = len(fleet.games)
    clients = [fleet.entries[host.name] for host in fleet.hosts[:3]]
    with fleet.players() as players, ThreadPoolExecutor(3) as pool:
        hang_up(fleet.hosts[0], "one-key", json.dumps(CREATION))
        names = {created["name"] for created in pool.map(lambda client: ask_for_one(client, "one-key"), clients)}
        names |= {created["name"] for created in pool.map(lambda client: ask_for_one(client, "another-key"), clients)}
    if len(names) != 2:
        raise Failed(f"two keys gave {names}")
    fleet.games += [Game(name, _owner(fleet, name), 0) for name in names]
    fleet.check_census()
    for game in fleet.games[before:]:
        clients[0].emulator(game.name).write32(MARK.address, 0)
    return f"2 keys, 7 creations, 2 emulators; {fleet.check(players)}"


def _owner(fleet: Fleet, name: str) -> str:
    return next((host.name for host in fleet.hosts if name in host.processes()), "nowhere")


@cell("race")
def race(fleet: Fleet) -> str:
    """Fifty clients want the last twenty places."""
    places = len(fleet.hosts) * fleet.slots
    fleet.fill(places - 20)
    fleet.keep(places - 20)
    clients = [fleet.entries[host.name] for host in fleet.hosts[:3]]
    kinds: Counter[str] = Counter()
    fleet.await_all()

    def race_for_one(index: int) -> None:
        try:
            fleet.games.append(create(clients[index % 3]))
            kinds["created"] += 1
        except BridgeError as error:
            kinds[kind_of(error)] += 1

    begin = time.monotonic()
    with ThreadPoolExecutor(50) as pool:
        list(pool.map(race_for_one, range(50)))
    took = time.monotonic() - begin
    fleet.check_census()
    if kinds != {"created": 20, "fleet-full": 30}:
        raise Failed(f"50 clients, 20 places: {dict(kinds)}")
    fleet.keep(0)
    return f"{dict(kinds)} in {took:.1f} s, census {places}"


@cell("client-dies")
def client_dies(fleet: Fleet) -> str:
    """A client creates and is never seen again; others hang up while they create."""
    with fleet.players() as players:
        for index in range(9):
            hang_up(fleet.hosts[index % len(fleet.hosts)], after=0.03 * index)
        players.for_seconds(2)
        # A response may have been on its way to a client that was gone.
        left = len(fleet.census()) - len(fleet.games)
        begin = time.monotonic()
        name = ask_for_one(fleet.entries[fleet.hosts[0].name])["name"]
        players.for_seconds(57)
        if name not in fleet.census():
            raise Failed(f"{name} ended before its 60 s")
        until(lambda: name not in fleet.census(), 8, f"{name} ends")
        took = time.monotonic() - begin
    return f"9 hung up: {left} left after 2 s, none later; never touched: ended after {took:.1f} s; {fleet.check(players)}"


@cell("drain")
def drain(fleet: Fleet) -> str:
    """A host is drained while clients create."""
    host, stop = fleet.hosts[-1], threading.Event()
    client = fleet.entries[fleet.hosts[0].name]
    begins: list[tuple[float, Game]] = []

    def create_and_end() -> None:
        while not stop.is_set():
            begin = time.monotonic()
            game = create(client)
            begins.append((begin, game))
            client.emulator(game.name).end()

    creator = threading.Thread(target=create_and_end, daemon=True)
    creator.start()
    with fleet.players() as players:
        players.for_seconds(1)
        client.run(Call("POST", f"/hosts/{host.name}/drain", to_json, {"seconds": 5}))
        drained = time.monotonic()
        players.for_seconds(4)
        stop.set()
        creator.join(20)
        took = until(lambda: not host.processes(), 10, f"the emulators of {host.name} end") + 4
        players.stop()
    late = [game.name for begin, game in begins if game.host == host.name and begin > drained]
    client.run(Call("DELETE", f"/hosts/{host.name}/drain", lambda response: None))
    ended = fleet.forget(host.name)
    if late:
        raise Failed(f"created after the drain: {late}")
    # They answered until the deadline.
    players.outcomes = [each for each in players.outcomes if each.host != host.name or each.begin < drained + 4]
    until(lambda: create_on(fleet, host.name), 10, f"{host.name} takes emulators again")
    return f"{len(begins)} created meanwhile, none there after the response; {len(ended)} ended after {took:.1f} s; {fleet.check(players)}"


def create_on(fleet: Fleet, host: str) -> bool:
    """Creates an emulator and returns whether it is on this host."""
    fleet.games.append(create(fleet.entries[fleet.hosts[0].name]))
    return fleet.games[-1].host == host


def _checkpointed(fleet: Fleet, host: Host, number: int) -> list[Game]:
    """Creates named emulators with checkpoints until a host has this many; ends the others."""
    # A full host, or one with fewer places than this, would never take them all.
    fleet.leave_one(host.name)
    found: list[Game] = []
    others: list[Game] = []
    # The others stay until then: the fullest of all hosts would never be the freer one of two.
    while len(found) < number:
        game = create(fleet.entries[host.name], name=f"kept-{host.name}-{len(found) + len(others)}", checkpoint={"everySeconds": 1})
        (found if game.host == host.name else others).append(game)
    for game in others:
        fleet.entries[game.host].emulator(game.name).end()
    return found


def _returns(fleet: Fleet, games: list[Game], lost: Host, begin: float) -> str:
    """Waits until emulators with checkpoints answer on other hosts, and checks them."""
    client = fleet.entries[fleet.hosts[0].name]
    pressed = {game.name: game.answered for game in games}

    def answers(game: Game) -> bool:
        try:
            return client.emulator(game.name).read32(MARK.address) == game.mark
        except BridgeError:
            return False

    until(lambda: all(answers(game) for game in games), 20, "all come back")
    took = time.monotonic() - begin
    back = []
    for game in games:
        game.host = next((host.name for host in fleet.hosts if host is not lost and game.name in host.processes()), lost.name)
        if game.host == lost.name:
            raise Failed(f"{game.name} is still on {lost.name}")
        counted = client.emulator(game.name).read16(PRESSES.address)
        if counted > pressed[game.name] + game.unknown:
            raise Failed(f"{game.name} counted {counted} of {pressed[game.name]} presses")
        back.append(pressed[game.name] - counted)
        game.answered, game.unknown = counted, 0
    if took > 15:
        raise Failed(f"they came back only after {took:.1f} s")
    return f"{len(games)} back after {took:.1f} s, {max(back)} presses back"


def _play_for_checkpoints(fleet: Fleet, games: list[Game], seconds: float) -> None:
    """Presses A in each second, so that a checkpoint has all but the last presses."""
    client = fleet.entries[fleet.hosts[0].name]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for game in games:
            client.emulator(game.name).press("A", hold=1)
            game.answered += 1
            client.emulator(game.name).read32(FRAMES.address)


@cell("checkpoint")
def checkpoint(fleet: Fleet) -> str:
    """A host with checkpoints loses its power."""
    host = fleet.hosts[-1]
    kept = _checkpointed(fleet, host, 2)
    with fleet.players() as players:
        _play_for_checkpoints(fleet, kept, 3)
        begin = time.monotonic()
        host.power_off()
        figures = _returns(fleet, kept, host, begin)
        players.stop()
    fleet.forget(host.name)
    fleet.games += kept
    host.start()
    fleet.await_all()
    figures += f"; {fleet.check(players, host.name)}"
    for game in kept:
        fleet.entries[game.host].emulator(game.name).end()
        fleet.games.remove(game)
    fleet.check_census()
    return figures


@cell("checkpoint-cut")
def checkpoint_cut(fleet: Fleet) -> str:
    """A host with checkpoints loses its link, and later has it again with the old copies."""
    host = fleet.hosts[-1]
    kept = _checkpointed(fleet, host, 2)
    with fleet.players() as players:
        _play_for_checkpoints(fleet, kept, 3)
        begin = time.monotonic()
        host.link(False)
        figures = _returns(fleet, kept, host, begin)
        host.link(True)
        begin = time.monotonic()
        answers: Counter[str] = Counter()
        fleet.games += kept
        while time.monotonic() - begin < 10:
            for game in kept:
                # Through its own bridge the old copy would answer if it still served.
                frame = _presses_of(fleet, host.name, game)
                answers["refused" if frame is None else "the new one" if frame == game.answered else "the old one"] += 1
            players.for_seconds(0.1)
        players.stop()
    if answers["the old one"]:
        raise Failed(f"the old copies answered after the link was up: {dict(answers)}")
    fleet.await_all()
    figures += f"; through the old host afterwards: {dict(answers)}; {fleet.check(players, host.name)}"
    for game in kept:
        fleet.entries[game.host].emulator(game.name).end()
        fleet.games.remove(game)
    return figures


def _presses_of(fleet: Fleet, entry: str, game: Game) -> int | None:
    try:
        return fleet.entries[entry].emulator(game.name).read16(PRESSES.address)
    except BridgeError:
        return None
