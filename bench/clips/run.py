#!/usr/bin/env python3
"""Measures how long clips take, and what the live game notices of them. Prints a table.

usage: bench/clips/run.py   (after dotnet build src/Bridge.Api -c Release, and make -C emulator)
"""

import concurrent.futures
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
SECONDS = 60
LONG_SECONDS = 500
WAIT_FRAMES = 3000  # of a request
PROBE_SECONDS = 15
ROUNDS = 3
CLIENT_PAUSE = 0.002  # of the client whose reads are measured


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(port, method, path, body=None):
    """Returns the response's JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    connection.request(method, path, None if body is None else json.dumps(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    text = response.read()
    if response.status >= 300:
        raise RuntimeError(text.decode())
    return json.loads(text) if text else None


def clip(port, **what):
    """Makes a clip, and returns its seconds and bytes."""
    begin = time.perf_counter()
    made = ask(port, "POST", "/emulators/game/clips", {"wait": True, **what})
    return time.perf_counter() - begin, made["bytes"]


def clips(port):
    return ask(port, "GET", "/emulators/game/clips")["clips"]


def probe(port, seconds):
    """Returns the game's frames a second, and how long reads took, in ms."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    path = "/emulators/game/memory/0x02000000?type=u32"
    times = []
    first = ask(port, "GET", "/emulators/game")["frame"]
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        start = time.perf_counter()
        connection.request("GET", path)
        connection.getresponse().read()
        times.append((time.perf_counter() - start) * 1000)
        time.sleep(CLIENT_PAUSE)
    last = ask(port, "GET", "/emulators/game")["frame"]
    passed = time.perf_counter() - begin
    return (last - first) / passed, times


def show(what, probes):
    times = [each for _, seen in probes for each in seen]
    frames = statistics.mean(rate for rate, _ in probes)
    print(f"| {what} | {frames:.2f} | {statistics.median(times):.3f} | {statistics.quantiles(times, n=100)[98]:.3f} |", flush=True)


def measure(port):
    ask(port, "POST", "/emulators", {"rom": "buttontest.gba", "name": "game", "speed": 0})
    for _ in range(LONG_SECONDS * 60 // WAIT_FRAMES + 1):
        ask(port, "POST", "/emulators/game/frames/wait", {"frames": WAIT_FRAMES})
    ask(port, "PUT", "/emulators/game/speed", {"speed": 1})
    print(f"| {SECONDS} s of the button-test game | s | MB |\n|---|---:|---:|")
    for what in ({"format": "gif"}, {"format": "gif", "scale": 3}, {"format": "apng"}, {"format": "mp4"}, {"format": "webm"},
                 {"format": "wav"}):
        spent, size = clip(port, seconds=SECONDS, **what)
        print(f"| {' x'.join(str(each) for each in what.values())} | {spent:.2f} | {size / 1e6:.2f} |", flush=True)
    print("\n| the live game | frames/s | p50 ms | p99 ms |\n|---|---:|---:|---:|")
    show("alone", [probe(port, PROBE_SECONDS)])
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        rounds = []
        for _ in range(ROUNDS):
            rendering = [pool.submit(clip, port, seconds=LONG_SECONDS, format="gif", scale=2) for _ in range(3)]
            while sum(each["state"] == "rendering" and each["rendered"] > 0 for each in clips(port)) < 3:
                time.sleep(CLIENT_PAUSE)
            rounds.append(probe(port, PROBE_SECONDS / ROUNDS))
            if any(each.done() for each in rendering):
                raise RuntimeError(f"A clip of {LONG_SECONDS} s was ready before the reads ended.")
            concurrent.futures.wait(rendering)
        show("while three clips render", rounds)
        stop = time.perf_counter() + PROBE_SECONDS

        def render():
            count = 0
            while time.perf_counter() < stop:
                clip(port, seconds=SECONDS, format="gif", scale=2)
                count += 1
            return count

        rendering = [pool.submit(render) for _ in range(3)]
        beside = probe(port, PROBE_SECONDS)
        show(f"while {sum(each.result() for each in rendering)} clips of {SECONDS} s begin and end", [beside])


def main():
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        names = ("Clips__Folder", "OnDemand__Folder", "KeyFolder", "StateFolder", "Movies__Folder")
        settings = {f"Bridge__{name}": f"{folder}/{name}" for name in names} | {
            "Bridge__RomFolder": str(TOP / "emulator/rom"), "Bridge__OnDemand__Program": str(TOP / "emulator/build/mgba-host"),
            "Bridge__Clips__Renders": "3", "Bridge__Clips__Number": "10000"}
        bridge = subprocess.Popen(["dotnet", TOP / "artifacts/bin/Bridge.Api/release/Bridge.Api.dll", "--urls", f"http://127.0.0.1:{port}"],
                                  env=os.environ | settings, stdout=subprocess.PIPE, text=True)
        try:
            # The lines after this one fit in the pipe.
            next(line for line in bridge.stdout if "Application started" in line)
            measure(port)
            ask(port, "DELETE", "/emulators/game")
        finally:
            bridge.terminate()
            bridge.wait()


main()
