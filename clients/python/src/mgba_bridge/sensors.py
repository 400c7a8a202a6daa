"""What the sensors in a cartridge measure."""

from __future__ import annotations

from dataclasses import dataclass

from . import _calls as calls
from ._http import Response


@dataclass(frozen=True)
class Sensors:
    """What the sensors of a cartridge measure; None: it has no such sensor.

    `tilt` is how far the console is tilted to the right and towards the player, each -1 to 1; 1 is a quarter turn. `gyroscope` is how fast
    it turns clockwise, -1 to 1. `light` is 0 (dark) to 1 (bright). `rumble` is whether its motor runs, `clock` the time of its clock in
    seconds since 1970.
    """

    tilt: tuple[float, float] | None
    gyroscope: float | None
    light: float | None
    rumble: bool | None
    clock: int | None
    frame: int

    @classmethod
    def of(cls, response: Response) -> Sensors:
        """Parses a response."""
        json = calls.to_json(response)
        tilt = json["tilt"]
        sides = None if tilt is None else (tilt["x"], tilt["y"])
        return cls(sides, json["gyroscope"], json["light"], json["rumble"], json["clock"], json["frame"])
