"""A task in emulators of the bridge, which the user made and goes on to use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray

from ..bridge import Bridge
from ..envs import GameEnv, Observation, Task, VectorGameEnv
from .common import FRAMES_A_SECOND, RENDER_MODES, metadata_of, render_mode_of
from .spaces import observation_space_of


def _see(observation: Observation, info: Mapping[str, Any]) -> tuple[NDArray[Any], dict[str, Any]]:
    """Returns the observation, and the rest of the info."""
    rest = dict(info)
    pixels = rest.pop("pixels", None)
    if pixels is None:
        return numpy.array(observation, numpy.int64), rest
    return pixels.array().reshape(pixels.height, pixels.width, pixels.channels), rest


class BridgeEnv(gymnasium.Env[NDArray[Any], int]):
    """A task in one emulator. Give `observation_space` if the task's `observe` returns other values than those of `read`.

    `render` shows what the game drew last; without a picture in the task, its steps draw nothing. The game is deterministic: seeds have no
    effect. A step in which the emulator or its hold is lost truncates the episode.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND / 4}

    def __init__(self, bridge: Bridge, task: Task, name: str = "default", *, render_mode: str | None = None,
                 observation_space: Any = None) -> None:
        self.render_mode = render_mode_of(render_mode)
        self.metadata = metadata_of(task)
        self.action_space: Any = gymnasium.spaces.Discrete(len(task.actions))
        self.observation_space: Any = observation_space or observation_space_of(task)
        # Last, because nobody would release the game after an error.
        self._game = GameEnv(bridge, task, name)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins an episode."""
        super().reset(seed=seed)
        seen, info = self._game.reset()
        return _see(seen, info)

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Runs an action: an index into the task's actions."""
        seen, reward, ended, cut, info = self._game.step(action)
        observation, info = _see(seen, info)
        return observation, reward, ended, cut, info

    def render(self) -> NDArray[numpy.uint8] | None:
        """Returns the picture in its own size, height x width x 3; None without a render mode."""
        return None if self.render_mode is None else self._game.picture().array()

    def close(self) -> None:
        """Lets the game run."""
        self._game.close()


class BridgeVectorEnv(gymnasium.vector.VectorEnv[NDArray[Any], NDArray[numpy.int64], NDArray[numpy.float64]]):
    """A task in several emulators, which step together. An episode that ended begins again in the next step."""

    def __init__(self, bridge: Bridge, task: Task, names: Sequence[str] | None = None, *, render_mode: str | None = None,
                 observation_space: Any = None) -> None:
        self.render_mode = render_mode_of(render_mode)
        self.metadata = metadata_of(task, autoreset_mode=gymnasium.vector.AutoresetMode.NEXT_STEP)
        self.single_action_space: Any = gymnasium.spaces.Discrete(len(task.actions))
        self.single_observation_space: Any = observation_space or observation_space_of(task)
        # Not before the parameters are checked, because nobody would release the games after an error.
        self._games = VectorGameEnv(bridge, task, names)
        self.num_envs = self._games.num_envs
        self.action_space: Any = gymnasium.vector.utils.batch_space(self.single_action_space, self.num_envs)
        self.observation_space: Any = gymnasium.vector.utils.batch_space(self.single_observation_space, self.num_envs)
        self._every = numpy.ones(self.num_envs, numpy.bool_)

    def reset(self, *, seed: int | list[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins all episodes."""
        super().reset(seed=None if isinstance(seed, list) else seed)
        return self._batch(*self._games.reset())

    def step(self, actions: NDArray[numpy.int64]) -> tuple[
            NDArray[Any], NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_], dict[str, Any]]:
        """Runs one action in each game."""
        seen, rewards, ended, cut, infos = self._games.step(list(actions))
        observations, info = self._batch(seen, infos)
        return observations, numpy.array(rewards), numpy.array(ended), numpy.array(cut), info

    def render(self) -> tuple[NDArray[numpy.uint8], ...] | None:
        """Returns the games' pictures in their own size; None without a render mode."""
        return None if self.render_mode is None else tuple(self._games.picture(game).array() for game in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Lets the games run."""
        self._games.close()

    def _batch(self, seen: Sequence[Observation], infos: Sequence[dict[str, Any]]) -> tuple[NDArray[Any], dict[str, Any]]:
        info: dict[str, Any] = {"frame": numpy.array([each["frame"] for each in infos]), "_frame": self._every}
        lost = numpy.array(["lost" in each for each in infos])
        if lost.any():
            info |= {"lost": lost, "_lost": lost}
        return numpy.stack([_see(each, other)[0] for each, other in zip(seen, infos)]), info
