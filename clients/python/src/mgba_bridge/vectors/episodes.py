"""Episodes of a task in the games of a vector: what the environments for Gymnasium, Stable-Baselines3 and PufferLib have in common."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal, Protocol

import numpy
from numpy.typing import NDArray

from ..bridge import Bridge
from ..envs import Task
from ..problems import BridgeError, OutcomeUnknown, TimedOut, Unavailable, Unreachable, VectorEnded
from .copies import Copies
from .games import GameVector
from .judging import Judge
from .orders import MAX_FRAMES, MAX_STARTS, mask_of
from .seeds import choice, first_seeds, next_seed, random_seed
from .steps import VectorStep
from .turns import Seen, Turn

Autoreset = Literal["next-step", "same-step", "disabled"]

_LOSSES = (VectorEnded, Unreachable, OutcomeUnknown, TimedOut, Unavailable)
# The start that is set to the bytes of a state.
_STATE_START = MAX_STARTS - 1


class Records(Protocol):
    """Takes down what happens in episodes."""

    def began(self, games: NDArray[numpy.intp], starts: Sequence[int], seeds: Sequence[int | None], noops: int, state: bytes | None,
              seen: Seen) -> None:
        """Episodes of some games have begun; starts and seeds are those of these games."""

    def stepped(self, actions: NDArray[Any], begun: NDArray[numpy.bool_], turn: Turn) -> None:
        """All games were stepped; those that have begun took no action."""


class Episodes:
    """Plays a task in `count` games. The vector is created by the first reset, and again by the first one after a loss.

    A step in which a game is lost truncates its episode. `Seen` has views that the step after the next one overwrites.
    """

    def __init__(self, copies: Copies, task: Task, count: int, autoreset: Autoreset = "next-step") -> None:
        self.copies, self.task, self.count, self.autoreset = copies, task, count, autoreset
        self._masks = numpy.array([mask_of(task.buttons(action)) for action in range(len(task.actions))], numpy.uint16)
        self._judge = Judge(task)
        self._bridge: Bridge | None = None
        self._vector: GameVector | None = None
        self._process = os.getpid()
        self._seen: Seen | None = None
        self._seeds: list[int | None] = [None] * count
        # The seeds that a reset gave for the next episodes, by game.
        self._given: dict[int, int] = {}
        self._starts = [0] * count
        self._over = numpy.ones(count, numpy.bool_)
        # The games whose episodes begin in the step that was sent.
        self._begun = numpy.zeros(count, numpy.bool_)
        # The steps of each episode so far.
        self._taken = numpy.zeros(count, numpy.int64)
        # Why the step could not be sent.
        self._failure: BridgeError | None = None
        self._actions: NDArray[Any] = numpy.zeros(count, numpy.int64)
        self.recorder: Records | None = None

    @property
    def vector(self) -> GameVector:
        """The vector, which is created if there is none."""
        self._check_process()
        if self._vector is None:
            self._bridge = self._bridge or self.copies.connect()
            self._vector = self.copies.create(self._bridge, self.task, self.count)
            self._over[:] = True
        return self._vector

    @property
    def episode_seeds(self) -> list[int]:
        """The seeds of the running episodes."""
        return [seed or 0 for seed in self._seeds]

    def reset(self, seed: int | Sequence[int | None] | None = None, *, mask: NDArray[numpy.bool_] | None = None,
              start: int | None = None, state: bytes | None = None, noops: int = 0) -> Seen:
        """Begins the episodes of all games, or of those in the mask; returns what they show after the frames of a step without buttons.

        Each game has its own chain of episodes' seeds: game I begins it with seed + I. An episode begins at `start`, at the bytes of a
        `state`, or else at one of the vector's starts that its seed chooses. `noops` frames without buttons run before.
        """
        if not 0 <= noops <= MAX_FRAMES - self.task.frames:
            raise ValueError(f"noops must be 0 to {MAX_FRAMES - self.task.frames}; got {noops}.")
        if start is not None and not 0 <= start < max(len(self.copies.starts), 1):
            raise ValueError(f"start must be 0 to {max(len(self.copies.starts), 1) - 1}; got {start}.")
        if state is not None and len(self.copies.starts) > _STATE_START:
            raise ValueError(f"state needs a free start: give at most {_STATE_START} starts.")
        self._check_process()
        self._given.update({game: given for game, given in enumerate(first_seeds(seed, self.count)) if given is not None})
        every = numpy.ones(self.count, numpy.bool_)
        begun = every if mask is None or self._vector is None else mask
        self._draw(begun)
        try:
            return self._begin(begun, start, state, noops)
        except VectorEnded:
            # Its lease ran out, or it was killed: there is no episode to continue.
            self._vector = None
            self._draw(every & ~begun)
            return self._begin(every, start, state, noops)

    def send(self, actions: Any) -> None:
        """Begins a step; `actions` are indices into the task's, one for each game."""
        self._actions, keys = self._keys_of(actions)
        self._check_process()
        if self._seen is None:
            raise RuntimeError("Call reset() before the first step.")
        self._begun = numpy.zeros(self.count, numpy.bool_)
        starts: list[int | None] | None = None
        seeds: list[int | None] | None = None
        vector = self._vector
        if vector is None or self._over.any():
            if self.autoreset == "disabled":
                over = numpy.flatnonzero(self._over).tolist() if vector else list(range(self.count))
                raise RuntimeError(f"The episodes of the games {over} are over: reset them before the next step.")
            vector = self.vector
            self._begun = self._over
            self._draw(self._over)
            starts = [self._starts[game] if begins else None for game, begins in enumerate(self._over)]
            seeds = [self._seeds[game] if begins else None for game, begins in enumerate(self._over)]
            keys[self._over] = 0
        self._failure = None
        try:
            vector.send(keys, starts=starts, seeds=seeds)
        except _LOSSES as error:
            self._failure = error

    def receive(self) -> Turn:
        """Waits for the end of the step."""
        before = self._seen
        assert before is not None
        step: VectorStep | None = None
        if self._failure is None and self._vector is not None:
            try:
                step = self._vector.receive()
            except _LOSSES:
                pass
        if step is None:
            return self._lose(before)
        lost = numpy.zeros(self.count, numpy.bool_)
        if step.status.any():
            lost = step.status != 0
            self._keep(step, before, lost)
        seen = self._seen = self._see(step)
        rewards, terminated = self._judge.reward(before.observations, seen.observations), self._judge.ended(seen.observations)
        unrewarded = self._begun | lost
        if unrewarded.any():
            rewards[unrewarded] = 0.0
            terminated[unrewarded] = False
        self._taken += 1
        self._taken[self._begun] = 0
        truncated = lost.copy() if self.task.max_steps is None else lost | (self._taken >= self.task.max_steps)
        self._over = terminated | truncated
        turn = Turn(seen, rewards, terminated, truncated, lost)
        if self.recorder is not None:
            self.recorder.stepped(self._actions, self._begun, turn)
        return self._finish(turn)

    @property
    def next_starts(self) -> list[int]:
        """The starts of the running episodes that began by themselves."""
        return list(self._starts)

    def step(self, actions: Any) -> Turn:
        """Runs one action in each game."""
        self.send(actions)
        return self.receive()

    def picture(self, game: int) -> NDArray[numpy.uint8]:
        """Returns the picture of a game in its own size, height x width x 3."""
        return self.vector.screen(game).array()

    def close(self) -> None:
        """Ends the vector, and closes the client's idle connections."""
        vector, self._vector, self._seen = self._vector, None, None
        if os.getpid() != self._process:
            return
        try:
            if vector is not None:
                vector.end()
        except BridgeError:
            # Its lease ends it.
            pass
        bridge, self._bridge = self._bridge, None
        if bridge is not None:
            bridge.close()

    def _begin(self, mask: NDArray[numpy.bool_], start: int | None = None, state: bytes | None = None, noops: int = 0) -> Seen:
        """Resets games, to the starts and seeds that were drawn."""
        vector = self.vector
        if state is not None:
            vector.set_start(_STATE_START, state)
            start = _STATE_START
        games = numpy.flatnonzero(mask)
        chosen = None if mask.all() else games
        starts = [self._starts[game] if start is None else start for game in games]
        seeds = [self._seeds[game] for game in games]
        step = vector.step(0, self.task.frames + noops, games=chosen, starts=starts, seeds=seeds)
        if step.status[games].any():
            # A game died meanwhile, and a new one begins.
            step = vector.step(0, self.task.frames + noops, games=chosen, starts=starts, seeds=seeds)
        self._over = self._over & ~mask
        self._taken[mask] = 0
        self._seen = self._see(step)
        if self.recorder is not None:
            self.recorder.began(games, starts, seeds, noops, state, self._seen)
        return self._seen

    def _draw(self, mask: NDArray[numpy.bool_]) -> None:
        """Chooses seeds and starts of the next episodes of some games."""
        for game in numpy.flatnonzero(mask).tolist():
            known = self._seeds[game]
            seed = self._given.pop(game, None)
            if seed is None:
                seed = random_seed() if known is None else next_seed(known)
            self._seeds[game] = seed
            self._starts[game] = choice(seed, len(self.copies.starts)) if self.copies.starts else 0

    def _see(self, step: VectorStep) -> Seen:
        return Seen(self._judge.see(step.values), step.values, step.pixels, step.frame)

    def _finish(self, turn: Turn) -> Turn:
        if self.autoreset == "same-step" and self._over.any():
            over, shown = self._over, turn.seen
            turn.over = numpy.flatnonzero(over)
            turn.final = shown.copy(turn.over)
            self._draw(over)
            try:
                turn.seen = self._begin(over)
            except VectorEnded:
                # The other episodes are lost as well.
                self._vector = None
                self._draw(~over)
                turn.truncated, turn.lost = turn.truncated | ~over, turn.lost | ~over
                turn.over = numpy.arange(self.count)
                turn.final = shown.copy()
                turn.seen = self._begin(numpy.ones(self.count, numpy.bool_))
        return turn

    def _lose(self, before: Seen) -> Turn:
        vector, self._vector = self._vector, None
        if vector is not None:
            try:
                vector.end()
            except BridgeError:
                pass
        self._over = numpy.ones(self.count, numpy.bool_)
        every, none = numpy.ones(self.count, numpy.bool_), numpy.zeros(self.count, numpy.bool_)
        turn = Turn(before, numpy.zeros(self.count), none, every, every.copy())
        if self.recorder is not None:
            self.recorder.stepped(self._actions, none, turn)
        return self._finish(turn)

    @staticmethod
    def _keep(step: VectorStep, before: Seen, lost: NDArray[numpy.bool_]) -> None:
        # A dead game has no last observation, so its last but one stays.
        step.values[lost] = before.values[lost]
        step.frame[lost] = before.frame[lost]
        if step.pixels is not None and before.pixels is not None:
            step.pixels[lost] = before.pixels[lost]

    def _keys_of(self, actions: Any) -> tuple[NDArray[Any], NDArray[numpy.uint16]]:
        chosen = numpy.asarray(actions)
        last = len(self._masks) - 1
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions must be {self.count} whole numbers of 0 to {last}; got {actions!r}.")
        if chosen.min() < 0 or chosen.max() > last:
            raise ValueError(f"actions must be 0 to {last}; got {[int(each) for each in chosen if not 0 <= each <= last][0]}.")
        return chosen, self._masks[chosen]

    def _check_process(self) -> None:
        if os.getpid() != self._process:
            # This process was forked: it gets games of its own, and the parent keeps its games.
            self._process = os.getpid()
            self._vector, self._seen, self._bridge = None, None, None
            self._over[:] = True
