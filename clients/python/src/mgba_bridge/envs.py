"""Environments for learning loops, without dependencies. mgba_bridge.gym makes environments for Gymnasium of them."""

from __future__ import annotations

import contextlib
import itertools
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ._renewal import Renewal
from ._sync.group import HeldGroup
from .bridge import Bridge
from .models import Picture, PlaceLike, Step, button_list
from .problems import BridgeError, NotHeld, OutcomeUnknown, StepsFailed, TimedOut, Unavailable, Unreachable
from .screen import Screen

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


_LOSSES = (Unreachable, OutcomeUnknown, TimedOut, Unavailable)


class VectorGameEnv:
    """Plays one task in several emulators at a time.

    All episodes start from `start`, the bytes of a state, or else from the state in which the first emulator is now; so all must run
    the same game. An episode that ended begins again in the next step: its action has no effect and its reward is 0, as in Gymnasium.

    While this object lives, a thread renews its holds, which end `lease_seconds` after its process is gone. A game that is lost in a step
    is cut there, with `lost` in its info; the next step or reset holds it again.
    """

    STATE = "mgba-bridge-env"

    def __init__(self, bridge: Bridge, task: Task, names: Sequence[str] | None = None, *, lease_seconds: float = 60,
                 start: bytes | None = None) -> None:
        self.task = task
        self._bridge = bridge
        self._lease_seconds = lease_seconds
        self.group: HeldGroup = bridge.hold_all(names, lease_seconds, exclusive=True, owner="VectorGameEnv")
        self.num_envs = len(self.group.holds)
        self._renewal = Renewal(self, _Renew(self.group), lease_seconds)
        try:
            self._share_state(bridge, start)
        except BaseException:
            # The caller needs this error; a hold that can't be released ends with its lease.
            with contextlib.suppress(BridgeError):
                self.close()
            raise
        self._seen: list[Observation] = []
        self._infos: list[Info] = []
        self._taken = [0] * self.num_envs
        self._over = [True] * self.num_envs
        self._is_lost = False

    def reset(self) -> tuple[list[Observation], list[Info]]:
        """Begins all episodes again; returns what each game shows after one frame."""
        begun = dict.fromkeys(range(self.num_envs), self.STATE)
        try:
            steps = self._step(1, [], begun)
        except (StepsFailed, NotHeld):
            self._hold_again()
            steps = self._step(1, [], begun)
        self._seen = [self.task.observe(step.values) for step in steps]
        self._infos = [_info_of(step) for step in steps]
        self._taken = [0] * self.num_envs
        self._over = [False] * self.num_envs
        self._is_lost = False
        return list(self._seen), list(self._infos)

    def step(self, actions: Sequence[int]) -> tuple[list[Observation], list[float], list[bool], list[bool], list[Info]]:
        """Runs one action in each game; returns observations, rewards, whether each ended, whether each was cut, and the frames."""
        if not self._seen:
            raise RuntimeError("Call reset before the first step.")
        task = self.task
        buttons = [task.buttons(_checked(action, len(task.actions))) for action in actions]
        if self._is_lost:
            self._hold_again()
        begun = {index: self.STATE for index, over in enumerate(self._over) if over}
        steps = self._try_step(buttons, begun)
        lost = [step is None for step in steps]
        seen = [before if step is None else task.observe(step.values) for step, before in zip(steps, self._seen)]
        infos = [{**before, "lost": True} if step is None else _info_of(step) for step, before in zip(steps, self._infos)]
        unrewarded = [index in begun or gone for index, gone in enumerate(lost)]
        rewards = [0.0 if unrewarded[index] else float(task.reward(self._seen[index], now)) for index, now in enumerate(seen)]
        self._taken = [0 if index in begun else taken + 1 for index, taken in enumerate(self._taken)]
        ended = [not unrewarded[index] and bool(task.ended(now)) for index, now in enumerate(seen)]
        cut = [gone or (task.max_steps is not None and taken >= task.max_steps) for gone, taken in zip(lost, self._taken)]
        self._over = [one or other for one, other in zip(ended, cut)]
        self._seen, self._infos, self._is_lost = seen, infos, any(lost)
        return list(seen), rewards, ended, cut, list(infos)

    def picture(self, game: int) -> Screen:
        """Returns the picture that a game drew last. Without a picture in the task, steps draw none."""
        return self._bridge.emulator(self.group.holds[game].emulator.name).screen()

    def close(self) -> None:
        """Lets the games run."""
        self._renewal.stop()
        self.group.release()

    def _try_step(self, buttons: Sequence[list[str]], states: dict[int, str]) -> list[Step | None]:
        try:
            return list(self._step(self.task.frames, buttons, states))
        except StepsFailed as failed:
            return [step if isinstance(step, Step) else None for step in failed.steps]
        except _LOSSES:
            return [None] * self.num_envs

    def _step(self, frames: int, buttons: Sequence[list[str]], states: dict[int, str]) -> list[Step]:
        picture = self.task.picture
        return self.group.step(frames, buttons, read=self.task.read, draw=picture is not None, states=states, picture=picture)

    def _hold_again(self) -> None:
        """Holds the games again whose holds have ended."""
        holds = list(self.group.holds)
        try:
            for index, hold in enumerate(holds):
                try:
                    hold.renew()
                except NotHeld:
                    emulator = self._bridge.emulator(hold.emulator.name)
                    holds[index] = emulator.hold(self._lease_seconds, exclusive=True, owner="VectorGameEnv")
        finally:
            # Also after a game that can't be held: the next attempt needs the holds of the others.
            self.group = HeldGroup(holds)
            self._renewal.stop()
            self._renewal = Renewal(self, _Renew(self.group), self._lease_seconds)
        self._is_lost = False

    def _share_state(self, bridge: Bridge, start: bytes | None) -> None:
        emulators = [bridge.emulator(hold.emulator.name) for hold in self.group.holds]
        start = emulators[0].state() if start is None else start
        for emulator in emulators:
            emulator.store_state(self.STATE, start)


class _Renew:
    """Renews the holds of a group. Returns False once all of them have ended, which ends the renewal."""

    def __init__(self, group: HeldGroup) -> None:
        self._holds = group.holds

    def __call__(self) -> bool:
        lost = 0
        for hold in self._holds:
            try:
                hold.renew()
            except NotHeld:
                lost += 1
            except BridgeError:
                # The bridge may come back before the lease ends.
                pass
        return lost < len(self._holds)


def _checked(action: Any, count: int) -> int:
    try:
        number = operator.index(action)
    except TypeError:
        raise ValueError(f"actions must be whole numbers of 0 to {count - 1}; got {action!r}.") from None
    if not 0 <= number < count:
        raise ValueError(f"actions must be 0 to {count - 1}; got {number}.")
    return number


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

    def picture(self) -> Screen:
        """Returns the picture that the game drew last. Without a picture in the task, steps draw none."""
        return self._vector.picture(0)

    def close(self) -> None:
        """Lets the game run."""
        self._vector.close()
