"""A client of `mgba-host --vector`, as docs/protocol/vectors.md describes it."""

import ctypes
import errno
import mmap
import platform
import random
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# The number of the system call futex(2), and its operations. EVERY: the number of waiters to wake.
FUTEX = {"x86_64": 202, "aarch64": 98}[platform.machine()]
WAIT, WAKE_BITSET, EVERY = 0, 10, 0x7FFFFFFF
AREAS = ("bell", "asked", "keys", "frames", "flags", "start", "seed", "done", "answered", "status", "frame", "missing", "values",
         "played", "actions", "pixels")
RESET, SEED = 1, 2  # flags of an order
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


class Timespec(ctypes.Structure):
    """The system's timespec."""

    _fields_ = [("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long)]


class Refused(Exception):
    """The vector answered `error`."""


class Control:
    """A connection to the control socket."""

    def __init__(self, path: str):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")

    def ask(self, line: str, payload: bytes | None = None) -> list[str]:
        end = b"" if payload is None else b" %d\n%s" % (len(payload), payload)
        self.socket.sendall(line.encode() + end + b"\n")
        return self.receive()

    def receive(self) -> list[str]:
        response = self.file.readline().decode()
        if not response:
            raise EOFError
        if response.startswith("error "):
            raise Refused(response[6:-1])
        assert response.startswith("ok"), response
        return response.split()[1:]

    def ask_bytes(self, line: str) -> tuple[list[str], bytes]:
        words = self.ask(line)
        content = self.file.read(int(words[-1]) + 1)
        assert content[-1:] == b"\n"
        return words, content[:-1]

    def close(self):
        self.file.close()
        self.socket.close()


class Block:
    """The shared memory, as views by their areas' names."""

    def __init__(self, path: str, size: int):
        with open(path, "r+b") as file:
            self.map = mmap.mmap(file.fileno(), size)
        self.whole = whole = memoryview(self.map)
        magic, version, self.count, self.reads, width, height, channels, _, self.kept, whole_size = struct.unpack_from("<8s8IQ", whole)
        assert (magic, version, whole_size) == (b"MGBAVEC\0", 2, size)
        self.at = dict(zip(AREAS, struct.unpack_from(f"<{len(AREAS)}Q", whole, 48)))
        self.picture = width * height * channels
        games = self.count
        self.bell = self.view("bell", "I", 3)
        self.asked, self.answered = self.view("asked", "I", games), self.view("answered", "I", games)
        self.keys, self.frames, self.flags, self.start = (self.view(name, "H", games) for name in ("keys", "frames", "flags", "start"))
        self.seed, self.done = self.view("seed", "Q", games), self.view("done", "I", 1)
        self.status, self.frame = self.view("status", "I", 2 * games), self.view("frame", "q", 2 * games)
        self.missing, self.values = self.view("missing", "Q", 2 * games), self.view("values", "q", 2 * games * self.reads)
        self.pixels = whole[self.at["pixels"]:self.at["pixels"] + 2 * games * self.picture]
        self.asked_bytes, self.answered_bytes = self.asked.cast("B"), self.answered.cast("B")
        first = ctypes.addressof(ctypes.c_char.from_buffer(self.map))
        self.bell_address, self.done_address = (ctypes.c_void_p(first + self.at[name]) for name in ("bell", "done"))

    def view(self, name: str, kind: str, count: int) -> memoryview:
        at = self.at[name]
        return self.whole[at:at + count * struct.calcsize(kind)].cast(kind)


class Vector:
    """A vector in a process of its own. `environment` is its client's part of the block."""

    def __init__(self, host: str, rom: str, settings: str, *options: str):
        self.may_crash = False  # mGBA itself, in processes made for that
        self.folder = tempfile.TemporaryDirectory()
        self.path = f"{self.folder.name}/control"
        command = [host, "--rom", rom, "--vector", settings, "--control", self.path, *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if not self.process.stdout.readline():
            raise Refused(self.process.stderr.read().decode())
        self.control = Control(self.path)
        version, self.parent, file, size = map(int, self.control.ask("hello"))
        assert version == 2 and self.parent == self.process.pid
        self.block_path = f"/proc/{self.parent}/fd/{file}"
        self.block = Block(self.block_path, size)
        self.count, self.batch = self.block.count, 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self) -> int:
        self.control.close()
        self.process.terminate()
        code = self.process.wait(30)
        self.process.stdout.close()
        errors = self.process.stderr.read()
        if not self.may_crash and (b"Sanitizer" in errors or b"runtime error" in errors):
            check("the sanitizers", False, errors[:1000])
        self.process.stderr.close()
        self.folder.cleanup()
        return code

    def workers(self) -> list[int]:
        """The processes of the games, in their order as far as none was replaced."""
        return [int(pid) for pid in Path(f"/proc/{self.parent}/task/{self.parent}/children").read_text().split()]

    def reads(self, *lines: str):
        self.control.ask("reads", "".join(f"{line}\n" for line in lines).encode())

    def send(self, keys, frames: int, games=None, resets=(), start: int = 0, seeds=None):
        """Begins a step of some games, of all without `games`."""
        block, games = self.block, range(self.count) if games is None else games
        self.batch = 1 - self.batch
        bits = 0
        for game in games:
            block.keys[game], block.frames[game] = keys[game], frames
            block.flags[game] = (RESET if game in resets else 0) | (SEED if seeds else 0)
            block.start[game] = start
            if seeds:
                block.seed[game] = seeds[game]
        block.bell[2] = self.batch
        block.bell[1] = block.done[0] + len(games) & 0xFFFFFFFF
        for game in games:
            block.asked[game] = block.asked[game] + 1 & 0xFFFFFFFF
            bits |= 1 << game % 32
        block.bell[0] = block.bell[0] + 1 & 0xFFFFFFFF
        libc.syscall(FUTEX, block.bell_address, WAKE_BITSET, EVERY, None, None, ctypes.c_uint32(bits))

    def wake(self):
        """Wakes all workers."""
        libc.syscall(FUTEX, self.block.bell_address, WAKE_BITSET, EVERY, None, None, ctypes.c_uint32(0xFFFFFFFF))

    def wait(self, seconds: float = 60) -> bool:
        """Returns whether the step has ended in that time."""
        block, limit = self.block, Timespec(int(seconds), int(seconds % 1 * 1e9))
        while block.answered_bytes != block.asked_bytes:
            done = block.done[0]
            if block.answered_bytes == block.asked_bytes:
                break
            result = libc.syscall(FUTEX, block.done_address, WAIT, ctypes.c_uint32(done), ctypes.byref(limit), None, 0)
            if result and ctypes.get_errno() == errno.ETIMEDOUT:
                return False
        return True

    def step(self, keys, frames: int, **options):
        self.send(keys, frames, **options)
        assert self.wait(), "The step doesn't end."

    def answer(self, game: int) -> tuple:
        """Status, frame, missing, values and picture of a game's latest answer."""
        block, index = self.block, self.batch * self.count + game
        values = tuple(block.values[index * block.reads:(index + 1) * block.reads])
        picture = bytes(block.pixels[index * block.picture:][:block.picture])
        return block.status[index], block.frame[index], block.missing[index], values, picture

    def actions(self, game: int) -> tuple[int, list[tuple]]:
        """How many actions a game has had, and those that are kept: step, keys, frames, flags, start, edition."""
        played = self.block.view("played", "Q", self.count)[game]
        first = self.block.at["actions"] + 16 * self.block.kept * game
        kept = range(max(0, played - self.block.kept), played)
        return played, [struct.unpack_from("<IHHHHI", self.block.whole, first + 16 * (at % self.block.kept)) for at in kept]

    def answers(self) -> list[tuple]:
        return [self.answer(game) for game in range(self.count)]


def refusal(control: Control, line: str, payload: bytes | None = None) -> str:
    try:
        return f"ok {control.ask(line, payload)}"
    except Refused as refused:
        return str(refused)


def random_keys(source: random.Random, count: int) -> list[int]:
    return [source.randrange(1024) for _ in range(count)]


def check(name: str, holds: bool, why: object = "it doesn't hold"):
    print(f"ok vectors: {name}" if holds else f"FAILED vectors: {name}: {why}".replace("\n", " "), flush=True)


def equal(name: str, actual: object, expected: object):
    check(name, actual == expected, f"{str(actual)[:300]} instead of {str(expected)[:300]}")


def until(holds, seconds: float = 30) -> bool:
    """Waits until a condition holds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def run_tests(names: dict):
    """Runs the tests of a module, or those that the command line names after its four folders and files."""
    chosen = sys.argv[5:]
    for name, test in list(names.items()):
        if name.startswith("test_") and (not chosen or name[5:] in chosen):
            test()
