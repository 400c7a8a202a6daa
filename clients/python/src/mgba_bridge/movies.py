"""What the bridge tells about movies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Until = Literal["difference", "end"]
Outcome = Literal["equal", "differs", "interrupted"]


@dataclass(frozen=True)
class MovieFile:
    """A movie of the running game: its name, its size in bytes, and when it was saved, in ISO 8601."""

    name: str
    size: int
    saved_at: str

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> MovieFile:
        """Parses an entry of the list."""
        return cls(json["name"], json["bytes"], json["savedAt"])


@dataclass(frozen=True)
class MovieStored:
    """A movie that was stored: how many frames it runs, and how many `hashes` of the memory it has.

    It starts with "power" or from a "state". `source` is "history", "bk2" or "vbm"; `notes` say what differs from the program that made
    it. `size` is in bytes.
    """

    frames: int
    start: str
    source: str
    hashes: int
    notes: list[str]
    size: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> MovieStored:
        """Parses a response."""
        return cls(json["frames"], json["start"], json["source"], json["hashes"], json["notes"], json["bytes"])


@dataclass(frozen=True)
class MovieWritten:
    """A movie that was written: how many frames it runs, and `first` and `last` of them in numbers of the history.

    `hashes` is how many hashes of the memory it has, `size` is in bytes.
    """

    frames: int
    first: int
    last: int
    hashes: int
    size: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> MovieWritten:
        """Parses a response."""
        return cls(json["frames"], json["from"], json["to"], json["hashes"], json["bytes"])


@dataclass(frozen=True)
class MovieResult:
    """How a movie ran: `played` of its `frames`, and how many hashes were `checked`; a movie of another program has none.

    If the `result` is "differs", the first difference came after the frame `after` and not later than `before`, in these `regions` of
    memory. It is "interrupted" if a client pressed, wrote or loaded something meanwhile.
    """

    frames: int
    played: int
    checked: int
    result: Outcome
    after: int | None
    before: int | None
    regions: list[str]

    @property
    def is_equal(self) -> bool:
        """True if all hashes that were checked are those of the game."""
        return self.result == "equal"


@dataclass(frozen=True)
class MoviePlayed(MovieResult):
    """How a movie was played in an emulator; `frame` is the game's frame afterwards."""

    frame: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> MoviePlayed:
        """Parses a response."""
        return cls(*_result_of(json), json["frame"])


@dataclass(frozen=True)
class MovieVerified(MovieResult):
    """How a movie ran in a process of its own, with this ROM."""

    rom: str

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> MovieVerified:
        """Parses a response."""
        return cls(*_result_of(json), json["rom"])


def _result_of(json: Mapping[str, Any]) -> tuple[int, int, int, Outcome, int | None, int | None, list[str]]:
    return (json["frames"], json["played"], json["checked"], json["result"], json.get("after"), json.get("before"),
            json.get("regions") or [])
