#!/usr/bin/env python3
"""Tests wrong requests of branches: tests/emulator/branch_refusals.py HOST SCRIPT ROM. Prints lines that run.sh counts."""

import sys

from branch_process import Branches, movie, request

START = movie("GBA", 2)
HEAD = b"start %d\n%s\n" % (len(START), START)
VALUE = "value 33554432 u8 - eq:1 1 9\n"

# Whole requests, and a part of the error.
REQUESTS = [
    ("", "line 1: The first line must be start"),
    ("start", "line 1: size must be 1 to 33554432"),
    ("start 0", "line 1: size must be"),
    ("start 99999999999", "line 1: size must be"),
    ("start 33554433", "line 1: size must be"),
    ("start 3\nabcd", "line 1: A line feed must follow the 3 bytes"),
    ("start 9\nabc", "line 1: The request is cut off"),
    ("start 3\nabc\nrun", "line 1: The movie can't be played: line 1: "),
    ("s" * 1151, "line 1: The first line"),
    ("s" * 1152, "line 1: A line must have at most 1151 bytes"),
    ("start \x01", "line 1: A line must be printable ASCII"),
    ("starts 3", "line 1: The first line must be start"),
]

# What follows the start.
LINES = [
    ("frames 1", "line 2: The line must be one of a request"),
    ("branch\nload 3\nabc", "line 3: The line must be one of a request"),
    ("load 3\nabc\nrun", "line 2: A state of this console must have"),
    ("load 2097153", "line 2: size must be 1 to 2097152"),
    ("branch 1", "line 2: branch takes no argument"),
    ("branch\n" * 257, "line 258: A request must have at most 256 branches"),
    ("branch\ndance", "line 3: The line must be one of a request"),
    ("branch\nkeys 0", "line 3: keys must be"),
    ("branch\nkeys 0 1024", "line 3: keys must"),
    ("branch\nkeys -1 0", "line 3: keys must be"),
    ("branch\nkeys 108001 0", "line 3: keys must"),
    ("branch\nkeys 1 0 ", "line 3: keys"),
    ("branch\nkeys 3 0\nkeys 3 1", "line 4: The frame must be after"),
    ("branch\nframes 36001", "line 3: frames must be 0 to 36000"),
    ("branch\nframes 1\nframes 1", "line 4: The lines of a branch must be in order"),
    ("branch\nframes 1\nkeys 0 1", "line 4: The lines of a branch must be in order"),
    ("branch\nuntil some 3", "line 3: until must be any or all"),
    ("branch\nuntil any 0", "line 3: until must"),
    ("branch\nuntil any 36001", "line 3: until must"),
    ("branch\nuntil any 3\nrun", "line 4: The branch before must have a condition"),
    ("branch\n" + VALUE, "line 3: A condition must follow until"),
    ("branch\nuntil any 9\n" + VALUE * 17, "line 20: A branch must have at most 16 conditions"),
    ("branch\nsettle 36001", "line 3: settle must be"),
    ("branch\nshow 1", "line 3: show takes no"),
    ("branch\nkeep 1", "line 3: keep takes no"),
    ("branch\n" + "read 33554432 1 -\n" * 257, "line 259: A branch must have at most 256 reads"),
    ("branch\nframes 36000\n" * 56 + "run", "line 114: All branches must have at most 2000000 frames together"),
    ("branch\nframes 1\nrun\x00", "line 4: A line must be printable ASCII"),
    ("branch", "line 3: The request is cut off"),
]

# After `until any 9`.
CONDITIONS = [
    ("value 33554432 u8 - eq:1 1", "line 4: The line must be value, address"),
    ("value  33554432 u8 - eq:1 1 9", "line 4: The line must be value, address"),
    ("value 33554432 u8 - eq:1 1 10", "line 4: timeout must be 1 to 9"),
    ("value 33554432 u8 - eq:1 0 9", "line 4: frames must be 1 to 36000"),
    ("value 33554432 u9 - eq:1 1 9", "line 4: type must be"),
    ("value 33554432 u8 - equal 1 9", "line 4: condition must be"),
    ("value 33554432 u8 - eq:256 1 9", "line 4: condition must be"),
    ("value 33554432 u8 nowhere eq:1 1 9", "line 4: domain must be one of"),
    ("value 16777216 u8 - eq:1 1 9", "line 4: Nothing is at"),
    ("value [[[[[[[[[1]]]]]]]]] u8 - eq:1 1 9", "line 4: address must be"),
    (VALUE + "value 1 u8 - x 1 9", "line 5: "),
    ("picture moving 0 0 0 0 1 9", "line 4: kind must be"),
    ("picture is:12 0 0 0 0 1 9", "line 4: kind must be"),
    ("picture still 240 0 1 1 1 9", "line 4: x must be 0 to 239"),
    ("picture still 1 0 240 1 1 9", "line 4: x + width must be"),
    ("picture still 0 160 1 1 1 9", "line 4: y must be"),
    ("picture still 0 1 1 160 1 9", "line 4: y + height must be"),
    ("picture still 0 0 1 0 1 9", "line 4: width and height must both"),
    ("picture still 0 0 0 0 1 9 9", "line 4: The line must be picture"),
    ("achievement 0xH8000=1", "line 4: The line must be achievement"),
    ("achievement 9", "line 4: The line must be achievement"),
    ("achievement 0xH8000=1 10", "line 4: timeout must be 1 to 9"),
    ("achievement 0xH8000 = 1 9", "line 4: achievement must have an operator at character 8"),
    ("achievement 0xH58000=1 9", "line 4: achievement must have an address of 0x0 to 0x57FFF at character 1"),
    ("achievement " + "0xH8000=1_" * 102 + "0x8000=1 9", "line 4: achievement must have 1 to 1024 bytes; got 1028"),
]

READS = [
    ("read 33554432 0 -", "line 4: length must be 1 to 1048576"),
    ("read 33554432 1048577 -", "line 4: length must be"),
    ("read 33554432 1", "line 4: The line must be read"),
    ("read 33816575 2 -", "line 4: 2 bytes from"),
    ("read 0 1 nowhere", "line 4: domain must be"),
    ("read x 1 -", "line 4: address must be"),
    ("read [33554440] 4 wram", "line 4: domain must be empty"),
    ("read 0 262144 wram\n" * 64 + "read 0 1 wram", "line 68: The reads of a branch must have at most 16777216 bytes"),
]

NOWHERE = " ".join(f"{name}={0:016x}" for name in ("palette", "vram", "oam", "iwram", "wram"))
WHOLE = [
    ("a movie of another console", request(movie("GB", 2), []), "line 1: The movie can't be played: line 1: The movie is one of"),
    ("a movie that goes another way", request(movie("GBA", 2, f"hash 1 {NOWHERE}\n"), []), "line 1: The game went another way"),
    ("a state of another game", request(START, [], b"\0" * 0x61000), "line 2: The payload is no save state"),
]


def refuse(name: str, content: bytes, sentence: str):
    with Branches(*sys.argv[1:4]) as process:
        process.send(content)
        process.close_input()
        results = process.receive()
        code = process.end()
    is_refused = results is None and sentence in (process.error or "") and code == 2
    why = f"{process.error}, exit code {code}".replace("\n", " ")
    print(f"ok {name}" if is_refused else f"FAILED {name}: {why}", flush=True)


for table, head, tail in ((REQUESTS, b"", ""), (LINES, HEAD, ""), (CONDITIONS, HEAD + b"branch\nuntil any 9\n", "\nrun"),
                          (READS, HEAD + b"branch\nframes 1\n", "\nrun")):
    for lines, expected in table:
        refuse(f"branches refuse a request: {expected}", head + f"{lines.rstrip(chr(10))}{tail}\n".encode(), expected)
for what, whole, expected in WHOLE:
    refuse(f"branches refuse {what}", whole, expected)
