"""Far more than a bridge can do, for a while: what it still gets done, how it refuses the rest, and what stays behind.

Asks for pictures in batches, which cost the emulator milliseconds each: first as fast as they are answered (the peak), then
ten times as many, half of whose senders hang up at random. At the same time thousands of connections dribble a request head
byte by byte, and others ask for save states and don't read them. overload.sh starts all that is needed.
"""
import asyncio
import http.client
import json
import os
import random
import socket
import statistics
import sys
import threading
import time

HOST, PORT = os.environ["BASE_URL"].split("//")[1].split(":")
BRIDGE = int(os.environ["BRIDGE_ID"])
SECONDS = int(os.environ.get("DURATION_SECONDS", "60"))
DRIBBLERS = int(os.environ.get("DRIBBLERS", "5000"))
SLOW_READERS = int(os.environ.get("SLOW_READERS", "50"))
TIMES = float(os.environ.get("TIMES", "10"))
PEAK_SECONDS = int(os.environ.get("PEAK_SECONDS", "10"))
PEAK_CLIENTS = 24
RECOVERY_SECONDS = 60
BODY = b'{"operations": [{"op": "screen"}]}'
HEAD = f"Host: {HOST}:{PORT}\r\n"
COSTLY = (f"POST /emulators/default/batch HTTP/1.1\r\n{HEAD}Content-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n").encode() + BODY


def resident_mib():
    with open(f"/proc/{BRIDGE}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def emulator():
    client = http.client.HTTPConnection(HOST, int(PORT), timeout=30)
    client.request("GET", "/emulators/default")
    answer = json.loads(client.getresponse().read())
    client.close()
    return answer


async def read_answer(reader):
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    length = next((int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length")), None)
    if length is None:
        body = b""
        while not body.endswith(b"0\r\n\r\n"):
            body += await reader.readuntil(b"\r\n")
    else:
        body = await reader.readexactly(length)
    return int(lines[0].split()[1]), body


class Clients:
    """Connections that are kept and used again."""

    def __init__(self):
        self.free = []
        self.counts = {"good": 0, "wrong": 0, "hung up": 0, "broken": 0}

    async def take(self):
        while self.free:
            reader, writer = self.free.pop()
            if not reader.at_eof():
                return reader, writer
            writer.close()
        return await asyncio.open_connection(HOST, int(PORT))

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    async def ask(self, patience=None):
        """One request; whoever has patience hangs up when it is over."""
        try:
            reader, writer = await self.take()
        except OSError:
            return self.count("broken")
        try:
            writer.write(COSTLY)
            status, body = await asyncio.wait_for(read_answer(reader), patience)
        except asyncio.TimeoutError:
            writer.transport.abort()
            return self.count("hung up")
        except (OSError, asyncio.IncompleteReadError):
            writer.close()
            return self.count("broken")
        if status == 200:
            self.count("good" if b'"png"' in body else "wrong")
        else:
            self.count(str(status))
        self.free.append((reader, writer))

    def close(self):
        for _, writer in self.free:
            writer.close()
        self.free = []


async def peak(clients):
    end = time.monotonic() + PEAK_SECONDS

    async def one():
        while time.monotonic() < end:
            await clients.ask()

    before = clients.counts["good"]
    await asyncio.gather(*(one() for _ in range(PEAK_CLIENTS)))
    return (clients.counts["good"] - before) / PEAK_SECONDS


async def dribble(stop, standing):
    """A request head that never ends, a byte every few seconds; whoever is cut off comes again."""
    while not stop.is_set():
        try:
            _, writer = await asyncio.open_connection(HOST, int(PORT))
        except OSError:
            await asyncio.sleep(1)
            continue
        standing[0] += 1
        try:
            for byte in b"GET / HTTP/1.1\r\nX: " + b"x" * 1000:
                if stop.is_set() or writer.transport.is_closing():
                    break
                writer.write(bytes([byte]))
                await asyncio.sleep(random.uniform(3, 6))
        except OSError:
            pass
        standing[0] -= 1
        writer.transport.abort()


async def read_slowly(stop):
    """Asks for a save state and takes a few bytes of it a second."""
    loop = asyncio.get_running_loop()
    while not stop.is_set():
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.setblocking(False)
        try:
            await loop.sock_connect(client, (HOST, int(PORT)))
            await loop.sock_sendall(client, f"GET /emulators/default/state HTTP/1.1\r\n{HEAD}\r\n".encode())
            while not stop.is_set() and await asyncio.wait_for(loop.sock_recv(client, 16), 30):
                await asyncio.sleep(1)
        except (OSError, asyncio.TimeoutError):
            await asyncio.sleep(0.5)
        client.close()


async def overload(clients, rate):
    """Requests when they are due, whatever becomes of the earlier ones."""
    begun, sent, tasks = time.monotonic(), 0, set()
    while (now := time.monotonic() - begun) < SECONDS:
        while sent < now * rate:
            sent += 1
            task = asyncio.create_task(clients.ask(random.uniform(0, 1) if random.random() < 0.5 else None))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        await asyncio.sleep(0.002)
    # What is good by now was done in that time.
    good = clients.counts["good"]
    await asyncio.gather(*tasks, return_exceptions=True)
    return sent, good


class Prober(threading.Thread):
    """Asks one after the other, apart from the crowd, and times the refusals."""

    def __init__(self):
        super().__init__(daemon=True)
        self.refusals, self.without_hint, self.stopped = [], 0, False

    def run(self):
        while not self.stopped:
            try:
                with socket.create_connection((HOST, int(PORT)), timeout=20) as client:
                    while not self.stopped:
                        begun = time.perf_counter()
                        client.sendall(COSTLY)
                        answer = client.recv(65536)
                        took = time.perf_counter() - begun
                        if not answer.startswith(b"HTTP/1.1 503"):
                            break
                        self.refusals.append(1000 * took)
                        self.without_hint += b"\r\nRetry-After:" not in answer
                        time.sleep(0.02)
            except OSError:
                time.sleep(0.1)


def probe_apart():
    """A process of its own, so that its clock is not the crowd's."""
    prober = Prober()
    prober.start()
    sys.stdin.readline()
    prober.stopped = True
    print(json.dumps([prober.refusals, prober.without_hint]))


async def main():
    clients = Clients()
    await peak(clients) # what isn't compiled or connected yet
    most = await peak(clients)
    before = resident_mib()
    script = emulator()["script"]
    print(f"peak {most:.0f}/s; resident {before:.1f} MiB; load {os.getloadavg()[0]:.1f}", flush=True)

    stop, standing = asyncio.Event(), [0]
    crowd = [asyncio.create_task(read_slowly(stop)) for _ in range(SLOW_READERS)]
    for i in range(DRIBBLERS):
        crowd.append(asyncio.create_task(dribble(stop, standing)))
        if i % 100 == 0:
            await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    probe = await asyncio.create_subprocess_exec(
        sys.executable, __file__, "probe", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24)
    counted = dict(clients.counts)
    sent, good = await overload(clients, TIMES * most)
    during = resident_mib()
    refusals, without_hint = json.loads((await probe.communicate(b"\n"))[0])
    counts = {what: count - counted.get(what, 0) for what, count in clients.counts.items()}
    goodput = (good - counted["good"]) / SECONDS
    print(f"{sent} sent in {SECONDS} s beside {standing[0]} dribblers and {SLOW_READERS} slow readers: {counts}; load {os.getloadavg()[0]:.1f}")
    print(f"goodput {goodput:.0f}/s, {100 * goodput / most:.0f} % of the peak", flush=True)
    if refusals:
        refusals.sort()
        print(f"{len(refusals)} refusals timed: p50 {statistics.median(refusals):.2f}, p99 {refusals[int(len(refusals) * 0.99)]:.2f}, "
              f"most {refusals[-1]:.2f} ms; {without_hint} without Retry-After")

    stop.set()
    clients.close()
    for task in crowd:
        task.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    for waited in range(0, RECOVERY_SECONDS + 1, 10):
        print(f"resident {waited} s after: {resident_mib():.1f} MiB (before {before:.1f}, at the end {during:.1f})", flush=True)
        if waited < RECOVERY_SECONDS:
            await asyncio.sleep(10)
    now = emulator()["script"]
    print(f"of {now['commands'] - script['commands']} requests that reached the script {now['cancelled'] - script['cancelled']} were cancelled before they began")
    held = goodput >= 0.95 * most and counts["wrong"] == 0 and (not refusals or refusals[int(len(refusals) * 0.99)] <= 20)
    held = held and not without_hint and resident_mib() <= before * 1.25
    print("held" if held else "NOT HELD")
    return 0 if held else 1


if __name__ == "__main__":
    if sys.argv[1:] == ["probe"]:
        probe_apart()
    else:
        sys.exit(asyncio.run(main()))
