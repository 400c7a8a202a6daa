"""A scripted agent that knows the bundled button-test game through MCP only: python3 examples/python/mcp_agent.py [ADDRESS]

It presses every button three times and checks that the game has counted each press once, finds a counter by searching for it, and goes
on from a named state after bridge and emulator were started again. With --restart it waits for that until a line comes on its input.
It needs nothing but Python 3.9 or newer.
"""

import http.client
import itertools
import json
import sys
import time

VERSION = "2026-07-28"
BUTTONS = ["A", "B", "Select", "Start", "Right", "Left", "Up", "Down", "R", "L"]
COUNTERS = [{"address": f"0x{0x02000020 + 2 * place:08X}", "type": "u16"} for place in range(len(BUTTONS))]
STATE = "mcp-agent"
PATIENCE = 60


class ToolError(Exception):
    """An error as the tool tells it; the text says whether anything was done."""

    @property
    def nothing_was_done(self):
        return "Nothing was done." in str(self)


class Bridge:
    """An MCP client: each call is one HTTP request, so nothing is lost when the bridge is started again."""

    def __init__(self, address):
        self._address = address
        self._ids = itertools.count(1)

    def request(self, method, **params):
        params["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": VERSION,
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "mcp_agent.py", "version": "1.0.0"},
        }
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
                   "MCP-Protocol-Version": VERSION, "Mcp-Method": method}
        if name := params.get("name") or params.get("uri"):
            headers["Mcp-Name"] = name
        connection = http.client.HTTPConnection(self._address, timeout=60)
        try:
            message = {"jsonrpc": "2.0", "id": next(self._ids), "method": method, "params": params}
            connection.request("POST", "/mcp", json.dumps(message), headers)
            text = connection.getresponse().read().decode()
        finally:
            connection.close()
        data = [line[5:] for line in text.splitlines() if line.startswith("data:")]
        answer = json.loads(data[-1] if data else text)
        if "result" not in answer:
            raise ToolError(answer.get("error", answer).get("message", text))
        return answer["result"]

    def call(self, tool, **arguments):
        """What the tool tells as JSON, and its pictures."""
        result = self.request("tools/call", name=tool, arguments=arguments)
        texts = [block["text"] for block in result["content"] if block["type"] == "text"]
        if result.get("isError"):
            raise ToolError(texts[0])
        return json.loads(texts[-1]), [block for block in result["content"] if block["type"] == "image"]


def values_of(answer):
    return [value for _, value in answer["values"]]


def play_every_button(bridge, times):
    """Presses each button; the game's own counters say that every press was seen once."""
    before = values_of(bridge.call("memory_read", places=COUNTERS)[0])
    for place, button in enumerate(BUTTONS):
        answer, pictures = bridge.call("game_act", press=[button] * times, read=COUNTERS)
        before[place] += times
        assert values_of(answer) == before, f"{button}: {values_of(answer)}, not {before}"
        assert len(pictures) == 1
    return before


def find_counter_of_a(bridge, count):
    """Finds where the game counts presses of A, of which it has seen `count`."""
    found, _ = bridge.call("memory_search", **{"is": "eq", "type": "u16", "value": count})
    for presses in (2, 3):
        bridge.call("game_act", press=["A"] * presses, screen="none")
        count += presses
        found, _ = bridge.call("memory_search", search=found["search"], **{"is": "eq", "value": count})
    assert found["left"] == 1, found
    return found["first"][0]["address"], count


def wait_for_game(bridge):
    """Waits until the bridge answers and a game runs behind it: until then nothing is done."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return bridge.call("game_look", screen=False)[0]
        except (OSError, http.client.HTTPException, ToolError) as error:
            if time.monotonic() > deadline:
                raise
            print("waiting:", error, file=sys.stderr)
            time.sleep(0.2)


def main(arguments):
    restart = "--restart" in arguments
    address = next((each for each in arguments if not each.startswith("--")), "127.0.0.1:7185")
    bridge = Bridge(address)
    print("tools:", ", ".join(tool["name"] for tool in bridge.request("tools/list")["tools"]))
    seen, pictures = bridge.call("game_look")
    print(f"{seen['game']} in frame {seen['frame']}, {len(pictures)} picture")
    bridge.call("game_freeze", frozen=True, seconds=60)
    counts = play_every_button(bridge, 3)
    counter, counts[0] = find_counter_of_a(bridge, counts[0])
    print(f"presses of A are counted at {counter}")
    bridge.call("state_save", name=STATE, overwrite=True)

    if restart:
        print("ready for a restart", flush=True)
        sys.stdin.readline()
        wait_for_game(bridge)
        bridge.call("game_freeze", frozen=True, seconds=60)
    loaded, _ = bridge.call("state_load", name=STATE, keepCurrentAs=None)
    after = values_of(bridge.call("memory_read", places=COUNTERS)[0])
    assert after == counts, f"{after} after the state was loaded, not {counts}"
    counts = play_every_button(bridge, 1)
    bridge.call("game_freeze", frozen=False)
    print(f"every press was counted once, from frame {loaded['frame']} on too: {counts}")


if __name__ == "__main__":
    main(sys.argv[1:])
