#!/usr/bin/env python3
"""Sends damaged requests of branches to the host: tests/emulator/fuzz_branches.py HOST SCRIPT ROM PLATFORM FIRST CASES.

Each is refused with a sentence, or runs. Prints "done" and counts, or "FAILED" and the number of the case.
"""

import random
import sys
import threading

from branch_process import Branches, movie, request

HOST, SCRIPT, ROM, PLATFORM = sys.argv[1:5]
FIRST, CASES = map(int, sys.argv[5:7])
WORDS = b"0 1 2 9 10 63 240 255 256 1023 1024 36000 36001 2000000 4294967295 99999999999999999999 -1 - any all eq:1 same still".split()
WORDS += b"changed is:0123456789abcdef [33554440]+4 [[[[1]]]] u8 i32 wram sram cart0 branch keys frames until value picture".split()
WORDS += b"achievement 0xH8000=1 A:0xX8000*2_0=5.9. 0x I:0xX8000_0xXffffffff=0 S settle read show keep run start load".split()
AT = 33554432 if PLATFORM == "GBA" else 49152
BRANCHES = [
    f"keys 0 1\nkeys 3 0\nframes 5\nread {AT} 64 -\nshow\nkeep\n",
    f"frames 1\nuntil all 20\nvalue {AT} u32 - ge:70 2 20\nvalue [{AT + 8}]+3 u8 - eq:3 1 9\npicture still 0 30 40 24 3 20\nsettle 2\n",
    "until any 20\nachievement I:0xX8008&33554431_d0xH8003=b0x 8004.3._R:fF8000>f1.5SC:0xL8000>~0xU8001_K:0xX8000*2_M:{recall}>h9.9. 20\n",
    f"until any 9\npicture changed 0 0 0 0 1 9\nvalue {AT} i16 - increased 1 9\nread [{AT + 8}]+0 16 -\nread 0 8192 wram\n",
]


def with_bytes(source: random.Random, content: bytes) -> bytes:
    content = bytearray(content)
    for _ in range(source.choice((1, 1, 2, 5, 40))):
        content[source.randrange(len(content))] = source.randrange(256)
    return bytes(content)


def with_cut(source: random.Random, content: bytes) -> bytes:
    first, last = sorted((source.randrange(len(content)), source.randrange(len(content))))
    return content[:first] + (content[last:] if source.random() < 0.5 else b"")


def with_line(source: random.Random, content: bytes) -> bytes:
    lines = content.split(b"\n")
    at = source.randrange(len(lines))
    if source.random() < 0.5:
        lines.insert(at, lines[source.randrange(len(lines))])
    else:
        lines[at], lines[at - 1] = lines[at - 1], lines[at]
    return b"\n".join(lines)


def with_word(source: random.Random, content: bytes) -> bytes:
    words = content.split(b" ")
    at = source.randrange(len(words))
    words[at] = source.choice(WORDS) + (b"\n" + words[at].partition(b"\n")[2] if b"\n" in words[at] else b"")
    return b" ".join(words)


def damaged(source: random.Random, state: bytes) -> bytes:
    branches = [source.choice(BRANCHES) for _ in range(source.randint(1, 4))]
    start = movie(PLATFORM, 20, "keys 3 c 1\nclock 5 1000000000\nreset 9\nkeys 12 b 0\n")
    load = state if source.random() < 0.4 else None
    ways = (with_bytes, with_cut, with_line, with_word)
    if source.random() < 0.25:
        start = source.choice(ways)(source, start)
    if load and source.random() < 0.7:
        load = with_bytes(source, load[:0x800]) + load[0x800:] if source.random() < 0.7 else source.choice(ways[:2])(source, load)
    if source.random() < 0.5:
        lines = [source.choice(ways)(source, branch.encode()).decode("latin-1") for branch in branches]
        return request(start, [], load)[:-4] + "".join(f"branch\n{each}" for each in lines).encode("latin-1") + b"run\n"
    content = request(start, branches, load)
    return content if source.random() < 0.2 else source.choice(ways[:3])(source, content)


def run() -> bool:
    refused = 0
    with Branches(HOST, SCRIPT, ROM) as process:
        state = process.ask(movie(PLATFORM, 30), ["frames 30\nkeep\n"])[0].state
    process = Branches(HOST, SCRIPT, ROM)
    for case in range(FIRST, FIRST + CASES):
        content = damaged(random.Random(case), state)
        # It may answer a part of it while the rest is being sent.
        sender = threading.Thread(target=lambda: (process.send(content), process.close_input()))
        sender.start()
        while (results := process.receive()) is not None:
            pass
        sender.join()
        errors = process.process.stderr.read().decode(errors="replace")
        code = process.end()
        # A damaged state may make mGBA loop, which the watchdog ends with 3.
        if code not in (0, 2, 3) or (code == 2 and not process.error) or "Sanitizer" in errors or "runtime error" in errors:
            print(f"FAILED case {case}: exit code {code}, {errors[-3000:]}")
            return False
        refused += code != 0
        process = Branches(HOST, SCRIPT, ROM)
    process.end()
    print(f"done {CASES} refused {refused}")
    return True


sys.exit(0 if run() else 1)
