"""Events and watches of an emulator."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from types import TracebackType

from .. import _calls as calls
from .._calls import Call, given, query
from .._events import EventReader, KeptWatches
from ..models import Event, ImportedWatches, PlaceLike, Watch, watched
from ..problems import OutcomeUnknown, TimedOut, Unavailable, Unreachable, problem_of, unexpected
from . import io
from .base import AsyncEmulatorBase

# The bridge sends at least a comment every 15 seconds.
_SILENCE_SECONDS = 40.0
_RECONNECT_SECONDS = 0.25


class AsyncEventMethods(AsyncEmulatorBase):
    """Watches values and streams events."""

    async def watch(self, place: PlaceLike | None = None, *, achievement: str | None = None, name: str | None = None,
                    interval_frames: int | None = None, temporary: bool = True) -> Watch:
        """Watches a value or a range of 1 to 4,096 bytes; its changes are events of the topic watch.

        `achievement` is watched instead of a place: conditions of RetroAchievements, like "0xH0010=3_d0xH0010=2". The value is 1 while
        they hold, or else 0.

        `interval_frames`, 1 to 3,600, limits it to one event in that many frames. A temporary watch ends a minute after the last stream
        with it. An emulator has at most 4,096 watches.
        """
        body = given(**watched(place, achievement), name=name, intervalFrames=interval_frames, temporary=temporary)
        return await self._run(Call("POST", self._path + "/watches", lambda response: Watch.of(calls.to_json(response)), body))

    async def import_watches(self, file: bytes) -> ImportedWatches:
        """Watches the places of a .wch file, the RAM Watch list of BizHawk and other emulators, at most 256 KiB.

        `skipped` has the lines that can't be watched. A file without any other line raises InvalidRequest.
        """
        call = Call("POST", self._path + "/watches/import", lambda response: ImportedWatches.of(calls.to_json(response)), bytes(file))
        return await self._run(call)

    async def watches(self) -> list[Watch]:
        """Returns the watches and their last values, oldest first."""
        return await self._run(Call("GET", self._path + "/watches", calls.member("watches", lambda all: [Watch.of(each) for each in all])))

    async def delete_watch(self, watch: Watch | int) -> None:
        """Deletes a watch."""
        id = watch if isinstance(watch, int) else watch.id
        await self._run(Call("DELETE", f"{self._path}/watches/{id}", calls.to_nothing))

    def events(self, *topics: str, watches: Watch | int | Iterable[Watch | int] | None = None,
               last_event_id: str | None = None) -> AsyncEvents:
        """Returns the stream of events: frame, buttons, reset, game, state, watch, breakpoint; by default all but frame and
        breakpoint.

        `for event in game.events("watch"):` never ends by itself. The stream reconnects and misses nothing of the bridge's latest 4,096
        events; a `gap` says that events were lost. `watches` limits it to some watches, which it sets again after a restart of the
        bridge.
        """
        chosen = [watches] if isinstance(watches, (Watch, int)) else watches
        ids = None if chosen is None else [each if isinstance(each, int) else each.id for each in chosen]
        return AsyncEvents(self, topics, ids, last_event_id)


class AsyncEvents:
    """A stream of events, on a connection of its own. Close it, or use it in a `with` block, which also connects it.

    In a forked process it connects again and continues after its last event.
    """

    def __init__(self, emulator: AsyncEventMethods, topics: Iterable[str], watches: Iterable[int] | None, last_id: str | None) -> None:
        self._emulator = emulator
        self._topics = ",".join(topics) or None
        self._watches = KeptWatches(watches)
        self._reader = EventReader(last_id)
        self._ready: deque[Event] = deque()
        self._connection: io.Connection | None = None
        self._closed = False

    async def get(self, timeout: float | None = None) -> Event | None:
        """Returns the next event; None if none came within `timeout` seconds, or after `close`."""
        deadline = None if timeout is None else time.monotonic() + timeout
        silent_since = time.monotonic()
        has_read = False
        while not self._ready and not self._closed:
            now = time.monotonic()
            left = _SILENCE_SECONDS - (now - silent_since)
            if deadline is not None:
                if now >= deadline and has_read:
                    return None
                left = min(left, max(deadline - now, 0.001))
            if self._connection is None:
                await self._try_to_connect()
                if deadline is not None and self._connection is None and time.monotonic() >= deadline:
                    return None
                silent_since = time.monotonic()
                continue
            has_read = True
            try:
                data = await self._connection.read_stream(left)
            except io.Lost:
                await self._disconnect(is_broken=True)
                continue
            if data is not None:
                silent_since = time.monotonic()
                self._ready.extend(self._watches.named(self._reader.feed(data)))
            elif time.monotonic() - silent_since >= _SILENCE_SECONDS:
                await self._disconnect(is_broken=True)
        return self._ready.popleft() if self._ready else None

    @property
    def last_id(self) -> str | None:
        """The id of the last event, from which another stream can continue."""
        return self._reader.last_id

    async def connect(self) -> None:
        """Connects now, so that every event from here on arrives."""
        if self._connection is not None and not self._connection.is_own:
            await self._disconnect()
        if self._connection is None:
            await self._connect()

    async def close(self) -> None:
        """Ends the stream."""
        self._closed = True
        await self._disconnect()

    async def _try_to_connect(self) -> None:
        try:
            await self._connect()
        except (OutcomeUnknown, TimedOut, Unavailable, Unreachable):
            await io.sleep(_RECONNECT_SECONDS)

    async def _connect(self) -> None:
        if self._watches.ids:
            await self._set_missing_watches()
        parameters = {"topics": self._topics, "watches": self._watches.ids, "lastEventId": self._reader.start}
        target = self._emulator._path + "/events" + query(parameters)
        call = Call("GET", target, calls.to_nothing, accept="text/event-stream")
        bridge = self._emulator.bridge
        connection = await bridge.connect()
        try:
            response = await connection.open_stream(call.to_bytes(bridge.common))
            if response.status >= 300:
                raise problem_of(response, bridge.address + target)
            if response.media_type != "text/event-stream":
                raise unexpected(response, bridge.address + target)
        except io.Lost as lost:
            await connection.close()
            raise OutcomeUnknown.lost(str(lost), call.repeatable, bridge.address) from lost
        except BaseException:
            await connection.close()
            raise
        self._connection = connection
        self._ready.extend(self._watches.named(self._reader.feed(response.body)))

    async def _set_missing_watches(self) -> None:
        target = self._emulator._path + "/watches"
        run = self._emulator.bridge.run
        listed = await run(Call("GET", target, calls.member("watches", lambda all: [dict(each) for each in all])), retries=0)
        for id, setting in self._watches.missing(listed):
            self._watches.replace(id, await run(Call("POST", target, calls.member("id", int), setting), retries=0))

    async def _disconnect(self, is_broken: bool = False) -> None:
        connection, self._connection = self._connection, None
        self._reader.disconnected(is_broken)
        if connection is not None:
            await connection.close()

    def __aiter__(self) -> AsyncEvents:
        return self

    async def __anext__(self) -> Event:
        event = await self.get()
        if event is None:
            raise StopAsyncIteration
        return event

    async def __aenter__(self) -> AsyncEvents:
        await self.connect()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()
