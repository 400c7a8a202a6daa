"""Starts a real emulator and a real bridge for tests, on free ports.

BRIDGE_PROGRAM names the folder of the built or published bridge (default: the Release build), BRIDGE_REPOSITORY the repository.
"""

from __future__ import annotations

import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

REPOSITORY = Path(os.environ.get("BRIDGE_REPOSITORY") or Path(__file__).resolve().parents[3])
SOURCES = Path(__file__).resolve().parents[1] / "src"
if str(SOURCES) not in sys.path:
    sys.path.insert(0, str(SOURCES))

from mgba_bridge import Bridge, BridgeError, Unreachable  # noqa: E402

BUTTON_TEST = REPOSITORY / "emulator" / "rom" / "buttontest.gba"


def free_port() -> int:
    """Returns a port that nothing listens on, below those that systems give to sockets that ask for none."""
    while True:
        port = random.randrange(10_000, 32_768)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


def wait_until(holds: Callable[[], bool], seconds: float = 30) -> None:
    """Waits for a condition."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError("It does not come true.")
        time.sleep(0.01)


def _bridge_command() -> list[str]:
    folder = Path(os.environ.get("BRIDGE_PROGRAM") or REPOSITORY / "artifacts" / "bin" / "Bridge.Api" / "release")
    native = folder / "bridge"
    return [str(native)] if native.exists() else ["dotnet", str(folder / "Bridge.Api.dll")]


class RunningEmulator:
    """A headless emulator with the script."""

    def __init__(self, folder: Path, secret: str, rom: Path = BUTTON_TEST, speed: str = "0") -> None:
        self.port = free_port()
        host = REPOSITORY / "emulator" / "build" / "mgba-host"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BRIDGE_")}
        environment |= {"BRIDGE_SCRIPT_PORT": str(self.port), "BRIDGE_SCRIPT_SECRET": secret,
                        "BRIDGE_SCRIPT_FOLDERS": str(rom.parent)}
        with (folder / f"emulator-{self.port}.log").open("wb") as log:
            self.process = subprocess.Popen(
                [host, "--rom", rom, "--script", REPOSITORY / "lua" / "bridge.lua", "--speed", speed, "--save-dir",
                 folder / f"saves-{self.port}"], env=environment, stdout=log, stderr=subprocess.STDOUT)

    def kill(self) -> None:
        """Kills it, like a crash."""
        self.process.kill()
        self.process.wait()

    def pause(self) -> None:
        """Stops the process; its connections stay open."""
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Continues the process."""
        self.process.send_signal(signal.SIGCONT)


def _responds(bridge: Bridge) -> bool:
    try:
        return bridge.emulators() is not None
    except Unreachable:
        return False


class RunningBridge:
    """A bridge with emulators of the button-test game: `default`, and more by name."""

    def __init__(self, names: tuple[str, ...] = ("default",), rom: Path = BUTTON_TEST, speed: str = "0",
                 settings: tuple[str, ...] = ()) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="bridge-client-"))
        secret = secrets.token_hex(16)
        self.emulators = {name: RunningEmulator(self.folder, secret, rom, speed) for name in names}
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        ports = [f"--Bridge:Emulators:{name}:Port={emulator.port}" for name, emulator in self.emulators.items()]
        environment = {name: value for name, value in os.environ.items() if not name.lower().startswith("bridge_")}
        environment |= {f"Bridge__Emulators__{name}__Secret": secret for name in names}
        self._command = [*_bridge_command(), "--urls", self.address, f"--Bridge:StateFolder={self.folder / 'states'}",
                         f"--Bridge:Movies:Folder={self.folder / 'movies'}", f"--Bridge:KeyFolder={self.folder / 'keys'}",
                         f"--Bridge:RomFolder={rom.parent}", "--Bridge:Branches:Processes=2",
                         f"--Bridge:OnDemand:Program={REPOSITORY / 'emulator' / 'build' / 'mgba-host'}",
                         f"--Bridge:OnDemand:Folder={self.folder / 'created'}", *ports, *settings]
        self._environment = environment
        self.start()

    def start(self) -> None:
        """Starts the bridge and waits until every game runs."""
        with (self.folder / "bridge.log").open("ab") as log:
            self.process = subprocess.Popen(self._command, env=self._environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            with Bridge(self.address) as bridge:
                wait_until(lambda: _responds(bridge))
                for name in self.emulators:
                    bridge.wait_until_ready(30, name)
        except (BridgeError, AssertionError) as error:
            self.close()
            raise RuntimeError(f"The bridge is not ready: {error}") from error

    def stop(self) -> None:
        """Kills the bridge."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """Ends everything and deletes its files."""
        self.stop()
        for emulator in self.emulators.values():
            emulator.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def main() -> None:
    """Starts a bridge, prints its address and ends with its input: for tests in other languages. Arguments: the emulators' names."""
    bridge = RunningBridge(tuple(sys.argv[1:]) or ("default",))
    try:
        print(bridge.address, flush=True)
        for line in sys.stdin:
            # "kill NAME" kills an emulator while a request is in flight, "restart" the bridge.
            verb, _, name = line.strip().partition(" ")
            if verb == "restart":
                bridge.stop()
                bridge.start()
            else:
                getattr(bridge.emulators[name], verb)()
            print("done", flush=True)
    finally:
        bridge.close()


if __name__ == "__main__":
    main()


class RunningTest(unittest.TestCase):
    """Tests of one game, each with an emulator and a bridge of its own."""

    rom = BUTTON_TEST

    def setUp(self) -> None:
        self.running = RunningBridge(rom=self.rom)
        self.addCleanup(self.running.close)
        self.bridge = Bridge(self.running.address)
        self.addCleanup(self.bridge.close)
        self.game = self.bridge.emulator()
