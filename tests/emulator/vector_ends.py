#!/usr/bin/env python3
"""Tests how vectors end: tests/emulator/vector_ends.py HOST SCRIPT ROMS WORK [TEST]...

Prints lines that run.sh counts.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from vector_client import Control, Vector, check, equal, run_tests, until

HOST, _, ROMS, WORK = sys.argv[1:5]
GBA = f"{ROMS}/buttontest.gba"


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


def test_lease_waits_for_a_step():
    """A step that takes longer than the lease is answered first."""
    with Vector(HOST, GBA, "count=1,timeout=3000", "--expire", "1") as vector:
        os.kill(vector.workers()[0], signal.SIGSTOP)
        vector.send([0], 1)
        check("lease: a step that hangs is answered", vector.wait(20) and vector.answer(0)[0] == 2)
        equal("lease: it ends after the step", vector.process.wait(10), 0)


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
