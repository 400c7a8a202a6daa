"""A task in emulators of the bridge, which the user made and goes on to use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray

from ..bridge import Bridge
from ..envs import GameEnv, Observation, Task, VectorGameEnv
from .spaces import observation_space_of


def _see(observation: Observation, info: dict[str, Any]) -> NDArray[Any]:
    pixels = info.pop("pixels", None)
    if pixels is None:
        return numpy.array(observation, numpy.int64)
    seen: NDArray[Any] = pixels.array().reshape(pixels.height, pixels.width, pixels.channels)
    return seen


class BridgeEnv(gymnasium.Env[NDArray[Any], int]):
    """A task in one emulator. Give `observation_space` if the task's `observe` returns other values than those of `read`."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, bridge: Bridge, task: Task, name: str = "default", *, observation_space: Any = None) -> None:
        self._game = GameEnv(bridge, task, name)
        self.action_space: Any = gymnasium.spaces.Discrete(len(task.actions))
        self.observation_space: Any = observation_space or observation_space_of(task)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins an episode."""
        super().reset(seed=seed)
        seen, info = self._game.reset()
        return _see(seen, info), info

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Runs an action."""
        seen, reward, ended, cut, info = self._game.step(int(action))
        return _see(seen, info), reward, ended, cut, info

    def close(self) -> None:
        """Lets the game run."""
        self._game.close()


class BridgeVectorEnv(gymnasium.vector.VectorEnv[NDArray[Any], NDArray[numpy.int64], NDArray[numpy.float64]]):
    """A task in several emulators, which step together. An episode that ended begins again in the next step."""

    def __init__(self, bridge: Bridge, task: Task, names: Sequence[str] | None = None, *, observation_space: Any = None) -> None:
        self._games = VectorGameEnv(bridge, task, names)
        self.num_envs = self._games.num_envs
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP, "render_modes": []}
        self.single_action_space: Any = gymnasium.spaces.Discrete(len(task.actions))
        self.single_observation_space: Any = observation_space or observation_space_of(task)
        self.action_space: Any = gymnasium.vector.utils.batch_space(self.single_action_space, self.num_envs)
        self.observation_space: Any = gymnasium.vector.utils.batch_space(self.single_observation_space, self.num_envs)

    def reset(self, *, seed: int | list[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins all episodes."""
        seen, infos = self._games.reset()
        return _batch(seen, infos), {"frame": numpy.array([info["frame"] for info in infos])}

    def step(self, actions: NDArray[numpy.int64]) -> tuple[
            NDArray[Any], NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_], dict[str, Any]]:
        """Runs one action in each game."""
        seen, rewards, ended, cut, infos = self._games.step([int(action) for action in actions])
        frames = numpy.array([info["frame"] for info in infos])
        return _batch(seen, infos), numpy.array(rewards), numpy.array(ended), numpy.array(cut), {"frame": frames}

    def close_extras(self, **kwargs: Any) -> None:
        """Lets the games run."""
        self._games.close()


def _batch(seen: Sequence[Observation], infos: Sequence[dict[str, Any]]) -> NDArray[Any]:
    return numpy.stack([_see(each, info) for each, info in zip(seen, infos)])
