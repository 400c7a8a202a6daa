"""Exceptions. Every one is a BridgeError and says in `safe_to_repeat` whether the same request may be sent again.

A problem of the bridge (https://www.rfc-editor.org/rfc/rfc9457) becomes the class of its type, or ProblemError itself if it has none.
"""

from __future__ import annotations

import json
import os
import re
import ssl
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ._http import Response


class BridgeError(Exception):
    """The base of all errors of this package."""

    @property
    def safe_to_repeat(self) -> bool:
        """True if sending the request again can't do anything twice."""
        return False


class Unreachable(BridgeError):
    """Nothing answers at the bridge's address. The request was not sent."""

    @classmethod
    def at(cls, address: object, error: Exception) -> Unreachable:
        """Returns the error for a connection that could not be opened."""
        return cls(f"Nothing answers at {address} ({_reason_of(error)}). Start the bridge, or give its address.")

    @property
    def safe_to_repeat(self) -> bool:
        return True


def _reason_of(error: Exception) -> str:
    # asyncio's text names the address, and that of several attempts each of them.
    if isinstance(error, ssl.SSLError):
        return str(error)
    number = error.errno if isinstance(error, OSError) else None
    attempts = re.findall(r"\[Errno (\d+)\]", str(error)) if number is None else []
    if attempts:
        number = int(attempts[-1])
    if number is not None and number > 0:
        return os.strerror(number)
    return (isinstance(error, OSError) and error.strerror) or str(error) or "no answer in time"


class ProblemError(BridgeError):
    """The bridge responded with a problem: `type` ("held"), `status` (409), `title`, `detail`, `parameter`, `emulator`, `trace_id`.

    `retry_after` is the number of seconds after which to repeat, or None. `problem` is the response's JSON.
    """

    TYPE: ClassVar[str | None] = None
    _SAFE: ClassVar[bool] = False

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.problem = dict(problem)
        self.type: str = str(problem.get("type", "")).rpartition("#")[2]
        self.title: str = problem.get("title") or f"HTTP {status}"
        self.detail: str = problem.get("detail") or ""
        self.parameter: str | None = problem.get("parameter")
        self.emulator: str | None = problem.get("emulator")
        self.trace_id: str | None = problem.get("traceId")
        self.retry_after = retry_after
        super().__init__(f"{self.type or status}: {self.detail or self.title}")

    @property
    def safe_to_repeat(self) -> bool:
        said = self.problem.get("safeToRepeat")
        return said if isinstance(said, bool) else self._SAFE


class _DidNotRun(ProblemError):
    _SAFE = True


class InvalidRequest(_DidNotRun):
    """400: the request is invalid, and would be again. `detail` says what is accepted, `parameter` names the parameter."""


class OutOfRange(InvalidRequest):
    """400: the address is outside the game's memory, or a pointer leads nowhere yet."""

    TYPE = "out-of-range"


class UnknownButton(InvalidRequest):
    """400: no such button on this console."""

    TYPE = "unknown-button"


class ReadOnlyMemory(InvalidRequest):
    """400: ROM and BIOS can't be written on the bus."""

    TYPE = "read-only-memory"


class AccessDenied(_DidNotRun):
    """401 or 403: a token is missing, wrong, or does not allow this."""


class NotFound(_DidNotRun):
    """404: no such emulator, state, movie, ROM, watch, search or sequence; `type` says which."""


class UnknownEmulator(NotFound):
    """404: the bridge has no emulator of this name."""

    TYPE = "unknown-emulator"


class UnknownState(NotFound):
    """404: the running game has no state of this name."""

    TYPE = "unknown-state"


class UnknownMovie(NotFound):
    """404: the running game has no movie of this name, or none of this name is being recorded."""

    TYPE = "unknown-movie"


class ButtonConflict(_DidNotRun):
    """409: the button is held, so it can't be pressed; or the history doesn't have the frame; or the movie is of another game."""

    TYPE = "conflict"


class Held(_DidNotRun):
    """409: another client holds the game exclusively. `retry_after` says when its lease ends."""

    TYPE = "held"


class NotHeld(_DidNotRun):
    """409: only a held game can be stepped. The lease may have expired."""

    TYPE = "not-held"


class Cancelled(_DidNotRun):
    """409: the press, sequence, turn or step was cancelled before it began."""

    TYPE = "cancelled"


class Interrupted(ProblemError):
    """409: the press, sequence, turn or step began and ended early."""

    TYPE = "interrupted"


class StateRefused(_DidNotRun):
    """422: the bytes are no save state of the running game. Nothing changed."""

    TYPE = "refused-state"


class MovieRefused(_DidNotRun):
    """422: the bytes are no movie, are damaged, or start from a state of another program. `detail` says what is wrong."""

    TYPE = "refused-movie"


class TooManyRequests(_DidNotRun):
    """429: the rate limit. The request did not run."""

    TYPE = "too-many-requests"


class Unsupported(_DidNotRun):
    """501: this mGBA, script or configuration can't do it."""

    TYPE = "unsupported"


class Unavailable(_DidNotRun):
    """503: the emulator or the bridge can't serve now. The request did not run, or changes nothing."""


class NoEmulator(Unavailable):
    """503: mGBA does not run, or has not loaded the script."""

    TYPE = "no-emulator"


class NoGame(Unavailable):
    """503: the game was closed."""

    TYPE = "no-game"


class Paused(Unavailable):
    """503: mGBA emulates no frames."""

    TYPE = "paused"


class Crashed(Unavailable):
    """503: the game crashed. Reset it or load a state."""

    TYPE = "crashed"


class Overloaded(Unavailable):
    """503: a queue is full. The request did not run."""

    TYPE = "overloaded"


class Stopping(Unavailable):
    """503: the bridge is shutting down. The request did not run."""

    TYPE = "stopping"


class NotApplied(Unavailable):
    """503: the connection to the emulator broke before the command was sent. It did not run."""

    TYPE = "not-applied"


class TimedOut(_DidNotRun):
    """504: a command without effects got no reply in time."""

    TYPE = "timed-out"


class OutcomeUnknown(ProblemError):
    """504, or a lost connection to the bridge: the request was sent, and nobody knows whether it ran.

    This package repeats it only after a lost connection, if it can't do anything twice. Otherwise read memory or the screen first, or
    repeat it if `safe_to_repeat`.
    """

    TYPE = "outcome-unknown"

    @classmethod
    def lost(cls, reason: str, safe_to_repeat: bool, address: object) -> OutcomeUnknown:
        """Returns the error for a connection that broke while a request was in flight; `status` is 0."""
        detail = f"The connection to {address} broke while the request was in flight ({reason}). It may have run."
        return cls(0, {"type": "#outcome-unknown", "title": "Outcome unknown", "detail": detail, "safeToRepeat": safe_to_repeat})


class StepsFailed(BridgeError):
    """Some games of a group were not stepped: `problems` has the problem of each by its emulator's name. The others were stepped.

    `steps` has None for the games with a problem.
    """

    def __init__(self, problems: Mapping[str, ProblemError], steps: Sequence[object]) -> None:
        self.problems = dict(problems)
        self.steps = tuple(steps)
        super().__init__("; ".join(f"{name}: {problem}" for name, problem in self.problems.items()))


class VectorEnded(BridgeError):
    """The vector is no more: it was ended, its lease ran out, or its process was killed. Create another one."""


class VectorRefused(BridgeError):
    """Games refused a step, and ran nothing; the other games stepped. `games` has the reason of each by its number."""

    def __init__(self, games: Mapping[int, str]) -> None:
        self.games = dict(games)
        super().__init__("; ".join(f"game {game}: {reason}" for game, reason in self.games.items()))


def kind_of(status: int, problem: Mapping[str, Any]) -> type[ProblemError]:
    """Returns the class of a problem."""
    anchor = str(problem.get("type", "")).rpartition("#")[2]
    return _BY_TYPE.get(anchor, _BY_STATUS.get(status, ProblemError))


def _subclasses(base: type[ProblemError]) -> list[type[ProblemError]]:
    return [each for direct in base.__subclasses__() for each in (direct, *_subclasses(direct))]


_BY_TYPE: dict[str, type[ProblemError]] = {each.TYPE: each for each in _subclasses(ProblemError) if each.TYPE is not None}
_BY_STATUS: dict[int, type[ProblemError]] = {
    400: InvalidRequest, 401: AccessDenied, 403: AccessDenied, 404: NotFound, 405: InvalidRequest, 409: _DidNotRun, 413: InvalidRequest,
    414: InvalidRequest, 415: InvalidRequest, 421: AccessDenied, 503: Unavailable,
}


# Only the origin, because the rest of a Location may be a secret.
_ORIGIN = re.compile(r"(https?://)(?:[^/?#]*@)?([\w.:[\]-]+)(?:[/?#]|$)", re.ASCII | re.IGNORECASE)


def _redirect_of(response: Response) -> ProblemError:
    # The body may be of another server, so it says nothing.
    found = _ORIGIN.match(response.header("Location") or "")
    target, advice = (f" and points to {found[1]}{found[2]}", "Use that address.") if found else ("", "Check the address.")
    detail = f"The bridge answered {response.status}{target}; clients do not follow redirects. {advice}"
    return ProblemError(response.status, {"title": "Redirect", "detail": detail})


def _describe(response: Response, url: str) -> str:
    # The type says enough; the body may be of another server.
    came = f"{response.media_type or 'a body'}, which is no answer of a bridge" if response.body else "an empty body"
    return f"{url} answered {response.status} with {came}: check the address."


def unexpected(response: Response, url: str) -> ProblemError:
    """Returns the exception for a response that no bridge sends, like the page of a login."""
    return ProblemError(response.status, {"title": "Unexpected response", "detail": _describe(response, url)})


def problem_of(response: Response, url: str) -> ProblemError:
    """Returns the exception for a response with a status of 300 or more."""
    if response.status < 400:
        return _redirect_of(response)
    try:
        parsed = json.loads(response.body)
        problem = parsed if isinstance(parsed, dict) else {}
    except ValueError:
        problem = {}
    if not problem.get("type"):
        problem = {"detail": _describe(response, url)}
    wait = response.header("Retry-After")
    retry_after = float(wait) if wait is not None and wait.isdigit() else None
    return kind_of(response.status, problem)(response.status, problem, retry_after)
