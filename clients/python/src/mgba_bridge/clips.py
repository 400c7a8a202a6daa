"""Clips: the past of a game as a file to show."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

ClipFormat = Literal["gif", "apng", "webp", "mp4", "webm", "wav"]
OverlayPart = Literal["buttons", "frame"]


@dataclass(frozen=True)
class Clip:
    """A clip: its file, and the frames `first` to `last` of the history or the movie that it shows.

    `fps` is its exact rate, None without pictures. `reduced_pictures` counts the pictures of a GIF with more colours than it can have.
    """

    format: str
    data: bytes
    first: int
    last: int
    seconds: float
    fps: float | None
    reduced_pictures: int

    @classmethod
    def of(cls, json: Mapping[str, Any], data: bytes) -> Clip:
        """Parses a response."""
        return cls(json["format"], data, json["from"], json["to"], json["seconds"], json.get("fps"), json.get("reducedPictures") or 0)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file."""
        with open(path, "wb") as file:
            file.write(self.data)
