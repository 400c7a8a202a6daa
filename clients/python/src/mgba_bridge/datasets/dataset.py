"""The file: an archive of numpy (.npz)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

VERSION = 1


@dataclass(frozen=True)
class Episode:
    """One episode. `values`, `frame` and `pixels` have one row more than `actions`: the first one is what the reset showed."""

    actions: NDArray[numpy.int64]
    rewards: NDArray[numpy.float64]
    terminated: bool
    truncated: bool
    values: NDArray[numpy.int64]
    frame: NDArray[numpy.int64]
    pixels: NDArray[numpy.uint8] | None
    seed: int
    start: int
    noops: int


class Dataset:
    """Episodes of a task. `info` has what the games were made of: rom, crc32, actions, read, frames, picture, sticky, noops …

    The arrays of the file, with S steps in E episodes, one episode after the other:

    - `actions` and `rewards` (S), `terminated`, `truncated` (E; neither: the recording ended first)
    - `values` (S + E, reads), `frame` (S + E), `pixels` (S + E, height, width, channels; only with pictures)
    - `lengths` (E) in steps, `seeds` (E), `starts` (E; an index of the states below), `noops` (E; frames besides random ones)
    - `state_0`, `state_1` …: the bytes of states that episodes began from; none for the console just switched on
    - `info`: JSON
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.arrays = dict(arrays)
        self.info: dict[str, Any] = json.loads(str(self.arrays["info"]))
        if self.info.get("version") != VERSION:
            raise ValueError(f"The data set has the version {self.info.get('version')}; this package reads {VERSION}.")
        self._ends = numpy.cumsum(self.arrays["lengths"])

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
        length = int(self.arrays["lengths"][number])
        last = int(self._ends[number])
        steps, rows = slice(last - length, last), slice(last - length + number, last + number + 1)
        get = self.arrays.__getitem__
        pixels = self.arrays.get("pixels")
        return Episode(
            get("actions")[steps], get("rewards")[steps], bool(get("terminated")[number]), bool(get("truncated")[number]),
            get("values")[rows], get("frame")[rows], None if pixels is None else pixels[rows], int(get("seeds")[number]),
            int(get("starts")[number]), int(get("noops")[number]))

    def state(self, start: int) -> bytes | None:
        """Returns the state that episodes with this start began from; None: the console just switched on."""
        state = self.arrays.get(f"state_{start}")
        return None if state is None else state.tobytes()
