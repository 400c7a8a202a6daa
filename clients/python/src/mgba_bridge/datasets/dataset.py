"""The file: an archive of numpy (.npz)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

VERSION = 2


@dataclass(frozen=True)
class Episode:
    """One episode, as Minari has it: `observations` ({"values", "pixels"}) and `infos` ({"frame"}) have one row more than the others.

    The first row is what the reset showed. `start` and `noops` are what it began from.
    """

    id: int
    seed: int
    observations: dict[str, NDArray[Any]]
    actions: NDArray[numpy.int64]
    rewards: NDArray[numpy.float64]
    terminations: NDArray[numpy.bool_]
    truncations: NDArray[numpy.bool_]
    infos: dict[str, NDArray[Any]]
    start: int
    noops: int

    @property
    def total_steps(self) -> int:
        """The number of steps."""
        return len(self.actions)


class Dataset:
    """Episodes of a task. `info` has what the games were made of: rom, crc32, actions, read, frames, picture, sticky, noops …

    The arrays of the file have Minari's names, with S steps in E episodes, one episode after the other:

    - `actions`, `rewards`, `terminations`, `truncations` (S; an episode whose last step has neither: the recording ended first)
    - `observations/values` (S + E, reads), `observations/pixels` (S + E, height, width, channels; only with pictures)
    - `infos/frame` (S + E)
    - `total_steps` (E), `seed` (E), `start` (E; an index of the states below), `noops` (E; frames besides random ones)
    - `state_0`, `state_1` …: the bytes of states that episodes began from; none for the console just switched on
    - `info`: JSON
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.arrays = dict(arrays)
        self.info: dict[str, Any] = json.loads(str(self.arrays["info"]))
        if self.info.get("version") != VERSION:
            raise ValueError(f"The data set has the version {self.info.get('version')}; this package reads {VERSION}.")
        self._ends = numpy.cumsum(self.arrays["total_steps"])

    @classmethod
    def load(cls, path: str | Path) -> Dataset:
        """Reads a file. It can hold no code: pickles are refused."""
        with numpy.load(path, allow_pickle=False) as archive:
            return cls({name: archive[name] for name in archive.files})

    def save(self, path: str | Path) -> None:
        """Writes a file, compressed."""
        with Path(path).open("wb") as file:
            numpy.savez_compressed(file, **self.arrays)

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, index: int) -> Episode:
        number = range(len(self))[index]
        length = int(self.arrays["total_steps"][number])
        last = int(self._ends[number])
        # Each episode has one row more than steps, so the rows of this one begin `number` later.
        steps, rows = slice(last - length, last), slice(last - length + number, last + number + 1)
        get = self.arrays.__getitem__

        def _group(name: str) -> dict[str, NDArray[Any]]:
            return {key[len(name):]: array[rows] for key, array in self.arrays.items() if key.startswith(name)}

        return Episode(
            number, int(get("seed")[number]), _group("observations/"), get("actions")[steps], get("rewards")[steps],
            get("terminations")[steps], get("truncations")[steps], _group("infos/"), int(get("start")[number]), int(get("noops")[number]))

    def __iter__(self) -> Iterator[Episode]:
        return map(self.__getitem__, range(len(self)))

    def state(self, start: int) -> bytes | None:
        """Returns the state that episodes with this start began from; None: the console just switched on."""
        state = self.arrays.get(f"state_{start}")
        return None if state is None else state.tobytes()
