"""Clips and sound of an emulator's game."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from .. import _calls as calls
from .._calls import Call, given, query, segment
from .._http import Response
from ..clips import Clip, ClipFormat, OverlayPart
from ..problems import BridgeError
from .base import AsyncEmulatorBase


class AsyncClipMethods(AsyncEmulatorBase):
    """Shows the past of the game: pictures with sound, and sound alone. Other emulators than the bundled one record pictures."""

    async def clip(self, seconds: float | None = None, *, first: int | None = None, last: int | None = None, movie: str | None = None,
                   format: ClipFormat = "gif", fps: int | None = None, scale: int | None = None,
                   crop: tuple[int, int, int, int] | None = None, sound: bool | None = None, overlay: Sequence[OverlayPart] = (),
                   text: str | None = None, only_changed: bool = False) -> Clip:
        """Makes a clip of the last `seconds`; or of the frames `first` to `last` of the history or of a `movie`, by default all.

        At most 600 s. `fps` is 1 to 60, in a GIF to 30; `scale` 1 to 8; `crop` is x, y, width and height in pixels of the game; `text` a
        line of up to 100 characters. With `only_changed` the time in which the picture stays the same is left out. webp, mp4 and webm
        raise Unsupported where the bridge has no ffmpeg. An emulator without a history is recorded for the next `seconds`. A long clip
        needs a longer `timeout` of `Bridge`.
        """
        sides = None if crop is None else dict(zip(("x", "y", "width", "height"), crop))
        body = given(**{
            "seconds": seconds, "from": first, "to": last, "movie": movie, "format": format, "fps": fps, "scale": scale, "crop": sides,
            "sound": sound, "overlay": list(overlay) or None, "text": text, "onlyFrames": "changed" if only_changed else None, "wait": True,
        })
        made = await self._run(Call("POST", self._path + "/clips", _described, body))
        target = f"{self._path}/clips/{segment(made['id'])}"
        try:
            data = await self._run(Call("GET", target + "/file", calls.to_file))
            subtitles = await self._run(Call("GET", target + "/subtitles", calls.to_subtitles)) if made["notes"] else None
        finally:
            # The caller needs the file, or the first error; a clip that can't be deleted ends after a day.
            with contextlib.suppress(BridgeError):
                await self._run(Call("DELETE", target, calls.to_nothing, repeatable=True))
        return Clip.of(made, data, subtitles)

    async def audio(self, seconds: int = 5) -> bytes:
        """Returns the sound of the last `seconds`, 1 to 600, as a WAV: 16 bits, stereo, 32,768 samples a second."""
        return await self._run(Call("GET", self._path + "/audio" + query({"seconds": seconds}), calls.to_file))

    async def set_volume(self, volume: float) -> None:
        """Sets how loud the stream of the sound is, 0 to 1, for all who hear it. `audio` and clips are as loud as the console."""
        await self._run(Call("PUT", self._path + "/sound", calls.to_nothing, {"volume": volume}, repeatable=True))


def _described(response: Response) -> Mapping[str, Any]:
    return dict(calls.to_json(response))
