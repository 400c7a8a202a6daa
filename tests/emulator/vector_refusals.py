#!/usr/bin/env python3
"""Tests wrong options and control requests of a vector: tests/emulator/vector_refusals.py HOST SCRIPT ROMS WORK [TEST]...

Prints lines that run.sh counts.
"""

import random
import resource
import socket
import subprocess
import sys
from pathlib import Path

from vector_client import Control, Refused, Vector, check, equal, refusal, run_tests

HOST, _, ROMS, WORK = sys.argv[1:5]
GBA = f"{ROMS}/buttontest.gba"


def test_options():
    """Each wrong setting gets a sentence."""
    settings = {
        "": "must be a list", "count": "must be a list", "count=0": "count must be a whole number from 1 to 256; got \"0\"",
        "count=257": "1 to 256", "count=1,count=x": "1 to 256", "picture=gray:84x84": "count is required",
        "fast=1": "Unknown setting \"fast\"", "count=1,picture=84x84": "picture must be gray",
        "count=1,picture=gray:0x84": "picture must be",
        "count=1,picture=gray:257x84": "256x224", "count=1,picture=rgb:84x225": "picture must be", "count=1,last=3": "1 to 2",
        "count=1,picture=rgb:84x84x": "picture must be", "count=1,sticky=1.1": "0 to 1", "count=1,sticky=nan": "0 to 1",
        "count=1,noops=3601": "0 to 3600", "count=1,seed=-1": "seed must be", "count=1,seed=9223372036854775808": "seed must be",
        "count=1,spin=1001": "0 to 1000", "count=1,timeout=99": "100 to 60000", "count=1," + "0" * 300: "at most 255"}
    cases = [(["--vector", text, "--control", f"{WORK}/c"], part) for text, part in settings.items()]
    one = ["--vector", "count=1"]
    cases += [(one, "--vector and --control"), (["--control", f"{WORK}/c"], "--vector and --control"),
              ([*one, "--control", f"{WORK}/c", "--branches"], "--vector can't be given with"),
              ([*one, "--control", f"{WORK}/" + "c" * 108], "1 to 107 bytes"), ([*one, "--control", ""], "1 to 107 bytes"),
              ([*one, "--control", f"{WORK}/none/c"], "No such file"),
              ([*one, "--control", f"{WORK}/plain"], "Address already in use")]
    # AddressSanitizer needs more address space than any limit.
    if b"__asan_init" not in Path(HOST).read_bytes():
        large = "count=256,picture=rgb:256x224"
        cases.append((["--vector", large, "--control", f"{WORK}/c", "--memory", "256"], "--memory must be larger"))
    wrong = []
    Path(f"{WORK}/plain").write_text("kept")
    for options, part in cases:
        ended = subprocess.run([HOST, "--rom", GBA, *options], capture_output=True, text=True, timeout=30, check=False)
        is_sentence = ended.stderr.startswith("mgba-host: ") and ended.stderr.endswith(".\n") and ended.stderr.count("\n") == 1
        if ended.returncode != 2 or part not in ended.stderr or not is_sentence:
            wrong.append((options, ended.returncode, ended.stderr))
    check(f"options: {len(cases)} wrong ones", not wrong, wrong[:2])
    check("options: no file is left", not Path(f"{WORK}/c").exists() and Path(f"{WORK}/plain").read_text() == "kept")


def test_no_memory():
    """Without room for the block there is a sentence at the start, and no crash later."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    command = [HOST, "--rom", GBA, "--vector", "count=8,picture=rgb:240x160", "--control", f"{WORK}/c"]
    ended = subprocess.run(command, preexec_fn=limit, capture_output=True, text=True, timeout=30, check=False)
    check("no room for the block", ended.returncode == 2 and "gives no shared memory of" in ended.stderr, ended.stderr)


def test_requests():
    """Each wrong request gets a sentence, and the connection goes on where that is possible."""
    with Vector(HOST, GBA, "count=2") as vector:
        control, wrong = vector.control, []
        cases = [
            ("", None, "Unknown request"), ("fly", None, "Unknown request \"fly\""), ("hello 1", None, "hello takes 0 words; got 1."),
            ("state", None, "state takes 1 words"), ("state 2", None, "game must be 0 to 1; got \"2\"."), ("state -1", None, "0 to 1"),
            ("state 1x", None, "0 to 1"), ("screen 99999999999", None, "0 to 1"), ("lease 604801", None, "0 to 604800"),
            ("start 1", None, "start takes 2 words; got 1."), ("start 1 2 3 4", None, "2 words; got 4."),
            ("start 16", b"", "start must be 0 to 15"), ("start 1", b"state", "mGBA refused the state"),
            ("start 1", random.Random(1).randbytes(400000), "mGBA refused the state"),
            ("start 1", bytes(2 << 20), "mGBA refused the state")]
        reads = {
            b"268435456 u8 -": "nothing is at 268435456 on the bus", b"33554432 u8": "domain must be", b"33554432": "type must be",
            b"33554432 u24 -": "type must be u8", b"x u8 -": "address must be", b"4294967296 u8 -": "address must be",
            b"[33554432 u8 -": "address must be", b"[33554432]+ u8 -": "address must be", b"[33554432] u8 wram": "domain must be",
            b"[" * 9 + b"33554432" + b"]" * 9 + b" u8 -": "address must be", b"0 u8 nowhere": "nothing is at 0 on nowhere",
            b"262141 u32 wram": "nothing is at", b"33554432 u8 -\n" * 65: "0 to 64 lines", b"\0": "lines of text",
            b"\n": "Read 0: address"}
        cases += [("reads", payload, part) for payload, part in reads.items()]
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


def random_request(source: random.Random) -> bytes:
    """Words and bytes that may make sense."""
    words = [source.choice((b"hello", b"start", b"reads", b"state", b"screen", b"status", b"", b"\0", source.randbytes(3)))]
    words += [source.choice((b"0", b"1", b"15", b"-1", b"4294967296", b"9" * 40, source.randbytes(2))) for _ in range(source.randrange(3))]
    reads = b"".join(source.choice((b"33554432", b"[", b"]", b"+", b"-", b" ", b"u8", b"i32", b"\n", b"4", b"wram")) for _ in range(20))
    payload = source.choice((b"", reads, source.randbytes(source.randrange(300)), b"33554432 u8 -\n" * 3))
    line = b" ".join(words) + (b" %d" % len(payload) if source.random() < 0.7 else b"")
    return line + source.choice((b"\n", b"\n", b"\n", b"\r\n", b"")) + payload + source.choice((b"\n", b"\n", b""))


def test_random_requests():
    """Random bytes end their own connection at most."""
    with Vector(HOST, GBA, "count=1") as vector:
        source = random.Random(11)
        for _ in range(400):
            other = Control(vector.path)
            other.socket.sendall(b"".join(random_request(source) for _ in range(source.randrange(1, 6))))
            other.socket.shutdown(socket.SHUT_WR)
            try:
                while other.socket.recv(1 << 16):
                    pass
            except ConnectionResetError:  # it didn't read everything
                pass
            other.close()
        vector.step([0], 1, resets=(0,))
        equal("random requests", (len(vector.control.ask("hello")), vector.answer(0)[0]), (4, 0))


if __name__ == "__main__":
    run_tests(globals())
