"""An environment for PufferLib 3, on a vector. Needs numpy, gymnasium and pufferlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy
import pufferlib
from numpy.typing import NDArray

from .bridge import Bridge
from .envs import Task
from .gym.common import look, render_mode_of
from .gym.spaces import Observes, kind_of, observation_space_of
from .vectors.copies import Copies
from .vectors.creating import Start
from .vectors.episodes import Episodes
from .vectors.turns import Turn


class RomPufferEnv(pufferlib.PufferEnv):
    """A task in 1 to 256 copies of a game, each of them an agent; the parameters are those of `mgba_bridge.gym.RomVectorEnv`.

    It writes into PufferLib's buffers. An episode that is over begins again in the same step, and its return and length are in the infos.
    """

    def __init__(self, num_envs: int, rom: str, task: Task, *, bridge: Bridge | str = "http://127.0.0.1:7185",
                 render_mode: str | None = None, observes: Observes = "auto", starts: Sequence[Start] = (), sticky: float = 0,
                 noops: int = 0, last: int = 1, clock: int | None = None, model: str | None = None, lease_seconds: float = 600,
                 shared: bool | None = None, observation_space: Any = None, buf: Any = None, seed: int = 0) -> None:
        self._observes = kind_of(task, observes)
        if self._observes == "dict":
            raise ValueError('observes must be "values" or "pixels" for PufferLib; got "dict".')
        self.render_mode = render_mode_of(render_mode)
        self.single_observation_space: Any = observation_space_of(task, observes, observation_space)
        self.single_action_space: Any = gymnasium.spaces.Discrete(len(task.actions))
        self.num_agents = num_envs
        copies = Copies(rom, bridge, tuple(starts), sticky, noops, last, clock, model, lease_seconds, shared)
        self._episodes = Episodes(copies, task, num_envs, "same-step")
        self._first_seed: int | None = seed
        self._returns, self._lengths = numpy.zeros(num_envs), numpy.zeros(num_envs, numpy.int64)
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[Any, list[dict[str, Any]]]:
        """Begins all episodes; agent I gets the seed + I. The first one takes that of the environment if it gets none."""
        first, self._first_seed = self._first_seed, None
        seen = self._episodes.reset(first if seed is None else seed)
        self._returns[:], self._lengths[:] = 0, 0
        self.observations[:] = look(seen, self._observes, copies=False)
        self.rewards[:], self.terminals[:], self.truncations[:] = 0, False, False
        return self.observations, []

    def step(self, actions: NDArray[Any]) -> tuple[Any, Any, Any, Any, list[dict[str, Any]]]:
        """Runs one action in each game."""
        turn = self._episodes.step(numpy.asarray(actions).reshape(self.num_agents))
        self.observations[:] = look(turn.seen, self._observes, copies=False)
        self.rewards[:], self.terminals[:], self.truncations[:] = turn.rewards, turn.terminated, turn.truncated
        return self.observations, self.rewards, self.terminals, self.truncations, self._infos(turn)

    def render(self) -> NDArray[numpy.uint8] | None:
        """Returns the picture of the first game; None without a render mode."""
        return None if self.render_mode is None else self._episodes.picture(0)

    def close(self) -> None:
        """Ends the games."""
        self._episodes.close()

    def _infos(self, turn: Turn) -> list[dict[str, Any]]:
        self._returns += turn.rewards
        self._lengths += 1
        over = turn.over
        if over is None:
            return []
        infos = [{"episode_return": float(self._returns[game]), "episode_length": int(self._lengths[game])} for game in over]
        self._returns[over], self._lengths[over] = 0, 0
        return infos
