#!/usr/bin/env python3
"""Writes archives and patches of a ROM for the tests: tests/emulator/archives.py ROM FOLDER [--bad]

good.zip, stored.zip and good.7z have the ROM; good.ips, good.ups and good.bps change its title. With --bad also large.zip, which unpacks
to 4 GB; entries.zip, with 60,000 files; slow.zip, which unpacks to 16 GB; nameless.7z, whose file has no name; and long.ips, which writes
500 GB.
"""

import lzma
import struct
import sys
import zipfile
import zlib
from pathlib import Path

# The offset of the title, and another title, which differs in each letter from that of our ROMs.
TITLES = {".gba": (0xA0, b"PICKED ONE"), ".gb": (0x134, b"PICKED ONE!!")}
LZMA = {"id": lzma.FILTER_LZMA1, "dict_size": 1 << 20, "lc": 3, "lp": 0, "pb": 2}


def number_7z(value: int) -> bytes:
    """A number in the 7z format: the first byte's leading ones count the bytes after it."""
    for count in range(8):
        if value < 1 << (7 * (count + 1)):
            first = (0xFF00 >> count) & 0xFF | value >> (8 * count)
            return bytes([first]) + (value & ((1 << (8 * count)) - 1)).to_bytes(count, "little")
    return b"\xff" + value.to_bytes(8, "little")


def seven_zip(content: bytes, name: str | None) -> bytes:
    """An archive of one file, compressed with LZMA. Without a name it has no property of names.

    The bytes are the property ids of 7zFormat.txt; tests/Bridge.Testing/Zoo/Archives/SevenZipWriter.cs has their names.
    """
    packed = lzma.compress(content, lzma.FORMAT_RAW, filters=[LZMA])
    coder = b"\x23\x03\x01\x01\x05" + bytes([(2 * 5 + 0) * 9 + 3]) + struct.pack("<I", LZMA["dict_size"])
    streams = (
        b"\x04"
        + b"\x06" + number_7z(0) + number_7z(1) + b"\x09" + number_7z(len(packed)) + b"\x00"
        + b"\x07\x0b" + number_7z(1) + b"\x00" + number_7z(1) + coder + b"\x0c" + number_7z(len(content))
        + b"\x0a\x01" + struct.pack("<I", zlib.crc32(content)) + b"\x00"
        + b"\x00"
    )  # fmt: skip
    files = b"\x05" + number_7z(1)
    if name is not None:
        names = b"\x00" + name.encode("utf-16-le") + b"\x00\x00"
        files += b"\x11" + number_7z(len(names)) + names
    header = b"\x01" + streams + files + b"\x00\x00"
    start = struct.pack("<QQI", len(packed), len(header), zlib.crc32(header))
    return b"7z\xbc\xaf\x27\x1c\x00\x04" + struct.pack("<I", zlib.crc32(start)) + start + packed + header


def number_bps(value: int) -> bytes:
    """A number in the UPS and BPS formats."""
    encoded = bytearray()
    while True:
        encoded.append(value & 0x7F)
        value >>= 7
        if not value:
            encoded[-1] |= 0x80
            return bytes(encoded)
        value -= 1


def ips(at: int, text: bytes) -> bytes:
    return b"PATCH" + at.to_bytes(3, "big") + len(text).to_bytes(2, "big") + text + b"EOF"


def with_sums(patch: bytes, old: bytes, new: bytes) -> bytes:
    patch += struct.pack("<II", zlib.crc32(old), zlib.crc32(new))
    return patch + struct.pack("<I", zlib.crc32(patch))


def ups(old: bytes, new: bytes, at: int, length: int) -> bytes:
    """A zero ends the changed bytes, so each of them has to differ."""
    changes = bytes(old[i] ^ new[i] for i in range(at, at + length)) + b"\x00"
    return with_sums(b"UPS1" + number_bps(len(old)) + number_bps(len(new)) + number_bps(at) + changes, old, new)


def bps(old: bytes, new: bytes, at: int, length: int) -> bytes:
    source_read, target_read = 0, 1
    actions = (
        number_bps((at - 1) << 2 | source_read)
        + number_bps((length - 1) << 2 | target_read) + new[at : at + length]
        + number_bps((len(new) - at - length - 1) << 2 | source_read)
    )  # fmt: skip
    return with_sums(b"BPS1" + number_bps(len(old)) + number_bps(len(new)) + number_bps(0) + actions, old, new)


def write_good(rom: Path, folder: Path) -> None:
    old, (at, title) = rom.read_bytes(), TITLES[rom.suffix]
    new = old[:at] + title + old[at + len(title) :]
    for name, method in ("good.zip", zipfile.ZIP_DEFLATED), ("stored.zip", zipfile.ZIP_STORED):
        with zipfile.ZipFile(folder / name, "w", method) as archive:
            archive.writestr("readme.txt", "No game.")
            archive.writestr("games/" + rom.name, old)
    (folder / "good.7z").write_bytes(seven_zip(old, rom.name))
    (folder / "good.ips").write_bytes(ips(at, title))
    (folder / "good.ups").write_bytes(ups(old, new, at, len(title)))
    (folder / "good.bps").write_bytes(bps(old, new, at, len(title)))


def zeros(repetitions: int) -> tuple[bytes, int]:
    """Returns deflated zeros, of 32 MiB for each repetition, and their size. A full flush makes the parts independent."""
    part = bytes(1 << 25)
    compress = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (compress.compress(part) + compress.flush(zlib.Z_FULL_FLUSH)) * repetitions + b"\x03\x00", len(part) * repetitions


def deflated_zip(names: list[str], packed: bytes, size: int) -> bytes:
    """An archive with the same deflated content under each name. Its checksum is wrong, which only the end of the content shows."""
    files, directory = bytearray(), bytearray()
    for name in map(str.encode, names):
        facts = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0x21, 0, len(packed), size, len(name), 0)
        directory += b"PK\x01\x02\x14\x00" + facts + struct.pack("<HHHII", 0, 0, 0, 0, len(files)) + name
        files += b"PK\x03\x04" + facts + name + packed
    end = struct.pack("<HHHHIIH", 0, 0, len(names), len(names), len(directory), len(files), 0)
    return bytes(files + directory) + b"PK\x05\x06" + end


def write_bad(rom: Path, folder: Path) -> None:
    (folder / "large.zip").write_bytes(deflated_zip(["large.gba"], *zeros(127)))
    (folder / "slow.zip").write_bytes(deflated_zip([f"{number}.gba" for number in range(500)], *zeros(1)))
    (folder / "entries.zip").write_bytes(deflated_zip([f"{number}.txt" for number in range(60_000)], b"\x03\x00", 0))
    (folder / "nameless.7z").write_bytes(seven_zip(rom.read_bytes(), None))
    # At offset 0, 65,535 zeros, as a run.
    run = (0).to_bytes(3, "big") + b"\x00\x00\xff\xff\x00"
    (folder / "long.ips").write_bytes(b"PATCH" + run * (8 << 20) + b"EOF")


if __name__ == "__main__":
    write_good(Path(sys.argv[1]), Path(sys.argv[2]))
    if sys.argv[3:] == ["--bad"]:
        write_bad(Path(sys.argv[1]), Path(sys.argv[2]))
