"""What a game's code does: stops, calls, writes, code that ran."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Access = Literal["read", "write", "access", "change", "execute"]


def condition_of(when: tuple[str, int] | None, mask: int | None, register: str | None) -> dict[str, Any] | None:
    """Returns the condition of a breakpoint for a body."""
    if when is None:
        if mask is not None or register is not None:
            raise ValueError('mask and register need when: give what they are compared with, like ("ge", 3).')
        return None
    given = {"is": when[0], "value": when[1], "mask": mask, "register": register}
    return {name: value for name, value in given.items() if value is not None}


def _number(json: Mapping[str, Any], name: str) -> int | None:
    return int(json[name], 16) if name in json else None


@dataclass(frozen=True)
class Breakpoint:
    """A breakpoint: `length` bytes from `address` on, what it is for, whether it stops the game, and how often it was hit.

    `symbol` is the nearest name of the address, if the game has symbols.
    """

    id: int
    address: int
    length: int
    on: str
    hits: int
    stops: bool
    symbol: str | None = None

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Breakpoint:
        """Parses a member of a response."""
        return cls(json["id"], int(json["address"], 16), json["length"], json["on"], json["hits"], json["then"] == "stop",
                   json.get("symbol"))


@dataclass(frozen=True)
class GameStop:
    """Where a game is stopped: before the instruction at `pc`, by a breakpoint, or with the id None after a step.

    At a read or write, `instruction` is the one that did it. The game goes on by itself after `seconds_left`.
    """

    pc: int
    on: str
    frame: int
    cycle: int
    breakpoint: int | None
    instruction: int | None
    address: int | None
    before: int | None
    value: int | None
    registers: Mapping[str, int]
    seconds_left: float

    @classmethod
    def of(cls, json: Mapping[str, Any] | None) -> GameStop | None:
        """Parses a member of a response; None: the game isn't stopped."""
        if json is None:
            return None
        return cls(int(json["pc"], 16), json["on"], json["frame"], json["cycle"], json.get("breakpoint"), _number(json, "instruction"),
                   _number(json, "address"), json.get("before"), json.get("value"), json["registers"], json["secondsLeft"])


@dataclass(frozen=True)
class StackCall:
    """A call: the instruction that called, where it goes on, and where that address is on the stack; None: in lr."""

    call: int
    returns_to: int
    at: int | None

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> StackCall:
        """Parses a member of a response."""
        return cls(int(json["call"], 16), int(json["returnsTo"], 16), _number(json, "at"))


@dataclass(frozen=True)
class LastWrite:
    """The last write to memory: its frame in the history, the instruction, and the values.

    With `since` the memory has another value now: a client or a loaded state wrote it.
    """

    at: int
    cycle: int
    pc: int
    address: int
    size: int
    before: int
    value: int
    registers: Mapping[str, int]
    since: bool

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> LastWrite | None:
        """Parses a response; None: there was no write."""
        write = json.get("write")
        if write is None:
            return None
        return cls(write["at"], write["cycle"], int(write["pc"], 16), int(write["address"], 16), write["size"], write["before"],
                   write["value"], write["registers"], json["since"])


@dataclass(frozen=True)
class CodeRange:
    """A range of code that ran. `bank` is that of a Game Boy's ROM, or else None."""

    bank: int | None
    first: int
    last: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> CodeRange:
        """Parses a member of a response."""
        return cls(json.get("bank"), int(json["first"], 16), int(json["last"], 16))


@dataclass(frozen=True)
class Coverage:
    """The code that ran, as ranges, and how many instructions did. `more` ranges are left out."""

    instructions: int
    ranges: tuple[CodeRange, ...]
    more: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Coverage:
        """Parses a response."""
        return cls(json["instructions"], tuple([CodeRange.of(each) for each in json["ranges"]]), json["more"])


@dataclass(frozen=True)
class TracedInstruction:
    """An instruction that ran: its frame in the history, its address, its bytes as `data`, what it does, and the registers before it."""

    at: int
    cycle: int
    address: int
    data: bytes
    text: str
    registers: Mapping[str, int] | None

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> TracedInstruction:
        """Parses a member of a response."""
        return cls(json["at"], json["cycle"], int(json["address"], 16), bytes.fromhex(json["hex"]), json["text"], json.get("registers"))
