"""Buttons of an emulator."""

from __future__ import annotations

from collections.abc import Iterable

from .. import _calls as calls
from .._calls import Call, given
from ..conditions import Conditions, until_json
from ..models import ButtonNames, Buttons, Pressed, Progress, SequenceStep, Turn, button_list, steps_json
from .base import EmulatorBase


class ButtonMethods(EmulatorBase):
    """Presses and holds buttons: A, B, Select, Start, Right, Left, Up, Down, R and L, in any case."""

    def press(self, *buttons: ButtonNames, hold: int = 6, release: int = 2) -> Pressed:
        """Presses buttons together and returns after the release: `press("A")`, `press("Up", "B")` or `press("Up+B")`.

        `hold` is 1 to 3,600 frames down, `release` 1 to 600 frames up afterwards. Presses of the same button queue and never merge.
        In a held game a press is refused: use `Hold.step(buttons=…)` or `act` there.
        """
        body = {"buttons": button_list(buttons), "hold": hold, "release": release, "wait": True}
        return self._run(Call("POST", self._path + "/buttons/press", lambda response: Pressed.of(calls.to_json(response)), body))

    def queue_press(self, *buttons: ButtonNames, hold: int = 6, release: int = 2) -> int:
        """Presses buttons and returns at once, with the id for `progress` and `cancel`."""
        body = {"buttons": button_list(buttons), "hold": hold, "release": release, "wait": False}
        return self._run(Call("POST", self._path + "/buttons/press", calls.member("id", int), body))

    def play(self, steps: SequenceStep | Iterable[SequenceStep], repeat: int = 1) -> Pressed:
        """Plays 1 to 256 steps, exact to the frame, and returns after the last: `play([Press("A", hold=4), Wait(10), "Up+B"])`.

        `repeat` is 1 to 1,000; at most 36,000 frames in total.
        """
        body = {"steps": steps_json(steps), "repeat": repeat, "wait": True}
        return self._run(Call("POST", self._path + "/buttons/sequence", lambda response: Pressed.of(calls.to_json(response)), body))

    def play_until(self, steps: SequenceStep | Iterable[SequenceStep], until: Conditions, repeat: int = 1) -> Turn:
        """Plays steps until conditions hold: `play_until([Press("A", 2), Wait(20)], Condition(u8(address), "changed"), repeat=50)`.

        The buttons go up in the next frame. Nothing is pressed if the conditions hold at once; `met` is False if the steps ended first.
        """
        body = {"steps": steps_json(steps), "repeat": repeat, "until": until_json(until)}
        return self._run(Call("POST", self._path + "/buttons/sequence", lambda response: Turn.of(calls.to_json(response)), body))

    def queue_play(self, steps: SequenceStep | Iterable[SequenceStep], repeat: int = 1) -> int:
        """Plays steps and returns at once, with the id for `progress` and `cancel`."""
        body = {"steps": steps_json(steps), "repeat": repeat, "wait": False}
        return self._run(Call("POST", self._path + "/buttons/sequence", calls.member("id", int), body))

    def progress(self, id: int) -> Progress:
        """Returns the state of a press or sequence; the bridge keeps the latest 256 that ended."""
        return self._run(Call("GET", f"{self._path}/buttons/sequence/{id}", lambda response: Progress.of(calls.to_json(response))))

    def cancel(self, id: int) -> Progress:
        """Cancels a press or sequence; returns its state before."""
        return self._run(Call("DELETE", f"{self._path}/buttons/sequence/{id}", lambda response: Progress.of(calls.to_json(response))))

    def hold_buttons(self, *buttons: ButtonNames, lease_ms: int | None = None) -> int:
        """Holds exactly these buttons until the next call; returns the frame in which they change.

        With `lease_ms`, 100 to 600,000, they are released by themselves after that time, so a crash leaves no button down.
        """
        body = given(buttons=button_list(buttons), leaseMilliseconds=lease_ms)
        return self._run(Call("PUT", self._path + "/buttons", calls.member("changesAt", int), body, repeatable=True))

    def release_buttons(self) -> int:
        """Releases all buttons and drops the queued presses; returns the frame in which they change."""
        return self._run(Call("DELETE", self._path + "/buttons", calls.member("changesAt", int)))

    def buttons(self) -> Buttons:
        """Returns the held, pressed and queued buttons."""
        return self._run(Call("GET", self._path + "/buttons", lambda response: Buttons.of(calls.to_json(response))))
