"""What the copies of a game are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..bridge import Bridge
from ..envs import Task
from .creating import Start
from .games import GameVector
from .orders import MAX_STARTS


@dataclass(frozen=True)
class Copies:
    """What the copies of a game are made of; the members are parameters of `Bridge.create_vector`. `bridge` may be its address."""

    rom: str
    bridge: Bridge | str = "http://127.0.0.1:7185"
    starts: Sequence[Start] = ()
    sticky: float = 0
    noops: int = 0
    last: int = 1
    clock: int | None = None
    model: str | None = None
    lease_seconds: float = 600
    shared: bool | None = None

    def __post_init__(self) -> None:
        if len(self.starts) > MAX_STARTS:
            raise ValueError(f"starts must be at most {MAX_STARTS}; got {len(self.starts)}.")

    def connect(self) -> Bridge:
        """Returns the client, or a new one if there is only an address."""
        return Bridge(self.bridge) if isinstance(self.bridge, str) else self.bridge

    def create(self, bridge: Bridge, task: Task, count: int) -> GameVector:
        """Creates a vector for a task."""
        return bridge.create_vector(
            self.rom, count, frames=task.frames, read=task.read, picture=task.picture, last=self.last, starts=self.starts,
            sticky=self.sticky, noops=self.noops, lease_seconds=self.lease_seconds, clock=self.clock, model=self.model, shared=self.shared)
