"""An environment of one game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray

from ..bridge import Bridge
from ..envs import Task
from ..vectors.copies import Copies
from ..vectors.creating import Start
from ..vectors.episodes import Episodes
from ..vectors.turns import Seen
from .common import FRAMES_A_SECOND, RENDER_MODES, look, metadata_of, render_mode_of, reset_options
from .spaces import Observes, kind_of, observation_space_of


class RomEnv(gymnasium.Env[Any, int]):
    """A task in a game of the bridge's ROM folder, which the environment starts and ends by itself.

    `rom`, `starts`, `sticky`, `noops`, `last`, `clock`, `model`, `lease_seconds` and `shared` are those of `Bridge.create_vector`;
    `bridge` is a Bridge, or its address. `observes` is "values", "pixels", "dict" for both, or "auto". The values are in the info in any
    case. Give `observation_space` if the task's `observe` returns other values than those of `read`.

    The options of `reset` are `start` (an index of `starts`), `state` (the bytes of a state) and `noops` (frames without buttons). A game
    that is lost in a step truncates the episode, with `lost` in the info, and the next reset starts another one. The same seed and
    actions give the same bytes. A forked process gets a game of its own by `reset`, and so does a pickled copy.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND / 4}

    def __init__(self, rom: str, task: Task, *, bridge: Bridge | str = "http://127.0.0.1:7185", render_mode: str | None = None,
                 observes: Observes = "auto", starts: Sequence[Start] = (), sticky: float = 0, noops: int = 0, last: int = 1,
                 clock: int | None = None, model: str | None = None, lease_seconds: float = 600, shared: bool | None = None,
                 observation_space: Any = None) -> None:
        self.render_mode = render_mode_of(render_mode)
        self.metadata = metadata_of(task)
        self._copies = Copies(rom, bridge, tuple(starts), sticky, noops, last, clock, model, lease_seconds, shared)
        self._task = task
        self._observes = kind_of(task, observes)
        self._episodes = Episodes(self._copies, task, 1, "disabled")
        self.action_space: Any = gymnasium.spaces.Discrete(len(task.actions))
        self.observation_space: Any = observation_space_of(task, observes, observation_space)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins an episode; returns what the game shows after the frames of a step."""
        super().reset(seed=seed)
        given = reset_options(options)
        given.pop("reset_mask", None)
        seen = self._episodes.reset(seed, **given)
        return self._first(look(seen, self._observes, copies=True)), self._info(seen)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Runs an action: an index into the task's actions."""
        turn = self._episodes.step(numpy.reshape(numpy.asarray(action), (1,)) if numpy.size(action) == 1 else action)
        info = self._info(turn.seen)
        if turn.lost[0]:
            info["lost"] = True
        observation = self._first(look(turn.seen, self._observes, copies=True))
        return observation, float(turn.rewards[0]), bool(turn.terminated[0]), bool(turn.truncated[0]), info

    def render(self) -> NDArray[numpy.uint8] | None:
        """Returns the picture in its own size, height x width x 3; None without a render mode."""
        return None if self.render_mode is None else self._episodes.picture(0)

    def close(self) -> None:
        """Ends the game."""
        self._episodes.close()

    def _first(self, observations: Any) -> Any:
        return {name: array[0] for name, array in observations.items()} if isinstance(observations, dict) else observations[0]

    def _info(self, seen: Seen) -> dict[str, Any]:
        return {"frame": int(seen.frame[0]), "values": seen.values[0].copy(), "episode_seed": self._episodes.episode_seeds[0]}

    def __getstate__(self) -> dict[str, Any]:
        # The game stays with its process.
        return {name: value for name, value in self.__dict__.items() if name != "_episodes"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._episodes = Episodes(self._copies, self._task, 1, "disabled")
