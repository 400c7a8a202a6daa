#!/usr/bin/env python3
"""Measures the turns of language models: a scripted agent plays six tasks by the tools alone, once with simple calls at the console's
speed, as before turns were fast, and once with everything the tools offer. Prints calls, tokens and seconds of each.

usage: bench/agents/run.py   (after dotnet build src/Bridge.Api -c Release, and make -C emulator)

- presses: the ten buttons of the button-test game are pressed three times each, and the game's counters checked.
- search:  the counter of A is found among all numbers of 16 bits, by its changes.
- wait:    in the game with tones, the picture turns white and black ten times.
- maze:    after a look at the maze, the player is led to the goal, 43 steps away.
- story:   six pages, which fade in and out and are typed letter by letter, are read to the end, and A is never pressed early.
- tries:   the ends of 50 ways of 60 frames from the same moment are looked at.

Tokens are those of results: a quarter of the bytes of text, and width x height / 750 of pictures.
"""

import base64
import contextlib
import http.client
import json
import os
import pathlib
import socket
import statistics
import struct
import subprocess
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
BUTTONS = ["A", "B", "Select", "Start", "Right", "Left", "Up", "Down", "R", "L"]
COUNTERS = [f"0x{0x02000020 + 2 * place:08X} u16" for place in range(len(BUTTONS))]
TURNS = 10
# emulator/rom/README.md has the addresses.
WAY = [("Right", 4), ("Down", 2), ("Left", 4), ("Down", 2), ("Right", 6), ("Up", 4), ("Right", 6), ("Down", 2), ("Left", 4),
       ("Down", 2), ("Right", 4), ("Down", 3)]
MAZE_PACE = 8  # frames of a step while a button is held
WON = "0x0200000C u16"
PAGES = 6
STORY = ["0x0200000C u16", "0x02000008 u16"]  # whether it has ended, and how often A was pressed early
WAYS = [[f"{button}*{hold}", f"-{60 - hold}"] for button in BUTTONS[4:8] + ["A"] for hold in range(5, 55, 5)]
WAYS_AT_ONCE = 16  # with pictures
ROUNDS = 3


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@contextlib.contextmanager
def started(rom, turn_speed):
    """Runs a game and a bridge to it."""
    script, port = free_port(), free_port()
    with tempfile.TemporaryDirectory() as folder:
        programs = []
        try:
            programs.append(subprocess.Popen(
                [TOP / "emulator/build/mgba-host", "--rom", TOP / "emulator/rom" / rom, "--script", TOP / "lua/bridge.lua",
                 "--save-dir", folder], env={**os.environ, "BRIDGE_SCRIPT_PORT": str(script)}, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL))
            programs.append(subprocess.Popen(
                [TOP / "artifacts/bin/Bridge.Api/release/Bridge.Api", "--urls", f"http://127.0.0.1:{port}",
                 f"--Bridge:Emulators:default:Port={script}", f"--Bridge:Mcp:TurnSpeed={turn_speed}",
                 f"--Bridge:RomFolder={TOP / 'emulator/rom'}", f"--Bridge:StateFolder={folder}/states",
                 f"--Bridge:OnDemand:Program={TOP / 'emulator/build/mgba-host'}"], stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL))
            yield Agent(port)
        finally:
            for program in programs:
                program.terminate()
                program.wait()


class Agent:
    def __init__(self, port):
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        deadline = time.monotonic() + 30
        while True:
            try:
                self.call("game_look", screen=False)
                break
            except (OSError, RuntimeError):
                self._connection.close()
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        self.calls, self.tokens = 0, 0

    def call(self, tool, **arguments):
        """Returns the tool's answer, and whether a picture came with it."""
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        self._connection.request("POST", "/mcp", json.dumps(message), {
            "Content-Type": "application/json", "Accept": "application/json, text/event-stream"})
        lines = self._connection.getresponse().read().decode().splitlines()
        result = json.loads(next(line[5:] for line in lines if line.startswith("data:")))["result"]
        texts = [block["text"] for block in result["content"] if block["type"] == "text"]
        pictures = [base64.b64decode(block["data"]) for block in result["content"] if block["type"] == "image"]
        if result.get("isError"):
            raise RuntimeError(texts[0])
        # Calls of __init__, which waits for the bridge, are not counted.
        if hasattr(self, "calls"):
            self.calls += 1
            self.tokens += sum(len(text.encode()) for text in texts) / 4
            self.tokens += sum(width * height / 750 for width, height in map(size_of, pictures))
        return json.loads(texts[-1]), bool(pictures)


def size_of(png):
    return struct.unpack(">II", png[16:24])


def expect(counters, times):
    if [value for _, value in counters] != times:
        raise RuntimeError(f"The game counted {counters}, not {times}.")


def presses_simply(agent):
    for turn in range(30):
        agent.call("game_act", press=[BUTTONS[turn % 10]])
    expect(agent.call("memory_read", places=COUNTERS)[0]["values"], [3] * 10)


def presses_well(agent):
    told, _ = agent.call("game_act", press=3 * BUTTONS, read=COUNTERS)
    expect(told["values"], [3] * 10)


def search_simply(agent):
    search = agent.call("memory_search", **{"is": "any", "type": "u16"})[0]["search"]
    for _ in range(3):
        agent.call("game_act", press=["A"])
        agent.call("memory_search", search=search, **{"is": "increased"})
        agent.call("game_act", press=["-60"])
        found = agent.call("memory_search", search=search, **{"is": "unchanged"})[0]
    expect_found(found)


def search_well(agent):
    search = agent.call("memory_search", **{"is": "any", "type": "u16"})[0]["search"]
    agent.call("game_act", press=["A"], screen="none", search=f"{search} increased")
    found = agent.call("memory_search", search=search, frames=60, **{"is": "unchanged"})[0]
    expect_found(found)


def expect_found(found):
    if "0x02000020" not in [each["address"] for each in found["first"]]:
        raise RuntimeError(f"The search found {found}.")


def wait_simply(agent):
    for _ in range(TURNS):
        agent.call("game_act", press=["-30"])


def wait_well(agent):
    for _ in range(TURNS):
        if not agent.call("game_wait", screen=True)[0]["met"]:
            raise RuntimeError("The picture has not changed.")


def maze_simply(agent):
    agent.call("game_look")
    for direction, steps in WAY:
        for _ in range(steps):
            agent.call("game_act", press=[direction])
    expect(agent.call("memory_read", places=[WON])[0]["values"], [1])


def maze_well(agent):
    agent.call("game_look")
    way = ">".join(f"{direction}*{steps * MAZE_PACE}" for direction, steps in WAY)
    expect(agent.call("game_act", press=[way], read=[WON])[0]["values"], [1])


def story_simply(agent):
    for page in range(PAGES):
        if page > 0:
            agent.call("game_act", press=["A"])
        calm = 0
        while calm < 2:
            calm = 0 if agent.call("game_act", press=["-30"])[1] else calm + 1
    expect(agent.call("memory_read", places=STORY)[0]["values"], [1, 0])


def story_well(agent):
    for page in range(PAGES):
        told = agent.call("game_act", press=["A"] if page > 0 else [], settle="still", read=STORY)[0]
    expect(told["values"], [1, 0])


def tries_simply(agent):
    agent.call("state_save", name="before")
    for way in WAYS:
        agent.call("game_act", **{"from": "before"}, press=way, settle=0)


def tries_well(agent):
    for first in range(0, len(WAYS), WAYS_AT_ONCE):
        agent.call("game_try", ways=WAYS[first:first + WAYS_AT_ONCE], settle=0)


TASKS = [
    ("presses", "buttontest.gba", presses_simply, presses_well),
    ("search", "buttontest.gba", search_simply, search_well),
    ("wait", "tone.gba", wait_simply, wait_well),
    ("maze", "maze.gba", maze_simply, maze_well),
    ("story", "story.gba", story_simply, story_well),
    ("tries", "maze.gba", tries_simply, tries_well),
]


def play(rom, turn_speed, task):
    with started(rom, turn_speed) as agent:
        agent.call("game_freeze", frozen=True)
        began = time.monotonic()
        task(agent)
        return agent.calls, agent.tokens, time.monotonic() - began


def main():
    print("| task | | calls | tokens | seconds |")
    print("|---|---|---:|---:|---:|")
    for name, rom, simply, well in TASKS:
        rounds = [(play(rom, 1, simply), play(rom, 0, well)) for _ in range(ROUNDS)]
        for how, index in (("simple calls, console's speed", 0), ("all tools offer", 1)):
            calls, tokens, seconds = (statistics.median(each[index][part] for each in rounds) for part in range(3))
            print(f"| {name} | {how} | {calls:.0f} | {tokens:,.0f} | {seconds:.2f} |")
        print(f"| {name} | ratio of seconds | | | {statistics.median(one[2] / other[2] for one, other in rounds):.0f} |")


if __name__ == "__main__":
    main()
