"""Branches of an emulator's game."""

from __future__ import annotations

from collections.abc import Sequence

from .. import _calls as calls
from .._calls import Call
from ..branches import Branch, BranchEnd, branch_ends, branches_body
from ..models import SequenceStep
from .base import AsyncEmulatorBase


class AsyncBranchMethods(AsyncEmulatorBase):
    """Runs continuations of one moment of the game. Only the bundled emulator can."""

    async def branches(self, branches: Sequence[Branch | SequenceStep | Sequence[SequenceStep]], *, state: str | None = None,
                       from_frame: int | None = None, keep: str | int | None = None, spread: int | None = None,
                       lease: str | None = None) -> list[BranchEnd]:
        """Runs up to 256 branches from now, a named `state`, or a frame of the history, in processes of their own.

        The game goes on and is unchanged, unless `keep` names the branch, by name or index, whose end it gets. `spread` is the number of
        processes. A long request needs a longer `timeout` of `Bridge`.
        """
        body = branches_body(branches, state, from_frame, keep, spread, lease)
        call = Call("POST", self._path + "/branches", lambda response: branch_ends(calls.to_json(response)), body,
                    repeatable=keep is None)
        return await self._run(call)
