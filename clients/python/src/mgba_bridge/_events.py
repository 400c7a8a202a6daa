"""Server-sent events without I/O, and the watches of their stream."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._calls import given
from .models import Event

# An id that no event has: a stream that continues after it begins with a gap.
_NO_EVENT = "0"


class EventReader:
    """Parses text/event-stream."""

    def __init__(self, last_id: str | None) -> None:
        self.last_id = last_id
        self._rest = b""
        self._is_broken = False

    @property
    def start(self) -> str | None:
        """The id to continue after; None for a new stream."""
        return _NO_EVENT if self.last_id is None and self._is_broken else self.last_id

    def feed(self, data: bytes) -> list[Event]:
        """Returns the events that these bytes complete."""
        *blocks, self._rest = (self._rest + data).split(b"\n\n")
        return [event for event in map(self._parse, blocks) if event is not None]

    def disconnected(self, is_broken: bool) -> None:
        """Drops a partial event, which the bridge sends again. Events of a stream that broke before its first one may be lost."""
        self._rest = b""
        self._is_broken = self._is_broken or is_broken

    def _parse(self, block: bytes) -> Event | None:
        fields: dict[str, str] = {}
        for line in block.decode().split("\n"):
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        if not fields.get("data"):
            return None
        # A gap has no id of its own.
        self.last_id = fields.get("id") or self.last_id
        return Event(fields.get("id", ""), fields.get("event", "message"), json.loads(fields["data"]))


class KeptWatches:
    """The watches of a stream. They end with the bridge, so the stream sets them again, and their events keep the ids of before."""

    def __init__(self, ids: Iterable[int] | None) -> None:
        self._are_all = ids is None
        # By the id that the user knows: the id now, and what to set.
        self._current = {id: id for id in ids or ()}
        self._settings: dict[int, dict[str, Any]] = {}

    @property
    def ids(self) -> str | None:
        """The ids as a parameter; None for all watches."""
        return None if self._are_all else ",".join(map(str, self._current.values()))

    def missing(self, listed: Sequence[Mapping[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
        """Returns the watches that the bridge no longer lists: the user's id, and what to set. At first it learns what they are."""
        by_id = {each["id"]: _setting_of(each) for each in listed}
        if not self._settings:
            self._settings = {id: by_id[id] for id in self._current if id in by_id}
        return [(id, setting) for id, setting in self._settings.items() if by_id.get(self._current[id]) != setting]

    def replace(self, id: int, current: int) -> None:
        """Takes the id of a watch that was set again."""
        self._current[id] = current

    def named(self, events: Iterable[Event]) -> list[Event]:
        """Returns the events with the ids that the user knows."""
        known = {current: id for id, current in self._current.items() if current != id}
        return [dataclasses.replace(event, data={**event.data, "id": known[event.data["id"]]})
                if event.topic == "watch" and event.data["id"] in known else event for event in events]


def _setting_of(listed: Mapping[str, Any]) -> dict[str, Any]:
    return given(address=listed.get("chain") or listed.get("address"), **{
        name: listed.get(name) for name in ("achievement", "type", "length", "domain", "intervalFrames", "name", "temporary")})
