"""Blocking connections."""

from __future__ import annotations

import os
import selectors
import socket
import ssl
import struct
import sys
import time
import weakref
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .._address import Endpoint
from .._http import ProtocolViolation, Response, ResponseReader
from ..problems import Unreachable

T = TypeVar("T")

# Starts no thread before its first use.
_POOL = ThreadPoolExecutor(32, "mgba-bridge")
_MAX_READ_BYTES = 262144
# A connection that was used this recently is not checked for a close by the bridge.
_FRESH_SECONDS = 1.0
# select() takes no descriptors from 1,024 on, and Windows has no poll().
_Selector = getattr(selectors, "PollSelector", selectors.SelectSelector)


class Lost(Exception):
    """The connection broke while a request was in flight."""


def _with_kernel_timeout(opened: socket.socket, timeout: float) -> socket.socket:
    """Lets the kernel time a socket, because Python would poll before each call."""
    if sys.platform != "win32":
        limit = struct.pack("ll", int(timeout), int(timeout % 1 * 1_000_000))
        opened.settimeout(None)
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            opened.setsockopt(socket.SOL_SOCKET, option, limit)
    return opened


class Connection:
    """One connection; one request at a time."""

    def __init__(self, endpoint: Endpoint, timeout: float) -> None:
        self._timeout = timeout
        self._used = time.monotonic()
        self._reader = ResponseReader()
        try:
            self._socket = self._open(endpoint, timeout)
            _connections.add(self)
        except OSError as error:
            raise Unreachable.at(endpoint, error) from error

    @staticmethod
    def _open(endpoint: Endpoint, timeout: float) -> socket.socket:
        if endpoint.unix is not None:
            opened = socket.socket(socket.AF_UNIX)
            opened.settimeout(timeout)
            opened.connect(endpoint.unix)
            return _with_kernel_timeout(opened, timeout)
        opened = socket.create_connection((endpoint.host, endpoint.port), timeout)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if endpoint.tls:
            return ssl.create_default_context().wrap_socket(opened, server_hostname=endpoint.host)
        return _with_kernel_timeout(opened, timeout)

    @property
    def is_own(self) -> bool:
        """Returns whether this process opened the connection, and not the one that forked it."""
        return self._socket.fileno() >= 0

    def is_usable(self) -> bool:
        """Returns whether the bridge has not closed the connection while it was idle."""
        if not self.is_own:
            return False
        if time.monotonic() - self._used < _FRESH_SECONDS:
            return True
        with _Selector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            return not selector.select(0)

    def request(self, data: bytes) -> Response:
        """Sends a request and returns its response; raises Lost if the connection breaks."""
        try:
            self._socket.sendall(data)
            response = None
            while response is None:
                received = self._socket.recv(_MAX_READ_BYTES)
                if not received:
                    raise Lost("it was closed")
                response = self._reader.feed(received)
        except (TimeoutError, BlockingIOError) as error:
            raise Lost(f"no response within {self._timeout:g} s") from error
        except (OSError, ProtocolViolation, ValueError) as error:
            raise Lost(str(error)) from error
        self._used = time.monotonic()
        return response

    def open_stream(self, data: bytes) -> Response:
        """Sends a request and returns status and head, with the beginning of the body."""
        try:
            self._socket.sendall(data)
            response = None
            while response is None:
                received = self._socket.recv(_MAX_READ_BYTES)
                if not received:
                    raise Lost("it was closed")
                response = self._reader.feed_head(received)
            return response
        except (OSError, ProtocolViolation, ValueError) as error:
            raise Lost(str(error)) from error

    def read_stream(self, timeout: float) -> bytes | None:
        """Returns the next bytes of the body; None if none came in time. Raises Lost at its end."""
        try:
            self._socket.settimeout(max(timeout, 1e-6))
            received = self._socket.recv(_MAX_READ_BYTES)
            if not received:
                raise Lost("it was closed")
            body = self._reader.feed_body(received)
        except (TimeoutError, BlockingIOError):
            return None
        except (OSError, ValueError) as error:
            raise Lost(str(error)) from error
        if not body and self._reader.body_ended:
            raise Lost("the stream ended")
        return body

    def close(self) -> None:
        """Closes it in this process. Sends nothing, also over TLS, because a process that forked this one may use it."""
        self._socket.close()


connect = Connection
_connections: weakref.WeakSet[Connection] = weakref.WeakSet()


def _after_fork() -> None:
    # The connections are the parent's, whose streams end only when no other process has them, and so are the pool's threads.
    global _POOL
    _POOL = ThreadPoolExecutor(32, "mgba-bridge")
    for connection in list(_connections):
        connection.close()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_after_fork)


def run_all(run: Callable[[int], T], numbers: Iterable[int]) -> list[T]:
    """Calls `run` with each number at the same time; returns the results in order."""
    return list(_POOL.map(run, numbers))


def sleep(seconds: float) -> None:
    """Waits before another attempt."""
    time.sleep(seconds)
