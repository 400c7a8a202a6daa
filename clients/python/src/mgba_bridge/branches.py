"""Branches: many continuations of one moment of a game."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ._calls import given
from .models import Place, PlaceLike, SequenceStep, places_json, steps_json, values_of

Compared = Literal["eq", "ne", "lt", "le", "gt", "ge", "mask", "changed", "increased", "decreased", "same"]
PictureIs = Literal["changed", "still", "is"]


@dataclass(frozen=True)
class When:
    """A condition of a branch: a `place` whose value compares, or the `screen`.

    `frames` is in how many frames in a row it must be true, `timeout_frames` within how many that must begin. `hash` is a `picture_hash`,
    `crop` x, y, width and height in pixels of the game.
    """

    place: Place | None = None
    compared: Compared | None = None
    value: int | None = None
    screen: PictureIs | None = None
    hash: str | None = None
    crop: tuple[int, int, int, int] | None = None
    frames: int | None = None
    timeout_frames: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Returns the condition as the bridge takes it."""
        sides = None if self.crop is None else dict(zip(("x", "y", "width", "height"), self.crop))
        rest = given(value=self.value, screen=self.screen, hash=self.hash, crop=sides, frames=self.frames,
                     timeoutFrames=self.timeout_frames)
        return (self.place.to_json() if self.place else {}) | ({"is": self.compared} if self.compared else {}) | rest


@dataclass(frozen=True)
class Branch:
    """A branch: steps or a stored movie, what to wait for, frames to settle, and what to observe at the end.

    `until` is one condition, or several of which any must hold; with `all_of` all must.
    """

    steps: SequenceStep | Iterable[SequenceStep] | None = None
    name: str | None = None
    repeat: int | None = None
    movie: str | None = None
    until: When | Sequence[When] | None = None
    all_of: Sequence[When] | None = None
    timeout_frames: int | None = None
    settle: int | None = None
    read: PlaceLike | Iterable[PlaceLike] | None = None
    screen: bool = False

    def to_json(self) -> dict[str, Any]:
        """Returns the branch as the bridge takes it."""
        until = None if self.until is None else self.until.to_json() if isinstance(self.until, When) \
            else {"any": [each.to_json() for each in self.until]}
        if self.all_of is not None:
            until = {"all": [each.to_json() for each in self.all_of]}
        return given(
            name=self.name, steps=None if self.steps is None else steps_json(self.steps), repeat=self.repeat, movie=self.movie,
            until=until, timeoutFrames=self.timeout_frames, settle=self.settle,
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
            json["name"], json["frames"], json.get("met"), tuple((each["condition"], each["frame"]) for each in json.get("held") or ()),
            {each["region"]: each["hash"] for each in json["hashes"]}, values_of(json.get("values")),
            base64.b64decode(png) if png else None, json.get("pictureHash"))


def branches_body(branches: Sequence[Branch | SequenceStep | Sequence[SequenceStep]], state: str | None, from_frame: int | None,
                  keep: str | int | None, spread: int | None, lease: str | None) -> dict[str, Any]:
    """Returns a request as the bridge takes it."""
    each = [branch if isinstance(branch, Branch) else Branch(branch) for branch in branches]
    return given(
        branches=[branch.to_json() for branch in each], state=state, fromFrame=from_frame, keep=None if keep is None else str(keep),
        spread=spread, lease=lease)


def branch_ends(json: Mapping[str, Any]) -> list[BranchEnd]:
    """Parses a response."""
    return [BranchEnd.of(each) for each in json["branches"]]
