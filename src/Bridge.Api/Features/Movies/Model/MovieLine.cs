using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Movies.Model;

/// <summary>When between two frames something was done.</summary>
internal enum MoviePhase
{
    /// <summary>In the callback at the end of the frame before.</summary>
    Callback,

    /// <summary>After that callback, before the next frame.</summary>
    Between,
}

/// <summary>Something that came from outside, or a hash.</summary>
/// <param name="Frame">How many frames had run.</param>
internal abstract record MovieLine(int Frame)
{
    /// <summary>Gets its place within its frame: 0 callback, 1 between, 2 while the next frame runs.</summary>
    public abstract int Rank { get; }
}

/// <summary>What a client or a player did between two frames.</summary>
internal abstract record ActLine(int Frame, MoviePhase Phase) : MovieLine(Frame)
{
    public sealed override int Rank => Phase == MoviePhase.Callback ? 0 : 1;
}

/// <summary>The buttons that are down from then on.</summary>
/// <param name="Mask">Bits 0 to 9: A, B, Select, Start, Right, Left, Up, Down, R, L.</param>
internal sealed record KeysLine(int Frame, MoviePhase Phase, int Mask) : ActLine(Frame, Phase);

/// <summary>A write on the bus.</summary>
/// <param name="Width">1, 2 or 4 bytes.</param>
internal sealed record BusLine(int Frame, MoviePhase Phase, int Width, uint Address, uint Value) : ActLine(Frame, Phase);

/// <summary>A write into memory beside the bus.</summary>
/// <param name="Width">1, 2 or 4 bytes.</param>
/// <param name="Segment">0 to 65,535, or -1: the current one.</param>
internal sealed record RawLine(int Frame, MoviePhase Phase, int Width, uint Address, int Segment, uint Value) : ActLine(Frame, Phase);

/// <summary>A write into a register of the processor.</summary>
/// <param name="Name">1 to 15 characters of a-z, 0-9 and _.</param>
internal sealed record RegisterLine(int Frame, MoviePhase Phase, string Name, int Value) : ActLine(Frame, Phase);

/// <summary>What the cartridge's sensors measure from then on, in thousandths.</summary>
/// <param name="TiltX">-1,000 to 1,000.</param>
/// <param name="TiltY">-1,000 to 1,000.</param>
/// <param name="Gyroscope">-1,000 to 1,000.</param>
/// <param name="Light">0 to 1,000.</param>
internal sealed record SensorsLine(int Frame, MoviePhase Phase, int TiltX, int TiltY, int Gyroscope, int Light) : ActLine(Frame, Phase);

/// <summary>All cheats from then on.</summary>
internal sealed record CheatsLine(int Frame, MoviePhase Phase, IReadOnlyList<GameCheat> Cheats) : ActLine(Frame, Phase);

/// <summary>The console is switched off and on.</summary>
internal sealed record ResetLine(int Frame) : ActLine(Frame, MoviePhase.Between);

/// <summary>The machine was replaced.</summary>
/// <param name="State">The state of the new one.</param>
internal sealed record StateLine(int Frame, byte[] State) : ActLine(Frame, MoviePhase.Between);

/// <summary>The hashes of the writable memory then, after the lines before it.</summary>
/// <param name="Regions">1 to 8 regions.</param>
internal sealed record HashLine(int Frame, IReadOnlyList<RegionHash> Regions) : MovieLine(Frame)
{
    public override int Rank => 1;
}

/// <summary>What the cartridge's clock tells in the next frame.</summary>
/// <param name="Seconds">Seconds since 1970.</param>
internal sealed record ClockLine(int Frame, long Seconds) : MovieLine(Frame)
{
    public override int Rank => 2;
}

/// <summary>The hash of a region of memory.</summary>
/// <param name="Name">1 to 8 letters of a-z.</param>
/// <param name="Hash">Its XXH64.</param>
internal readonly record struct RegionHash(string Name, ulong Hash);
