namespace Bridge.SocketPool.Model;

/// <summary>Holds what the script reports about itself, mGBA and the game (docs/protocol/commands.md, "Facts").</summary>
/// <param name="Protocol">The script's protocol version.</param>
/// <param name="Script">The script's own version.</param>
/// <param name="Instance">An id that changes with each load of the script.</param>
/// <param name="Mgba">mGBA's version: <c>0.10</c>, or the exact one if mGBA reports it.</param>
/// <param name="Platform"><c>GBA</c>, <c>GB</c> or <c>none</c>.</param>
/// <param name="Title">The title in the ROM's header.</param>
/// <param name="Code">The four letters of the game code.</param>
/// <param name="Crc32">The ROM's CRC-32 as eight hexadecimal digits.</param>
/// <param name="Size">The size of the readable ROM in bytes.</param>
/// <param name="Capabilities">The capabilities of this build of mGBA, as probed by the script.</param>
public sealed record EmulatorFacts(
    int Protocol, string Script, string Instance, string Mgba, string Platform, string Title, string Code, string Crc32, long Size,
    IReadOnlyList<string> Capabilities)
{
    /// <summary>
    /// Gets the console model that mGBA emulates: <c>AGB</c> for a GBA game; <c>DMG</c>, <c>MGB</c>, <c>SGB</c>, <c>SGB2</c>, <c>CGB</c>,
    /// <c>SCGB</c> or <c>AGB</c> for a Game Boy game; null if the script can't tell.
    /// </summary>
    public string? Model { get; init; }

    /// <summary>Gets whether the game has jumped to an address without code, and was not reset or loaded since.</summary>
    public bool Crashed { get; init; }

    /// <summary>Gets the cycles per frame: 280,896 on the GBA, 70,224 on the Game Boy; 0 if unknown.</summary>
    public int FrameCycles { get; init; }

    /// <summary>Gets the cycles per second: 16,777,216 on the GBA, 4,194,304 on the Game Boy; 0 if unknown.</summary>
    public int Frequency { get; init; }

    /// <summary>
    /// Gets how many requests the script has received from all its clients, without those that keep a connection alive; 0 if unknown.
    /// </summary>
    public long Commands { get; init; }

    /// <summary>
    /// Gets the fraction of the script's time for requests that was used in the last second or so, 0 to 1; null if unknown.
    /// </summary>
    public double? WindowUsed { get; init; }

    /// <summary>Gets how many of <see cref="Commands"/> were cancelled before they started; 0 if unknown.</summary>
    public long Cancelled { get; init; }

    /// <summary>Gets the memory of the script's Lua state in bytes, with its garbage; 0 if unknown.</summary>
    public long Memory { get; init; }

    /// <summary>Gets the game's files as the script knows them.</summary>
    public GameFiles Files { get; init; } = GameFiles.Unknown;
}
