using Bridge.Api.Errors;
using Bridge.Api.Memory;
using Bridge.SocketPool;

namespace Bridge.Api.Emulators;

/// <summary>An emulator as the API shows it. Frames a second are those of the last five seconds, 0 while it does not run.</summary>
internal sealed record EmulatorDescription(
    string Name, string State, long Frame, double FramesPerSecond, GameDescription? Game, ScriptDescription? Script,
    ConnectionDescription Connection, EmulatorProblem? Problem)
{
    public static EmulatorDescription Of(EmulatorClient emulator) => Of(emulator, emulator.Status);

    private static EmulatorDescription Of(EmulatorClient emulator, EmulatorStatus status) => new(
        emulator.Name, StateNames.Of(status.State), status.Frame, Math.Round(status.FramesPerSecond, 2),
        status.State == EmulatorState.NoGame ? null : GameDescription.Of(status.Facts),
        status.Facts is { } script
            ? new ScriptDescription(script.Script, script.Protocol, script.Instance, script.Mgba, script.Memory, script.Commands,
                script.Cancelled, script.Capabilities)
            : null,
        new ConnectionDescription(status.OpenConnections, status.InFlight, (long)status.RoundTrip.TotalMicroseconds),
        EmulatorProblem.Of(emulator));
}

/// <summary>
/// The game: title and code of its header, platform (GBA, GB), the model that mGBA emulates (AGB, DMG, MGB, SGB, SGB2, CGB, SCGB;
/// null if unknown), checksum of the ROM, how many bytes of it can be read, and its files: the name of the ROM's,
/// the save file and the soft patch, each null where it is unknown.
/// </summary>
internal sealed record GameDescription(
    string Title, string Code, string Platform, string? Model, string Crc32, long Size,
    string? File = null, SaveDescription? Save = null, PatchDescription? Patch = null)
{
    /// <summary>Returns the same without its files, which may change while the game stays the same.</summary>
    public GameDescription WithoutFiles() => this with { File = null, Save = null, Patch = null };

    /// <summary>The game that these facts tell of; null when it is none.</summary>
    public static GameDescription? Of(EmulatorFacts? facts) => facts is { Platform: not ("none" or "") }
        ? new GameDescription(facts.Title, facts.Code, facts.Platform, facts.Model, $"0x{facts.Crc32.ToUpperInvariant()}", facts.Size,
            facts.Files.Rom, SaveDescription.Of(facts.Files), PatchDescription.Of(facts.Files))
        : null;
}

/// <summary>
/// The save file: its path on mGBA's machine, whether mGBA can write it, and why not. Where it can't, what the game saves is lost when the
/// game ends. Null: unknown.
/// </summary>
internal sealed record SaveDescription(string? Path, bool? Writable, string? Problem)
{
    /// <summary>Gets the save file of these; null when nothing is known of it.</summary>
    public static SaveDescription? Of(GameFiles files) => files is { Save: null, IsSaveWritable: null, SaveProblem: null }
        ? null
        : new SaveDescription(files.Save, files.IsSaveWritable, files.SaveProblem);
}

/// <summary>The soft patch that lies beside the ROM: the name of its file, whether mGBA has applied it, and why not.</summary>
internal sealed record PatchDescription(string File, bool Applied, string? Problem)
{
    /// <summary>Gets the soft patch of these; null when there is none.</summary>
    public static PatchDescription? Of(GameFiles files) =>
        files.Patch is { } file ? new PatchDescription(file, files.PatchProblem is null, files.PatchProblem) : null;
}

/// <summary>
/// The script inside mGBA: version, protocol, the instance of this load, mGBA's version, memory of its Lua, requests it has received from
/// all its clients, of these those that were cancelled before they began, what this build can do.
/// </summary>
internal sealed record ScriptDescription(
    string Version, int Protocol, string Instance, string Mgba, long MemoryBytes, long Commands, long Cancelled,
    IReadOnlyList<string> Capabilities);

/// <summary>The connections to the script: how many stand, requests in flight, microseconds from the latest ping to its answer.</summary>
internal sealed record ConnectionDescription(int Open, int InFlight, long RoundTripMicroseconds);
