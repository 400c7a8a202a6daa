"""Random play: buttons, writes, resets, saved and loaded states."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator

from games import FREE, Game
from mgba_bridge import Emulator, Press, Wait
from mgba_bridge.models import Type
from rig import BUSY, patiently

KEYS = ("A", "B", "Select", "Start", "Right", "Left", "Up", "Down", "R", "L")

WIDTHS: tuple[tuple[int, Type], ...] = ((1, "u8"), (2, "u16"), (4, "u32"))

# A movie has at most 32 MiB. A loaded state takes some 0.5 MB of it.
MAX_LOADS = 40
KEPT_STATES = 8


class RandomPlay:
    """Plays a game at random. What it does follows from the seed, and so do the frames of a held game."""

    def __init__(self, emulator: Emulator, game: Game, seed: str) -> None:
        self.acts: Counter[str] = Counter()
        self._emulator = emulator
        self._game = game
        self._random = random.Random(seed)
        self._states: list[str | bytes] = []
        self._turns = 0

    def held(self, frames: int) -> None:
        """Plays frames of a held game, as fast as possible, some of them drawn."""
        with self._emulator.hold(600) as hold:
            patiently(lambda: self._emulator.set_speed(0))
            played = 0
            while played < frames:
                count = self._random.randint(1, 20)
                if self._is_done(lambda: hold.step(count, self._keys(), draw=self._random.random() < 0.25)):
                    played += count
                self._is_done(self._disturb)
            patiently(lambda: self._emulator.set_speed(1))

    def free(self, frames: int, deadline: float) -> None:
        """Plays a game that runs by itself, up to a frame of the history. Raises TimeoutError after the deadline."""
        while (played := patiently(self._emulator.history).now) < frames:
            if time.monotonic() > deadline:
                raise TimeoutError(f"The game had not run {frames} frames in time.")
            self._is_done(self._press)
            self._is_done(self._disturb)
        patiently(self._emulator.release_buttons)

    def _is_done(self, act: Callable[[], object]) -> bool:
        """Acts, and returns False if nobody knows whether it happened. The movie knows."""
        try:
            act()
        except BUSY:
            self.acts["unanswered"] += 1
            return False
        return True

    def _press(self) -> None:
        if self._random.random() < 0.2:
            self._emulator.release_buttons()
            self._emulator.play(list(self._steps()))
        else:
            self._emulator.hold_buttons(self._keys())
            self._emulator.wait_frames(self._random.randint(1, 20))

    def _keys(self) -> list[str]:
        keys = KEYS if self._game.is_advance else KEYS[:8]
        self.acts["buttons"] += 1
        return [key for key in keys if self._random.random() < 0.25]

    def _steps(self) -> Iterator[Press | Wait]:
        for _ in range(self._random.randint(1, 4)):
            if keys := self._keys():
                yield Press(keys, self._random.randint(1, 4), self._random.randint(1, 3))
        yield Wait(self._random.randint(1, 3))

    def _disturb(self) -> None:
        self._turns += 1
        if self._turns % 251 == 20:
            self.acts["resets"] += 1
            self._emulator.reset()
        if self._turns % 61 == 10:
            self._save()
        if self._turns % 127 == 70 and self.acts["loads"] < MAX_LOADS:
            self._load()
        if self._random.random() < 0.25:
            self.acts["writes"] += 1
            self._write()

    def _save(self) -> None:
        index = self.acts["saves"] % KEPT_STATES
        self.acts["saves"] += 1
        state: str | bytes
        if self._random.random() < 0.5:
            state = f"{self._emulator.name}-{index}"
            self._emulator.save_state(state)
        else:
            state = self._emulator.state()
        self._states[index:index + 1] = [state]

    def _load(self) -> None:
        self.acts["loads"] += 1
        state = self._random.choice(self._states)
        if isinstance(state, str):
            self._emulator.load_state(state)
        else:
            self._emulator.restore(state)

    def _write(self) -> None:
        kind = self._random.choice(("bus", "bus", "bus", "bytes", "wram", "vram", "saved"))
        width, type = self._random.choice(WIDTHS)
        at = self._random.randrange(FREE // width) * width
        value = self._random.getrandbits(8 * width)
        if kind == "saved" and self._game.has_counters:
            self._emulator.write16(self._game.saved, value & 0xFFFF)
        elif kind == "bytes":
            count = self._random.randint(1, 16)
            self._emulator.write_bytes(self._game.free + FREE + at % (FREE - count), self._random.randbytes(count))
        elif kind in ("wram", "vram"):
            offset = self._game.free - self._game.memory + FREE + at
            self._emulator.write(offset, value, type, domain=kind)
        else:
            self._emulator.write(self._game.free + at, value, type)
