"""Branches: many continuations of one moment of a game."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ._calls import given
from .conditions import Conditions, until_json
from .models import PlaceLike, SequenceStep, held_of, places_json, steps_json, values_of


@dataclass(frozen=True)
class Branch:
    """A branch: steps or a stored movie, what to wait for, frames to settle, and what to observe at the end.

    `until` is one condition, several of which any must hold, or `AllOf` several.
    """

    steps: SequenceStep | Iterable[SequenceStep] | None = None
    name: str | None = None
    repeat: int | None = None
    movie: str | None = None
    until: Conditions | None = None
    timeout_frames: int | None = None
    settle: int | None = None
    read: PlaceLike | Iterable[PlaceLike] | None = None
    screen: bool = False

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON for the bridge."""
        return given(
            name=self.name, steps=None if self.steps is None else steps_json(self.steps), repeat=self.repeat, movie=self.movie,
            until=until_json(self.until), timeoutFrames=self.timeout_frames, settle=self.settle,
            read=None if self.read is None else places_json(self.read), screen=self.screen or None)


@dataclass(frozen=True)
class BranchEnd:
    """The end of a branch: its frames, whether its conditions were `met`, `held` (condition and frame), `hashes` of memory, values, png."""

    name: str
    frames: int
    met: bool | None
    held: tuple[tuple[int, int], ...]
    hashes: Mapping[str, str]
    values: tuple[Any, ...]
    png: bytes | None = field(repr=False)
    picture_hash: str | None = None

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> BranchEnd:
        """Parses a part of a response."""
        png = json.get("png")
        return cls(
            json["name"], json["frames"], json.get("met"), held_of(json),
            {each["region"]: each["hash"] for each in json["hashes"]}, values_of(json.get("values")),
            base64.b64decode(png) if png else None, json.get("pictureHash"))


def branches_body(branches: Sequence[Branch | SequenceStep | Sequence[SequenceStep]], state: str | None, from_frame: int | None,
                  keep: str | int | None, spread: int | None, lease: str | None) -> dict[str, Any]:
    """Returns the JSON of a request for the bridge."""
    each = [branch if isinstance(branch, Branch) else Branch(branch) for branch in branches]
    return given(
        branches=[branch.to_json() for branch in each], state=state, fromFrame=from_frame, keep=None if keep is None else str(keep),
        spread=spread, lease=lease)


def branch_ends(json: Mapping[str, Any]) -> list[BranchEnd]:
    """Parses a response."""
    return [BranchEnd.of(each) for each in json["branches"]]
