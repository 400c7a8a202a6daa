"""What the bridge tells about named states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class StateNode:
    """A named state of the running game: its name, its size in bytes, when it was saved, in ISO 8601, and where it comes from.

    What is unknown is None: of a state that a client stored, all but these three. `parent` is the state from which the game came, and
    `frames` the frames since then. `frame` is the frame number, and `crc32` the checksum of the ROM.
    """

    name: str
    size: int
    saved_at: str
    frame: int | None
    crc32: str | None
    parent: str | None
    frames: int | None
    note: str | None
    picture: bool

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> StateNode:
        """Parses an entry of the list."""
        return cls(json["name"], json["size"], json["savedAt"], json.get("frame"), json.get("crc32"), json.get("parent"),
                   json.get("frames"), json.get("note"), json.get("picture", False))
