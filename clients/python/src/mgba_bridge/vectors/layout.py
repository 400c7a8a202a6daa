"""The bytes of a vector's shared memory (docs/protocol/vectors.md) as numpy arrays."""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

_HEADER = struct.Struct("<8s8IQ16Q")
_MAGIC = b"MGBAVEC\0"
_VERSION = 2
BATCHES = 2
MAX_READS = 64


class WrongLayout(Exception):
    """The file is not the shared memory of this vector, or has another version."""


@dataclass(frozen=True)
class Results:
    """What the games answer, for each of the two batches: views of the shared memory, or arrays of this process."""

    status: NDArray[numpy.uint32]
    frame: NDArray[numpy.int64]
    missing: NDArray[numpy.uint64]
    values: NDArray[numpy.int64]
    pixels: NDArray[numpy.uint8] | None

    @classmethod
    def empty(cls, count: int, picture: tuple[int, int, int] | None) -> Results:
        """Returns arrays of this process, for a vector without shared memory. `picture` is height, width and channels."""
        pixels = None if picture is None else numpy.zeros((BATCHES, count, *picture), numpy.uint8)
        return cls(numpy.zeros((BATCHES, count), numpy.uint32), numpy.full((BATCHES, count), -1, numpy.int64),
                   numpy.zeros((BATCHES, count), numpy.uint64), numpy.zeros((BATCHES, count, MAX_READS), numpy.int64), pixels)

    def keep(self, batch: int, stepped: NDArray[numpy.intp]) -> None:
        """Copies the latest results of the games that a step leaves out, so that a batch has those of all games."""
        others = numpy.ones(self.status.shape[1], bool)
        others[stepped] = False
        areas: list[NDArray[Any]] = [self.status, self.frame, self.missing, self.values]
        if self.pixels is not None:
            areas.append(self.pixels)
        for area in areas:
            area[batch, others] = area[1 - batch, others]


class Block:
    """The areas of the shared memory. `count` and `picture` are those of the vector that it must belong to."""

    def __init__(self, memory: mmap.mmap, count: int, picture: tuple[int, int, int] | None) -> None:
        size = len(memory)
        if size < _HEADER.size:
            raise WrongLayout
        magic, version, games, reads, width, height, channels, batches, _, whole, *places = _HEADER.unpack_from(memory)
        if (magic, version, games, reads, batches, whole) != (_MAGIC, _VERSION, count, MAX_READS, BATCHES, size):
            raise WrongLayout
        if (height, width, channels) != (picture or (0, 0, 0)):
            raise WrongLayout
        bell, asked, keys, frames, flags, start, seed, done, answered, status, frame, missing, values, _, _, pixels = places
        self.bell_place, self.done_place = bell, done

        def _view(kind: type, at: int, *shape: int) -> NDArray[Any]:
            length = int(numpy.prod(shape))
            if at + length * numpy.dtype(kind).itemsize > size:
                raise WrongLayout
            return numpy.frombuffer(memory, kind, length, at).reshape(shape)

        self.keys: NDArray[numpy.uint16] = _view(numpy.uint16, keys, count)
        self.frames: NDArray[numpy.uint16] = _view(numpy.uint16, frames, count)
        self.flags: NDArray[numpy.uint16] = _view(numpy.uint16, flags, count)
        self.start: NDArray[numpy.uint16] = _view(numpy.uint16, start, count)
        self.seed: NDArray[numpy.uint64] = _view(numpy.uint64, seed, count)
        self.asked_counts: NDArray[numpy.uint32] = _view(numpy.uint32, asked, count)
        self.results = Results(
            _view(numpy.uint32, status, BATCHES, count), _view(numpy.int64, frame, BATCHES, count),
            _view(numpy.uint64, missing, BATCHES, count), _view(numpy.int64, values, BATCHES, count, MAX_READS),
            _view(numpy.uint8, pixels, BATCHES, count, *picture) if picture else None)
        # Single numbers are read and written faster as views than as arrays of numpy.
        view = memoryview(memory)
        self.bell = view[bell:bell + 12].cast("I")
        self.done = view[done:done + 4].cast("I")
        self.asked, self.answered = (view[at:at + 4 * count].cast("I") for at in (asked, answered))
