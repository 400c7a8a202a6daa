#!/usr/bin/env python3
"""Tests the host's branches: tests/emulator/branches.py HOST SCRIPT ROMS WORK. ROMS has the committed ROMs, WORK those that run.sh made.

Prints lines that run.sh counts.
"""

import json
import random
import struct
import subprocess
import sys
import time
from pathlib import Path

import branch_model as model
from branch_process import Branches, movie, request

HOST, SCRIPT, ROMS, WORK = sys.argv[1:5]
GBA, TONE, GB = f"{ROMS}/buttontest.gba", f"{ROMS}/tone.gba", f"{ROMS}/gb/buttontest.gb"
START = 60
GAMES = [(GBA, "GBA"), (TONE, "GBA"), (GB, "GB"), (f"{ROMS}/gb/latesave.gb", "GB")]
GAMES += [(f"{WORK}/late{kind}.gba", "GBA") for kind in "12345"]
GAMES += [(f"{WORK}/late{kind}.gb", "GB") for kind in ("003", "020", "033")]
MEMORY = {"GBA": "read 0 32768 iwram\n", "GB": "read 0 8192 wram\n"}


def check(name: str, holds: bool, why: object = "it doesn't hold"):
    print(f"ok {name}" if holds else f"FAILED {name}: {why}".replace("\n", " "), flush=True)


def equal(name: str, actual: object, expected: object):
    check(name, actual == expected, f"{str(actual)[:300]} instead of {str(expected)[:300]}")


def processes(rom: str, *options: str) -> Branches:
    return Branches(HOST, SCRIPT, rom, *options)


def random_keys(source: random.Random, frames: int) -> list[tuple[int, int]]:
    return [(frame, source.randrange(1024) & 0x3F3) for frame in sorted(source.sample(range(frames), min(frames, 8)))]


def lines_of(keys: list[tuple[int, int]]) -> str:
    return "".join(f"keys {frame} {mask}\n" for frame, mask in keys)


def test_movies():
    """A branch is a movie of the same keys."""
    for rom, platform in GAMES:
        source, plans = random.Random(Path(rom).name), []
        for _ in range(2):
            frames = source.choice((1, 2, 30, 31, 100))
            plans.append((frames, random_keys(source, frames)))
        with processes(rom) as process:
            results = process.ask(movie(platform, START), [f"{lines_of(keys)}frames {frames}\n" for frames, keys in plans])
        for (frames, keys), result in zip(plans, results):
            phase = source.choice("cb")
            inputs = "".join(f"keys {START + frame} {phase} {mask}\n" for frame, mask in keys)
            path = Path(WORK, "branch.movie")
            path.write_bytes(movie(platform, START + frames, inputs))
            played = subprocess.run([HOST, "--rom", rom, "--movie", str(path)], capture_output=True, check=False)
            hashes = " ".join(f"{name}={value}" for name, value in json.loads(played.stdout)["hashes"].items())
            if hashes != result.hashes or result.frames != frames or result.met != "-":
                return check("branches: the memory of a movie", False, (rom, frames, keys, result.hashes, hashes))
    check("branches: the memory of a movie", True)


def saving(platform: str) -> str:
    """The button-test ROM saves a value in the frame after this write."""
    return f"bus {START} b 2 {0x02000200 if platform == 'GBA' else 0xC200} 48879\n"


def test_order():
    """Branches don't see each other, also those of games that save; nothing is written."""
    for rom, platform in GAMES:
        source = random.Random(f"order {Path(rom).name}")
        folder = Path(WORK, "branch-saves")
        folder.mkdir(exist_ok=True)
        before = sorted(Path(rom).parent.iterdir())
        branches = []
        for _ in range(14):
            frames = source.choice((0, 1, 5, 33, 90))
            branches.append(lines_of(random_keys(source, frames or 1)) + f"frames {frames}\n{MEMORY[platform]}show\n")
        start = movie(platform, START, saving(platform) if "button" in rom else "")
        if "late" in rom:
            start = movie(platform, 30)
        with processes(rom, "--save-dir", str(folder)) as process:
            first = process.ask(start, branches)
            order = source.sample(range(14), 14)
            second = process.ask(start, [branches[i] for i in order])
            process.ask(movie(platform, 20), branches[:2])
            third = process.ask(start, branches)
        with processes(rom) as process:
            fourth = process.ask(start, branches)
        if [first[i] for i in order] != second or first != third or first != fourth:
            return check("branches: their order", False, rom)
        if list(folder.iterdir()) or sorted(Path(rom).parent.iterdir()) != before:
            return check("branches: no save is written", False, rom)
        if len({result.hashes for result in first}) < 3:
            return check("branches: their order", False, f"{rom}: the branches are all alike")
    check("branches: their order", True)
    check("branches: no save is written", True)


class Recording:
    """Values and pictures of all frames of a branch with some keys."""

    VALUES = {"GBA": [("33554432", "u32"), ("33554436", "u16"), ("33554464", "u16"), ("[33554440]+3", "u8")],
              "GB": [("49152", "u32"), ("49156", "u16"), ("49184", "u16"), ("[49160]+3", "u8")]}
    REGIONS = [(0, 0, 0, 0), (0, 0, 100, 12), (0, 30, 40, 24), (8, 56, 48, 20), (40, 24, 16, 90)]

    def __init__(self, process: Branches, platform: str, source: random.Random, frames: int, has_pointer: bool):
        self.platform, self.frames = platform, frames
        self.keys = random_keys(source, frames)
        # The ROM that sounds has no pointer.
        self.places = [place for place in self.VALUES[platform] if has_pointer or place[0].isdigit()]
        widths = [int(name[1:]) // 8 for _, name in self.places]
        reads = "".join(f"read {address} {width} -\n" for (address, _), width in zip(self.places, widths))
        branches = [f"{lines_of(self.keys)}frames {frame}\n{reads}show\n" for frame in range(frames + 1)]
        self.results = process.ask(movie(platform, START), branches)
        self.values = [[int.from_bytes(result.reads[i], "little") for result in self.results] for i in range(len(widths))]
        self.parts = [[model.region(result.picture, *part) for result in self.results] for part in self.REGIONS]

    def condition(self, source: random.Random, timeout: int) -> tuple[str, tuple]:
        frames, own = source.choice((1, 1, 1, 2, 5, 20, 21)), source.randint(1, timeout)
        if source.random() < 0.6:
            index = source.randrange(len(self.values))
            seen, (address, name) = self.values[index], self.places[index]
            kind = source.choice(("changed", "increased", "decreased", "same", "eq", "ne", "lt", "le", "gt", "ge", "mask"))
            if len(kind) < 5 and kind != "same":
                kind = f"{kind}:{source.choice(seen)}"
            return f"value {address} {name} - {kind} {frames} {own}\n", (kind, seen, frames, own)
        index = source.randrange(len(self.parts))
        seen, kind = self.parts[index], source.choice(("changed", "still", "is"))
        if kind == "is":
            index = source.randrange(2, len(self.parts))  # smaller ones, because the model is slow
            seen = self.parts[index]
            kind = f"is:{model.xxh64(source.choice(seen)):016x}"
        part = " ".join(map(str, self.REGIONS[index]))
        return f"picture {kind} {part} {frames} {own}\n", (kind, seen, frames, own)


def test_conditions():
    """Conditions end at the frames that another evaluator finds."""
    for rom, platform, frames, count in ((GBA, "GBA", 120, 120), (TONE, "GBA", 130, 60), (GB, "GB", 100, 80)):
        source = random.Random(f"conditions {Path(rom).name}")
        with processes(rom) as process:
            recording = Recording(process, platform, source, frames, rom != TONE)
            branches, expected = [], []
            for _ in range(count):
                begin, settle = source.choice((0, 0, 1, 7)), source.choice((0, 0, 3))
                timeout = source.randint(1, frames - begin - settle)
                lines, conditions = zip(*(recording.condition(source, timeout) for _ in range(source.choice((1, 1, 2, 3)))))
                needs_all = source.random() < 0.5
                mode = "all" if needs_all else "any"
                waits = f"until {mode} {timeout}\n{''.join(lines)}settle {settle}\nshow\n"
                branches.append(f"{lines_of(recording.keys)}frames {begin}\n{waits}")
                end, met, held = model.run(needs_all, begin, timeout, list(conditions))
                expected.append((end + settle, "1" if met else "0", held))
            results = process.ask(movie(platform, START), branches)
        actual = [(result.frames, result.met, result.held) for result in results]
        wrong = [pair for pair in zip(branches, actual, expected) if pair[1] != pair[2]]
        check(f"branches: {count} waits of {Path(rom).name}", not wrong, wrong[:1])
        wrong = [i for i, result in enumerate(results) if result.picture != recording.results[result.frames].picture]
        check(f"branches: their pictures and memory, {Path(rom).name}",
              not wrong and all(result.hashes == recording.results[result.frames].hashes for result in results), wrong)
        met = sum(outcome[1] == "1" for outcome in actual)
        check(f"branches: some are met and some not, {Path(rom).name}", count // 5 < met < count, met)


def test_still():
    """The picture of a tone changes each 30 frames, and the counter of the other ROM each frame."""
    with processes(TONE) as process:
        whole = process.ask(movie("GBA", START), ["until any 300\npicture changed 0 0 0 0 1 300\nshow\n"])[0]
        begin = whole.frames
        still = f"frames {begin}\nuntil any 300\npicture still 0 0 0 0 "
        results = process.ask(movie("GBA", START), [f"{still}20 300\n", f"{still}29 300\n", f"{still}30 300\n", f"{still}20 19\n",
                                                    "until any 300\nvalue 33554432 u32 - same 20 300\n",
                                                    "until any 40\nvalue 33554436 u32 - same 20 40\n"])
    equal("branches: the picture is still for 20 frames", results[0].held, {0: begin + 20})
    equal("branches: for 29 frames", results[1].held, {0: begin + 29})
    equal("branches: never for 30 frames", (results[2].met, results[2].frames), ("0", begin + 300))
    equal("branches: not within 19 frames", (results[3].met, results[3].frames), ("0", begin + 19))
    equal("branches: a counter is never the same", results[4].met, "0")
    equal("branches: a value is the same for 20 frames", results[5].held, {0: 20})


def test_live():
    """A branch from a state is what an act in a frozen game does, to the byte."""
    for rom, platform in GAMES[:4] + [(f"{WORK}/late2.gba", "GBA")]:
        folder = Path(WORK, "branch-live")
        globals_ = Path(WORK, "branch-globals.lua")
        globals_.write_text(f'LUA, OUT = "{Path(SCRIPT).parent}", "{folder}"\n')
        folder.mkdir(exist_ok=True)
        live = str(Path(__file__).with_name("branch_live.lua"))
        subprocess.run([HOST, "--rom", rom, "--script", str(globals_), "--script", live, "--save-dir", str(folder), "--speed", "0",
                        "--frames", "700"], check=True, capture_output=True)
        part = {path.name: path.read_bytes() for path in folder.iterdir()}
        keys = "".join(f"keys {line}\n" for line in part["keys"].decode().split("\n") if line)
        names = part["domains"].decode().split()
        reads = "".join(f"read 0 {size} {name}\n" for name, size in (each.split(":") for each in names))
        with processes(rom) as process:
            results = process.ask(part["movie"], [f"{keys}frames 77\n{reads}show\nkeep\n"] * 2, part["state"])
            again = process.ask(part["movie"], [f"{reads}show\n"], results[0].state)
        differs = [name for i, name in enumerate(names) if results[1].reads[i] != part[f"memory{i}"]]
        name = Path(rom).name
        check(f"branches: the memory of an act, {name}", not differs, differs)
        check(f"branches: the picture of an act, {name}", results[1].picture[2] == part["picture"])
        equal(f"branches: the state at the end, {name}", (again[0].reads, again[0].picture), (results[1].reads, results[1].picture))


def test_clock():
    """A clock goes on with the frames: equal branches are equal, even seconds later."""
    rom, start = f"{WORK}/clock.gb", movie("GB", START, "clock 3 1000000000\n")
    with processes(rom) as process:
        first = process.ask(start, ["frames 200\nread 0 8192 sram\n"])
        time.sleep(1.1)
        second = process.ask(start, ["frames 200\nread 0 8192 sram\n"])
    equal("branches: a clock", first, second)


def test_limits():
    """The largest request of each kind."""
    start = movie("GBA", 2)
    with processes(GBA) as process:
        many = process.ask(start, [f"frames {i % 3}\n" for i in range(256)])
        equal("branches: 256", len(many), 256)
        conditions = "until all 9\n" + "value 33554432 u32 - ge:1 1 9\n" * 16
        results = process.ask(start, [conditions, "read 33554432 1 -\n" * 256, "read 134217728 4096 -\nread 0 262144 wram\n" * 60])
        equal("branches: 16 conditions", results[0].held, {i: 0 for i in range(16)})
        equal("branches: 256 reads", [len(results[1].reads), len(results[2].reads), results[0].reads], [256, 120, []])
        equal("branches: none", process.ask(start, []), [])
        keys = "".join(f"keys {i} {i & 1}\n" for i in range(20000))
        equal("branches: many keys", process.ask(start, [f"{keys}frames 36000\n"])[0].frames, 36000)
    code = None
    with processes(GBA) as process:
        code = process.end()
    equal("branches: no request at all", code, 0)


def wait_until_ready(process: Branches):
    """Waits until it handles signals."""
    status = Path(f"/proc/{process.process.pid}/status")
    for _ in range(3000):
        if int(status.read_text().split("SigBlk:")[1].split()[0], 16):
            return
        time.sleep(0.01)


def test_ends():
    """It ends with its input, with its reader and on a signal."""
    long_one = request(movie("GBA", 2), ["frames 36000\n"] * 50)
    with processes(GBA) as process:
        process.send(long_one)
        begin = time.monotonic()
        process.process.stdout.readline()
        process.process.stdout.close()
        code = process.process.wait(60)
        took = time.monotonic() - begin
    check("branches: it ends with its reader", code == 6 and took < 30, (code, took))
    with processes(GBA) as process:
        process.process.stdout.close()
        code = process.process.wait(60)
    equal("branches: it ends with its reader between requests", code, 6)
    for content in (long_one, b"start 100\nmov", b""):
        with processes(GBA) as process:
            process.send(content)
            wait_until_ready(process)
            process.process.terminate()
            equal(f"branches: it ends on a signal, after {len(content)} bytes", process.process.wait(60), 6)


def memory_of(process: Branches) -> int:
    status = Path(f"/proc/{process.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def test_memory():
    """The process takes no more memory after 10,000 branches."""
    for rom, platform, count in ((GBA, "GBA", 50), (f"{WORK}/late1.gba", "GBA", 5), (GB, "GB", 5)):
        address = 33554432 if platform == "GBA" else 49152
        branch = f"keys 0 1\nframes 2\nuntil any 4\nvalue {address} u8 - ge:250 1 4\nread {address} 64 -\n"
        lines = [branch] * 198 + ["show\n", "keep\n"]
        with processes(rom) as process:
            for _ in range(5):
                first = process.ask(movie(platform, START), lines)
            before = memory_of(process)
            for _ in range(count):
                last = process.ask(movie(platform, START), lines)
            after = memory_of(process)
            same = [result.hashes for result in first] == [result.hashes for result in last]
        check(f"branches: {200 * count} of {Path(rom).name}", same and after < before + 3000, f"{before} KiB before, {after} KiB after")
        print(f"memory: {before} KiB before, {after} KiB after {200 * count} branches of {Path(rom).name}")


def test_cheats():
    """A movie's cheats act in its branches, those of a state don't. These write a byte in each frame."""
    cheat, size = b"# one\n32000410 0055\n", 0x61000
    branch = ["frames 10\nread 33555472 1 -\n"]
    texts = ("+ auto A\n32000410 0066\n", "- auto A\n32000410 0066\n", "")
    begun = [movie("GBA", START, f"cheats 3 b {len(text)}\n{text}\n") for text in texts]
    with processes(GBA) as process:
        plain = process.ask(movie("GBA", START), ["frames 5\nkeep\n"])[0].state[:size]
        state = plain + struct.pack("<IiqIiq", 3, len(cheat), size + 32, 0, 0, 0) + cheat
        results = [process.ask(movie("GBA", START), branch, load)[0] for load in (None, state, None)]
        cheated = [process.ask(each, branch)[0] for each in begun]
    equal("branches: a state's cheats don't act", results[1].reads, results[0].reads)
    equal("branches: nor later", results[2], results[0])
    equal("branches: a movie's cheats act", [result.reads for result in cheated], [[b"f"], [b"\0"], [b"\0"]])
    equal("branches: they end with the request", cheated[2].hashes, cheated[1].hashes)


for test in (test_movies, test_order, test_conditions, test_still, test_live, test_clock, test_limits, test_ends, test_memory,
             test_cheats):
    if len(sys.argv) < 6 or sys.argv[5] in test.__name__:
        test()
