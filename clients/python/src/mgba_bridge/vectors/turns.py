"""What the games of a vector show, and how their episodes go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray


@dataclass
class Seen:
    """What the games show: what the agent sees of the values, the values, pictures and frame counters; (games, …)."""

    observations: NDArray[Any]
    values: NDArray[numpy.int64]
    pixels: NDArray[numpy.uint8] | None
    frame: NDArray[numpy.int64]

    def copy(self, games: NDArray[numpy.intp] | None = None) -> Seen:
        """Returns a copy, of some games if they are given."""
        chosen: Any = slice(None) if games is None else games
        pixels = None if self.pixels is None else self.pixels[chosen].copy()
        return Seen(self.observations[chosen].copy(), self.values[chosen].copy(), pixels, self.frame[chosen].copy())


@dataclass
class Turn:
    """The end of a step. `final` is what the games `over` showed last, if they began again in the same step."""

    seen: Seen
    rewards: NDArray[numpy.float64]
    terminated: NDArray[numpy.bool_]
    truncated: NDArray[numpy.bool_]
    lost: NDArray[numpy.bool_]
    over: NDArray[numpy.intp] | None = None
    final: Seen | None = None
