"""Connections on asyncio."""

from __future__ import annotations

import asyncio
import os
import ssl
import sys
import weakref
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from .._address import Endpoint
from .._http import ProtocolViolation, Response, ResponseReader
from ..problems import Unreachable

T = TypeVar("T")

_MAX_READ_BYTES = 262144


class Lost(Exception):
    """The connection broke while a request was in flight."""


class Connection:
    """One connection; one request at a time, and only in the event loop that opened it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, timeout: float) -> None:
        self._input = reader
        self._output = writer
        self._timeout = timeout
        self._reader = ResponseReader()
        self._loop = asyncio.get_running_loop()
        _connections.add(self)

    @property
    def is_own(self) -> bool:
        """Returns whether this event loop opened the connection, and not another one or a process that forked this one."""
        return self._loop is asyncio.get_running_loop()

    def is_usable(self) -> bool:
        """Returns whether the bridge has not closed the connection while it was idle."""
        return self.is_own and not self._input.at_eof() and not self._output.is_closing()

    async def request(self, data: bytes) -> Response:
        """Sends a request and returns its response; raises Lost if the connection breaks."""
        # One handle of the event loop costs less than a task for wait_for.
        watchdog = asyncio.get_running_loop().call_later(self._timeout, self._output.transport.abort)
        try:
            self._output.write(data)
            await self._output.drain()
            response = None
            while response is None:
                response = self._reader.feed(await self._receive())
            return response
        except (OSError, ProtocolViolation, ValueError) as error:
            raise Lost(str(error)) from error
        finally:
            watchdog.cancel()

    async def open_stream(self, data: bytes) -> Response:
        """Sends a request and returns status and head, with the beginning of the body."""
        watchdog = asyncio.get_running_loop().call_later(self._timeout, self._output.transport.abort)
        try:
            self._output.write(data)
            response = None
            while response is None:
                response = self._reader.feed_head(await self._receive())
            return response
        except (OSError, ProtocolViolation, ValueError) as error:
            raise Lost(str(error)) from error
        finally:
            watchdog.cancel()

    async def read_stream(self, timeout: float) -> bytes | None:
        """Returns the next bytes of the body; None if none came in time. Raises Lost at its end."""
        if not self.is_own:
            raise Lost("another event loop opened it")
        try:
            body = self._reader.feed_body(await asyncio.wait_for(self._receive(), timeout))
        except (TimeoutError, asyncio.TimeoutError):
            return None
        except (OSError, ValueError) as error:
            raise Lost(str(error)) from error
        if not body and self._reader.body_ended:
            raise Lost("the stream ended")
        return body

    async def close(self) -> None:
        """Closes it, unless another event loop opened it, which may have ended."""
        if self.is_own:
            self._output.close()

    def abandon(self, nowhere: int) -> None:
        """Replaces the descriptor that this process inherited, so that neither this nor a finalizer sends anything, also over TLS."""
        opened = self._output.get_extra_info("socket")
        if opened is not None and opened.fileno() >= 0:
            os.dup2(nowhere, opened.fileno(), inheritable=False)

    async def _receive(self) -> bytes:
        received = await self._input.read(_MAX_READ_BYTES)
        if not received:
            raise Lost("it was closed, or did not respond in time")
        return received


_connections: weakref.WeakSet[Connection] = weakref.WeakSet()


def _after_fork() -> None:
    # The parent's event loop still uses its connections, and has registered them with a selector that both processes share.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for connection in list(_connections):
        connection.abandon(nowhere)
    os.close(nowhere)


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_after_fork)


async def connect(endpoint: Endpoint, timeout: float) -> Connection:
    """Opens a connection."""
    try:
        if endpoint.unix is not None:
            opening = asyncio.open_unix_connection(endpoint.unix)
        else:
            tls = ssl.create_default_context() if endpoint.tls else None
            opening = asyncio.open_connection(endpoint.host, endpoint.port, ssl=tls)
        reader, writer = await asyncio.wait_for(opening, timeout)
    except (OSError, asyncio.TimeoutError) as error:
        raise Unreachable.at(endpoint, error) from error
    return Connection(reader, writer, timeout)


async def run_all(run: Callable[[int], Awaitable[T]], numbers: Iterable[int]) -> list[T]:
    """Calls `run` with each number at the same time; returns the results in order."""
    return list(await asyncio.gather(*(run(number) for number in numbers)))


async def sleep(seconds: float) -> None:
    """Waits before another attempt."""
    await asyncio.sleep(seconds)
