"""What the sensors in a cartridge measure."""

from __future__ import annotations

from dataclasses import dataclass

from . import _calls as calls
from ._calls import given
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


@dataclass(frozen=True)
class SensorChange:
    """What to set of the sensors of a cartridge, as in `Sensors`; None: it stays."""

    tilt: tuple[float, float] | None = None
    gyroscope: float | None = None
    light: float | None = None
    clock: int | None = None

    def to_json(self) -> dict[str, object]:
        """Returns it as requests have it."""
        sides = None if self.tilt is None else {"x": self.tilt[0], "y": self.tilt[1]}
        return given(tilt=sides, gyroscope=self.gyroscope, light=self.light, clock=self.clock)
