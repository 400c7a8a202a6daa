namespace Bridge.SocketPool.Model;

/// <summary>What the script says of itself, of mGBA and of the game (docs/protocol/commands.md, "Facts").</summary>
/// <param name="Protocol">The script's protocol version.</param>
/// <param name="Script">The script's own version.</param>
/// <param name="Instance">New with each load of the script.</param>
/// <param name="Mgba">mGBA's version: <c>0.10</c>, or the exact one where mGBA tells it.</param>
/// <param name="Platform"><c>GBA</c>, <c>GB</c> or <c>none</c>.</param>
/// <param name="Title">The title in the ROM's header.</param>
/// <param name="Code">The four letters of the game code.</param>
/// <param name="Crc32">Eight hexadecimal digits.</param>
/// <param name="Size">The bytes of ROM that can be read.</param>
/// <param name="Capabilities">What this build of mGBA can do, probed by the script.</param>
public sealed record EmulatorFacts(
    int Protocol, string Script, string Instance, string Mgba, string Platform, string Title, string Code, string Crc32, long Size,
    IReadOnlyList<string> Capabilities)
{
    /// <summary>
    /// Gets the console model that mGBA emulates: <c>AGB</c> for a GBA game; <c>DMG</c>, <c>MGB</c>, <c>SGB</c>, <c>SGB2</c>, <c>CGB</c>,
    /// <c>SCGB</c> or <c>AGB</c> for a Game Boy game; null if the script can't tell.
    /// </summary>
    public string? Model { get; init; }

    /// <summary>Gets whether the game has jumped to an address where nothing is, and was not reset or loaded since.</summary>
    public bool Crashed { get; init; }

    /// <summary>Cycles of one frame: 280,896 on the GBA, 70,224 on the Game Boy; 0 where the script doesn't tell.</summary>
    public int FrameCycles { get; init; }

    /// <summary>Cycles of one second: 16,777,216 on the GBA, 4,194,304 on the Game Boy; 0 where the script doesn't tell.</summary>
    public int Frequency { get; init; }

    /// <summary>
    /// Requests that the script has received from all its clients, without those that keep a connection up; 0 where it doesn't tell.
    /// </summary>
    public long Commands { get; init; }

    /// <summary>
    /// How much of the script's time for requests they took in the last second or so, 0 to 1; null where it doesn't tell.
    /// </summary>
    public double? WindowUsed { get; init; }

    /// <summary>Of <see cref="Commands"/>, those that were cancelled before they began; 0 where it doesn't tell.</summary>
    public long Cancelled { get; init; }

    /// <summary>Bytes that the script's Lua uses, what it has yet to collect included; 0 where it doesn't tell.</summary>
    public long Memory { get; init; }

    /// <summary>Gets what the script knows of the game's files.</summary>
    public GameFiles Files { get; init; } = GameFiles.Unknown;
}
