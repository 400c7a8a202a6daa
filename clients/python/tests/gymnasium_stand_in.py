"""The few names of gymnasium that mgba_bridge.gym uses, where gymnasium can't be installed. It checks nothing by itself."""

from __future__ import annotations

import enum
import multiprocessing
import sys
import types
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

O = TypeVar("O")
A = TypeVar("A")
R = TypeVar("R")


class Env(Generic[O, A]):
    """Remembers the seed only."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begins an episode."""
        self.seed = seed


class VectorEnv(Generic[O, A, R]):
    """Closes once."""

    closed = False

    def close(self, **kwargs: Any) -> None:
        """Ends it."""
        if not self.closed:
            self.closed = True
            self.close_extras(**kwargs)

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


class Discrete:
    """Numbers from 0 on."""

    def __init__(self, n: int) -> None:
        self.n = n


class Box:
    """Arrays between two arrays."""

    def __init__(self, low: Any, high: Any, dtype: Any) -> None:
        self.low, self.high, self.dtype, self.shape = low, high, dtype, low.shape

    def contains(self, value: Any) -> bool:
        """Returns whether an array is within the bounds."""
        return bool(value.shape == self.shape and value.dtype == self.dtype and (value >= self.low).all() and (value <= self.high).all())


def _module(name: str, **members: Any) -> types.ModuleType:
    module = types.ModuleType(name)
    vars(module).update(members)
    sys.modules[name] = module
    return module


def install() -> None:
    """Makes `import gymnasium` find these."""
    spaces = _module("gymnasium.spaces", Discrete=Discrete, Box=Box)
    utils = _module("gymnasium.vector.utils", batch_space=lambda space, n: (space, n))
    vector = _module("gymnasium.vector", VectorEnv=VectorEnv, AsyncVectorEnv=AsyncVectorEnv, AutoresetMode=AutoresetMode, utils=utils)
    _module("gymnasium", Env=Env, spaces=spaces, vector=vector)
