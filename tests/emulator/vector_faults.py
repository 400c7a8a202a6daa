#!/usr/bin/env python3
"""Tests a vector whose workers, client or parent fail: tests/emulator/vector_faults.py HOST SCRIPT ROMS WORK [TEST]...

Prints lines that run.sh counts. VECTOR_KILLS is the number of kills at random moments.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from vector_client import Control, Vector, check, equal, random_keys, run_tests

HOST, SCRIPT, ROMS, WORK = sys.argv[1:5]
GBA = f"{ROMS}/buttontest.gba"
KILLS = int(os.environ.get("VECTOR_KILLS", "200"))
DIED, STUCK = 1, 2
READS = ("33554432 u32 -", "33554464 u16 -", "[33554440]+3 u8 -")


def until(holds, seconds: float = 30) -> bool:
    """Waits until a condition holds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def blocks() -> set[int]:
    """The processes that have a block mapped or open."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if "memfd:mgba-vector" in (process / "maps").read_text():
                found.add(int(process.name))
        except OSError:
            continue
    return found - {os.getpid()}


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
    for name, number, status, count, pause in (("kill -9", signal.SIGKILL, DIED, KILLS, 0.01), ("SIGSTOP", signal.SIGSTOP, STUCK, 12, 0.3)):
        settings = "count=4,picture=gray:84x84,sticky=0.25,seed=4,timeout=100"
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
            # A stopped worker that was killed before it got an order, and one lost again before it could tell, tell nothing.
            died, stuck = map(int, vector.control.ask("status"))
            workers = len(vector.workers())
        with Vector(HOST, GBA, settings) as vector:
            vector.reads(*READS)
            expected, _, _ = play_under(vector, None, len(seen), status)
        check(f"{name}: each of {len(seen)} steps is answered", not wrong, wrong[:3])
        equal(f"{name}: the other game's bytes", seen == expected[:len(seen)], True)
        replaced = died if status == DIED else stuck
        check(f"{name}: the answers tell", workers == 4 and 0 < lost <= replaced and (died == 0 or stuck == 0), (workers, lost, died, stuck))


def test_death_within_a_step():
    """The order of a worker that dies or stops is answered; the game then begins at its start."""
    with Vector(HOST, GBA, "count=2,timeout=200") as vector:
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


def test_ends():
    """Nothing is left: after a signal, `end`, the lease, and the death of the parent."""
    def check_gone(name: str, vector: Vector, workers: list[int], has_file: bool = False):
        gone = until(lambda: not any(map(is_alive, [vector.parent, *workers])))
        check(f"{name}: no process, no memory", gone and not blocks() & {vector.parent, *workers}, workers)
        equal(f"{name}: the socket's file", Path(vector.path).exists(), has_file)

    shared = set(os.listdir("/dev/shm"))
    for name in ("SIGTERM", "end", "lease", "SIGKILL", "SIGKILL with a client's request"):
        vector = Vector(HOST, GBA, "count=4")
        vector.step([0] * 4, 1)
        workers = vector.workers()
        if name == "SIGTERM":
            vector.process.terminate()
        elif name == "end":
            equal("end: ok", vector.control.ask("end"), [])
        elif name == "lease":
            vector.control.ask("lease 1")
        else:
            vector.send([0] * 4, 3600 if "request" in name else 1)
            vector.process.kill()
        code = vector.process.wait(30)
        equal(f"{name}: exit code", code, -9 if "KILL" in name else 0)
        check_gone(name, vector, workers, "KILL" in name)
        vector.end()
    equal("nothing in /dev/shm", set(os.listdir("/dev/shm")) - shared, set())


def test_lease():
    """Steps are use, and so are requests."""
    with Vector(HOST, GBA, "count=1", "--expire", "1") as vector:
        begin = time.monotonic()
        while time.monotonic() < begin + 2.5:
            vector.step([0], 1)
            time.sleep(0.05)
        check("lease: steps renew it", vector.process.poll() is None)
        while time.monotonic() < begin + 5:
            vector.control.ask("status")
            time.sleep(0.05)
        check("lease: requests renew it", vector.process.poll() is None)
        equal("lease: it ends", vector.process.wait(10), 0)


def test_killed_parent_is_replaced():
    """A socket that a killed parent left is taken over; one that is listened to isn't."""
    first = Vector(HOST, GBA, "count=1")
    again = [HOST, "--rom", GBA, "--vector", "count=1", "--control", first.path]
    refused = subprocess.run(again, capture_output=True, text=True, check=False)
    check("a socket in use", refused.returncode == 2 and "Address already in use" in refused.stderr, refused.stderr)
    first.process.kill()
    first.process.wait()
    with subprocess.Popen(again, stdout=subprocess.PIPE) as second:
        second.stdout.readline()
        control = Control(first.path)
        check("a socket that was left", len(control.ask("hello")) == 4)
        control.ask("end")
        second.wait(10)
        control.close()
    first.end()


if __name__ == "__main__":
    run_tests(globals())
