"""Requests without I/O: what to send, how to parse the response, and when it may be repeated."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from ._http import Response, write_request
from .problems import (
    BridgeError, NotApplied, Overloaded, OutcomeUnknown, ProblemError, Stopping, TimedOut, TooManyRequests, Unreachable, problem_of,
    unexpected,
)

T = TypeVar("T")

_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False)
_BYTES = "application/octet-stream"
# These problems promise that the request did not run and that the cause passes soon.
_PASSING = (NotApplied, Overloaded, Stopping, TooManyRequests)


class Call(Generic[T]):
    """One request. `repeatable` is true if running it twice does the same as running it once. A `key` makes the bridge run it once."""

    __slots__ = ("accept", "body", "content_type", "key", "method", "parse", "repeatable", "target")

    def __init__(self, method: str, target: str, parse: Callable[[Response], T], body: Any = None, *, repeatable: bool | None = None,
                 accept: str | None = None, key: str | None = None) -> None:
        self.method = method
        self.target = target
        self.parse = parse
        self.repeatable = method == "GET" if repeatable is None else repeatable
        self.accept = accept
        self.key = key
        self.body: bytes | None
        if body is None or isinstance(body, bytes):
            self.body, self.content_type = body, _BYTES
        else:
            self.body, self.content_type = _ENCODER.encode(body).encode(), "application/json"

    def to_bytes(self, common: bytes) -> bytes:
        """Returns the request as HTTP/1.1."""
        return write_request(self.method, self.target, common, self.content_type, self.accept, self.body, self.key)

    def result(self, response: Response, address: object) -> T:
        """Returns the parsed response; raises ProblemError if it is a problem, or no response of a bridge."""
        if response.status >= 300:
            raise problem_of(response, f"{address}{self.target}")
        try:
            return self.parse(response)
        except (ValueError, LookupError, TypeError, AttributeError, struct.error) as error:
            raise unexpected(response, f"{address}{self.target}") from error


class Attempts:
    """Decides after each failure whether a call may be sent again, and when."""

    def __init__(self, call: Call[Any], retries: int) -> None:
        self._call = call
        self._left = retries
        self._number = 0

    def after(self, error: BridgeError) -> float:
        """Returns the seconds to wait before the next attempt; raises the error if there is none."""
        if self._left == 0 or not self._may_repeat(error):
            raise error
        self._left -= 1
        self._number += 1
        asked = error.retry_after if isinstance(error, ProblemError) else None
        # From the seventh attempt on it is over the limit anyway.
        return min(asked if asked is not None else 0.05 * 2.0 ** min(self._number, 7), 5.0)

    def _may_repeat(self, error: BridgeError) -> bool:
        if isinstance(error, OutcomeUnknown):
            # If the bridge says so, the caller decides. If the connection was lost (status 0), what can't do anything twice is sent again.
            return error.status == 0 and self._call.repeatable
        return isinstance(error, (*_PASSING, Unreachable)) or (isinstance(error, TimedOut) and self._call.repeatable)


def to_json(response: Response) -> Any:
    """Parses a body as JSON."""
    return json.loads(response.body)


def expect(response: Response, media_type: str) -> Response:
    """Returns the response; raises ValueError if it has another media type."""
    if response.media_type != media_type:
        raise ValueError(f"The body is not {media_type}.")
    return response


def to_bytes(response: Response) -> bytes:
    """Returns the body."""
    return expect(response, _BYTES).body


def to_file(response: Response) -> bytes:
    """Returns the body of a picture, a video or a sound."""
    if (response.media_type or "").partition("/")[0] not in ("image", "video", "audio"):
        raise ValueError("The body is no picture, video or sound.")
    return response.body


def to_subtitles(response: Response) -> str:
    """Returns the body of subtitles."""
    if response.media_type != "text/vtt":
        raise ValueError("The body has no subtitles.")
    return response.body.decode()


def to_nothing(response: Response) -> None:
    """Ignores the body, if it is a bridge's."""
    if response.body:
        expect(response, "application/json")


def frame_of(response: Response) -> int:
    """Returns the frame of a response that has nothing else."""
    return int(json.loads(response.body)["frame"])


def member(name: str, convert: Callable[[Any], T]) -> Callable[[Response], T]:
    """Returns a parser of one member of a JSON object."""
    return lambda response: convert(json.loads(response.body)[name])


def given(**members: Any) -> dict[str, Any]:
    """Returns the members that are not None."""
    return {name: value for name, value in members.items() if value is not None}


def segment(text: str) -> str:
    """Escapes a segment of a path."""
    return quote(text, safe="")


def query(parameters: Mapping[str, Any]) -> str:
    """Returns a query string, or nothing without parameters. Booleans become true and false."""
    pairs = [f"{name}={quote(str(value).lower() if isinstance(value, bool) else str(value), safe=',')}"
             for name, value in parameters.items() if value is not None]
    return "?" + "&".join(pairs) if pairs else ""
