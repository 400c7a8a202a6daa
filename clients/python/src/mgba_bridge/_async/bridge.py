"""The bridge: its emulators, their doors, and its health."""

from __future__ import annotations

import contextlib
import math
import time
import uuid
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, TypeVar

from .. import _calls as calls
from .._address import Endpoint
from .._calls import Attempts, Call
from ..doors import Door
from ..models import Info
from ..movies import MovieVerified
from ..problems import BridgeError, OutcomeUnknown, Unreachable
from . import io
from .emulator import AsyncEmulator
from .frames import AsyncHold
from .group import AsyncHeldGroup

T = TypeVar("T")


class AsyncBridge:
    """A bridge. Its connections are kept open and shared; it can be used from several threads and tasks at a time.

    Requests that failed are repeated at most `retries` times, and only if they did not run or can't do anything twice.
    `timeout` is the number of seconds without a response after which a connection counts as broken; waits and long steps need more
    than their frames take. `unix` is the path of the bridge's Unix socket, instead of an address.
    """

    def __init__(self, address: str = "http://127.0.0.1:7185", *, token: str | None = None, timeout: float = 60, retries: int = 3,
                 unix: str | None = None) -> None:
        self._endpoint = Endpoint.of(address, token, unix)
        self._timeout = timeout
        self._retries = retries
        self._idle: list[io.Connection] = []

    def emulator(self, name: str = "default") -> AsyncEmulator:
        """Returns an emulator by name. Sends nothing."""
        return AsyncEmulator(self, name)

    def __getitem__(self, name: str) -> AsyncEmulator:
        return AsyncEmulator(self, name)

    async def emulators(self) -> dict[str, str]:
        """Returns the state of each emulator by name: running, held, paused, no-emulator …"""
        call = Call("GET", "/emulators", calls.member("emulators", lambda all: {each["name"]: each["state"] for each in all}))
        return await self.run(call)

    async def create(self, rom: str, *, name: str | None = None, state: str | None = None, state_of: str | None = None,
                     model: str | None = None, speed: float | None = None, clock: int | None = None, lease_seconds: float = 600,
                     labels: Mapping[str, str] | None = None) -> AsyncEmulator:
        """Starts another emulator with a game from the bridge's ROM folder; end it with `Emulator.end`.

        It ends by itself `lease_seconds` (1 to 604,800; `math.inf` for never) after the last request, or 60 seconds after its start if
        nobody uses it. `state` is a named state to start from, of the emulator `state_of` or of the game itself. `speed` is 0.25 to 16,
        0 for unlimited, by default 1. `clock` is the cartridge's clock in the first frame, in seconds since 1970.
        """
        body = calls.given(
            rom=rom, name=name, model=model, speed=speed, clock=clock, labels=None if labels is None else dict(labels),
            state=calls.given(name=state, emulator=state_of) or None,
            lease={"seconds": None if math.isinf(lease_seconds) else lease_seconds})
        call = Call("POST", "/emulators", calls.member("name", str), body, repeatable=True, key=uuid.uuid4().hex)
        return self.emulator(await self.run(call))

    async def hold_all(self, names: Iterable[str] | None = None, lease_seconds: float = 20, *, exclusive: bool = False,
                       owner: str | None = None) -> AsyncHeldGroup:
        """Holds the games of several emulators, by default of all, so that they step together."""
        chosen = list(await self.emulators()) if names is None else [names] if isinstance(names, str) else list(names)
        if not chosen:
            raise ValueError("names must name at least one emulator; got none.")
        holds: list[AsyncHold] = []
        try:
            for name in chosen:
                holds.append(await self.emulator(name).hold(lease_seconds, exclusive=exclusive, owner=owner))
        except BaseException:
            # The caller needs this error; a hold that can't be released ends with its lease.
            with contextlib.suppress(BridgeError):
                await AsyncHeldGroup(holds).release()
            raise
        return AsyncHeldGroup(holds)

    async def verify_movie(self, movie: bytes, rom: str | None = None) -> MovieVerified:
        """Plays a movie in a process of its own, and compares the game with it. No emulator is needed or changed.

        `movie` are the bytes of `Emulator.movie`. `rom` is a name that `Emulator.roms` returns, by default the ROM with the movie's
        checksum. A long movie needs a longer `timeout` of this object. Raises NotFound if there is no such ROM, ButtonConflict if the
        movie is of another one, Unsupported without the bundled emulator.
        """
        call = Call("POST", "/movies/verify" + calls.query({"rom": rom}), lambda response: MovieVerified.of(calls.to_json(response)),
                    bytes(movie), repeatable=True)
        return await self.run(call)

    async def health(self) -> Mapping[str, Any]:
        """Returns version, status, and what to do next about each emulator."""
        return await self.run(Call[Mapping[str, Any]]("GET", "/health", calls.to_json))

    async def doors(self) -> list[Door]:
        """Returns the open doors of all emulators."""
        parse = calls.member("doors", lambda all: [Door.of(each) for each in all])
        return await self.run(Call("GET", "/doors", parse))

    async def meters(self) -> Mapping[str, Any]:
        """Returns counters and times of each emulator."""
        return await self.run(Call[Mapping[str, Any]]("GET", "/meters", calls.to_json))

    async def wait_until_ready(self, timeout: float = 30, emulator: str = "default") -> Info:
        """Waits until the emulator has a game. After `timeout` seconds it raises Unreachable, or OutcomeUnknown if connections break.

        It raises any other problem at once.
        """
        deadline = time.monotonic() + timeout
        while True:
            try:
                info = await self.emulator(emulator).info()
                if info.state in ("running", "held", "stopped"):
                    return info
                error: BridgeError = Unreachable(f'The emulator "{emulator}" is in the state {info.state}; GET /health says what to do.')
            except Unreachable as unreachable:
                error = unreachable
            except OutcomeUnknown as lost:
                # A proxy accepts connections before the bridge does.
                if lost.status != 0:
                    raise
                error = lost
            if time.monotonic() > deadline:
                raise error
            await io.sleep(0.1)

    async def run(self, call: Call[T], retries: int | None = None) -> T:
        """Sends a call and returns its result. The methods of this package are built on it. `retries` replaces those of the bridge."""
        attempts: Attempts | None = None
        while True:
            try:
                return await self._attempt(call)
            except BridgeError as error:
                attempts = attempts or Attempts(call, self._retries if retries is None else retries)
                delay = attempts.after(error)
            await io.sleep(delay)

    async def _attempt(self, call: Call[T]) -> T:
        connection = await self._take()
        try:
            response = await connection.request(call.to_bytes(self._endpoint.common))
        except io.Lost as lost:
            await connection.close()
            raise OutcomeUnknown.lost(str(lost), call.repeatable, self._endpoint) from lost
        except BaseException:
            # Its response may still arrive, so no other request can use it.
            await connection.close()
            raise
        if response.closes:
            await connection.close()
        else:
            self._idle.append(connection)
        return call.result(response, self._endpoint)

    async def _take(self) -> io.Connection:
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return await self.connect()
            if connection.is_usable():
                return connection
            await connection.close()

    async def connect(self) -> io.Connection:
        """Opens a connection of its own, for a stream."""
        return await io.connect(self._endpoint, self._timeout)

    @property
    def address(self) -> str:
        """The bridge's address, or the path of its Unix socket."""
        return str(self._endpoint)

    @property
    def timeout(self) -> float:
        """The number of seconds without a response after which a connection counts as broken."""
        return self._timeout

    @property
    def common(self) -> bytes:
        """The header lines of all requests."""
        return self._endpoint.common

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.address}>"

    def __getstate__(self) -> dict[str, Any]:
        # Connections stay with their process.
        return {**self.__dict__, "_idle": []}

    async def close(self) -> None:
        """Closes the idle connections."""
        while self._idle:
            await self._idle.pop().close()

    async def __aenter__(self) -> AsyncBridge:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()
