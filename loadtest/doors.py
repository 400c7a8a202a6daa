#!/usr/bin/env python3
"""Sends guarded reads to a door for BizHawk's clients at a fixed rate, over one connection, and prints how long the replies took.

usage: loadtest/doors.py PORT SECONDS [RATE]

Prints the number of replies a second, and in ms: the median and the 99th percentile from when a request was due, the latter from when it
was sent, and that of the generator's own delay. As these clients do, it sends a request after the reply to the one before. The first ones
are not counted.
"""

import gc
import json
import socket
import sys
import time

# The game has 0, 1, 2 … at 0x100, and counts its frames at 0 (emulator/rom/README.md).
LIST = json.dumps([
    {"type": "GUARD", "domain": "EWRAM", "address": 0x100, "expected_data": "AAECAw=="},
    {"type": "READ", "domain": "EWRAM", "address": 0, "size": 4}]).encode() + b"\n"
RIGHT = b'[{"type":"GUARD_RESPONSE","address":256,"value":true},{"type":"READ_RESPONSE","value":"'


def exchange(connection, line):
    """Returns the reply line."""
    connection.sendall(line)
    reply = connection.recv(65536)
    while not reply.endswith(b"\n"):
        more = connection.recv(65536)
        if not more:
            raise RuntimeError(f"The door has closed the connection behind {reply}.")
        reply += more
    return reply


def percentile(times, part):
    return sorted(times)[min(int(len(times) * part), len(times) - 1)] * 1e3


def measure(port, seconds, rate):
    connection = socket.create_connection(("127.0.0.1", port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if exchange(connection, b"VERSION\n") != b"1\n":
        raise RuntimeError("That is no door for BizHawk's clients.")
    for _ in range(rate):
        exchange(connection, LIST)
    gc.disable()
    late, times, delays = [], [], []
    begin = replied = time.perf_counter()
    for number in range(seconds * rate):
        due = begin + number / rate
        if (wait := due - time.perf_counter()) > 0:
            time.sleep(wait)
        sent = time.perf_counter()
        reply = exchange(connection, LIST)
        delays.append(sent - max(due, replied))
        replied = time.perf_counter()
        late.append(replied - due)
        times.append(replied - sent)
        if not reply.startswith(RIGHT):
            raise RuntimeError(f"A wrong reply: {reply}")
    rate, p50, *p99 = len(times) / (replied - begin), percentile(late, 0.5), *(percentile(each, 0.99) for each in (late, times, delays))
    print(f"{rate:.0f} {p50:.2f} {' '.join(f'{each:.2f}' for each in p99)}")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    measure(*map(int, sys.argv[1:3]), int(sys.argv[3]) if len(sys.argv) == 4 else 1000)
