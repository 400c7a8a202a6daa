"""A movie in which one bit of memory is another one."""

from __future__ import annotations

import io
import json
import random
import zipfile
from dataclasses import dataclass
from typing import Any

from games import FREE, Game
from mgba_bridge import MovieResult

LOG = "log.jsonl"
MAX_LATER = 600


@dataclass(frozen=True)
class Flip:
    """A bit that differs from the movie's in this frame, and the changed movie."""

    frame: int
    movie: bytes

    def is_found(self, result: MovieResult) -> bool:
        """Returns whether the result names the frame and the region of memory."""
        if result.result != "differs" or result.after is None or result.before is None:
            return False
        return result.after <= self.frame <= result.before <= result.after + MAX_LATER and result.regions == ["wram"]


def flip(movie: bytes, game: Game, seed: str) -> Flip:
    """Flips a bit of a written value that the next hash must show. Raises ValueError if the movie has no such write."""
    chooser = random.Random(seed)
    with zipfile.ZipFile(io.BytesIO(movie)) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    lines = files[LOG].decode().splitlines()
    candidates = _candidates([json.loads(line) for line in lines], game)
    if not candidates:
        raise ValueError("The movie has no write that stays until the next hash.")
    index = chooser.choice(candidates)
    line = json.loads(lines[index])
    line["value"] ^= 1 << chooser.randrange(8 * line["width"])
    lines[index] = json.dumps(line, separators=(",", ":"))
    files[LOG] = ("\n".join(lines) + "\n").encode()
    return Flip(line["frame"], _zip(files))


def _candidates(log: list[dict[str, Any]], game: Game) -> list[int]:
    """Returns the lines whose values stay in the free memory until the next hash: no other write, reset or state changes them."""
    found: list[int] = []
    staying: list[int] = []
    for index, line in enumerate(log):
        if "hashes" in line:
            found += [each for each in staying if log[each]["frame"] < line["frame"]]
            staying = []
        elif "write" in line and game.free <= line["address"] < game.free + FREE:
            staying = [each for each in staying if not _overlaps(log[each], line)] + [index]
        elif line.keys() & {"reset", "state"}:
            staying = []
    return found


def _overlaps(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(one["address"] < other["address"] + other["width"] and other["address"] < one["address"] + one["width"])


def _zip(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in files.items():
            written.writestr(name, content)
    return buffer.getvalue()
