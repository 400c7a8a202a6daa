"""Pictures and save states of an emulator."""

from __future__ import annotations

from .. import _calls as calls
from .._calls import Call, given, query, segment
from .._http import Response
from ..movies import MoviePlayed
from ..screen import Screen
from ..states import StateNode
from .base import EmulatorBase


def _screen_of(response: Response) -> Screen:
    frame = response.header("Emulator-Frame")
    return Screen(calls.expect(response, "image/png").body, int(frame) if frame else None)


def _png_of(response: Response) -> bytes:
    return calls.expect(response, "image/png").body


class StateMethods(EmulatorBase):
    """Takes pictures, and saves and loads states. A loaded state takes its frame number with it."""

    def screen(self, scale: int = 1) -> Screen:
        """Returns the picture that the game drew last; `scale` is 1 to 8. A step with `draw=False` has none."""
        return self._run(Call("GET", self._path + "/screen" + query({"scale": None if scale == 1 else scale}), _screen_of))

    def state(self) -> bytes:
        """Returns the save state of the running game, for `restore`; about 100 KiB to 400 KiB."""
        return self._run(Call("GET", self._path + "/state", calls.to_bytes))

    def restore(self, state: bytes) -> int:
        """Loads a state from its bytes, at most 2 MiB; returns the frame. A state of another game raises StateRefused."""
        return self._run(Call("PUT", self._path + "/state", calls.frame_of, bytes(state), repeatable=True))

    def save_state(self, name: str, note: str | None = None) -> None:
        """Saves the running game under a name of 1 to 64 characters A-Z, a-z, 0-9, -, _ and dots. At most 256 for each game.

        `note` is a line of at most 200 characters for `state_tree`.
        """
        self._run(Call("PUT", self._state(name) + query({"note": note}), calls.to_nothing, repeatable=True))

    def load_state(self, name: str, force: bool = False) -> int:
        """Loads a named state; returns the frame. An unknown name raises UnknownState.

        `force` also loads one of another build of the game, like a ROM hack before its last change.
        """
        path = self._state(name) + "/load" + query({"force": "true" if force else None})
        return self._run(Call("POST", path, calls.frame_of, repeatable=True))

    def store_state(self, name: str, state: bytes) -> None:
        """Keeps the bytes of a state under a name."""
        self._run(Call("PUT", self._state(name), calls.to_nothing, bytes(state), repeatable=True))

    def stored_state(self, name: str) -> bytes:
        """Returns the bytes of a named state."""
        return self._run(Call("GET", self._state(name), calls.to_bytes))

    def delete_state(self, name: str) -> None:
        """Deletes a named state."""
        self._run(Call("DELETE", self._state(name), calls.to_nothing))

    def states(self) -> list[str]:
        """Returns the names of the running game's states."""
        return self._run(Call("GET", self._path + "/states", calls.member("states", lambda all: [each["name"] for each in all])))

    def state_tree(self) -> list[StateNode]:
        """Returns the running game's states, and from which other state the game came to each."""
        parse = calls.member("states", lambda all: [StateNode.of(each) for each in all])
        return self._run(Call("GET", self._path + "/states?tree=true", parse))

    def state_picture(self, name: str) -> bytes:
        """Returns the picture of a named state as a PNG. A state without one raises UnknownState."""
        return self._run(Call("GET", self._state(name) + "/picture", _png_of))

    def replay_state(self, name: str, *, speed: float | None = None, lease: str | None = None) -> MoviePlayed:
        """Runs the game from a state's parent to the state, and compares the memory, as `play_movie` does.

        A state without a parent raises ButtonConflict, and the game is unchanged.
        """
        body = given(speed=speed, lease=lease)
        return self._run(Call("POST", self._state(name) + "/replay", lambda response: MoviePlayed.of(calls.to_json(response)), body))

    def save_slot(self, slot: int) -> None:
        """Saves to one of mGBA's slots, 0 to 9."""
        self._run(Call("POST", f"{self._path}/slots/{slot}/save", calls.to_nothing, repeatable=True))

    def load_slot(self, slot: int) -> int:
        """Loads one of mGBA's slots, 0 to 9; returns the frame."""
        return self._run(Call("POST", f"{self._path}/slots/{slot}/load", calls.frame_of, repeatable=True))

    def _state(self, name: str) -> str:
        return f"{self._path}/states/{segment(name)}"
