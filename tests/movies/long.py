#!/usr/bin/env python3
"""Plays games at random for ten minutes of game time, and shows that their movies are equal wherever they are played.

Each game is recorded twice: held, as fast as possible, and running at the console's speed. Each movie is played in the emulator that
recorded it and verified in a process of its own; the first also at the console's speed, and in an emulator of another bridge. There one
flipped bit must be found within 600 frames. Prints a table; the last line sums up: N passed, N failed. The exit code is 1 if anything
differs.

    tests/movies/run.sh [--frames N] [--games NAME ...] [--seed N] [--at-once N]
"""

from __future__ import annotations

import argparse
import math
import os
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import NoReturn

from flipping import Flip, flip
from games import Game, games
from mgba_bridge import Bridge, BridgeError, Emulator, MovieResult, MovieWritten
from recording import RandomPlay
from rig import RunningBridge, patiently

FRAMES = 36_000
FRAMES_PER_SECOND = 59.7275
FRAMES_PER_HASH = 60
CLOCK = 1_000_000_000
WAYS = ("speed 0", "speed 1", "process", "other bridge", "flipped bit")


class Failed(Exception):
    """A movie did not run as it must."""


@dataclass(frozen=True)
class Plan:
    """What all games have in common."""

    frames: int
    seed: int
    first: RunningBridge
    second: RunningBridge
    # Games at speed 0 take turns, so that those at speed 1 keep it.
    turns: threading.Semaphore

    @property
    def patience(self) -> float:
        """The seconds after which a game of all frames, at any speed, counts as stuck."""
        return 60 + self.frames / 15

    def client(self, bridge: RunningBridge) -> Bridge:
        """Returns a client that waits for long movies."""
        return bridge.client(self.patience)


@dataclass
class Row:
    """A line of the table: a movie, and how it ran on each way."""

    game: str
    speed: int
    frames: int = 0
    acts: str = ""
    hashes: int = 0
    ways: dict[str, str] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0

    def cells(self) -> list[str]:
        """Returns the cells of the table."""
        ways = [self.ways.get(way, "") for way in WAYS]
        return [self.game, str(self.speed), str(self.frames), self.acts, str(self.hashes), *ways, f"{self.seconds:.0f}"]


class Recorded:
    """A movie that was recorded in an emulator, and the row that tells how it runs."""

    def __init__(self, plan: Plan, game: Game, speed: int, clock: int | None) -> None:
        self.row = Row(game.name, speed)
        self._plan = plan
        self._game = game
        self._clock = clock
        self._seed = f"{plan.seed} {game.file} {speed}"
        self._name = f"{game.file}-{speed}"
        self._lock = threading.Lock()

    def check(self, others: Callable[[bytes], None]) -> None:
        """Records a movie and plays it where it was recorded, while `others` plays it elsewhere."""
        begin = time.monotonic()
        with self._plan.client(self._plan.first) as bridge:
            emulator, movie = self._record(bridge)
            elsewhere = threading.Thread(target=self.guarded, args=(lambda: others(movie),))
            elsewhere.start()
            try:
                self.guarded(lambda: self._play_here(emulator))
            finally:
                elsewhere.join()
            patiently(emulator.end)
        self.row.seconds = time.monotonic() - begin

    def verify(self, movie: bytes) -> None:
        """Plays the movie in a process."""
        with self._plan.client(self._plan.first) as bridge, self._plan.turns:
            self._equal("process", lambda: bridge.verify_movie(movie, self._game.file_name))

    def play_on_other_bridge(self, movie: bytes) -> None:
        """Plays the movie in an emulator of the other bridge, and there the one with a flipped bit as well."""
        with self._plan.client(self._plan.second) as bridge, self._plan.turns:
            emulator = self._create(bridge, self._clock)
            patiently(lambda: emulator.store_movie("copy", movie))
            self._equal("other bridge", lambda: emulator.play_movie("copy", speed=0))
            changed = flip(movie, self._game, self._seed)
            patiently(lambda: emulator.store_movie("flipped", changed.movie))
            self._is_found(changed, lambda: emulator.play_movie("flipped", speed=0))
            patiently(emulator.end)

    def _create(self, bridge: Bridge, clock: int | None) -> Emulator:
        emulator = bridge.create(self._game.file_name, name=self._name, speed=1, clock=clock, lease_seconds=math.inf)
        patiently(emulator.info)
        return emulator

    def _record(self, bridge: Bridge) -> tuple[Emulator, bytes]:
        # A frame at the end that is not hashed doesn't matter.
        frames = self._plan.frames + FRAMES_PER_HASH
        if self.row.speed == 0:
            with self._plan.turns:
                emulator = self._create(bridge, self._clock)
                play = RandomPlay(emulator, self._game, self._seed)
                play.held(frames)
        else:
            emulator = self._create(bridge, self._clock)
            play = RandomPlay(emulator, self._game, self._seed)
            play.free(frames, time.monotonic() + self._plan.patience)
        self._note(play, patiently(lambda: emulator.write_movie(self._name)))
        movie = patiently(lambda: emulator.movie(self._name))
        return emulator, movie

    def _note(self, play: RandomPlay, written: MovieWritten) -> None:
        self.row.frames, self.row.hashes = written.frames, written.hashes
        self.row.acts = " ".join(f"{count} {act}" for act, count in play.acts.items())
        log(f"{self._label}: recorded {written.frames} frames, {written.hashes} hashes, {written.size} bytes; {self.row.acts}")
        if written.frames < self._plan.frames or written.hashes < self._plan.frames // FRAMES_PER_HASH:
            self._fail(f"the movie is too short: {written}")

    def _play_here(self, emulator: Emulator) -> None:
        # The slow one first, so that it ends first.
        if self.row.speed == 0:
            self._equal("speed 1", lambda: emulator.play_movie(self._name, speed=1), self.row.frames / FRAMES_PER_SECOND)
        # It stands still until it is its turn.
        patiently(lambda: emulator.hold(600))
        with self._plan.turns:
            self._equal("speed 0", lambda: emulator.play_movie(self._name, speed=0))

    def _equal(self, way: str, run: Callable[[], MovieResult], min_seconds: float = 0) -> None:
        """Runs the movie; all of its frames must be played and all of its hashes be equal, in not much less than `min_seconds`."""
        result, seconds = timed(run)
        counts = (result.played, result.frames, result.checked)
        is_good = result.is_equal and counts == (self.row.frames, self.row.frames, self.row.hashes) and seconds >= 0.9 * min_seconds
        self._tell(way, is_good, f"{result.checked} {result.result}", result, seconds)

    def _is_found(self, changed: Flip, run: Callable[[], MovieResult]) -> None:
        """Runs the movie with a flipped bit, which must be found and named."""
        result, seconds = timed(run)
        text = f"{changed.frame} in {result.after}..{result.before} {'+'.join(result.regions)}"
        self._tell("flipped bit", changed.is_found(result), text, result, seconds)

    def _tell(self, way: str, is_good: bool, text: str, result: MovieResult, seconds: float) -> None:
        with self._lock:
            self.row.ways[way] = text if is_good else f"FAILED {text}"
        log(f"{self._label}: {way}: {self.row.ways[way]} [{seconds:.1f} s]")
        if not is_good:
            self._fail(f"{way} after {seconds:.1f} s: {result}")

    def guarded(self, run: Callable[[], None]) -> None:
        """Runs one of the ways; what it raises is a failure of this row."""
        try:
            run()
        except (BridgeError, ValueError, TimeoutError) as error:
            self._fail(f"{type(error).__name__}: {error}")
        except Exception:
            self._fail(traceback.format_exc())

    def _fail(self, text: str) -> None:
        with self._lock:
            self.row.failures.append(text)

    @property
    def _label(self) -> str:
        return f"{self._game.name}, recorded at speed {self.row.speed}"


def timed(run: Callable[[], MovieResult]) -> tuple[MovieResult, float]:
    """Runs a movie and returns its result and the seconds that it took; of several tries, the last one's."""
    def measured() -> tuple[MovieResult, float]:
        begin = time.monotonic()
        return run(), time.monotonic() - begin

    return patiently(measured)


def log(text: str) -> None:
    """Prints a line of progress."""
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def check_fast(plan: Plan, game: Game) -> Row:
    """Checks a movie that was recorded as fast as possible, with the system's clock."""
    recorded = Recorded(plan, game, 0, None)

    def elsewhere(movie: bytes) -> None:
        recorded.verify(movie)
        recorded.play_on_other_bridge(movie)

    return checked(recorded, elsewhere)


def check_slow(plan: Plan, game: Game) -> Row:
    """Checks a movie that was recorded at the console's speed, with a clock that advances with the frames."""
    recorded = Recorded(plan, game, 1, CLOCK)
    return checked(recorded, recorded.verify)


def checked(recorded: Recorded, elsewhere: Callable[[bytes], None]) -> Row:
    """Returns the row of a movie; an error is a failure in it."""
    recorded.guarded(lambda: recorded.check(elsewhere))
    return recorded.row


def run_all(plan: Plan, chosen: list[Game], pool: ThreadPoolExecutor) -> list[Row]:
    """Checks all movies of the games in parallel, and returns their rows in order."""
    jobs = [pool.submit(check, plan, game) for game in chosen for check in (check_fast, check_slow)]
    for job in as_completed(jobs):
        row = job.result()
        log(f"{row.game}, recorded at speed {row.speed}: {'FAILED' if row.failures else 'ok'} [{row.seconds:.0f} s]")
    return [job.result() for job in jobs]


def tell(rows: list[Row]) -> int:
    """Prints the table and the failures; returns the number of rows that failed."""
    print("| " + " | ".join(("game", "recorded at", "frames", "acts", "hashes", *WAYS, "seconds")) + " |")
    print("|---|---:|---:|---|---:|" + "---|" * len(WAYS) + "---:|")
    for row in rows:
        print("| " + " | ".join(row.cells()) + " |")
    for row in rows:
        for failure in row.failures:
            print(f"FAILED {row.game}, recorded at speed {row.speed}: {failure}")
    failed = sum(bool(row.failures) for row in rows)
    print(f"{len(rows) - failed} passed, {failed} failed")
    return failed


def arguments() -> argparse.Namespace:
    """Reads the arguments."""
    names = [game.file for game in games()]
    parser = argparse.ArgumentParser(description="Shows that long movies of random play are equal wherever they are played.")
    parser.add_argument("--frames", type=int, default=FRAMES, help=f"frames of each movie, 1,200 to 200,000 (default {FRAMES})")
    parser.add_argument("--games", nargs="+", choices=names, default=names, metavar="NAME", help=f"some of {' '.join(names)}")
    parser.add_argument("--seed", type=int, default=1, help="another number plays other frames (default 1)")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, metavar="N",
                        help="how many games run as fast as possible at the same time (default: one for each processor)")
    parsed = parser.parse_args()
    if not 1200 <= parsed.frames <= 200_000:
        parser.error(f"--frames must be 1200 to 200000; got {parsed.frames}.")
    if not 1 <= parsed.at_once <= 64:
        parser.error(f"--at-once must be 1 to 64; got {parsed.at_once}.")
    return parsed


def stop(number: int, _: FrameType | None) -> NoReturn:
    """Ends the program, and with it the bridges and emulators: at a signal, or when its time is over."""
    if number == signal.SIGALRM:
        raise Failed("The time is over.")
    raise SystemExit(128 + number)


def play(options: argparse.Namespace, folder: Path) -> int:
    """Starts two bridges, and checks all games."""
    chosen = [game for game in games() if game.file in options.games]
    roms = folder / "roms"
    roms.mkdir()
    for game in chosen:
        (roms / game.file_name).write_bytes(game.rom)
    count = 2 * len(chosen)
    started: list[RunningBridge] = []
    pool = ThreadPoolExecutor(count)
    try:
        first, second = (start(started, folder / name, roms, options.frames, count) for name in ("first", "second"))
        plan = Plan(options.frames, options.seed, first, second, threading.Semaphore(options.at_once))
        # Six times a movie's time at the console's speed, and time to start.
        signal.setitimer(signal.ITIMER_REAL, 300 + options.frames / FRAMES_PER_SECOND * 6)
        return tell(run_all(plan, chosen, pool))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        # The checks that still run fail as soon as their bridges have ended.
        pool.shutdown(wait=False, cancel_futures=True)
        for bridge in started:
            bridge.close()
        pool.shutdown()


def start(started: list[RunningBridge], folder: Path, roms: Path, frames: int, emulators: int) -> RunningBridge:
    """Starts a bridge, and waits until it serves."""
    bridge = RunningBridge(folder, roms, frames, emulators)
    started.append(bridge)
    bridge.wait()
    return bridge


def main() -> int:
    """Runs the program."""
    options = arguments()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
        signal.signal(number, stop)
    with tempfile.TemporaryDirectory(prefix="bridge-movies-", ignore_cleanup_errors=True) as folder:
        try:
            return min(play(options, Path(folder)), 1)
        except (Failed, TimeoutError) as error:
            print(f"FAILED {error}\n0 passed, 1 failed")
            return 1


if __name__ == "__main__":
    sys.exit(main())
