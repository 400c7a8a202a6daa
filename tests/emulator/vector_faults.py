#!/usr/bin/env python3
"""Tests a vector whose workers or client fail: tests/emulator/vector_faults.py HOST SCRIPT ROMS WORK [TEST]...

Prints lines that run.sh counts. VECTOR_KILLS is the number of kills at random moments.
"""

import os
import random
import signal
import sys
import threading
import time

from vector_client import Vector, check, equal, random_keys, run_tests, until

HOST, SCRIPT, ROMS, WORK = sys.argv[1:5]
GBA = f"{ROMS}/buttontest.gba"
KILLS = int(os.environ.get("VECTOR_KILLS", "200"))
DIED, STUCK = 1, 2  # statuses of answers (docs/protocol/vectors.md)
READS = ("33554432 u32 -", "33554464 u16 -", "[33554440]+3 u8 -")


class Killer(threading.Thread):
    """Sends a signal to random workers at random moments, but never to the spared one."""

    def __init__(self, vector: Vector, spared: int, number: int, count: int, pause: float):
        super().__init__()
        self.vector, self.spared, self.number, self.count, self.pause, self.sent = vector, spared, number, count, pause, 0
        self.is_over = threading.Event()

    def run(self):
        source = random.Random(self.count)
        while self.sent < self.count and not self.is_over.wait(source.random() * self.pause):
            others = [pid for pid in self.vector.workers() if pid != self.spared]
            try:
                os.kill(source.choice(others), self.number)
                self.sent += 1
            except (IndexError, ProcessLookupError):
                pass


def play_under(vector: Vector, killer: Killer | None, steps: int, status: int) -> tuple[list, int, list]:
    """The spared game's answers, how many of the others tell of a loss, and what was wrong."""
    source, seen, lost, wrong, kept = random.Random(8), [], 0, [], []
    vector.step([0] * vector.count, 1, resets=range(vector.count))
    while len(seen) < steps or (killer and killer.is_alive()):
        keys = random_keys(source, vector.count)
        vector.send(keys, 2)
        if not vector.wait():
            wrong.append(("no end", len(seen)))
            break
        answers = vector.answers()
        for answer in answers[1:]:
            lost += answer[0] == status
            if answer[0] not in (0, status) or (answer[0] and (answer[1] != -1 or any(answer[3]) or any(answer[4]))):
                wrong.append(answer[:3])
        kept.append(keys)
        seen.append(answers[0])
    return seen, lost, wrong


def test_kills():
    """kill -9 and SIGSTOP at random moments: each step is answered, and the spared game has the bytes of a vector without kills."""
    ways = (("kill -9", signal.SIGKILL, DIED, KILLS, 0.01, 5000), ("SIGSTOP", signal.SIGSTOP, STUCK, 10, 0.3, 400))
    for name, number, status, count, pause, timeout in ways:
        settings = f"count=4,picture=gray:84x84,sticky=0.25,seed=4,timeout={timeout}"
        with Vector(HOST, GBA, settings) as vector:
            vector.reads(*READS)
            spared = vector.workers()[0]
            killer = Killer(vector, spared, number, count, pause)
            killer.start()
            try:
                seen, lost, wrong = play_under(vector, killer, 50, status)
            finally:
                killer.is_over.set()
                killer.join()
            # The last one killed may not have been replaced yet.
            is_whole = until(lambda vector=vector: len(vector.workers()) == vector.count)
            # A stopped worker that was killed before it got an order, and one lost again before it could tell, tell nothing.
            died, stuck = map(int, vector.control.ask("status"))
        with Vector(HOST, GBA, settings) as vector:
            vector.reads(*READS)
            expected, _, _ = play_under(vector, None, len(seen), status)
        check(f"{name}: each of {len(seen)} steps is answered", not wrong, wrong[:3])
        equal(f"{name}: the other game's bytes", seen == expected[:len(seen)], True)
        replaced = died if status == DIED else stuck
        tells = 0 < lost <= replaced and (died == 0 or stuck == 0)
        check(f"{name}: the answers tell", is_whole and tells, (is_whole, lost, died, stuck))


def test_death_within_a_step():
    """The order of a worker that dies or stops is answered; the game then begins at its start."""
    with Vector(HOST, GBA, "count=2,timeout=400") as vector:
        vector.reads(*READS)
        vector.step([0, 0], 10)
        for number, status in ((signal.SIGKILL, DIED), (signal.SIGSTOP, STUCK)):
            worker = vector.workers()[0]
            os.kill(worker, signal.SIGSTOP)
            vector.send([0, 0], 3)
            if number == signal.SIGKILL:
                os.kill(worker, signal.SIGKILL)
            check(f"status {status}: the step ends", vector.wait(30))
            statuses = sorted(vector.answer(game)[0] for game in range(2))
            lost = [game for game in range(2) if vector.answer(game)[0]]
            vector.step([0, 0], 1)
            equal(f"status {status}: replaced at its start", (statuses, [vector.answer(game)[1] for game in lost]), ([0, status], [1]))


def test_death_when_idle():
    """The next answer tells it, unless it resets the game."""
    with Vector(HOST, GBA, "count=1") as vector:
        for resets, expected in (((), (DIED, -1)), ((0,), (0, 5))):
            vector.step([0], 2)
            worker = vector.workers()[0]
            os.kill(worker, signal.SIGKILL)
            until(lambda dead=worker: vector.workers() not in ([], [dead]))
            vector.step([0], 5, resets=resets)
            equal(f"died between steps, resets {resets}", vector.answer(0)[:2], expected)


def test_client_that_dies_before_it_rings():
    """Its orders are run, and no game is lost."""
    with Vector(HOST, GBA, "count=2,timeout=400") as vector:
        vector.step([0, 0], 10)
        block, workers = vector.block, vector.workers()
        for game in range(2):
            block.keys[game], block.frames[game] = 0, 3
            block.asked[game] += 1
        check("no bell: the orders are run", vector.wait(10))
        equal("no bell: no game is lost", (vector.control.ask("status"), vector.workers()), (["0", "0"], workers))
        vector.step([0, 0], 1)
        equal("no bell: the games", [vector.answer(game)[:2] for game in range(2)], [(0, 14)] * 2)


def test_pause():
    """A vector that is stopped as a whole, longer than a frame may take, goes on as if nothing was."""
    with Vector(HOST, GBA, "count=2,timeout=300") as vector:
        vector.reads(*READS)
        workers = vector.workers()
        vector.send([0, 0], 3600)
        for pid in [*workers, vector.parent]:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(1)
        for pid in [vector.parent, *workers]:
            os.kill(pid, signal.SIGCONT)
        check("paused: the step ends", vector.wait())
        answers = [vector.answer(game)[:2] for game in range(2)]
        equal("paused: no worker is replaced", (answers, vector.workers()), ([(0, 3600)] * 2, workers))


def test_scribbling():
    """Whatever a client writes anywhere in the block, the vector goes on, and so does another one."""
    with Vector(HOST, GBA, "count=3,picture=rgb:84x84,timeout=1000") as vector, Vector(HOST, GBA, "count=1") as other:
        source, whole = random.Random(2), vector.block.whole
        other.reads(*READS)
        expected = []
        for i in range(60):
            for _ in range(20):
                kind = source.randrange(3)
                at, size = source.randrange(len(whole)), source.choice((1, 4, 64, 4096))
                at = at if kind else source.randrange(8192)
                content = source.randbytes(size) if kind else bytes([source.choice((0, 255))]) * size
                whole[at:at + size] = content[:len(whole) - at]
            vector.wake()
            other.step([i], 1)
            expected.append(other.answer(0)[:2])
            if i % 20 == 19:
                words, state = vector.control.ask_bytes("state 1")
                check("scribbling: a state", int(words[0]) == len(state) > 0)
        whole[:] = b"\xff" * len(whole)
        vector.wake()
        time.sleep(0.05)
        whole[:] = bytes(len(whole))
        vector.wake()
        equal("scribbling: no worker dies", vector.control.ask("status")[0], "0")
        check("scribbling: the parent lives", vector.process.poll() is None and len(vector.control.ask("hello")) == 4)
        equal("scribbling: another vector", expected, [(0, i + 1) for i in range(60)])
        # A fresh client takes the layout from hello and its own knowledge: the words are as good as any other.
        check("scribbling: steps go on", until(lambda: vector.block.answered_bytes == vector.block.asked_bytes))
        vector.step([0, 0, 0], 1, resets=range(3))
        equal("scribbling: they are right", [vector.answer(game)[:2] for game in range(3)], [(0, 1)] * 3)


def test_truncating():
    """The block can't be made smaller."""
    with Vector(HOST, GBA, "count=1") as vector:
        with open(vector.block_path, "r+b") as file:
            for size in (0, len(vector.block.whole) * 2):
                try:
                    file.truncate(size)
                    check(f"sealed, {size} bytes", False)
                except OSError:
                    pass
        vector.step([0], 1)
        check("sealed", vector.answer(0)[0] == 0)


if __name__ == "__main__":
    run_tests(globals())
