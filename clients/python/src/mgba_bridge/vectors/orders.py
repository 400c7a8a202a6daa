"""What a step orders, checked."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Union

import numpy
from numpy.typing import NDArray

from ..models import button_list
from ..problems import UnknownButton

_BITS = {name: 1 << bit for bit, name in enumerate(("a", "b", "select", "start", "right", "left", "up", "down", "r", "l"))}
_EVERY_BUTTON = 0x3FF
MAX_FRAMES = 3600
MAX_STARTS = 16
MAX_SEED = (1 << 63) - 1
_UINT16 = numpy.dtype(numpy.uint16)
# How far apart the generators of neighboring games begin.
_STRIDE = 0xD1342543DE82EF95
_MASK_64 = (1 << 64) - 1

Keys = Union[int, str, Sequence[Union[int, str]], NDArray[Any]]
"""Buttons of all games, or of each: masks whose bits 0 to 9 are A, B, Select, Start, Right, Left, Up, Down, R, L, or names ("Up+B")."""


def _whole(name: str, number: int, first: int, last: int) -> int:
    try:
        whole = operator.index(number)
    except TypeError:
        raise ValueError(f"{name} must be whole numbers of {first} to {last}; got {number!r}.") from None
    if not first <= whole <= last:
        raise ValueError(f"{name} must be {first} to {last}; got {whole}.")
    return whole


def mask_of(buttons: int | str | Iterable[str]) -> int:
    """Returns the mask of buttons: 0 to 1,023, "Up+B", or ["Up", "B"]."""
    if isinstance(buttons, (int, numpy.integer)):
        if not 0 <= buttons <= _EVERY_BUTTON:
            raise ValueError(f"keys must be 0 to {_EVERY_BUTTON}; got {buttons}.")
        return int(buttons)
    mask = 0
    for name in button_list(buttons):
        if name.lower() not in _BITS:
            there_are = "there are A, B, Select, Start, Right, Left, Up, Down, R and L"
            raise UnknownButton(400, {"detail": f'No button is called "{name}"; {there_are}.'})
        mask |= _BITS[name.lower()]
    return mask


class Order(NamedTuple):
    """A step of some games, or of all without `games`.

    `starts` has -1 for games that aren't reset, `seeds` None for generators that go on. `reset_seed` is a vector's seed, and sets all.
    """

    games: NDArray[numpy.intp] | None
    keys: int | NDArray[numpy.uint16]
    frames: int
    starts: NDArray[numpy.int64] | None = None
    seeds: Sequence[int | None] | None = None
    reset_seed: int | None = None


def games_of(games: Iterable[int] | None, count: int) -> NDArray[numpy.intp] | None:
    """Returns the indices of games, in ascending order."""
    if games is None:
        return None
    chosen = numpy.asarray(games if isinstance(games, (Sequence, numpy.ndarray)) else list(games))
    if chosen.dtype == bool and chosen.shape == (count,):
        return numpy.flatnonzero(chosen)
    if chosen.ndim != 1 or chosen.size == 0 or chosen.dtype.kind not in "iu":
        raise ValueError(f"games must be at least one number of 0 to {count - 1}; got {games!r}.")
    if chosen.min() < 0 or chosen.max() >= count:
        raise ValueError(f"games must be 0 to {count - 1}; got {[int(each) for each in chosen if not 0 <= each < count][0]}.")
    # Not their difference, which is never negative in unsigned numbers.
    if (chosen[1:] <= chosen[:-1]).any():
        raise ValueError("games must be given once each, in ascending order.")
    return chosen.astype(numpy.intp, copy=False)


def keys_of(keys: Keys, stepped: int) -> int | NDArray[numpy.uint16]:
    """Returns masks: one for all games, or one for each stepped game. Workers check those of 16 bits."""
    if isinstance(keys, numpy.ndarray) and keys.dtype == _UINT16 and keys.shape == (stepped,):
        return keys
    if isinstance(keys, (int, str, numpy.integer)):
        return mask_of(keys)
    if isinstance(keys, numpy.ndarray):
        masks: NDArray[Any] = keys
        if masks.dtype != numpy.uint16:
            if masks.dtype.kind not in "iu":
                raise ValueError(f"keys must be whole numbers; got {masks.dtype}.")
            if masks.size and (masks.min() < 0 or masks.max() > _EVERY_BUTTON):
                raise ValueError(f"keys must be 0 to {_EVERY_BUTTON}; got {masks.min()} to {masks.max()}.")
    else:
        masks = numpy.array([mask_of(each) for each in keys], numpy.uint16)
    if masks.shape != (stepped,):
        raise ValueError(f"keys must be one for each of {stepped} games, or one for all; got {masks.shape}.")
    return masks


def frames_of(frames: int) -> int:
    """Returns the frames of a step, checked."""
    return _whole("frames", frames, 1, MAX_FRAMES)


def starts_of(starts: int | Sequence[int | None] | None, stepped: int) -> NDArray[numpy.int64] | None:
    """Returns the start of each stepped game, -1 for those that aren't reset; None if none is."""
    if starts is None:
        return None
    each: list[int | None] = list(starts) if isinstance(starts, Iterable) else [starts] * stepped
    if len(each) != stepped:
        raise ValueError(f"starts must be one for each of {stepped} games, or one for all; got {len(each)}.")
    return numpy.array([-1 if start is None else _whole("starts", start, 0, MAX_STARTS - 1) for start in each], numpy.int64)


def seeds_of(seeds: Sequence[int | None] | None, stepped: int) -> list[int | None] | None:
    """Returns the states of generators to set; None: it goes on."""
    if seeds is None:
        return None
    each = list(seeds)
    if len(each) != stepped:
        raise ValueError(f"seeds must be one for each of {stepped} games; got {len(each)}.")
    return [seed_of(seed) for seed in each]


def seed_of(seed: int | None) -> int | None:
    """Returns a seed, checked; None stays."""
    return None if seed is None else _whole("seeds", seed, 0, MAX_SEED)


def generator_states(seed: int, games: Iterable[int]) -> list[int]:
    """Returns the states with which the games' generators begin by a vector's seed."""
    return [(seed + int(game) * _STRIDE) & _MASK_64 for game in games]
