"""Parts of requests and responses about vectors."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from ..models import Place, PlaceLike, places_of
from .layout import MAX_READS


def check_reads(read: PlaceLike | Iterable[PlaceLike]) -> tuple[Place, ...]:
    """Returns places that a vector can read."""
    places = places_of(read)
    if len(places) > MAX_READS:
        raise ValueError(f"read must be at most {MAX_READS} places; got {len(places)}.")
    for place in places:
        if place.length is not None:
            raise ValueError(f"read must be numbers like u16(0x02000000) in a vector; got {place.length} bytes at {place.address}.")
    return places


def start_json(start: tuple[str, str] | None) -> dict[str, str] | None:
    """Returns the JSON of a start for the bridge."""
    return None if start is None else {"emulator": start[0], "state": start[1]}


def lease_json(seconds: float) -> dict[str, float | None]:
    """Returns the JSON of a lease for the bridge."""
    return {"seconds": None if math.isinf(seconds) else seconds}


def places_of_json(json: Iterable[Mapping[str, Any]]) -> tuple[Place, ...]:
    """Returns the places of a description."""
    return tuple([Place(each["address"], each.get("type") or "u8", domain=each.get("domain")) for each in json])
