"""Environments for learning loops, without dependencies. mgba_bridge.gym makes environments for Gymnasium of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .bridge import Bridge
from ._sync.group import HeldGroup
from .models import Picture, PlaceLike, Step, button_list

Observation = tuple[int, ...]
Info = dict[str, Any]


def flat(values: Sequence[Any]) -> Observation:
    """Returns numbers as they are, and bytes as numbers."""
    return tuple(itertools.chain.from_iterable(value if isinstance(value, bytes) else (value or 0,) for value in values))


def never(observation: Observation) -> bool:
    """Returns that no episode ends by itself."""
    return False


@dataclass(frozen=True)
class Task:
    """What an agent can do, what it sees and what it gets.

    An action is an index into `actions`: "" for no button, "A", "Up+B". After `frames` frames with these buttons the agent sees the
    values of `read`, as `observe` returns them. `reward` gets the observations before and after, `ended` the one after. An episode is
    cut after `max_steps`. With `picture`, the info of each step has its "pixels"; without, the game draws nothing and runs faster.

    With `batched`, environments on vectors call `reward`, `ended` and `observe` once for all games: an observation has an array with one
    number for each game instead of each number, and so have their results. `lambda before, after: after[0] - before[0]` does both.
    """

    actions: Sequence[str]
    read: Sequence[PlaceLike]
    reward: Callable[[Observation, Observation], float]
    frames: int = 4
    ended: Callable[[Observation], bool] = never
    observe: Callable[[Sequence[Any]], Observation] = flat
    max_steps: int | None = None
    picture: Picture | None = None
    batched: bool = False

    def buttons(self, action: int) -> list[str]:
        """Returns the buttons of an action."""
        return button_list(self.actions[action])


def _info_of(step: Step) -> Info:
    return {"frame": step.frame} if step.pixels is None else {"frame": step.frame, "pixels": step.pixels}


class VectorGameEnv:
    """Plays one task in several emulators at a time.

    All episodes start from `start`, the bytes of a state, or else from the state in which the first emulator is now; so all must run
    the same game. An episode that ended begins again in the next step: its action has no effect and its reward is 0, as in Gymnasium.
    """

    STATE = "mgba-bridge-env"

    def __init__(self, bridge: Bridge, task: Task, names: Sequence[str] | None = None, *, lease_seconds: float = 60,
                 start: bytes | None = None) -> None:
        self.task = task
        self.group: HeldGroup = bridge.hold_all(names, lease_seconds, exclusive=True, owner="VectorGameEnv")
        self.num_envs = len(self.group.holds)
        try:
            self._share_state(bridge, start)
        except BaseException:
            self.close()
            raise
        self._seen: list[Observation] = []
        self._taken = [0] * self.num_envs
        self._over = [True] * self.num_envs

    def reset(self) -> tuple[list[Observation], list[Info]]:
        """Begins all episodes again; returns what each game shows after one frame."""
        steps = self._step(1, [], dict.fromkeys(range(self.num_envs), self.STATE))
        self._seen = [self.task.observe(step.values) for step in steps]
        self._taken = [0] * self.num_envs
        self._over = [False] * self.num_envs
        return list(self._seen), [_info_of(step) for step in steps]

    def step(self, actions: Sequence[int]) -> tuple[list[Observation], list[float], list[bool], list[bool], list[Info]]:
        """Runs one action in each game; returns observations, rewards, whether each ended, whether each was cut, and the frames."""
        if not self._seen:
            raise RuntimeError("Call reset before the first step.")
        task = self.task
        buttons = [task.buttons(int(action)) for action in actions]
        begun = {index: self.STATE for index, over in enumerate(self._over) if over}
        steps = self._step(task.frames, buttons, begun)
        seen = [task.observe(step.values) for step in steps]
        rewards = [0.0 if index in begun else task.reward(self._seen[index], now) for index, now in enumerate(seen)]
        self._taken = [0 if index in begun else taken + 1 for index, taken in enumerate(self._taken)]
        ended = [index not in begun and task.ended(now) for index, now in enumerate(seen)]
        cut = [task.max_steps is not None and taken >= task.max_steps for taken in self._taken]
        self._over = [one or other for one, other in zip(ended, cut)]
        self._seen = seen
        return list(seen), rewards, ended, cut, [_info_of(step) for step in steps]

    def close(self) -> None:
        """Lets the games run."""
        self.group.release()

    def _step(self, frames: int, buttons: Sequence[list[str]], states: dict[int, str]) -> list[Step]:
        picture = self.task.picture
        return self.group.step(frames, buttons, read=self.task.read, draw=picture is not None, states=states, picture=picture)

    def _share_state(self, bridge: Bridge, start: bytes | None) -> None:
        emulators = [bridge.emulator(hold.emulator.name) for hold in self.group.holds]
        start = emulators[0].state() if start is None else start
        for emulator in emulators:
            emulator.store_state(self.STATE, start)


class GameEnv:
    """Plays a task in one emulator, with the methods of a Gymnasium environment."""

    def __init__(self, bridge: Bridge, task: Task, name: str = "default", *, lease_seconds: float = 60,
                 start: bytes | None = None) -> None:
        self.task = task
        self._vector = VectorGameEnv(bridge, task, [name], lease_seconds=lease_seconds, start=start)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begins an episode. The game is deterministic, so `seed` has no effect."""
        seen, infos = self._vector.reset()
        return seen[0], infos[0]

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Runs an action; returns observation, reward, whether the episode ended, whether it was cut, and the frame."""
        seen, rewards, ended, cut, infos = self._vector.step([action])
        return seen[0], rewards[0], ended[0], cut[0], infos[0]

    def close(self) -> None:
        """Lets the game run."""
        self._vector.close()
