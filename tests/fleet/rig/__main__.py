"""Plays the cells, the thousand or the soak, as ../run.sh says."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from pathlib import Path

from mgba_bridge import BridgeError

from . import creation_cells, etcd_cells  # noqa: F401 - they add their cells
from .cells import CELLS
from .fleet import Fleet
from .many import many
from .network import WORK, Failed
from .soak import soak

MATRIX = Path(__file__).parents[1] / "MATRIX.md"


def rows() -> dict[str, bool]:
    """Returns the cells of the table in its order, and whether each is in the small part."""
    found = {name: star == "*" for name, star in re.findall(r"^\| `([a-z-]+)`(\*?) \|", MATRIX.read_text(), re.MULTILINE)}
    if found.keys() != CELLS.keys():
        raise SystemExit(f"MATRIX.md and the cells differ: {sorted(found.keys() ^ CELLS.keys())}")
    return found


def play(hosts: int, names: list[str]) -> int:
    """Plays cells in one fleet and returns how many failed. After a failure the rest gets a new fleet's worth of emulators."""
    fleet = Fleet(hosts)
    begin = time.monotonic()
    try:
        fleet.start()
    except Failed as error:
        print(f"FAILED start of the fleet: {error}\n0 passed, 1 failed")
        return 1
    print(f"{hosts} hosts and 3 members of etcd run after {time.monotonic() - begin:.1f} s", flush=True)
    failed = 0
    for name in names:
        begin = time.monotonic()
        try:
            fleet.fill(5 * hosts)
            print(f"ok {name}: {CELLS[name](fleet)} [{time.monotonic() - begin:.0f} s]", flush=True)
        except (Failed, BridgeError, OSError, KeyError) as error:
            failed += 1
            print(f"FAILED {name}: {type(error).__name__}: {error} [{time.monotonic() - begin:.0f} s]", flush=True)
            keep_logs(name)
            fleet.recover()
    print(f"{len(names) - failed} passed, {failed} failed")
    return failed


def keep_logs(name: str) -> None:
    """Copies the programs' logs to the folder FLEET_LOGS."""
    if folder := os.environ.get("FLEET_LOGS"):
        for log in WORK.glob("*/*.log"):
            (Path(folder) / name).mkdir(parents=True, exist_ok=True)
            shutil.copy(log, Path(folder) / name / f"{log.parent.name}-{log.name}")


def main() -> int:
    """Reads the arguments."""
    hosts, arguments = int(sys.argv[1]), sys.argv[2:]
    all_rows = rows()
    match arguments:
        case []:
            return play(hosts, [name for name, small in all_rows.items() if small])
        case ["--matrix", *names]:
            unknown = set(names) - all_rows.keys()
            if unknown:
                raise SystemExit(f"There is no cell {sorted(unknown)}; MATRIX.md lists them.")
            return play(hosts, names or list(all_rows))
        case ["--many"] | ["--many", _]:
            return many(hosts)
        case ["--soak", minutes]:
            return soak(hosts, float(minutes))
        case _:
            raise SystemExit(f"unknown arguments: {arguments}; run.sh begins with the list.")


if __name__ == "__main__":
    sys.exit(min(main(), 1))
