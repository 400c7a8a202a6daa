"""Several held games that step together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType

from ..models import Place, Step
from . import io
from .frames import AsyncHold


class AsyncHeldGroup:
    """Held games of several emulators; each step runs all of them at the same time."""

    def __init__(self, holds: Sequence[AsyncHold]) -> None:
        self.holds = tuple(holds)

    async def step(self, frames: int = 1, buttons: Sequence[str | Iterable[str]] = (), *, read: Iterable[Place] = (), draw: bool = True,
                   states: Mapping[int, str] | None = None) -> list[Step]:
        """Runs `frames` (1 to 36,000) in each game, and returns values of the last frame of each, in order.

        `buttons` has the buttons of each game. `states` names states that some games, by their index, load before: their buttons are
        not pressed then.
        """
        places = tuple(read)
        pressed = buttons or [()] * len(self.holds)
        if len(pressed) != len(self.holds):
            raise ValueError(f"buttons must be for {len(self.holds)} games; got {len(pressed)}.")
        loaded = states or {}

        async def _run(index: int) -> Step:
            hold = self.holds[index]
            if index not in loaded:
                return await hold.step(frames, pressed[index], read=places, draw=draw)
            turn = await hold.act(state=loaded[index], settle=frames, read=places)
            return Step(turn.frame, turn.values)

        return await io.run_all(_run, range(len(self.holds)))

    async def release(self) -> None:
        """Lets all games run."""
        for hold in self.holds:
            await hold.release()

    async def __aenter__(self) -> AsyncHeldGroup:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.release()
