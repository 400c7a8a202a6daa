"""Clips: the past of a game as a file to show."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

ClipFormat = Literal["gif", "apng", "webp", "mp4", "webm", "wav"]
OverlayPart = Literal["buttons", "frame", "notes"]


@dataclass(frozen=True)
class Clip:
    """A clip: its file, and the frames `first` to `last` of the history or the movie that it shows.

    `fps` is its exact rate, None without pictures. `reduced_pictures` counts the pictures of a GIF with more colors than it can have.
    `subtitles` has the notes of these frames as WebVTT, None without notes. `dropped` is how many pictures a recording of an emulator
    without a history lacks.
    """

    format: str
    data: bytes
    first: int
    last: int
    seconds: float
    fps: float | None
    reduced_pictures: int
    subtitles: str | None
    dropped: int

    @classmethod
    def of(cls, json: Mapping[str, Any], data: bytes, subtitles: str | None) -> Clip:
        """Parses a response."""
        return cls(json["format"], data, json["from"], json["to"], json["seconds"], json.get("fps"), json.get("reducedPictures") or 0,
                   subtitles, json.get("dropped") or 0)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file."""
        with open(path, "wb") as file:
            file.write(self.data)
