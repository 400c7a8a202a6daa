"""A VecEnv for Stable-Baselines3 2.0 or newer, on a vector. Needs numpy, gymnasium and stable-baselines3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from .bridge import Bridge
from .envs import Task
from .gym.common import look, render_mode_of, reset_options
from .gym.spaces import Observes, kind_of, observation_space_of
from .vectors.copies import Copies
from .vectors.creating import Start
from .vectors.episodes import Episodes
from .vectors.turns import Seen, Turn


class RomVecEnv(VecEnv):
    """A task in 1 to 256 copies of a game; the parameters are those of `mgba_bridge.gym.RomVectorEnv`.

    An episode that is over begins again in the same step, with `terminal_observation` and `TimeLimit.truncated` in its info. Gray pictures
    are (height, width, 1). The options of `set_options` must be the same for all games.
    """

    def __init__(self, num_envs: int, rom: str, task: Task, *, bridge: Bridge | str = "http://127.0.0.1:7185",
                 render_mode: str | None = None, observes: Observes = "auto", starts: Sequence[Start] = (), sticky: float = 0,
                 noops: int = 0, last: int = 1, clock: int | None = None, model: str | None = None, lease_seconds: float = 600,
                 shared: bool | None = None, observation_space: Any = None) -> None:
        self.render_mode = render_mode_of(render_mode)
        self._observes = kind_of(task, observes)
        copies = Copies(rom, bridge, tuple(starts), sticky, noops, last, clock, model, lease_seconds, shared)
        self._episodes = Episodes(copies, task, num_envs, "same-step")
        super().__init__(num_envs, observation_space_of(task, observes, observation_space), gymnasium.spaces.Discrete(len(task.actions)))

    def reset(self) -> Any:
        """Begins all episodes, with the seeds of `seed` and the options of `set_options`."""
        options = self._options
        if any(each != options[0] for each in options):
            raise ValueError(f"The options must be the same for all games; got {options}.")
        given = reset_options(options[0])
        given.pop("reset_mask", None)
        seen = self._episodes.reset(self._seeds, **given)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = self._infos(seen)
        return look(seen, self._observes, copies=True)

    def step_async(self, actions: NDArray[Any]) -> None:
        """Begins a step; the games run until `step_wait`."""
        self._episodes.send(actions)

    def step_wait(self) -> tuple[Any, NDArray[numpy.float32], NDArray[numpy.bool_], list[dict[str, Any]]]:
        """Returns observations, rewards, whether each episode is over, and infos."""
        turn = self._episodes.receive()
        infos = self._infos(turn.seen)
        for info, truncated, lost in zip(infos, (turn.truncated & ~turn.terminated).tolist(), turn.lost.tolist()):
            info["TimeLimit.truncated"] = truncated
            if lost:
                info["lost"] = True
        self._add_final(infos, turn)
        return look(turn.seen, self._observes, copies=True), turn.rewards.astype(numpy.float32), turn.terminated | turn.truncated, infos

    def close(self) -> None:
        """Ends the games."""
        self._episodes.close()

    def get_images(self) -> Sequence[NDArray[numpy.uint8] | None]:
        """Returns the games' pictures in their own size."""
        return [self._episodes.picture(game) for game in range(self.num_envs)]

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """Returns an attribute of this object, for each game."""
        return [getattr(self, attr_name) for _ in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Sets an attribute of this object, which all games share."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None,
                   **method_kwargs: Any) -> list[Any]:
        """Raises AttributeError: the games are no environments of their own."""
        raise AttributeError(f"The games of a vector have no method {method_name}.")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: int | Iterable[int] | None = None) -> list[bool]:
        """Returns that no game is wrapped."""
        return [False for _ in self._chosen(indices)]

    def _chosen(self, indices: int | Iterable[int] | None) -> Iterable[int]:
        return range(self.num_envs) if indices is None else [indices] if isinstance(indices, int) else indices

    def _infos(self, seen: Seen) -> list[dict[str, Any]]:
        values = seen.values.copy()
        return [{"frame": frame, "values": values[game], "episode_seed": seed}
                for game, (frame, seed) in enumerate(zip(seen.frame.tolist(), self._episodes.episode_seeds))]

    def _add_final(self, infos: list[dict[str, Any]], turn: Turn) -> None:
        if turn.over is None or turn.final is None:
            return
        shown = look(turn.final, self._observes, copies=False)
        for row, game in enumerate(turn.over.tolist()):
            last = {name: array[row] for name, array in shown.items()} if isinstance(shown, dict) else shown[row]
            infos[game]["terminal_observation"] = last
