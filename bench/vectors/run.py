#!/usr/bin/env python3
"""Measures vectors beside the same frames, drawing, filter and reads without a client: bench/vectors/run.py [ROUNDS]

Needs make -C emulator. Prints a table. All ways of a row run in turns, a moment each, and the ratios are those of neighbours, so other
programs disturb all of them alike.
"""

import importlib.util
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from array import array
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "emulator"))

from vector_client import EVERY, FUTEX, WAKE_BITSET, Vector, ctypes, libc  # noqa: E402

HOST, ROM = TOP / "emulator/build/mgba-host", TOP / "emulator/rom/buttontest.gba"
READS = ["33554432 u32 -", "33554464 u16 -", "[33554440]+3 u8 -", "33554436 u16 -"]
MILLISECONDS = 50
WAIT_FOR_VBLANK, NOTHING = bytes.fromhex("000005ef"), bytes.fromhex("0000a0e1")


def compile_program(folder: str, name: str, *more: str) -> str:
    program = f"{folder}/{name}"
    source = str(Path(__file__).with_name(f"{name}.c"))
    options = ["-O2", "-std=c11", "-D_GNU_SOURCE", f"-I{TOP}/emulator/host", "-o", program, source]
    subprocess.run(["cc", *options, *more], check=True)
    return program


def processor_time(processes: list[int]) -> float:
    """The processor time of processes, in seconds."""
    return sum(int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) for process in processes) / 1e9


def children(process: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


class Program:
    """A program that runs for some milliseconds, and prints its steps."""

    def __init__(self, *command: object):
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def rate(self) -> float:
        self.process.stdin.write(f"{MILLISECONDS}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline()) * 1000 / MILLISECONDS

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class PythonClient:
    """Steps a vector as fast as Python can without numpy."""

    def __init__(self, vector: Vector, frames: int):
        self.vector, self.frames = vector, frames

    def rate(self) -> float:
        vector, block, count = self.vector, self.vector.block, self.vector.count
        for game in range(count):
            block.keys[game], block.frames[game], block.flags[game] = 0, self.frames, 0
        asked, bell, done, answered = block.asked_bytes, block.bell, block.done, block.answered_bytes
        orders, every, call, address = array("I", block.asked), ctypes.c_uint32(0xFFFFFFFF), libc.syscall, block.bell_address
        steps, now = 0, time.perf_counter
        end = now() + MILLISECONDS / 1000
        while now() < end:
            for game in range(count):
                orders[game] += 1
            bell[2] = steps & 1
            bell[1] = (done[0] + count) & 0xFFFFFFFF
            asked[:] = memoryview(orders).cast("B")
            bell[0] = (bell[0] + 1) & 0xFFFFFFFF
            call(FUTEX, address, WAKE_BITSET, EVERY, None, None, every)
            while True:
                seen = done[0]
                if answered == asked:
                    break
                call(FUTEX, block.done_address, 0, ctypes.c_uint32(seen), None, None, 0)
            steps += 1
        return steps * count * 1000 / MILLISECONDS


class PackageClient:
    """Steps a vector as users do: the package mgba_bridge, with numpy."""

    timeout = 60.0

    def __init__(self, vector: Vector, frames: int, side: int):
        sys.path.insert(0, str(TOP / "clients/python/src"))
        import numpy
        from mgba_bridge.vectors import GameVector

        picture = {"width": side, "height": side, "gray": True} if side else None
        block = {"path": vector.block_path, "size": len(vector.block.whole)}
        description = {"name": "bench", "rom": "", "count": vector.count, "frames": frames, "read": [], "picture": picture, "block": block}
        self.games = GameVector(self, description, shared=True)
        self.keys = numpy.zeros(vector.count, numpy.uint16)

    def rate(self) -> float:
        step, keys, steps, now = self.games.step, self.keys, 0, time.perf_counter
        end = now() + MILLISECONDS / 1000
        while now() < end:
            step(keys)
            steps += 1
        return steps * self.games.count * 1000 / MILLISECONDS


def measure(bare: str, client: str, rom: str, count: int, frames: int, has_picture: bool, rounds: int) -> list[float]:
    """Steps a second without a client, and ratios to that: the clients in C, in Python and of the package, and processor time in C."""
    side = 84 if has_picture else 0
    with Vector(str(HOST), rom, f"count={count}" + (",picture=gray:84x84" if has_picture else "")) as vector:
        vector.reads(*READS)
        loop = Program(bare, rom, count, frames, side, side, "\n".join(READS))
        in_c = Program(client, vector.block_path, len(vector.block.whole), frames)
        loop.rate()
        in_c.rate()
        ways = [(loop, [loop.process.pid, *children(loop.process.pid)]), (in_c, [in_c.process.pid, *vector.workers()]),
                (PythonClient(vector, frames), [])]
        if importlib.util.find_spec("numpy"):
            ways.append((PackageClient(vector, frames, side), []))
        rates, costs = [], []
        for _ in range(rounds):
            round_rates, round_costs = [], []
            for way, processes in ways:
                begin = processor_time(processes)
                round_rates.append(way.rate())
                round_costs.append((processor_time(processes) - begin) / round_rates[-1])
            rates.append(round_rates)
            costs.append(round_costs)
        loop.end()
        in_c.end()
    ratios = [statistics.median(each[way] / each[0] for each in rates) for way in range(1, len(ways))]
    return [statistics.median(each[0] for each in rates), *ratios,
            statistics.median(each[0] / each[1] for each in costs)]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    host, build = TOP / "emulator/host", TOP / "emulator/build"
    sources = [path.relative_to(host) for path in host.rglob("*.c") if path.name != "main.c"]
    objects = [str(build / source.with_suffix(".o")) for source in sources]
    with tempfile.TemporaryDirectory() as folder:
        bare = compile_program(folder, "bare", *objects, "-lmgba", "-lm", "-lz", "-pthread")
        client = compile_program(folder, "client")
        busy = f"{folder}/busy.gba"
        shutil.copy(ROM, busy)
        content = Path(busy).read_bytes()
        assert WAIT_FOR_VBLANK in content
        Path(busy).write_bytes(content.replace(WAIT_FOR_VBLANK, NOTHING))
        package = " package |" if importlib.util.find_spec("numpy") else ""
        print(f"| game | frames | | N | steps/s without a client | C | Python |{package} processor, C |")
        print(f"|---|--:|---|--:|--:|--:|--:|{'--:|' if package else ''}--:|")
        for name, rom in (("halts", str(ROM)), ("busy", busy)):
            for frames in (1, 4):
                for has_picture in (False, True):
                    for count in (1, 2, 4, 8):
                        alone, *ratios = measure(bare, client, rom, count, frames, has_picture, rounds)
                        what = "gray 84x84" if has_picture else "reads"
                        columns = " | ".join(f"{each:.2f}" for each in ratios)
                        print(f"| {name} | {frames} | {what} | {count} | {alone:,.0f} | {columns} |", flush=True)
        print(f"\nRatios of all games' steps to those without a client. Medians of {rounds} rounds of {MILLISECONDS} ms in turns.")
        print("Python: without numpy. package: mgba_bridge, where numpy is installed.")
        print("processor: processor time of a step without a client, as a ratio to that of workers and client together.")


main()
