"""The few names of gymnasium that mgba_bridge.gym uses, where gymnasium can't be installed; their rules are in gymnasium_rules.py."""

from __future__ import annotations

import enum
import importlib
import importlib.machinery
import importlib.util
import multiprocessing
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

O = TypeVar("O")
A = TypeVar("A")
R = TypeVar("R")


class _Seeded:
    """Has the random numbers of a seed."""

    _np_random: Any = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begins the random numbers of a seed."""
        if seed is not None:
            import numpy

            self._np_random = numpy.random.default_rng(seed)


class Env(_Seeded, Generic[O, A]):
    """An environment."""

    metadata: dict[str, Any] = {"render_modes": []}
    render_mode: str | None = None
    spec: Any = None

    @property
    def unwrapped(self) -> Any:
        """The environment itself."""
        return self


class VectorEnv(_Seeded, Generic[O, A, R]):
    """Several environments; closes once."""

    metadata: dict[str, Any] = {}
    render_mode: str | None = None
    spec: Any = None
    closed = False

    @property
    def unwrapped(self) -> Any:
        """The environment itself."""
        return self

    def close(self, **kwargs: Any) -> None:
        """Ends it."""
        if not self.closed:
            self.close_extras(**kwargs)
            self.closed = True

    def close_extras(self, **kwargs: Any) -> None:
        """Ends what a subclass has."""


class AsyncVectorEnv:
    """Runs each environment in a process of its own, after it has made the first one here for its spaces."""

    def __init__(self, env_fns: Sequence[Callable[[], Any]], context: str | None = None) -> None:
        env_fns[0]().close()
        processes = multiprocessing.get_context(context)
        self._pipes: list[Any] = []
        self._processes = []
        for make in env_fns:
            pipe, theirs = processes.Pipe()
            process = processes.Process(target=_work, args=(make, theirs), daemon=True)  # type: ignore[attr-defined]
            process.start()
            theirs.close()
            self._pipes.append(pipe)
            self._processes.append(process)

    def reset(self) -> Any:
        """Begins all episodes."""
        return self._ask([("reset", ())] * len(self._pipes))

    def step(self, actions: Sequence[int]) -> Any:
        """Runs one action in each."""
        return self._ask([("step", (action,)) for action in actions])

    def close(self) -> None:
        """Closes the environments and ends the processes."""
        self._ask([("close", ())] * len(self._pipes))
        for process in self._processes:
            process.join()

    def _ask(self, requests: Sequence[tuple[str, tuple[Any, ...]]]) -> Any:
        for pipe, request in zip(self._pipes, requests):
            pipe.send(request)
        results = [pipe.recv() for pipe in self._pipes]
        return tuple(zip(*results)) if results[0] else None


def _work(make: Callable[[], Any], pipe: Connection) -> None:
    env = make()
    name = ""
    while name != "close":
        name, arguments = pipe.recv()
        pipe.send(getattr(env, name)(*arguments))


class AutoresetMode(enum.Enum):
    """When an episode begins again."""

    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class Discrete:
    """Numbers from 0 on."""

    def __init__(self, n: int) -> None:
        self.n = n

    def contains(self, value: Any) -> bool:
        """Returns whether it is one of the numbers."""
        return bool(0 <= value < self.n)


class Box:
    """Arrays between two arrays or numbers."""

    def __init__(self, low: Any, high: Any, shape: Any = None, dtype: Any = None) -> None:
        import numpy

        self.shape = tuple(low.shape) if shape is None else tuple(shape)
        self.dtype = numpy.dtype(dtype)
        self.low, self.high = (numpy.broadcast_to(numpy.asarray(side, dtype), self.shape) for side in (low, high))

    def contains(self, value: Any) -> bool:
        """Returns whether an array is within the bounds."""
        return bool(value.shape == self.shape and value.dtype == self.dtype and (value >= self.low).all() and (value <= self.high).all())


class Dict:
    """Values by names."""

    def __init__(self, spaces: Mapping[str, Any]) -> None:
        self.spaces = dict(spaces)

    def contains(self, value: Any) -> bool:
        """Returns whether each value is in its space."""
        return isinstance(value, dict) and value.keys() == self.spaces.keys() and all(
            space.contains(value[name]) for name, space in self.spaces.items())


def batch_space(space: Any, count: int) -> Any:
    """Returns the space of `count` values at a time."""
    if isinstance(space, Dict):
        return Dict({name: batch_space(each, count) for name, each in space.spaces.items()})
    if isinstance(space, Box):
        import numpy

        low, high = (numpy.broadcast_to(side, (count, *space.shape)) for side in (space.low, space.high))
        return Box(low, high, dtype=space.dtype)
    return space, count


_registered: dict[str, dict[str, Any]] = {}


def register(id: str, **entry: Any) -> None:
    """Keeps what an id makes."""
    _registered[id] = entry


def _load(entry: str) -> Any:
    module, _, name = entry.partition(":")
    return getattr(importlib.import_module(module), name)


def make(id: str, **kwargs: Any) -> Any:
    """Makes an environment."""
    return _load(_registered[id]["entry_point"])(**kwargs)


def make_vec(id: str, num_envs: int = 1, **kwargs: Any) -> Any:
    """Makes a vector environment."""
    return _load(_registered[id]["vector_entry_point"])(num_envs=num_envs, **kwargs)


def _module(name: str, **members: Any) -> types.ModuleType:
    module = types.ModuleType(name)
    vars(module).update(members)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None)
    sys.modules[name] = module
    return module


def install() -> bool:
    """Makes `import gymnasium` find these, unless the real one is installed; returns whether it is."""
    if importlib.util.find_spec("gymnasium") is not None:
        return not hasattr(sys.modules.get("gymnasium"), "is_stand_in")
    spaces = _module("gymnasium.spaces", Discrete=Discrete, Box=Box, Dict=Dict)
    utils = _module("gymnasium.vector.utils", batch_space=batch_space)
    vector = _module("gymnasium.vector", VectorEnv=VectorEnv, AsyncVectorEnv=AsyncVectorEnv, AutoresetMode=AutoresetMode, utils=utils)
    _module("gymnasium", Env=Env, spaces=spaces, vector=vector, register=register, make=make, make_vec=make_vec, is_stand_in=True)
    return False
