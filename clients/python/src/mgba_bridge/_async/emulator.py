"""An emulator: the game that runs in it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Literal
from urllib.parse import quote

from .. import _calls as calls
from .._calls import Call, given, query
from ..cheats import Cheat
from ..models import Address, Info, Instruction, Ticket, address_text
from ..sensors import SensorChange, Sensors
from .branches import AsyncBranchMethods
from .clips import AsyncClipMethods
from .debugging import AsyncDebuggingMethods
from .doors import AsyncDoorMethods
from .events import AsyncEventMethods
from .frames import AsyncFrameMethods
from .history import AsyncHistoryMethods
from .memory import AsyncMemoryMethods
from .movies import AsyncMovieMethods
from .buttons import AsyncButtonMethods
from .notebook import AsyncNotebookMethods
from .states import AsyncStateMethods
from .video import AsyncVideoMethods


class AsyncEmulator(AsyncMemoryMethods, AsyncButtonMethods, AsyncFrameMethods, AsyncStateMethods, AsyncHistoryMethods, AsyncNotebookMethods,
                    AsyncMovieMethods, AsyncClipMethods, AsyncVideoMethods, AsyncBranchMethods, AsyncDebuggingMethods, AsyncDoorMethods,
                    AsyncEventMethods):
    """An emulator of a bridge. Every method is one request, except that the events are a stream."""

    async def info(self) -> Info:
        """Returns the state, the game, the frame and the measured speed. Responds even while no emulator is connected."""
        return await self._run(Call("GET", self._path, lambda response: Info.of(calls.to_json(response))))

    async def end(self) -> None:
        """Ends an emulator that `Bridge.create` started. The game writes its save file."""
        await self._run(Call("DELETE", self._path, calls.to_nothing, repeatable=True))

    async def set_lease(self, seconds: float) -> None:
        """Sets the lease of a created emulator: 1 to 604,800 seconds after its last request, or `math.inf` for never."""
        body = {"seconds": None if math.isinf(seconds) else seconds}
        await self._run(Call("PUT", self._path + "/lease", calls.to_nothing, body, repeatable=True))

    async def reset(self) -> int:
        """Resets the game like the power switch; returns the frame. Save memory stays."""
        return await self._run(Call("POST", self._path + "/reset", calls.frame_of))

    async def roms(self) -> list[str]:
        """Returns the names of the games that `load_rom` can load."""
        return await self._run(Call("GET", self._path + "/roms", calls.member("roms", lambda all: [each["name"] for each in all])))

    async def load_rom(self, name: str) -> Mapping[str, Any]:
        """Loads a game of the bridge's ROM folder and starts it; returns title, code, platform and checksum."""
        return await self._run(Call("POST", self._path + "/rom", calls.member("game", _json_object), {"name": name}))

    async def speed(self) -> float:
        """Returns the configured speed; 1 is the console's, 0 as fast as possible."""
        return await self._run(Call("GET", self._path + "/speed", calls.member("speed", float)))

    async def set_speed(self, speed: float) -> float:
        """Sets the speed, 0.25 to 16, or 0 for as fast as possible. Only the bundled emulator can."""
        return await self._run(Call("PUT", self._path + "/speed", calls.member("speed", float), {"speed": speed}, repeatable=True))

    async def sensors(self) -> Sensors:
        """Returns what the sensors of the cartridge measure. Only the bundled emulator can."""
        return await self._run(Call("GET", self._path + "/sensors", Sensors.of))

    async def set_sensors(self, *, tilt: tuple[float, float] | None = None, gyroscope: float | None = None, light: float | None = None,
                          clock: int | None = None) -> Sensors:
        """Sets what the sensors of the cartridge measure from the next frame on, as in `Sensors`; None: it stays.

        A sensor that the cartridge lacks raises ProblemError with the type conflict.
        """
        body = SensorChange(tilt, gyroscope, light, clock).to_json()
        return await self._run(Call("PUT", self._path + "/sensors", Sensors.of, body, repeatable=True))

    async def cheats(self) -> list[Cheat]:
        """Returns the cheats, in the order in which they act. Only the bundled emulator takes cheats."""
        return await self._run(Call("GET", self._path + "/cheats", Cheat.all_of))

    async def set_cheats(self, cheats: Iterable[Cheat]) -> list[Cheat]:
        """Replaces all cheats; at most 256 with 2,048 lines. All are checked before one acts.

        A wrong line raises InvalidRequest, which names it, and nothing changes.
        """
        body = {"cheats": [each.to_json() for each in cheats]}
        return await self._run(Call("PUT", self._path + "/cheats", Cheat.all_of, body, repeatable=True))

    async def import_cheats(self, file: bytes) -> list[Cheat]:
        """Adds the cheats of a file of mGBA or libretro, at most 256 KiB; each replaces the one of its name. Returns all."""
        return await self._run(Call("POST", self._path + "/cheats", Cheat.all_of, bytes(file), repeatable=True))

    async def set_cheat(self, cheat: Cheat) -> Cheat:
        """Adds a cheat, or replaces the one of its name."""
        body = given(lines=list(cheat.lines), type=cheat.type, enabled=cheat.enabled)
        return await self._run(Call("PUT", self._cheat(cheat.name), Cheat.of_response, body, repeatable=True))

    async def switch_cheat(self, name: str, enabled: bool) -> Cheat:
        """Switches a cheat on or off. The ROM is restored when it is off."""
        return await self._run(Call("PUT", self._cheat(name), Cheat.of_response, {"enabled": enabled}, repeatable=True))

    async def delete_cheat(self, name: str) -> None:
        """Removes a cheat."""
        await self._run(Call("DELETE", self._cheat(name), calls.to_nothing))

    async def delete_cheats(self) -> None:
        """Removes all cheats."""
        await self._run(Call("DELETE", self._path + "/cheats", calls.to_nothing, repeatable=True))

    def _cheat(self, name: str) -> str:
        return f"{self._path}/cheats/{quote(name, safe='')}"

    async def registers(self) -> dict[str, int]:
        """Returns all registers of the processor, unsigned."""
        parse = calls.member("registers", lambda all: {each["name"]: int(each["value"]) for each in all})
        return await self._run(Call("GET", self._path + "/registers", parse))

    async def write_register(self, name: str, value: int) -> int:
        """Writes a register and returns what the processor kept."""
        target = f"{self._path}/registers/{calls.segment(name)}"
        return await self._run(Call("PUT", target, calls.member("value", int), {"value": value}, repeatable=True))

    async def disassemble(self, address: Address | None = None, lines: int = 16, *,
                          mode: Literal["arm", "thumb", "sm83"] | None = None) -> list[Instruction]:
        """Returns 1 to 256 instructions from an address on, by default from the one that the processor runs next.

        The default mode is "thumb" at an odd address of a GBA, else what the processor runs now. Only the bundled emulator can.
        """
        given_address = None if address is None else address_text(address)
        target = self._path + "/disassembly" + query({"address": given_address, "lines": lines, "mode": mode})
        return await self._run(Call("GET", target, calls.member("instructions", lambda all: [Instruction.of(each) for each in all])))

    async def log(self, message: str, level: Literal["info", "warn", "error"] = "info") -> None:
        """Writes a line to mGBA's scripting console, at most 65,536 bytes."""
        await self._run(Call("POST", self._path + "/console", calls.to_nothing, {"message": message, "level": level}))

    async def create_ticket(self, purpose: Literal["screen", "events", "audio", "clips"], seconds: int | None = None) -> Ticket:
        """Makes a URL that needs no token, for programs that can't send one: OBS, or an <img>.

        It only reads, and lasts 1 to 86,400 seconds, by default an hour, or until the bridge stops. An emulator has at most 256.
        """
        address = "" if self.bridge._endpoint.unix else self.bridge.address
        call = Call("POST", self._path + "/tickets", lambda response: Ticket.of(calls.to_json(response), address),
                    given(**{"for": purpose}, seconds=seconds))
        return await self._run(call)


def _json_object(json: Any) -> Mapping[str, Any]:
    return dict(json)
