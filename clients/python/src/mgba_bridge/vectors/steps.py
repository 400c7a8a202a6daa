"""What games show after a step."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

from .layout import Results

_DIED = (1, 2)


class VectorStep:
    """What the games of a vector show after a step: views without a copy, which the step after the next one overwrites.

    `values` has the reads as integers of 64 bits, (games, reads). `frame` has the games' frame counters, `status` 0 or 1 and 2 for a game
    that died or hung and was replaced, `missing` has bit R if read R led nowhere; its value is 0. `pixels` are (games, height, width,
    channels), or None without a picture. Games that the step left out have their latest results.
    """

    __slots__ = ("frame", "missing", "pixels", "status", "values")

    def __init__(self, results: Results, batch: int, reads: int) -> None:
        self.values: NDArray[numpy.int64] = results.values[batch, :, :reads]
        self.frame: NDArray[numpy.int64] = results.frame[batch]
        self.status: NDArray[numpy.uint32] = results.status[batch]
        self.missing: NDArray[numpy.uint64] = results.missing[batch]
        self.pixels: NDArray[numpy.uint8] | None = None if results.pixels is None else results.pixels[batch]

    @property
    def died(self) -> list[int]:
        """The games that died or hung. They were replaced, and begin at start 0 with the next step unless that resets them."""
        return [int(game) for game in numpy.flatnonzero(numpy.isin(self.status, _DIED))]
