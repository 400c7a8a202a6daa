"""The machines with a bridge and its emulators."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
from collections import defaultdict
from pathlib import Path

from mgba_bridge import Bridge, BridgeError
from mgba_bridge._calls import Call, to_json

from . import documents
from .network import WORK, Machine, Program, until

REPOSITORY = Path(os.environ["BRIDGE_REPOSITORY"])
TOKEN = "token-of-the-clients-of-the-rig"
CHECKPOINTS = WORK / "checkpoints"
PORT = 7185


def folder_of_games() -> Path:
    """Returns the folder with the games of the tests."""
    games = WORK / "games"
    if not games.exists():
        games.mkdir()
        for game in ("buttontest.gba", "gb/buttontest.gb"):
            shutil.copy(REPOSITORY / "emulator/rom" / game, games)
    return games


def bridge_command() -> list[str]:
    """Returns how the bridge starts: the native program, or else the managed one."""
    folder = Path(os.environ["BRIDGE_PROGRAM"])
    native = folder / "bridge"
    return [str(native)] if native.exists() else ["dotnet", str(folder / "Bridge.Api.dll")]


class Host(Machine):
    """A machine with a bridge. The emulators are processes that outlive a killed bridge."""

    def __init__(self, number: int, etcd: list[str], slots: int, program: Path, settings: dict[str, str], port: int = PORT,
                 fleet: bool = True, folder: str = "emulators") -> None:
        super().__init__(f"h{number}", f"10.77.1.{number}")
        self.url = f"http://{self.address}:{port}"
        self.emulators = self.folder / folder
        given = {name: value for name, value in documents.settings().items() if ":Etcd:" not in name and ":Tokens:" not in name}
        given |= {
            "Urls": self.url, "Bridge:Tokens:rig:Value": TOKEN, "Bridge:Hosts:0": self.address, "Bridge:Hosts:1": "10.77.0.100",
            "Bridge:Emulators:default:Port": "1", "Bridge:RomFolder": str(folder_of_games()),
            "Bridge:KeyFolder": str(self.folder / "keys"), "Bridge:StateFolder": str(self.folder / "states"),
            "Bridge:OnDemand:Program": str(program), "Bridge:OnDemand:Folder": str(self.emulators), "Bridge:OnDemand:Max": str(slots),
            "Bridge:Fleet:Host": self.name, "Bridge:Fleet:Address": self.url, "Bridge:Fleet:CheckpointFolder": str(CHECKPOINTS),
        }
        given |= {f"Bridge:Fleet:Etcd:{index}": address for index, address in enumerate(etcd)} | settings
        if not fleet:
            given = {name: value for name, value in given.items() if not name.startswith("Bridge:Fleet:")}
        self.bridge = Program(self, f"bridge-{folder}", bridge_command(), {
            name.replace(":", "__"): value for name, value in given.items()})

    def client(self, timeout: float = 15) -> Bridge:
        """Returns a client that repeats nothing."""
        return Bridge(self.url, token=TOKEN, timeout=timeout, retries=0)

    def is_live(self) -> bool:
        """Returns whether the bridge serves."""
        try:
            with self.client(1) as bridge:
                bridge.run(Call("GET", "/health/live", lambda response: response.status))
            return True
        except BridgeError:
            return False

    def knows(self, hosts: int) -> bool:
        """Returns whether the bridge has this many hosts in its copy of the fleet."""
        try:
            with self.client(1) as bridge:
                listed = bridge.run(Call("GET", "/hosts", to_json))["hosts"]
                return bool(sum(host["state"] == "live" for host in listed) >= hosts)
        except (BridgeError, KeyError):
            return False

    def start(self) -> None:
        """Starts the bridge and waits until it serves."""
        self.bridge.start()
        until(self.is_live, 20, f"the bridge of {self.name} serves\n{self.bridge.tail()}")

    def power_off_bridge(self) -> None:
        """Kills the bridge and its emulators, and nothing else on this machine."""
        self.bridge.kill()
        for pids in self.processes().values():
            for pid in pids:
                os.kill(pid, signal.SIGKILL)

    def processes(self) -> dict[str, list[int]]:
        """Returns the processes of this host's emulators by name, as the system sees them."""
        found: dict[str, list[int]] = defaultdict(list)
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            with contextlib.suppress(OSError):
                folder = Path(os.readlink(entry / "cwd"))
                if folder.parent == self.emulators and not folder.name.startswith("."):
                    found[folder.name].append(int(entry.name))
        return dict(found)

    def descriptors(self) -> int:
        """Returns how many descriptors the bridge has open."""
        return len(os.listdir(f"/proc/{self.bridge.pid}/fd"))

    def processor(self) -> float:
        """Returns the seconds of processor time that the bridge has used."""
        words = Path(f"/proc/{self.bridge.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Returns the bytes of memory that only the bridge has."""
        for line in Path(f"/proc/{self.bridge.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
        return 0
