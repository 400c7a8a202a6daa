"""The namespaces' network: what it takes to cut and mend it, and processes in it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

WORK = Path("/run/fleet")


class Failed(Exception):
    """A cell did not go as expected."""


def run(*command: str) -> str:
    """Runs a command and returns what it printed; it has to succeed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def until(holds: Callable[[], bool], seconds: float, what: str, every: float = 0.05) -> float:
    """Waits until something holds and returns the seconds that it took; fails when it takes longer than it may."""
    begin = time.monotonic()
    while not holds():
        if time.monotonic() - begin > seconds:
            raise Failed(f"not within {seconds:g} s: {what}")
        time.sleep(every)
    return time.monotonic() - begin


class Machine:
    """A namespace: a machine of the fleet."""

    def __init__(self, name: str, address: str) -> None:
        self.name = name
        self.address = address
        self.folder = WORK / name
        self.folder.mkdir(exist_ok=True)

    def link(self, up: bool) -> None:
        """Plugs or unplugs the network."""
        run("ip", "-n", self.name, "link", "set", "eth0", "up" if up else "down")

    def drop(self, *others: Machine) -> None:
        """Drops all packets from and to other machines."""
        for other in others:
            self._filter("-A", "INPUT", "-s", other.address)
            self._filter("-A", "OUTPUT", "-d", other.address)

    def drop_connections(self, *others: Machine) -> int:
        """Drops what arrives on the connections that are open to other machines, and returns their number. New ones are not touched."""
        lines = [line.split() for other in others for line in run(
            "ip", "netns", "exec", self.name, "ss", "-Htn", "state", "established", "dst", other.address).splitlines()]
        for words in lines:
            local, peer = (word.rpartition(":")[2] for word in words[2:4])
            self._filter("-A", "INPUT", "-p", "tcp", "--dport", local, "--sport", peer)
        return len(lines)

    def mend(self) -> None:
        """Drops nothing any more."""
        run("ip", "netns", "exec", self.name, "iptables", "-F")

    def power_off(self) -> None:
        """Kills everything on this machine at once."""
        while pids := run("ip", "netns", "pids", self.name).split():
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)
            time.sleep(0.01)

    def _filter(self, *rule: str) -> None:
        run("ip", "netns", "exec", self.name, "iptables", "-w", *rule, "-j", "DROP")


class Program:
    """A program on a machine, which can be started again."""

    def __init__(self, machine: Machine, name: str, command: list[str], environment: dict[str, str] | None = None) -> None:
        self.machine = machine
        self.log = machine.folder / f"{name}.log"
        self._command = ["ip", "netns", "exec", machine.name, *command]
        self._environment = {**os.environ, **(environment or {})}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Starts it, in a session of its own as a service manager would."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, env=self._environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.machine.folder,
                start_new_session=True)

    def send(self, number: signal.Signals) -> None:
        """Sends a signal."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """Kills it."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def wait(self) -> None:
        """Waits for its end."""
        assert self._process is not None
        self._process.wait()

    def tail(self) -> str:
        """Returns the end of its log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-15:]) if self.log.exists() else ""
