"""The spaces of tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy

from ..envs import Task
from ..models import PlaceLike, places_of

Observes = Literal["auto", "values", "pixels", "dict"]
"""What an agent sees: values, pixels, or both as {"pixels", "values"}; "auto": pixels if the task has a picture, else values."""

_RANGES = {"u8": (0, 255), "u16": (0, 65535), "u32": (0, 2**32 - 1), "i8": (-128, 127), "i16": (-32768, 32767), "i32": (-2**31, 2**31 - 1)}


def space_of(places: Sequence[PlaceLike]) -> Any:
    """Returns the space of the values of some places, bytes one by one."""
    bounds = [bound for place in places_of(places) for bound in [_RANGES[place.type or "u8"]] * (place.length or 1)]
    if not bounds:
        raise ValueError("places must be at least one place to read; got none.")
    low, high = (numpy.array(side, numpy.int64) for side in zip(*bounds))
    return gymnasium.spaces.Box(low, high, dtype=numpy.int64)


def pixel_space_of(task: Task) -> Any:
    """Returns the space of a task's pictures, (height, width, channels)."""
    if task.picture is None:
        raise ValueError("The task has no picture to observe: give it a Picture.")
    return gymnasium.spaces.Box(0, 255, (task.picture.height, task.picture.width, 1 if task.picture.gray else 3), numpy.uint8)


def kind_of(task: Task, observes: Observes) -> Observes:
    """Returns what an agent sees."""
    if observes not in ("auto", "values", "pixels", "dict"):
        raise ValueError(f'observes must be "auto", "values", "pixels" or "dict"; got {observes!r}.')
    return observes if observes != "auto" else "values" if task.picture is None else "pixels"


def observation_space_of(task: Task, observes: Observes = "auto", values: Any = None) -> Any:
    """Returns the space of what an agent sees. `values` is the space of the values, if the task's `observe` returns other ones."""
    kind = kind_of(task, observes)
    if kind == "pixels":
        return pixel_space_of(task)
    values = values or space_of(task.read)
    return values if kind == "values" else gymnasium.spaces.Dict({"pixels": pixel_space_of(task), "values": values})
