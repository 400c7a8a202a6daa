#!/usr/bin/env python3
"""Measures branches over HTTP, with one client: bench/branches/over_http.py PROGRAM [ROUNDS]

PROGRAM is the bridge's: artifacts/native/bridge, or artifacts/bin/Bridge.Api/release/Bridge.Api. Needs make -C emulator. Prints a table of
milliseconds by the clock. The baseline is one branch of 3,840 frames in the host's process of branches, without a bridge, in turns with
64 branches of 60 frames from a named state over HTTP; then 256 branches in one process, in turns with two.
"""

import contextlib
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "emulator"))

from branch_process import Branches, movie, request  # noqa: E402

HOST, SCRIPT, ROM = (str(TOP / each) for each in ("emulator/build/mgba-host", "lua/bridge.lua", "emulator/rom/buttontest.gba"))
GAME = "/emulators/default"
FRAMES, COUNT, MORE = 60, 64, 256


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Client:
    def __init__(self, port: int):
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(self, method: str, path: str, body: dict | None = None) -> None:
        headers = {"Content-Type": "application/json"} if body else {}
        self._connection.request(method, path, json.dumps(body) if body else None, headers)
        response = self._connection.getresponse()
        text = response.read()
        if response.status >= 300:
            raise RuntimeError(text.decode())

    def branches(self, count: int, processes: int) -> float:
        branches = [{"steps": [{"wait": FRAMES}]}] * count
        began = time.perf_counter()
        self.ask("POST", f"{GAME}/branches", {"state": "start", "branches": branches, "spread": processes})
        return time.perf_counter() - began


@contextlib.contextmanager
def started(program: str):
    """Runs a game and a bridge to it, and saves the state from which the branches start."""
    script, port = free_port(), free_port()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as programs:
        for arguments in (
                [HOST, "--rom", ROM, "--script", SCRIPT, "--save-dir", folder],
                [program, "--urls", f"http://127.0.0.1:{port}", f"--Bridge:Emulators:default:Port={script}",
                 f"--Bridge:RomFolder={Path(ROM).parent}", f"--Bridge:StateFolder={folder}/states",
                 f"--Bridge:OnDemand:Program={HOST}"]):
            running = subprocess.Popen(arguments, env={**os.environ, "BRIDGE_SCRIPT_PORT": str(script)}, stdout=subprocess.DEVNULL)
            programs.callback(running.wait)
            programs.callback(running.terminate)
        client, deadline = Client(port), time.monotonic() + 30
        while True:
            try:
                client.ask("PUT", f"{GAME}/states/start")
                break
            except (OSError, RuntimeError):
                client = Client(port)
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        yield client


def alone(process: Branches) -> float:
    """The time of one branch of all frames, after one that ends when the start is reached."""
    process.send(request(movie("GBA", 60), ["frames 1\n", f"frames {FRAMES * COUNT}\n"]))
    began = 0.0
    while True:
        line = process.process.stdout.readline()
        if line.startswith(b"branch 0"):
            began = time.perf_counter()
        elif line == b"done\n":
            return time.perf_counter() - began
        elif not line or line.startswith(b"error"):
            raise SystemExit(line.decode())


def in_turns(rounds: int, *kinds) -> list[float]:
    """Returns the median of each kind, in ms; the first round starts processes, and isn't counted."""
    times = [[kind() for kind in kinds] for _ in range(rounds + 1)]
    return [statistics.median(each) * 1000 for each in zip(*times[1:], strict=True)]


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    with started(sys.argv[1]) as client, Branches(HOST, SCRIPT, ROM) as process:
        frames, branches = in_turns(rounds, lambda: alone(process), lambda: client.branches(COUNT, 1))
        one, two = in_turns(rounds, lambda: client.branches(MORE, 1), lambda: client.branches(MORE, 2))
    print("| | ms | ratio |\n|---|---:|---:|")
    print(f"| {FRAMES * COUNT:,} frames in the host's process | {frames:.1f} | |")
    print(f"| {COUNT} branches of {FRAMES} over HTTP | {branches:.1f} | {frames / branches:.2f} |")
    print(f"| {MORE} branches of {FRAMES}, one process | {one:.1f} | |")
    print(f"| {MORE} branches of {FRAMES}, two processes | {two:.1f} | {one / two:.2f} |")


main()
