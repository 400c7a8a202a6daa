"""A Gymnasium-style environment on Bridge's HTTP API. It needs nothing but Python 3.9 or newer.

The game is held: it stands still until step() runs some frames with the chosen buttons and reads the observation, in one
request. The hold is a lease, so a program that dies doesn't leave the game frozen.
"""

import http.client
import json


class BridgeError(Exception):
    """What the bridge answered instead; `problem` is its problem+json."""

    def __init__(self, status, problem):
        super().__init__(f"{status} {problem.get('title')}: {problem.get('detail')}")
        self.status = status
        self.problem = problem


class Emulator:
    """One emulator over one connection that is kept open."""

    def __init__(self, address="127.0.0.1:7185", name="default"):
        self._connection = http.client.HTTPConnection(address, timeout=60)
        self._path = f"/emulators/{name}"

    def ask(self, method, path, body=None):
        """JSON, or bytes where the bridge answers with bytes. Bytes as `body` are sent as they are."""
        headers = {}
        if isinstance(body, bytes):
            headers["Content-Type"] = "application/octet-stream"
        elif body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        self._connection.request(method, self._path + path, body, headers)
        response = self._connection.getresponse()
        content = response.read()
        is_json = "json" in response.getheader("Content-Type", "")
        answer = json.loads(content) if is_json else content
        if response.status >= 400:
            raise BridgeError(response.status, answer if is_json else {})
        return answer

    def close(self):
        self._connection.close()


class ButtonTestEnv:
    """The bundled button-test game as a task: press A as often as possible, and no other button.

    reset() and step() are those of Gymnasium (https://gymnasium.farama.org). An action is a place in ACTIONS. An
    observation is how often each of the ten buttons went down, as the game itself counts it.
    """

    ACTIONS = ([], ["A"], ["B"], ["Right"], ["Left"], ["Up"], ["Down"])
    COUNTERS = {"address": "0x02000020", "length": 20}

    def __init__(self, address="127.0.0.1:7185", frames_per_step=2, steps_per_episode=100):
        self._emulator = Emulator(address)
        self._frames = frames_per_step
        self._steps = steps_per_episode
        self._lease = self._emulator.ask("POST", "/frames/hold", {"leaseSeconds": 10, "exclusive": True, "owner": "ButtonTestEnv"})["lease"]
        self._start = self._emulator.ask("GET", "/state")
        self._taken = 0
        self._presses = None

    def reset(self, *, seed=None, options=None):
        """Back to where the game was when the environment was made. The game has no chance in it, so `seed` changes nothing."""
        self._emulator.ask("PUT", "/state", self._start)
        self._taken = 0
        observation, info = self._step([])
        self._presses = observation
        return observation, info

    def step(self, action):
        observation, info = self._step(self.ACTIONS[action])
        gained = [now - before for now, before in zip(observation, self._presses)]
        reward = gained[0] - sum(gained[1:])
        self._presses = observation
        self._taken += 1
        return observation, reward, False, self._taken >= self._steps, info

    def close(self):
        """Lets the game go on."""
        self._emulator.ask("DELETE", f"/frames/hold?lease={self._lease}")
        self._emulator.close()

    def _step(self, buttons):
        answer = self._emulator.ask("POST", "/frames/step", {
            "frames": self._frames, "buttons": buttons, "lease": self._lease, "read": [self.COUNTERS]})
        counters = bytes.fromhex(answer["values"][0]["hex"])
        observation = tuple(int.from_bytes(counters[i:i + 2], "little") for i in range(0, 20, 2))
        return observation, {"frame": answer["frame"]}
