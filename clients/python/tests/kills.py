"""Kills games of a vector at random moments while a client steps them: python3 -m tests.kills [KILLS] [SEED].

Each step must be answered once, and a game that was not killed since its reset must show the bytes of a run without kills. The suite
has a short form of it (tests/emulator/vector_faults.py).
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
from pathlib import Path

import numpy

from tests.running import RunningBridge

from mgba_bridge import Bridge, Picture, u16, u32
from mgba_bridge.vectors import GameVector, VectorStep
from mgba_bridge.vectors.memory import SharedMemory

GAMES, STEPS = 4, 16
READS = (u32(0x02000000), u16(0x02000020), u16("[0x02000008]+3"))


class Killer(threading.Thread):
    """Kills random games with random pauses in between."""

    def __init__(self, parent: int, kills: int, seed: int) -> None:
        super().__init__(daemon=True)
        self._parent, self._kills, self._random = parent, kills, random.Random(seed)
        self.sent = 0

    def run(self) -> None:
        """Kills until there were enough."""
        children = Path(f"/proc/{self._parent}/task/{self._parent}/children")
        while self.sent < self._kills:
            time.sleep(self._random.random() * 0.02)
            games = children.read_text().split()
            try:
                os.kill(int(self._random.choice(games)), signal.SIGKILL)
                self.sent += 1
            except (IndexError, ProcessLookupError):
                # The game has just died, and its successor hasn't started yet.
                pass


def seen(step: VectorStep, game: int) -> bytes:
    """Returns all that a game shows."""
    assert step.pixels is not None
    parts = (step.values[game], step.frame[game], step.status[game], step.missing[game], step.pixels[game])
    return b"".join(part.tobytes() for part in parts)


def play(vector: GameVector, number: int) -> VectorStep:
    """Runs a step of the round: the first one resets all games, and the buttons are those of its number."""
    if number == 0:
        return vector.reset(seed=4)
    return vector.step(numpy.random.default_rng(number).integers(0, 1024, GAMES).astype(numpy.uint16), 1 + number % 4)


def main() -> int:
    """Returns 0 if everything was right."""
    # The defaults follow the arguments that are given.
    kills, seed = (int(each) for each in (sys.argv[1:] + ["10000", "1"][len(sys.argv) - 1:])[:2])
    running = RunningBridge(names=())
    wrong: list[str] = []
    steps = told = compared = 0
    try:
        with Bridge(running.address) as bridge, bridge.create_vector(
                "buttontest.gba", GAMES, read=READS, picture=Picture(84, 84, gray=True), sticky=0.25, noops=8, shared=True) as vector:
            expected = [[seen(step, game) for game in range(GAMES)] for step in (play(vector, number) for number in range(STEPS))]
            way = vector._way
            assert isinstance(way, SharedMemory)
            killer = Killer(int(vector.info()["block"]["path"].split("/")[2]), kills, seed)
            asked = list(way._block.asked)
            began = time.monotonic()
            killer.start()
            while killer.is_alive() and len(wrong) < 10:
                lost = numpy.ones(GAMES, bool)
                for number in range(STEPS):
                    step = play(vector, number)
                    steps += 1
                    asked = [each + 1 & 0xFFFFFFFF for each in asked]
                    if list(way._block.asked) != asked or list(way._block.answered) != asked:
                        wrong.append(f"step {steps}: asked {asked}, answered {list(way._block.answered)}")
                    died = step.status != 0
                    told += int(died.sum())
                    lost = died if number == 0 else lost | died
                    for game in range(GAMES):
                        if died[game] and (step.status[game] != 1 or step.frame[game] != -1 or step.values[game].any()):
                            wrong.append(f"step {steps}, game {game}: status {step.status[game]}, frame {step.frame[game]}")
                        elif not lost[game]:
                            compared += 1
                            if seen(step, game) != expected[number][game]:
                                wrong.append(f"step {steps} ({number} of its round), game {game}: other bytes")
            seconds = time.monotonic() - began
            info = vector.info()
    finally:
        running.close()
    print(f"{killer.sent} kills in {seconds:.1f} s: {info['died']} games replaced, {info['stuck']} stuck; {steps} steps of {GAMES} games, "
          f"each answered once; {told} answers told a loss, {compared} were compared with a run without kills; {len(wrong)} wrong")
    print("\n".join(wrong))
    return 1 if wrong or killer.sent < kills or info["stuck"] else 0


if __name__ == "__main__":
    sys.exit(main())
