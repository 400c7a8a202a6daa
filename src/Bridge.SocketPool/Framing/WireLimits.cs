using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Framing;

/// <summary>Lists the limits of the wire protocol (docs/protocol/wire.md, "Limits"). The script has the same ones.</summary>
public static class WireLimits
{
    /// <summary>The protocol version of this bridge.</summary>
    public const int ProtocolVersion = 3;

    /// <summary>Max bytes of a header line with its line feed.</summary>
    public const int HeaderBytes = 1024;

    /// <summary>Max bytes of a command or status.</summary>
    public const int WordBytes = CommandWord.MaxLength;

    /// <summary>Max arguments of a message.</summary>
    public const int Arguments = 32;

    /// <summary>Max bytes of payload, in either direction.</summary>
    public const int PayloadBytes = 2 * 1024 * 1024;

    /// <summary>Max bytes of payload with facts, in the reply to <c>hello</c> or <c>info</c>.</summary>
    public const int FactBytes = 64 * 1024;

    /// <summary>Max bytes of one <c>memory.read</c> or <c>memory.write</c>.</summary>
    public const int MemoryRangeBytes = 1024 * 1024;

    /// <summary>Max digits of an id, a clock or a frame number. A double, Lua's other number type, holds such numbers exactly.</summary>
    public const int NumberDigits = 16;

    /// <summary>Max digits of a payload's length.</summary>
    public const int LengthDigits = 7;

    /// <summary>Max frames that a press holds its buttons; min 1.</summary>
    public const int HoldFrames = 3600;

    /// <summary>Max frames after a press in which its buttons are up; min 1.</summary>
    public const int ReleaseFrames = 600;

    /// <summary>Max frames of a sequence, with all its repetitions.</summary>
    public const int SequenceFrames = 36_000;

    /// <summary>Max repetitions of a sequence; min 1.</summary>
    public const int SequenceRepeats = 1000;

    /// <summary>Max lines of a sequence.</summary>
    public const int SequenceLines = 1024;

    /// <summary>Max frames of a wait; min 1.</summary>
    public const int WaitFrames = 36_000;

    /// <summary>Max concurrent waits of an emulator.</summary>
    public const int Waits = 256;

    /// <summary>Max concurrent waits for a screen change.</summary>
    public const int ScreenWaits = 16;

    /// <summary>Max bytes of the conditions of a wait.</summary>
    public const int UntilBytes = 20 * 1024;

    /// <summary>Max key frames of an act, and max ends of steps where it reads if it reads a picture.</summary>
    public const int KeyFrames = 8;

    /// <summary>Max ends of steps where an act reads without a picture.</summary>
    public const int ObservedSteps = 64;

    /// <summary>Max instructions of a disassembly.</summary>
    public const int DisassemblyLines = 256;

    /// <summary>Max breakpoints of an emulator.</summary>
    public const int Breakpoints = 64;

    /// <summary>Max bytes of memory that a breakpoint is for.</summary>
    public const int BreakpointBytes = 32 * 1024 * 1024;

    /// <summary>Max hits after which a breakpoint no longer acts.</summary>
    public const int BreakpointHits = 1_000_000;

    /// <summary>Max milliseconds that a stop lasts; min 1.</summary>
    public const int MaxStopMilliseconds = 3_600_000;

    /// <summary>Max instructions of a step of a stopped game; min 1.</summary>
    public const int StepInstructions = 1_000_000;

    /// <summary>Max bytes of an achievement.</summary>
    public const int AchievementBytes = 1024;

    /// <summary>Max conditions of all achievements of a wait, of all achievements of watches, and of one achievement of a branch.</summary>
    public const int AchievementConditions = 128;

    /// <summary>Max frames of a step; min 1.</summary>
    public const int StepFrames = 36_000;

    /// <summary>Min lease of a hold in milliseconds.</summary>
    public const int MinLeaseMilliseconds = 100;

    /// <summary>Max lease of a hold in milliseconds.</summary>
    public const int MaxLeaseMilliseconds = 600_000;

    /// <summary>Max bytes of the name of a hold's owner.</summary>
    public const int OwnerBytes = 64;

    /// <summary>Max bytes of a line in the scripting console.</summary>
    public const int LogBytes = 64 * 1024;

    /// <summary>Max pointers in a chain.</summary>
    public const int ChainDepth = 8;

    /// <summary>Max marks of a history.</summary>
    public const int Marks = 100;

    /// <summary>Max bytes of a mark's name.</summary>
    public const int MarkBytes = 64;

    /// <summary>Max notes of an emulator.</summary>
    public const int Notes = 1000;

    /// <summary>Max bytes of a note; min 1.</summary>
    public const int NoteBytes = 600;

    /// <summary>Max bytes of a message to the player; min 1.</summary>
    public const int MessageBytes = 600;

    /// <summary>Max frames of a message to the player; min 1.</summary>
    public const int MessageFrames = 3600;

    /// <summary>Max frames of a movie.</summary>
    public const int MovieFrames = 100_000_000;

    /// <summary>Max bytes of a piece of a movie, in either direction; min 1.</summary>
    public const int MoviePieceBytes = 1024 * 1024;

    /// <summary>The highest number of a sample of sound.</summary>
    public const long SoundSample = 1_000_000_000_000_000;

    /// <summary>The highest value of a sensor.</summary>
    public const int SensorThousandths = 1000;

    /// <summary>Max cheats of an emulator.</summary>
    public const int Cheats = 256;

    /// <summary>Max lines of all cheats together.</summary>
    public const int CheatLines = 2048;

    /// <summary>Max bytes of all cheats together.</summary>
    public const int CheatsBytes = 64 * 1024;

    /// <summary>Max bytes of the name of a cheat; min 1.</summary>
    public const int CheatNameBytes = 192;

    /// <summary>Max writes to memory by all cheats together in a frame.</summary>
    public const int CheatWrites = 65_536;

    /// <summary>The latest second of a cartridge's clock since 1970: the last one of the year 9999.</summary>
    public const long ClockSecond = 253_402_300_799;

    /// <summary>Max operations of a batch; min 1.</summary>
    public const int BatchOperations = 256;

    /// <summary>Max bytes of all ranges that a batch reads.</summary>
    public const int BatchReadBytes = 256 * 1024;

    /// <summary>Max bytes of all ranges that a batch writes.</summary>
    public const int BatchWriteBytes = 16 * 1024;

    /// <summary>Max watches of an emulator.</summary>
    public const int Watches = 4096;

    /// <summary>Max bytes of a watch; min 1.</summary>
    public const int WatchBytes = 4096;

    /// <summary>Max bytes of all watches together.</summary>
    public const int WatchedBytes = 256 * 1024;

    /// <summary>Max pointers in the chains of all watches together.</summary>
    public const int WatchedPointers = 1024;

    /// <summary>Max interval between two messages of a watch, in frames; min 1.</summary>
    public const int WatchIntervalFrames = 3600;

    /// <summary>Gets the bytes that end each message.</summary>
    public static ReadOnlySpan<byte> Terminator => "<|END|>"u8;
}
