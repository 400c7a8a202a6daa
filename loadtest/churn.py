"""The clients and the checks of churn.sh: churn.py SECONDS FOLDER REPOSITORY."""

from __future__ import annotations

import collections
import http.client
import json
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

CLIENTS = 8
PLACES = 6  # max emulators
# Max open files of the bridge, enough for the native program; the managed one holds its assemblies open as well.
DESCRIPTORS = int(os.environ.get("DESCRIPTORS", "160"))
NAMES = [f"chosen{i}" for i in range(4)]
# What a creation or a use may be answered with while emulators end, the disk is full and descriptors are short.
EXPECTED = {200, 201, 204, 404, 409, 429, 502, 503, 504, 507}
PATIENCE = 120.0

seconds, work, top = int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
seed = int(os.environ.get("SEED", "1"))
emulators = work / "emulators"
answers: collections.Counter[str] = collections.Counter()
wrong: collections.Counter[str] = collections.Counter()
# The creations at the end that were refused, in the last try.
refused: list[str] = []
over = threading.Event()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


port = free_port()


def ask(method: str, path: str, body: Any = None, key: str | None = None) -> tuple[int, Any]:
    """Asks over a connection of its own; returns the status, 0 without a response, and the body."""
    headers = {} if body is None else {"Content-Type": "application/json"}
    if key is not None:
        headers["Idempotency-Key"] = key
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=90)
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        text = response.read()
        is_json = "json" in (response.getheader("Content-Type") or "")
        return response.status, json.loads(text) if text and is_json else text
    except (OSError, http.client.HTTPException) as error:
        return 0, type(error).__name__
    finally:
        connection.close()


def count(act: str, status: int, body: Any) -> None:
    problem = body.get("type", "") if isinstance(body, dict) else ""
    answers[f"{act} {status} {problem.rsplit('/', 1)[-1].rsplit(':', 1)[-1]}"] += 1
    # No response is expected too: without a descriptor, the bridge can't accept a connection.
    if status != 0 and status not in EXPECTED:
        wrong[f"{act} {status} {body}"] += 1


def hosts() -> dict[int, str]:
    """Returns the emulators' processes and their working folders."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().split(b"\0")
            if command[0].endswith(b"mgba-host") and (process / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
                found[int(process.name)] = os.readlink(process / "cwd")
        except OSError:
            pass
    return found


def client(number: int) -> None:
    chance = random.Random(f"{seed} {number}")
    while not over.is_set():
        wanted: dict[str, Any] = {"rom": "buttontest.gba", "lease": {"seconds": chance.choice([1, 3, 30])}}
        if chance.random() < 0.6:
            wanted["name"] = chance.choice(NAMES)
        key = f"key-{chance.randrange(20)}-{json.dumps(wanted)}"[:60] if chance.random() < 0.4 else None
        status, body = ask("POST", "/emulators", wanted, key)
        count("create", status, body)
        if status != 201:
            continue
        here = f"/emulators/{body['name']}"
        for _ in range(chance.randrange(8)):
            act, method, path, more = chance.choice([
                ("read", "GET", "/memory/0x02000000?type=u16", None), ("screen", "GET", "/screen", None),
                ("press", "POST", "/buttons/press", {"buttons": ["A"]}), ("save", "PUT", "/states/churn", None),
                ("lease", "PUT", "/lease", {"seconds": chance.choice([1, 5, 60])}), ("state", "GET", "/state", None)])
            status, said = ask(method, here + path, more)
            count(act, status, said)
        if chance.random() < 0.2 and (running := list(hosts())):
            try:
                os.kill(chance.choice(running), signal.SIGKILL)
                answers["kill"] += 1
            except ProcessLookupError:
                pass
        if chance.random() < 0.8:
            count("delete", *ask("DELETE", here))


def fill_the_disk() -> None:
    """Takes nearly all of the disk, all of it, and gives some back, in turn."""
    chance = random.Random(f"{seed} disk")
    filler = work / "filler"
    while not over.is_set():
        free = os.statvfs(work).f_bavail * os.statvfs(work).f_frsize
        leave = chance.choice([0, 0, 4096, 65536, 1 << 20, 8 << 20])
        try:
            with filler.open("wb" if free < leave else "ab") as file:
                for _ in range(max(0, free - leave) // 4096):
                    file.write(b"\0" * 4096)
                    file.flush()
        except OSError:
            pass
        over.wait(chance.random())
    filler.unlink(missing_ok=True)


def hold_connections() -> None:
    """Takes the bridge's descriptors with idle connections, and gives them back, in turn."""
    chance = random.Random(f"{seed} connections")
    while not over.is_set():
        held = []
        for _ in range(chance.randrange(2 * DESCRIPTORS)):
            idle = socket.socket()
            idle.setblocking(False)
            idle.connect_ex(("127.0.0.1", port))
            held.append(idle)
        over.wait(2 * chance.random())
        for idle in held:
            idle.close()
        over.wait(4 * chance.random())


def eventually(what: str, holds: Any) -> bool:
    until = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > until:
            print(f"FAILED {what}")
            return False
        time.sleep(0.2)
    print(f"ok {what}")
    return True


def names() -> list[str]:
    status, body = ask("GET", "/emulators")
    return [one["name"] for one in body["emulators"] if one["name"] != "default"] if status == 200 else ["?"]


def leftovers() -> list[str]:
    """Returns what is in the emulators' folder apart from the saves of chosen names."""
    kept = {f"{name}/{file}" for name in NAMES for file in ("saves", ".bridge")}
    found = [str(path.relative_to(emulators)) for path in emulators.glob("*/*")]
    empty = [path.name for path in emulators.iterdir() if path.is_dir() and path.name not in NAMES]
    return sorted(set(found) - kept) + empty


def all_places_are_free() -> bool:
    """Creates as many emulators as there are places, the chosen names among them, and ends them."""
    wanted = NAMES + [f"fresh{i}" for i in range(PLACES - len(NAMES))]
    created = [ask("POST", "/emulators", {"rom": "buttontest.gba", "name": name}) for name in wanted]
    for name in wanted:
        ask("DELETE", f"/emulators/{name}")
    bad = [f"{name}: {status} {body}" for name, (status, body) in zip(wanted, created) if status != 201]
    refused[:] = bad
    return not bad


def main() -> int:
    emulators.mkdir()
    (work / "states").mkdir()
    log = Path(os.environ.get("CHURN_LOG", top / "artifacts/run/churn.log"))
    log.parent.mkdir(parents=True, exist_ok=True)
    settings = [f"--urls=http://127.0.0.1:{port}", "--Bridge:Emulators:default:Port=1", f"--Bridge:RomFolder={top}/emulator/rom",
        f"--Bridge:StateFolder={work}/states", f"--Bridge:OnDemand:Folder={emulators}", f"--Bridge:OnDemand:Max={PLACES}",
        f"--Bridge:OnDemand:Program={top}/emulator/build/mgba-host", "--Bridge:OnDemand:Warm=0"]
    with log.open("wb") as output:
        bridge = subprocess.Popen([os.environ["BRIDGE_PROGRAM"] + "/bridge", *settings], stdout=output, stderr=output,
            stdin=subprocess.DEVNULL, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS)))
    if not eventually("the bridge answers", lambda: ask("GET", "/health/live")[0] == 200):
        return 1
    begin = time.monotonic()
    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    threads += [threading.Thread(target=fill_the_disk), threading.Thread(target=hold_connections)]
    for thread in threads:
        thread.start()
    try:
        bridge.wait(seconds)
    except subprocess.TimeoutExpired:
        pass  # It is still alive.
    over.set()
    for thread in threads:
        thread.join()
    print(f"seed {seed}, {time.monotonic() - begin:.0f} s")
    for line, times in sorted(answers.items()):
        print(f"  {times:7} {line}")
    for line, times in wrong.most_common(20):
        print(f"WRONG {times} x {line[:400]}")

    if (code := bridge.poll()) is not None:
        print(f"FAILED the bridge has ended with code {code}; {log} says why")
        return 1

    def all_names_are_free() -> bool:
        for name in names():
            ask("DELETE", f"/emulators/{name}")
        return names() == []

    # Named states stay, and so do the last states of emulators whose leases ended. They may have filled the disk.
    kept = [path.stat().st_size for path in (work / "states").rglob("*") if path.is_file()]
    print(f"{len(kept)} states are kept, {sum(kept) >> 10} KiB; {os.statvfs(work).f_bavail * os.statvfs(work).f_frsize >> 10} KiB are free")
    shutil.rmtree(work / "states")

    held = [
        not wrong,
        eventually("all names are free", all_names_are_free),
        eventually("no process is left", lambda: not hosts()),
        eventually("no folder is left", lambda: not leftovers()),
        eventually("all places are free", all_places_are_free),
        eventually("no process is left again", lambda: not hosts()),
        eventually("descriptors are given back", lambda: len(os.listdir(f"/proc/{bridge.pid}/fd")) < DESCRIPTORS // 2),
    ]
    if not all(held):
        print("left:", leftovers(), hosts(), names(), *refused)
    bridge.send_signal(signal.SIGTERM)
    code = bridge.wait(60)
    print(f"the bridge ended with code {code}")
    held.append(code == 0)
    print("passed" if all(held) else "FAILED")
    return 0 if all(held) else 1


sys.exit(main())
