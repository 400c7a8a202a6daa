#!/usr/bin/env python3
"""Tests the end of a host without a bridge: tests/emulator/expiry.py HOST SCRIPT ROM WORK. Prints lines that run.sh counts."""

import os
import socket
import subprocess
import sys
import time

HOST, SCRIPT, ROM, WORK = sys.argv[1:5]


def probe(path: str):
    """Connects and leaves without a hello, as a port scan does."""
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(path)
        except OSError:
            pass  # The script doesn't listen yet, or the host has ended.


def main():
    """Connections without a hello don't prolong the time without a bridge."""
    path = f"{WORK}/expiry.sock"
    environment = os.environ | {"BRIDGE_SCRIPT_SOCKET": path, "BRIDGE_KEY_FOLDER": f"{WORK}/expiry"}
    command = [HOST, "--rom", ROM, "--save-dir", f"{WORK}/expiry", "--script", SCRIPT, "--expire", "1"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        end = time.monotonic() + 10
        while process.poll() is None and time.monotonic() < end:
            probe(path)
            try:
                process.wait(0.1)
            except subprocess.TimeoutExpired:
                pass
        code = process.poll()
        name = "expiry: connections without a hello don't keep the host"
        print(f"ok {name}" if code == 0 else f"FAILED {name}: exit code {code}")
        process.kill()


if __name__ == "__main__":
    main()
