"""Memory of an emulator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .. import _calls as calls
from .._calls import Call, given, query, segment
from ..batch import Batch, BatchResult
from ..models import Address, Domain, Found, PlaceLike, Symbols, Type, Values, address_text, places_json
from ..structures import Structure, Types
from .base import AsyncEmulatorBase

_number = calls.member("value", int)


class AsyncMemoryMethods(AsyncEmulatorBase):
    """Reads and writes memory. An address is on the bus; with a `domain` ("wram", "cart0" …) it is an offset in it."""

    async def read8(self, address: Address, *, domain: str | None = None) -> int:
        """Returns the byte at an address, 0 to 255."""
        return await self.read(address, "u8", domain=domain)

    async def read16(self, address: Address, *, domain: str | None = None) -> int:
        """Returns the unsigned 16 bits at an address, 0 to 65,535."""
        return await self.read(address, "u16", domain=domain)

    async def read32(self, address: Address, *, domain: str | None = None) -> int:
        """Returns the unsigned 32 bits at an address."""
        return await self.read(address, "u32", domain=domain)

    async def read(self, address: Address, type: Type | None = None, *, domain: str | None = None) -> int:
        """Returns the number at an address, or at the end of a chain of pointers; by default a byte, or a field with its own type."""
        return await self._run(Call("GET", self._memory(address, {"type": type, "domain": domain}), _number))

    async def read_bytes(self, address: Address, length: int, *, domain: str | None = None) -> bytes:
        """Returns 1 to 1,048,576 bytes from an address on."""
        target = self._memory(address, {"length": length, "domain": domain})
        return await self._run(Call("GET", target, calls.to_bytes, accept="application/octet-stream"))

    async def read_many(self, places: PlaceLike | Iterable[PlaceLike]) -> Values:
        """Returns the values of 1 to 256 places, all from one frame; at most 262,144 bytes together."""
        return await self._run(Call("POST", self._path + "/memory/read", lambda response: Values.of(calls.to_json(response)),
                                    places_json(places), repeatable=True))

    async def store_symbols(self, file: bytes) -> int:
        """Stores the symbols of the running game; returns how many. After that, addresses are names as well: "gPlayer+4".

        A .sym of RGBDS, no$gba or ARMIPS, a .map of GNU ld, or an ELF file, at most 16 MiB.
        """
        return await self._run(Call("PUT", self._path + "/symbols", calls.member("count", int), bytes(file), repeatable=True))

    async def symbols(self, find: str | None = None, *, address: Address | None = None, domain: str | None = None,
                      limit: int = 100) -> Symbols:
        """Returns the symbols whose names have a text in any case, at most `limit`, and the nearest name of an address."""
        place = None if address is None else address_text(address)
        target = self._path + "/symbols" + query({"find": find, "address": place, "domain": domain, "limit": limit})
        return await self._run(Call("GET", target, lambda response: Symbols.of(calls.to_json(response))))

    async def delete_symbols(self) -> None:
        """Forgets the stored symbols."""
        await self._run(Call("DELETE", self._path + "/symbols", calls.to_nothing, repeatable=True))

    async def store_types(self, file: Mapping[str, Any]) -> int:
        """Stores the types of the running game's symbols; returns how many structures. After that, addresses lead into structures.

        `{"types": {"Player": {"size": 16, "fields": {"hp": {"at": 4, "type": "u16"}}}}, "symbols": {"gParty": {"type": "Player",
        "count": 6}}}` makes "gParty[3].hp" an address.
        """
        return await self._run(Call("PUT", self._path + "/symbols/types", calls.member("types", int), dict(file), repeatable=True))

    async def types(self) -> Types:
        """Returns the types of the running game's symbols."""
        return await self._run(Call("GET", self._path + "/symbols/types", lambda response: Types.of(calls.to_json(response))))

    async def delete_types(self) -> None:
        """Forgets the stored types."""
        await self._run(Call("DELETE", self._path + "/symbols/types", calls.to_nothing, repeatable=True))

    async def read_structure(self, address: Address, type: str | None = None, *, domain: str | None = None) -> Structure:
        """Returns what is at an address by its type, or as the structure `type`: at most 262,144 bytes and 16,384 values."""
        target = f"{self._path}/structures/{segment(address_text(address))}" + query({"type": type, "domain": domain})
        return await self._run(Call("GET", target, lambda response: Structure.of(calls.to_json(response))))

    async def write8(self, address: Address, value: int, *, domain: str | None = None) -> None:
        """Writes a byte, 0 to 255."""
        await self.write(address, value, "u8", domain=domain)

    async def write16(self, address: Address, value: int, *, domain: str | None = None) -> None:
        """Writes 16 bits, 0 to 65,535."""
        await self.write(address, value, "u16", domain=domain)

    async def write32(self, address: Address, value: int, *, domain: str | None = None) -> None:
        """Writes 32 bits."""
        await self.write(address, value, "u32", domain=domain)

    async def write(self, address: Address, value: int, type: Type | None = None, *, domain: str | None = None) -> None:
        """Writes a number, by default a byte, or a field with its own type.

        ROM and BIOS can't be written on the bus; `domain="cart0"` patches the ROM.
        """
        target = self._memory(address, {"domain": domain})
        await self._run(Call("PUT", target, calls.to_nothing, given(value=value, type=type), repeatable=True))

    async def write_bytes(self, address: Address, data: bytes, *, domain: str | None = None) -> None:
        """Writes 1 to 1,048,576 bytes."""
        await self._run(Call("PUT", self._memory(address, {"domain": domain}), calls.to_nothing, bytes(data), repeatable=True))

    async def domains(self) -> list[Domain]:
        """Returns the memory domains of the running game."""
        parse = calls.member("domains", lambda all: [Domain(each["name"], int(each["base"], 16), each["size"]) for each in all])
        return await self._run(Call("GET", self._path + "/memory", parse))

    async def search(self, address: Address | None = None, length: int | None = None, type: Type = "u8", comparison: str = "any",
                     value: int | None = None, *, domain: str | None = None, aligned: bool = True, limit: int = 100) -> Found:
        """Searches for a value: eq, ne, lt, le, gt, ge, or any if it is unknown. `search(type="u16", comparison="eq", value=300)`.

        Without `address` and `length` (1 to 1,048,576 bytes) it searches the console's working RAM, or all of `domain`.
        """
        body = given(address=None if address is None else address_text(address), length=length, type=type, domain=domain, aligned=aligned,
                     limit=limit, value=value)
        return await self._search({**body, "is": comparison}, repeatable=True)

    async def narrow(self, found: Found, comparison: str, value: int | None = None, *, limit: int = 100) -> Found:
        """Keeps the places of a search that compare now: also changed, unchanged, increased, decreased."""
        if not isinstance(found, Found):
            raise TypeError(f"found must be what search or narrow returned; got {found!r}.")
        return await self._search(given(id=found.id, value=value, limit=limit) | {"is": comparison}, repeatable=False)

    async def batch(self, batch: Batch) -> BatchResult:
        """Runs reads, writes, guards, presses and a screenshot in one frame."""
        return await self._run(Call("POST", self._path + "/batch", lambda response: BatchResult.of(calls.to_json(response)),
                                    {"operations": batch.operations}, repeatable=batch.repeatable))

    async def _search(self, body: dict[str, Any], repeatable: bool) -> Found:
        return await self._run(Call("POST", self._path + "/memory/search", lambda response: Found.of(calls.to_json(response)), body,
                                    repeatable=repeatable))

    def _memory(self, address: Address, parameters: dict[str, Any]) -> str:
        return f"{self._path}/memory/{segment(address_text(address))}{query(parameters)}"
