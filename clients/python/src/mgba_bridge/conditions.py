"""What to wait for: conditions on memory and on the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Union

from ._calls import given
from .models import Comparison, PlaceLike, place_of

Change = Literal["changed", "increased", "decreased", "same"]
PictureIs = Literal["changed", "still", "calm", "is"]


@dataclass(frozen=True)
class Condition:
    """A place whose value compares, or the picture (`screen`) or a part of it.

    `Condition(u16(0x02000020), "ge", 3)`, `Condition(u8(0x02000000), "changed")`, `Condition(screen="still", frames=20)`.
    `frames` is in how many frames in a row it must be true, `timeout_frames` within how many that must begin. `hash` is a `picture_hash`,
    `crop` x, y, width and height in pixels of the game. `achievement` is one of RetroAchievements instead: "0xH0010=3_d0xH0010=2".
    """

    place: PlaceLike | None = None
    comparison: Comparison | Change = "changed"
    value: int | None = None
    screen: PictureIs | None = None
    hash: str | None = None
    crop: tuple[int, int, int, int] | None = None
    frames: int | None = None
    timeout_frames: int | None = None
    achievement: str | None = None

    @classmethod
    def new_picture(cls) -> Condition:
        """Returns the condition that the picture differs from the one at the beginning."""
        return cls(screen="changed")

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON for the bridge."""
        place = {} if self.place is None else {**place_of(self.place).to_json(), "is": self.comparison}
        sides = None if self.crop is None else dict(zip(("x", "y", "width", "height"), self.crop))
        return place | given(value=self.value, screen=self.screen, hash=self.hash, crop=sides, frames=self.frames,
                             timeoutFrames=self.timeout_frames, achievement=self.achievement)


@dataclass(frozen=True)
class AllOf:
    """1 to 16 conditions that must all hold, each in its own frame."""

    conditions: Sequence[Condition]


Conditions = Union[Condition, Sequence[Condition], AllOf]
"""What to wait for: a condition, any of some, or all of some."""


def until_json(until: Conditions | None) -> dict[str, Any] | None:
    """Returns the JSON of what to wait for."""
    if until is None:
        return None
    if isinstance(until, Condition):
        return until.to_json()
    if isinstance(until, AllOf):
        return {"all": [each.to_json() for each in until.conditions]}
    return {"any": [each.to_json() for each in until]}
