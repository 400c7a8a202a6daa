"""A Gymnasium-style environment on Bridge's HTTP API. It needs only Python 3.9 or newer.

The game is held between steps. step() runs some frames with the chosen buttons and reads the observation, in one request.
The hold is a lease, so the game resumes if the program dies.
"""

import http.client
import json


class BridgeError(Exception):
    """The bridge refused a request; `problem` is the problem+json of its response."""

    def __init__(self, status, problem):
        super().__init__(f"{status} {problem.get('title')}: {problem.get('detail')}")
        self.status = status
        self.problem = problem


class Emulator:
    """Sends requests to one emulator over one persistent connection."""

    def __init__(self, address="127.0.0.1:7185", name="default"):
        self._connection = http.client.HTTPConnection(address, timeout=60)
        self._path = f"/emulators/{name}"

    def send(self, method, path, body=None):
        """Sends a request and returns the JSON or the bytes of the response. `body` is sent as JSON, or unchanged if it is bytes."""
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
        result = json.loads(content) if is_json else content
        if response.status >= 400:
            raise BridgeError(response.status, result if is_json else {})
        return result

    def close(self):
        self._connection.close()


class ButtonTestEnv:
    """The bundled button-test game as a task: press A as often as possible, and no other button.

    reset() and step() follow Gymnasium (https://gymnasium.farama.org). An action is an index into ACTIONS. An observation is
    the number of presses of each of the ten buttons, as counted by the game.
    """

    ACTIONS = ([], ["A"], ["B"], ["Right"], ["Left"], ["Up"], ["Down"])
    COUNTERS = {"address": "0x02000020", "length": 20}

    def __init__(self, address="127.0.0.1:7185", frames_per_step=2, steps_per_episode=100):
        self._emulator = Emulator(address)
        self._frames = frames_per_step
        self._steps = steps_per_episode
        hold = {"leaseSeconds": 10, "exclusive": True, "owner": "ButtonTestEnv"}
        self._lease = self._emulator.send("POST", "/frames/hold", hold)["lease"]
        self._start = self._emulator.send("GET", "/state")
        self._taken = 0
        self._presses = None

    def reset(self, *, seed=None, options=None):
        """Loads the state from the creation of the environment. The game is deterministic, so `seed` has no effect."""
        self._emulator.send("PUT", "/state", self._start)
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
        """Resumes the game and closes the connection."""
        self._emulator.send("DELETE", f"/frames/hold?lease={self._lease}")
        self._emulator.close()

    def _step(self, buttons):
        result = self._emulator.send("POST", "/frames/step", {
            "frames": self._frames, "buttons": buttons, "lease": self._lease, "read": [self.COUNTERS]})
        counters = bytes.fromhex(result["values"][0]["hex"])
        observation = tuple(int.from_bytes(counters[i:i + 2], "little") for i in range(0, 20, 2))
        return observation, {"frame": result["frame"]}
