"""Steps over HTTP, for clients that can't open the shared memory."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy

from .._calls import Call, given
from .._http import Response
from ..problems import NotFound, VectorEnded
from .layout import Results
from .orders import Order

if TYPE_CHECKING:
    from .._sync.bridge import Bridge

_HEADER = struct.Struct("<4s7I")
_BYTES = "application/octet-stream"


class OverHttp:
    """Sends each step as a request, in receive(): the games run while this process waits."""

    def __init__(self, bridge: Bridge, name: str, path: str, count: int, picture: tuple[int, int, int] | None) -> None:
        self._bridge, self._name, self._path = bridge, name, path
        self._picture = picture
        self._pending: tuple[Order, int] | None = None
        self.results = Results.empty(count, picture)

    def send(self, order: Order, batch: int) -> None:
        """Remembers the order."""
        self._pending = (order, batch)

    def receive(self, limit: float) -> None:
        """Sends the order and takes its results. The limit is the bridge's timeout."""
        pending, self._pending = self._pending, None
        if pending is None:
            return
        order, batch = pending
        if order.games is not None and not len(order.games):
            # A mask of no games: there is nothing to ask for.
            return
        chosen = slice(None) if order.games is None else order.games
        number = self.results.status.shape[1] if order.games is None else len(order.games)

        def _keep(response: Response) -> None:
            self._read(response.body, batch, chosen, number)

        try:
            target = self._path + ("/step" if order.reset_seed is None else "/reset")
            self._bridge.run(Call("POST", target, _keep, _body_of(order), accept=_BYTES))
        except NotFound as error:
            raise VectorEnded(f'The vector "{self._name}" has ended.') from error

    def _read(self, body: bytes, batch: int, chosen: Any, number: int) -> None:
        magic, version, count, reads, width, height, channels, problems = _HEADER.unpack_from(body)
        size = (height, width, channels) if self._picture else (0, 0, 0)
        if magic != b"STEP" or version != 1 or count != number or size != (self._picture or (0, 0, 0)):
            raise ValueError("The bridge answered a step in an unknown layout; update this package.")
        kind = numpy.dtype([("status", "<u4"), ("_", "<u4"), ("frame", "<i8"), ("values", "<i8", (reads,)), ("pixels", "u1", size)])
        records = numpy.frombuffer(body, kind, number, _HEADER.size)
        results = self.results
        results.status[batch, chosen] = records["status"]
        results.frame[batch, chosen] = records["frame"]
        results.values[batch, chosen, :reads] = records["values"]
        after = _HEADER.size + records.nbytes + problems
        # Older bridges send no `missing`.
        results.missing[batch, chosen] = numpy.frombuffer(body, "<u8", number, after) if len(body) > after else 0
        if results.pixels is not None:
            results.pixels[batch, chosen] = records["pixels"]


def _body_of(order: Order) -> Mapping[str, Any]:
    games = None if order.games is None else order.games.tolist()
    if order.reset_seed is not None:
        return given(games=games, start=None if order.starts is None else int(order.starts[0]), seed=order.reset_seed)
    keys = [order.keys] if isinstance(order.keys, int) else order.keys.tolist()
    starts = None if order.starts is None else [None if start < 0 else start for start in order.starts.tolist()]
    return given(games=games, keys=keys, frames=order.frames, starts=starts,
                 seeds=None if order.seeds is None else list(order.seeds))
