"""Operations that run in one frame."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ._calls import given
from .models import (
    Address, ButtonNames, Comparison, PlaceLike, SequenceStep, Type, address_text, button_list, place_of, steps_json, value_of,
)


class Batch:
    """1 to 256 operations that run in order in one frame, with nothing in between.

    Each method adds an operation and returns the batch: `Batch().guard(u8(0x02000000), "eq", 1).write(0x02000200, 7, "u16")`.
    Limits: 262,144 bytes read, 16,384 bytes written, one screenshot.
    """

    def __init__(self) -> None:
        self.operations: list[dict[str, Any]] = []
        self._effects: set[str] = set()

    @property
    def repeatable(self) -> bool:
        """True if running the batch twice does the same as running it once."""
        # A write may change what a guard compares.
        return "once" not in self._effects and self._effects != {"guard", "write"}

    def read(self, place: PlaceLike) -> Batch:
        """Reads a value or a range."""
        return self._add(op="read", **place_of(place).to_json())

    def write(self, address: Address, value: int | bytes, type: Type | None = None, *, domain: str | None = None) -> Batch:
        """Writes a number of a type (default u8), or bytes."""
        content: dict[str, Any] = {"hex": value.hex()} if isinstance(value, bytes) else {"value": value}
        return self._add("write", op="write", address=address_text(address), type=type, domain=domain, **content)

    def guard(self, place: PlaceLike, comparison: Comparison, value: int) -> Batch:
        """Skips the remaining operations unless the value compares."""
        return self._add("guard", op="guard", **place_of(place).to_json(), **{"is": comparison}, value=value)

    def press(self, *buttons: ButtonNames, hold: int = 6, release: int = 2) -> Batch:
        """Queues a press that begins in this frame."""
        return self._add("once", op="press", buttons=button_list(buttons), hold=hold, release=release)

    def sequence(self, steps: SequenceStep | Iterable[SequenceStep], repeat: int = 1) -> Batch:
        """Queues a sequence that begins in this frame."""
        return self._add("once", op="sequence", steps=steps_json(steps), repeat=repeat)

    def hold_buttons(self, *buttons: ButtonNames) -> Batch:
        """Holds exactly these buttons."""
        return self._add("write", op="hold", buttons=button_list(buttons))

    def release_buttons(self) -> Batch:
        """Releases all buttons and empties the queue."""
        return self._add("once", op="release")

    def screen(self) -> Batch:
        """Takes a picture."""
        return self._add(op="screen")

    def register(self, name: str, value: int) -> Batch:
        """Writes a register."""
        return self._add("write", op="register", name=name, value=value)

    def _add(self, effect: str | None = None, **members: Any) -> Batch:
        self.operations.append(given(**members))
        if effect is not None:
            self._effects.add(effect)
        return self


@dataclass(frozen=True)
class BatchResult:
    """The frame of a batch, and the response of each operation."""

    frame: int
    results: tuple[Mapping[str, Any], ...]

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> BatchResult:
        """Parses a response."""
        return cls(json["frame"], tuple(json["results"]))

    @property
    def passed(self) -> bool:
        """True if no guard failed."""
        return not any(each.get("passed") is False for each in self.results)

    @property
    def values(self) -> tuple[Any, ...]:
        """The values of the reads, in order: numbers, or bytes for ranges."""
        return tuple(value_of(each) for each in self.results if "value" in each or "hex" in each)

    @property
    def png(self) -> bytes | None:
        """The picture, if one was taken."""
        return next((base64.b64decode(each["png"]) for each in self.results if each.get("png")), None)
