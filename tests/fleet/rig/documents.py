"""What docs/fleet.md tells people to run: the rig runs that."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

from .network import Failed

_TEXT = (Path(os.environ["BRIDGE_REPOSITORY"]) / "docs/fleet.md").read_text()


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", _TEXT, re.MULTILINE | re.DOTALL)


def settings() -> dict[str, str]:
    """Returns the settings of a host, by their full names."""
    flat: dict[str, str] = {}

    def add(prefix: str, value: Any) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                add(f"{prefix}:{name}" if prefix else name, inner)
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                add(f"{prefix}:{index}", inner)
        else:
            flat[prefix] = str(value)

    add("", json.loads(_blocks("json")[0]))
    return flat


def etcd_command(name: str, address: str, folder: Path, cluster: str) -> list[str]:
    """Returns how a member of etcd is started, for another name and address."""
    line = next(line for line in _blocks("bash")[0].splitlines() if line.startswith("etcd "))
    words = shlex.split(line)
    for index, word in enumerate(words[:-1]):
        match word:
            case "--name":
                words[index + 1] = name
            case "--data-dir":
                words[index + 1] = str(folder)
            case "--initial-cluster":
                words[index + 1] = cluster
            case _ if word.endswith("-urls"):
                words[index + 1] = words[index + 1].replace("10.0.0.1", address)
    return words


def proxy_backend(address: str, hosts: dict[str, str]) -> str:
    """Returns HAProxy's backend with these servers, for clients that use this address."""
    block = next(block for block in _blocks("") if block.startswith("backend")).replace("fleet.example", address)
    lines = [line for line in block.splitlines() if not line.strip().startswith("server ")]
    return "\n".join([*lines, *(f"    server {name} {address}:7185 check" for name, address in hosts.items())]) + "\n"


def commands() -> list[str]:
    """Returns the commands of clients."""
    return [line for block in _blocks("bash") for line in block.splitlines() if line.startswith("curl ")]


def run_command(command: str, address: str, token: str) -> str:
    """Runs a command against this address and returns the response."""
    given = shlex.split(command.replace("http://fleet.example", address))
    done = subprocess.run([*given, "-sS", "--fail-with-body", "-H", f"Authorization: Bearer {token}"], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise Failed(f"{command}: {done.stderr.strip()} {done.stdout}")
    return done.stdout
