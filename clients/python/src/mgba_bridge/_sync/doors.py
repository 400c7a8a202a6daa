"""The ports at which other tools find an emulator's game."""

from __future__ import annotations

from .. import _calls as calls
from .._calls import Call, given
from ..doors import Door, DoorAccess, DoorKind
from .base import EmulatorBase


class DoorMethods(EmulatorBase):
    """Opens ports of the bridge's machine for other tools, each with its own protocol."""

    def door(self, kind: DoorKind) -> Door:
        """Returns whether a door is open, and where."""
        return self._run(Call("GET", f"{self._path}/doors/{kind}", lambda response: Door.of(calls.to_json(response))))

    def open_door(self, kind: DoorKind, *, port: int | None = None, access: DoorAccess | None = None) -> Door:
        """Opens a door, by default at the first free port at which the tool looks. One client at a time has it."""
        return self._run(Call("PUT", f"{self._path}/doors/{kind}", lambda response: Door.of(calls.to_json(response)),
                                    given(port=port, access=access), repeatable=True))

    def close_door(self, kind: DoorKind) -> None:
        """Closes a door; its client is disconnected, and the game goes on."""
        self._run(Call("DELETE", f"{self._path}/doors/{kind}", calls.to_nothing, repeatable=True))
