"""Server-sent events without I/O."""

from __future__ import annotations

import json

from .models import Event


class EventReader:
    """Parses text/event-stream."""

    def __init__(self, last_id: str | None) -> None:
        self.last_id = last_id
        self._rest = b""

    def feed(self, data: bytes) -> list[Event]:
        """Returns the events that these bytes complete."""
        *blocks, self._rest = (self._rest + data).split(b"\n\n")
        return [event for event in map(self._parse, blocks) if event is not None]

    def reconnected(self) -> None:
        """Drops a partial event of the broken stream; the bridge sends it again."""
        self._rest = b""

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
