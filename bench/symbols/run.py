#!/usr/bin/env python3
"""Measures how long 40,000 symbols take to load, and what a name costs a read beside a number. Prints two tables.

usage: bench/symbols/run.py   (after dotnet build src/Bridge.Api -c Release, and make -C emulator)

Each file is stored once: the bridge knows a file that it has read before. The reads of a round take turns, by one client on one
connection; their ratio is that of the same round.
"""

import json
import os
import pathlib
import shutil
import socket
import statistics
import struct
import subprocess
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
SYMBOLS = 40_000
FILES = 5
ROUNDS = 9
READS = 1_000
BASE = 0x02000000

TYPES = {
    "types": {
        "Player": {"size": 100, "fields": {
            "level": {"at": 84, "type": "u8"}, "moves": {"at": 10, "type": "u16", "count": 4}, "next": {"at": 0, "type": "Player*"},
            "name": {"at": 20, "type": "u8", "count": 10}, "at": {"at": 32, "type": "Point"}}},
        "Point": {"size": 4, "fields": {"x": {"at": 0, "type": "i16"}, "y": {"at": 2, "type": "i16"}}}},
    "symbols": {"s0_0": {"type": "Player", "count": 6}},
}


def names(file):
    """Returns names that no other file has, with their addresses."""
    return [(f"s{file}_{index}", BASE + 4 * index) for index in range(SYMBOLS)]


def rgbds(file):
    return "".join(f"{1 + index // 4096:02x}:{0x4000 + 4 * (index % 4096):04x} s{file}_{index}\n" for index in range(SYMBOLS)).encode()


def no_cash(file):
    return "".join(f"{address:08X} {name},4\n" for name, address in names(file)).encode()


def listed(file):
    return "".join(f"{address:08x} g 00000004 {name}\n" for name, address in names(file)).encode()


def linked(file):
    return "".join(f"                0x{address:08x}                {name}\n" for name, address in names(file)).encode()


def elf(file):
    """Returns an ELF file with a table of symbols and one of names."""
    texts, entries, at = [b"\0"], [bytes(16)], 1
    for name, address in names(file):
        entries.append(struct.pack("<IIIBBH", at, address, 4, 0x11, 0, 1))
        texts.append(name.encode() + b"\0")
        at += len(name) + 1
    texts, symbols = b"".join(texts), b"".join(entries)
    section = "<IIIIIIIIII"
    begin = 52 + len(symbols) + len(texts)
    head = b"\x7fELF\x01\x01\x01".ljust(16, b"\0") + struct.pack("<HHIIIIIHHHHHH", 2, 40, 1, 0, 0, begin, 0, 52, 0, 0, 40, 3, 0)
    return head + symbols + texts + struct.pack(section, *[0] * 10) \
        + struct.pack(section, 0, 2, 0, 0, 52, len(symbols), 2, 1, 4, 16) \
        + struct.pack(section, 0, 3, 0, 0, 52 + len(symbols), len(texts), 0, 0, 1, 0)


class Client:
    """One client with one connection."""

    def __init__(self, port):
        self.host = f"127.0.0.1:{port}"
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, method, path, body=b"", media="application/json"):
        """Returns the body of the response."""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: {media}\r\nContent-Length: {len(body)}\r\n\r\n"
        return self.exchange(head.encode() + body)

    def exchange(self, request):
        self.socket.sendall(request)
        received = self.socket.recv(65536)
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self.socket.recv(65536)
        head = received[:end].lower()
        if not head.startswith(b"http/1.1 2"):
            raise RuntimeError(received.decode())
        if b"transfer-encoding: chunked" in head:
            while not received.endswith(b"\r\n0\r\n\r\n"):
                received += self.socket.recv(65536)
            return b""
        length = int(head.split(b"content-length:")[1].split(b"\r\n")[0]) if b"content-length:" in head else 0
        while len(received) < end + 4 + length:
            received += self.socket.recv(65536)
        return received[end + 4:]


def get(client, path):
    return f"GET /emulators/{path} HTTP/1.1\r\nHost: {client.host}\r\n\r\n".encode()


def load(client, game, form, make):
    """Prints the milliseconds that files of a format take to store, from the request to the response."""
    times, size = [], 0
    for file in range(FILES):
        body = make(file)
        size = len(body)
        begin = time.perf_counter()
        stored = json.loads(client.ask("PUT", f"/emulators/{game}/symbols", body, "application/octet-stream"))
        times.append((time.perf_counter() - begin) * 1000)
        if stored["count"] != SYMBOLS:
            raise RuntimeError(f"{form}: {stored}")
    print(f"| {form} | {size / 1e6:.1f} | {statistics.median(times):.0f} | {times[0]:.0f} | {max(times):.0f} |", flush=True)


def processor_seconds(process):
    """Returns the processor time of all threads of a process."""
    return sum(int(task.read_text().split()[0]) for task in pathlib.Path(f"/proc/{process}/task").glob("*/schedstat")) / 1e9


def read(client, process, path):
    """Returns the microseconds of a read, and those of the bridge's processors."""
    request = get(client, path)
    before, times = processor_seconds(process), []
    for _ in range(READS):
        begin = time.perf_counter()
        client.exchange(request)
        times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1e6, (processor_seconds(process) - before) / READS * 1e6


def compare(client, process, rows):
    """Prints reads beside the one that each is compared with, which is before it."""
    results = {name: [] for name, _, _ in rows}
    for name, path, _ in rows:
        read(client, process, path)
    for turn in range(ROUNDS):
        for name, path, _ in rows if turn % 2 == 0 else reversed(rows):
            results[name].append(read(client, process, path))
    for name, _, other in rows:
        p50, spent = (statistics.median(each[part] for each in results[name]) for part in (0, 1))
        ratios = [] if other is None else [
            statistics.median(mine[part] / its[part] for mine, its in zip(results[name], results[other])) for part in (0, 1)]
        print(f"| {name} | {p50:.1f} | {spent:.1f} | " + (" | ".join(f"{ratio:.3f}" for ratio in ratios) or " | ") + " |", flush=True)


def measure(port, process):
    client = Client(port)
    for game, rom in (("gb", "buttontest.gb"), ("gba", "buttontest.gba")):
        client.ask("POST", "/emulators", json.dumps({"rom": rom, "name": game}).encode())
        client.ask("POST", f"/emulators/{game}/frames/wait", b'{"frames": 120}')
    print(f"| {SYMBOLS:,} symbols | MB | ms | first | max |\n|---|---:|---:|---:|---:|")
    load(client, "gb", ".sym of RGBDS", rgbds)
    for form, make in ((".sym of no$gba", no_cash), ("list of a decompilation", listed), (".map", linked), ("ELF", elf)):
        load(client, "gba", form, make)

    number = f"gba/memory/0x{BASE + 0x20:08X}?type=u16"
    print("\n| a read | p50 µs | bridge's µs | p50 of the one compared | bridge's time |\n|---|---:|---:|---:|---:|")
    client.ask("DELETE", "/emulators/gba/symbols")
    compare(client, process, [("by number, without symbols", number, None)])
    client.ask("PUT", "/emulators/gba/symbols", no_cash(0), "application/octet-stream")
    compare(client, process, [
        ("by number, with symbols", number, None), ("by name", "gba/memory/s0_8?type=u16", "by number, with symbols"),
        ("by name with an offset", "gba/memory/s0_0+0x20?type=u16", "by number, with symbols")])
    client.ask("PUT", "/emulators/gba/symbols/types", json.dumps(TYPES).encode())
    field, whole = BASE + 300 + 84, BASE + 300
    compare(client, process, [
        ("by number, with types", f"gba/memory/0x{field:08X}", None),
        ("by field", "gba/memory/s0_0[3].level", "by number, with types"),
        ("100 bytes", f"gba/memory/0x{whole:08X}?length=100", None),
        ("a structure of 100 bytes", "gba/structures/s0_0[3]", "100 bytes")])
    for game in ("gb", "gba"):
        client.ask("DELETE", f"/emulators/{game}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def main():
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        for rom in ("buttontest.gba", "gb/buttontest.gb"):
            shutil.copy(TOP / "emulator/rom" / rom, folder)
        settings = {f"Bridge__{name}": f"{folder}/{name}" for name in (
            "Clips__Folder", "OnDemand__Folder", "KeyFolder", "StateFolder", "Movies__Folder")} | {
            "Bridge__RomFolder": folder, "Bridge__OnDemand__Program": str(TOP / "emulator/build/mgba-host")}
        program = os.environ.get("BENCH_BRIDGE")
        command = [program] if program else ["dotnet", str(TOP / "artifacts/bin/Bridge.Api/release/Bridge.Api.dll")]
        bridge = subprocess.Popen([*command, "--urls", f"http://127.0.0.1:{port}"], env=os.environ | settings, stdout=subprocess.PIPE,
                                  text=True)
        try:
            # The lines after this one fit in the pipe.
            next(line for line in bridge.stdout if "Application started" in line)
            measure(port, bridge.pid)
        finally:
            bridge.terminate()
            bridge.wait()


main()
