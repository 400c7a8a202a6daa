#!/usr/bin/env python3
"""Tests achievements as conditions of branches: tests/emulator/achievements.py HOST SCRIPT ROMS WORK. WORK has the ROMs that run.sh made.

Another evaluator (achievement_model.py) must find the same frames. Prints lines that run.sh counts.
"""

import random
import re
import struct
import sys
from pathlib import Path

import achievement_model as model
from achievement_strings import Strings
from branch_process import Branches, movie

HOST, SCRIPT, ROMS, WORK = sys.argv[1:5]
GBA, GB, COLOR = f"{ROMS}/buttontest.gba", f"{ROMS}/gb/buttontest.gb", f"{WORK}/color.gbc"
START, FRAMES = 60, 120  # frames before the branches begin, and in them
TOGETHER = 16  # achievements of a branch

# 1.5 and -0.1 in each form of a number with a fraction; nothing else is there.
NUMBERS = [struct.pack("<f", value) for value in (1.5, -0.1)] + [struct.pack(">f", value) for value in (1.5, -0.1)]
NUMBERS += [struct.pack("<d", value)[4:] for value in (1.5, -0.1)] + [struct.pack(">d", value)[:4] for value in (1.5, -0.1)]
NUMBERS += [bytes([0x81, 0x40, 0, 0]), bytes([0, 0, 0x40, 0x81]), bytes([0x7D, 0xCC, 0xCC, 0xCD]), bytes([0xCD, 0xCC, 0xCC, 0x7D])]
# For b0x, which reads bytes as decimal digits, and ~0x, which inverts them.
DECIMALS = bytes([0x42, 0x99, 0x10, 0x07, 0xF3, 0x80, 0x01, 0xFE])

# In the style of public achievements; {f} is the address of the frames' counter, {b} of the first button's, {p} of the pointer,
# {o} what is added behind it, {n} of the numbers, {d} of the decimals.
WRITTEN = """
0x {b}=1_d0x {b}=0
0x {b}>d0x {b}
0x {b}>d0x {b}.3.
d0x {b}=p0x {b}
p0x {b}<0x {b}
0xX{f}>=h50
0xH{f}=100
0xH{f}=0.1.S0xH{f}=90S0xH{f}=95
S0xH{f}=90S0xH{f}=85
0xM{f}=1_0xN{f}=0_0xO{f}=1_0xP{f}=0_0xQ{f}=1
0xR{f}=1_0xS{f}=1_0xT{f}=0
0xL{f}=9_0xU{f}=5
d0xU{f}!=0xU{f}
p0xL{f}=3_0xU{f}=6
0xK{f}=6
b0xH{f}=66_0xH{f}>98
~0xH{f}=150
~0xL{f}=3
~0xM{f}=0
~0xU{f}=9_~0xL{f}=0
0xI{f}>=h6400
0xJ{f}>h700000
0xG{f}>=2013265920
0xW{f}=120
b0xX{d}=7109942_b0x {d}=9942_b0xI{d}=4299_b0xG{d}=42991007_b0xW{d}=109942_b0xJ{d}=429910
~0x {d}=h66BD_~0xW{d}=hEF66BD_~0xX{d}=hF8EF66BD
fF{n}=f1.5_fB{n8}=f1.5_fH{n16}=f1.5_fI{n24}=f1.5_fM{n32}=f1.5_fL{n36}=f1.5
fF{n4}=f-0.1_fB{n12}=f-0.1_fH{n20}<f-0.09_fI{n28}<f-0.09_fM{n40}>f0.09_fL{n44}>f0.09
A:0xH{f}*f0.25_fF{n}>f25.1
A:0xH{f}_B:fF{n}_fB{n12}>=f100.4
fF{n}<2_fF{n}>1
R:0x {b}>d0x {b}_0xH{f}>0.30.
R:0xU{f}=6_0xH{f}!=0.12.
P:0x {b}=0_0xH{f}>0.10.
P:0xN{f}=1_0xH{f}>0.25.
P:0xH{f}>0.20._0=0
C:0x {b}>0_0xM{f}=1.40.
C:0xM{f}=1_C:0xN{f}=1_0=1.70.
C:0xM{f}=1_D:0xN{f}=1_0xO{f}=1.10.
N:0xM{f}=1_N:0xN{f}=1_0xO{f}=1.3.
O:0xM{f}=1_O:0xN{f}=1_0xO{f}=1.30.
N:0xH{f}>70_O:0xH{f}>90_0xN{f}=1.6.
Z:0xL{f}=0_0xH{f}>0.14.
Z:0xL{f}=0_0xH{f}>0.16.
Z:0xL{f}=0_N:0xH{f}>0.2._0xM{f}=1.5.
Z:0xL{f}=0.4._0xH{f}>0.60.
M:0xH{f}>0.33.
G:0xH{f}>=111
M:0xH{f}>0.33._Q:0xM{f}=1
M:0xH{f}>=90S0xM{f}=1S0xM{f}=0
T:0xH{f}=99_0xH{f}>0.20.
I:0xX{p}&33554431_0xH{o}3=3
I:0x {p}_0xH{o}3=3_I:0x {p}_d0xH{o}4=4_I:0x {p}_0xH{o}5>d0xH{o}4
I:0x {p}_I:0xH{o}2_0xH{o}1=0_0xH{f}=h70
A:0xH{f}_A:0xH{f}*2_B:0xH{f}/2_0=h120
B:0xH{f}_0=v-80
A:0xH{f}%10_0=7
A:0xH{f}^255_A:0xH{f}&15_0xL{f}=166
A:0xH{f}-80_B:d0xH{f}+1_0xH{f}<20
A:d0xH{f}_d0xH{f}=180
A:p0xU{f}_p0xU{f}=12
K:0xH{f}*3_{{recall}}=270
K:0xH{f}*3_A:{{recall}}-70_{{recall}}>600
K:0xX{p}&33554431_I:{{recall}}+{o2}_0xH3=3
K:0xH{f}_P:{{recall}}<100_0xH{f}>0.2.
A:0xH{f}/0_1=1
1=0
0=1.0.
I:0xX{f}*65536_0xH57fff=0.3.
d0xX{f}<0xX{f}.100._R:0x {b}>5
N:d0x {b}=0_0x {b}=1_R:0xH{f}>200_P:0x {b}>9
""".strip().split("\n")


def check(name: str, holds: bool, why: object = "it doesn't hold"):
    print(f"ok {name}" if holds else f"FAILED {name}: {why}".replace("\n", " "), flush=True)


def places(base: int, numbers: int, offset: int) -> dict:
    names = {"f": base, "b": base + 32, "p": base + 8, "n": numbers, "d": numbers + 64}
    names |= {f"n{skip}": numbers + skip for skip in range(4, 48, 4)}
    return {name: f"{value:04x}" for name, value in names.items()} | {"o": f"{offset:x}"[:-1], "o2": f"{offset}"}


class Game:
    """A ROM, and its memory on the line of RetroAchievements in each frame of a branch."""

    def __init__(self, rom: str, platform: str, numbers: int, writes: str = ""):
        self.source, self.platform, self.rom = random.Random(f"achievements {Path(rom).name}"), platform, rom
        content = b"".join(NUMBERS).ljust(64, b"\0") + DECIMALS
        writes += "".join(f"bus {START - 20} b 1 {numbers + i} {byte}\n" for i, byte in enumerate(content))
        lines = sorted(writes.splitlines(), key=lambda line: int(line.split()[1]))
        self.start = movie(platform, START, "".join(f"{line}\n" for line in lines))
        frames = sorted(self.source.sample(range(FRAMES), 14))
        self.keys = "".join(f"keys {frame} {self.source.randrange(1024) & 0x3F3 if i % 2 else 1}\n" for i, frame in enumerate(frames))

    def record(self, process: Branches):
        reads = ["read 0 32768 iwram", "read 0 262144 wram", "read 0 32768 sram"]
        if self.platform == "GB":
            wram, sram = (0x8000, 0x8000) if self.rom == COLOR else (0x2000, 0x2000)
            reads = ["read 0 32768 -", "read 32768 8192 -", f"read 0 {sram} sram", f"read 0 {wram} wram", "read 65024 160 -",
                     "read 65280 128 -", "read 65408 127 -", "read 65535 1 -"]
        lines = "\n".join(reads)
        results = process.ask(self.start, [f"{self.keys}frames {frame}\n{lines}\n" for frame in range(FRAMES + 1)])
        self.looks = [self.line(result.reads) for result in results]

    def line(self, reads: list[bytes]) -> bytes:
        if self.platform == "GBA":
            return b"".join(reads)
        rom, video, sram, wram, sprites, registers, high, last = reads
        bus = rom + video + sram[:0x2000] + wram[:0x2000] + wram[:0x1E00] + sprites.ljust(256, b"\0") + registers + high + last
        return bus + wram[0x2000:].ljust(0x6000, b"\0") + sram[0x2000:]

    def compare(self, process: Branches, name: str, texts: list[str]):
        """Compares in which frame each achievement first holds."""
        branches, expected = [], []
        for at in range(0, len(texts), TOGETHER):
            part, begin = texts[at:at + TOGETHER], self.source.choice((0, 0, 0, 1, 7))
            timeout = FRAMES - begin if at % 3 else self.source.randint(1, FRAMES - begin)
            looks = [self.looks[0]] + self.looks[begin:begin + timeout + 1]
            first = [model.first_hold(text, looks) for text in part]
            expected += [(text, None if frame is None else begin + frame) for text, frame in zip(part, first)]
            conditions = "".join(f"achievement {text} {timeout}\n" for text in part)
            branches.append(f"{self.keys}frames {begin}\nuntil all {timeout}\n{conditions}")
        results = process.ask(self.start, branches)
        actual = [(text, results[at // TOGETHER].held.get(at % TOGETHER)) for at, text in enumerate(texts)]
        wrong = [pair for pair in zip(actual, expected) if pair[0] != pair[1]]
        check(f"achievements: {len(texts)} {name}", not wrong, f"{len(wrong)} differ: {wrong[:3]}")
        return [frame for _, frame in actual]


def used(texts: list[str]) -> set[str]:
    """Flags, operators, sizes, prefixes and forms of constants that occur."""
    found = set()
    for text in texts:
        found |= {flag.upper() for flag in re.findall(r"(?:^|[_S])([a-zA-Z]:)", text)}
        for part in (part for group in model.parse(text) for part in group):
            found |= {part["operator"]}
            for operand in (part["left"], part["right"]):
                match = model.MEMORY.fullmatch(operand or "0")
                is_memory = match and not re.fullmatch(r"f[+-]?\d*\.\d+", operand)
                found |= {match["size"].lower(), match["prefix"].lower()} if is_memory else {(operand or "0")[0].lower()}
    return found


ALL = {f"{flag}:" for flag in "PRZABCDNOIMGQTK"} | set(model.COMPARISONS) | set("*/&^%+-") | set("dpb~") | set("hvf{0")
ALL |= {f"0x{size}" for size in " hxwijgluk"} | {f"0x{bit}" for bit in "mnopqrst"} | {"0x", "ff", "fb", "fh", "fi", "fm", "fl"}


def test_game(rom: str, platform: str, base: int, numbers: int, bus: int, count: int):
    """`base` is the line's address of the game's counters; `bus` that of the numbers on the console's bus."""
    game, offset = Game(rom, platform, bus), base if platform == "GBA" else 0
    title = Path(rom).name
    with Branches(HOST, SCRIPT, rom) as process:
        game.record(process)
        pointers = [(f"0xX{base + 8:x}&33554431", offset), (f"0x {base + 8:x}", offset), (f"0xH{base:x}/30", base)]
        addresses = [base, base, base + 1, base + 4, base + 32, base + 34, base + 36, base + 64, base + 66, base + 72, numbers, numbers + 8]
        strings = Strings(game.source, game.looks, addresses, pointers)
        names = places(base, numbers, offset + 0x100 if platform == "GBA" else 0)
        names["o"], names["o2"] = (f"{offset:x}"[:-1], str(offset)) if offset else ("", "0")
        written = [text.format(**names) for text in WRITTEN]
        frames = game.compare(process, f"written ones of {title}", written)
        check(f"achievements: most written ones hold, {title}", sum(frame is not None for frame in frames) > 50, frames)
        texts = [strings.achievement() for _ in range(count)]
        frames = game.compare(process, f"random ones of {title}", texts)
        later = sum(bool(frame) for frame in frames)
        check(f"achievements: some hold later and some never, {title}", count // 8 < later < count * 7 // 8 and None in frames, later)
        missing = ALL - used(written + texts)
        check(f"achievements: all flags, operators, sizes and prefixes, {title}", not missing, missing)


def test_banks():
    """On the line, the banks of a Game Boy Color are fixed, whatever the game has switched in."""
    writes = "bus 10 b 1 65392 3\nbus 11 b 1 53248 77\nbus 12 b 1 65392 5\nbus 13 b 1 57343 78\n"
    writes += "bus 14 b 1 0 10\nbus 15 b 1 16384 2\nbus 16 b 1 40960 79\nbus 17 b 1 16384 3\nbus 18 b 1 49151 80\n"
    texts = ["0xH11000=77", "0xH13fff=78", "0xH18000=79", "0xH1bfff=80", "0xHd000=77", "0xHd000!=77", "0xHdfff=78", "0xHdfff!=78",
             "0xHa000=79", "0xHbfff=80", "0xHfdff=0", "0x 1bffe>=20480", "0xX13ffe>h4d0000", "0x 15fff=0", "0xX1bffe>0", "0xHc000=99",
             "0xHe000=99", "0xX10ffd>h4d000000", "0xJ33ffd=0", "0xH1c000=0", "0xX9ffe>0", "0xX9ffe=0", "0xHffff=0", "0xXfffe=0",
             "0xHff00!=d0xHff00", "0xHff00=d0xHff00.9."]
    game = Game(COLOR, "GB", 0xC400, writes)
    with Branches(HOST, SCRIPT, COLOR) as process:
        game.record(process)
        frames = game.compare(process, "in banks", texts)
        check("achievements: banks are read while others are switched in", None not in frames[:4], frames)


def test_no_save():
    """Save memory that mGBA doesn't show scripts is 0. The line ends after 64 KiB of it."""
    lines = "".join(f"achievement {text} 90\n" for text in ("0xH48000!=0", "0xH48000=0", "0xH57fff=0", "0xX57ffc=0", "0xX47ffe=0"))
    with Branches(HOST, SCRIPT, f"{WORK}/late1.gba") as process:
        result = process.ask(movie("GBA", 30), [f"until all 90\n{lines}"])[0]
    check("achievements: save memory that is not there", sorted(result.held) == [1, 2, 3, 4], result.held)


def test_limits():
    """An achievement has at most 1,024 bytes and 128 conditions; a branch sixteen of them."""
    longest = "0xH8000>0_" * 101 + "0xH8000>" + "0" * 6
    most = "_".join(["1=1"] * 127) + "_0=0"
    with Branches(HOST, SCRIPT, GBA) as process:
        conditions = f"achievement {longest} 9\n" * 15 + f"achievement {most} 9\n"
        result = process.ask(movie("GBA", START), [f"until all 9\n{conditions}"])[0]
    check("achievements: the longest and the most", len(longest) == 1024 and len(result.held) == 16, (len(longest), result.held))
    for text, expected in ((f"{longest}0", "must have 1 to 1024 bytes; got 1025"), (f"{most}_1=1", "at most 128 conditions at character")):
        with Branches(HOST, SCRIPT, GBA) as process:
            try:
                process.ask(movie("GBA", START), [f"until all 9\nachievement {text} 9\n"])
                check(f"achievements: {expected}", False)
            except AssertionError as problem:
                check(f"achievements: {expected}", expected in str(problem), problem)


TESTS = {
    "gba": lambda: test_game(GBA, "GBA", 0x8000, 0x9000, 0x02001000, 320),
    "gb": lambda: test_game(GB, "GB", 0xC000, 0xC400, 0xC400, 160),
    "banks": test_banks, "save": test_no_save, "limits": test_limits,
}
for test, run in TESTS.items():
    if len(sys.argv) < 6 or sys.argv[5] in test:
        run()
