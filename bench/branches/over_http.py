#!/usr/bin/env python3
"""Measures branches over HTTP beside the core's own undrawn rate, in one run. Prints a table.

usage: bench/branches/over_http.py   (after dotnet build src/Bridge.Api -c Release, and make -C emulator)
"""

import http.client
import json
import os
import pathlib
import socket
import statistics
import subprocess
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
ROUNDS = 9
FRAMES = 60


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def branch(index):
    """Returns a branch of 60 frames that presses a button and reads a value."""
    button = ("A", "B", "Left", "Right", "Up", "Down")[index % 6]
    hold = 1 + index % 40
    return {"steps": [{"buttons": [button], "hold": hold, "release": 0}], "settle": FRAMES - hold,
            "read": [{"address": "0x02000020", "type": "u16"}]}


class Client:
    """One client with one connection."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)

    def ask(self, method, path, body=None):
        """Returns the response's JSON."""
        self.connection.request(method, path, None if body is None else json.dumps(body), {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        text = response.read()
        if response.status >= 300:
            raise RuntimeError(text.decode())
        return json.loads(text) if text else None

    def rate(self, branches, **options):
        """Returns the frames a second of a request."""
        begin = time.perf_counter()
        ended = self.ask("POST", "/emulators/game/branches", {"branches": branches, **options})["branches"]
        return sum(each["frames"] for each in ended) / (time.perf_counter() - begin)


def core_rate(client, frames):
    """Returns the core's own undrawn rate: a long branch minus a short one leaves neither HTTP nor the beginning."""
    spent = []
    for settle in (frames, 0):
        begin = time.perf_counter()
        client.ask("POST", "/emulators/game/branches", {"branches": [{"settle": settle}]})
        spent.append(time.perf_counter() - begin)
    return frames / (spent[0] - spent[1])


def measure(port):
    client = Client(port)
    client.ask("POST", "/emulators", {"rom": "buttontest.gba", "name": "game"})
    client.ask("POST", "/emulators/game/frames/wait", {"frames": 120})
    client.ask("POST", "/emulators/game/frames/hold", {"leaseSeconds": 600})
    branches = [branch(index) for index in range(256)]
    client.rate(branches, spread=2)  # starts both processes
    rows = [("core", lambda: core_rate(client, 3840)), ("64", lambda: client.rate(branches[:64])),
            ("256", lambda: client.rate(branches)), ("256 on 2", lambda: client.rate(branches, spread=2))]
    rates = {name: [] for name, _ in rows}
    for _ in range(ROUNDS):
        for name, run in rows:
            rates[name].append(run())
    medians = {name: statistics.median(each) for name, each in rates.items()}
    print(f"| branches of {FRAMES} frames, one client, a frozen game | frames/s | |\n|---|---:|---|")
    print(f"| the core alone, undrawn: one branch of 3,840 frames | {medians['core']:,.0f} | |")
    print(f"| 64 in one process | {medians['64']:,.0f} | {medians['64'] / medians['core']:.2f} of the core |")
    print(f"| 256 in one process | {medians['256']:,.0f} | {medians['256'] / medians['core']:.2f} of the core |")
    print(f"| 256 in two processes | {medians['256 on 2']:,.0f} | {medians['256 on 2'] / medians['256']:.2f} of one process |")
    print(f"\nMedians of {ROUNDS} rounds.")


def main():
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        names = ("Clips__Folder", "OnDemand__Folder", "KeyFolder", "StateFolder", "Movies__Folder")
        settings = {f"Bridge__{name}": f"{folder}/{name}" for name in names} | {
            "Bridge__RomFolder": str(TOP / "emulator/rom"), "Bridge__OnDemand__Program": str(TOP / "emulator/build/mgba-host"),
            "Bridge__Branches__Processes": "2"}
        bridge = subprocess.Popen(["dotnet", TOP / "artifacts/bin/Bridge.Api/release/Bridge.Api.dll", "--urls", f"http://127.0.0.1:{port}"],
                                  env=os.environ | settings, stdout=subprocess.PIPE, text=True)
        try:
            # The lines after this one fit in the pipe.
            next(line for line in bridge.stdout if "Application started" in line)
            measure(port)
            Client(port).ask("DELETE", "/emulators/game")
        finally:
            bridge.terminate()
            bridge.wait()


main()
