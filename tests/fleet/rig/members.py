"""What runs beside the bridges: etcd's members, and HAProxy."""

from __future__ import annotations

import base64
import json
import urllib.request
from typing import Any

from . import documents
from .network import Machine, Program, until

PREFIX = "/bridge/"


class Etcd:
    """Three members of etcd."""

    def __init__(self) -> None:
        self.machines = [Machine(f"e{i}", f"10.77.0.{i}") for i in (1, 2, 3)]
        cluster = ",".join(f"{each.name}=http://{each.address}:2380" for each in self.machines)
        self.members = [Program(each, "etcd", documents.etcd_command(each.name, each.address, each.folder / "data", cluster))
                        for each in self.machines]

    @property
    def addresses(self) -> list[str]:
        """What the bridges are told."""
        return [f"http://{each.address}:2379" for each in self.machines]

    def start(self) -> None:
        """Starts all and waits for a leader."""
        for member in self.members:
            member.start()
        self.await_leader(20)

    def await_leader(self, seconds: float) -> float:
        """Waits until there is a leader that answers, and returns the seconds that it took."""
        return until(lambda: self.leader() is not None, seconds, "etcd has a leader")

    def leader(self) -> int | None:
        """Returns the index of the leader; None if there is none."""
        for index in range(3):
            status = self._ask(index, "maintenance/status", {})
            if status and status.get("leader") == status["header"]["member_id"]:
                return index
        return None

    def keys(self) -> list[str]:
        """Returns all keys of fleets."""
        for index in range(3):
            found = self._ask(index, "kv/range", {
                "key": _encode(PREFIX), "range_end": _encode(PREFIX[:-1] + chr(ord("/") + 1)), "keys_only": True})
            if found is not None:
                return [base64.b64decode(each["key"]).decode() for each in found.get("kvs", [])]
        return []

    def _ask(self, index: int, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(f"{self.addresses[index]}/v3/{path}", json.dumps(body).encode(), method="POST")
        try:
            with urllib.request.urlopen(request, timeout=0.5) as response:
                return json.load(response)
        except OSError:
            return None


def _encode(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


class Proxy:
    """HAProxy on the clients' machine, in front of all bridges."""

    PORT = 7185

    def __init__(self, machine: Machine, hosts: list[Machine]) -> None:
        configuration = machine.folder / "haproxy.cfg"
        configuration.write_text(FRONTEND.format(port=self.PORT, address=machine.address)
                                 + documents.proxy_backend(machine.address, {each.name: each.address for each in hosts}))
        self.address = f"http://{machine.address}:{self.PORT}"
        self._program = Program(machine, "haproxy", ["haproxy", "-db", "-f", str(configuration)])

    def start(self) -> None:
        """Starts it."""
        self._program.start()


FRONTEND = """\
defaults
    mode http
    timeout connect 1s
    timeout client 11m
    timeout server 11m

frontend fleet
    bind {address}:{port}
    default_backend bridges

"""
