"""Records the episodes of an environment."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from ..models import places_json
from ..vectors.episodes import Episodes
from ..vectors.turns import Seen, Turn
from .dataset import VERSION, Dataset


@dataclass
class _Running:
    seed: int
    start: int
    noops: int
    values: list[NDArray[numpy.int64]]
    frames: list[int]
    pixels: list[NDArray[numpy.uint8]]
    actions: list[int] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    terminated: bool = False
    truncated: bool = False


def _bytes_of(seen: Seen) -> int:
    """Returns what the row of one game takes, with its objects."""
    return int(seen.values[0].nbytes) + (0 if seen.pixels is None else int(seen.pixels[0].nbytes)) + 64


class Recorder:
    """Records all episodes that begin in an environment on a vector (`RomEnv`, `RomVectorEnv`, …) from now on, until `stop`.

    It keeps them in memory, at most `max_bytes`; then the environment's step raises MemoryError. A step in which a game was lost isn't
    kept: its episode ends before it, truncated. The environment's `starts` must be bytes or None, because names mean nothing later.
    """

    def __init__(self, env: Any, *, max_bytes: int = 1 << 30) -> None:
        self._episodes: Episodes = env.unwrapped._episodes if hasattr(env, "unwrapped") else env._episodes
        self._max_bytes, self._bytes = max_bytes, 0
        self._running: dict[int, _Running] = {}
        self._done: list[_Running] = []
        self._states: list[bytes | None] = [self._state_of(start) for start in self._episodes.copies.starts] or [None]
        self._game: dict[str, Any] = {}
        self._episodes.recorder = self

    def stop(self) -> None:
        """Records nothing more."""
        self._episodes.recorder = None

    def began(self, games: NDArray[numpy.intp], starts: Sequence[int], seeds: Sequence[int | None], noops: int, state: bytes | None,
              seen: Seen) -> None:
        """Is called by the environment."""
        self._check_room(len(games), seen)
        self._game = self._game or dict(self._episodes.vector.game)
        given = None if state is None else self._index_of(state)
        for game, start, seed in zip(games.tolist(), starts, seeds):
            self._begin(game, start if given is None else given, seed or 0, noops, seen)

    def stepped(self, actions: NDArray[Any], begun: NDArray[numpy.bool_], turn: Turn) -> None:
        """Is called by the environment."""
        self._check_room(self._episodes.count, turn.seen)
        self._game = self._game or dict(self._episodes.vector.game)
        for game in range(self._episodes.count):
            if begun[game]:
                if not turn.lost[game]:
                    self._begin(game, self._episodes.next_starts[game], self._episodes.episode_seeds[game], 0, turn.seen)
                continue
            running = self._running.get(game)
            if running is None:
                continue
            if not turn.lost[game]:
                running.actions.append(int(actions[game]))
                running.rewards.append(float(turn.rewards[game]))
                self._see(running, game, turn.seen)
            if turn.terminated[game] or turn.truncated[game]:
                running.terminated, running.truncated = bool(turn.terminated[game]), bool(turn.truncated[game])
                self._finish(self._running.pop(game))

    def dataset(self) -> Dataset:
        """Returns what was recorded; episodes that still run are in it, neither terminated nor truncated."""
        all_of = [*self._done, *(episode for episode in self._running.values() if episode.actions)]
        rows = [row for episode in all_of for row in episode.values]
        steps = numpy.array([len(episode.actions) for episode in all_of], numpy.int64)
        arrays: dict[str, NDArray[Any]] = {
            "info": numpy.array(json.dumps(self._info())),
            "actions": numpy.array([action for episode in all_of for action in episode.actions], numpy.int64),
            "rewards": numpy.array([reward for episode in all_of for reward in episode.rewards], numpy.float64),
            "observations/values": numpy.stack(rows) if rows else numpy.zeros((0, len(self._episodes.task.read)), numpy.int64),
            "infos/frame": numpy.array([frame for episode in all_of for frame in episode.frames], numpy.int64),
            "total_steps": steps,
        }
        for name, member in (("terminations", "terminated"), ("truncations", "truncated")):
            arrays[name] = numpy.zeros(int(steps.sum()), numpy.bool_)
            arrays[name][numpy.cumsum(steps) - 1] = [getattr(episode, member) for episode in all_of]
        for name in ("seed", "start", "noops"):
            arrays[name] = numpy.array([getattr(episode, name) for episode in all_of], numpy.int64)
        pictures = [picture for episode in all_of for picture in episode.pixels]
        if pictures:
            arrays["observations/pixels"] = numpy.stack(pictures)
        for index, state in enumerate(self._states):
            if state is not None:
                arrays[f"state_{index}"] = numpy.frombuffer(state, numpy.uint8)
        return Dataset(arrays)

    def save(self, path: str | Path) -> None:
        """Writes what was recorded to a file; `Dataset.load` reads it."""
        self.dataset().save(path)

    def _begin(self, game: int, start: int, seed: int, noops: int, seen: Seen) -> None:
        before = self._running.pop(game, None)
        if before is not None:
            self._finish(before)
        self._running[game] = running = _Running(seed, start, noops, [], [], [])
        self._see(running, game, seen)

    def _finish(self, episode: _Running) -> None:
        # One without a step, because its game was lost in the first one, has nothing to tell.
        if episode.actions:
            self._done.append(episode)

    def _see(self, running: _Running, game: int, seen: Seen) -> None:
        self._bytes += _bytes_of(seen)
        running.values.append(seen.values[game].copy())
        running.frames.append(int(seen.frame[game]))
        if seen.pixels is not None:
            running.pixels.append(seen.pixels[game].copy())

    def _check_room(self, rows: int, seen: Seen) -> None:
        """Ends the recording if there is no room for all rows of a step: episodes without some of them could not be replayed."""
        if self._bytes + rows * _bytes_of(seen) > self._max_bytes:
            self.stop()
            raise MemoryError(f"This step would take the recording over {self._max_bytes} bytes, so it ended before: save it, and begin "
                              "another one.")

    def _index_of(self, state: bytes) -> int:
        if state not in self._states:
            self._states.append(state)
        return self._states.index(state)

    @staticmethod
    def _state_of(start: object) -> bytes | None:
        if isinstance(start, tuple):
            raise ValueError(f"A recording needs the bytes of states; got the name {start!r}. Emulator.stored_state() has them.")
        return start if isinstance(start, bytes) else None

    def _info(self) -> dict[str, Any]:
        copies, task = self._episodes.copies, self._episodes.task
        picture = task.picture and {"width": task.picture.width, "height": task.picture.height, "gray": task.picture.gray}
        return {"version": VERSION, "rom": copies.rom, "crc32": self._game.get("crc32"), "actions": list(task.actions),
                "read": places_json(task.read), "frames": task.frames, "picture": picture, "last": copies.last, "sticky": copies.sticky,
                "noops": copies.noops, "clock": copies.clock, "model": copies.model}
