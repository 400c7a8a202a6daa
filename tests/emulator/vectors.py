#!/usr/bin/env python3
"""Tests the host's vectors: tests/emulator/vectors.py HOST SCRIPT ROMS WORK. ROMS has the committed ROMs, WORK those that run.sh made.

Prints lines that run.sh counts.
"""

import json
import random
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from vector_client import RESET, Vector, check, equal, random_keys, refusal, run_tests

HOST, SCRIPT, ROMS, WORK = sys.argv[1:5]
GBA, TONE, GB = f"{ROMS}/buttontest.gba", f"{ROMS}/tone.gba", f"{ROMS}/gb/buttontest.gb"
READS = {"GBA": ["33554432 u32 -", "33554436 u16 -", "33554464 u16 -", "[33554440]+3 u8 -", "[[33554440]+0]+1 i32 -", "33554433 i16 -",
                 "67109168 u16 -", "67108868 u16 -", "32 i8 wram", "0 u32 iwram", "0 i16 vram", "2 u16 palette", "134217900 u32 -",
                 "50331640 u32 -", "100663296 u16 -", "117440512 u32 -"],
         "GB": ["49152 u32 -", "49156 u8 -", "49184 u16 -", "[49160]+3 u8 -", "[[49160]+0]+1 i16 -", "65280 u8 -", "65348 u8 -",
                "32 i8 wram", "0 u32 hram", "16 i16 vram", "40960 u8 -", "308 u32 -", "0 u32 oam", "57344 u16 -"]}


def alone(rom: str, reads: list[str], keys: list[int], frames: int, state: str = "") -> list[tuple]:
    """Frame, missing, values and picture after each step in the ordinary host. The keys are those of each frame."""
    out, settings = f"{WORK}/vector-alone", f"{WORK}/vector-globals.lua"
    places = ", ".join('{"%s", "%s", "%s"}' % tuple(each.replace(" -", " ").split(" ")) for each in reads)
    saves = tempfile.mkdtemp(dir=WORK)
    Path(settings).write_text(f'LUA, OUT, STATE, FRAMES = "{Path(SCRIPT).parent}", "{out}", "{state}", {frames}\n'
                              f"KEYS, READS = {{ {', '.join(map(str, keys))} }}, {{ {places} }}\n")
    script = str(Path(__file__).with_name("vector_alone.lua"))
    subprocess.run([HOST, "--rom", rom, "--script", settings, "--script", script, "--save-dir", saves, "--speed", "0",
                    "--clock", "946684800", "--frames", str(len(keys) + bool(state))], check=True, capture_output=True)
    content, steps = Path(out).read_bytes(), len(keys) // frames
    size, found = len(content) // steps, []
    for i in range(steps):
        record = content[size * i:size * (i + 1)]
        pairs = struct.unpack_from(f"<{2 * len(reads)}q", record)
        frame, = struct.unpack_from("<q", record, 16 * len(reads))
        picture = record[16 * len(reads) + 8:]
        found.append((frame, sum(bit << at for at, bit in enumerate(pairs[1::2])), pairs[::2], colors(picture) if i % 8 == 7 else None))
    return found


def colors(picture: bytes) -> bytes:
    """Leaves out the unused byte of each pixel."""
    return bytes(byte for i, byte in enumerate(picture) if i % 4 != 3)


def same(vector: Vector, game: int, expected: tuple) -> bool:
    status, frame, missing, values, picture = vector.answer(game)
    return status == 0 and (frame, missing, values[:len(expected[2])]) == expected[:3] and expected[3] in (None, picture)


def test_alone():
    """A game of a vector is the ordinary host's, to the byte: from power-on, after a reset, and from a state."""
    games = [(rom, "GBA", "240x160") for rom in (GBA, TONE, f"{WORK}/late1.gba", f"{WORK}/late4.gba")]
    games += [(rom, "GB", "160x144") for rom in (GB, f"{WORK}/late003.gb", f"{WORK}/clock.gb")]
    for rom, platform, size in games:
        name, source, wrong = Path(rom).name, random.Random(rom), []
        # The other ROMs have no pointers.
        reads = READS[platform] if "button" in name else [each for each in READS[platform] if "[" not in each]
        with Vector(HOST, rom, f"count=2,picture=rgb:{size}") as vector:
            vector.reads(*reads)
            for resets, frames, state in (((), 1, ""), ((0, 1), 4, ""), ((0, 1), 3, "state")):
                keys = [source.randrange(1024) for _ in range(96 // frames)]
                if state:
                    state, content = f"{WORK}/vector.state", vector.control.ask_bytes("state 0")[1]
                    Path(state).write_bytes(content)
                    vector.control.ask("start 3", content)
                expected = alone(rom, reads, [each for each in keys for _ in range(frames)], frames, state)
                for i, (mask, answer) in enumerate(zip(keys, expected)):
                    vector.step([mask] * 2, frames, resets=resets if i == 0 else (), start=3 if state else 0)
                    if not same(vector, 0, answer) or not same(vector, 1, answer):
                        wrong.append((i, frames, state, vector.answer(0)[:3], vector.answer(0)[3][:len(reads)], answer[:3]))
        check(f"the bytes of the ordinary host, {name}", not wrong, wrong[:1])


def play(vector: Vector, seed: int, steps: int, frames: int) -> list:
    """Random steps, masks and resets; each game's answers."""
    source, seen = random.Random(seed), []
    vector.step([0] * vector.count, frames, resets=range(vector.count), seeds=[seed + game for game in range(vector.count)])
    for _ in range(steps):
        games = [game for game in range(vector.count) if source.random() < 0.8]
        resets = [game for game in games if source.random() < 0.1]
        vector.step(random_keys(source, vector.count), frames, games=games, resets=resets)
        seen.append([(game, vector.answer(game)) for game in games])
    return seen


def test_seeds():
    """The same seed, the same bytes, in another process and with another way to wait."""
    settings = "count=3,picture=gray:84x84,last=2,sticky=0.25,noops=30,seed=9"
    for rom, platform in ((GBA, "GBA"), (GB, "GB")):
        runs = []
        for more in ("", ",spin=0", ",spin=200"):
            with Vector(HOST, rom, settings + more) as vector:
                vector.reads(*READS[platform])
                runs.append(play(vector, 5, 60, 3))
                runs.append(play(vector, 5, 60, 3))
                other = play(vector, 6, 60, 3)
        equal(f"equal seeds, equal bytes, {Path(rom).name}", [run == runs[0] for run in runs], [True] * 6)
        check(f"another seed, other bytes, {Path(rom).name}", other != runs[0])


MASK = (1 << 64) - 1


class Generator:
    """SplitMix64, as docs/protocol/vectors.md describes it. Game number i of a vector begins at its seed + i * 0xD1342543DE82EF95."""

    def __init__(self, state: int):
        self.state = state & MASK

    def next(self) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        z = (self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return (z ^ z >> 31) >> 32


def test_random_numbers():
    """Sticky actions and no-ops are those of the documented generator: the counters of the game tell."""
    noops, sticky, steps = 20, 0.5, 30
    with Vector(HOST, GBA, f"count=2,sticky={sticky},noops={noops},seed=77") as vector:
        vector.reads("33554432 u32 -", "33554436 u16 -")
        source, wrong = random.Random(3), []
        generators = [Generator(77 + game * 0xD1342543DE82EF95) for game in range(2)]
        held, begins = [0, 0], [0, 0]
        for i in range(steps):
            keys, resets = random_keys(source, 2), [0, 1] if i % 10 == 0 else []
            vector.step(keys, 1, resets=resets)
            for game, generator in enumerate(generators):
                if resets:
                    held[game], begins[game] = 0, 1 + (generator.next() * (noops + 1) >> 32)
                held[game] = held[game] if generator.next() < sticky * (1 << 32) else keys[game]
                frame = begins[game] + i % 10
                if vector.answer(game)[1] != frame:
                    wrong.append((i, game, vector.answer(game)[1], frame))
            # The game isn't ready in its first frame.
            down = [vector.answer(game)[3][1] for game in range(2)]
            if i % 10 and down != held:
                wrong.append((i, down, list(held)))
        check("sticky actions and no-ops", not wrong, wrong[:3])


def test_actions():
    """The block has what each game really got: no-ops, sticky buttons, resets and their starts."""
    noops, sticky, steps = 20, 0.5, 3000
    with Vector(HOST, GBA, f"count=2,sticky={sticky},noops={noops},seed=77") as vector:
        vector.step([0, 0], 5)
        vector.control.ask("start 3", vector.control.ask_bytes("state 1")[1])
        source, generators = random.Random(3), [Generator(77 + game * 0xD1342543DE82EF95) for game in range(2)]
        expected, held = [], [0, 0]
        for game, generator in enumerate(generators):
            for _ in range(5):
                generator.next()
        for i in range(steps):
            keys, resets = random_keys(source, 2), [0, 1] if i % 100 == 0 else []
            vector.step(keys, 4, resets=resets, start=3 if i % 200 == 0 else 0)
            generator = generators[1]
            got = [0] * (generator.next() * (noops + 1) >> 32) if resets else []
            held[1] = 0 if resets else held[1]
            for _ in range(4):
                held[1] = held[1] if generator.next() < sticky * (1 << 32) else keys[1]
                got.append(held[1])
            expected += [(i + 2, key, frame == 0 and bool(resets), 3 if resets and i % 200 == 0 and frame == 0 else 0)
                         for frame, key in enumerate(got)]
        played, actions = vector.actions(1)
        frames = [(step, keys, bool(flags) and i == 0, 0 if i else start)
                  for step, keys, count, flags, start, _ in actions for i in range(count)]
        check("actions: no more than are kept", played > vector.block.kept == len(actions), (played, len(actions)))
        equal("actions: what the game got", frames == expected[-len(frames):], True)
        equal("actions: the start's edition", {edition for _, _, _, flags, start, edition in actions if flags and start}, {1})


def memory_after(rom: str, movie: bytes) -> dict:
    """The hashes of the memory at the end of a movie."""
    file = Path(f"{WORK}/vector.movie")
    file.write_bytes(movie)
    ended = subprocess.run([HOST, "--rom", rom, "--movie", str(file), "--clock", "946684800"], check=True, capture_output=True)
    return json.loads(ended.stdout)["hashes"]


def test_movies():
    """A movie of the latest episode leads an ordinary game to the memory of the vector's game."""
    sticky = 0.3
    # With this state of the generator the next frame has the keys of its order.
    seed = next(seed for seed in range(99) if Generator(seed).next() >= sticky * (1 << 32))
    for rom in (GBA, GB):
        name = Path(rom).name
        with Vector(HOST, rom, f"count=2,sticky={sticky},seed=5") as vector:
            source, control = random.Random(3), vector.control
            equal(f"movies: none before a step, {name}", refusal(control, "movie 1"), "Game 1 has not been stepped yet.")
            for start in (0, 4):
                for i in range(40):
                    vector.step(random_keys(source, 2), 3, resets=(0, 1) if start and i == 0 else (), start=start)
                control.ask("start 9", control.ask_bytes("state 1")[1])
                vector.step([5, 5], 1, seeds=[seed, seed])
                movie, (_, frame) = control.ask_bytes("movie 1")[1], vector.answer(1)[:2]
                vector.step([5, 5], 1, resets=(0, 1), start=9, seeds=[seed, seed])
                equal(f"movies: the frame, start {start}, {name}", (vector.answer(1)[1], movie.split()[3]), (frame, b"121"))
                memories = [memory_after(rom, each) for each in (movie, control.ask_bytes("movie 1")[1])]
                check(f"movies: the memory, start {start}, {name}", memories[0] == memories[1] and len(memories[0]) > 3, memories)
                control.ask("start 4", control.ask_bytes("state 0")[1])
            control.ask("start 9", control.ask_bytes("state 0")[1])
            equal(f"movies: of a start that is gone, {name}", refusal(control, "movie 1"),
                  "Start 9 was set anew since game 1 began at it; its state is gone.")
            block = vector.block
            vector.step([0, 0], 1, resets=(0, 1))
            at = block.at["actions"] + 16 * (block.kept + vector.actions(1)[0] - 1)
            for content in ((1024, 1, 1, 0), (0, 7201, 1, 0), (0, 0, 1, 0), (0, 1, 1, 16)):
                struct.pack_into("<HHHH", block.whole, at + 4, *content)
                equal(f"movies: written over, {content}, {name}", refusal(control, "movie 1"),
                      "The client has written over the actions of game 1.")
            struct.pack_into("<HHHHI", block.whole, at + 4, 0, 1, 1, 7, 0)
            check(f"movies: of a start that was never set, {name}", refusal(control, "movie 1").startswith("Start 7 was set anew"))
            struct.pack_into("<I", block.whole, at, 0)
            check(f"movies: of a step in which the game died, {name}", refusal(control, "movie 1").startswith("Game 1 has had more than"))
            vector.step([0, 0], 1, resets=(0, 1))
            for _ in range(block.kept - 1):
                vector.step([0, 0], 1)
            equal(f"movies: as many actions as are kept, {name}", control.ask_bytes("movie 1")[1].split()[3], b"4096")
            vector.step([0, 0], 1)
            equal(f"movies: too many actions, {name}", refusal(control, "movie 1"),
                  "Game 1 has had more than 4096 actions since its latest reset; no more are kept.")
            vector.send([0, 0], 3600)
            equal(f"movies: within a step, {name}", refusal(control, "movie 1"), "Game 1 is in a step; a movie is taken between steps.")
            assert vector.wait()


def test_pictures():
    """Averages of areas and maxima of two frames, by another implementation."""
    with Vector(HOST, TONE, "count=1,picture=rgb:240x160") as one, Vector(HOST, TONE, "count=1,picture=rgb:240x160,last=2") as two, \
            Vector(HOST, TONE, "count=1,picture=gray:60x40") as small, Vector(HOST, TONE, "count=1") as none:
        before, wrong = b"", []
        for i in range(1, 66):
            for vector in (one, small, none):
                vector.step([0], 1)
            if i % 2 == 0:
                two.step([0], 2)
                if two.answer(0)[4] != bytes(map(max, before, one.answer(0)[4])):
                    wrong.append(("last", i))
            before = one.answer(0)[4]
            if i % 13 == 0:
                gray = [(19595 * r + 38470 * g + 7471 * b + 32768) >> 16 for r, g, b in zip(before[::3], before[1::3], before[2::3])]
                boxes = bytes((sum(gray[(4 * y + j) * 240 + 4 * x + k] for j in range(4) for k in range(4)) + 8) // 16
                              for y in range(40) for x in range(60))
                if small.answer(0)[4] != boxes:
                    wrong.append(("gray", i))
        check("maxima and averages", not wrong, wrong)
        words, screen = one.control.ask_bytes("screen 0")
        equal("a screen is the latest picture", (words[:2], colors(screen)), (["240", "160"], before))
        _, unseen = none.control.ask_bytes("screen 0")
        none.step([0], 1)
        one.step([0], 1)
        equal("a screen without pictures is the next frame", colors(unseen), one.answer(0)[4])
        equal("a screen changes nothing", none.answer(0)[:4], one.answer(0)[:4])


def test_pictures_of_resets():
    """A console draws only a part of its first frame; the rest is no picture of what was played before."""
    for rom in (GBA, GB):
        for last in (1, 2):
            with Vector(HOST, rom, f"count=1,picture=rgb:240x160,last={last}") as vector:
                seen = []
                for _ in range(2):
                    for frames in (1, 2):
                        vector.step([0], frames, resets=(0,))
                        seen.append(vector.answer(0))
                        vector.step([1], 60)
                equal(f"the picture of a reset, last={last}, {Path(rom).name}", seen[:2] == seen[2:], True)


def test_refused_orders():
    """Numbers out of range are refused one by one, and change nothing."""
    with Vector(HOST, GBA, "count=2") as vector:
        vector.reads("33554432 u32 -")
        vector.step([0, 0], 3)
        block = vector.block

        def ask(keys=0, frames=1, flags=0, start=0, batch=0):
            block.keys[0], block.frames[0], block.flags[0], block.start[0], block.bell[2] = keys, frames, flags, start, batch
            block.bell[1], block.asked[0], block.bell[0] = block.done[0] + 1, block.asked[0] + 1, block.bell[0] + 1
            vector.batch = batch if batch < 2 else 0
            vector.wake()
            assert vector.wait()
            return vector.answer(0)[:2]

        statuses = [ask(keys=1024), ask(frames=0), ask(frames=3601), ask(flags=4), ask(flags=RESET, start=16), ask(flags=RESET, start=15),
                    ask(batch=2)]
        equal("bad numbers", statuses, [(16, -1), (17, -1), (17, -1), (18, -1), (19, -1), (19, -1), (20, -1)])
        equal("at the limits", (ask(keys=1023, frames=1), ask(frames=3600)), ((0, 4), (0, 3604)))
        equal("a refused order has no values", (ask(keys=1024), any(vector.answer(0)[3])), ((16, -1), False))
        vector.step([0, 0], 1)
        equal("refused orders ran nothing", [vector.answer(game)[1] for game in range(2)], [3605, 4])


if __name__ == "__main__":
    run_tests(globals())
