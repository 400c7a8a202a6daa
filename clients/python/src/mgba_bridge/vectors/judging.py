"""What a task says about all games of a vector: observations, rewards and ends."""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

from ..envs import Task, flat, never


class Judge:
    """Calls the functions of a task: once for all games if it is batched, else for each."""

    def __init__(self, task: Task) -> None:
        self._task: Any = task
        self._is_plain = task.observe is flat
        self._ends = task.ended is not never

    def see(self, values: NDArray[numpy.int64]) -> NDArray[Any]:
        """Returns what an agent sees of values, (games, …)."""
        if self._is_plain:
            return values
        if self._task.batched:
            return numpy.asarray(self._task.observe(values.T)).T
        return numpy.array([self._task.observe(row) for row in values.tolist()])

    def reward(self, before: NDArray[Any], after: NDArray[Any]) -> NDArray[numpy.float64]:
        """Returns the reward of each game."""
        if self._task.batched:
            rewards = numpy.empty(len(after))
            rewards[:] = self._task.reward(before.T, after.T)
            return rewards
        reward = self._task.reward
        return numpy.array([reward(tuple(one), tuple(other)) for one, other in zip(before.tolist(), after.tolist())], numpy.float64)

    def ended(self, after: NDArray[Any]) -> NDArray[numpy.bool_]:
        """Returns which episodes ended."""
        ended = numpy.zeros(len(after), numpy.bool_)
        if self._ends:
            ended[:] = self._task.ended(after.T) if self._task.batched else [self._task.ended(tuple(row)) for row in after.tolist()]
        return ended
