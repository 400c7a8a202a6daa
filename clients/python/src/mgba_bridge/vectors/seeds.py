"""The seeds of episodes: each follows from the one before in its game, so that one seed decides all episodes."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy

from .orders import seed_of

_MASK_64 = (1 << 64) - 1


def _mix(number: int) -> int:
    # The last steps of SplitMix64.
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _MASK_64
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK_64
    return number ^ number >> 31


def next_seed(seed: int) -> int:
    """Returns the seed of the next episode of a game."""
    return _mix(seed + 0xD1342543DE82EF95 & _MASK_64) >> 1


def choice(seed: int, count: int) -> int:
    """Returns a number from 0 to count - 1 that an episode's seed decides, apart from what the game's generator draws."""
    return _mix(~seed & _MASK_64) * count >> 64


def first_seeds(seed: int | Sequence[int | None] | None, count: int) -> list[int | None]:
    """Returns the seed of each game: seed + I of one seed, as in the vectors of Gymnasium; None: it goes on."""
    if seed is None:
        return [None] * count
    each: list[int | None] = [int(seed) + game for game in range(count)] if isinstance(seed, (int, numpy.integer)) else list(seed)
    if len(each) != count:
        raise ValueError(f"seed must be one number, or one for each of {count} games; got {len(each)}.")
    return [seed_of(one) for one in each]


def random_seed() -> int:
    """Returns a seed that nobody knows before."""
    return int.from_bytes(os.urandom(8), "little") >> 1
