"""Structures in the game's memory, and the types of a file that describe them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Structure:
    """What is at a place by its type, all from one frame.

    `value` is a dict of the fields of a structure, a list for an array, a number, or the address in a pointer. `symbol` is the nearest
    name.
    """

    address: int
    type: str
    value: Any
    frame: int
    domain: str | None
    symbol: str | None

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Structure:
        """Parses a response."""
        return cls(int(json["address"], 16), json["type"], _value_of(json["value"]), json["frame"], json.get("domain"), json.get("symbol"))


@dataclass(frozen=True)
class StructureField:
    """A field of a structure: bytes from its beginning, its type, and the number of elements of an array, else None."""

    name: str
    at: int
    type: str
    count: int | None


@dataclass(frozen=True)
class StructureType:
    """A structure: its bytes and its fields."""

    name: str
    size: int
    fields: list[StructureField]


@dataclass(frozen=True)
class TypedSymbol:
    """A symbol with a type, and the number of elements of an array, else None."""

    name: str
    type: str
    count: int | None


@dataclass(frozen=True)
class Types:
    """The types of a game; `file` is their file in the bridge's folder, None if a client stored them, `problem` why it can't be used."""

    types: list[StructureType]
    symbols: list[TypedSymbol]
    file: str | None
    problem: str | None

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Types:
        """Parses a response."""
        types = [StructureType(each["name"], each["size"], [_field_of(field) for field in each["fields"]]) for each in json["types"]]
        symbols = [TypedSymbol(each["name"], each["type"], each.get("count")) for each in json["symbols"]]
        return cls(types, symbols, json.get("file"), json.get("problem"))


def _field_of(json: Mapping[str, Any]) -> StructureField:
    return StructureField(json["name"], json["at"], json["type"], json.get("count"))


def _value_of(json: Any) -> Any:
    if isinstance(json, str):
        return int(json, 16)
    if isinstance(json, list):
        return [_value_of(each) for each in json]
    return {name: _value_of(each) for name, each in json.items()} if isinstance(json, dict) else json
