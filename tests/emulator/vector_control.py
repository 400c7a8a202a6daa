#!/usr/bin/env python3
"""Tests options and control requests of a vector: tests/emulator/vector_control.py HOST SCRIPT ROMS WORK [TEST]...

Prints lines that run.sh counts.
"""

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

from vector_client import Control, Refused, Vector, check, equal, random_keys, run_tests

HOST, SCRIPT, ROMS, WORK = sys.argv[1:5]
GBA, GB = f"{ROMS}/buttontest.gba", f"{ROMS}/gb/buttontest.gb"
STATE_MAX = 2 << 20


def refusal(control: Control, line: str, payload: bytes | None = None) -> str:
    try:
        return f"ok {control.ask(line, payload)}"
    except Refused as refused:
        return str(refused)


def test_options():
    """Each wrong setting gets a sentence."""
    settings = {"": "must be a list", "count": "must be a list", "count=0": "count must be a whole number from 1 to 256; got \"0\"",
                "count=257": "1 to 256", "count=1,count=x": "1 to 256", "picture=gray:84x84": "count is required", "fast=1": "Unknown setting \"fast\"",
                "count=1,picture=84x84": "picture must be gray", "count=1,picture=gray:0x84": "picture must be", "count=1,picture=gray:257x84": "256x224",
                "count=1,picture=rgb:84x225": "picture must be", "count=1,picture=rgb:84x84x": "picture must be", "count=1,last=3": "1 to 2",
                "count=1,sticky=1.1": "0 to 1", "count=1,sticky=nan": "0 to 1", "count=1,noops=3601": "0 to 3600", "count=1,seed=-1": "seed must be",
                "count=1,seed=9223372036854775808": "seed must be", "count=1,spin=1001": "0 to 1000", "count=1,timeout=99": "100 to 60000",
                "count=1," + "0" * 300: "at most 255"}
    cases = [(["--vector", text, "--control", f"{WORK}/c"], part) for text, part in settings.items()]
    one = ["--vector", "count=1"]
    cases += [(one, "--vector and --control"), (["--control", f"{WORK}/c"], "--vector and --control"),
              ([*one, "--control", f"{WORK}/c", "--branches"], "--vector can't be given with"),
              ([*one, "--control", f"{WORK}/" + "c" * 108], "1 to 107 bytes"), ([*one, "--control", ""], "1 to 107 bytes"),
              ([*one, "--control", f"{WORK}/none/c"], "No such file"), ([*one, "--control", f"{WORK}/plain"], "Address already in use"),
              (["--vector", "count=256,picture=rgb:256x224", "--control", f"{WORK}/c", "--memory", "256"], "--memory must be larger")]
    wrong = []
    Path(f"{WORK}/plain").write_text("kept")
    for options, part in cases:
        ended = subprocess.run([HOST, "--rom", GBA, *options], capture_output=True, text=True, timeout=30, check=False)
        is_sentence = ended.stderr.startswith("mgba-host: ") and ended.stderr.endswith(".\n") and ended.stderr.count("\n") == 1
        if ended.returncode != 2 or part not in ended.stderr or not is_sentence:
            wrong.append((options, ended.returncode, ended.stderr))
    check(f"options: {len(cases)} wrong ones", not wrong, wrong[:2])
    check("options: no file is left", not Path(f"{WORK}/c").exists() and Path(f"{WORK}/plain").read_text() == "kept")


def test_requests():
    """Each wrong request gets a sentence, and the connection goes on where that is possible."""
    with Vector(HOST, GBA, "count=2") as vector:
        control, wrong = vector.control, []
        cases = [("", None, "Unknown request"), ("fly", None, "Unknown request \"fly\""), ("hello 1", None, "hello takes 0 words; got 1."),
                 ("state", None, "state takes 1 words"), ("state 2", None, "game must be 0 to 1; got \"2\"."), ("state -1", None, "0 to 1"),
                 ("state 1x", None, "0 to 1"), ("screen 99999999999", None, "0 to 1"), ("lease 604801", None, "0 to 604800"),
                 ("start 1", None, "start takes 2 words; got 1."), ("start 1 2 3 4", None, "2 words; got 4."), ("start 16", b"", "start must be 0 to 15"), ("start 1", b"state", "mGBA refused the state"),
                 ("start 1", random.Random(1).randbytes(400000), "mGBA refused the state"), ("start 1", bytes(STATE_MAX), "mGBA refused the state"),
                 ("reads", b"268435456 u8 -", "nothing is at 268435456 on the bus"), ("reads", b"33554432 u8", "domain must be"), ("reads", b"33554432", "type must be"),
                 ("reads", b"33554432 u24 -", "type must be u8"), ("reads", b"x u8 -", "address must be"), ("reads", b"4294967296 u8 -", "address must be"),
                 ("reads", b"[33554432 u8 -", "address must be"), ("reads", b"[33554432]+ u8 -", "address must be"),
                 ("reads", b"[" * 9 + b"33554432" + b"]" * 9 + b" u8 -", "address must be"), ("reads", b"[33554432] u8 wram", "domain must be"),
                 ("reads", b"0 u8 nowhere", "nothing is at 0 on nowhere"), ("reads", b"262141 u32 wram", "nothing is at"),
                 ("reads", b"33554432 u8 -\n" * 65, "0 to 64 lines"), ("reads", b"\0", "lines of text"), ("reads", b"\n", "Read 0: address")]
        for line, payload, part in cases:
            sentence = refusal(control, line, payload)
            if part not in sentence or not sentence.endswith("."):
                wrong.append((line, sentence))
        check(f"requests: {len(cases)} wrong ones", not wrong, wrong[:3])
        deepest = b"[" * 8 + b"33554440" + b"]" * 8 + b" u8 -\n"
        for payload in (b"", b"33554432 u8 -\n" * 64, deepest, b"33554432 u8 -", b"[33554440]-4294967295 i8 -\n"):
            equal(f"requests: reads of {len(payload)} bytes", refusal(control, "reads", payload), "ok []")
        for content in (b"start 1 2097153\n", b"reads 16385\n", b"reads x\n", b"h" * 256, b"start 1 1\nxx"):
            other = Control(vector.path)
            other.socket.sendall(content)
            try:
                other.receive()
                check("requests: one that can't go on", False, content)
            except Refused as refused:
                check(f"requests: {content[:20]} ends the connection", other.file.read() == b"" and str(refused).endswith("."), refused)
            other.close()
        equal("requests: the vector goes on", len(control.ask("hello")), 4)


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
            check(f"starts: equal, {Path(rom).name}", all(run == runs[0] for run in runs) and runs[0][0] == runs[0][1], [run[0][:3] for run in runs])
            equal(f"starts: frames go on, {Path(rom).name}", runs[0][0][1], 40 + 30)
            vector.control.ask("start 0", b"")
            vector.step([0, 0], 7, resets=(0, 1))
            equal(f"starts: power-on, {Path(rom).name}", [vector.answer(game)[1] for game in range(2)], [7, 7])


def test_changes_within_steps():
    """Starts, reads, states and pictures while steps run and workers die: each request and each step ends."""
    with Vector(HOST, GBA, "count=3,picture=gray:84x84,timeout=500") as vector:
        vector.step([0] * 3, 60)
        state = vector.control.ask_bytes("state 0")[1]
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
            vector.send(random_keys(source, 3), source.choice((1, 2, 30)), resets=[game for game in range(3) if source.random() < 0.1], start=1)
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
