"""Drives Game Boy Advance and Game Boy games in mGBA through Bridge.

    from mgba_bridge import Bridge, u16

    with Bridge() as bridge:
        game = bridge.emulator()
        game.press("A")
        print(game.read16(0x02000020))
        with game.hold() as held:
            step = held.step(4, "Right", read=[u16(0x02000048)])
            print(step.frame, step.values)

AsyncBridge has the same methods for asyncio, except vectors.
"""

from ._async.bridge import AsyncBridge
from ._async.emulator import AsyncEmulator
from ._async.events import AsyncEvents
from ._async.frames import AsyncHold
from ._async.group import AsyncHeldGroup
from ._sync.emulator import Emulator
from ._sync.events import Events
from ._sync.frames import Hold
from ._sync.group import HeldGroup
from .batch import Batch, BatchResult
from .branches import Branch, BranchEnd
from .bridge import Bridge
from .cheats import Cheat
from .conditions import AllOf, Condition
from .debugging import Breakpoint, CodeRange, Coverage, GameStop, LastWrite, StackCall, TracedInstruction
from .doors import Door
from .history import History, Mark, Note, Rewound
from .models import (
    Buttons, Domain, Event, Found, ImportedWatches, Info, Instruction, Picture, Pixels, Place, Press, Pressed, Progress,
    SkippedLine, Step, Symbol, Symbols, Ticket, Turn, Values, Wait, Waited, Watch, i16, i32, i8, span, u16, u32, u8,
)
from .clips import Clip
from .movies import MovieFile, MoviePlayed, MovieResult, MovieStored, MovieVerified, MovieWritten
from .notebook import NamedAddress, Notebook, NotebookNote
from .problems import (
    AccessDenied, BridgeError, ButtonConflict, Cancelled, Crashed, Held, Interrupted, InvalidRequest, MovieRefused, NoEmulator, NoGame,
    NotApplied, NotFound, NotHeld, OutcomeUnknown, OutOfRange, Overloaded, Paused, ProblemError, ReadOnlyMemory, StateRefused,
    StepsFailed, Stopping, TimedOut, TooManyRequests, Unavailable, UnknownButton, UnknownEmulator, UnknownMovie, UnknownState,
    Unreachable, Unsupported, VectorEnded, VectorRefused,
)
from .screen import Screen
from .sensors import SensorChange, Sensors
from .states import StateNode
from .structures import Structure, StructureField, StructureType, TypedSymbol, Types
from .video import Affine, Palettes, Sprite, TileMap, TileText

__version__ = "1.0.0"

__all__ = [
    "AccessDenied", "Affine", "AllOf", "AsyncBridge", "AsyncEmulator", "AsyncEvents", "AsyncHeldGroup", "AsyncHold", "Batch", "BatchResult",
    "Branch", "BranchEnd", "Breakpoint", "Bridge", "BridgeError", "ButtonConflict", "Buttons", "Cancelled", "Cheat", "Clip", "CodeRange",
    "Condition", "Coverage", "Crashed", "Domain", "Door", "Emulator", "Event", "Events", "Found", "GameStop", "Held", "HeldGroup",
    "History", "Hold", "ImportedWatches", "Info", "Instruction", "Interrupted", "InvalidRequest", "LastWrite", "Mark", "MovieFile",
    "MoviePlayed", "MovieRefused", "MovieResult", "MovieStored", "MovieVerified", "MovieWritten", "NamedAddress", "NoEmulator", "NoGame",
    "NotApplied", "NotFound", "NotHeld", "Note", "Notebook", "NotebookNote", "OutOfRange", "OutcomeUnknown", "Overloaded", "Palettes",
    "Paused", "Picture", "Pixels", "Place", "Press", "Pressed", "ProblemError", "Progress", "ReadOnlyMemory", "Rewound", "Screen",
    "SensorChange", "Sensors", "SkippedLine", "Sprite", "StackCall", "StateNode", "StateRefused", "Step", "StepsFailed", "Stopping",
    "Structure", "StructureField", "StructureType", "Symbol", "Symbols", "Ticket", "TileMap", "TileText", "TimedOut", "TooManyRequests",
    "TracedInstruction", "Turn", "TypedSymbol", "Types", "Unavailable", "UnknownButton", "UnknownEmulator", "UnknownMovie", "UnknownState",
    "Unreachable", "Unsupported", "Values", "VectorEnded", "VectorRefused", "Wait", "Waited", "Watch", "i16", "i32", "i8", "span",
    "u16", "u32", "u8",
]
