"""The history of an emulator's game."""

from __future__ import annotations

from .. import _calls as calls
from .._calls import Call, given, query
from ..history import History, Note, Rewound
from .base import AsyncEmulatorBase


class AsyncHistoryMethods(AsyncEmulatorBase):
    """Marks frames of the game, returns to them, and puts notes there. Only the bundled emulator has a history; notes need none."""

    async def history(self) -> History:
        """Returns the frames that `rewind` can return to, and the marks."""
        return await self._run(Call("GET", self._path + "/history", lambda response: History.of(calls.to_json(response))))

    async def mark(self, name: str) -> int:
        """Gives the present frame a name of 1 to 64 printable ASCII characters; returns its number in the history."""
        return await self._run(Call("POST", self._path + "/history/marks", calls.member("at", int), {"name": name}))

    async def rewind(self, *, frames: int | None = None, seconds: float | None = None, to_frame: int | None = None,
                     mark: str | None = None, lease: str | None = None) -> Rewound:
        """Returns to an earlier frame: by frames or seconds, to a frame of the history, or to a mark; exactly one of them.

        `to_frame` also goes forward again, until the game goes another way. `lease` is needed if the hold is exclusive.
        Raises ButtonConflict if the history doesn't have the frame.
        """
        body = given(frames=frames, seconds=seconds, toFrame=to_frame, mark=mark, lease=lease)
        return await self._run(Call("POST", self._path + "/rewind", lambda response: Rewound.of(calls.to_json(response)), body))

    async def add_note(self, text: str) -> int:
        """Puts a line of 1 to 200 characters at the present frame, which clips show; returns the frame of the history.

        Without a history it is the frame number.
        """
        return await self._run(Call("POST", self._path + "/notes", calls.member("at", int), {"text": text}))

    async def show_message(self, text: str, frames: int = 180) -> bool:
        """Shows the player a line of 1 to 200 characters over the picture for 1 to 3,600 frames; returns whether pictures have it.

        Only the bundled emulator draws it. Steps, movies and clips never have it.
        """
        return await self._run(Call("POST", self._path + "/messages", calls.member("drawn", bool), {"text": text, "frames": frames}))

    async def notes(self, limit: int = 100) -> list[Note]:
        """Returns the newest notes, at most `limit`, ordered by frame."""
        return await self._run(Call("GET", self._path + "/notes" + query({"limit": limit}), Note.list_of))
