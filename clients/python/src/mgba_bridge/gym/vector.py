"""An environment of many games, which step together."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray

from ..bridge import Bridge
from ..envs import Task
from ..vectors.copies import Copies
from ..vectors.creating import Start
from ..vectors.episodes import Autoreset, Episodes
from ..vectors.seeds import first_seeds
from ..vectors.turns import Seen, Turn
from .common import FRAMES_A_SECOND, RENDER_MODES, look, metadata_of, render_mode_of, reset_options
from .spaces import Observes, kind_of, observation_space_of

_MODES: dict[str, Autoreset] = {"NextStep": "next-step", "SameStep": "same-step", "Disabled": "disabled"}


class RomVectorEnv(gymnasium.vector.VectorEnv[Any, NDArray[numpy.int64], NDArray[Any]]):
    """A task in 1 to 256 copies of a game, with the parameters of `RomEnv`; its game with seed S + I plays like copy I with seed S.

    `autoreset_mode` is one of `gymnasium.vector.AutoresetMode`, or its value: "NextStep", "SameStep", "Disabled". With `copy=False` the
    observations are views, which the step after the next one overwrites. `reset_mask` in the options of `reset` says which games begin
    again. `max_episode_steps` replaces `max_steps` of the task.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND / 4,
                                "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, *, rom: str, task: Task, bridge: Bridge | str = "http://127.0.0.1:7185",
                 render_mode: str | None = None, observes: Observes = "auto",
                 autoreset_mode: Any = gymnasium.vector.AutoresetMode.NEXT_STEP, copy: bool = True,
                 max_episode_steps: int | None = None, starts: Sequence[Start] = (), sticky: float = 0, noops: int = 0, last: int = 1,
                 clock: int | None = None, model: str | None = None, lease_seconds: float = 600,
                 shared: bool | None = None, observation_space: Any = None) -> None:
        super().__init__()
        self._task = task if max_episode_steps is None else dataclasses.replace(task, max_steps=max_episode_steps)
        self._mode = gymnasium.vector.AutoresetMode(autoreset_mode)
        self._copies = Copies(rom, bridge, tuple(starts), sticky, noops, last, clock, model, lease_seconds, shared)
        self._copy = copy
        self._observes = kind_of(task, observes)
        self.num_envs = num_envs
        self.render_mode = render_mode_of(render_mode)
        self.metadata = metadata_of(task, autoreset_mode=self._mode)
        self.single_action_space: Any = gymnasium.spaces.Discrete(len(task.actions))
        self.single_observation_space: Any = observation_space_of(task, observes, observation_space)
        self.action_space: Any = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self.observation_space: Any = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self._every = numpy.ones(num_envs, numpy.bool_)
        self._open()

    def reset(self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins all episodes, or those in the option `reset_mask`. Game I gets seed + I, or the seed at I of a list."""
        super().reset(seed=first_seeds(seed, self.num_envs)[0])
        given = reset_options(options)
        mask = given.pop("reset_mask", None)
        if mask is not None and (not isinstance(mask, numpy.ndarray) or mask.dtype != numpy.bool_ or mask.shape != (self.num_envs,)
                                 or not mask.any()):
            raise ValueError(f"options['reset_mask'] must be an array of {self.num_envs} booleans, at least one True; got {mask!r}.")
        seen = self._episodes.reset(seed, mask=mask, **given)
        return look(seen, self._observes, self._copy), self._infos(seen, self._every if mask is None else mask.copy())

    def step(self, actions: NDArray[numpy.int64]) -> tuple[
            Any, NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_], dict[str, Any]]:
        """Runs one action in each game."""
        self.send(actions)
        return self.receive()

    def send(self, actions: NDArray[numpy.int64]) -> None:
        """Begins a step; `receive` returns its results. The games run meanwhile."""
        self._episodes.send(actions)

    def receive(self) -> tuple[Any, NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_], dict[str, Any]]:
        """Waits for the step that was sent, and returns what `step` returns."""
        turn = self._episodes.receive()
        infos = self._infos(turn.seen, self._every)
        if turn.lost.any():
            infos["lost"], infos["_lost"] = turn.lost, turn.lost
        if turn.over is not None and turn.final is not None:
            self._add_final(infos, turn, turn.over, turn.final)
        return look(turn.seen, self._observes, self._copy), turn.rewards, turn.terminated, turn.truncated, infos

    def render(self) -> tuple[NDArray[numpy.uint8], ...] | None:
        """Returns the games' pictures in their own size; None without a render mode."""
        return None if self.render_mode is None else tuple(self._episodes.picture(game) for game in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the games."""
        self._episodes.close()

    def _open(self) -> None:
        self._episodes = Episodes(self._copies, self._task, self.num_envs, _MODES[self._mode.value])

    def _infos(self, seen: Seen, mask: NDArray[numpy.bool_]) -> dict[str, Any]:
        return {"frame": seen.frame.copy(), "_frame": mask, "values": seen.values.copy(), "_values": mask,
                "episode_seed": numpy.array(self._episodes.episode_seeds, numpy.uint64), "_episode_seed": mask}

    def _add_final(self, infos: dict[str, Any], turn: Turn, over: NDArray[numpy.intp], final: Seen) -> None:
        shown = look(final, self._observes, copies=False)
        observations = numpy.full(self.num_envs, None, object)
        mask = numpy.zeros(self.num_envs, numpy.bool_)
        mask[over] = True
        frames, values = numpy.zeros(self.num_envs, numpy.int64), numpy.zeros_like(infos["values"])
        frames[over], values[over] = final.frame, final.values
        for row, game in enumerate(over):
            observations[game] = {name: array[row] for name, array in shown.items()} if isinstance(shown, dict) else shown[row]
        infos["final_obs"], infos["_final_obs"] = observations, mask
        infos["final_info"], infos["_final_info"] = {"frame": frames, "_frame": mask, "values": values, "_values": mask}, mask

    def __getstate__(self) -> dict[str, Any]:
        # The games stay with their process.
        return {name: value for name, value in self.__dict__.items() if name != "_episodes"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._open()
