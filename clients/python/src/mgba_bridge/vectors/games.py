"""A vector: copies of one game that step together."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy
from numpy.typing import NDArray

from .. import _calls as calls
from .._calls import Call, given, segment
from .._http import Response
from .._renewal import Renewal
from ..models import Place, PlaceLike, places_json
from ..problems import BridgeError, NotFound, TimedOut, VectorEnded, VectorRefused
from ..screen import Screen
from .bodies import check_reads, lease_json, places_of_json, start_json
from .memory import SharedMemory, Way
from .orders import MAX_STARTS, Keys, Order, frames_of, games_of, keys_of, seed_of, seeds_of, starts_of
from .remote import OverHttp
from .steps import VectorStep

if TYPE_CHECKING:
    from .._sync.bridge import Bridge
    from .._sync.emulator import Emulator

T = TypeVar("T")

# The statuses of a game that died or hung, and those of refused orders.
_DEAD = (1, 2)
_REFUSED = {16: "the buttons are out of range", 17: "the frames are out of range", 18: "the flags are unknown",
            19: "this start has no state; set_start() sets one", 20: "the batch is out of range"}


class GameVector:
    """1 to 256 copies of one game. `Bridge.create_vector` makes it; end it with `end` or a `with` block.

    `values`, `frame`, `status`, `missing` and `pixels` are those of the latest step (see VectorStep). `is_shared` is whether steps go
    through shared memory; else they are requests. One thread steps it at a time, and no process that was forked from this one. While the
    object lives, a thread renews its lease.
    """

    def __init__(self, bridge: Bridge, json: Mapping[str, Any], *, shared: bool | None = None, renews: bool = True) -> None:
        self.bridge = bridge
        self.name: str = json["name"]
        self.rom: str = json["rom"]
        self.game: Mapping[str, Any] = json.get("game") or {}
        self.count: int = json["count"]
        self.frames: int = json["frames"]
        self.reads: tuple[Place, ...] = places_of_json(json["read"])
        self._path = f"/vectors/{segment(self.name)}"
        self._process = os.getpid()
        self._way = self._open(json, shared)
        self.is_shared = isinstance(self._way, SharedMemory)
        # Which of the two batches of results has the latest.
        self._batch = 0
        self._sent: Order | None = None
        self._has_ended = False
        # The statuses of a step in which nothing went wrong.
        self._clear = numpy.zeros(self.count, numpy.uint32).data
        self._show()
        seconds = (json.get("lease") or {}).get("seconds")
        self._renewal = Renewal(self, _Renew(bridge, self._path), seconds) if renews and seconds else None

    @property
    def latest(self) -> VectorStep:
        """What the games show after the latest step."""
        return self._steps[self._batch]

    @property
    def values(self) -> NDArray[numpy.int64]:
        """The reads of the latest step, (games, reads)."""
        return self._steps[self._batch].values

    @property
    def frame(self) -> NDArray[numpy.int64]:
        """The games' frame counters after the latest step."""
        return self._steps[self._batch].frame

    @property
    def status(self) -> NDArray[numpy.uint32]:
        """Of each game: 0, or 1 and 2 if it died or hung in the latest step."""
        return self._steps[self._batch].status

    @property
    def missing(self) -> NDArray[numpy.uint64]:
        """Of each game: bit R if read R led nowhere in the latest step."""
        return self._steps[self._batch].missing

    @property
    def pixels(self) -> NDArray[numpy.uint8] | None:
        """The pictures of the latest step, (games, height, width, channels); None without pictures."""
        return self._steps[self._batch].pixels

    def step(self, keys: Keys = 0, frames: int | None = None, *, games: Iterable[int] | None = None,
             starts: int | Sequence[int | None] | None = None, seeds: Sequence[int | None] | None = None) -> VectorStep:
        """Runs 1 to 3,600 frames (default: those of the vector) in all games, or in `games` (ascending numbers, or a mask of booleans).

        `keys` are the buttons, for all or one for each stepped game. `starts` resets games first, to starts 0 to 15; None: not this one.
        `seeds` sets the generators of games first. A game that died is told by `status` and `died`; orders that games refuse raise
        VectorRefused. Raises VectorEnded if the vector is gone.
        """
        self.send(keys, frames, games=games, starts=starts, seeds=seeds)
        return self.receive()

    def reset(self, start: int = 0, seed: int | None = None, *, games: Iterable[int] | None = None) -> VectorStep:
        """Resets all games, or some, to a start (0 to 15), and runs a frame without buttons.

        With `seed`, 0 to 2**63 - 1, all random numbers begin again as at the start of a vector with this seed.
        """
        chosen = None if games is None else games_of(games, self.count)
        stepped = self.count if chosen is None else len(chosen)
        self._send(Order(chosen, 0, 1, starts_of(start, stepped), reset_seed=seed_of(seed)))
        return self.receive()

    def send(self, keys: Keys = 0, frames: int | None = None, *, games: Iterable[int] | None = None,
             starts: int | Sequence[int | None] | None = None, seeds: Sequence[int | None] | None = None) -> None:
        """Begins a step, as `step` does; `receive` waits for its end. Over HTTP the step runs in `receive`."""
        chosen = None if games is None else games_of(games, self.count)
        stepped = self.count if chosen is None else len(chosen)
        self._send(Order(
            chosen, keys_of(keys, stepped), self.frames if frames is None else frames_of(frames),
            None if starts is None else starts_of(starts, stepped), None if seeds is None else seeds_of(seeds, stepped)))

    def receive(self) -> VectorStep:
        """Waits until the step that was sent has ended, and returns what the games show."""
        order = self._sent
        if order is None:
            self._check_usable()
            raise RuntimeError("No step was sent: call send() first.")
        try:
            self._way.receive(self.bridge.timeout)
        except VectorEnded:
            self._forget()
            raise
        except TimedOut:
            if not self.is_shared:
                self._sent = None
            raise
        except BaseException:
            # Also if the user interrupted it; the next step waits for the end of this one.
            self._sent = None
            raise
        self._sent = None
        self._batch = batch = 1 - self._batch
        if order.games is not None:
            self._way.results.keep(batch, order.games)
        latest = self._steps[batch]
        if self._status[batch] != self._clear:
            self._check_status(latest, order)
        return latest

    def set_start(self, index: int, state: bytes | tuple[str, str] | None) -> None:
        """Sets start 0 to 15: the bytes of a state, (emulator, name) of a named state, or None for the console just switched on."""
        self._check_usable()
        if not 0 <= index < MAX_STARTS:
            raise ValueError(f"index must be 0 to {MAX_STARTS - 1}; got {index}.")
        body: object = {} if state is None else start_json(state) if isinstance(state, tuple) else bytes(state)
        self._run(Call("PUT", f"{self._path}/starts/{index}", calls.to_nothing, body, repeatable=True))

    def set_reads(self, read: PlaceLike | Iterable[PlaceLike]) -> None:
        """Replaces all reads, at most 64. `values` has the new ones from the next step on."""
        self._check_usable()
        places = check_reads(read)
        self._run(Call("PUT", self._path + "/read", calls.to_nothing, {"read": places_json(places)}, repeatable=True))
        self.reads = places
        self._show()

    def screen(self, game: int) -> Screen:
        """Returns the picture of a game in its own size."""
        return self._run(Call("GET", self._game(game) + "/screen", lambda response: Screen(calls.expect(response, "image/png").body)))

    def state(self, game: int) -> bytes:
        """Returns the save state of a game, for `set_start` and `Emulator.restore`."""
        return self._run(Call("GET", self._game(game) + "/state", calls.to_bytes))

    def movie(self, game: int) -> bytes:
        """Returns what a game did since its latest reset as a movie, which `Emulator.store_movie` takes. Between steps only.

        It has the buttons that the game really got, with sticky ones. Raises ProblemError if the game has had more than 4,096 actions
        since then, or its start was set anew.
        """
        return self._run(Call("GET", self._game(game) + "/movie", calls.to_bytes))

    def emulator(self, game: int, name: str | None = None, *, speed: float | None = None, lease_seconds: float = 600,
                 labels: Mapping[str, str] | None = None) -> Emulator:
        """Starts an ordinary emulator that goes on where a game is now; the parameters are those of `Bridge.create`."""
        body = given(name=name, speed=speed, lease=lease_json(lease_seconds), labels=None if labels is None else dict(labels))
        return self.bridge.emulator(self._run(Call("POST", self._game(game) + "/emulator", calls.member("name", str), body)))

    def renew(self, lease_seconds: float | None = None) -> None:
        """Renews the lease, or sets it: 1 to 604,800 seconds without a step or request; `math.inf` for never."""
        self._check_process()
        if lease_seconds is None:
            self.info()
        else:
            self._run(Call("PUT", self._path + "/lease", calls.to_nothing, lease_json(lease_seconds), repeatable=True))

    def info(self) -> Mapping[str, Any]:
        """Returns what the bridge says about the vector; `died` and `stuck` are the numbers of games that were replaced."""
        return self._run(Call[Mapping[str, Any]]("GET", self._path, calls.to_json))

    def end(self) -> None:
        """Ends the vector. Does nothing if it has ended, or in a process that was forked from this one."""
        if os.getpid() != self._process or self._has_ended:
            return
        self._forget()
        try:
            self.bridge.run(Call("DELETE", self._path, calls.to_nothing, repeatable=True))
        except NotFound:
            pass

    def __enter__(self) -> GameVector:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.end()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.count} of {self.rom}>"

    def _send(self, order: Order) -> None:
        self._check_usable()
        if self._sent is not None:
            raise RuntimeError("A step was sent already: call receive() before the next one.")
        self._way.send(order, 1 - self._batch)
        self._sent = order

    def _open(self, json: Mapping[str, Any], shared: bool | None) -> Way:
        picture = json.get("picture")
        size = (picture["height"], picture["width"], 1 if picture["gray"] else 3) if picture else None
        block = json.get("block")
        way = None if shared is False or not block else SharedMemory.open(self.name, block, self.count, size)
        if way is not None:
            return way
        if shared:
            raise RuntimeError(f'The shared memory of the vector "{self.name}" is open only to the bridge\'s own user on its machine.')
        return OverHttp(self.bridge, self.name, self._path, self.count, size)

    def _show(self) -> None:
        results = self._way.results
        self._steps = [VectorStep(results, batch, len(self.reads)) for batch in range(2)]
        self._status = [step.status.data for step in self._steps]

    def _check_status(self, latest: VectorStep, order: Order) -> None:
        stepped = range(self.count) if order.games is None else order.games.tolist()
        refused = {game: int(latest.status[game]) for game in stepped if latest.status[game] not in (0, *_DEAD)}
        if refused:
            raise VectorRefused({game: _REFUSED.get(status, f"status {status}") for game, status in refused.items()})

    def _check_process(self) -> None:
        if os.getpid() != self._process:
            raise RuntimeError(f"The vector belongs to the process {self._process}, which forked this one: create one in this process.")

    def _check_usable(self) -> None:
        if os.getpid() != self._process:
            self._check_process()
        if self._has_ended:
            raise VectorEnded(f'The vector "{self.name}" has ended.')

    def _forget(self) -> None:
        self._has_ended = True
        self._sent = None
        if self._renewal is not None:
            self._renewal.stop()

    def _game(self, game: int) -> str:
        self._check_usable()
        if not 0 <= game < self.count:
            raise ValueError(f"game must be 0 to {self.count - 1}; got {game}.")
        return f"{self._path}/{game}"

    def _run(self, call: Call[T]) -> T:
        try:
            return self.bridge.run(call)
        except NotFound as error:
            if error.type == "unknown-vector":
                self._forget()
                raise VectorEnded(f'The vector "{self.name}" has ended.') from error
            raise


class _Renew:
    """Asks about a vector, which renews its lease. Has no reference to the vector's object."""

    def __init__(self, bridge: Bridge, path: str) -> None:
        self._bridge, self._path = bridge, path

    def __call__(self) -> bool:
        try:
            self._bridge.run(Call("GET", self._path, _ignore), 0)
        except NotFound:
            return False
        except BridgeError:
            # The bridge may come back before the lease ends.
            pass
        return True


def _ignore(response: Response) -> None:
    pass
