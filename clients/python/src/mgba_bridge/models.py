"""The values that requests take and responses have. Frames count from the game's start; a second of the console has 59.7275 of them."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Union

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from typing_extensions import Self

Address = Union[int, str]
"""An address on the bus (0x02000020), or a symbol ("gPlayer+4") or a chain of up to 8 pointers ("[0x02000008]+0x10") as text."""

Type = Literal["u8", "u16", "u32", "i8", "i16", "i32"]
"""A little-endian number at any alignment."""

Button = str
"""A, B, Select, Start, Right, Left, Up, Down, R or L, in any case."""

Comparison = Literal["eq", "ne", "lt", "le", "gt", "ge", "mask"]

ButtonNames = Union[str, Iterable[str]]
"""Buttons that go down together: "A", "Up+B" or ["Up", "B"]."""


def address_text(address: Address) -> str:
    """Returns an address as text for the bridge."""
    if isinstance(address, int):
        return f"0x{address:08X}" if address >= 0 else str(address)
    if isinstance(address, str):
        return address
    raise TypeError(f"address must be a number like 0x02000000, or a symbol or a chain of pointers as text; got {address!r}.")


def button_list(buttons: ButtonNames | Iterable[ButtonNames]) -> list[str]:
    """Returns a list of the names of buttons; a text is one button, or several separated by + or commas."""
    if isinstance(buttons, str):
        return [each.strip() for each in buttons.replace("+", ",").split(",") if each.strip()]
    if not isinstance(buttons, Iterable):
        raise TypeError(f'buttons must be names like "A" or "Up+B"; got {buttons!r}.')
    return [name for each in buttons for name in button_list(each)]


@dataclass(frozen=True)
class Place:
    """A value (`type`) or a range (`length`, 1 to 262,144 bytes) in memory. `u16(0x02000020)` and `span(0x02000100, 16)` are shorter."""

    address: Address
    type: Type | None = None
    length: int | None = None
    domain: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON for the bridge."""
        # Cached, because steps send the same places thousands of times a second. Callers must not change it.
        result: dict[str, Any] | None = self.__dict__.get("_json")
        if result is None:
            result = {"address": address_text(self.address)}
            for name, value in (("type", self.type), ("length", self.length), ("domain", self.domain)):
                if value is not None:
                    result[name] = value
            self.__dict__["_json"] = result
        return result


PlaceLike = Union[Place, Address]
"""A place; an address alone is the place of its byte."""


def u8(address: Address, domain: str | None = None) -> Place:
    """Returns the place of a byte, 0 to 255."""
    return Place(address, "u8", domain=domain)


def u16(address: Address, domain: str | None = None) -> Place:
    """Returns the place of an unsigned number of 16 bits."""
    return Place(address, "u16", domain=domain)


def u32(address: Address, domain: str | None = None) -> Place:
    """Returns the place of an unsigned number of 32 bits."""
    return Place(address, "u32", domain=domain)


def i8(address: Address, domain: str | None = None) -> Place:
    """Returns the place of a signed byte."""
    return Place(address, "i8", domain=domain)


def i16(address: Address, domain: str | None = None) -> Place:
    """Returns the place of a signed number of 16 bits."""
    return Place(address, "i16", domain=domain)


def i32(address: Address, domain: str | None = None) -> Place:
    """Returns the place of a signed number of 32 bits."""
    return Place(address, "i32", domain=domain)


def span(address: Address, length: int, domain: str | None = None) -> Place:
    """Returns a range of 1 to 262,144 bytes."""
    return Place(address, length=length, domain=domain)


def place_of(place: PlaceLike | None) -> Place:
    """Returns the place, or for an address the place of the byte there."""
    if isinstance(place, Place):
        return place
    if isinstance(place, (int, str)):
        return Place(place, "u8")
    raise TypeError(f"A place must be like u16(0x02000000), or an address; got {place!r}.")


def watched(place: PlaceLike | None, achievement: str | None) -> dict[str, Any]:
    """Returns the JSON of what to watch: a place, or the conditions of an achievement."""
    if achievement is None:
        return place_of(place).to_json()
    if place is not None:
        raise TypeError("A watch must have a place or an achievement, not both.")
    return {"achievement": achievement}


def places_of(places: PlaceLike | Iterable[PlaceLike]) -> tuple[Place, ...]:
    """Returns the places, or a tuple with the only one."""
    if isinstance(places, Iterable) and not isinstance(places, str):
        return tuple([place_of(each) for each in places])
    return (place_of(places),)


def places_json(places: PlaceLike | Iterable[PlaceLike]) -> list[dict[str, Any]]:
    """Returns the JSON of places for the bridge."""
    return [place.to_json() for place in places_of(places)]


def value_of(read: Mapping[str, Any]) -> Any:
    """Returns the number of a value, or the bytes of a range; None if a pointer leads nowhere."""
    value = read.get("value")
    if value is not None:
        return value
    digits = read.get("hex")
    return None if digits is None else bytes.fromhex(digits)


def values_of(reads: Iterable[Mapping[str, Any]] | None) -> tuple[Any, ...]:
    """Returns the numbers and bytes of a list of reads."""
    return () if reads is None else tuple([value_of(read) for read in reads])


def held_of(json: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    """Returns which conditions held: the index of each, and the number of frames after which it did."""
    return tuple([(each["condition"], each["frame"]) for each in json.get("held") or ()])


@dataclass(frozen=True)
class Press:
    """A step of a sequence: `buttons` together for `hold` frames (1 to 3,600), then `release` frames up (0 to 600).

    `at` starts it in that frame of the repetition instead of after the step before.
    """

    buttons: str | Sequence[str]
    hold: int = 6
    release: int = 2
    at: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON for the bridge."""
        result: dict[str, Any] = {"buttons": button_list(self.buttons), "hold": self.hold, "release": self.release}
        return result if self.at is None else {**result, "at": self.at}


@dataclass(frozen=True)
class Wait:
    """A step of a sequence that waits 1 to 36,000 frames."""

    frames: int

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON for the bridge."""
        return {"wait": self.frames}


SequenceStep = Union[Press, Wait, str]
"""A step of a sequence; a text like "A" or "Up+B" is a Press with the default frames."""


def steps_json(steps: SequenceStep | Iterable[SequenceStep]) -> list[dict[str, Any]]:
    """Returns the JSON of steps for the bridge, or a list with that of the only one."""
    if isinstance(steps, (str, Press, Wait)):
        return [_step_json(steps)]
    if not isinstance(steps, Iterable):
        raise TypeError(_NO_STEP.format(steps))
    return [_step_json(step) for step in steps]


_NO_STEP = 'A step must be Press("A"), Wait(10), or text like "Up+B"; got {!r}.'


def _step_json(step: SequenceStep) -> dict[str, Any]:
    if isinstance(step, (Press, Wait)):
        return step.to_json()
    if isinstance(step, str):
        return Press(step).to_json()
    raise TypeError(_NO_STEP.format(step))


@dataclass(frozen=True)
class Pressed:
    """A finished press or sequence: the frame in which it began, and the one in which its last button went up.

    Without buttons, `released_at` is the frame in which it ended.
    """

    id: int
    pressed_at: int
    released_at: int
    frame: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Pressed:
        """Parses a response."""
        return cls(json["id"], json["pressedAt"], json["releasedAt"], json["frame"])


@dataclass(frozen=True)
class Progress:
    """A press or sequence. `state` is queued, running, done, cancelled or interrupted."""

    id: int
    state: str
    frames_played: int
    frame: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Progress:
        """Parses a response."""
        return cls(json["id"], json["state"], json["framesPlayed"], json["frame"])


@dataclass(frozen=True)
class Buttons:
    """The buttons that clients hold (`held`) and those that the game sees (`down`), and the number of `queued` presses."""

    down: tuple[str, ...]
    held: tuple[str, ...]
    queued: int
    frame: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Buttons:
        """Parses a response."""
        return cls(tuple(json["down"]), tuple(json["held"]), json["queued"], json["frame"])


@dataclass(frozen=True)
class Values:
    """Values of one frame, in the order of the places: a number for a type, bytes for a range."""

    frame: int
    values: tuple[Any, ...]

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Self:
        """Parses a response."""
        return cls(json["frame"], values_of(json.get("values")))


@dataclass(frozen=True)
class Picture:
    """How a step takes its picture: 1 to 1,024 pixels wide and high, by a box filter, in colors or `gray`."""

    width: int
    height: int
    gray: bool = False

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON for the bridge."""
        return {"width": self.width, "height": self.height, "gray": self.gray, "format": "raw"}


@dataclass(frozen=True)
class Pixels:
    """The pixels of a picture, line by line: red, green and blue, or one byte if it is gray."""

    width: int
    height: int
    channels: int
    data: bytes = field(repr=False)

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Pixels:
        """Parses a response."""
        return cls(json["width"], json["height"], 1 if json["gray"] else 3, base64.b64decode(json["raw"]))

    def array(self) -> numpy.typing.NDArray[numpy.uint8]:
        """Returns a numpy array of shape (height, width), or (height, width, 3) in color. Needs numpy."""
        import numpy

        shape = (self.height, self.width) if self.channels == 1 else (self.height, self.width, self.channels)
        return numpy.frombuffer(self.data, numpy.uint8).reshape(shape)


@dataclass(frozen=True)
class Step(Values):
    """The last frame of a step, the values in it, and its pixels if the step asked for a picture."""

    pixels: Pixels | None = None

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Self:
        """Parses a response."""
        screen = json.get("screen")
        return cls(json["frame"], values_of(json.get("values")), None if screen is None else Pixels.of(screen))


@dataclass(frozen=True)
class StepSeen:
    """What a turn saw where a step ended: the index of the `step`, the `frame`, the `values` and the `png`."""

    step: int
    frame: int
    values: tuple[Any, ...]
    png: bytes | None = field(repr=False)

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> StepSeen:
        """Parses a member of a response."""
        png = json.get("png")
        return cls(json["step"], json["frame"], values_of(json.get("values")), base64.b64decode(png) if png else None)


@dataclass(frozen=True)
class Turn:
    """What a turn did: `frame` at its end, `frames` that it ran, `met` and `held` for conditions, `values`, `png` and `key_frames`.

    `held` has the index of each condition that held, and the number of frames after which it did. `pressed_at` and `released_at` are those
    of `Pressed`; None if no steps were played.
    """

    frame: int
    frames: int
    met: bool | None
    values: tuple[Any, ...]
    png: bytes | None = field(repr=False)
    key_frames: tuple[tuple[int, bytes], ...] = field(repr=False)
    pressed_at: int | None = None
    released_at: int | None = None
    held: tuple[tuple[int, int], ...] = ()
    steps: tuple[StepSeen, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Turn:
        """Parses a response."""
        png = json.get("png")
        key_frames = tuple((each["frame"], base64.b64decode(each["png"])) for each in json.get("keyFrames") or ())
        return cls(json["frame"], json["frames"], json.get("met"), values_of(json.get("values")),
                   base64.b64decode(png) if png else None, key_frames, json.get("pressedAt"), json.get("releasedAt"), held_of(json),
                   tuple(StepSeen.of(each) for each in json.get("steps") or ()))


@dataclass(frozen=True)
class Waited:
    """A wait: the frame at its end, the number of frames, and whether its conditions were `met` (None without any).

    `held` has the index of each condition that held, and the number of frames after which it did. `value` is the value at the end, if the
    only condition is on a value.
    """

    frame: int
    waited: int
    met: bool | None
    value: int | None
    held: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Waited:
        """Parses a response."""
        return cls(json["frame"], json["waited"], json.get("met"), json.get("value"), held_of(json))


@dataclass(frozen=True)
class Event:
    """An event: `data` is its JSON.

    `topic` is frame, buttons, reset, game, state, watch, rewound, marked, note, breakpoint, rumble, message or gap.
    """

    id: str
    topic: str
    data: Mapping[str, Any]

    @property
    def frame(self) -> int | None:
        """The frame of the event, if it has one."""
        return self.data.get("frame")

    @property
    def name(self) -> str | None:
        """The name of the watch or of the mark, if the event has one."""
        return self.data.get("name")

    @property
    def value(self) -> Any:
        """The new value of a watch: a number, or bytes for a range; None if a pointer leads nowhere.

        For a breakpoint the number that the access read or wrote.
        """
        return value_of(self.data)


@dataclass(frozen=True)
class Watch:
    """A watch, and the `value` that it had in the `frame`."""

    id: int
    name: str | None
    address: str | None
    value: Any
    frame: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Watch:
        """Parses a response."""
        return cls(json["id"], json.get("name"), json.get("address"), value_of(json), json["frame"])


@dataclass(frozen=True)
class SkippedLine:
    """A line of an imported list that can't be watched: its number, from 1, and why."""

    line: int
    reason: str


@dataclass(frozen=True)
class ImportedWatches:
    """The watches of an imported list, in its order, and the lines that can't be watched."""

    watches: list[Watch]
    skipped: list[SkippedLine]

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> ImportedWatches:
        """Parses a response."""
        skipped = [SkippedLine(each["line"], each["reason"]) for each in json["skipped"]]
        return cls([Watch.of(each) for each in json["watches"]], skipped)


@dataclass(frozen=True)
class Instruction:
    """An instruction of the processor: its `address` on the bus, its bytes as `data`, and what it does as `text`.

    `symbol` is the nearest name of its address, `target_symbol` that of the address to which it branches.
    """

    address: int
    data: bytes
    text: str
    symbol: str | None = None
    target_symbol: str | None = None

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Instruction:
        """Parses a member of a response."""
        return cls(int(json["address"], 16), bytes.fromhex(json["hex"]), json["text"], json.get("symbol"), json.get("targetSymbol"))


@dataclass(frozen=True)
class Symbol:
    """A name for a place in the game's memory. `size` is None if it is unknown; `domain` is None if the address is on the bus."""

    name: str
    address: int
    domain: str | None
    size: int | None

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Symbol:
        """Parses a symbol of a response."""
        return cls(json["name"], int(json["address"], 16), json.get("domain"), json.get("size"))


@dataclass(frozen=True)
class Symbols:
    """The symbols of a game: their count, how many match, the first matches, and the nearest name at or before the requested address.

    `format`, `skipped` (symbols left out), `file` (its name in the folder) and `problem` (why it can't be used) describe their file.
    """

    count: int
    matches: int
    symbols: list[Symbol]
    nearest: str | None
    format: str | None
    skipped: int
    file: str | None
    problem: str | None

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Symbols:
        """Parses a response."""
        found = [Symbol.of(each) for each in json["symbols"]]
        return cls(json["count"], json["matches"], found, json.get("nearest"), json.get("format"), json["skipped"], json.get("file"),
                   json.get("problem"))


@dataclass(frozen=True)
class Ticket:
    """A URL that needs no token until `expires_at`, an ISO 8601 time. In a URL for clips, {id} stands for the id of a clip.

    Over a Unix socket it is only the path, to be added to an address at which the bridge listens too.
    """

    id: str
    purpose: str
    url: str
    expires_at: str

    @classmethod
    def of(cls, json: Mapping[str, Any], address: str) -> Ticket:
        """Parses a response of the bridge at `address`."""
        return cls(json["id"], json["for"], address + json["url"], json["expiresAt"])


@dataclass(frozen=True)
class Domain:
    """A memory domain: its name, its address on the bus and its size in bytes."""

    name: str
    base: int
    size: int


@dataclass(frozen=True)
class Found:
    """A memory search: the `id` to narrow it, the `count` of places that remain, and the address and value of the first ones."""

    id: int
    count: int
    matches: tuple[tuple[int, int], ...]
    frame: int

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Found:
        """Parses a response."""
        return cls(json["id"], json["count"], tuple((int(each["address"], 16), each["value"]) for each in json["matches"]), json["frame"])


@dataclass(frozen=True)
class Info:
    """An emulator: `state` is running, held, paused, no-game, no-emulator …; `json` is the whole response."""

    name: str
    state: str
    frame: int
    frames_per_second: float
    title: str | None
    code: str | None
    platform: str | None
    json: Mapping[str, Any] = field(repr=False)

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> Info:
        """Parses a response."""
        game = json.get("game") or {}
        return cls(json["name"], json["state"], json["frame"], json["framesPerSecond"], game.get("title"), game.get("code"),
                   game.get("platform"), json)
