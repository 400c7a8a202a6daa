"""Breakpoints of an emulator's game, and what its code did."""

from __future__ import annotations

from .. import _calls as calls
from .._calls import Call, given, query
from ..debugging import Access, Breakpoint, Coverage, GameStop, LastWrite, StackCall, TracedInstruction, condition_of
from ..models import Address, address_text
from .base import AsyncEmulatorBase


class AsyncDebuggingMethods(AsyncEmulatorBase):
    """Sets breakpoints, steps through instructions, and asks what the code did. Only the bundled emulator can."""

    async def set_breakpoint(self, address: Address, on: Access, *, length: int | None = None, when: tuple[str, int] | None = None,
                             mask: int | None = None, register: str | None = None, limit: int | None = None, stop: bool = False,
                             stop_seconds: float | None = None) -> Breakpoint:
        """Sets a breakpoint: each read, write or run of what is at an address is an event of the topic breakpoint.

        `when=("ge", 3)` compares what was read or written, or a `register`, after `mask`. The breakpoint no longer acts after `limit` hits.
        An emulator has at most 64 breakpoints. With `stop` a hit stops the game, for `stop_seconds` (0.001 to 3,600, by default 60) unless
        it is told to continue.
        """
        condition = condition_of(when, mask, register)
        body = given(**{"address": address_text(address), "on": on, "if": condition}, length=length, limit=limit,
                     then="stop" if stop else None, stopSeconds=stop_seconds)
        return await self._run(Call("POST", self._path + "/breakpoints", lambda response: Breakpoint.of(calls.to_json(response)), body))

    async def breakpoints(self) -> list[Breakpoint]:
        """Returns the breakpoints and their hits, oldest first."""
        parse = calls.member("breakpoints", lambda all: [Breakpoint.of(each) for each in all])
        return await self._run(Call("GET", self._path + "/breakpoints", parse))

    async def delete_breakpoint(self, breakpoint: Breakpoint | int) -> None:
        """Ends a breakpoint."""
        id = breakpoint if isinstance(breakpoint, int) else breakpoint.id
        await self._run(Call("DELETE", f"{self._path}/breakpoints/{id}", calls.to_nothing))

    async def delete_breakpoints(self) -> None:
        """Ends all breakpoints."""
        await self._run(Call("DELETE", self._path + "/breakpoints", calls.to_nothing, repeatable=True))

    async def stop_place(self) -> GameStop | None:
        """Returns where the game is stopped; None: it runs."""
        return await self._run(Call("GET", self._path + "/breakpoints", lambda response: GameStop.of(calls.to_json(response).get("stop"))))

    async def stop_game(self, *, stop_seconds: float | None = None, timeout_frames: int | None = None) -> GameStop | None:
        """Stops the game before its next instruction, for `stop_seconds`; returns where, or None after `timeout_frames`."""
        body = given(stopSeconds=stop_seconds, timeoutFrames=timeout_frames)
        return await self._run(Call("POST", self._path + "/breakpoints/stop",
                                    lambda response: GameStop.of(calls.to_json(response).get("stop")), body))

    async def continue_game(self) -> int:
        """Lets a stopped game go on; returns the frame."""
        return await self._run(Call("POST", self._path + "/breakpoints/continue", calls.member("frame", int)))

    async def step_instructions(self, count: int = 1, *, timeout_frames: int | None = None) -> GameStop | None:
        """Runs 1 to 1,000,000 instructions of a stopped game. Returns where it is stopped then; None: not within `timeout_frames`."""
        body = given(instructions=count, timeoutFrames=timeout_frames)
        return await self._run(Call("POST", self._path + "/breakpoints/step",
                                    lambda response: GameStop.of(calls.to_json(response).get("stop")), body))

    async def run_until(self, address: Address, on: Access = "execute", *, length: int | None = None, when: tuple[str, int] | None = None,
                        mask: int | None = None, register: str | None = None, timeout_frames: int | None = None,
                        stop_seconds: float | None = None) -> GameStop | None:
        """Runs the game until it runs, reads or writes what is at an address, and stops it there.

        Returns where; None: not within `timeout_frames`, by default 600. The conditions are those of `set_breakpoint`.
        """
        condition = condition_of(when, mask, register)
        body = given(**{"address": address_text(address), "on": on, "if": condition}, length=length, timeoutFrames=timeout_frames,
                     stopSeconds=stop_seconds)
        return await self._run(Call("POST", self._path + "/run-until",
                                    lambda response: GameStop.of(calls.to_json(response).get("stop")), body))

    async def call_stack(self) -> list[StackCall]:
        """Returns the calls that led to where the processor is, the latest first, as far as the stack shows them."""
        parse = calls.member("calls", lambda all: [StackCall.of(each) for each in all])
        return await self._run(Call("GET", self._path + "/callstack", parse))

    async def last_writer(self, address: Address, length: int = 1, *, frames: int | None = None) -> LastWrite | None:
        """Finds the instruction that wrote last to 1 to 4,096 bytes, in the last `frames` of the history, by default 3,600."""
        target = self._path + "/last-writer" + query({"address": address_text(address), "length": length, "frames": frames})
        return await self._run(Call("GET", target, lambda response: LastWrite.of(calls.to_json(response))))

    async def coverage(self, span: tuple[int, int] | None = None, *, without: tuple[int, int] | None = None) -> Coverage:
        """Returns which code ran from one frame of the history to another, by default in the last 600.

        `without` leaves out the code that ran in these frames too.
        """
        first, last = span or (None, None)
        except_first, except_last = without or (None, None)
        parameters = {"from": first, "to": last, "exceptFrom": except_first, "exceptTo": except_last}
        return await self._run(Call("GET", self._path + "/coverage" + query(parameters),
                                    lambda response: Coverage.of(calls.to_json(response))))

    async def trace(self, at: int | None = None, *, skip: int = 0, lines: int = 100, registers: bool = False) -> list[TracedInstruction]:
        """Returns 1 to 10,000 instructions that ran in a frame of the history, by default the latest, after the first `skip`."""
        target = self._path + "/trace" + query({"at": at, "skip": skip, "lines": lines, "registers": "true" if registers else None})
        return await self._run(Call("GET", target, calls.member("instructions", lambda all: [TracedInstruction.of(each) for each in all])))
