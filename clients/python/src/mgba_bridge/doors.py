"""The ports at which other tools find a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

DoorKind = Literal["bizhawk", "gdb", "retroarch"]
DoorAccess = Literal["read", "write"]


@dataclass(frozen=True)
class Door:
    """A port of the bridge's machine at which clients of another tool find an emulator's game.

    Without `port`, `address` and `access` it is closed. `connected` is whether a client has it.
    """

    kind: str
    emulator: str
    port: int | None
    address: str | None
    access: str | None
    connected: bool

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Door:
        """Parses a response."""
        return cls(json["kind"], json["emulator"], json.get("port"), json.get("address"), json.get("access"), json["connected"])
