using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Movies.Model;

/// <summary>A movie: what it was made with, the machine before its first frame, and what came from outside since then.</summary>
/// <param name="Header">What it was made with.</param>
/// <param name="Start">The machine before the first frame.</param>
/// <param name="Lines">Ordered by frame; within a frame by <see cref="MovieLine.Rank"/>.</param>
internal sealed record Movie(MovieHeader Header, MovieStart Start, IReadOnlyList<MovieLine> Lines)
{
    /// <summary>Gets the notes of clients, ordered by frame; frames count from the start.</summary>
    public IReadOnlyList<GameNote> GameNotes { get; init; } = [];

    /// <summary>Gets how many frames have hashes.</summary>
    public int Hashes => Lines.Count(line => line is HashLine);
}

/// <summary>The machine before a movie's first frame.</summary>
/// <param name="IsState">Whether it is a state; else the console is switched on.</param>
/// <param name="Bytes">The state; or the save memory, empty for erased save memory.</param>
internal sealed record MovieStart(bool IsState, byte[] Bytes)
{
    /// <summary>The console is switched on with erased save memory.</summary>
    public static readonly MovieStart PowerOn = new(IsState: false, []);
}

/// <summary>What a movie was made with. Numbers of frames count frames that have run since the start.</summary>
/// <param name="Format">The number of the format.</param>
/// <param name="Bridge">The version of the bridge that wrote it.</param>
/// <param name="Mgba">The version of mGBA.</param>
/// <param name="Platform">GBA or GB.</param>
/// <param name="Crc32">The CRC-32 of the ROM after patches: eight hexadecimal digits.</param>
/// <param name="Start">power or state.</param>
/// <param name="Frames">How many frames it runs, 0 to 100,000,000.</param>
/// <param name="Clock">The cartridge's clock.</param>
/// <param name="IdleOptimization">What mGBA did with idle loops.</param>
/// <param name="OpposingDirections">Whether the game sees opposing directions pressed together.</param>
/// <param name="Source">history, bk2 or vbm.</param>
/// <param name="Notes">What differs from the program that made it, in sentences.</param>
/// <param name="Model">The console, like CGB; null: unknown.</param>
/// <param name="Title">The title in the ROM; null: unknown.</param>
/// <param name="Code">The four letters of the game; null: unknown.</param>
/// <param name="Rom">The name of the ROM's file; null: unknown.</param>
/// <param name="Bios">The name of the BIOS; null: none, mGBA's own.</param>
internal sealed record MovieHeader(
    int Format, string Bridge, string Mgba, string Platform, string Crc32, string Start, int Frames, MovieClock Clock,
    string IdleOptimization, bool OpposingDirections, string Source, IReadOnlyList<string> Notes,
    string? Model = null, string? Title = null, string? Code = null, string? Rom = null, string? Bios = null)
{
    public const string Power = "power", State = "state";
    public const string FromHistory = "history", FromBk2 = "bk2", FromVbm = "vbm";

    /// <summary>What our host does with idle loops: mGBA's default.</summary>
    public const string RemovesIdleLoops = "remove";
}

/// <summary>The cartridge's clock.</summary>
/// <param name="Seconds">Its time at power-on, in seconds since 1970; null: it followed the system's clock.</param>
internal readonly record struct MovieClock(long? Seconds);
