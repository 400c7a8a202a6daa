#!/usr/bin/env python3
"""Tests control requests of a vector: tests/emulator/vector_control.py HOST SCRIPT ROMS WORK [TEST]...

Prints lines that run.sh counts.
"""

import os
import random
import resource
import signal
import socket
import sys
import threading
import zlib
from pathlib import Path

from vector_client import Control, Refused, Vector, check, equal, random_keys, refusal, run_tests

HOST, SCRIPT, ROMS, WORK = sys.argv[1:5]
GBA, GB = f"{ROMS}/buttontest.gba", f"{ROMS}/gb/buttontest.gb"


def test_game():
    """What the bridge finds a game's states by."""
    for path, platform in ((GBA, "GBA"), (GB, "GB")):
        rom = Path(path).read_bytes()
        title = rom[0xA0:0xAC] if platform == "GBA" else rom[0x134:0x144]
        with Vector(HOST, path, "count=1") as vector:
            words, name = vector.control.ask_bytes("game")
            expected = [platform, f"{zlib.crc32(rom):08X}", str(len(name))]
            equal(f"game: {platform}", (words, name), (expected, title.split(b"\0")[0].rstrip()))
            equal("game: then another request", len(vector.control.ask("hello")), 4)


def test_connections():
    """Four at a time; requests in pieces and in one piece; clients that leave within a request."""
    with Vector(HOST, GBA, "count=1") as vector:
        controls = [vector.control] + [Control(vector.path) for _ in range(3)]
        equal("connections: four", [len(each.ask("hello")) for each in controls], [4] * 4)
        fifth = Control(vector.path)
        fifth.socket.sendall(b"hello\n")
        fifth.socket.settimeout(0.3)
        try:
            check("connections: a fifth waits", not fifth.socket.recv(1))
        except TimeoutError:
            pass
        fifth.socket.settimeout(60)
        controls.pop().close()
        equal("connections: it is served then", len(fifth.receive()), 4)
        for byte in b"status\n":
            fifth.socket.sendall(bytes([byte]))
        equal("connections: in pieces", fifth.receive(), ["0", "0"])
        fifth.socket.sendall(b"hello\nstatus\nstate 0\nstatus\n")
        equal("connections: many at once", [len(fifth.receive()), fifth.receive()], [4, ["0", "0"]])
        size = int(fifth.receive()[0])
        equal("connections: a state between", (len(fifth.file.read(size + 1)), fifth.receive()), (size + 1, ["0", "0"]))
        for content in (b"sta", b"start 1 500000\nhalf", b"state 0\nstate 0\n"):
            controls.pop().close()
            controls.append(Control(vector.path))
            controls[-1].socket.sendall(content)
        controls.pop().close()
        vector.step([0], 1)
        equal("connections: the vector goes on", (vector.answer(0)[:2], len(fifth.ask("hello"))), ((0, 1), 4))
        check("connections: for the own user alone", os.stat(vector.path).st_mode & 0o77 == 0)
        fifth.close()


def test_descriptor():
    """Each `hello` brings a descriptor of the block, and leaves none open in the parent."""
    with Vector(HOST, GBA, "count=1") as vector:
        before = len(os.listdir(f"/proc/{vector.parent}/fd"))
        for _ in range(3):
            vector.control.socket.sendall(b"hello\n")
            line, descriptors, _, _ = socket.recv_fds(vector.control.socket, 255, 2)
            equal("descriptor: one", (line[:3], len(descriptors)), (b"ok ", 1))
            is_same = os.path.samestat(os.fstat(descriptors[0]), os.stat(vector.block_path))
            check("descriptor: of the block", is_same)
            os.close(descriptors[0])
        vector.control.socket.sendall(b"status\n")
        equal("descriptor: not with others", socket.recv_fds(vector.control.socket, 255, 2)[:2], (b"ok 0 0\n", []))
        equal("descriptor: none stays", len(os.listdir(f"/proc/{vector.parent}/fd")), before)


def processor_seconds(pid: int) -> float:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def test_no_descriptor():
    """A parent without a descriptor for a client takes it later, and doesn't look again and again in between."""
    with Vector(HOST, GBA, "count=1,timeout=60000") as vector:
        before = resource.prlimit(vector.parent, resource.RLIMIT_NOFILE)
        used = max(int(each) for each in os.listdir(f"/proc/{vector.parent}/fd")) + 1
        resource.prlimit(vector.parent, resource.RLIMIT_NOFILE, (used, before[1]))
        waiting = Control(vector.path)
        waiting.socket.sendall(b"status\n")
        waiting.socket.settimeout(2)
        began = processor_seconds(vector.parent)
        try:
            check("no descriptor: the client waits", not waiting.socket.recv(1))
        except TimeoutError:
            pass
        spent = processor_seconds(vector.parent) - began
        check("no descriptor: the parent rests", spent < 0.2, f"{spent} s of 2")
        resource.prlimit(vector.parent, resource.RLIMIT_NOFILE, before)
        waiting.socket.settimeout(60)
        equal("no descriptor: the client is served later", waiting.receive(), ["0", "0"])
        waiting.close()


def test_starts():
    """Starts change between steps; power-on comes back; states are taken out and put in."""
    for rom, address in ((GBA, 33554432), (GB, 49152)):
        with Vector(HOST, rom, "count=2,picture=gray:84x84") as vector:
            vector.reads(f"{address} u32 -", f"{address + 32} u16 -")
            source = random.Random(4)
            first = [random_keys(source, 2) for _ in range(20)]
            for keys in first:
                vector.step(keys, 2)
            words, state = vector.control.ask_bytes("state 1")
            for start in (5, 0, 15):
                vector.control.ask(f"start {start}", state)
            follow = [random_keys(source, 2) for _ in range(10)]
            runs = []
            for start in (5, 0, 15, 5):
                for i, keys in enumerate(follow):
                    vector.step([keys[0]] * 2, 3, resets=(0, 1) if i == 0 else (), start=start)
                runs.append(vector.answers())
            is_equal = all(run == runs[0] for run in runs) and runs[0][0] == runs[0][1]
            check(f"starts: equal, {Path(rom).name}", is_equal, [run[0][:3] for run in runs])
            equal(f"starts: frames go on, {Path(rom).name}", runs[0][0][1], 40 + 30)
            vector.control.ask("start 0", b"")
            vector.step([0, 0], 7, resets=(0, 1))
            equal(f"starts: power-on, {Path(rom).name}", [vector.answer(game)[1] for game in range(2)], [7, 7])


def test_changes_within_steps():
    """Starts, reads, states and pictures while steps run and workers die: each request and each step ends."""
    with Vector(HOST, GBA, "count=3,picture=gray:84x84,timeout=500") as vector:
        vector.step([0] * 3, 60)
        state = vector.control.ask_bytes("state 0")[1]
        vector.control.ask("start 1", state)
        ended, errors, counts = threading.Event(), [], {}
        lines = [b"33554432 u32 -\n" * count for count in (0, 1, 64)]

        def ask():
            source, control = random.Random(6), Control(vector.path)
            while not ended.is_set():
                kind = source.choice(("start", "reads", "state", "screen"))
                counts[kind] = counts.get(kind, 0) + 1
                try:
                    if kind == "start":
                        control.ask("start 1", state)
                    elif kind == "reads":
                        control.ask("reads", source.choice(lines))
                    else:
                        control.ask_bytes(f"{kind} {source.randrange(3)}")
                except Refused as refused:
                    # Processes that try a state die too.
                    if "may have died" not in str(refused) and "can't run this state" not in str(refused):
                        errors.append(str(refused))
            control.close()

        thread, source, statuses = threading.Thread(target=ask), random.Random(7), {}
        thread.start()
        for i in range(1500):
            if i % 10 == 0:
                try:
                    os.kill(source.choice(vector.workers()), signal.SIGKILL if i % 300 else signal.SIGSTOP)
                except (IndexError, ProcessLookupError):
                    pass
            resets = [game for game in range(3) if source.random() < 0.1]
            vector.send(random_keys(source, 3), source.choice((1, 2, 30)), resets=resets, start=1)
            if not vector.wait():
                errors.append(f"step {i} doesn't end")
                break
            for answer in vector.answers():
                statuses[answer[0]] = statuses.get(answer[0], 0) + 1
        ended.set()
        thread.join(60)
        check("changes within steps", not errors and not thread.is_alive() and min(counts.values()) > 5, (errors[:3], counts, statuses))
        check("changes within steps: losses are told", set(statuses) <= {0, 1, 2} and statuses[1] > 20, statuses)


def test_damaged_states():
    """Damaged states are refused or run; the vector and its games go on."""
    for rom in (GBA, GB):
        with Vector(HOST, rom, "count=2,timeout=500") as vector:
            vector.may_crash = True
            vector.step([0, 0], 30)
            state, source, accepted = vector.control.ask_bytes("state 0")[1], random.Random(rom), 0
            for _ in range(60):
                damaged = bytearray(state)
                for _ in range(source.choice((1, 10, 1000))):
                    damaged[source.randrange(source.choice((0x400, len(damaged))))] = source.randrange(256)
                damaged = damaged[:source.choice((len(damaged), source.randrange(len(damaged))))]
                if refusal(vector.control, "start 1", bytes(damaged)).startswith("ok"):
                    accepted += 1
                    vector.send([0, 0], 10, resets=(0,), start=1)
                    assert vector.wait()
            vector.step([0, 0], 5, resets=(0, 1))
            check(f"damaged states, {Path(rom).name}: {accepted} accepted", [vector.answer(game)[:2] for game in range(2)] == [(0, 5)] * 2)


def test_largest_vector():
    """256 games, and the largest picture."""
    with Vector(HOST, GB, "count=256,picture=rgb:256x224,spin=0", "--memory", "2048") as vector:
        vector.reads(*["49152 u32 -"] * 64)
        vector.step([0] * 256, 10)
        equal("256 games", {vector.answer(game)[:3] + vector.answer(game)[3][:1] for game in range(256)}, {(0, 10, 0, 8)})


if __name__ == "__main__":
    run_tests(globals())
