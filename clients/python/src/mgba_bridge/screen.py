"""Pictures: PNG bytes, and their pixels without or with numpy."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    import numpy.typing


@dataclass(frozen=True)
class Screen:
    """A picture of the game: `png` and the `frame` that drew it (None if unknown)."""

    png: bytes = field(repr=False)
    frame: int | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height: 240 x 160 on the GBA, 160 x 144 on the Game Boy, times the scale."""
        width, height = struct.unpack(">II", self.png[16:24])
        return width, height

    def _repr_png_(self) -> bytes:
        """Shows the picture in a notebook."""
        return self.png

    def save(self, path: str | Path) -> None:
        """Writes the PNG to a file."""
        Path(path).write_bytes(self.png)

    def rgb(self) -> bytes:
        """Returns the pixels, row by row, three bytes each."""
        return _pixels_of(self.png)

    def pixel(self, x: int, y: int) -> tuple[int, int, int]:
        """Returns red, green and blue of a pixel, 0 to 255. Call `rgb` once if you need many."""
        width, height = self.size
        if not (0 <= x < width and 0 <= y < height):
            raise IndexError(f"The picture has {width} x {height} pixels; got {x}, {y}.")
        red, green, blue = self.rgb()[(y * width + x) * 3:][:3]
        return red, green, blue

    def array(self) -> numpy.typing.NDArray[numpy.uint8]:
        """Returns the pixels as a numpy array of height x width x 3. Needs numpy."""
        import numpy

        width, height = self.size
        return numpy.frombuffer(self.rgb(), numpy.uint8).reshape(height, width, 3)


def _pixels_of(png: bytes) -> bytes:
    if png[:8] != b"\x89PNG\r\n\x1a\n" or png[24:26] != b"\x08\x02" or png[28] != 0:
        raise ValueError("The picture is no PNG with 8 bits a color, without alpha and interlacing.")
    width, height = struct.unpack(">II", png[16:24])
    packed, at = [], 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        if kind == b"IDAT":
            packed.append(png[at + 8:at + 8 + length])
        at += 12 + length
    return _unfilter(zlib.decompress(b"".join(packed)), width * 3, height)


def _unfilter(data: bytes, stride: int, height: int) -> bytes:
    rows: list[bytes] = []
    before = bytes(stride)
    for row in range(height):
        start = row * (stride + 1)
        line = data[start + 1:start + 1 + stride]
        if data[start] != 0:
            line = _unfilter_line(data[start], bytearray(line), before)
        rows.append(line)
        before = line
    return b"".join(rows)


def _unfilter_line(kind: int, line: bytearray, before: bytes) -> bytes:
    # The kinds of PNG: 1 is sub, 2 up, 3 average, 4 Paeth. A pixel has 3 bytes.
    for i in range(len(line)):
        left = line[i - 3] if i >= 3 else 0
        up = before[i]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        else:
            corner = before[i - 3] if i >= 3 else 0
            distances = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
            guess = (left, up, corner)[distances.index(min(distances))]
        line[i] = (line[i] + guess) & 255
    return bytes(line)
