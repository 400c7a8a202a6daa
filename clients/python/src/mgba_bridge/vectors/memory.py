"""Steps through the shared memory."""

from __future__ import annotations

import ctypes
import mmap
import os
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

import numpy

from ..problems import TimedOut, VectorEnded
from .descriptors import of_path, of_socket
from .futex import Futex, is_supported
from .layout import Block, Results, WrongLayout
from .orders import Order, generator_states

# Flags of an order.
_RESET, _SEED = 1, 2
# A step as short as this ends before the system would wake this process, or soon after.
_SPIN_NANOSECONDS = 100_000
# With fewer games than processors, spinning takes no processor from a game.
_SPIN_NANOSECONDS_ALONE = 300_000
_LOOKS_BETWEEN_YIELDS = 16
# How long to wait before a look whether the vector is still there.
_LOOK_SECONDS = 0.25
# How long the step of another client may take.
_OTHERS_SECONDS = 60.0


class Way(Protocol):
    """How orders come to the games."""

    results: Results

    def send(self, order: Order, batch: int) -> None:
        """Begins a step."""

    def receive(self, limit: float) -> None:
        """Waits until the step has ended, at most these seconds."""


class SharedMemory:
    """The shared memory of a vector on this machine. One process at a time steps it."""

    def __init__(self, name: str, take: Callable[[], int], size: int, count: int, picture: tuple[int, int, int] | None) -> None:
        self._name, self._take = name, take
        file = take()
        try:
            status = os.fstat(file)
            self._identity = (status.st_dev, status.st_ino)
            self._memory = mmap.mmap(file, size)
        finally:
            os.close(file)
        self._block = Block(self._memory, count, picture)
        # Whether the memory may have flags of an earlier order.
        self._has_flags = True
        # The frames that the memory has for all games; 0: they may differ.
        self._frames = 0
        # How long the latest step took, in nanoseconds.
        self._waited = 0
        # The bell as this process left it.
        self._rung = self._block.bell[0]
        self._every_bit = (1 << min(count, 32)) - 1
        self._count = count
        self._spin_limit = _SPIN_NANOSECONDS_ALONE if count < len(os.sched_getaffinity(0)) else _SPIN_NANOSECONDS
        first = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self._futex = Futex(first + self._block.bell_place, first + self._block.done_place)
        self.results = self._block.results

    @classmethod
    def open(cls, name: str, block: Mapping[str, Any], count: int, picture: tuple[int, int, int] | None) -> SharedMemory | None:
        """Opens what `block` of the vector's description names; None if this process can't: on another machine, or as another user."""
        if not is_supported():
            return None
        ways = [partial(of_path, block["path"])]
        if "socket" in block:
            ways.append(partial(of_socket, block["socket"]))
        for way in ways:
            try:
                return cls(name, way, block["size"], count, picture)
            except (OSError, ValueError, WrongLayout):
                pass
        return None

    def send(self, order: Order, batch: int) -> None:
        """Writes the orders and rings the bell. A step that runs must have ended."""
        block, games = self._block, order.games
        if block.answered != block.asked:
            # Another client's, which may have died before it rang; or one for which this process stopped waiting.
            self._ring(self._every_bit)
            self.receive(_OTHERS_SECONDS)
            self._has_flags, self._frames = True, 0
        elif block.bell[0] != self._rung:
            # Another client was here, and left what it wrote.
            self._has_flags, self._frames = True, 0
        if games is None:
            block.keys[:] = order.keys
            if self._frames != order.frames:
                block.frames[:] = self._frames = order.frames
        else:
            block.keys[games] = order.keys
            block.frames[games] = order.frames
            self._frames = 0
        if self._has_flags or order.starts is not None or order.seeds is not None or order.reset_seed is not None:
            self._write_flags(order)
        number = self._count if games is None else len(games)
        bell = block.bell
        # Workers answer into batch bell[2], and wake this process when `done` reaches bell[1].
        bell[2] = batch
        bell[1] = (block.done[0] + number) & 0xFFFFFFFF
        if self._futex.needs_barriers:
            self._futex.barrier()
        if games is None:
            block.asked_counts += 1
            bits = self._every_bit
        else:
            block.asked_counts[games] += 1
            bits = int(numpy.bitwise_or.reduce(numpy.left_shift(1, games % 32)))
        if self._futex.needs_barriers:
            self._futex.barrier()
        self._ring(bits)

    def receive(self, limit: float) -> None:
        """Waits until all games have answered. Raises VectorEnded if the vector ends, TimedOut after `limit` seconds."""
        answered, asked, done = self._block.answered, self._block.asked, self._block.done
        deadline = 0.0
        begin = time.perf_counter_ns()
        # A step usually takes as long as the latest.
        if self._waited < self._spin_limit:
            self._spin(begin + self._spin_limit)
        while answered != asked:
            seen = done[0]
            if answered == asked:
                break
            if not self._futex.wait(seen, _LOOK_SECONDS):
                now = time.monotonic()
                deadline = deadline or now + limit
                if not self._is_there():
                    raise VectorEnded(f'The vector "{self._name}" has ended.')
                if now > deadline:
                    raise TimedOut(504, {"type": "#timed-out", "detail": f"The step did not end within {limit:g} s; receive() waits on."})
        self._waited = time.perf_counter_ns() - begin
        if self._futex.needs_barriers:
            self._futex.barrier()

    def _spin(self, end: int) -> None:
        answered, asked = self._block.answered, self._block.asked
        while time.perf_counter_ns() < end:
            for _ in range(_LOOKS_BETWEEN_YIELDS):
                if answered == asked:
                    return
            os.sched_yield()

    def _ring(self, bits: int) -> None:
        bell = self._block.bell
        bell[0] = self._rung = (bell[0] + 1) & 0xFFFFFFFF
        self._futex.wake(bits)

    def _write_flags(self, order: Order) -> None:
        block = self._block
        seeds = order.seeds
        if order.reset_seed is not None:
            seeds = generator_states(order.reset_seed, range(self._count) if order.games is None else order.games.tolist())
        if order.starts is None and seeds is None:
            if self._has_flags:
                block.flags[:] = 0
                self._has_flags = False
            return
        self._has_flags = True
        chosen = slice(None) if order.games is None else order.games
        number = self._count if order.games is None else len(order.games)
        flags = numpy.zeros(number, numpy.uint16)
        if order.starts is not None:
            flags[order.starts >= 0] |= _RESET
            block.start[chosen] = numpy.maximum(order.starts, 0)
        if seeds is not None:
            flags |= numpy.array([0 if seed is None else _SEED for seed in seeds], numpy.uint16)
            block.seed[chosen] = numpy.array([seed or 0 for seed in seeds], numpy.uint64)
        block.flags[chosen] = flags

    def _is_there(self) -> bool:
        try:
            file = self._take()
        except TimeoutError:
            # Its process is stopped, or has too much to do.
            return True
        except OSError:
            return False
        status = os.fstat(file)
        os.close(file)
        return (status.st_dev, status.st_ino) == self._identity
