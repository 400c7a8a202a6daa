"""Time of an emulator: waits, turns, and a held game that runs in steps."""

from __future__ import annotations

import os
from collections.abc import Iterable
from types import TracebackType

from .. import _calls as calls
from .._calls import Call, given, query
from .._http import Response
from ..conditions import Conditions, until_json
from ..models import ButtonNames, Picture, PlaceLike, SequenceStep, Step, Turn, Waited, button_list, places_json, steps_json
from ..movies import MoviePlayed, Until
from ..problems import NotHeld
from ..sensors import SensorChange
from .base import EmulatorBase
from .movies import play_call


def _step_of(response: Response) -> Step:
    return Step.of(calls.to_json(response))


class FrameMethods(EmulatorBase):
    """Waits, plays turns and holds the game."""

    def wait_frames(self, frames: int) -> Waited:
        """Waits 1 to 36,000 emulated frames."""
        return self._wait({"frames": frames})

    def wait_until(self, until: Conditions, timeout_frames: int = 600) -> Waited:
        """Waits for a condition, any of some or `AllOf` some, in every frame; `met` is False after `timeout_frames` (1 to 36,000)."""
        return self._wait({"until": until_json(until), "timeoutFrames": timeout_frames})

    def act(self, steps: SequenceStep | Iterable[SequenceStep] | None = None, *, state: str | None = None,
                  sensors: SensorChange | None = None, repeat: int | None = None, until: Conditions | None = None,
                  timeout_frames: int | None = None, during: bool = False, settle: int | None = None,
                  read: PlaceLike | Iterable[PlaceLike] | None = None, screen: bool = False, scale: int | None = None,
                  key_frames: int | None = None, each_step: bool = False, speed: float | None = None,
                  lease: str | None = None) -> Turn:
        """Plays one turn in one request: load a state, press, wait, settle, read, take a picture. Every part is optional.

        `settle` is 0 to 36,000 frames after the steps, `read` up to 256 places, `scale` 1 to 8, `key_frames` takes a picture each time
        that many frames have passed (at most 8). With `each_step`, `steps` of the result has what `read` and `screen` saw where each
        step ended, at most 64, or 8 with `screen`. With `during`, the steps end as soon as `until` holds. A held game runs for the turn
        only, at `speed` if it is given: 0.25 to 16, or 0 for as fast as possible. `Hold.act` sends its lease.
        """
        body = given(
            state=state, sensors=None if sensors is None else sensors.to_json(), steps=None if steps is None else steps_json(steps),
            repeat=repeat, until=until_json(until), timeoutFrames=timeout_frames, during=during or None, settle=settle,
            read=None if read is None else places_json(read), screen=screen or None, scale=scale,
            keyFrames=key_frames, eachStep=each_step or None, speed=speed, lease=lease)
        return self._run(Call("POST", self._path + "/act", lambda response: Turn.of(calls.to_json(response)), body))

    def hold(self, lease_seconds: float = 20, *, exclusive: bool = False, owner: str | None = None) -> Hold:
        """Stops the game between steps. Each step renews the hold; it ends `lease_seconds` (0.1 to 600) after the last.

        Use it in a `with` block, which releases the game. With `exclusive` no other client can step it.
        """
        body = given(leaseSeconds=lease_seconds, exclusive=exclusive, owner=owner)
        lease = self._run(Call("POST", self._path + "/frames/hold", calls.member("lease", str), body))
        return Hold(self, lease, lease_seconds)

    def force_release(self) -> None:
        """Ends any client's hold. With tokens this needs the scope admin."""
        self._run(Call("DELETE", self._path + "/frames/hold?force=true", calls.to_nothing))

    def _wait(self, body: dict[str, object]) -> Waited:
        call = Call("POST", self._path + "/frames/wait", lambda response: Waited.of(calls.to_json(response)), body, repeatable=True)
        return self._run(call)


class Hold:
    """A held game: it runs only in steps and turns. A process that is forked from this one can neither step nor release it."""

    def __init__(self, emulator: FrameMethods, lease: str, lease_seconds: float) -> None:
        self.emulator = emulator
        self.lease_seconds = lease_seconds
        self._lease = lease
        self._path = emulator._path
        self._process = os.getpid()

    @property
    def lease(self) -> str:
        """The lease. Raises RuntimeError in a process that was forked after the hold began."""
        if os.getpid() != self._process:
            raise RuntimeError(f"The game is held by the process {self._process}, which forked this one: call hold() in this process.")
        return self._lease

    def step(self, frames: int = 1, buttons: ButtonNames = (), *, read: PlaceLike | Iterable[PlaceLike] = (), draw: bool = True,
                   picture: Picture | None = None, sensors: SensorChange | None = None) -> Step:
        """Runs exactly `frames` (1 to 36,000) with these buttons down, and returns values, and pixels if `picture` is given, of the last.

        `draw=False` runs faster, but leaves no picture.
        """
        body: dict[str, object] = {"frames": frames, "lease": self.lease}
        if buttons:
            body["buttons"] = button_list(buttons)
        if sensors is not None:
            body["sensors"] = sensors.to_json()
        places = places_json(read)
        if places:
            body["read"] = places
        if not draw:
            body["draw"] = False
        if picture is not None:
            body["screen"] = picture.to_json()
        return self.emulator._run(Call("POST", self._path + "/frames/step", _step_of, body))

    def act(self, steps: SequenceStep | Iterable[SequenceStep] | None = None, *, state: str | None = None,
                  sensors: SensorChange | None = None, repeat: int | None = None, until: Conditions | None = None,
                  timeout_frames: int | None = None, during: bool = False, settle: int | None = None,
                  read: PlaceLike | Iterable[PlaceLike] | None = None, screen: bool = False, scale: int | None = None,
                  key_frames: int | None = None, each_step: bool = False, speed: float | None = None) -> Turn:
        """Plays one turn of the held game, like `Emulator.act`."""
        return self.emulator.act(
            steps, state=state, sensors=sensors, repeat=repeat, until=until, timeout_frames=timeout_frames, during=during, settle=settle,
            read=read, screen=screen, scale=scale, key_frames=key_frames, each_step=each_step, speed=speed, lease=self.lease)

    def play_movie(self, name: str, *, speed: float | None = None, to: int | None = None,
                         until: Until | None = None) -> MoviePlayed:
        """Plays a movie in the held game, like `Emulator.play_movie`; the game stands still after it."""
        return self.emulator._run(play_call(self._path, name, speed, to, until, self.lease))

    def renew(self) -> None:
        """Renews the lease without a step."""
        body = {"lease": self.lease, "leaseSeconds": self.lease_seconds}
        self.emulator._run(Call("POST", self._path + "/frames/hold", calls.to_nothing, body, repeatable=True))

    def release(self) -> None:
        """Lets the game run. Does nothing if the hold has ended, or if another process has it."""
        if os.getpid() != self._process:
            return
        target = self._path + "/frames/hold" + query({"lease": self.lease})
        try:
            self.emulator._run(Call("DELETE", target, calls.to_nothing, repeatable=True))
        except NotHeld:
            pass

    def __enter__(self) -> Hold:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()
