"""What the parts of an emulator have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from .._calls import Call, segment

if TYPE_CHECKING:
    from .bridge import AsyncBridge

T = TypeVar("T")


class AsyncEmulatorBase:
    """An emulator by name."""

    def __init__(self, bridge: AsyncBridge, name: str) -> None:
        self.bridge = bridge
        self.name = name
        self._path = f"/emulators/{segment(name)}"

    async def _run(self, call: Call[T]) -> T:
        return await self.bridge.run(call)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} of {self.bridge.address}>"
