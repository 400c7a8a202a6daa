"""A bridge that creates its emulators. Nothing of it outlives this program."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from mgba_bridge import Bridge, BridgeError, OutcomeUnknown, TimedOut, Unavailable

REPOSITORY = Path(__file__).resolve().parents[2]
HOST = REPOSITORY / "emulator" / "build" / "mgba-host"
FRAMES_PER_MINUTE = 3584
MAX_BYTES = 256 << 20
STOP_SECONDS = 30

# On a busy machine an emulator may seem to be paused or gone, because it gets no processor time for a second.
BUSY = (OutcomeUnknown, TimedOut, Unavailable)
TRIES = 5
PAUSE = 5.0

T = TypeVar("T")


def patiently(run: Callable[[], T]) -> T:
    """Returns the result of something that may be repeated, after some tries if the machine is busy."""
    for _ in range(TRIES - 1):
        try:
            return run()
        except BUSY as error:
            print(f"busy: {error}", file=sys.stderr, flush=True)
            time.sleep(PAUSE)
    return run()


def free_port() -> int:
    """Returns a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _command() -> list[str]:
    """Returns how the bridge starts: the native program, or else the managed one."""
    folder = Path(os.environ.get("BRIDGE_PROGRAM") or REPOSITORY / "artifacts" / "bin" / "Bridge.Api" / "release")
    native = folder / "bridge"
    return [str(native)] if native.exists() else ["dotnet", str(folder / "Bridge.Api.dll")]


class RunningBridge:
    """A bridge with folders of its own, and with a history of this number of frames in its emulators."""

    def __init__(self, folder: Path, roms: Path, frames: int, emulators: int) -> None:
        self.folder = folder
        self._address = f"http://127.0.0.1:{free_port()}"
        self._created = folder / "created"
        folder.mkdir()
        settings = {
            "Bridge:Emulators:default:Port": "1", "Bridge:RomFolder": str(roms), "Bridge:StateFolder": str(folder / "states"),
            "Bridge:Movies:Folder": str(folder / "movies"), "Bridge:KeyFolder": str(folder / "keys"),
            "Bridge:Movies:Verifications": "64", "Bridge:Movies:VerifyTime": "01:00:00",
            "Bridge:OnDemand:Program": str(HOST), "Bridge:OnDemand:Folder": str(self._created),
            "Bridge:OnDemand:Max": str(emulators), "Bridge:OnDemand:Warm": "0", "Bridge:OnDemand:Memory": "2048",
            "Bridge:History:Minutes": str(min(60, frames // FRAMES_PER_MINUTE + 5)), "Bridge:History:Bytes": str(MAX_BYTES),
        }
        environment = {name: value for name, value in os.environ.items() if not name.lower().startswith("bridge_")}
        command = [*_command(), "--urls", self._address, *(f"--{name}={value}" for name, value in settings.items())]
        # In a session of its own, so that Ctrl+C reaches only this program, which then ends the bridge.
        with (folder / "bridge.log").open("wb") as log:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "TERM", "--", *command], env=environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, start_new_session=True)

    def client(self, timeout: float = 60) -> Bridge:
        """Returns a client."""
        return Bridge(self._address, timeout=timeout)

    def wait(self, seconds: float = 180) -> None:
        """Waits until it serves; raises TimeoutError after that time."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                with self.client(10) as bridge:
                    bridge.emulators()
                return
            except BridgeError as error:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise TimeoutError(f"The bridge does not serve: {error}\n{(self.folder / 'bridge.log').read_text()[-2000:]}") from error
            time.sleep(0.1)

    def close(self) -> None:
        """Ends the bridge, which ends its emulators, and kills what is left of them."""
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for process in self._emulators():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _emulators(self) -> list[int]:
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    if self._created in Path(os.readlink(entry / "cwd")).parents:
                        found.append(int(entry.name))
        return found
