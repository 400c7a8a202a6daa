"""What the history of a game tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _calls as calls
from ._http import Response


@dataclass(frozen=True)
class Mark:
    """A named frame of the history, `at`."""

    name: str
    at: int


@dataclass(frozen=True)
class Note:
    """A line of text at a frame of the history, `at`; without a history, that is a frame number."""

    text: str
    at: int

    @classmethod
    def list_of(cls, response: Response) -> list[Note]:
        """Parses a response."""
        return [cls(note["text"], note["at"]) for note in calls.to_json(response)["notes"]]


@dataclass(frozen=True)
class History:
    """The frames that the game can be rewound to: `first`, the present one `now`, and `last`, which is later only after a rewind.

    They are counted from the game's first one; `frame` is the number of `now` everywhere else. `memory` is the size of the history in
    bytes. `hash` is of all writable memory after the frame `hashed_at`, mostly one of each 600; equal games have equal ones.
    """

    first: int
    now: int
    last: int
    memory: int
    marks: list[Mark]
    hashed_at: int | None
    hash: str | None
    frame: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> History:
        """Parses a response."""
        marks = [Mark(mark["name"], mark["at"]) for mark in json["marks"]]
        return cls(
            json["from"], json["now"], json["to"], json["bytes"], marks, json.get("hashedAt"), json.get("hash"), json["frame"])


@dataclass(frozen=True)
class Rewound:
    """The frames of the history after a rewind, as in `History`."""

    first: int
    now: int
    last: int
    frame: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Rewound:
        """Parses a response."""
        return cls(json["from"], json["now"], json["to"], json["frame"])
