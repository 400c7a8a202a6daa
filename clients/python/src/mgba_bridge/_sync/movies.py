"""The movies of an emulator's game."""

from __future__ import annotations

from typing import Literal

from .. import _calls as calls
from .._calls import Call, given, query, segment
from .._http import Response
from ..movies import MovieFile, MoviePlayed, MovieStored, MovieWritten, Until
from .base import EmulatorBase


def _stored_of(response: Response) -> MovieStored:
    return MovieStored.of(calls.to_json(response))


def _written_of(response: Response) -> MovieWritten:
    return MovieWritten.of(calls.to_json(response))


def _played_of(response: Response) -> MoviePlayed:
    return MoviePlayed.of(calls.to_json(response))


def play_call(path: str, name: str, speed: float | None, to: int | None, until: Until | None, lease: str | None) -> Call[MoviePlayed]:
    """Returns the request that plays a movie in the emulator at this path."""
    body = given(speed=speed, to=to, until=until, lease=lease)
    return Call("POST", f"{_movie_path(path, name)}/play", _played_of, body)


def _movie_path(path: str, name: str) -> str:
    return f"{path}/movies/{segment(name)}"


class MovieMethods(EmulatorBase):
    """Writes, keeps and plays movies: files that replay what a game did. Only the bundled emulator writes and plays them.

    The name of a movie is 1 to 64 characters A-Z, a-z, 0-9, -, _ and dots. A game has at most 256.
    """

    def movies(self) -> list[MovieFile]:
        """Returns the movies of the running game."""
        parse = calls.member("movies", lambda all: [MovieFile.of(each) for each in all])
        return self._run(Call("GET", self._path + "/movies", parse))

    def movie(self, name: str, format: Literal["bridge", "bk2"] = "bridge") -> bytes:
        """Returns a movie, for `store_movie`, or as a .bk2 of BizHawk. An unknown name raises UnknownMovie.

        As a .bk2, a movie that starts from a state, or that has writes or loaded states, raises ButtonConflict.
        """
        target = self._movie(name) + query({"format": None if format == "bridge" else format})
        return self._run(Call("GET", target, calls.to_bytes))

    def store_movie(self, name: str, movie: bytes) -> MovieStored:
        """Keeps a movie under a name: one of `movie`, a .bk2 of BizHawk or a .vbm of VisualBoyAdvance, at most 32 MiB.

        Bytes that are no movie raise MovieRefused, and a movie of another game raises ButtonConflict.
        """
        return self._run(Call("PUT", self._movie(name), _stored_of, bytes(movie), repeatable=True))

    def delete_movie(self, name: str) -> None:
        """Deletes a movie."""
        self._run(Call("DELETE", self._movie(name), calls.to_nothing))

    def write_movie(self, name: str, first: int | None = None, last: int | None = None) -> MovieWritten:
        """Writes a movie of the frames `first` to `last` of the history, by default of all that it has.

        It may begin some frames earlier. Raises ButtonConflict if the history doesn't have the frames.
        """
        body = given(**{"from": first, "to": last})
        return self._run(Call("POST", self._movie(name), _written_of, body))

    def record_movie(self, name: str, start: Literal["now", "reset"] | None = None, *, state: str | None = None) -> int:
        """Begins to record a movie: now, with "reset" after a reset of the game, or from a named `state`; `stop_movie` writes it.

        Returns its first frame in numbers of the history, which must still have it at `stop_movie`. With tokens a reset needs the scope
        admin. An unknown state raises UnknownState, and a damaged one StateRefused; the game is unchanged then.
        """
        body = {"start": "now"} if start is None and state is None else given(start=start, state=state)
        return self._run(Call("POST", self._movie(name), calls.member("from", int), body))

    def stop_movie(self, name: str) -> MovieWritten:
        """Writes the movie that is being recorded, up to the present frame.

        Raises ButtonConflict, and ends the recording, if the history has forgotten its beginning or another game was loaded.
        """
        return self._run(Call("POST", self._movie(name) + "/stop", _written_of))

    def play_movie(self, name: str, *, speed: float | None = None, to: int | None = None,
                         until: Until | None = None, lease: str | None = None) -> MoviePlayed:
        """Puts the game at the start of a movie, plays it up to its frame `to`, by default all, and compares the game with it.

        `speed` is 0.25 to 16, or 0 for unlimited; with tokens it needs the scope admin. With `until="end"` it plays on after a
        difference. `lease` is needed if the hold is exclusive; `Hold.play_movie` sends its own. A long movie needs a longer `timeout` of
        `Bridge`. A movie of another game or version of mGBA raises ButtonConflict, and the game is unchanged.
        """
        return self._run(play_call(self._path, name, speed, to, until, lease))

    def _movie(self, name: str) -> str:
        return _movie_path(self._path, name)
