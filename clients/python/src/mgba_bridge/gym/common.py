"""What the environments on vectors have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

from ..envs import Task
from ..vectors.turns import Seen
from .spaces import Observes

FRAMES_A_SECOND = 59.7275
RENDER_MODES = ("rgb_array",)


def render_mode_of(mode: str | None) -> str | None:
    """Returns how to render, checked."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f'render_mode must be "rgb_array" or None; got {mode!r}.')
    return mode


def metadata_of(task: Task, **more: Any) -> dict[str, Any]:
    """Returns the metadata of an environment."""
    return {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND / task.frames, **more}


def look(seen: Seen, kind: Observes, copies: bool) -> Any:
    """Returns the observations of all games."""
    def _array(array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if copies else array

    if kind == "values":
        return _array(seen.observations)
    assert seen.pixels is not None
    return _array(seen.pixels) if kind == "pixels" else {"pixels": _array(seen.pixels), "values": _array(seen.observations)}


def reset_options(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """Returns the options of a reset: start (0 to 15), state (bytes) and noops (frames)."""
    given = dict(options or {})
    unknown = [name for name in given if name not in ("start", "state", "noops", "reset_mask")]
    if unknown:
        raise ValueError(f'options must be start, state, noops or reset_mask; got "{unknown[0]}".')
    for name in ("start", "noops"):
        if given.get(name) is not None and not isinstance(given[name], (int, numpy.integer)):
            raise ValueError(f"options[{name!r}] must be a whole number; got {given[name]!r}.")
    if given.get("start") is not None and given.get("state") is not None:
        raise ValueError("options must have start or state, not both.")
    return {name: value for name, value in given.items() if value is not None}
