"""The blocking client, with vectors. Their shared memory has no form on asyncio: run their steps in a thread there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _calls as calls
from ._calls import Call
from ._sync.bridge import Bridge as _Bridge
from .models import Picture, PlaceLike

if TYPE_CHECKING:
    from .vectors.creating import Start
    from .vectors.games import GameVector


class Bridge(_Bridge):
    """A bridge. Its connections are kept open and shared; it can be used from several threads at a time.

    Requests that failed are repeated at most `retries` times, and only if they did not run or can't do anything twice.
    `timeout` is the number of seconds without a response after which a connection counts as broken; waits and long steps need more
    than their frames take. `unix` is the path of the bridge's Unix socket, instead of an address.
    """

    def create_vector(self, rom: str, count: int, *, name: str | None = None, frames: int = 1,
                      read: PlaceLike | Iterable[PlaceLike] = (), picture: Picture | None = None, last: int = 1,
                      starts: Sequence[Start] = (), sticky: float = 0, noops: int = 0, seed: int = 0, lease_seconds: float = 600,
                      clock: int | None = None, model: str | None = None, shared: bool | None = None) -> GameVector:
        """Starts a vector: 1 to 256 copies of a game of the bridge's ROM folder, which step together (docs/vectors.md). Needs numpy.

        A step runs `frames` (1 to 3,600) unless it says another number, then reads up to 64 numbers, and takes a `picture` of up to
        256 x 224 pixels; with `last=2` each pixel is the maximum of the last two frames. Up to 16 `starts` are what resets begin from:
        bytes of states, (emulator, name), or None for the console just switched on. `sticky` is the probability 0 to 1 that a frame keeps
        the buttons of the one before, `noops` the most frames (0 to 3,600) without buttons after a reset, and `seed` (0 to 2**63 - 1)
        decides all random numbers. The vector ends `lease_seconds` (1 to 604,800; `math.inf` for never) after this process is gone.
        Steps go through shared memory where this process can open it, else over HTTP; `shared` demands one or the other.
        """
        from .vectors.creating import create_vector

        return create_vector(
            self, rom, count, name=name, frames=frames, read=read, picture=picture, last=last, starts=starts, sticky=sticky, noops=noops,
            seed=seed, lease_seconds=lease_seconds, clock=clock, model=model, shared=shared)

    def vector(self, name: str, *, shared: bool | None = None) -> GameVector:
        """Returns the vector of this name, which another process created. Only one process may step it at a time."""
        from .vectors.creating import find_vector

        return find_vector(self, name, shared)

    def __enter__(self) -> Bridge:
        return self

    def vectors(self) -> list[Mapping[str, Any]]:
        """Returns what the bridge says about each vector: name, rom, count, died, stuck …"""
        return self.run(Call[list[Mapping[str, Any]]]("GET", "/vectors", calls.member("vectors", list)))
