"""Several held games that step together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType

from .._steps import step_call
from ..models import ButtonNames, Picture, Place, PlaceLike, Step, places_of
from ..problems import BridgeError, ProblemError, StepsFailed
from ..sensors import SensorChange
from . import io
from .frames import AsyncHold


class AsyncHeldGroup:
    """Held games of 1 to 64 emulators. Each step runs all of them in parallel, by one request."""

    def __init__(self, holds: Sequence[AsyncHold]) -> None:
        self.holds = tuple(holds)
        self._names = [hold.emulator.name for hold in holds]
        # Bridges of version 1.0 have no request for several emulators.
        self._is_one_request = True

    async def step(self, frames: int = 1, buttons: Sequence[ButtonNames] = (), *, read: PlaceLike | Iterable[PlaceLike] = (),
                   draw: bool = True, states: Mapping[int, str] | None = None, picture: Picture | None = None,
                   sensors: Mapping[int, SensorChange] | None = None) -> list[Step]:
        """Runs `frames` (1 to 36,000) in each game, and returns values and pixels of the last frame of each, in order.

        `buttons` has the buttons of each game. `states` names states that some games, by their index, load before: their buttons are
        not pressed then. `sensors` sets those of some games. If games fail, the others run anyway, and StepsFailed has both.
        """
        places = places_of(read)
        if buttons and len(buttons) != len(self.holds):
            raise ValueError(f"buttons must be for {len(self.holds)} games; got {len(buttons)}.")
        if self._is_one_request:
            leases = [hold.lease for hold in self.holds]
            call = step_call(self._names, leases, frames, buttons, places, draw, states or {}, picture, sensors or {})
            try:
                return await self.holds[0].emulator.bridge.run(call)
            except ProblemError as error:
                if error.type not in ("not-found", "method-not-allowed") or picture is not None or sensors:
                    raise
                self._is_one_request = False
        return await self._step_each(frames, buttons or [()] * len(self.holds), places, draw, states or {})

    async def release(self) -> None:
        """Lets all games run. The games of emulators that fail don't keep the others frozen."""
        failures = []
        for hold in self.holds:
            try:
                await hold.release()
            except BridgeError as error:
                failures.append(error)
        if failures:
            raise failures[0]

    async def _step_each(self, frames: int, buttons: Sequence[ButtonNames], places: Sequence[Place], draw: bool,
                         states: Mapping[int, str]) -> list[Step]:
        async def _run(index: int) -> Step | ProblemError:
            hold = self.holds[index]
            try:
                if index not in states:
                    return await hold.step(frames, buttons[index], read=places, draw=draw)
                turn = await hold.act(state=states[index], settle=frames, read=places)
                return Step(turn.frame, turn.values)
            except ProblemError as problem:
                return problem

        results = await io.run_all(_run, range(len(self.holds)))
        problems = {name: result for name, result in zip(self._names, results) if isinstance(result, ProblemError)}
        if problems:
            raise StepsFailed(problems, [None if isinstance(result, BridgeError) else result for result in results])
        return [result for result in results if isinstance(result, Step)]

    async def __aenter__(self) -> AsyncHeldGroup:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.release()
