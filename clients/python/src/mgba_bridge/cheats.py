"""Cheats: codes that change the game in each frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import _calls as calls
from ._http import Response


@dataclass(frozen=True)
class Cheat:
    """Codes with a name, which act at the end of each frame while `enabled`.

    `lines` are the codes, one each, like "82000300 0063". `type` is the device that they are for: auto, codeBreaker, gameShark,
    gameSharkRaw, actionReplay, actionReplayRaw, vba or gameGenie; raw ones are not encrypted.
    """

    name: str
    lines: Sequence[str]
    type: str = "auto"
    enabled: bool = True

    @classmethod
    def of(cls, json: Any) -> Cheat:
        """Parses a part of a response."""
        return cls(json["name"], list(json["lines"]), json["type"], json["enabled"])

    @classmethod
    def of_response(cls, response: Response) -> Cheat:
        """Parses a response."""
        return cls.of(calls.to_json(response))

    @staticmethod
    def all_of(response: Response) -> list[Cheat]:
        """Parses a response with all cheats."""
        return [Cheat.of(each) for each in calls.to_json(response)["cheats"]]

    def to_json(self) -> dict[str, Any]:
        """Returns it as requests have it."""
        return {"name": self.name, "lines": list(self.lines), "type": self.type, "enabled": self.enabled}
