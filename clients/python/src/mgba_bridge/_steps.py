"""Steps of several emulators without I/O: the binary answer of POST /emulators/step (docs/step-layout.md), and the one in JSON."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from ._calls import Call, given
from ._http import Response
from .models import ButtonNames, Picture, Pixels, Place, Step, button_list, places_json
from .problems import ProblemError, StepsFailed, kind_of
from .sensors import SensorChange

_HEADER = struct.Struct("<4s7I")
_BYTES = "application/octet-stream"


def step_call(names: Sequence[str], leases: Sequence[str], frames: int, buttons: Sequence[ButtonNames], read: Sequence[Place],
              draw: bool, states: Mapping[int, str], picture: Picture | None,
              sensors: Mapping[int, SensorChange]) -> Call[list[Step]]:
    """Returns the request for one step of all."""
    body = given(
        emulators=list(names), leases=list(leases), frames=frames, read=places_json(read) if read else None, draw=None if draw else False,
        buttons=[[] if index in states else button_list(each) for index, each in enumerate(buttons)] if buttons else None,
        states=[states.get(index) for index in range(len(names))] if states else None,
        sensors=[sensors[index].to_json() if index in sensors else None for index in range(len(names))] if sensors else None,
        screen=picture.to_json() if picture else None)
    # A binary answer has numbers only.
    if any(place.length is not None for place in read):
        return Call("POST", "/emulators/step", lambda response: _from_json(names, response), body)
    return Call("POST", "/emulators/step", lambda response: _from_bytes(names, response.body), body, accept=_BYTES)


def _from_bytes(names: Sequence[str], body: bytes) -> list[Step]:
    magic, version, count, reads, width, height, channels, problem_bytes = _HEADER.unpack_from(body)
    if magic != b"STEP" or version != 1 or count != len(names):
        raise ValueError("The bridge answered a step in an unknown layout; update this package.")
    record = struct.Struct(f"<I4xq{reads}q")
    picture_bytes = width * height * channels
    steps: list[Step | None] = []
    at = _HEADER.size
    for _ in range(count):
        status, frame, *values = record.unpack_from(body, at)
        at += record.size
        pixels = Pixels(width, height, channels, body[at:at + picture_bytes]) if picture_bytes else None
        at += picture_bytes
        steps.append(Step(frame, tuple(values), pixels) if status == 0 else None)
    return _checked(steps, json.loads(body[at:at + problem_bytes] or b"[]"))


def _from_json(names: Sequence[str], response: Response) -> list[Step]:
    results = json.loads(response.body)["results"]
    steps = [None if result.get("problem") else Step.of(result) for result in results]
    return _checked(steps, [{**result["problem"], "emulator": result["emulator"]} for result in results if result.get("problem")])


def _checked(steps: Sequence[Step | None], problems: Sequence[Mapping[str, Any]]) -> list[Step]:
    if problems:
        failed: dict[str, ProblemError] = {each["emulator"]: kind_of(each["status"], each)(each["status"], each) for each in problems}
        raise StepsFailed(failed, steps)
    return [step for step in steps if step is not None]
