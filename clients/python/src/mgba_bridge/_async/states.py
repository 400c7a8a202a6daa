"""Pictures and save states of an emulator."""

from __future__ import annotations

from .. import _calls as calls
from .._calls import Call, query, segment
from .._http import Response
from ..screen import Screen
from .base import AsyncEmulatorBase


def _screen_of(response: Response) -> Screen:
    frame = response.header("Emulator-Frame")
    return Screen(calls.expect(response, "image/png").body, int(frame) if frame else None)


class AsyncStateMethods(AsyncEmulatorBase):
    """Takes pictures, and saves and loads states. A loaded state takes its frame number with it."""

    async def screen(self, scale: int = 1) -> Screen:
        """Returns the picture that the game drew last; `scale` is 1 to 8. A step with `draw=False` has none."""
        return await self._run(Call("GET", self._path + "/screen" + query({"scale": None if scale == 1 else scale}), _screen_of))

    async def state(self) -> bytes:
        """Returns the save state of the running game, for `restore`; about 100 KiB to 400 KiB."""
        return await self._run(Call("GET", self._path + "/state", calls.to_bytes))

    async def restore(self, state: bytes) -> int:
        """Loads a state from its bytes, at most 2 MiB; returns the frame. A state of another game raises StateRefused."""
        return await self._run(Call("PUT", self._path + "/state", calls.frame_of, bytes(state), repeatable=True))

    async def save_state(self, name: str) -> None:
        """Saves the running game under a name of 1 to 64 characters A-Z, a-z, 0-9, -, _ and dots. At most 256 for each game."""
        await self._run(Call("PUT", self._state(name), calls.to_nothing, repeatable=True))

    async def load_state(self, name: str) -> int:
        """Loads a named state; returns the frame. An unknown name raises UnknownState."""
        return await self._run(Call("POST", self._state(name) + "/load", calls.frame_of, repeatable=True))

    async def store_state(self, name: str, state: bytes) -> None:
        """Keeps the bytes of a state under a name."""
        await self._run(Call("PUT", self._state(name), calls.to_nothing, bytes(state), repeatable=True))

    async def stored_state(self, name: str) -> bytes:
        """Returns the bytes of a named state."""
        return await self._run(Call("GET", self._state(name), calls.to_bytes))

    async def delete_state(self, name: str) -> None:
        """Deletes a named state."""
        await self._run(Call("DELETE", self._state(name), calls.to_nothing))

    async def states(self) -> list[str]:
        """Returns the names of the running game's states."""
        return await self._run(Call("GET", self._path + "/states", calls.member("states", lambda all: [each["name"] for each in all])))

    async def save_slot(self, slot: int) -> None:
        """Saves to one of mGBA's slots, 0 to 9."""
        await self._run(Call("POST", f"{self._path}/slots/{slot}/save", calls.to_nothing, repeatable=True))

    async def load_slot(self, slot: int) -> int:
        """Loads one of mGBA's slots, 0 to 9; returns the frame."""
        return await self._run(Call("POST", f"{self._path}/slots/{slot}/load", calls.frame_of, repeatable=True))

    def _state(self, name: str) -> str:
        return f"{self._path}/states/{segment(name)}"
