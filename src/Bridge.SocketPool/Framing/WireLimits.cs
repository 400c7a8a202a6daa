using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Framing;

/// <summary>The limits of the wire protocol (docs/protocol/wire.md, "Limits"); the script keeps to the same ones.</summary>
public static class WireLimits
{
    /// <summary>The protocol version that this bridge speaks.</summary>
    public const int ProtocolVersion = 2;

    /// <summary>Bytes of a header line, its line feed included.</summary>
    public const int HeaderBytes = 1024;

    /// <summary>Bytes of a command or status.</summary>
    public const int WordBytes = CommandWord.MaxLength;

    /// <summary>Arguments of one message.</summary>
    public const int Arguments = 32;

    /// <summary>Bytes of payload, in either direction.</summary>
    public const int PayloadBytes = 2 * 1024 * 1024;

    /// <summary>Bytes of payload with facts, in the reply to <c>hello</c> or <c>info</c>.</summary>
    public const int FactBytes = 64 * 1024;

    /// <summary>Bytes that one <c>memory.read</c> or <c>memory.write</c> covers.</summary>
    public const int MemoryRangeBytes = 1024 * 1024;

    /// <summary>Digits of an id, a clock or a frame number: what a double, Lua's other number type, holds exactly.</summary>
    public const int NumberDigits = 16;

    /// <summary>Digits of a payload's length.</summary>
    public const int LengthDigits = 7;

    /// <summary>Frames that a press may hold its buttons, from 1.</summary>
    public const int HoldFrames = 3600;

    /// <summary>Frames that a press may keep its buttons up afterwards, from 1.</summary>
    public const int ReleaseFrames = 600;

    /// <summary>Frames of a sequence, all its repetitions together.</summary>
    public const int SequenceFrames = 36_000;

    /// <summary>Repetitions of a sequence, from 1.</summary>
    public const int SequenceRepeats = 1000;

    /// <summary>Lines of a sequence's timeline.</summary>
    public const int SequenceLines = 1024;

    /// <summary>Frames that can be waited for, from 1.</summary>
    public const int WaitFrames = 36_000;

    /// <summary>Waits of an emulator at once.</summary>
    public const int Waits = 256;

    /// <summary>Of these, waits for the picture.</summary>
    public const int ScreenWaits = 16;

    /// <summary>Frames that one step may run, from 1.</summary>
    public const int StepFrames = 36_000;

    /// <summary>The shortest time that a hold may be asked for, in milliseconds.</summary>
    public const int MinLeaseMilliseconds = 100;

    /// <summary>The longest time that a hold may be asked for, in milliseconds.</summary>
    public const int MaxLeaseMilliseconds = 600_000;

    /// <summary>Bytes of the name that a hold is under.</summary>
    public const int OwnerBytes = 64;

    /// <summary>Bytes of a line for the scripting console.</summary>
    public const int LogBytes = 64 * 1024;

    /// <summary>Pointers in a chain.</summary>
    public const int ChainDepth = 8;

    /// <summary>Operations of a batch, from 1.</summary>
    public const int BatchOperations = 256;

    /// <summary>Bytes that the ranges of a batch may read together.</summary>
    public const int BatchReadBytes = 256 * 1024;

    /// <summary>Bytes that the ranges of a batch may write together.</summary>
    public const int BatchWriteBytes = 16 * 1024;

    /// <summary>Watches of an emulator.</summary>
    public const int Watches = 4096;

    /// <summary>Bytes that one watch covers, from 1.</summary>
    public const int WatchBytes = 4096;

    /// <summary>Bytes that all watches cover together.</summary>
    public const int WatchedBytes = 256 * 1024;

    /// <summary>Pointers in the chains of all watches together.</summary>
    public const int WatchedPointers = 1024;

    /// <summary>Frames from one message of a watch to its next at most, from 1.</summary>
    public const int WatchIntervalFrames = 3600;

    /// <summary>What ends each message.</summary>
    public static ReadOnlySpan<byte> Terminator => "<|END|>"u8;
}
