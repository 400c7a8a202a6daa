"""Waiting for numbers in shared memory: Linux's futexes, and the order in which other processors see what was written."""

from __future__ import annotations

import ctypes
import errno
import platform
import sys

# The numbers of the system calls futex and membarrier, by machine.
_NUMBERS = {"x86_64": (202, 324), "aarch64": (98, 283)}
# Operations of futex.
_WAIT, _WAKE_BITSET = 0, 10
_MEMBARRIER_GLOBAL_EXPEDITED = 2
_MAX_INT = 0x7FFFFFFF


class _Timespec(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long)]


def is_supported() -> bool:
    """Returns whether this system has futexes that this module knows: Linux on x86-64 and 64-bit ARM."""
    return sys.platform == "linux" and platform.machine() in _NUMBERS and ctypes.sizeof(ctypes.c_void_p) == 8


class Futex:
    """The numbers of 32 bits at two addresses: `bell`, which wakes workers, and `done`, which wakes this process."""

    def __init__(self, bell: int, done: int) -> None:
        library = ctypes.CDLL(None, use_errno=True)
        self._syscall = library.syscall
        self._syscall.restype = ctypes.c_long
        self._futex, self._membarrier = (ctypes.c_long(number) for number in _NUMBERS[platform.machine()])
        self._bell, self._done = ctypes.c_void_p(bell), ctypes.c_void_p(done)
        self._every = ctypes.c_int(_MAX_INT)
        self._limit = _Timespec(0, 0)
        self._limit_reference = ctypes.byref(self._limit)
        # x86-64 shows writes to others in their order.
        self.needs_barriers = platform.machine() != "x86_64"

    def wake(self, bits: int) -> None:
        """Wakes the workers that wait at the bell with one of these bits."""
        self._syscall(self._futex, self._bell, _WAKE_BITSET, self._every, None, None, ctypes.c_uint32(bits))

    def wait(self, seen: int, seconds: float) -> bool:
        """Waits while `done` is `seen`; returns False if nothing happened in that time."""
        self._limit.seconds, self._limit.nanoseconds = int(seconds), int(seconds % 1 * 1e9)
        result = self._syscall(self._futex, self._done, _WAIT, ctypes.c_uint32(seen), self._limit_reference, None, 0)
        return result == 0 or ctypes.get_errno() != errno.ETIMEDOUT

    def barrier(self) -> None:
        """Orders the reads and writes before it ahead of those after it, as other processors see them."""
        # The kernel's barrier is for this processor as well, and interrupts no process that has not asked for that.
        self._syscall(self._membarrier, _MEMBARRIER_GLOBAL_EXPEDITED, 0, 0)
