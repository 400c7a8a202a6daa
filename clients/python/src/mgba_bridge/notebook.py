"""The notebook of a game: notes, and names for addresses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import _calls as calls
from ._http import Response


@dataclass(frozen=True)
class NotebookNote:
    """A line of 1 to 600 characters, with its id, and the time (UTC, as ISO 8601) and frame number in which it was written."""

    text: str
    id: int | None = None
    time: str | None = None
    frame: int | None = None

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> NotebookNote:
        """Parses a part of a response."""
        return cls(json["text"], json["id"], json["time"], json["frame"])

    @classmethod
    def of_response(cls, response: Response) -> NotebookNote:
        """Parses a response."""
        return cls.of(calls.to_json(response))


@dataclass(frozen=True)
class NamedAddress:
    """What a name means: an address on the bus like "0x02000020", the type of the number there, and a comment."""

    address: str
    type: str | None = None
    comment: str | None = None


@dataclass(frozen=True)
class Notebook:
    """The notes, the oldest first, the names, and whether a file of the bridge has them."""

    notes: Sequence[NotebookNote] = ()
    names: Mapping[str, NamedAddress] = field(default_factory=dict)
    stored: bool = True

    @classmethod
    def of(cls, response: Response) -> Notebook:
        """Parses a response."""
        json = calls.to_json(response)
        names = {name: NamedAddress(each["address"], each.get("type"), each.get("comment")) for name, each in json["names"].items()}
        return cls([NotebookNote.of(each) for each in json["notes"]], names, json["stored"])

    def to_json(self) -> dict[str, Any]:
        """Returns it as requests have it."""
        notes = [calls.given(text=each.text, id=each.id, time=each.time, frame=each.frame) for each in self.notes]
        names = {name: calls.given(address=each.address, type=each.type, comment=each.comment) for name, each in self.names.items()}
        return {"notes": notes, "names": names}
