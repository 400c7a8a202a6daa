"""Plays a stub through a bridge: check.py ADDRESS FOLDER_OF_EMULATORS"""
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

ADDRESS, FOLDER = sys.argv[1:]
counts = {True: 0, False: 0}


def ask(method, path, body=None):
    """Returns the status and the JSON of the response."""
    request = urllib.request.Request(ADDRESS + path, method=method, headers={} if body is None else {"Content-Type": "application/json"},
                                     data=None if body is None else json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            text = response.read()
            return response.status, json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def check(name, got, expected):
    counts[got == expected] += 1
    print(f"ok {name}" if got == expected else f"FAILED {name}: expected {expected}, got {got}")


def presses(url):
    return ask("GET", f"{url}/memory/0x02000020?type=u16")[1]["value"]


def processes():
    """Returns the processes of this folder's emulators without the warm one."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            folder = os.readlink(f"/proc/{process}/cwd")
        except OSError:
            continue
        if folder.startswith(FOLDER) and "/.warm-" not in folder:
            found.append(int(process))
    return found


def resident_kib(process):
    with open(f"/proc/{process}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


status, created = ask("POST", "/emulators", {"rom": "buttontest.gba", "model": "AGB", "speed": 16})
check("a stub is created", (status, created.get("state")), (201, "running"))
url = created["url"]
check("it has the game's title", created["game"]["title"], "BUTTONTEST")
check("a press is counted once",
      (ask("POST", f"{url}/buttons/press", {"buttons": ["A"]})[0], presses(url)), (200, 1))
before = ask("GET", url)[1]["frame"]
check("frames pass", ask("POST", f"{url}/frames/wait", {"frames": 10})[1]["frame"] >= before + 10, True)
check("a state is saved", ask("PUT", f"{url}/states/one")[0], 201)
ask("POST", f"{url}/buttons/press", {"buttons": ["A"]})
check("another press is counted", presses(url), 2)
check("the state is loaded", (ask("POST", f"{url}/states/one/load")[0], presses(url)), (200, 1))
check("the game is held", ask("POST", f"{url}/frames/hold", {"leaseSeconds": 60})[0], 200)
step = ask("POST", f"{url}/frames/step", {"frames": 4, "read": [{"address": "0x02000000", "type": "u32"}]})[1]
check("a step reads its last frame", step["values"][0]["value"], step["frame"])
check("it takes less than 2,500 KiB", resident_kib(processes()[0]) < 2500, True)
check("a second one is warm", ask("POST", "/emulators", {"rom": "buttontest.gba"})[0], 201)
for emulator in ask("GET", "/emulators")[1]["emulators"]:
    if "created" in emulator:
        check("a stub ends", ask("DELETE", f"/emulators/{emulator['name']}")[0], 204)
check("no process is left", processes(), [])
check("a file that is no game is refused", ask("POST", "/emulators", {"rom": "README.md"})[0] >= 400, True)

alone = subprocess.Popen(["tests/fleet/stub/build/stub", "--rom", "emulator/rom/buttontest.gba", "--script", "-", "--expire", "1"],
                         env={"BRIDGE_SCRIPT_SOCKET": FOLDER + "/alone"})
client = socket.socket(socket.AF_UNIX)
for _ in range(100):
    try:
        client.connect(FOLDER + "/alone")
        break
    except OSError:
        time.sleep(0.05)
client.sendall(b"1 hello 0 0 2 test wrong\n<|END|>")
check("another version is refused", client.recv(100).split()[1], b"unsupported-version")
with socket.socket(socket.AF_UNIX) as client:
    client.connect(FOLDER + "/alone")
    client.sendall(b"1 hello 0 0 3 test nonce\n<|END|>2 authenticate 0 0 -\n<|END|>")
    replies = b""
    while replies.count(b"<|END|>") < 2 and (received := client.recv(4096)):
        replies += received
check("it reports the version that it accepts", b" protocol=3 " in replies, True)
check("it ends when no bridge is there", alone.wait(20), 0)
print(f"{counts[True]} passed, {counts[False]} failed")
sys.exit(counts[False] > 0)
