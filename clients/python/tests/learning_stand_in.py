"""The few names of stable_baselines3 and pufferlib that this package uses, where they can't be installed."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
import types
from copy import deepcopy
from typing import Any


class VecEnv:
    """What Stable-Baselines3's algorithms use of an environment."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        [self.render_mode] = set(self.get_attr("render_mode"))
        self._reset_seeds()
        self._reset_options()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """A subclass overrides it."""
        raise NotImplementedError

    def step_async(self, actions: Any) -> None:
        """A subclass overrides it."""
        raise NotImplementedError

    def step_wait(self) -> Any:
        """A subclass overrides it."""
        raise NotImplementedError

    def step(self, actions: Any) -> Any:
        """Runs one action in each game."""
        self.step_async(actions)
        return self.step_wait()

    def seed(self, seed: int) -> list[int]:
        """Keeps the seeds for the next reset."""
        self._seeds: list[Any] = [seed + index for index in range(self.num_envs)]
        return self._seeds

    def set_options(self, options: Any) -> None:
        """Keeps the options for the next reset."""
        self._options = deepcopy([options] * self.num_envs if isinstance(options, dict) else options)

    def _reset_seeds(self) -> None:
        self._seeds = [None] * self.num_envs

    def _reset_options(self) -> None:
        self._options = [{} for _ in range(self.num_envs)]


class PufferEnv:
    """Allocates the buffers; observations come from buf if it is given. A subclass sets single_observation_space, a Box, and must not set
    observation_space or action_space.
    """

    single_observation_space: Any
    num_agents: int

    def __init__(self, buf: Any = None) -> None:
        import numpy

        if not hasattr(self.single_observation_space, "low") or hasattr(self, "observation_space") or hasattr(self, "action_space"):
            raise TypeError("single_observation_space must be a Box, and observation_space and action_space must not be set.")
        shape, kind = self.single_observation_space.shape, self.single_observation_space.dtype
        self.observations = numpy.zeros((self.num_agents, *shape), kind) if buf is None else buf["observations"]
        self.rewards = numpy.zeros(self.num_agents, numpy.float32)
        self.terminals, self.truncations = (numpy.zeros(self.num_agents, bool) for _ in range(2))


def _module(name: str, **members: Any) -> None:
    module = types.ModuleType(name)
    vars(module).update(members)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None)
    sys.modules[name] = module


def install() -> None:
    """Makes `import stable_baselines3` and `import pufferlib` find these, unless the real ones are installed."""
    if importlib.util.find_spec("stable_baselines3") is None:
        _module("stable_baselines3")
        _module("stable_baselines3.common")
        _module("stable_baselines3.common.vec_env", VecEnv=VecEnv)
    if importlib.util.find_spec("pufferlib") is None:
        _module("pufferlib", PufferEnv=PufferEnv)
