"""The games: those of the repository, and those of the zoo whose hardware differs, made as tests/Bridge.Testing/Zoo makes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROMS = Path(__file__).resolve().parents[2] / "emulator" / "rom"

# The hook that reads the cartridge clock, in ROM and work RAM that the button-test game doesn't use: emulator/rom/README.md.
HOOK = 0x4F00
SECONDS = 0xC700

FREE = 0x100


@dataclass(frozen=True)
class Game:
    """A game: its name, the name of its file without the extension, which names its emulators too, and its ROM.

    `has_counters` is True for games that keep the value at `saved` in their save memory.
    """

    name: str
    file: str
    rom: bytes
    has_counters: bool = True

    @property
    def is_advance(self) -> bool:
        """True for the Game Boy Advance."""
        return len(self.rom) < 32 * 1024

    @property
    def file_name(self) -> str:
        """The name of its file."""
        return f"{self.file}.gba" if self.is_advance else f"{self.file}.gb"

    @property
    def memory(self) -> int:
        """The address where its work RAM begins."""
        return 0x0200_0000 if self.is_advance else 0xC000

    @property
    def free(self) -> int:
        """The address of FREE bytes of work RAM that only single writes to the bus change; as many for other writes follow."""
        return self.memory + 0x500

    @property
    def saved(self) -> int:
        """The address of the value that the game saves."""
        return self.memory + 0x200


def games() -> list[Game]:
    """Returns all games."""
    advance, color = _read("buttontest.gba"), _read("gb/buttontest.gb")
    late = _read("latesave.gba")
    return [
        Game("buttontest.gba", "buttontest", advance),
        Game("latesave.gba", "latesave", late, has_counters=False),
        Game("tone.gba", "tone", _read("tone.gba"), has_counters=False),
        Game("gb/buttontest.gb", "pocket", color),
        Game("gb/latesave.gb", "pocket-late", _read("gb/latesave.gb"), has_counters=False),
        Game("Color only", "color", _pocket(color, {0x143: 0xC0})),
        Game("flash of 128 KiB", "flash", _advance(advance, b"BPEE")),
        Game("EEPROM", "eeprom", _advance(advance, b"AC8E")),
        Game("MBC3 with clock", "clock", _pocket(_with_clock(color), {0x147: 0x10, 0x149: 2})),
        Game("Super Game Boy", "super", _pocket(_titled(color, b"SUPERTEST\0\0ASGE"), {0x146: 3, 0x14B: 0x33})),
        Game("no save", "nosave", _advance(advance, b"AI2E")),
        # The button-test game writes to flash and EEPROM as to SRAM, so nothing is stored. This one sends their commands.
        Game("latesave, flash of 128 KiB", "late-flash", _late(late, 3), has_counters=False),
        Game("latesave, EEPROM of 8 KiB", "late-eeprom", _late(late, 4), has_counters=False),
    ]


def _read(name: str) -> bytes:
    return (ROMS / name).read_bytes()


def _changed(rom: bytes, change: Callable[[bytearray], None]) -> bytes:
    copy = bytearray(rom)
    change(copy)
    return bytes(copy)


def _advance(rom: bytes, code: bytes) -> bytes:
    """Returns a ROM with another code, by which mGBA looks up the kind of save memory."""
    def change(copy: bytearray) -> None:
        copy[0xA0:0xB0] = b"SAVETEST".ljust(12, b"\0") + code
        copy[0xBD] = (-sum(copy[0xA0:0xBD]) - 0x19) & 0xFF

    return _changed(rom, change)


def _late(rom: bytes, kind: int) -> bytes:
    def change(copy: bytearray) -> None:
        copy[0xC0] = kind

    return _changed(rom, change)


def _titled(rom: bytes, title: bytes) -> bytes:
    def change(copy: bytearray) -> None:
        copy[0x134:0x144] = title.ljust(16, b"\0")

    return _changed(rom, change)


def _pocket(rom: bytes, fields: Mapping[int, int]) -> bytes:
    """Returns a Game Boy ROM with these bytes in its header."""
    def change(copy: bytearray) -> None:
        for address, value in fields.items():
            copy[address] = value
        copy[0x14D] = -sum(byte + 1 for byte in copy[0x134:0x14D]) & 0xFF

    return _changed(rom, change)


def _with_clock(rom: bytes) -> bytes:
    """Returns the ROM with a handler of VBlanks that copies the seconds of an MBC3's clock to SECONDS, and goes on to its own one."""
    def change(copy: bytearray) -> None:
        assert copy[0x40] == 0xC3 and not any(copy[HOOK:HOOK + 64]), "the ROM is another one"
        hook = bytes([
            0xF5,                                      # push af
            0x3E, 0x0A, 0xEA, 0x00, 0x00,              # ld a, 0x0A; ld (0x0000), a: turns RAM and clock on
            0x3E, 0x08, 0xEA, 0x00, 0x40,              # ld a, 8; ld (0x4000), a: selects the seconds
            0xAF, 0xEA, 0x00, 0x60,                    # xor a; ld (0x6000), a
            0x3C, 0xEA, 0x00, 0x60,                    # inc a; ld (0x6000), a: latches the clock
            0xFA, 0x00, 0xA0,                          # ld a, (0xA000)
            0xEA, SECONDS & 0xFF, SECONDS >> 8,        # ld (SECONDS), a
            0xAF, 0xEA, 0x00, 0x40,                    # xor a; ld (0x4000), a: selects the RAM
            0xF1,                                      # pop af
        ])
        copy[HOOK:HOOK + len(hook) + 3] = hook + copy[0x40:0x43]
        copy[0x41:0x43] = HOOK.to_bytes(2, "little")

    return _changed(rom, change)
