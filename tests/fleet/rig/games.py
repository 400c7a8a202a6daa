"""Emulators as clients see them: each has a mark in its memory and counts its presses itself."""

from __future__ import annotations

import itertools
import random
import threading
import time
from dataclasses import dataclass
from typing import Any

from mgba_bridge import Bridge, BridgeError, ProblemError, u16, u32
from mgba_bridge._calls import Call, to_json

from .network import Failed

# Work RAM that the game doesn't use, and where it counts presses of A: emulator/rom/README.md.
MARK = u32(0xC800)
PRESSES = u16(0xC020)
FRAMES = u32(0xC000)
ROM = "buttontest.gb"


def kind_of(error: BridgeError) -> str:
    """Returns the problem's type, or the class of an error that has none."""
    return error.type if isinstance(error, ProblemError) else type(error).__name__.lower()


@dataclass
class Game:
    """An emulator whose creation was answered."""

    name: str
    host: str
    # The number at MARK, and the presses that were answered and those of which nobody knows whether the game counted them.
    mark: int
    answered: int = 0
    unknown: int = 0


# The body of a creation.
CREATION = {"rom": ROM, "speed": 0.25, "lease": {"seconds": 3600}}


def ask_for_one(bridge: Bridge, key: str | None = None, **more: Any) -> dict[str, Any]:
    """Creates an emulator and returns the response."""
    body = {**CREATION, **more}
    created: dict[str, Any] = bridge.run(Call("POST", "/emulators", to_json, body, key=key))
    return created


def create(bridge: Bridge, **more: Any) -> Game:
    """Creates an emulator and marks it."""
    created = ask_for_one(bridge, **more)
    name = created["name"]
    game = Game(name, created.get("host") or name.rpartition("-")[0], random.getrandbits(32))
    bridge.emulator(name).write32(MARK.address, game.mark)
    return game


@dataclass
class Outcome:
    """What became of one request."""

    begin: float
    end: float
    host: str
    entry: str
    name: str
    what: str
    kind: str


class Players:
    """A client for each game, which reads its mark and presses A, each time through another bridge."""

    def __init__(self, games: list[Game], entries: dict[str, Bridge], pause: float = 0.02) -> None:
        self.outcomes: list[Outcome] = []
        self._entries = entries
        self._pause = pause
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=(game, index), daemon=True) for index, game in enumerate(games)]

    def __enter__(self) -> Players:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stops all and waits for their last responses."""
        self._stop.set()
        for thread in self._threads:
            thread.join(30)

    def for_seconds(self, seconds: float) -> None:
        """Lets them play."""
        self._stop.wait(seconds)

    def of(self, host: str, since: float = 0) -> list[Outcome]:
        """Returns what became of the requests to a host's emulators through other hosts, those that began since then, in order."""
        return sorted((each for each in list(self.outcomes) if each.host == host and each.entry != host and each.begin >= since),
                      key=lambda each: each.begin)

    def failures(self, *without: str) -> list[Outcome]:
        """Returns the failed requests that touched none of these hosts."""
        return [each for each in list(self.outcomes)
                if each.kind != "ok" and each.host not in without and each.entry not in without]

    def count(self, *without: str) -> int:
        """Returns the number of requests that touched none of these hosts."""
        return sum(each.host not in without and each.entry not in without for each in list(self.outcomes))

    def wrong(self) -> list[Outcome]:
        """Returns the replies that came from another emulator."""
        return [each for each in list(self.outcomes) if each.kind == "wrong"]

    def _play(self, game: Game, index: int) -> None:
        names = [name for name in self._entries if name != game.host] or list(self._entries)
        for turn, entry in enumerate(itertools.cycle(names[index % len(names):] + names[:index % len(names)])):
            if self._stop.wait(self._pause):
                return
            emulator = self._entries[entry].emulator(game.name)
            begin = time.monotonic()
            presses = turn % 4 == 3
            try:
                if presses:
                    emulator.press("A", hold=1)
                    game.answered += 1
                    kind = "ok"
                else:
                    kind = "ok" if emulator.read32(MARK.address) == game.mark else "wrong"
            except BridgeError as error:
                kind = kind_of(error)
                # A lost emulator refuses before anything is sent, which the client doesn't know.
                game.unknown += presses and not error.safe_to_repeat and kind != "emulator-lost"
            self.outcomes.append(Outcome(begin, time.monotonic(), game.host, entry, game.name, "press" if presses else "read", kind))


def check_presses(game: Game, bridge: Bridge) -> None:
    """Fails unless the game counted each answered press once, and no other but those whose outcome is unknown."""
    emulator = bridge.emulator(game.name)
    counted, mark = emulator.read16(PRESSES.address), emulator.read32(MARK.address)
    if mark != game.mark:
        raise Failed(f"{game.name} has the mark {mark:x} instead of {game.mark:x}")
    if not game.answered <= counted <= game.answered + game.unknown:
        raise Failed(f"{game.name} counted {counted} presses; {game.answered} were answered, {game.unknown} unknown")
