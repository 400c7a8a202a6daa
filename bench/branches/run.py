#!/usr/bin/env python3
"""Measures branches in the host's process of branches: bench/branches/run.py [ROUNDS]

Prints a table. The baseline is one branch of 3,840 frames in the same process, in turns with 64 branches of 60 frames: the processor time
of a frame in it is that of an undrawn frame alone. The frames are the same in all rounds, so the quickest round of each kind is the one
that other programs disturbed least.
"""

import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "emulator"))

from branch_process import Branches, movie, request  # noqa: E402

FRAMES, COUNT = 60, 64
WHOLE = FRAMES * COUNT
GAMES = [("GBA", "buttontest.gba", 33554432), ("GB", "gb/buttontest.gb", 49152)]


class Measured(Branches):
    def seconds(self, branches: list[str], platform: str) -> float:
        """The processor time of all branches but the first, which ends when the start is reached."""
        self.send(request(movie(platform, 60), ["frames 1\n", *branches]))
        begin = None
        while True:
            line = self.process.stdout.readline()
            if line.startswith((b"bytes", b"picture", b"state")):
                self.process.stdout.read(int(line.split()[-1]) + 1)
            elif line.startswith(b"branch 0"):
                begin = self._time()
            elif line == b"done\n":
                return self._time() - begin
            elif not line or line.startswith(b"error"):
                raise SystemExit(line.decode())

    def _time(self) -> float:
        return int(Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[0]) / 1e9


def kinds(address: int) -> dict[str, list[str]]:
    condition = f"value {address} u32 - eq:4000000000 1 {WHOLE}\n"
    whole = f"until any {WHOLE}\n{condition}"
    return {
        "one branch of 3,840": [f"frames {WHOLE}\n"],
        "64 of 60": [f"frames {FRAMES}\n"] * COUNT,
        "64 of 60, with 256 bytes": [f"frames {FRAMES}\nread {address} 256 -\n"] * COUNT,
        "64 of 60, with a picture": [f"frames {FRAMES}\nshow\n"] * COUNT,
        "64 of 60, with a state": [f"frames {FRAMES}\nkeep\n"] * COUNT,
        "one of 3,840, a condition on a value": [whole],
        "one of 3,840, four of them": [whole + 3 * condition],
        "one of 3,840, with a picture at the end": [f"{whole}show\n"],
    }


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    print("| game | | µs a frame | of the frames alone |\n|---|---|---:|---:|")
    for platform, rom, address in GAMES:
        with Measured(str(TOP / "emulator/build/mgba-host"), str(TOP / "lua/bridge.lua"), str(TOP / "emulator/rom" / rom)) as process:
            best = dict.fromkeys(kinds(address), 1e9)
            for _ in range(rounds):
                for name, branches in kinds(address).items():
                    best[name] = min(best[name], process.seconds(branches, platform))
        alone = best["one branch of 3,840"]
        for name, seconds in best.items():
            print(f"| {platform} | {name} | {seconds / WHOLE * 1e6:.1f} | {alone / seconds:.2f} |")


main()
