"""Changes a GBA ROM's logo to bytes with the checksum of the real one: mGBA runs a BIOS only for such games. logo.py FROM TO"""

import sys
import zlib

LOGO, SIZE = 4, 156
CHECKSUM = 0xD0BEB55E  # mGBA, src/gba/core.c: LOGO_CRC32

TABLE = []
for index in range(256):
    entry = index
    for _ in range(8):
        entry = entry >> 1 ^ (0xEDB88320 if entry & 1 else 0)
    TABLE.append(entry)


def with_checksum(begin, checksum):
    """Returns four bytes after which the CRC-32 of all is the checksum: goes back from the checksum, then forward from the beginning."""
    register, steps = checksum ^ 0xFFFFFFFF, []
    for _ in range(4):
        step = next(i for i, entry in enumerate(TABLE) if entry >> 24 == register >> 24)
        steps.append(step)
        register = (register ^ TABLE[step]) << 8 & 0xFFFFFFFF
    register, end = zlib.crc32(begin) ^ 0xFFFFFFFF, []
    for step in reversed(steps):
        end.append((register ^ step) & 0xFF)
        register = register >> 8 ^ TABLE[step]
    return bytes(end)


with open(sys.argv[1], "rb") as file:
    rom = bytearray(file.read())
rom[LOGO : LOGO + SIZE] = bytes(SIZE)
rom[LOGO + SIZE - 4 : LOGO + SIZE] = with_checksum(bytes(SIZE - 4), CHECKSUM)
with open(sys.argv[2], "wb") as file:
    file.write(rom)
