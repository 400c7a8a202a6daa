"""Creates vectors, and finds those that exist."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from .. import _calls as calls
from .._calls import Call, given, segment
from .._sync.bridge import Bridge as PlainBridge
from ..models import Picture, PlaceLike, places_json
from ..problems import BridgeError
from .bodies import check_reads, lease_json, start_json
from .games import GameVector
from .orders import frames_of

Start = bytes | tuple[str, str] | None
"""What a game begins from: the bytes of a state, (emulator, name) of a named state, or None for the console just switched on."""


def create_vector(bridge: PlainBridge, rom: str, count: int, *, name: str | None, frames: int, read: PlaceLike | Iterable[PlaceLike],
                  picture: Picture | None, last: int, starts: Sequence[Start], sticky: float, noops: int, seed: int,
                  lease_seconds: float, clock: int | None, model: str | None, shared: bool | None) -> GameVector:
    """Creates a vector, as `Bridge.create_vector` says."""
    places = check_reads(read)
    named = [start_json(None if isinstance(start, bytes) else start) for start in starts]
    body = given(
        rom=rom, count=count, name=name, frames=frames_of(frames), read=places_json(places) if places else None,
        picture=None if picture is None else {"width": picture.width, "height": picture.height, "gray": picture.gray, "last": last},
        starts=named or None, sticky=sticky or None, noops=noops or None, seed=seed, clock=clock, model=model,
        lease=lease_json(lease_seconds))
    json: Any = bridge.run(Call("POST", "/vectors", calls.to_json, body, repeatable=True, key=uuid.uuid4().hex))
    vector = GameVector(bridge, json, shared=shared)
    try:
        for index, start in enumerate(starts):
            if isinstance(start, bytes):
                vector.set_start(index, start)
    except BaseException:
        # The caller needs this error; a vector that can't be ended ends with its lease.
        with contextlib.suppress(BridgeError):
            vector.end()
        raise
    return vector


def find_vector(bridge: PlainBridge, name: str, shared: bool | None) -> GameVector:
    """Returns the vector of this name."""
    if not name:
        raise ValueError('name must be 1 to 32 characters; got "".')
    json: Any = bridge.run(Call("GET", f"/vectors/{segment(name)}", calls.to_json))
    return GameVector(bridge, json, shared=shared)
